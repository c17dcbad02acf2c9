//! Lists of patterns as rules, and as exceptions to another rule.

use std::{array, cell::RefCell};

use drawproof_features::{Library, Men, operator::Column, program::Squares};
use drawproof_recognizers::Position;
use drawproof_verifier::{Answers, Batch, Claims, Exceptions, Fault, Reason, Role, Scope, Subject};

use super::list::{Patterns, Range, ScopedPatterns};
use crate::{sample::Probe, world::BatchColumns};

/// A list of patterns as a rule: a position is drawn unless a pattern matches.
pub struct ListRule {
    name: String,
    men: Men,
    probe: Probe,
    names: Vec<Reason>,
    /// For exceptions: whether the list matches every position with a legal en-passant capture.
    excepts_en_passant: bool,
    /// The ranges of each pattern: `(feature's index in probe, minimum, maximum)`.
    ranges: Vec<Vec<(usize, u8, u8)>>,
}

impl ListRule {
    /// The maximum number of patterns in a list.
    pub const PATTERNS_MAX: usize = 64;

    /// Makes a rule from patterns over the features of a library.
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
            says: pattern.says(library),
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

    /// Returns the patterns that match a position: bit `i` is pattern `i`.
    pub fn matching(&self, position: &Position) -> u64 {
        let batch = Batch::single(position);
        self.matches(&batch, &BatchColumns::of(&batch, &self.men).squares).1[0]
    }

    /// Returns the number of patterns.
    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the lanes in which each pattern matches, as bits.
    pub(crate) fn lanes(&self, squares: &Squares) -> Vec<u64> {
        thread_local! {
            static ROOM: RefCell<Vec<Column>> = const { RefCell::new(Vec::new()) };
        }
        ROOM.with_borrow_mut(|columns| {
            self.probe.evaluate(squares, columns);
            let value = |feature| array::from_fn(|lane| self.probe.value(columns, feature, lane));
            let values: Vec<[u8; 64]> = (0..self.probe.width()).map(value).collect();
            let of = |ranges: &Vec<(usize, u8, u8)>| {
                let mut inside = [1_u8; 64];
                for &(feature, least, most) in ranges {
                    for (inside, value) in inside.iter_mut().zip(&values[feature]) {
                        *inside &= u8::from(value.wrapping_sub(least) <= most - least);
                    }
                }
                let set = |set, (lane, &inside)| set | u64::from(inside) << lane;
                inside.iter().enumerate().fold(0, set)
            };
            self.ranges.iter().map(of).collect()
        })
    }

    /// Returns the lanes in which some pattern matches, and for each lane the matching patterns as
    /// bits.
    fn matches(&self, batch: &Batch, squares: &Squares) -> (u64, [u64; 64]) {
        if batch.is_empty() {
            return (0, [0; 64]);
        }
        let matching = self.lanes(squares);
        let any = matching.iter().fold(0, |any, lanes| any | lanes);
        let set = |lane| {
            let patterns = matching.iter().enumerate();
            patterns.fold(0, |set, (number, lanes)| set | (lanes >> lane & 1) << number)
        };
        (any & batch.lanes(), array::from_fn(set))
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
        let BatchColumns { squares, en_passant } = BatchColumns::of(batch, &self.men);
        let (any, sets) = self.matches(batch, &squares);
        let draw = batch.lanes() & !any & !en_passant;
        answers.claims = Claims::drawn(draw, batch.lanes());
        answers.patterns = sets;
        Ok(())
    }
}

/// The exceptions to a rule: lists of patterns, each with the scope of the claims that it
/// withdraws.
pub struct ExceptionLists(Vec<(Scope, ListRule)>);

impl ExceptionLists {
    /// Makes exceptions over the features of a library. All lists together have at most
    /// [`ListRule::PATTERNS_MAX`] patterns.
    pub fn new(library: &Library, lists: &[ScopedPatterns]) -> ExceptionLists {
        let rule =
            |it: &ScopedPatterns| (it.scope, ListRule::new("exceptions", library, &it.patterns));
        let lists: Vec<(Scope, ListRule)> = lists.iter().map(rule).collect();
        let count: usize = lists.iter().map(|(_, list)| list.len()).sum();
        assert!(count <= ListRule::PATTERNS_MAX, "a set of patterns is 64 bits");
        ExceptionLists(lists)
    }
}

impl Exceptions for ExceptionLists {
    fn patterns(&self) -> Vec<Reason> {
        let names = self.0.iter().flat_map(|(_, list)| list.names.clone()).enumerate();
        names.map(|(number, name)| Reason { id: format!("p{}", number + 1), ..name }).collect()
    }

    fn apply(&self, batch: &Batch, answers: &mut Answers) {
        let (before, mut first) = (answers.claims, 0);
        answers.patterns = [0; 64];
        for (scope, list) in &self.0 {
            let BatchColumns { squares, en_passant } = BatchColumns::of(batch, &list.men);
            let (any, sets) = list.matches(batch, &squares);
            let claimed = scope.within(before, squares.first_to_move).made();
            let for_en_passant = if list.excepts_en_passant { en_passant } else { 0 };
            scope.withdraw(&mut answers.claims, any | for_en_passant, squares.first_to_move);
            for (lane, (all, set)) in answers.patterns.iter_mut().zip(sets).enumerate() {
                *all |= if claimed >> lane & 1 != 0 { set << first } else { 0 };
            }
            first += list.len();
        }
    }
}
