//! The evaluation: the value of a quiet position.
//!
//! The evaluation sums terms for White minus those for Black. Each term is a `Pair` of centipawns,
//! one value for the middlegame and one for the endgame, blended by the remaining material. Two
//! corrections follow: for endings that material does not decide (`endings`), and for blocked
//! positions ([`blocked`]).

pub mod blocked;
mod endings;
mod pawns;
mod pieces;
mod reach;
mod squares;

use drawproof_board::{Board, Color, Piece};

use crate::score::{EVAL_BOUND, Score};

pub use self::endings::is_dead_corner;
use self::squares::Pair;

/// The phase weights by [`Piece`]; those of all initial men sum to [`FULL_PHASE`].
const PHASE: [i32; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// The bonus of the side to move, in centipawns.
const TEMPO: i32 = 10;

/// Returns the value of `board` for the side to move, in centipawns.
pub fn evaluate(board: &Board) -> Score {
    let white = endings::known_win(board).unwrap_or_else(|| {
        let blended = sum(board).blend(phase(board), FULL_PHASE);
        let scaled = blended * endings::winning_chances(board, blended) / endings::CERTAIN;
        let score = blocked::dampen(board, scaled);
        // The value shrinks as the half-move clock approaches the fifty-move rule.
        score * (220 - i32::from(board.halfmove_clock())) / 220
    });
    let score = if board.side_to_move() == Color::White { white } else { -white };
    (score + TEMPO).clamp(-EVAL_BOUND, EVAL_BOUND)
}

/// Returns the sum of all terms, White's minus Black's.
fn sum(board: &Board) -> Pair {
    let pawns = pawns::Structure::of(board);
    let mut sum = Pair::default();
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let side = squares::score(board, color)
            + pawns.score(board, color)
            + pieces::score(board, color, &pawns)
            + pieces::king_safety(board, color, &pawns);
        sum += side * sign;
    }
    sum
}

fn phase(board: &Board) -> i32 {
    let phase = Piece::ALL.iter().map(|&p| board.pieces(p).len() as i32 * PHASE[p as usize]);
    phase.sum::<i32>().min(FULL_PHASE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    /// Returns the colour-reversed position.
    fn mirrored(fen: &str) -> Board {
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let rows: Vec<String> =
            fields[0].split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
        let stm = if fields[1] == "w" { "b" } else { "w" };
        let castling: String = fields[2].chars().map(swap).collect();
        fen::parse(&format!("{} {stm} {castling} - 0 1", rows.join("/"))).unwrap()
    }

    #[test]
    fn reversing_colours_changes_nothing_for_the_side_to_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1",
            "8/8/8/3k4/8/2B5/3N4/K7 w - - 0 1",
            "8/8/8/3k4/8/2Q5/3r4/K7 b - - 0 1",
        ] {
            assert_eq!(evaluate(&fen::parse(fen).unwrap()), evaluate(&mirrored(fen)), "{fen}");
        }
    }

    #[test]
    fn the_start_is_level_and_material_counts() {
        assert_eq!(evaluate(&Board::default()), TEMPO);
        let up_a_rook = "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1";
        assert!(evaluate(&fen::parse(up_a_rook).unwrap()) > 350);
    }

    #[test]
    fn a_shut_in_rook_costs_more_than_a_pawn() {
        let shut_in = "1r6/2b1k1p1/4p2p/3p4/1p1Pp2P/1R2P1PB/1P2P1K1/8 w - - 0 1";
        let free = "1r6/2b1k1p1/4p2p/3p4/1p1Pp2P/4P1PB/1P2P1K1/6R1 w - - 0 1";
        let cost = evaluate(&fen::parse(free).unwrap()) - evaluate(&fen::parse(shut_in).unwrap());
        assert!(cost > 150, "{cost}");
    }

    fn value(fen: &str) -> i32 {
        evaluate(&fen.parse().unwrap())
    }

    #[test]
    fn bishop_and_knight_drive_to_the_bishops_corner() {
        // The bishop is on a light square: h1 is a corner of its colour, a1 is not.
        let right = value("8/8/8/8/8/4KN2/8/5B1k w - - 0 1");
        let wrong = value("8/8/8/8/8/2NK4/8/k4B2 w - - 0 1");
        assert!(right > wrong + 100 && wrong > endings::KNOWN_WIN, "{right} {wrong}");
    }

    #[test]
    fn the_weak_king_belongs_at_the_edge_and_the_kings_together() {
        let middle = value("8/8/8/4k3/8/8/8/KR6 w - - 0 1");
        let edge = value("4k3/8/8/8/8/8/8/KR6 w - - 0 1");
        let close = value("4k3/8/4K3/8/8/8/8/1R6 w - - 0 1");
        assert!(middle < edge && edge < close);
    }

    #[test]
    fn material_that_does_not_win_is_worth_little() {
        for fen in [
            "8/8/8/5k2/8/2N5/3N4/K7 w - - 0 1",
            "8/8/2kb4/8/8/8/3R4/K7 w - - 0 1",
            "k7/8/8/8/8/4B3/P7/K7 w - - 0 1",
            "8/8/3p4/3k4/8/8/5B2/K7 w - - 0 1",
        ] {
            assert!(value(fen).abs() < 120, "{fen}: {}", value(fen));
        }
    }

    #[test]
    fn a_rook_beats_a_pawn_only_if_its_king_is_in_time() {
        for drawn in ["8/3K4/8/8/8/4kp2/2R5/8 w - - 0 1", "8/2K5/8/8/8/4pk2/7R/8 w - - 0 1"] {
            assert!(value(drawn).abs() < 60, "{drawn}: {}", value(drawn));
        }
        // The king is in front of the pawn; the pawn has no support.
        for won in ["8/8/8/8/3kp3/8/4K1R1/8 w - - 0 1", "k7/8/8/8/8/4p3/6R1/1K6 w - - 0 1"] {
            assert!(value(won) > 150, "{won}: {}", value(won));
        }
    }

    #[test]
    fn a_knight_far_from_its_king_loses_against_a_rook() {
        let together = value("8/8/8/4k3/4n3/8/3K4/R7 w - - 0 1");
        let apart = value("7k/8/8/8/8/n1K5/8/R7 w - - 0 1");
        assert!(together < 60 && apart > together + 100, "{together} {apart}");
    }

    #[test]
    fn one_pawn_each_is_a_draw_unless_one_queens() {
        let level = value("8/8/2k1p3/8/8/3P4/4K3/8 w - - 0 1");
        let queens = value("7K/8/P7/8/7p/8/8/2k5 w - - 0 1");
        assert!(level.abs() < 50 && queens > 250, "{level} {queens}");
    }
}
