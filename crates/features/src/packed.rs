//! A tree packed into a few constant tables that a short loop walks.
//!
//! Branches are numbered level by level. A branch is stored as the number of its question, which
//! identifies the feature and the threshold. Questions are sorted by feature; one bit per question
//! marks the first question of each feature. One bit per child (`shape`) marks the children that
//! are branches; the rank of that bit is the number of the branch. The other children are leaves
//! with one bit each: 1 if the leaf claims a draw.

use crate::tree::{Branch, Child, Tree};

/// A tree in constant tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedTree {
    /// The numbers of the tree's features in their library, ascending.
    pub features: Vec<usize>,
    /// The threshold of each question, by the question's number.
    pub thresholds: Vec<u8>,
    /// One bit for each question: set for the first question of each feature except the first
    /// feature.
    pub opens: Bits,
    /// The number of the question that each branch asks.
    pub questions: Vec<u16>,
    /// Two bits for each branch: bit `2 * branch + side` is set if that child is a branch.
    pub shape: Bits,
    /// One bit for each leaf, in the order of the clear bits of `shape`: set if the leaf claims a
    /// draw.
    pub claims: Bits,
}

/// A bit vector with running counts, for ranks in constant time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// The bits in words of 64, lowest first.
    pub words: Vec<u64>,
    /// The number of set bits before each word.
    pub before: Vec<u16>,
}

impl Bits {
    /// Makes a bit vector from bits in order, lowest first.
    pub(crate) fn new(bits: impl IntoIterator<Item = bool>) -> Bits {
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

    /// Returns the bit with index `place`.
    pub fn get(&self, place: usize) -> bool {
        self.words[place / 64] >> (place % 64) & 1 != 0
    }

    /// Returns the number of set bits below index `place`.
    pub fn rank(&self, place: usize) -> usize {
        let below = self.words[place / 64] & ((1 << (place % 64)) - 1);
        usize::from(self.before[place / 64]) + below.count_ones() as usize
    }

    /// Returns the size of the bits and the running counts, in bytes.
    fn ranked_bytes(&self) -> usize {
        8 * self.words.len() + 2 * self.before.len()
    }
}

impl PackedTree {
    /// Packs a tree with at least one branch.
    pub fn new(tree: &Tree) -> PackedTree {
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
        PackedTree {
            thresholds: asked.iter().map(|&(_, threshold)| threshold).collect(),
            // The first feature has no mark, so the rank of a question is the index of its feature.
            opens: Bits::new((0..asked.len()).map(|n| n > 0 && asked[n].0 != asked[n - 1].0)),
            questions: tree.branches.iter().map(|b| number(b.feature, b.threshold)).collect(),
            shape: Bits::new(ways().map(|child| is_branch(&child))),
            claims: Bits::new(
                ways().filter(|child| !is_branch(child)).map(|child| child == Child::Draw),
            ),
            features,
        }
    }

    /// Returns whether the number of every question fits into a byte.
    pub fn is_narrow(&self) -> bool {
        self.thresholds.len() <= 256
    }

    /// Returns the size of all tables in bytes.
    pub fn bytes(&self) -> usize {
        let width = if self.is_narrow() { 1 } else { 2 };
        self.thresholds.len()
            + self.opens.ranked_bytes()
            + width * self.questions.len()
            + self.shape.ranked_bytes()
            + 8 * self.claims.words.len()
    }

    /// Returns the feature that a question asks about, as an index into `features`.
    pub fn feature(&self, question: usize) -> usize {
        let opens = usize::from(self.opens.get(question));
        self.opens.rank(question) + opens
    }

    /// Returns whether the tree claims a draw. `value(i)` is the value of `features[i]`.
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
    /// Unpacks the tree; `None` if the tables contradict each other.
    pub fn unpack(&self) -> Option<Tree> {
        let mut branches = Vec::with_capacity(self.questions.len());
        let (mut next, mut leaves) = (1, 0);
        for (number, &question) in self.questions.iter().enumerate() {
            let question = usize::from(question);
            let threshold = *self.thresholds.get(question)?;
            let feature = *self.features.get(self.feature(question))?;
            let mut children = [Child::Unknown; 2];
            for (side, child) in children.iter_mut().enumerate() {
                if self.shape.get(2 * number + side) {
                    *child = Child::Branch(next);
                    next += 1;
                } else {
                    leaves += 1;
                    if leaves > self.questions.len() + 1 {
                        return None;
                    }
                    if self.claims.get(leaves - 1) {
                        *child = Child::Draw;
                    }
                }
                if next as usize > self.questions.len() {
                    return None;
                }
            }
            // Every branch but the root is the child of an earlier branch.
            let is_last = number + 1 == self.questions.len();
            if !is_last && next as usize <= number + 1 {
                return None;
            }
            branches.push(Branch { feature, threshold, children });
        }
        Some(Tree { branches, everything: false })
    }
}
