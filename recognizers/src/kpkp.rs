//! King and pawn against king and pawn: drawn where each king alone stops the other pawn.

use crate::Position;
use crate::geometry::*;
use crate::kpk::PawnView;
use crate::rule::draw_rule;

/// The two halves of the position, each king and pawn seen against the other king alone.
pub(crate) struct PawnDuel {
    /// The side to move with its pawn, turned to White.
    mover: PawnView,
    /// The other side with its pawn, turned to White, not to move.
    other: PawnView,
    en_passant: bool,
}

impl PawnDuel {
    fn new(position: &Position) -> Self {
        let half = |color: Color| PawnView {
            strong_to_move: color == position.stm(),
            strong_king: position.king(color).relative_to(color),
            weak_king: position.king(!color).relative_to(color),
            pawn: position.only_man(color, Piece::Pawn).relative_to(color),
        };
        assert!(position.count() == 4, "king and pawn against king and pawn");
        let en_passant = position.en_passant < 64;
        PawnDuel { mover: half(position.stm()), other: half(!position.stm()), en_passant }
    }
}

draw_rule! {
    /// King and pawn against king and pawn, seen from the side to move.
    Kpkp, "KPKP", PawnDuel;

    "en-passant": "a pawn can be taken en passant",
        "the pawns meet",
        yes "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1",
        no "8/2K5/8/7k/Pp6/8/8/8 b - - 0 1" => |v| v.en_passant;
    "pawns-touch": "the pawns are on adjoining squares",
        "each stands in the other's way or in its square of attack",
        yes "8/8/k7/8/8/1p6/P2K4/8 b - - 0 1", no "8/8/k2p4/8/8/8/P2K4/8 b - - 0 1" => |v| distance(v.mover.pawn, v.other.pawn.flip_rank()) <= 1;
    "escorted-pawn": "the pawn of the side to move is on its fourth rank or beyond, its king near the square \
        in front and three moves early for the other pawn",
        "the king has moves to spare",
        yes "8/8/3k4/1p6/8/1P6/8/K7 b - - 0 1", no "8/8/3k4/1p6/6P1/8/8/K7 b - - 0 1" => |v| {
            v.mover.pawn.rank() >= Rank::Fourth
                && v.mover.escort_front() <= 2
                && v.other.late() <= -3
        };
    "own-pawn-wins": "the pawn of the side to move would not be stopped by the other king alone",
        "the rule for king and pawn against king",
        yes "8/4k3/8/8/7P/8/1K5p/8 b - - 0 1", no "8/4k3/8/8/4p2P/8/1K6/8 b - - 0 1" => |v| !v.mover.is_drawn();
    "other-pawn-wins": "the other pawn would not be stopped by the king of the side to move alone",
        "the rule for king and pawn against king",
        yes "8/3P4/8/2p2k2/2K5/8/8/8 b - - 0 1", no "8/8/8/2p2k2/2K5/8/6P1/8 b - - 0 1"
        => |v| !v.other.is_drawn() || !PawnView { strong_to_move: true, ..v.other }.is_drawn();
}
