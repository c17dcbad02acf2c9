//! The answers of a program: a claim in parts, each of which may name its branch, and a score.
//!
//! ```text
//! draw
//! draw @ kbpk.go:41
//! draw-or-black @ kbpk.go:41; draw @ kbpk.go:77
//! draw @ kbpk.go:41; score 0
//! ```

use std::{collections::HashMap, sync::Mutex};

use drawproof_board::Color;
use drawproof_recognizers::{Claim, Position, Role};
use drawproof_tables::parallel::locked;
use twox_hash::XxHash3_64;

use super::{
    halves::{Named, Part, PartSets},
    interface::Fault,
    plugin::Scores,
    reasons::{Reason, Reasons},
    scored::ScoreBounds,
    text::visible,
};
use crate::position::fen_of;

/// The most branches of a program: each is a line of its source.
const BRANCHES_MAX: usize = 1 << 14;

/// The claim of an answer, and the number of its set of parts: 0 where no part names a branch.
pub(super) type Answered = (Claim, u64);

/// The branches that the answers of a program name, and how their scores are read.
#[derive(Debug, Default)]
pub(super) struct Branches {
    sets: PartSets,
    known: Mutex<HashMap<u64, Reason>>,
    /// The bounds for reading claims from scores; `None` if scores are ignored.
    scores: Option<ScoreBounds>,
}

impl Branches {
    /// Makes a record without branches. With `scores`, the score in an answer is read as an
    /// additional part of the answer's claim.
    pub fn new(scores: Option<ScoreBounds>) -> Branches {
        Branches { scores, ..Branches::default() }
    }

    /// Returns whether answers may lack a score, because scores are ignored.
    pub fn ignore_scores(&self) -> bool {
        self.scores.is_none()
    }

    /// Reads an answer about a position; returns `None` if `answer` is not the text of an answer.
    /// `is_wanted` is whether the set of the answer's parts is looked up later.
    ///
    /// # Errors
    ///
    /// Fails if the parts contradict each other, if there are too many of them, or if a required
    /// score is missing.
    pub fn read(
        &self,
        answer: &[u8],
        position: &Position,
        is_wanted: bool,
    ) -> Result<Option<Answered>, Fault> {
        let Some((parts, score)) = parsed(answer, position.stm()) else { return Ok(None) };
        if parts.len() > Part::MAX {
            return Err(Fault::too_many_parts(parts.len() as i64, position));
        }
        let mut found = Vec::new();
        for (branch, claim) in parts {
            let branch = branch.map(|id| self.number(Reason::new(visible(id), Role::Because)));
            found.push((branch.transpose()?, claim));
        }
        if let Some(bounds) = self.scores {
            found.extend(self.part_of_score(bounds, score, &found, position)?);
        }
        let has_branch = found.iter().any(|(branch, _)| branch.is_some());
        let parts = found.iter().map(|(branch, claim)| -> Result<Named, Fault> {
            Ok((branch.unwrap_or(Part::NO_BRANCH.into()), *claim))
        });
        let joined = self.sets.joined(parts, position, is_wanted && has_branch);
        let (claim, set) = joined.map_err(|fault| self.with_names(fault))?;
        Ok(Some((claim, if has_branch { set } else { 0 })))
    }

