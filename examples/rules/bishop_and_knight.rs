//! A correct draw rule in Rust: bishop against knight is a draw unless a king is in a corner, where
//! it may be mated.
//!
//! ```text
//! rustc -O --crate-type cdylib -o bishop_and_knight.so examples/rules/bishop_and_knight.rs
//! drawproof verify KBKN --plugin ./bishop_and_knight.so
//! ```

use std::ffi::{c_char, c_int, c_uint};

/// A position, declared as `drawproof_position` in drawproof.h.
#[repr(C)]
pub struct Position {
    colour: [u64; 2],
    kind: [u64; 6],
    side_to_move: u8,
    en_passant: u8,
}

/// Claims and the version of the interface, as in drawproof.h.
const ABI: u32 = 2;
const DRAWN: c_int = 2;
const NO_CLAIM: c_int = 7;

const KING: usize = 5;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Returns whether either king is in a corner.
fn king_in_corner(position: &Position) -> bool {
    position.kind[KING] & CORNERS != 0
}

#[no_mangle]
pub extern "C" fn drawproof_abi() -> u32 {
    ABI
}

#[no_mangle]
pub extern "C" fn drawproof_name() -> *const c_char {
    c"bishop and knight".as_ptr()
}

#[no_mangle]
pub extern "C" fn drawproof_reason_name(bit: c_uint) -> *const c_char {
    if bit == 0 { c"king-in-corner".as_ptr() } else { std::ptr::null() }
}

/// # Safety
///
/// `position` is a valid pointer; `reasons` is valid or null (see drawproof.h).
#[no_mangle]
pub unsafe extern "C" fn drawproof_claim(position: *const Position, reasons: *mut u64) -> c_int {
    // SAFETY: the caller passes a valid position.
    let corner = king_in_corner(unsafe { &*position });
    // SAFETY: the caller passes a valid pointer or null.
    if let Some(reasons) = unsafe { reasons.as_mut() } {
        *reasons = u64::from(corner);
    }
    if corner { NO_CLAIM } else { DRAWN }
}
