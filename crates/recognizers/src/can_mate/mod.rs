//! What legal moves can still bring about: whether a colour can mate at all, however both sides play.
//!
//! `drawproof export --as can-mate` writes the three files beside this one.

mod attacks;
mod moves;
mod search;

use drawproof_board::Color;

use crate::{claim::Claim, position::Position};

/// Returns whether `color` can still mate by some legal moves of both sides, castling aside.
///
/// With up to four men the answer is exact. With more, `false` is proved and `true` is not: a colour that
/// can no longer mate counts as able to if its men alone could and some line goes on for some plies.
pub fn can_mate(position: &Position, color: Color) -> bool {
    search::can_mate(position, color as usize)
}

/// Returns whether the position is dead (FIDE 5.2.2): neither colour can mate by any legal moves,
/// castling aside.
///
/// With up to four men the answer is exact. With more, `true` is proved and `false` is not, as of
/// [`can_mate`].
pub fn is_dead(position: &Position) -> bool {
    search::is_dead(position)
}

/// Returns the results that legal moves can still bring about, as far as [`can_mate`] excludes the
/// others: a draw, and a win of each colour that can mate.
pub fn possible_results(position: &Position) -> Claim {
    let [white, black] = Color::ALL.map(|color| u8::from(can_mate(position, color)));
    let by_colour = Claim::from_bits(black | 2 | white << 2).expect("three bits");
    by_colour.by_colour(position.stm())
}

/// The source code behind [`can_mate`], which `drawproof export` writes. It needs a [`Position`].
pub mod source {
    /// The squares that men attack.
    pub const ATTACKS_SOURCE: &str = include_str!("attacks.rs");
    /// Positions after moves.
    pub const MOVES_SOURCE: &str = include_str!("moves.rs");
    /// Who can mate.
    pub const CAN_MATE_SOURCE: &str = include_str!("search.rs");
}
