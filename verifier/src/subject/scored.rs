//! Claims read from the scores of a library.

use drawproof_recognizers::{Claim, Role};
use serde::{Deserialize, Serialize};

use super::{
    interface::{Answers, Claims, Fault, Subject},
    plugin::{Plugin, Scores},
    reasons::Reason,
};
use crate::enumerate::Batch;

/// The bounds by which scores are read as claims, in centipawns for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreBounds {
    /// The minimum score that counts as a win of the side to move; a score of at most its negative
    /// counts as a loss.
    pub win: i32,
    /// The maximum absolute score that counts as a draw. At least 0, less than `win`.
    pub draw: i32,
    /// The maximum absolute value to which a library may scale [`Scores::ASKED`] for a draw. At
    /// least `draw`, less than `win`.
    pub scaled_draw: i32,
}

/// A branch of a rule that is read from scores; its number is its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    Zero,
    Band,
    Win,
    Scaled,
    OneSide,
    Accidental,
    Known,
}

impl Branch {
    /// All branches, in the order of their numbers, with their names and descriptions.
    const ALL: [(Branch, &str, &str); 7] = [
        (Branch::Zero, "score-0", "the score is exactly 0: a draw that is known, or chance"),
        (Branch::Band, "score-in-draw-band", "the score is not 0 and within the band of draws"),
        (
            Branch::Win,
            "score-win",
            "the score, or what the scale makes of every score, is that of a win",
        ),
        (Branch::Scaled, "scaled-to-draw", "the scale makes every score a draw"),
        (
            Branch::OneSide,
            "scaled-for-one-side",
            "the scale leaves one side no score better than a draw",
        ),
        (
            Branch::Accidental,
            "accidental-0",
            "the score is exactly 0 though the scale leaves scores: chance, no claim meant",
        ),
        (Branch::Known, "known-0", "the rule marks its score as a draw that it knows"),
    ];

    /// Returns the branch as a reason of a rule.
    pub fn reason(self) -> Reason {
        let (_, id, says) = Branch::ALL[self as usize];
        Reason { id: id.into(), says: says.into(), role: Role::Because }
    }
}

impl ScoreBounds {
    /// Makes bounds from scores in centipawns. With `factor`, a library that scales an evaluation
    /// down to at most this fraction claims a draw.
    pub fn new(win: i32, draw: i32, factor: Option<f64>) -> ScoreBounds {
        // Engines round what they scale, up or down.
        let scaled = factor.map_or(0, |it| (f64::from(Scores::ASKED) * it).ceil() as i32);
        ScoreBounds { win, draw, scaled_draw: scaled.max(draw) }
    }

    /// Returns the claim of scores for the side to move, and its branch if there is one.
    pub(super) fn claim(self, scores: Scores) -> (Claim, Option<Branch>) {
        let ScoreBounds { win, draw, scaled_draw } = self;
        if scores.score == Some(Scores::KNOWN_DRAW) {
            return (Claim::DRAW, Some(Branch::Known));
        }
        if let Some([of_plus, of_minus]) = scores.scaled {
            let (lowest, highest) = (of_plus.min(of_minus), of_plus.max(of_minus));
            match (highest <= scaled_draw, lowest >= -scaled_draw) {
                _ if lowest >= win => return (Claim::WIN, Some(Branch::Win)),
                _ if highest <= -win => return (Claim::LOSS, Some(Branch::Win)),
                (true, true) => return (Claim::DRAW, Some(Branch::Scaled)),
                (true, false) => return (Claim::NO_WIN, Some(Branch::OneSide)),
                (false, true) => return (Claim::NO_LOSS, Some(Branch::OneSide)),
                (false, false) => {}
            }
        }
        match scores.score {
            Some(score) if score >= win => (Claim::WIN, Some(Branch::Win)),
            Some(score) if score <= -win => (Claim::LOSS, Some(Branch::Win)),
            Some(0) if scores.scaled.is_some() => (Claim::DRAW, Some(Branch::Accidental)),
            Some(0) => (Claim::DRAW, Some(Branch::Zero)),
            Some(score) if (-draw..=draw).contains(&score) => (Claim::DRAW, Some(Branch::Band)),
            _ => (Claim::NONE, None),
        }
    }
}

