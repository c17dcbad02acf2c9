//! The outcome of every position of an endgame, from the answers to two questions, and its file.
//! FORMAT.md lists the sections.
//!
//! A tree, with little-endian numbers: u8 answer (1 = yes), used if there are no branches; u16
//! number of questions; u16 number of branches. Then, for each question in ascending order, u8
//! feature number minus that of the previous question, and u8 threshold. Then, for each branch, the
//! number of its question: u8 with at most 256 questions, else u16. Then four bits a branch, two
//! branches a byte, the first in the low bits: two bits for features up to the threshold, two for
//! those above, where 0 = no, 1 = yes, 2 = the next branch without a parent so far. The first
//! branch is the root. Features are numbered as [`drawproof_features::Library`] lists them for the
//! endgame.

use drawproof_board::Square;
use drawproof_features::{
    Library, Men, VALUE_MAX,
    bytes::Reader,
    program::{NodeId, Program},
    tree::{Branch, Child, Tree},
};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, LikeMen, MEN_MIN, Material, SOLVABLE_MEN_MAX};
use twox_hash::XxHash3_64;

use super::exceptions::{ExactError, Exceptions};
use crate::{grow::Grown, prune::tree_of};

/// The approximate size of a branch in a file, in bits.
const BRANCH_BITS: f64 = 13.0;

/// The outcome of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The other side wins.
    Loss,
}

/// The answer to a yes-or-no question in every position: a tree whose leaves answer yes
/// ([`Child::Draw`]) or no, and its exceptions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The tree that answers the question.
    pub tree: Tree,
    /// The positions that the tree answers wrongly.
    pub exceptions: Exceptions,
}

impl Answer {
    /// Returns the answer for a position, given the values of its features and its number.
    fn is_yes(&self, value: impl Fn(usize) -> u8, number: u64) -> bool {
        is_yes(&self.tree, value) != self.exceptions.has(number)
    }
}

/// Returns whether a tree answers yes for the feature values that `value` returns.
#[inline(always)]
pub(super) fn is_yes(tree: &Tree, value: impl Fn(usize) -> u8) -> bool {
    tree.claims(tree.leaf(value))
}

/// Prunes a grown tree to the part that is worth its bytes if an exception takes `exception_bits`.
/// Returns the part, and the bits of part and exceptions. The positions with the answer yes are the
/// sample's draws.
pub(super) fn worth_its_bytes(
    grown: &Grown,
    exception_bits: f64,
    features: &[usize],
) -> (Tree, f64) {
    let nodes = &grown.nodes;
    let mut bits = vec![0.0; nodes.len()];
    let mut is_branch = vec![false; nodes.len()];
    for (number, node) in nodes.iter().enumerate().rev() {
        bits[number] = node.draws.min(node.decisive) * exception_bits;
        if let Some((_, _, first)) = node.split {
            let split = BRANCH_BITS + bits[first as usize] + bits[first as usize + 1];
            if split < bits[number] {
                bits[number] = split;
                is_branch[number] = true;
            }
        }
    }
    let answers_yes = |node: usize| nodes[node].draws > nodes[node].decisive;
    (tree_of(nodes, features, |node| is_branch[node], answers_yes), bits[0])
}

/// The win, draw or loss of every position of an endgame.
pub struct Exact {
    endgame: String,
    men: Men,
    layout: Layout,
    like_men: LikeMen,
    program: Program,
    /// The node of each feature in `program`, indexed by number in the library; `None` if no tree
    /// needs the feature.
    roots: Vec<Option<NodeId>>,
    /// The answers to two questions: is the position drawn, does the first side win a decisive
    /// position.
    answers: [Answer; 2],
}

impl Exact {
    /// Creates the outcomes from the two answers: whether a position is drawn, and whether the
    /// first side wins it.
    pub(super) fn new(endgame: &str, layout: Layout, answers: [Answer; 2]) -> Option<Exact> {
        let men = Men::of_endgame(endgame)?;
        let library = Library::new(men.clone());
        let count = library.features().len();
        let mut used: Vec<usize> = answers.iter().flat_map(|a| a.tree.features()).collect();
        used.sort_unstable();
        used.dedup();
        if used.last().is_some_and(|&most| most >= count) {
            return None;
        }
        let nodes: Vec<NodeId> = used.iter().map(|&f| library.features()[f].node).collect();
        let (program, found) = library.program().part(&nodes);
        let mut roots = vec![None; count];
        used.iter().zip(found).for_each(|(&feature, root)| roots[feature] = Some(root));
        let like_men = LikeMen::new(&layout);
        Some(Exact { endgame: endgame.into(), men, layout, like_men, program, roots, answers })
    }

    /// Returns the name of the endgame.
    pub fn endgame(&self) -> &str {
        &self.endgame
    }

    /// Returns the two answers: whether a position is drawn and, if not, whether the first side
    /// wins.
    pub fn answers(&self) -> &[Answer; 2] {
        &self.answers
    }

