//! Attacks and lines, compared with step-by-step walks over the board.

use cozy_chess as oracle;
use drawproof_board::{
    BitBoard, Color, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use crate::random::Random;

#[test]
fn sliders_stop_at_the_first_blocker() {
    let mut random = Random(1);
    for square in Square::ALL {
        for _ in 0..1_000 {
            let blockers = random.squares();
            let rook = oracle::get_rook_moves_const(square, blockers);
            assert_eq!(get_rook_moves(square, blockers), rook, "{square} {blockers:?}");
            let bishop = oracle::get_bishop_moves_const(square, blockers);
            assert_eq!(get_bishop_moves(square, blockers), bishop, "{square} {blockers:?}");
        }
        assert_eq!(get_rook_rays(square), get_rook_moves(square, BitBoard::EMPTY));
        assert_eq!(get_bishop_rays(square), get_bishop_moves(square, BitBoard::EMPTY));
    }
}

#[test]
fn leapers_and_pawns_attack_their_squares() {
    for square in Square::ALL {
        assert_eq!(get_knight_moves(square), oracle::get_knight_moves(square));
        assert_eq!(get_king_moves(square), oracle::get_king_moves(square));
        for color in Color::ALL {
            assert_eq!(get_pawn_attacks(square, color), oracle::get_pawn_attacks(square, color));
        }
    }
}

#[test]
fn lines_join_every_pair_of_squares() {
    for from in Square::ALL {
        for to in Square::ALL {
            assert_eq!(get_between_rays(from, to), oracle::get_between_rays(from, to));
            assert_eq!(get_line_rays(from, to), oracle::get_line_rays(from, to));
        }
    }
}
