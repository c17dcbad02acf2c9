//! Expressions over the squares of the men: what a feature is, as a graph that can be evaluated
//! for one position or 64 at a time, and written as source code.

use std::{
    cell::RefCell,
    collections::HashMap,
    ops::{BitAnd, BitOr, Not},
};

use super::{primitives, vectors};

/// The place of a node in its [`Program`].
pub type NodeId = u32;

/// One operation of an expression and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// What is done.
    pub operator: Operator,
    /// The operands; places without meaning are 0 (the first node, which is an input).
    pub operands: [NodeId; 3],
    /// The number of a constant, the place of a man; else 0.
    pub number: u64,
}

macro_rules! operators {
    ($($name:ident $function:ident $($operand:literal)+;)+) => {
        /// What a node does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Operator {
            /// A number.
            Constant,
            /// The square of a man, by its place among the men.
            Man,
            /// 1 if the first side is to move, 0 if the second is.
            FirstToMove,
            /// The squares of both sets.
            And,
            /// The squares of either set.
            Or,
            /// The squares not in the set.
            Not,
            $(
                #[doc = concat!("[`primitives::", stringify!($function), "`].")]
                $name,
            )+
        }

        impl Operator {
            /// The name of the function in source code; `None` where it is an operator or input.
            pub fn function(self) -> Option<&'static str> {
                match self {
                    $(Operator::$name => Some(stringify!($function)),)+
                    _ => None,
                }
            }

            /// The number of operands.
            pub fn arity(self) -> usize {
                match self {
                    Operator::Constant | Operator::Man | Operator::FirstToMove => 0,
                    Operator::And | Operator::Or => 2,
                    Operator::Not => 1,
                    $(Operator::$name => [$($operand),+].len(),)+
                }
            }

            /// The result for one position; inputs have none.
            pub(super) fn apply(self, operands: [u64; 3]) -> u64 {
                match self {
                    Operator::Constant | Operator::Man | Operator::FirstToMove => unreachable!(),
                    Operator::And => operands[0] & operands[1],
                    Operator::Or => operands[0] | operands[1],
                    Operator::Not => !operands[0],
                    $(Operator::$name => primitives::$function($(operands[$operand]),+),)+
                }
            }

            /// The results for 64 positions; inputs have none. [`vectors::apply`] does the same
            /// with the best instructions there are: for these to be used there are no closures here.
            #[inline(always)]
            pub(super) fn apply_all(self, operands: [&Column; 3], out: &mut Column) {
                let [a, b, _] = operands;
                match self {
                    Operator::Constant | Operator::Man | Operator::FirstToMove => unreachable!(),
                    Operator::And => for lane in 0..64 { out[lane] = a[lane] & b[lane] },
                    Operator::Or => for lane in 0..64 { out[lane] = a[lane] | b[lane] },
                    Operator::Not => for lane in 0..64 { out[lane] = !a[lane] },
                    $(Operator::$name => for lane in 0..64 {
                        out[lane] = primitives::$function($(operands[$operand][lane]),+)
                    },)+
                }
            }

            /// All operators that are not inputs.
            #[cfg(test)]
            pub(super) const WORKING: &[Operator] =
                &[Operator::And, Operator::Or, Operator::Not, $(Operator::$name),+];
        }

        /// What expressions are written with: a node under construction.
        #[derive(Clone, Copy)]
        pub(super) struct Term<'a> {
            graph: &'a Graph,
            pub(super) id: NodeId,
        }

        #[allow(dead_code, reason = "every primitive can be written")]
        impl<'a> Term<'a> {
            $(
                pub(super) fn $function(
                    operands: [Term<'a>; [$($operand),+].len()],
                ) -> Term<'a> {
                    operands[0].graph.node(Operator::$name, &operands)
                }
            )+
        }
    };
}

operators! {
    Steps steps 0;
    Jumps jumps 0;
    Rook rook 0 1;
    Bishop bishop 0 1;
    Bit bit 0;
    Count count 0;
    Any any 0;
    Equal equal 0 1;
    Less less 0 1;
    Least least 0 1;
    Most most 0 1;
    Plus plus 0 1;
    Lead lead 0 1;
    Choose choose 0 1 2;
    Distance distance 0 1;
    Files files 0 1;
    Ranks ranks 0 1;
    Offset offset 0 1;
    Slant slant 0 1;
    Edge edge 0;
    Corner corner 0;
    Light light 0;
    ColourCorner colour_corner 0 1;
    Parts parts 0 1 2;
    Walk walk 0 1 2;
    Leaps leaps 0 1 2;
    Rank rank 0;
    FileEdge file_edge 0;
    Up up 0;
    Down down 0;
    HitsUp hits_up 0;
    HitsDown hits_down 0;
    FillUp fill_up 0;
    FillDown fill_down 0;
}

