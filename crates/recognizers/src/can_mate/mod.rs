//! What legal moves can still lead to: whether a colour can mate at all, however both sides play.
//!
//! `drawproof export --as can-mate` writes the other three files of this folder.

mod attacks;
mod moves;
mod search;

use drawproof_board::Color;

use crate::{claim::Claim, position::Position};

/// Returns whether `color` can still mate by legal moves of both sides, if castling is ignored.
///
/// The answer is exact for up to four men. For more men, only `false` is proved. The answer is
/// `true` if the men of `color` could mate and some line of legal moves is long enough, even if no
/// mate exists.
pub fn can_mate(position: &Position, color: Color) -> bool {
    search::can_mate(position, color as usize)
}

/// Returns whether the position is dead (FIDE 5.2.2): neither colour can mate by any legal moves,
/// if castling is ignored.
///
/// The answer is exact for up to four men. For more men, only `true` is proved: see [`can_mate`].
pub fn is_dead(position: &Position) -> bool {
    search::is_dead(position)
}

/// Returns the results that legal moves can still lead to, according to [`can_mate`]: a draw, and a
/// win for each colour that can mate.
pub fn possible_results(position: &Position) -> Claim {
    let [white, black] = Color::ALL.map(|color| u8::from(can_mate(position, color)));
    let by_colour = Claim::from_bits(black | 2 | white << 2).expect("three bits");
    by_colour.by_colour(position.stm())
}

/// The source code of [`can_mate`] and [`is_dead`], which `drawproof export` writes. The code needs
/// a type like [`Position`].
pub mod source {
    /// The source code of the functions that compute attacked squares.
    pub const ATTACKS_SOURCE: &str = include_str!("attacks.rs");
    /// The source code of the functions that make moves on bitboards.
    pub const MOVES_SOURCE: &str = include_str!("moves.rs");
    /// The source code of the search for whether a colour can mate.
    pub const CAN_MATE_SOURCE: &str = include_str!("search.rs");
}
