//! Counts of move sequences: the start position and the published test positions.

use drawproof_board::Board;
use drawproof_engine::moves::perft;

fn counts(fen: &str, expected: &[u64]) {
    let board: Board = fen.parse().unwrap();
    for (depth, &count) in expected.iter().enumerate() {
        assert_eq!(perft(&board, depth as u32 + 1, &|| false), Some(count), "{fen} {depth}");
    }
}

#[test]
fn start_position_to_depth_6() {
    counts(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    );
}

#[test]
fn castling_pins_en_passant_and_promotion() {
    counts(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    );
    counts(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    );
    counts(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    );
    counts(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487],
    );
}

#[test]
fn a_count_can_be_stopped() {
    assert_eq!(perft(&Board::default(), 6, &|| true), None);
    assert_eq!(perft(&Board::default(), 0, &|| true), Some(1));
}
