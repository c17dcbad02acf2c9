//! The outcome of every position of an endgame, from two answers.

use drawproof_board::Square;
use drawproof_features::{
    Library, Men, VALUE_MAX,
    program::{NodeId, Program},
    tree::{Branch, Child, Tree},
};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, LikeMen};

use super::exceptions::Exceptions;
use crate::grow::Grown;

/// Bits that a branch takes in a file, about.
const BRANCH_BITS: f64 = 13.0;

/// The outcome of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The other side wins.
    Loss,
}

/// A tree whose leaves answer yes ([`Child::Draw`]) or no ([`Child::Unknown`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorter {
    /// The tree.
    pub tree: Tree,
}

impl Sorter {
    /// The part of a grown tree that is worth its bytes where an exception takes `exception_bits`;
    /// and the bits of this part and its exceptions. `features` are the numbers of the sample's
    /// features; the positions to answer with yes are the sample's draws.
    pub fn new(grown: &Grown, exception_bits: f64, features: &[usize]) -> (Sorter, f64) {
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
        let mut order: Vec<usize> = if is_branch[0] { vec![0] } else { Vec::new() };
        let (mut next, mut branches) = (0, Vec::new());
        while next < order.len() {
            let (feature, threshold, first) = nodes[order[next]].split.expect("it is a branch");
            let children = [first as usize, first as usize + 1].map(|child| {
                if is_branch[child] {
                    order.push(child);
                    return Child::Branch(order.len() as u32 - 1);
                }
                if answers_yes(child) { Child::Draw } else { Child::Unknown }
            });
            branches.push(Branch { feature: features[usize::from(feature)], threshold, children });
            next += 1;
        }
        let everything = branches.is_empty() && answers_yes(0);
        (Sorter { tree: Tree { branches, everything } }, bits[0])
    }

    /// The features it asks about, ascending.
    pub fn features(&self) -> Vec<usize> {
        self.tree.features()
    }

    /// Whether the answer is yes where features have the values that `value` returns.
    #[inline(always)]
    pub fn is_yes(&self, value: impl Fn(usize) -> u8) -> bool {
        self.tree.claims(self.tree.leaf(value))
    }
}

/// A tree and its exceptions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The tree.
    pub sorter: Sorter,
    /// The positions where the tree is wrong.
    pub exceptions: Exceptions,
}

impl Answer {
    /// The answer, from the values of features and the number of the position.
    fn is_yes(&self, value: impl Fn(usize) -> u8, number: u64) -> bool {
        self.sorter.is_yes(value) != self.exceptions.has(number)
    }
}

/// The outcome of every position of an endgame.
pub struct Exact {
    endgame: String,
    men: Men,
    layout: Layout,
    like_men: LikeMen,
    program: Program,
    /// The node of each feature in `program`, by number in the library; `None` if no tree needs it.
    roots: Vec<Option<NodeId>>,
    /// `[is it drawn, does the first side win a decisive position]`.
    answers: [Answer; 2],
}

impl Exact {
    /// The outcomes by two answers: whether it is drawn, and whether the first side wins.
    pub(super) fn new(endgame: &str, layout: Layout, answers: [Answer; 2]) -> Option<Exact> {
        let men = Men::of_endgame(endgame)?;
        let library = Library::new(men.clone());
        let count = library.features().len();
        let mut used: Vec<usize> = answers.iter().flat_map(|a| a.sorter.features()).collect();
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

    /// The endgame.
    pub fn endgame(&self) -> &str {
        &self.endgame
    }

    /// Whether a position is drawn and, if not, whether the first side wins.
    pub fn answers(&self) -> &[Answer; 2] {
        &self.answers
    }

    /// The outcome of a legal position of the endgame, with either colour on either side. `None` if
    /// an en-passant capture is legal or the position has other men.
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

    /// The number of a position, as [`crate::world::World`] numbers them.
    fn number(&self, squares: &[u64], first_to_move: bool) -> Option<u64> {
        let squares: Vec<Square> = squares.iter().map(|&s| Square::index(s as usize)).collect();
        let index = self.like_men.stored(self.layout.index(&squares)?);
        Some((index + if first_to_move { 0 } else { self.layout.count() }) as u64)
    }
}
