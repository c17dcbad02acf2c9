//! The differences between two saved runs: draws gained and lost, by pattern, with examples.

use drawproof_tables::{Layout, Material};
use rayon::prelude::*;
use serde::Serialize;

use super::{
    changed::{Changed, Label, Place, drawn_example, incorrect_examples},
    chunk::RecordedWord,
    diff_error::DiffError,
    recording::{Recording, RecordingError},
};
use crate::{
    enumerate::{Counting, for_each_lane},
    sample::{Smallest, mixed},
    tables::TableSource,
};

/// The differences in one endgame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// The endgame.
    pub endgame: String,
    /// The counting convention.
    pub counting: Counting,
    /// The name of the old rule.
    pub old: String,
    /// The name of the new rule.
    pub new: String,
    /// Drawn positions.
    pub draws: u64,
    /// Draws that the old rule spots.
    pub old_spotted: u64,
    /// Draws that the new rule spots.
    pub new_spotted: u64,
    /// Positions that only the new rule claims drawn.
    pub gained: Change,
    /// Positions that only the old rule claims drawn.
    pub lost: Change,
    /// Positions that one rule claims won or lost and the other does not.
    pub other_claims_changed: u64,
    /// Examples of each label, incorrect claims first.
    pub examples: Vec<Changed>,
}

/// Positions that only one of two rules claims drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Drawn positions.
    pub draws: u64,
    /// Decisive positions: incorrect claims made or withdrawn.
    pub incorrect: u64,
    /// For each pattern of the rule without the claim that matches: its identifier and the number
    /// of positions on which it matches, most first.
    pub patterns: Vec<(String, u64)>,
    /// FENs of some of the positions, incorrect claims first.
    pub examples: Vec<String>,
}

/// Compares two recordings of one endgame. Keeps `examples` examples of each label; `tables` are
/// asked only if some of them are incorrect claims.
///
/// # Errors
///
/// A recording is damaged, they are of different endgames or counting conventions, or a table is
/// missing.
pub fn diff(
    old: &Recording,
    new: &Recording,
    examples: usize,
    tables: &dyn TableSource,
) -> Result<Diff, DiffError> {
    let about = |r: &Recording| format!("{} ({} counting)", r.header.endgame, r.header.counting);
    let unlike = || DiffError::Unlike(about(old), about(new));
    if about(old) != about(new) || old.chunks() != new.chunks() {
        return Err(unlike());
    }
    let damaged = || RecordingError::Damaged("its endgame has no name");
    let material: Material = old.header.endgame.parse().map_err(|_| damaged())?;
    let layout = Layout::new(material.normalise().0);
    let nothing = || Changes::new(examples);
    let changes = (0..old.chunks())
        .into_par_iter()
        .try_fold(nothing, |mut changes, chunk| -> Result<Changes, DiffError> {
            let (before, after) = (old.chunk(chunk)?, new.chunk(chunk)?);
            if before.len() != after.len() {
                return Err(unlike());
            }
            for (before, after) in before.iter().zip(&after) {
                let same = (before.word, before.lanes, before.black, before.drawn)
                    == (after.word, after.lanes, after.black, after.drawn);
                if !same {
                    return Err(unlike());
                }
                changes.word(before, after);
            }
            Ok(changes)
        })
        .try_reduce(nothing, |a, b| Ok(a.add(b)))?;
    let [gained, lost] = changes.sides;
    let is_any_incorrect = gained.incorrect + lost.incorrect > 0;
    let mut labelled = match is_any_incorrect && examples > 0 {
        true => incorrect_examples(old, new, examples, tables)?,
        false => Vec::new(),
    };
    for (label, side) in [(Label::Lost, &lost), (Label::Gained, &gained)] {
        let drawn = side
            .drawn
            .entries()
            .map(|(_, &(place, claims))| drawn_example(label, place, claims, &layout));
        labelled.extend(drawn);
    }
    let fens = |labels: [Label; 2]| {
        let matching = labelled.iter().filter(|changed| labels.contains(&changed.label));
        matching.map(|changed| changed.fen.clone()).take(examples).collect()
    };
    Ok(Diff {
        endgame: old.header.endgame.clone(),
        counting: old.header.counting,
        old: old.header.name.clone(),
        new: new.header.name.clone(),
        draws: changes.draws,
        old_spotted: changes.spotted[0],
        new_spotted: changes.spotted[1],
        // The old rule's patterns explain why it did not claim the draws that the new rule gains.
        gained: gained.finish(old, fens([Label::NewlyIncorrect, Label::Gained])),
        lost: lost.finish(new, fens([Label::Corrected, Label::Lost])),
        other_claims_changed: changes.others,
        examples: labelled,
    })
}

