//! The file format of exact outcomes; FORMAT.md lists its parts.
//!
//! A tree, numbers little-endian: u8 the answer (1 = yes) if it has no branches; u16 number of questions;
//! u16 number of branches. Then for each question, ascending, u8 the feature's number less that of the
//! question before, and u8 the threshold. Then for each branch the number of its question, u8 if there
//! are at most 256 questions, else u16. Then four bits a branch, two branches a byte, the first in the
//! lower bits: two bits for features up to the threshold, two for those above it, 0 = no, 1 = yes, 2 = the
//! next branch that no branch before has led to. The first branch is the root. Features are numbered as
//! [`drawproof_features::Library`] lists them for the endgame.

use drawproof_tables::{Layout, MEN_MIN, Material, SOLVABLE_MEN_MAX};
use twox_hash::XxHash3_64;

use super::{
    exceptions::{ExactError, Exceptions},
    outcomes::{Answer, Exact, Sorter},
};
use drawproof_features::tree::{Branch, Child, Tree};

/// The first bytes. The digit is the version of the format.
const MAGIC: &[u8] = b"drawproof exact 1\n";

impl Exact {
    /// The outcomes as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.endgame().len() as u8);
        bytes.extend(self.endgame().as_bytes());
        for answer in self.answers() {
            bytes.extend(tree_bytes(&answer.sorter.tree));
            let packed = answer.exceptions.pack();
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        let checksum = XxHash3_64::oneshot(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The sizes in bytes of the trees and of the exceptions.
    pub fn parts_bytes(&self) -> (usize, usize) {
        let trees = self.answers().iter().map(|answer| tree_bytes(&answer.sorter.tree).len());
        let exceptions = self.answers().iter().map(|answer| answer.exceptions.pack().len());
        (trees.sum(), exceptions.sum())
    }

    /// Reads outcomes from bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Exact, ExactError> {
        let damaged = ExactError::Damaged;
        if !bytes.starts_with(MAGIC) {
            return Err(ExactError::Foreign);
        }
        let (content, checksum) = bytes.split_last_chunk().ok_or(damaged("they end too soon"))?;
        if XxHash3_64::oneshot(content) != u64::from_le_bytes(*checksum) {
            return Err(damaged("the checksum is wrong"));
        }
        let mut left = Left(content.get(MAGIC.len()..).ok_or(damaged("they end too soon"))?);
        let endgame = left.endgame().ok_or(damaged("the endgame is none"))?;
        let material: Material = endgame.parse().map_err(|_| damaged("the endgame is none"))?;
        if !(MEN_MIN..=SOLVABLE_MEN_MAX).contains(&material.men()) {
            return Err(damaged("the endgame is none"));
        }
        let layout = Layout::new(material.normalise().0);
        let places = 2 * layout.count() as u64;
        let parse = |left: &mut Left| -> Option<[Answer; 2]> {
            let mut answers = [Answer::default(), Answer::default()];
            for answer in &mut answers {
                answer.sorter = Sorter { tree: left.tree()? };
                let length = left.number(4)?;
                answer.exceptions = Exceptions::unpack(left.take(length)?, places).ok()?;
            }
            left.0.is_empty().then_some(answers)
        };
        let answers = parse(&mut left).ok_or(damaged("a part is none"))?;
        Exact::new(&endgame, layout, answers).ok_or(damaged("a feature is none"))
    }
}

/// The number of bytes of a question's number.
fn question_bytes(questions: usize) -> usize {
    if questions <= 256 { 1 } else { 2 }
}

fn tree_bytes(tree: &Tree) -> Vec<u8> {
    let mut questions: Vec<(usize, u8)> =
        tree.branches.iter().map(|branch| (branch.feature, branch.threshold)).collect();
    questions.sort_unstable();
    questions.dedup();
    let mut bytes = Vec::new();
    bytes.push(u8::from(tree.everything));
    bytes.extend((questions.len() as u16).to_le_bytes());
    bytes.extend((tree.branches.len() as u16).to_le_bytes());
    let mut last = 0;
    for &(feature, threshold) in &questions {
        bytes.extend([(feature - last) as u8, threshold]);
        last = feature;
    }
    let way = |child: Child| match child {
        Child::Unknown => 0,
        Child::Draw => 1,
        Child::Branch(_) => 2,
    };
    for branch in &tree.branches {
        let number = questions.binary_search(&(branch.feature, branch.threshold));
        let number = number.expect("it was collected") as u16;
        bytes.extend(&number.to_le_bytes()[..question_bytes(questions.len())]);
    }
    let ways = |branch: &Branch| way(branch.children[0]) | way(branch.children[1]) << 2;
    let pairs = tree.branches.chunks(2);
    bytes.extend(pairs.map(|pair| ways(&pair[0]) | pair.get(1).map_or(0, ways) << 4));
    bytes
}

/// The bytes not read yet.
struct Left<'a>(&'a [u8]);

impl<'a> Left<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, length: usize) -> Option<usize> {
        let bytes = self.take(length)?.iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    fn endgame(&mut self) -> Option<String> {
        let length = self.number(1)?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn tree(&mut self) -> Option<Tree> {
        let everything = self.number(1)? != 0;
        let (count, branches) = (self.number(2)?, self.number(2)?);
        let mut questions = Vec::new();
        let mut feature = 0;
        for _ in 0..count {
            feature += self.number(1)?;
            questions.push((feature, self.number(1)? as u8));
        }
        let asked: Vec<usize> =
            (0..branches).map(|_| self.number(question_bytes(count))).collect::<Option<_>>()?;
        let ways = self.take(branches.div_ceil(2))?;
        let mut next = 1;
        let mut tree = Tree { branches: Vec::new(), everything };
        for (number, question) in asked.into_iter().enumerate() {
            let &(feature, threshold) = questions.get(question)?;
            let mut children = [Child::Unknown; 2];
            for (side, child) in children.iter_mut().enumerate() {
                *child = match ways[number / 2] >> (4 * (number % 2) + 2 * side) & 3 {
                    0 => Child::Unknown,
                    1 => Child::Draw,
                    2 => {
                        next += 1;
                        Child::Branch(next - 1)
                    }
                    _ => return None,
                };
            }
            tree.branches.push(Branch { feature, threshold, children });
        }
        // Every branch but the root has been led to, by one before it.
        let forwards = tree.branches.iter().enumerate().all(|(number, branch)| {
            branch.children.iter().all(|child| match *child {
                Child::Branch(next) => next as usize > number,
                _ => true,
            })
        });
        (forwards && (branches == 0 || next as usize == branches)).then_some(tree)
    }
}
