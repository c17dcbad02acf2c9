//! Features: small integers that describe a position, for whoever learns or refines rules.
//!
//! Every feature is named, says in a sentence what it is, and has the same value in symmetric
//! positions, with colours reversed, and with men of one kind exchanged. Without pawns symmetric
//! means the eight symmetries of the board, with pawns the mirror of files. The library of an
//! endgame is made from its men alone: nothing in it is about one endgame.
//!
//! A feature is an expression over the squares of the men ([`expression`]), so that it can be
//! evaluated here, many positions at a time, and written out as source code in several languages.
//! What the expressions are made of stands in [`primitives`] and, in C, in `primitives.h`.

mod aggregate;
mod basics;
pub mod expression;
mod fights;
pub mod lanes;
mod men;
mod pawns;
pub mod primitives;
mod routes;
mod vectors;

use cozy_chess::Piece;

use expression::{Graph, NodeId, Program, Term};
pub use men::{Men, Seat};

/// The primitives in C.
pub const PRIMITIVES_C: &str = include_str!("primitives.h");

/// The primitives in Rust.
pub const PRIMITIVES_RUST: &str = include_str!("primitives.rs");

/// The largest value of a feature; larger ones are cut to it.
pub const VALUE_MAX: u64 = 31;

/// A number that describes a position.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Short identifier, such as `weak-king-flights`.
    pub name: String,
    /// What the number is.
    pub says: String,
    /// Where it stands in the library's program.
    pub node: NodeId,
}

/// The features of an endgame.
#[derive(Clone, Debug)]
pub struct Library {
    men: Men,
    program: Program,
    features: Vec<Feature>,
}

impl Library {
    /// The features of the endgame with these men.
    pub fn new(men: Men) -> Library {
        let graph = Graph::default();
        let mut list = List { features: Vec::new() };
        {
            let board = men::View::new(&graph, &men);
            basics::add(&board, &mut list);
            fights::add(&board, &mut list);
            routes::add(&board, &mut list);
            pawns::add(&board, &mut list);
        }
        let features = list.features;
        Library { men, program: graph.into_program(), features }
    }

    /// The endgame's men.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// The features, always in the same order.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The expressions of all features.
    pub fn program(&self) -> &Program {
        &self.program
    }
}

/// Features under construction.
struct List {
    features: Vec<Feature>,
}

impl List {
    /// Adds a feature, unless there is one with the same expression.
    fn add(&mut self, name: &str, says: &str, term: Term) {
        if !self.features.iter().any(|known| known.node == term.id) {
            self.features.push(Feature { name: name.into(), says: says.into(), node: term.id });
        }
    }
}

/// The name of a kind of man.
fn word(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
