//! Learned draw rules, one file `ENDGAME.rule` each in this folder. They are proved in the same way
//! as the hand-written rules.
//!
//! `drawproof mine ENDGAME --emit rule` writes such a file; putting the file here adds the rule.
//! The build script turns every file into code: the busiest questions of a decision tree become
//! statements, all others tables.

use crate::{
    claim::Claim,
    position::Position,
    rule::{Plain, Rule},
};

// The modules of the rules, the primitives that they call, `CATALOGUE` and `MATERIAL`.
include!(concat!(env!("OUT_DIR"), "/learned.rs"));

/// Returns whether a learned rule claims a draw. `is_draw` does not consider en-passant rights.
#[inline]
fn draws(position: &Position, is_draw: impl Fn(&[u64; 2], &[u64; 6], u8) -> bool) -> bool {
    position.en_passant == 64 && is_draw(&position.colour, &position.kind, position.side_to_move)
}

/// Returns every learned rule, those for fewer men first.
pub fn catalogue() -> &'static [&'static dyn Rule] {
    CATALOGUE
}

/// Returns the learned rule for the endgame with this canonical name, such as `KRKR`.
pub fn for_endgame(name: &str) -> Option<&'static dyn Rule> {
    CATALOGUE.iter().copied().find(|rule| rule.endgame() == name)
}

/// Returns the learned rule for the men of a position. Either colour may be the stronger side.
pub fn for_position(position: &Position) -> Option<&'static dyn Rule> {
    let (white, black) = position.material_key();
    let found = MATERIAL.iter().position(|&key| key == (white, black) || key == (black, white));
    found.map(|rule| CATALOGUE[rule])
}

/// Returns the claim of the learned rule for the position's endgame; [`Claim::NONE`] if there is no
/// rule.
///
/// The position must be legal: each side has one king, and the side not to move is not in check.
pub fn recognize(position: &Position) -> Claim {
    for_position(position).map_or(Claim::NONE, |rule| rule.claim(position))
}