    /// Returns the part that a score adds: its claim, if the branches of the answer do not claim as
    /// much.
    fn part_of_score(
        &self,
        bounds: ScoreBounds,
        score: Option<i32>,
        parts: &[(Option<u64>, Claim)],
        position: &Position,
    ) -> Result<Option<(Option<u64>, Claim)>, Fault> {
        if score.is_none() {
            let is_skipped = parts.iter().any(|(_, claim)| *claim == Claim::NOT_ASKED);
            let fault = || {
                let fen = fen_of(position);
                let why = "answers to be judged by scores have one, such as 'draw; score 0'";
                Fault::Failed(format!("the answer to '{fen}' has no score: {why}"))
            };
            return if is_skipped { Ok(None) } else { Err(fault()) };
        }
        let (claim, branch) = bounds.claim(Scores { score, scaled: None });
        let named = parts.iter().filter(|(branch, _)| branch.is_some());
        let left = named.fold(Claim::NONE.bits(), |left, (_, claim)| left & claim.bits());
        match branch {
            Some(branch) if left & !claim.bits() != 0 => {
                Ok(Some((Some(self.number(branch.reason())?), claim)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the number of a branch. The same name has the same number in each process.
    fn number(&self, branch: Reason) -> Result<u64, Fault> {
        let number = number_of(&branch.id);
        let mut known = locked(&self.known);
        known.entry(number).or_insert(branch);
        if known.len() > BRANCHES_MAX {
            let text = format!("the rule's answers name more than {BRANCHES_MAX} branches");
            return Err(Fault::Failed(text));
        }
        Ok(number)
    }

    /// Returns the branches named so far, and the set of branches that each number stands for;
    /// empty if no branch has been named.
    pub fn reasons(&self) -> Reasons {
        let known = locked(&self.known);
        let found = self.sets.reasons(Vec::new(), |number| known[&number].clone());
        if found.list.is_empty() { Reasons::default() } else { found }
    }

    /// Returns a fault with the names of branches in the place of their numbers.
    fn with_names(&self, fault: Fault) -> Fault {
        let Fault::Contradiction { branches, fen } = fault else { return fault };
        let known = locked(&self.known);
        let name = |number: String| {
            let reason = number.parse().ok().and_then(|number: u64| known.get(&number));
            reason.map_or("a part without a branch".into(), |it| format!("'{}'", it.id))
        };
        Fault::Contradiction { branches: branches.into_iter().map(name).collect(), fen }
    }
}

/// The parts of an answer, each with the name of its branch.
type Parts<'a> = Vec<(Option<&'a str>, Claim)>;

/// Returns the parts of an answer and its score; `None` if the text is no answer.
fn parsed(answer: &[u8], to_move: Color) -> Option<(Parts<'_>, Option<i32>)> {
    let (mut parts, mut score) = (Vec::new(), None);
    for part in std::str::from_utf8(answer).ok()?.split(';').map(str::trim) {
        if let Some(number) = part.strip_prefix("score ") {
            let number = number.trim_start().parse().ok()?;
            if score.replace(number).is_some() {
                return None;
            }
            continue;
        }
        let (word, branch) = match part.split_once('@') {
            Some((word, branch)) => {
                (word.trim_end(), Some(branch.trim_start()).filter(|it| !it.is_empty()))
            }
            None => (part, None),
        };
        if part.contains('@') && branch.is_none() {
            return None;
        }
        parts.push((branch, Claim::from_word(word.as_bytes(), to_move)?));
    }
    Some((parts, score))
}

/// Returns the number of a branch: its file, its line, and the whole name, so that the lines of a
/// file are in order.
fn number_of(name: &str) -> u64 {
    /// The bits of the hash of a file, of a line, and of the hash of a name.
    const BITS: u32 = 20;
    let (file, line) = match name.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().unwrap_or(0)),
        None => (name, 0),
    };
    let hash = |text: &str| XxHash3_64::oneshot(text.as_bytes()) >> (64 - BITS);
    let line = u64::from(u32::min(line, (1 << BITS) - 1));
    // No number is that of a part without a branch.
    1 << (3 * BITS) | hash(file) << (2 * BITS) | line << BITS | hash(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_claims_branches_and_a_score() {
        let parsed = |text: &'static str| parsed(text.as_bytes(), Color::Black);
        for (text, parts, score) in [
            ("draw", vec![(None, Claim::DRAW)], None),
            ("white @ kbpk.go:41", vec![(Some("kbpk.go:41"), Claim::LOSS)], None),
            ("win@ my rule.py:7 ", vec![(Some("my rule.py:7"), Claim::WIN)], None),
            ("score -12", vec![], Some(-12)),
            (
                "draw-or-black @ C:\\r.cs:3;draw@b:77 ; score 0",
                vec![(Some("C:\\r.cs:3"), Claim::NO_LOSS), (Some("b:77"), Claim::DRAW)],
                Some(0),
            ),
            ("- ; score +35", vec![(None, Claim::NONE)], Some(35)),
        ] {
            assert_eq!(parsed(text), Some((parts, score)), "{text}");
        }
        for text in [
            "",
            "drawn",
            "draw @",
            "draw @ a:1;",
            "score",
            "score x",
            "score 1; score 1",
            "draw a:1",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn branches_are_in_the_order_of_their_lines() {
        let numbers = ["a.go:9", "a.go:10", "a.go:100", "a.go:4000000000"].map(number_of);
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert_ne!(number_of("a.go:9"), number_of("b.go:9"));
        assert_ne!(number_of("wrong corner"), number_of("wrong bishop"));
    }

    #[test]
    fn a_score_is_a_branch_where_it_claims_more_than_those_named() {
        let branches = Branches::new(Some(ScoreBounds::new(10_000, 0, None)));
        let fen = "8/8/8/8/8/k2K4/3P4/8 w - - 0 1";
        let position = Position::from(&drawproof_board::fen::parse(fen).unwrap());
        let read = |text: &str| branches.read(text.as_bytes(), &position, true).unwrap().unwrap();
        let names = |set: u64| branches.reasons().names(set);
        for (text, claim, expected) in [
            ("score 0", Claim::DRAW, vec!["score-0"]),
            ("draw; score 0", Claim::DRAW, vec!["score-0"]),
            ("draw @ a:1; score 0", Claim::DRAW, vec!["a:1"]),
            ("draw-or-black @ a:1; score 0", Claim::DRAW, vec!["a:1", "score-0"]),
            ("draw-or-black @ a:1; score 7", Claim::NO_WIN, vec!["a:1"]),
            ("score 10000", Claim::WIN, vec!["score-win"]),
            ("-; score 7", Claim::NONE, vec![]),
            ("skip", Claim::NOT_ASKED, vec![]),
        ] {
            let (found, set) = read(text);
            assert_eq!(
                (found, names(set)),
                (claim, expected.into_iter().map(Into::into).collect())
            );
        }
        let fault = |text: &str| branches.read(text.as_bytes(), &position, true).unwrap_err();
        assert!(fault("draw @ a:1").to_string().contains("has no score"));
        let contrary = fault("draw @ a:1; score 20000").to_string();
        assert!(contrary.contains("'a:1' and 'score-win' leave no result possible"), "{contrary}");
    }
}
