//! The functions of `drawproof_recognizers.h`: the claims of the hand-written rules.

use std::ffi::{c_char, c_int};

use drawproof_board::Board;
use drawproof_recognizers::{Position, recognize};

use crate::{
    boundary::{guarded, text},
    error::{BAD_ARGUMENT, BAD_POSITION},
    legality::is_legal,
};

/// Returns the claim of the built-in rules about a position as `drawproof.h` defines
/// claims, a set of results by colour (7 = no claim, or no rule for the men on the board), or one of the
/// negative codes.
///
/// # Safety
///
/// `position` is null or points to a `drawproof_position` that no thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_recognize(position: *const Position) -> c_int {
    // SAFETY: the caller passes null or a valid pointer; `Position` has the layout of
    // `drawproof_position` and any bits are a value of it.
    let Some(&position) = (unsafe { position.as_ref() }) else { return BAD_ARGUMENT };
    guarded(|| answer(&position))
}

/// Returns the claim of the built-in rules about the position of a FEN, as [`drawproof_recognize`] does.
/// The en-passant square counts only if a capture is legal; the move counters are ignored.
///
/// # Safety
///
/// `fen` is null or points to text that ends with a zero byte and that no thread writes to during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_recognize_fen(fen: *const c_char) -> c_int {
    // SAFETY: the caller passes null or text that ends with a zero byte.
    let Some(text) = (unsafe { text(fen) }) else { return BAD_ARGUMENT };
    guarded(|| {
        let Ok(board) = text.parse::<Board>() else { return BAD_ARGUMENT };
        let rights = drawproof_board::Color::ALL.map(|color| *board.castle_rights(color));
        if rights.iter().any(|r| r.short.is_some() || r.long.is_some()) {
            return BAD_POSITION;
        }
        answer(&Position::from(&board))
    })
}

fn answer(position: &Position) -> c_int {
    if !is_legal(position) {
        return BAD_POSITION;
    }
    recognize(position).by_colour(position.stm()).bits().into()
}
