//! King and two pawns against king: the few draws.

use crate::bare_king::kpk::PawnView;
use crate::geometry::*;
use crate::position::Position;
use crate::rule::{Siege, siege_rule};

/// King and two pawns (strong side) against king.
pub(crate) struct TwoPawns {
    /// Kings and the one pawn.
    pub pawns: PawnView,
    /// The other pawn.
    pub other: Square,
}

impl Siege for TwoPawns {
    fn new(position: &Position) -> Self {
        let strong = position.side_with(Piece::Pawn);
        assert!(position.count() == 4, "king and two pawns against king");
        let pawns = position.men(strong, Piece::Pawn);
        let pawn = position.only_man(strong, Piece::Pawn);
        let other = (pawns ^ set(pawn)).next_square().expect("the side has two pawns");
        TwoPawns { pawns: PawnView::of(position, strong), other: other.relative_to(strong) }
    }

    fn strong_to_move(&self) -> bool {
        self.pawns.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let p = self.pawns;
        let covered = king_attacks(p.strong_king)
            | pawn_attacks(p.pawn, Color::White)
            | pawn_attacks(self.other, Color::White);
        let steps = king_attacks(p.weak_king) & !covered;
        if steps.is_empty() {
            return !covered.has(p.weak_king);
        }
        steps.into_iter().any(|weak_king| {
            let pawns = PawnView { strong_to_move: true, weak_king, ..p };
            if weak_king == p.pawn {
                PawnView { pawn: self.other, ..pawns }.is_drawn()
            } else if weak_king == self.other {
                pawns.is_drawn()
            } else {
                safe(&TwoPawns { pawns, other: self.other })
            }
        })
    }
}

siege_rule! {
    /// King and two pawns against king.
    Kppk, "KPPK", TwoPawns;
    no_defence yes "8/8/8/3P4/K7/8/k3P3/8 b - - 0 1", no "8/8/8/3Pk3/K7/8/4P3/8 b - - 0 1";

    "no-corner": "the pawns are not both on one rook file before the weak king",
        "endgame theory: king before rook pawns",
        yes "8/8/8/3P4/k7/8/2K1P3/8 w - - 0 1", no "8/8/8/3P4/k7/8/2K1P3/8 b - - 0 1" => |v| !held(v);
}

/// Both pawns are on the same rook file, and the weak king stands where they promote or gets there
/// three moves before the strong one.
fn held(v: &TwoPawns) -> bool {
    let (strong, weak) = v.pawns.promotion_distances();
    let other = PawnView { pawn: v.other, ..v.pawns };
    v.pawns.is_rook_pawn()
        && v.pawns.pawn.file() == v.other.file()
        && (weak <= 1 || (strong >= weak + 3 && v.pawns.is_drawn() && other.is_drawn()))
}
