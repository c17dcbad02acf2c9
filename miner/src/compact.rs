//! A tree as few bytes that can still be walked.
//!
//! Branches are numbered level by level. A branch is the number of its question, which says the
//! feature and the threshold; questions are in order of feature, and a bit marks the first of each
//! feature. Of each of a branch's two ways a bit of the shape says whether it leads to a branch:
//! the branches below are those bits counted from the start. The ways that lead to none are the
//! leaves, one bit each: whether it claims a draw.

use crate::tree::{Child, Tree};

/// A tree in tables of constants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compact {
    /// Numbers in their library of the features, ascending.
    pub features: Vec<usize>,
    /// The largest value of the first answer, by question.
    pub thresholds: Vec<u8>,
    /// Questions that are the first of their feature, one bit each.
    pub opens: Bits,
    /// The question of each branch.
    pub questions: Vec<u16>,
    /// Bit `2 * branch + side`: whether the way leads to a branch.
    pub shape: Bits,
    /// Whether each leaf claims a draw.
    pub claims: Bits,
}

/// Bits with counts to make ranks quick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// The bits, lowest first.
    pub words: Vec<u64>,
    /// Set bits before each word.
    pub before: Vec<u16>,
}

impl Bits {
    fn new(bits: impl IntoIterator<Item = bool>) -> Bits {
        let mut words = Vec::new();
        for (place, bit) in bits.into_iter().enumerate() {
            if place % 64 == 0 {
                words.push(0);
            }
            *words.last_mut().expect("there is a word") |= u64::from(bit) << (place % 64);
        }
        let mut sum = 0;
        let before = words.iter().map(|word: &u64| {
            sum += word.count_ones() as u16;
            sum - word.count_ones() as u16
        });
        Bits { before: before.collect(), words }
    }

    /// The bit at a place.
    pub fn get(&self, place: usize) -> bool {
        self.words[place / 64] >> (place % 64) & 1 != 0
    }

    /// The number of set bits before a place.
    pub fn rank(&self, place: usize) -> usize {
        let below = self.words[place / 64] & ((1 << (place % 64)) - 1);
        usize::from(self.before[place / 64]) + below.count_ones() as usize
    }

    /// Bytes with counts.
    fn ranked_bytes(&self) -> usize {
        8 * self.words.len() + 2 * self.before.len()
    }
}

impl Compact {
    /// Packs a tree that has a branch.
    pub fn new(tree: &Tree) -> Compact {
        let features = tree.features();
        let place = |feature| features.binary_search(&feature).expect("it is used");
        let mut asked: Vec<(usize, u8)> =
            tree.branches.iter().map(|b| (place(b.feature), b.threshold)).collect();
        asked.sort_unstable();
        asked.dedup();
        let number = |feature, threshold| {
            asked.binary_search(&(place(feature), threshold)).expect("it is asked") as u16
        };
        let ways = || tree.branches.iter().flat_map(|branch| branch.children);
        let is_branch = |child: &Child| matches!(child, Child::Branch(_));
        Compact {
            thresholds: asked.iter().map(|&(_, threshold)| threshold).collect(),
            // The first feature's mark is left out: the rank then is the number of the feature.
            opens: Bits::new((0..asked.len()).map(|n| n > 0 && asked[n].0 != asked[n - 1].0)),
            questions: tree.branches.iter().map(|b| number(b.feature, b.threshold)).collect(),
            shape: Bits::new(ways().map(|child| is_branch(&child))),
            claims: Bits::new(
                ways().filter(|child| !is_branch(child)).map(|child| child == Child::Draw),
            ),
            features,
        }
    }

    /// Whether the number of a question fits a byte.
    pub fn is_narrow(&self) -> bool {
        self.thresholds.len() <= 256
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        let width = if self.is_narrow() { 1 } else { 2 };
        self.thresholds.len()
            + self.opens.ranked_bytes()
            + width * self.questions.len()
            + self.shape.ranked_bytes()
            + 8 * self.claims.words.len()
    }

    /// The feature of a question, as a place in `features`.
    pub fn feature(&self, question: usize) -> usize {
        let opens = usize::from(self.opens.get(question));
        self.opens.rank(question) + opens
    }

    /// Whether a draw is claimed where features have the values that `value` gives by place.
    pub fn claims_draw(&self, value: impl Fn(usize) -> u8) -> bool {
        let mut at = 0;
        loop {
            let question = usize::from(self.questions[at]);
            let more = value(self.feature(question)) > self.thresholds[question];
            let way = 2 * at + usize::from(more);
            let before = self.shape.rank(way);
            if !self.shape.get(way) {
                return self.claims.get(way - before);
            }
            at = before + 1;
        }
    }
}
