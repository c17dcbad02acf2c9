//! Expressions over the squares of the men, as a graph that is evaluated for one position or for 64
//! at a time. A library builds programs; [`crate::emit`] writes them as source code.

use crate::{
    operator::{Column, Operator},
    vectors,
};

/// The index of a node in its [`Program`].
pub type NodeId = u32;

/// One operation of an expression and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The operation of the node.
    pub operator: Operator,
    /// The nodes of the operands. Unused entries are 0, the number of the first node, which is an
    /// input.
    pub operands: [NodeId; 3],
    /// The value of a constant, or the index of a man in [`crate::men::Men::seats`]; otherwise 0.
    pub number: u64,
}

/// The squares of the men in up to 64 positions with the same side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    /// The squares of each man, `[man][position]`, with men in the order of
    /// [`crate::men::Men::seats`].
    pub men: Vec<Column>,
    /// The men whose squares differ between the positions; bit `i` is man `i`.
    pub varying: u8,
    /// Whether the first side is to move in the positions.
    pub first_to_move: bool,
}

/// Expressions that share their common parts. Operands precede the nodes that use them.
#[derive(Clone, Debug, Default)]
pub struct Program {
    nodes: Vec<Node>,
}

impl Program {
    /// Makes a program of nodes; operands must precede their users.
    pub(crate) fn new(nodes: Vec<Node>) -> Program {
        Program { nodes }
    }

    /// Returns the nodes, operands first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the operands of a node, without unused entries.
    pub fn operands(&self, id: NodeId) -> &[NodeId] {
        let node = &self.nodes[id as usize];
        &node.operands[..node.operator.arity()]
    }

    /// Returns the part of the program that computes `roots`, and the indices of the roots in that
    /// part.
    pub fn part(&self, roots: &[NodeId]) -> (Program, Vec<NodeId>) {
        let mut wanted = vec![false; self.nodes.len()];
        for &root in roots {
            wanted[root as usize] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            if wanted[id] {
                for &operand in self.operands(id as NodeId) {
                    wanted[operand as usize] = true;
                }
            }
        }
        let mut places = vec![0; self.nodes.len()];
        let mut nodes = Vec::new();
        for (id, node) in self.nodes.iter().enumerate().filter(|&(id, _)| wanted[id]) {
            places[id] = nodes.len() as NodeId;
            nodes.push(Node { operands: node.operands.map(|o| places[o as usize]), ..*node });
        }
        (Program { nodes }, roots.iter().map(|&root| places[root as usize]).collect())
    }

    /// Computes the values of all nodes for one position. This is the reference implementation for
    /// [`Program::evaluate`].
    pub fn evaluate_one(&self, men: &[u64], first_to_move: bool) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            values.push(match node.operator {
                Operator::Constant => node.number,
                Operator::Man => men[node.number as usize],
                Operator::FirstToMove => u64::from(first_to_move),
                operator => operator.apply(node.operands.map(|o| values[o as usize])),
            });
        }
        values
    }

    /// Returns the men on which the value of each node depends: one byte for each node, in which
    /// bit `i` is man `i`.
    pub fn dependencies(&self) -> Vec<u8> {
        let mut known: Vec<u8> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let own = match node.operator {
                Operator::Man => 1 << node.number,
                _ => 0,
            };
            let of_operands = self.operands(id as NodeId).iter();
            known.push(of_operands.fold(own, |men, &o| men | known[o as usize]));
        }
        known
    }

    /// Computes all nodes for 64 positions. Writes the values of each node to its column of
    /// `columns`. `dependencies` comes from [`Program::dependencies`].
    pub fn evaluate(&self, squares: &Squares, dependencies: &[u8], columns: &mut [Column]) {
        for (id, node) in self.nodes.iter().enumerate() {
            let (known, rest) = columns.split_at_mut(id);
            let out = &mut rest[0];
            match node.operator {
                Operator::Constant => out.fill(node.number),
                Operator::Man => *out = squares.men[node.number as usize],
                Operator::FirstToMove => out.fill(u64::from(squares.first_to_move)),
                operator if dependencies[id] & squares.varying != 0 => {
                    vectors::apply(operator, node.operands.map(|o| &known[o as usize]), out);
                }
                operator => {
                    out.fill(operator.apply(node.operands.map(|o| known[o as usize][0])));
                }
            }
        }
    }
}
