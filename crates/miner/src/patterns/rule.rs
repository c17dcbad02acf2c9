//! A list of patterns as a rule.

use drawproof_features::{Library, Men, operator::Column};
use drawproof_recognizers::Position;
use drawproof_verifier::{Answers, Batch, Claims, Exceptions, Fault, Reason, Role, Subject};

use super::{
    describe,
    list::{Patterns, Range},
};
use crate::{
    sample::Probe,
    world::{BatchColumns, Squares},
};

/// A list of patterns as a rule: drawn unless one matches.
pub struct ListRule {
    name: String,
    men: Men,
    probe: Probe,
    names: Vec<Reason>,
    /// As exceptions: whether the list matches every position with a legal en-passant capture.
    excepts_en_passant: bool,
    /// Ranges by pattern: `(feature as numbered in probe, minimum, maximum)`.
    ranges: Vec<Vec<(usize, u8, u8)>>,
}

impl ListRule {
    /// Most patterns of a list.
    pub const PATTERNS_MAX: usize = 64;

    /// Patterns over the features of a library as a rule.
    pub fn new(name: &str, library: &Library, patterns: &Patterns) -> ListRule {
        assert!(patterns.list.len() <= ListRule::PATTERNS_MAX, "a set of patterns is 64 bits");
        let used = patterns.features();
        let place = |feature| used.binary_search(&feature).expect("it is used");
        let ranges = patterns.list.iter().map(|pattern| {
            let of = |r: &Range| (place(r.feature), r.least, r.most);
            pattern.ranges.iter().map(of).collect()
        });
        let names = patterns.list.iter().enumerate().map(|(number, pattern)| Reason {
            id: format!("p{}", number + 1),
            says: describe::pattern(library, pattern),
            role: Role::Unless,
        });
        ListRule {
            name: name.into(),
            men: library.men().clone(),
            probe: Probe::new(library, &used),
            names: names.collect(),
            excepts_en_passant: patterns.en_passant,
            ranges: ranges.collect(),
        }
    }

    /// The set of patterns that match in a position.
    pub fn matching(&self, position: &Position) -> u64 {
        let batch = Batch::single(position);
        self.matches(&batch, &BatchColumns::of(&batch, &self.men)).1[0]
    }

    /// The number of patterns.
    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The lanes in which each pattern matches. `columns` is a scratch buffer.
    pub(crate) fn lanes(&self, squares: &Squares, columns: &mut Vec<Column>) -> Vec<u64> {
        columns.resize(self.probe.room_needed(), [0; 64]);
        self.probe.evaluate(&squares.men, squares.varying, squares.first_to_move, columns);
        let inside = |lane: usize, ranges: &[(usize, u8, u8)]| {
            ranges.iter().all(|&(feature, least, most)| {
                (least..=most).contains(&self.probe.value(columns, feature, lane))
            })
        };
        let of = |ranges: &Vec<(usize, u8, u8)>| {
            (0..64).fold(0, |set, lane| set | u64::from(inside(lane, ranges)) << lane)
        };
        self.ranges.iter().map(of).collect()
    }

    /// The lanes in which a pattern matches, and the set of matching patterns by lane.
    fn matches(&self, batch: &Batch, men: &BatchColumns) -> (u64, [u64; 64]) {
        let (mut any, mut sets) = (0, [0; 64]);
        if batch.is_empty() {
            return (any, sets);
        }
        thread_local! {
            static ROOM: std::cell::RefCell<Vec<Column>> = const {
                std::cell::RefCell::new(Vec::new())
            };
        }
        ROOM.with_borrow_mut(|columns| {
            columns.resize(self.probe.room_needed(), [0; 64]);
            self.probe.evaluate(&men.men, men.varying, men.first_to_move, columns);
            let value = |feature| std::array::from_fn(|l| self.probe.value(columns, feature, l));
            let values: Vec<[u8; 64]> = (0..self.probe.width()).map(value).collect();
            for (number, ranges) in self.ranges.iter().enumerate() {
                let mut inside = [1_u8; 64];
                for &(feature, least, most) in ranges {
                    for (inside, value) in inside.iter_mut().zip(&values[feature]) {
                        *inside &= u8::from(value.wrapping_sub(least) <= most - least);
                    }
                }
                let set = |set, (lane, &inside)| set | u64::from(inside) << lane;
                any |= batch.lanes() & inside.iter().enumerate().fold(0, set);
                for (set, inside) in sets.iter_mut().zip(inside) {
                    *set |= u64::from(inside) << number;
                }
            }
        });
        (any, sets)
    }
}

impl Subject for ListRule {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reasons(&self) -> Vec<Reason> {
        self.names.clone()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let men = BatchColumns::of(batch, &self.men);
        let (any, sets) = self.matches(batch, &men);
        let draw = batch.lanes() & !any & !men.en_passant;
        *answers = Answers { claims: Claims::drawn(draw, batch.lanes()), patterns: sets };
        Ok(())
    }
}

impl Exceptions for ListRule {
    fn patterns(&self) -> Vec<Reason> {
        self.names.clone()
    }

    fn apply(&self, batch: &Batch, answers: &mut Answers) {
        let men = BatchColumns::of(batch, &self.men);
        let (any, sets) = self.matches(batch, &men);
        let claimed = answers.claims.made();
        let for_en_passant = if self.excepts_en_passant { men.en_passant } else { 0 };
        answers.claims.withdraw(any | for_en_passant);
        answers.patterns =
            std::array::from_fn(|lane| if claimed >> lane & 1 != 0 { sets[lane] } else { 0 });
    }
}
