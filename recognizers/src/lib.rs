//! Draw recognizers for chess endgames: hand-written rules as named patterns.
//!
//! A [`Rule`] looks at a [`Position`] of one endgame and claims its value or declines. This crate
//! depends on the board crate only: no rule can peek at a table.

#![forbid(unsafe_code)]

mod position;

pub use position::Position;

/// What a rule says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Neither side can force mate.
    Draw,
    /// The side to move forces mate.
    Win,
    /// The side to move is mated or cannot avoid mate.
    Loss,
}

/// A named pattern of a rule, as a person reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternText {
    /// Short stable identifier, such as `rook-hangs`.
    pub id: &'static str,
    /// One sentence: what is on the board when the pattern matches.
    pub says: &'static str,
}

/// A draw rule for one endgame.
///
/// Implementations give the same answer for symmetric positions and with colours reversed.
pub trait Rule: Sync {
    /// The endgame in canonical notation, such as `KRKR`.
    fn endgame(&self) -> &str;

    /// The rule's own name.
    fn name(&self) -> &str;

    /// The patterns, in the order of the bits of [`Rule::claim_and_patterns`]; at most 64.
    fn patterns(&self) -> &[PatternText];

    /// The claim about `position`, or `None` for "don't know". The position has the endgame's
    /// material with either colour on the strong side, and is legal.
    fn claim(&self, position: &Position) -> Option<Claim>;

    /// The claim and the set of patterns that match: bit `i` is `patterns()[i]`.
    fn claim_and_patterns(&self, position: &Position) -> (Option<Claim>, u64);
}