/// A rule whose claims are read from the scores of a library.
pub struct Scored<'a> {
    plugin: &'a Plugin,
    bounds: ScoreBounds,
}

impl Scored<'_> {
    /// Makes a rule that reads the scores of a library as claims.
    ///
    /// # Errors
    ///
    /// Fails if the library exports no scores.
    pub fn new(plugin: &Plugin, bounds: ScoreBounds) -> Result<Scored<'_>, Fault> {
        let name = plugin.name();
        if bounds.scaled_draw > bounds.draw && !plugin.has_scale() {
            let why = "has no factors to compare: export drawproof_scaled (drawproof.h)";
            return Err(Fault::Failed(format!("'{name}' {why}")));
        }
        if plugin.has_scores() || plugin.has_scale() {
            return Ok(Scored { plugin, bounds });
        }
        Err(Fault::Failed(format!(
            "'{name}' has no scores: export drawproof_score or drawproof_scaled (drawproof.h)"
        )))
    }
}

impl Subject for Scored<'_> {
    fn name(&self) -> String {
        format!("{} by its scores", self.plugin.name())
    }

    fn reasons(&self) -> Vec<Reason> {
        Branch::ALL.map(|(branch, ..)| branch.reason()).into()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        self.plugin.ask_scores(batch, |lane, scores| {
            let (claim, branch) = self.bounds.claim(scores);
            claims.note(lane, claim);
            answers.patterns[lane] = branch.map_or(0, |branch| 1 << branch as u64);
        });
        answers.claims = claims;
        Ok(())
    }

    fn thread_safe(&self) -> bool {
        self.plugin.thread_safe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_branch_has_its_number() {
        let numbers = Branch::ALL.map(|(branch, ..)| branch as usize);
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn scores_claim_what_their_bounds_and_the_scale_leave_possible() {
        let bounds = ScoreBounds { win: 10_000, draw: 20, scaled_draw: 20 };
        let claim = |score, scaled| bounds.claim(Scores { score, scaled });
        let every = Some([1000, -1000]);
        for (score, scaled, expected, branch) in [
            (Some(10_000), None, Claim::WIN, Some(Branch::Win)),
            (Some(-10_000), None, Claim::LOSS, Some(Branch::Win)),
            (Some(9_999), None, Claim::NONE, None),
            (Some(0), None, Claim::DRAW, Some(Branch::Zero)),
            (Some(-20), None, Claim::DRAW, Some(Branch::Band)),
            (Some(21), None, Claim::NONE, None),
            (Some(0), every, Claim::DRAW, Some(Branch::Accidental)),
            (Some(500), Some([0, 0]), Claim::DRAW, Some(Branch::Scaled)),
            (Some(500), Some([0, -1000]), Claim::NO_WIN, Some(Branch::OneSide)),
            (None, Some([1000, -20]), Claim::NO_LOSS, Some(Branch::OneSide)),
            (None, Some([12_000, 10_000]), Claim::WIN, Some(Branch::Win)),
            (None, Some([-10_000, -12_000]), Claim::LOSS, Some(Branch::Win)),
            (None, every, Claim::NONE, None),
            (Some(11_000), every, Claim::WIN, Some(Branch::Win)),
            (Some(-i32::MAX), None, Claim::LOSS, Some(Branch::Win)),
            (Some(Scores::KNOWN_DRAW), None, Claim::DRAW, Some(Branch::Known)),
            (Some(Scores::KNOWN_DRAW), every, Claim::DRAW, Some(Branch::Known)),
        ] {
            assert_eq!(claim(score, scaled), (expected, branch), "{score:?} {scaled:?}");
        }
        let bounds = ScoreBounds { scaled_draw: 32, ..bounds };
        let claim = |score, scaled| bounds.claim(Scores { score, scaled });
        assert_eq!(claim(Some(30), None), (Claim::NONE, None));
        assert_eq!(claim(Some(30), Some([31, -31])), (Claim::DRAW, Some(Branch::Scaled)));
        assert_eq!(claim(Some(30), Some([31, -46])), (Claim::NO_WIN, Some(Branch::OneSide)));
    }
}
