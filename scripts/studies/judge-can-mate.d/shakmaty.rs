//! shakmaty: `Position::has_insufficient_material` of both colours, as a rule in a shared library. Positions that
//! no game can lead to are asked about too. `is_insufficient_material` must be the answer about both colours.

use std::ffi::c_int;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup, Position, PositionError, Setup,
};

/// `drawproof_position`.
#[repr(C)]
pub struct Asked {
    colour: [u64; 2],
    kind: [u64; 6],
    side_to_move: u8,
    en_passant: u8,
}

#[no_mangle]
pub extern "C" fn drawproof_abi() -> u32 {
    2
}

#[no_mangle]
pub extern "C" fn drawproof_claim(asked: &Asked, _reasons: *mut u64) -> c_int {
    let [pawn, knight, bishop, rook, queen, king] = asked.kind.map(Bitboard);
    let by_role = ByRole { pawn, knight, bishop, rook, queen, king };
    let [white, black] = asked.colour.map(Bitboard);
    let mut setup = Setup::empty();
    setup.board = Board::try_from_bitboards(by_role, ByColor { black, white }).expect("a board");
    setup.turn = if asked.side_to_move == 0 { Color::White } else { Color::Black };
    // The functions do not depend on a right to take en passant.
    let position = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .expect("a legal position");
    let unable = [Color::White, Color::Black].map(|color| position.has_insufficient_material(color));
    assert_eq!(position.is_insufficient_material(), unable == [true; 2]);
    let [no_white, no_black] = unable;
    // Of the results Black wins (1), draw (2) and White wins (4), those still possible.
    7 - 4 * c_int::from(no_white) - c_int::from(no_black)
}
