//! Builds expressions: operators on [`Term`]s add nodes to a [`Graph`], which shares equal nodes.

use std::{
    cell::RefCell,
    collections::HashMap,
    ops::{BitAnd, BitOr, Not},
};

use crate::{
    operator::{Operator, for_each_primitive},
    program::{Node, NodeId, Program},
};

/// A node of a graph under construction.
#[derive(Clone, Copy)]
pub(crate) struct Term<'a> {
    graph: &'a Graph,
    pub(crate) id: NodeId,
}

/// Defines one constructor for each primitive, with the primitive's name.
macro_rules! constructors {
    ($($name:ident $function:ident $($operand:literal)+;)+) => {
        #[expect(dead_code, reason = "families of features do not use every primitive")]
        impl<'a> Term<'a> {
            $(
                pub(crate) fn $function(
                    operands: [Term<'a>; [$($operand),+].len()],
                ) -> Term<'a> {
                    operands[0].graph.node(Operator::$name, &operands)
                }
            )+
        }
    };
}

for_each_primitive!(constructors);

/// A graph under construction. A node that the graph already has is not added again.
#[derive(Default)]
pub(crate) struct Graph {
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

    pub(crate) fn constant(&self, number: u64) -> Term<'_> {
        self.add(Node { operator: Operator::Constant, operands: [0; 3], number })
    }

    pub(crate) fn man(&self, index: usize) -> Term<'_> {
        self.add(Node { operator: Operator::Man, operands: [0; 3], number: index as u64 })
    }

    pub(crate) fn first_to_move(&self) -> Term<'_> {
        self.add(Node { operator: Operator::FirstToMove, operands: [0; 3], number: 0 })
    }

    pub(crate) fn into_program(self) -> Program {
        Program::new(self.nodes.into_inner())
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
