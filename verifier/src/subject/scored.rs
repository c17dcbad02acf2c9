//! Claims read from the scores of a library.

use drawproof_recognizers::{Claim, Role};
use serde::{Deserialize, Serialize};

use super::{
    interface::{Answers, Claims, Fault, Subject},
    plugin::{Plugin, Scores},
    reasons::Reason,
};
use crate::enumerate::Batch;

/// What scores claim, in centipawns for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreBounds {
    /// From this score on the side to move wins; from its negative on it loses.
    pub win: i32,
    /// Up to this score, of either sign, the position is drawn. Less than `win`, at least 0.
    pub draw: i32,
}

/// The branches of a rule that is read from scores, by bit.
const BRANCHES: [(&str, &str); 6] = [
    ("score-0", "the score is exactly 0: a draw that is known, or chance"),
    ("score-in-draw-band", "the score is not 0 and within the band of draws"),
    ("score-win", "the score, or what the scale makes of every score, is that of a win"),
    ("scaled-to-draw", "the scale makes every score a draw"),
    ("scaled-for-one-side", "the scale leaves one side no score better than a draw"),
    (
        "accidental-0",
        "the score is exactly 0 though the scale leaves scores: chance, no claim meant",
    ),
];
const ZERO: usize = 0;
const BAND: usize = 1;
const WIN: usize = 2;
const SCALED: usize = 3;
const ONE_SIDE: usize = 4;
const ACCIDENTAL: usize = 5;

impl ScoreBounds {
    /// The claim of scores for the side to move, and its branch if there is one.
    fn claim(self, scores: Scores) -> (Claim, Option<usize>) {
        let ScoreBounds { win, draw } = self;
        if let Some([of_plus, of_minus]) = scores.scaled {
            let (lowest, highest) = (of_plus.min(of_minus), of_plus.max(of_minus));
            match (highest <= draw, lowest >= -draw) {
                _ if lowest >= win => return (Claim::WIN, Some(WIN)),
                _ if highest <= -win => return (Claim::LOSS, Some(WIN)),
                (true, true) => return (Claim::DRAW, Some(SCALED)),
                (true, false) => return (Claim::NO_WIN, Some(ONE_SIDE)),
                (false, true) => return (Claim::NO_LOSS, Some(ONE_SIDE)),
                (false, false) => {}
            }
        }
        match scores.score {
            Some(score) if score >= win => (Claim::WIN, Some(WIN)),
            Some(score) if score <= -win => (Claim::LOSS, Some(WIN)),
            Some(0) if scores.scaled.is_some() => (Claim::DRAW, Some(ACCIDENTAL)),
            Some(0) => (Claim::DRAW, Some(ZERO)),
            Some(score) if (-draw..=draw).contains(&score) => (Claim::DRAW, Some(BAND)),
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
    /// The rule of a library's scores.
    ///
    /// # Errors
    ///
    /// The library has none.
    pub fn new(plugin: &Plugin, bounds: ScoreBounds) -> Result<Scored<'_>, Fault> {
        if plugin.has_scores() || plugin.has_scale() {
            return Ok(Scored { plugin, bounds });
        }
        let name = plugin.name();
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
        let reason = |(id, says): (&str, &str)| Reason {
            id: id.into(),
            says: says.into(),
            role: Role::Because,
        };
        BRANCHES.map(reason).into()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        self.plugin.ask_scores(batch, |lane, scores| {
            let (claim, branch) = self.bounds.claim(scores);
            claims.note(lane, claim);
            answers.patterns[lane] = branch.map_or(0, |bit| 1 << bit);
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
    fn scores_claim_what_their_bounds_and_the_scale_leave_possible() {
        let bounds = ScoreBounds { win: 10_000, draw: 20 };
        let claim = |score, scaled| bounds.claim(Scores { score, scaled });
        let every = Some([1000, -1000]);
        for (score, scaled, expected, branch) in [
            (Some(10_000), None, Claim::WIN, Some(WIN)),
            (Some(-10_000), None, Claim::LOSS, Some(WIN)),
            (Some(9_999), None, Claim::NONE, None),
            (Some(0), None, Claim::DRAW, Some(ZERO)),
            (Some(-20), None, Claim::DRAW, Some(BAND)),
            (Some(21), None, Claim::NONE, None),
            (Some(0), every, Claim::DRAW, Some(ACCIDENTAL)),
            (Some(500), Some([0, 0]), Claim::DRAW, Some(SCALED)),
            (Some(500), Some([0, -1000]), Claim::NO_WIN, Some(ONE_SIDE)),
            (None, Some([1000, -20]), Claim::NO_LOSS, Some(ONE_SIDE)),
            (None, Some([12_000, 10_000]), Claim::WIN, Some(WIN)),
            (None, Some([-10_000, -12_000]), Claim::LOSS, Some(WIN)),
            (None, every, Claim::NONE, None),
            (Some(11_000), every, Claim::WIN, Some(WIN)),
            (Some(i32::MIN), None, Claim::LOSS, Some(WIN)),
        ] {
            assert_eq!(claim(score, scaled), (expected, branch), "{score:?} {scaled:?}");
        }
    }
}
