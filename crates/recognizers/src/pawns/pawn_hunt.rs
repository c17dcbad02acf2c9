//! King and pawn against king and a piece that has to stop the pawn. The pawn's side is White.

use std::marker::PhantomData;

use crate::bare_king::kpk::PawnView;
use crate::geometry::*;
use crate::position::Position;
use crate::rule::Siege;

/// King and pawn (strong side) against king and `W` (weak side).
pub(crate) struct PawnHunt<W> {
    pub pawns: PawnView,
    pub man: Square,
    kind: PhantomData<W>,
}

impl<W: Man> PawnHunt<W> {
    /// Returns the position with the kings and the pawn of `pawns`, and the other man unchanged.
    pub(crate) fn with(&self, pawns: PawnView) -> Self {
        PawnHunt { pawns, man: self.man, kind: PhantomData }
    }

    pub(crate) fn occupied(&self) -> BitBoard {
        set(self.pawns.strong_king)
            | set(self.pawns.weak_king)
            | set(self.pawns.pawn)
            | set(self.man)
    }

    /// Returns the squares in front of the pawn, up to the last rank.
    pub(crate) fn path(&self) -> BitBoard {
        let pawn = self.pawns.pawn;
        BitBoard(pawn.file().bitboard().0 & (!1u64 << pawn as u32))
    }

    /// Returns whether the man attacks a square of the pawn's path or stands on one.
    pub(crate) fn controls_path(&self) -> bool {
        !self.path().is_disjoint(W::attacks(self.man, self.occupied()) | set(self.man))
    }

    /// Returns whether the man can move to a square from which it attacks the pawn's path.
    pub(crate) fn reaches_path(&self) -> bool {
        let without = self.occupied() ^ set(self.man);
        let path = self.path();
        let moves = W::attacks(self.man, without) & !without;
        moves.into_iter().any(|to| !path.is_disjoint(W::attacks(to, without) | set(to)))
    }

    /// Returns the number of ranks by which the man is ahead of the pawn, negative if behind.
    pub(crate) fn man_ahead(&self) -> i8 {
        ranks_ahead(self.man, self.pawns.pawn)
    }

    /// Returns the distance between the man and the pawn in king moves.
    pub(crate) fn man_distance(&self) -> u8 {
        distance(self.man, self.pawns.pawn)
    }

    /// Returns the distance of the man from the promotion square.
    pub(crate) fn man_to_promotion(&self) -> u8 {
        distance(self.man, self.pawns.promotion())
    }

    /// Returns whether the king or the pawn can capture the man.
    pub(crate) fn man_hangs(&self) -> bool {
        let p = &self.pawns;
        (adjacent(p.strong_king, self.man) && !adjacent(p.weak_king, self.man))
            || pawn_attacks(p.pawn, Color::White).has(self.man)
    }
}

impl<W: Man> PawnHunt<W> {
    /// Returns whether, with the pawn's side to move, all captures of the man lead to drawn endings
    /// of king and pawn against king; `None` if no capture is possible.
    pub(crate) fn capture_draws(&self) -> Option<bool> {
        let p = PawnView { strong_to_move: false, ..self.pawns };
        let by_king = adjacent(p.strong_king, self.man) && !adjacent(p.weak_king, self.man);
        let by_pawn = pawn_attacks(p.pawn, Color::White).has(self.man);
        if !by_king && !by_pawn {
            return None;
        }
        let king_draws = !by_king || PawnView { strong_king: self.man, ..p }.is_drawn();
        let pawn_draws = !by_pawn
            || (self.man.rank() < Rank::Eighth && PawnView { pawn: self.man, ..p }.is_drawn());
        Some(king_draws && pawn_draws)
    }
}

impl<W: Man> Siege for PawnHunt<W> {
    fn new(position: &Position) -> Self {
        let strong = position.side_with(Piece::Pawn);
        assert!(position.count() == 4, "king and pawn against king and piece");
        PawnHunt {
            pawns: PawnView::of(position, strong),
            man: position.only_man(!strong, W::PIECE).relative_to(strong),
            kind: PhantomData,
        }
    }

    fn strong_to_move(&self) -> bool {
        self.pawns.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let p = self.pawns;
        let after = |weak_king, man| {
            let pawns = PawnView { strong_to_move: true, weak_king, ..p };
            safe(&PawnHunt { pawns, man, kind: PhantomData })
        };
        let covered = king_attacks(p.strong_king) | pawn_attacks(p.pawn, Color::White);
        let steps = king_attacks(p.weak_king) & !covered & !set(self.man);
        if steps.has(p.pawn) {
            return true;
        }
        let mut moves = W::attacks(self.man, self.occupied()) & !set(p.weak_king);
        if covered.has(p.weak_king) {
            moves &= set(p.pawn);
        }
        if moves.has(p.pawn) {
            return true;
        }
        if (steps | moves).is_empty() {
            return !covered.has(p.weak_king);
        }
        // Moves that leave the man hanging are not safe.
        let by_pawn = pawn_attacks(p.pawn, Color::White);
        let by_king = king_attacks(p.strong_king);
        let safe_moves = moves & !by_pawn & (king_attacks(p.weak_king) | !by_king);
        let safe_steps = if by_pawn.has(self.man) {
            BitBoard::EMPTY
        } else if by_king.has(self.man) {
            steps & king_attacks(self.man)
        } else {
            steps
        };
        safe_moves.into_iter().any(|to| after(p.weak_king, to))
            || safe_steps.into_iter().any(|to| after(to, self.man))
    }
}
