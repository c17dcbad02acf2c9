//! King, rook and pawn against king and rook: a draw where the weak side, to move, takes the
//! pawn and a drawn ending with a rook each is left. Both sides can win.

use std::marker::PhantomData;

use crate::Position;
use crate::duel::Duel;
use crate::geometry::*;
use crate::krkr::Krkr;
use crate::rule::draw_rule;

/// King, rook and pawn (strong side, turned to White) against king and rook (weak side).
pub(crate) struct RookAndPawn {
    strong_to_move: bool,
    strong_king: Square,
    weak_king: Square,
    rook: Square,
    pawn: Square,
    weak: Square,
}

type View = RookAndPawn;

impl RookAndPawn {
    fn new(position: &Position) -> Self {
        let strong = if position.men(Color::White, Piece::Pawn).is_empty() {
            Color::Black
        } else {
            Color::White
        };
        assert!(position.count() == 5, "king, rook and pawn against king and rook");
        RookAndPawn {
            strong_to_move: position.stm() == strong,
            strong_king: position.king(strong).relative_to(strong),
            weak_king: position.king(!strong).relative_to(strong),
            rook: position.only_man(strong, Piece::Rook).relative_to(strong),
            pawn: position.only_man(strong, Piece::Pawn).relative_to(strong),
            weak: position.only_man(!strong, Piece::Rook).relative_to(strong),
        }
    }

    /// All men.
    #[inline(always)]
    fn occupied(&self) -> BitBoard {
        set(self.strong_king)
            | set(self.weak_king)
            | set(self.rook)
            | set(self.pawn)
            | set(self.weak)
    }

    /// Distance between the kings.
    #[inline(always)]
    fn kings(&self) -> u8 {
        distance(self.strong_king, self.weak_king)
    }

    /// With the pawn off the board and the weak side to move, the rule of a rook each claims a
    /// draw.
    fn is_even_without_pawn(&self) -> bool {
        Krkr::draws(&Duel {
            strong_to_move: true,
            strong_king: self.weak_king,
            weak_king: self.strong_king,
            strong: self.weak,
            weak: self.rook,
            men: PhantomData,
        })
    }

    /// The weak side, having taken the pawn, has its king and rook on these squares, and the
    /// rule of a rook each claims a draw.
    fn holds_a_rook_each(&self, weak_king: Square, weak: Square) -> bool {
        let others = set(self.strong_king) | set(weak);
        let legal = !adjacent(self.strong_king, weak_king)
            && !rook_attacks(self.rook, others).has(weak_king);
        legal
            && Krkr::draws(&Duel {
                strong_to_move: true,
                strong_king: self.strong_king,
                weak_king,
                strong: self.rook,
                weak,
                men: PhantomData,
            })
    }

    /// The weak side, to move, takes the pawn and holds the ending with a rook each.
    fn takes_pawn(&self) -> bool {
        let by_rook = rook_rays(self.weak).has(self.pawn)
            && rook_attacks(self.weak, self.occupied()).has(self.pawn);
        (by_rook && self.holds_a_rook_each(self.weak_king, self.pawn))
            || (adjacent(self.weak_king, self.pawn) && self.holds_a_rook_each(self.pawn, self.weak))
    }
}

draw_rule! {
    /// King, rook and pawn against king and rook.
    Krpkr, "KRPKR", View;

    "strong-to-move": "the strong side is to move",
        "this rule only knows positions with the weak side to move",
        yes "8/8/8/8/8/1k3r2/2R1P3/2K5 w - - 0 1", no "8/8/8/8/8/1k3r2/2R1P3/2K5 b - - 0 1"
        => |v| v.strong_to_move;
    "pawn-stays": "the weak side cannot take the pawn, or the ending with a rook each after it is \
        not a known draw",
        "one capture, then the rule of KRKR",
        yes "8/6K1/8/1P6/5r2/1R3k2/8/8 b - - 0 1", no "3R4/k7/8/2P2r2/8/8/8/6K1 b - - 0 1"
        => |v| !v.takes_pawn();
    "weak-may-win": "without the pawn the weak side, to move, might win: the ending with a rook \
        each is not a known draw",
        "elementary tactics: the strong rook hangs or falls to a check, or its king is caught",
        yes "8/3k4/8/8/8/8/P2K4/r6R b - - 0 1", no "3R4/k7/8/2P2r2/8/8/8/6K1 b - - 0 1"
        => |v| !v.is_even_without_pawn();
    "pawn-screens": "the pawn stands between the strong rook and the weak king",
        "the rook pins or guards nothing through its own pawn, and may be lost to a check",
        yes "R2K4/8/8/P4r2/k7/8/8/8 b - - 0 1", no "3R4/k7/8/2P2r2/8/8/8/6K1 b - - 0 1"
        => |v| rook_rays(v.rook).has(v.weak_king) && between(v.rook, v.weak_king).has(v.pawn);
    "kings-close": "the kings are at most two squares apart, or three with the strong king on \
        the edge",
        "mating threats gain the time to win the rook",
        yes "8/8/8/8/1P5r/8/2R5/1k1K4 b - - 0 1", no "3R4/k7/8/2P2r2/8/8/8/6K1 b - - 0 1"
        => |v| v.kings() <= if edge_distance(v.strong_king) == 0 { 3 } else { 2 };
}
