//! Exact outcomes that `drawproof export --exact --emit rust > endgames.rs` wrote, as a rule: see
//! `check_exact.c`.

#[allow(dead_code)]
mod endgames;

/// A position as in `drawproof.h`.
#[repr(C)]
pub struct Position {
    colour: [u64; 2],
    kind: [u64; 6],
    side_to_move: u8,
    en_passant: u8,
}

#[no_mangle]
pub extern "C" fn drawproof_abi() -> u32 {
    2
}

/// # Safety
///
/// `position` points to a position.
#[no_mangle]
pub unsafe extern "C" fn drawproof_claim(position: *const Position, _reasons: *mut u64) -> i32 {
    let Position { colour, kind, side_to_move, en_passant } = *position;
    match endgames::probe(&endgames::Position { colour, kind, side_to_move, en_passant }) {
        1 => 12,
        0 => 10,
        -1 => 9,
        _ => 0,
    }
}