/// The differences in some chunks.
struct Changes {
    draws: u64,
    /// By the old rule, by the new rule.
    spotted: [u64; 2],
    /// Changed claims of wins and losses.
    others: u64,
    /// Gained, lost.
    sides: [Side; 2],
}

/// Claims of a draw gained, or lost.
struct Side {
    draws: u64,
    incorrect: u64,
    patterns: [u64; 64],
    /// Drawn positions in a random order, with the numbers of the old and the new claim.
    drawn: Smallest<u64, (Place, [usize; 2])>,
}

impl Changes {
    fn new(examples: usize) -> Changes {
        let side =
            || Side { draws: 0, incorrect: 0, patterns: [0; 64], drawn: Smallest::new(examples) };
        Changes { draws: 0, spotted: [0; 2], others: 0, sides: [side(), side()] }
    }

    fn word(&mut self, before: &RecordedWord, after: &RecordedWord) {
        let weight = u64::from(before.weight);
        let count = |set: u64| weight * u64::from(set.count_ones());
        self.draws += count(before.drawn);
        self.spotted[0] += count(before.drawn & before.claims.draw);
        self.spotted[1] += count(before.drawn & after.claims.draw);
        let won = (before.claims.win ^ after.claims.win) | (before.claims.loss ^ after.claims.loss);
        self.others += count(won);
        let gained = after.claims.draw & !before.claims.draw;
        let lost = before.claims.draw & !after.claims.draw;
        self.sides[0].note(gained, before, [before, after]);
        self.sides[1].note(lost, after, [before, after]);
    }

    fn add(mut self, other: Changes) -> Changes {
        self.draws += other.draws;
        self.others += other.others;
        for (own, more) in self.spotted.iter_mut().zip(other.spotted) {
            *own += more;
        }
        for (own, more) in self.sides.iter_mut().zip(other.sides) {
            own.draws += more.draws;
            own.incorrect += more.incorrect;
            for (count, more) in own.patterns.iter_mut().zip(more.patterns) {
                *count += more;
            }
            own.drawn.add(more.drawn);
        }
        self
    }
}

impl Side {
    /// Counts the changed lanes of a word. `silent` is the word as recorded for the rule without
    /// the claim.
    fn note(&mut self, changed: u64, silent: &RecordedWord, words: [&RecordedWord; 2]) {
        let weight = u64::from(silent.weight);
        for_each_lane(changed, |lane| {
            let drawn = silent.drawn >> lane & 1 != 0;
            *if drawn { &mut self.draws } else { &mut self.incorrect } += weight;
            let number = (silent.lanes & ((1 << lane) - 1)).count_ones() as usize;
            let set = silent.patterns.get(number).copied().unwrap_or(0);
            for_each_lane(set, |bit| self.patterns[bit] += weight);
            let index = silent.word as usize * 64 + lane;
            let key = mixed((index as u64) << 1 | u64::from(silent.black));
            if drawn && self.drawn.accepts(&key) {
                let claims = words.map(|word| word.claims.code(lane));
                self.drawn.insert(key, (Place { black: silent.black, index }, claims));
            }
        });
    }

    fn finish(self, silent: &Recording, examples: Vec<String>) -> Change {
        let names = silent.header.patterns.iter().zip(self.patterns);
        let mut patterns: Vec<(String, u64)> =
            names.filter(|(_, n)| *n > 0).map(|(p, n)| (p.id.clone(), n)).collect();
        patterns.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Change { draws: self.draws, incorrect: self.incorrect, patterns, examples }
    }
}
