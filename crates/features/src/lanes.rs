//! Lazy evaluation: computes a node of a program only in the lanes that need it.

use crate::{
    operator::{Column, Operator},
    program::{NodeId, Program, Squares},
    vectors,
};

/// The number of lanes from which on all 64 are computed at once, because vectors are then faster.
const MANY_LANES: u32 = 4;

/// Up to 64 positions that differ in the squares of some men, with the values of nodes known so
/// far. Position `i` is lane `i`, bit `i` of a set of lanes.
#[derive(Clone, Debug)]
pub struct Lanes {
    program: Program,
    /// The men on which each node depends: bit = index of the man.
    dependencies: Vec<u8>,
    columns: Vec<Column>,
    /// The lanes in which each node is known.
    known: Vec<u64>,
    squares: Squares,
}

impl Lanes {
    /// Makes an evaluator of a program, without positions.
    pub fn new(program: Program) -> Lanes {
        let count = program.nodes().len();
        Lanes {
            dependencies: program.dependencies(),
            columns: vec![[0; 64]; count],
            known: vec![0; count],
            squares: Squares::default(),
            program,
        }
    }

    /// Sets the positions and forgets all values.
    pub fn begin(&mut self, squares: &Squares) {
        let Squares { men, varying, first_to_move } = &mut self.squares;
        men.clone_from(&squares.men);
        (*varying, *first_to_move) = (squares.varying, squares.first_to_move);
        self.known.fill(0);
    }

    /// Returns the values of a node by lane. Only the lanes in `set` are computed.
    pub fn column(&mut self, node: NodeId, set: u64) -> &Column {
        self.compute(node, set);
        &self.columns[node as usize]
    }

    fn compute(&mut self, id: NodeId, set: u64) {
        let place = id as usize;
        let mut unknown = set & !self.known[place];
        if unknown == 0 {
            return;
        }
        let fixed = self.dependencies[place] & self.squares.varying == 0;
        if fixed || unknown.count_ones() >= MANY_LANES {
            unknown = u64::MAX;
        }
        for operand in 0..self.program.operands(id).len() {
            self.compute(self.program.operands(id)[operand], unknown);
        }
        self.known[place] |= unknown;
        let node = self.program.nodes()[place];
        let (below, rest) = self.columns.split_at_mut(place);
        let out = &mut rest[0];
        let of_lane =
            |lane: usize| node.operands.map(|o| below.get(o as usize).map_or(0, |c| c[lane]));
        match node.operator {
            Operator::Constant => out.fill(node.number),
            Operator::Man => *out = self.squares.men[node.number as usize],
            Operator::FirstToMove => out.fill(u64::from(self.squares.first_to_move)),
            operator if fixed => out.fill(operator.apply(of_lane(0))),
            operator if unknown == u64::MAX => {
                vectors::apply(operator, node.operands.map(|o| &below[o as usize]), out);
            }
            operator => {
                while unknown != 0 {
                    let lane = unknown.trailing_zeros() as usize;
                    unknown &= unknown - 1;
                    out[lane] = operator.apply(of_lane(lane));
                }
            }
        }
    }
}
