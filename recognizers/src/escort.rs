//! King, piece and pawn against king: the few draws.

use std::marker::PhantomData;

use crate::Position;
use crate::geometry::*;
use crate::kpk::PawnView;
use crate::rule::{Siege, siege_rule};

/// King, `A` and pawn (strong side) against king.
pub(crate) struct Escort<A> {
    pub pawns: PawnView,
    pub man: Square,
    kind: PhantomData<A>,
}

impl<A: Man> Escort<A> {
    fn occupied(&self) -> BitBoard {
        set(self.pawns.strong_king) | set(self.pawns.pawn) | set(self.man)
    }

    /// All squares the strong side attacks, the weak king being no obstacle.
    pub(crate) fn covered(&self) -> BitBoard {
        king_attacks(self.pawns.strong_king)
            | pawn_attacks(self.pawns.pawn, Color::White)
            | A::attacks(self.man, self.occupied())
    }
}

impl<A: Man> Siege for Escort<A> {
    fn new(position: &Position) -> Self {
        let strong =
            if position.men(Color::White, Piece::Pawn).is_empty() { Color::Black } else { Color::White };
        assert!(position.count() == 4, "king, piece and pawn against king");
        Escort {
            pawns: PawnView {
                strong_to_move: position.stm() == strong,
                strong_king: position.king(strong).relative_to(strong),
                weak_king: position.king(!strong).relative_to(strong),
                pawn: position.only_man(strong, Piece::Pawn).relative_to(strong),
            },
            man: position.only_man(strong, A::PIECE).relative_to(strong),
            kind: PhantomData,
        }
    }

    fn strong_to_move(&self) -> bool {
        self.pawns.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let covered = self.covered();
        let steps = king_attacks(self.pawns.weak_king) & !covered;
        if steps.is_empty() {
            return !covered.has(self.pawns.weak_king);
        }
        let minor = A::PIECE == Piece::Knight || A::PIECE == Piece::Bishop;
        steps.into_iter().any(|weak_king| {
            let pawns = PawnView { strong_to_move: true, weak_king, ..self.pawns };
            if weak_king == pawns.pawn {
                minor
            } else if weak_king == self.man {
                pawns.is_drawn()
            } else {
                safe(&Escort { pawns, man: self.man, kind: PhantomData })
            }
        })
    }
}

siege_rule! {
    /// King, bishop and pawn against king.
    Kbpk, "KBPK", Escort<Bishop>;
    no_defence yes "?", no "?";
    "x":"","", yes "?", no "?" => |v| !v.pawns.is_rook_pawn() || same_colour(v.man, v.pawns.promotion()) || v.pawns.to_promotion().1 > 1;
}
siege_rule! {
    /// King, knight and pawn against king.
    Knpk, "KNPK", Escort<Knight>;
    no_defence yes "?", no "?";
    "x":"","", yes "?", no "?" => |v| !v.pawns.is_rook_pawn() || v.pawns.ranks_to_go() > 1 || v.pawns.to_promotion().1 > 1;
}
siege_rule! {
    /// King, rook and pawn against king.
    Krpk, "KRPK", Escort<Rook>;
    no_defence yes "?", no "?";
    "x":"","", yes "?", no "?" => |_| true;
}
siege_rule! {
    /// King, queen and pawn against king.
    Kqpk, "KQPK", Escort<Queen>;
    no_defence yes "?", no "?";
    "x":"","", yes "?", no "?" => |_| true;
}