/// A graph under construction; equal nodes are one.
#[derive(Default)]
pub(super) struct Graph {
    nodes: RefCell<Vec<Node>>,
    known: RefCell<HashMap<Node, NodeId>>,
}

impl Graph {
    fn add(&self, node: Node) -> Term<'_> {
        let id = *self.known.borrow_mut().entry(node).or_insert_with(|| {
            let mut nodes = self.nodes.borrow_mut();
            nodes.push(node);
            nodes.len() as NodeId - 1
        });
        Term { graph: self, id }
    }

    fn node<'a>(&'a self, operator: Operator, operands: &[Term<'a>]) -> Term<'a> {
        let mut ids = [0; 3];
        for (id, operand) in ids.iter_mut().zip(operands) {
            *id = operand.id;
        }
        self.add(Node { operator, operands: ids, number: 0 })
    }

    pub(super) fn constant(&self, number: u64) -> Term<'_> {
        self.add(Node { operator: Operator::Constant, operands: [0; 3], number })
    }

    pub(super) fn man(&self, place: usize) -> Term<'_> {
        self.add(Node { operator: Operator::Man, operands: [0; 3], number: place as u64 })
    }

    pub(super) fn first_to_move(&self) -> Term<'_> {
        self.add(Node { operator: Operator::FirstToMove, operands: [0; 3], number: 0 })
    }

    pub(super) fn into_program(self) -> Program {
        Program { nodes: self.nodes.into_inner() }
    }
}

impl<'a> BitAnd for Term<'a> {
    type Output = Term<'a>;
    fn bitand(self, other: Term<'a>) -> Term<'a> {
        self.graph.node(Operator::And, &[self, other])
    }
}

impl<'a> BitOr for Term<'a> {
    type Output = Term<'a>;
    fn bitor(self, other: Term<'a>) -> Term<'a> {
        self.graph.node(Operator::Or, &[self, other])
    }
}

impl<'a> Not for Term<'a> {
    type Output = Term<'a>;
    fn not(self) -> Term<'a> {
        self.graph.node(Operator::Not, &[self])
    }
}

/// The values of a node in 64 positions.
pub type Column = [u64; 64];

/// Expressions that share what they have in common; operands stand before what is made of them.
#[derive(Clone, Debug, Default)]
pub struct Program {
    nodes: Vec<Node>,
}

impl Program {
    /// The nodes, operands first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The operands of a node.
    pub fn operands(&self, id: NodeId) -> &[NodeId] {
        let node = &self.nodes[id as usize];
        &node.operands[..node.operator.arity()]
    }

    /// The part of the program that `roots` are made of, and where they stand in it.
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

    /// The values of all nodes for one position: the slow twin of [`Program::evaluate`].
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

    /// For each node, the men its value depends on: bit = place among the men.
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

    /// The values of all nodes in 64 positions. `men` has the squares of each man by position,
    /// `varying` the men that do not stand on one square in all of them (bit = place);
    /// `dependencies` is [`Program::dependencies`], `columns` has one column a node.
    pub fn evaluate(
        &self,
        men: &[Column],
        varying: u8,
        first_to_move: bool,
        dependencies: &[u8],
        columns: &mut [Column],
    ) {
        for (id, node) in self.nodes.iter().enumerate() {
            let (known, rest) = columns.split_at_mut(id);
            let out = &mut rest[0];
            match node.operator {
                Operator::Constant => out.fill(node.number),
                Operator::Man => *out = men[node.number as usize],
                Operator::FirstToMove => out.fill(u64::from(first_to_move)),
                operator if dependencies[id] & varying != 0 => {
                    vectors::apply(operator, node.operands.map(|o| &known[o as usize]), out);
                }
                operator => {
                    out.fill(operator.apply(node.operands.map(|o| known[o as usize][0])));
                }
            }
        }
    }
}
