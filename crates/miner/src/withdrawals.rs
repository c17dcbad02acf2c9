//! Counts the claims of a rule that exceptions withdraw, over every recorded position.

use std::ops::Range;

use drawproof_board::Color;
use drawproof_tables::parallel;
use drawproof_verifier::Claimed;
use serde::Serialize;

use crate::{
    patterns::ListRule,
    world::{WORDS, World},
};

/// The claims of a rule, weighted by the number of positions that each recorded position stands
/// for.
#[derive(Clone, Copy)]
pub struct WeightedClaims<'a> {
    /// The claims as sets of recorded positions.
    pub claimed: &'a Claimed,
    /// The weight of the positions of each word: `[White to move, Black to move][word]`.
    pub weights: &'a [Vec<u8>; 2],
}

/// The numbers of right and of wrong claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RightWrong {
    /// The number of claims that leave the true result possible.
    pub right: u64,
    /// The number of claims that exclude the true result.
    pub wrong: u64,
}

/// The numbers of claims that one pattern withdraws. A count named "only" excludes claims that
/// another pattern withdraws too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// The number of right claims that the pattern withdraws.
    pub right: u64,
    /// The number of right claims that only this pattern withdraws.
    pub only_right: u64,
    /// The number of wrong claims that the pattern withdraws.
    pub wrong: u64,
    /// The number of wrong claims that only this pattern withdraws.
    pub only_wrong: u64,
}

/// The numbers of claims that a list of exceptions withdraws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Withdrawals {
    /// The numbers of claims that each pattern withdraws, in the order of the list.
    pub patterns: Vec<Withdrawn>,
    /// The numbers of right and wrong claims of the rule.
    pub all: RightWrong,
    /// The numbers of right and wrong claims that at least one pattern withdraws.
    pub withdrawn: RightWrong,
}

/// Returns the positions whose claims a list of exceptions withdraws, as bits: `[side to
/// move][word]`.
pub fn withdrawn_lanes(world: &World, exceptions: &ListRule, claimed: &Claimed) -> [Vec<u64>; 2] {
    Color::ALL.map(|side| {
        let (right, wrong) = (&claimed.right[side as usize], &claimed.wrong[side as usize]);
        let lanes = |word: usize| {
            let claims = right[word] | wrong[word];
            if claims == 0 {
                return 0;
            }
            let matching = exceptions.lanes(&world.squares(side, word));
            claims & matching.iter().fold(0, |all, lanes| all | lanes)
        };
        let of_words = |words: Range<usize>| words.map(lanes).collect::<Vec<u64>>();
        parallel::map_ranges(right.len(), WORDS, of_words).concat()
    })
}

/// Counts the claims that a list of exceptions withdraws.
pub fn withdrawals(world: &World, exceptions: &ListRule, claims: WeightedClaims) -> Withdrawals {
    let words = claims.weights[0].len();
    let count = exceptions.len();
    let add_word = |mut found: Withdrawals, number: usize| {
        let (side, word) = (Color::ALL[number / words], number % words);
        let lanes = |set: &[Vec<u64>; 2]| set[side as usize][word];
        let (right, wrong) = (lanes(&claims.claimed.right), lanes(&claims.claimed.wrong));
        if right | wrong != 0 {
            let matching = exceptions.lanes(&world.squares(side, word));
            found.add_word(&matching, [right, wrong], claims.weights[side as usize][word].into());
        }
        found
    };
    let of_words = |numbers: Range<usize>| numbers.fold(Withdrawals::nothing(count), add_word);
    let found = parallel::map_ranges(2 * words, WORDS, of_words);
    found.into_iter().fold(Withdrawals::nothing(count), Withdrawals::add)
}

impl Withdrawals {
    fn nothing(patterns: usize) -> Withdrawals {
        Withdrawals { patterns: vec![Withdrawn::default(); patterns], ..Default::default() }
    }

    /// Adds the counts of a word, given the lanes that each pattern matches and the lanes of right
    /// and wrong claims.
    fn add_word(&mut self, matching: &[u64], [right, wrong]: [u64; 2], weight: u64) {
        let n = |lanes: u64| u64::from(lanes.count_ones()) * weight;
        let any = matching.iter().fold(0, |all, lanes| all | lanes);
        let several = matching
            .iter()
            .fold((0, 0), |(all, twice), lanes| (all | lanes, twice | all & lanes))
            .1;
        for (pattern, &lanes) in self.patterns.iter_mut().zip(matching) {
            let only = lanes & !several;
            pattern.right += n(right & lanes);
            pattern.only_right += n(right & only);
            pattern.wrong += n(wrong & lanes);
            pattern.only_wrong += n(wrong & only);
        }
        self.all.right += n(right);
        self.all.wrong += n(wrong);
        self.withdrawn.right += n(right & any);
        self.withdrawn.wrong += n(wrong & any);
    }

    fn add(mut self, other: Withdrawals) -> Withdrawals {
        for (own, more) in self.patterns.iter_mut().zip(&other.patterns) {
            own.right += more.right;
            own.only_right += more.only_right;
            own.wrong += more.wrong;
            own.only_wrong += more.only_wrong;
        }
        for (own, more) in [(&mut self.all, other.all), (&mut self.withdrawn, other.withdrawn)] {
            own.right += more.right;
            own.wrong += more.wrong;
        }
        self
    }
}