    /// Returns the outcome of a legal position of the endgame, with either colour as the first
    /// side; `None` if an en-passant capture is legal or the position has other men.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.en_passant != 64 || !self.is_of_endgame(position) {
            return None;
        }
        let (squares, first_to_move) =
            self.men.squares(&position.colour, &position.kind, position.side_to_move);
        let count = self.layout.men().len();
        let number = self.number(&squares[..count], first_to_move)?;
        let values = self.program.evaluate_one(&squares[..count], first_to_move);
        let value = |feature: usize| {
            let root = self.roots[feature].expect("trees ask for no others");
            values[root as usize].min(VALUE_MAX) as u8
        };
        if self.answers[0].is_yes(value, number) {
            return Some(Outcome::Draw);
        }
        let first_wins = self.answers[1].is_yes(value, number);
        Some(if first_wins == first_to_move { Outcome::Win } else { Outcome::Loss })
    }

    fn is_of_endgame(&self, position: &Position) -> bool {
        let count = |side: usize, kind: usize| {
            let wanted = self.men.side(side).iter().filter(|&&piece| piece as usize == kind);
            wanted.count() as u32
        };
        [0, 1].into_iter().any(|white| {
            (0..6).all(|kind| {
                [0, 1].into_iter().all(|colour| {
                    let men = position.colour[colour] & position.kind[kind];
                    men.count_ones() == count(colour ^ white, kind)
                })
            })
        })
    }

    /// Returns the number of a position in the numbering of [`crate::world::World`].
    fn number(&self, squares: &[u64], first_to_move: bool) -> Option<u64> {
        let squares: Vec<Square> = squares.iter().map(|&s| Square::index(s as usize)).collect();
        let index = self.like_men.stored(self.layout.index(&squares)?);
        Some((index + if first_to_move { 0 } else { self.layout.count() }) as u64)
    }
}

/// The first bytes of a file. The digit is the version of the format.
const MAGIC: &[u8] = b"drawproof exact 1\n";

impl Exact {
    /// Encodes the outcomes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.endgame().len() as u8);
        bytes.extend(self.endgame().as_bytes());
        for answer in self.answers() {
            bytes.extend(tree_bytes(&answer.tree));
            let packed = answer.exceptions.pack();
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        let checksum = XxHash3_64::oneshot(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Returns the size of the trees and the size of the exceptions, in bytes.
    pub fn parts_bytes(&self) -> (usize, usize) {
        let trees = self.answers().iter().map(|answer| tree_bytes(&answer.tree).len());
        let exceptions = self.answers().iter().map(|answer| answer.exceptions.pack().len());
        (trees.sum(), exceptions.sum())
    }

    /// Decodes outcomes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Exact, ExactError> {
        let damaged = ExactError::Damaged;
        if !bytes.starts_with(MAGIC) {
            return Err(ExactError::Foreign);
        }
        let (content, checksum) = bytes.split_last_chunk().ok_or(damaged("they end too soon"))?;
        if XxHash3_64::oneshot(content) != u64::from_le_bytes(*checksum) {
            return Err(damaged("the checksum is wrong"));
        }
        let mut left = Reader(content.get(MAGIC.len()..).ok_or(damaged("they end too soon"))?);
        let endgame = left.fixed(1).and_then(|length| left.text(length as usize));
        let endgame = endgame.ok_or(damaged("its endgame is unknown"))?;
        let material: Material = endgame.parse().map_err(|_| damaged("its endgame is unknown"))?;
        if !(MEN_MIN..=SOLVABLE_MEN_MAX).contains(&material.men()) {
            return Err(damaged("its endgame is unknown"));
        }
        let layout = Layout::new(material.normalise().0);
        let places = 2 * layout.count() as u64;
        let parse = |left: &mut Reader| -> Option<[Answer; 2]> {
            let mut answers = [Answer::default(), Answer::default()];
            for answer in &mut answers {
                answer.tree = tree(left)?;
                let length = left.fixed(4)? as usize;
                answer.exceptions = Exceptions::unpack(left.take(length)?, places).ok()?;
            }
            left.0.is_empty().then_some(answers)
        };
        let answers = parse(&mut left).ok_or(damaged("a part cannot be read"))?;
        Exact::new(&endgame, layout, answers).ok_or(damaged("a feature is unknown"))
    }
}

/// Returns the size of a question's number in bytes.
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

/// Reads a tree.
fn tree(left: &mut Reader) -> Option<Tree> {
    let everything = left.fixed(1)? != 0;
    let [count, branches] = [left.fixed(2)? as usize, left.fixed(2)? as usize];
    let mut questions = Vec::new();
    let mut feature = 0;
    for _ in 0..count {
        feature += left.fixed(1)? as usize;
        questions.push((feature, left.fixed(1)? as u8));
    }
    let asked: Vec<u64> =
        (0..branches).map(|_| left.fixed(question_bytes(count))).collect::<Option<_>>()?;
    let ways = left.take(branches.div_ceil(2))?;
    let mut next = 1;
    let mut tree = Tree { branches: Vec::new(), everything };
    for (number, question) in asked.into_iter().enumerate() {
        let &(feature, threshold) = questions.get(question as usize)?;
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
    // Every branch but the root is the child of an earlier branch.
    let forwards = tree.branches.iter().enumerate().all(|(number, branch)| {
        branch.children.iter().all(|child| match *child {
            Child::Branch(next) => next as usize > number,
            _ => true,
        })
    });
    (forwards && (branches == 0 || next as usize == branches)).then_some(tree)
}
