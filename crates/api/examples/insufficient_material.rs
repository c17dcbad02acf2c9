//! The field `insufficient_material` as a rule in a shared library, for `drawproof verify --truth
//! can-mate`. Where the field is true, the rule claims that the position is dead.
//! `scripts/studies/judge-can-mate` builds it.
#![allow(unsafe_code)] // Exports functions to C.

use drawproof_board::{Color, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Placement, probe::insufficient_material};

/// Returns the version of the interface of `drawproof.h`.
#[unsafe(no_mangle)]
pub extern "C" fn drawproof_abi() -> u32 {
    2
}

/// Returns the claim about a position.
#[unsafe(no_mangle)]
pub extern "C" fn drawproof_claim(position: &Position, _reasons: *mut u64) -> i32 {
    let men = Color::ALL.map(|color| Piece::ALL.map(|piece| position.men(color, piece)));
    let board = Placement { men, side_to_move: position.stm() }.to_board();
    let is_dead = insufficient_material(&board.expect("a legal position"));
    i32::from(if is_dead { Claim::DRAW } else { Claim::NONE }.bits())
}
