//! The draw recognizers for programs in C and in languages that call C; the header is
//! `include/drawproof_recognizers.h`.
//!
//! Cargo builds a static library, a shared library, and a Rust crate for the tests. The functions
//! return the claims of [`drawproof_recognizers::recognize`]. They check their input, and no panic
//! crosses the boundary. Patterns, tables and the verifier are not exported.

#![allow(unsafe_code)]

use std::{
    ffi::{CStr, c_char, c_int},
    panic::catch_unwind,
};

use drawproof_board::Board;
use drawproof_recognizers::{Position, recognize};

mod legality;

pub use legality::is_legal;

/// An error: a null pointer, or text that is not a FEN.
pub const BAD_ARGUMENT: c_int = -1;
/// An error: the position is illegal, or has castling rights, which the rules do not support.
pub const BAD_POSITION: c_int = -2;
/// An error: a bug of the library made a rule panic.
pub const INTERNAL_ERROR: c_int = -3;

/// Returns the claim of the built-in rules about a position as `drawproof.h` defines
/// claims, a set of results by colour (7 = no claim, or no rule for the men on the board), or one of the
/// negative codes above.
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
    if fen.is_null() {
        return BAD_ARGUMENT;
    }
    // SAFETY: the caller passes text that ends with a zero byte.
    let text = unsafe { CStr::from_ptr(fen) };
    guarded(|| {
        let Ok(text) = text.to_str() else { return BAD_ARGUMENT };
        let Ok(board) = text.parse::<Board>() else { return BAD_ARGUMENT };
        let rights = drawproof_board::Color::ALL.map(|color| *board.castle_rights(color));
        if rights.iter().any(|r| r.short.is_some() || r.long.is_some()) {
            return BAD_POSITION;
        }
        answer(&Position::from(&board))
    })
}

/// The result of `answer`, or [`INTERNAL_ERROR`] if it panics.
fn guarded(answer: impl FnOnce() -> c_int + std::panic::UnwindSafe) -> c_int {
    catch_unwind(answer).unwrap_or(INTERNAL_ERROR)
}

fn answer(position: &Position) -> c_int {
    if !is_legal(position) {
        return BAD_POSITION;
    }
    recognize(position).by_colour(position.stm()).bits().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_code() {
        assert_eq!(guarded(|| panic!("a test of the guard")), INTERNAL_ERROR);
        assert_eq!(guarded(|| 2), 2);
    }
}
