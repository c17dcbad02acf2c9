//! King, rook and man against king and rook: what either side can win at once.

use crate::geometry::*;
use crate::trio::Trio;

/// King, rook and `M` (strong side) against king and rook (weak side).
pub(crate) type RookAnd<M> = Trio<Rook, M, Rook>;

impl<M: Man> RookAnd<M> {
    /// Returns the square of the strong rook.
    #[inline(always)]
    pub(crate) fn rook(&self) -> Square {
        self.first
    }

    /// Returns the square of the strong man.
    #[inline(always)]
    pub(crate) fn man(&self) -> Square {
        self.second
    }

    /// Returns the squares that the strong rook attacks.
    #[inline(always)]
    pub(crate) fn by_rook(&self) -> BitBoard {
        self.by_first
    }

    /// Returns the squares that the strong man attacks.
    #[inline(always)]
    pub(crate) fn by_man(&self) -> BitBoard {
        self.by_second
    }

    /// Returns whether the weak king guards its rook.
    #[inline(always)]
    pub(crate) fn guarded(&self) -> bool {
        adjacent(self.weak_king, self.weak)
    }

    /// Returns whether the weak rook hangs: the strong man attacks it, or the strong rook or king
    /// attacks it while it is unguarded, or both of them attack it.
    pub(crate) fn rook_hangs(&self) -> bool {
        let by_king = adjacent(self.strong_king, self.weak);
        let by_rook = self.by_rook().has(self.weak);
        self.by_man().has(self.weak)
            || ((by_king || by_rook) && (!self.guarded() || (by_king && by_rook)))
    }

    /// Returns whether the strong man can safely go to a square from which it attacks both the weak
    /// king and the weak rook.
    pub(crate) fn forks(&self) -> bool {
        let without_man = self.occupied ^ set(self.man());
        let guards = king_attacks(self.strong_king) | self.by_rook();
        // Seen through the weak king, which is in check from there.
        let double = M::attacks(self.weak_king, without_man) & M::attacks(self.weak, without_man);
        !(self.by_man() & double & (!king_attacks(self.weak_king) | guards)).is_empty()
    }

    /// Returns whether the strong man is a bishop that attacks the diagonal through the weak king
    /// and rook.
    pub(crate) fn pins(&self) -> bool {
        M::PIECE == Piece::Bishop
            && bishop_rays(self.weak_king).has(self.weak)
            && !(line(self.weak_king, self.weak) & self.by_man()).is_empty()
    }

    /// Returns whether the strong rook can safely give a check that also attacks the weak rook
    /// behind the weak king.
    pub(crate) fn skewers(&self) -> bool {
        if line_distance(self.weak_king, self.weak) > 0 {
            return false;
        }
        let behind = rook_attacks(self.weak, self.occupied).has(self.weak_king);
        let line = line(self.weak_king, self.weak)
            & !between(self.weak_king, self.weak)
            & rook_attacks(self.weak_king, self.occupied ^ set(self.rook()));
        let guards = king_attacks(self.strong_king) | self.by_man();
        behind && !(line & self.by_rook() & (!king_attacks(self.weak_king) | guards)).is_empty()
    }

    /// Returns whether a strong man stands between the weak king and a strong line piece.
    pub(crate) fn battery(&self) -> bool {
        let from_king = self.occupied & rook_attacks(self.weak_king, self.occupied);
        let behind = rook_attacks(
            self.weak_king,
            self.occupied ^ (from_king & (set(self.man()) | set(self.strong_king))),
        );
        let by_rook = behind.has(self.rook()) && !from_king.has(self.rook());
        if M::PIECE != Piece::Bishop {
            return by_rook;
        }
        let near = self.occupied & bishop_attacks(self.weak_king, self.occupied);
        let behind = bishop_attacks(
            self.weak_king,
            self.occupied ^ (near & (set(self.rook()) | set(self.strong_king))),
        );
        by_rook || (behind.has(self.man()) && !near.has(self.man()))
    }

    /// Returns whether the rooks attack each other.
    pub(crate) fn rooks_face(&self) -> bool {
        self.by_rook().has(self.weak)
    }

    /// Returns whether only a strong man stands between the weak rook and a strong line piece.
    pub(crate) fn unveils(&self) -> bool {
        let unveiled = |near: BitBoard,
                        attacks: fn(Square, BitBoard) -> BitBoard,
                        from: Square,
                        screens: BitBoard| {
            let screens = near & screens;
            !screens.is_empty()
                && !near.has(from)
                && attacks(self.weak, self.occupied ^ screens).has(from)
        };
        let king = set(self.strong_king);
        unveiled(self.by_weak, rook_attacks, self.rook(), king | set(self.man()))
            || (M::PIECE == Piece::Bishop
                && unveiled(
                    bishop_attacks(self.weak, self.occupied),
                    bishop_attacks,
                    self.man(),
                    king | set(self.rook()),
                ))
    }

    /// Returns whether the strong rook or man attacks the weak rook, directly or through the weak
    /// king.
    pub(crate) fn check_hits(&self) -> bool {
        let without = self.occupied ^ set(self.weak_king);
        (rook_attacks(self.rook(), without) | M::attacks(self.man(), without)).has(self.weak)
    }

    /// Returns whether the strong man attacks the weak rook and, behind it, the weak king.
    pub(crate) fn rook_pinned(&self) -> bool {
        self.by_man().has(self.weak)
            && M::attacks(self.man(), self.occupied ^ set(self.weak)).has(self.weak_king)
    }

    /// Returns whether the strong king or man guards the strong rook.
    pub(crate) fn rook_guarded(&self) -> bool {
        adjacent(self.strong_king, self.rook()) || self.by_man().has(self.rook())
    }

    /// Returns whether the weak rook can capture the man with check.
    pub(crate) fn taken_with_check(&self) -> bool {
        self.by_weak.has(self.man())
            && rook_attacks(self.man(), self.occupied).has(self.strong_king)
    }

    /// Returns whether the weak rook can capture the man with check while neither the strong rook
    /// nor the strong king guards the man. The king's guard does not count if the strong rook is
    /// behind the king on the line of the check.
    pub(crate) fn taken_with_skewer(&self) -> bool {
        self.taken_with_check()
            && (!adjacent(self.strong_king, self.man())
                || rook_attacks(self.man(), self.occupied ^ set(self.strong_king)).has(self.rook()))
            && !self.by_rook().has(self.man())
    }

    /// Returns whether the strong man gives check.
    pub(crate) fn man_checks(&self) -> bool {
        self.by_man().has(self.weak_king)
    }

    /// Returns whether the weak rook can give a check that also attacks the unguarded strong rook
    /// behind the strong king.
    pub(crate) fn weak_skewers(&self) -> bool {
        let line = line(self.strong_king, self.rook()) & !between(self.strong_king, self.rook());
        self.by_rook().has(self.strong_king)
            && !self.rook_guarded()
            && !(line & self.by_weak & rook_attacks(self.strong_king, self.occupied)).is_empty()
    }

    /// Returns whether the position is still drawn after the strong rook is lost, because the man
    /// is near its king.
    pub(crate) fn loses_rook_only(&self) -> bool {
        let near = if M::PIECE == Piece::Bishop { 2 } else { 3 };
        distance(self.strong_king, self.man()) <= near
            && edge_distance(self.strong_king) > 0
            && self.kings() >= 3
            && self.by_man().len() > 3
            && line_distance(self.strong_king, self.rook()) > 0
            && line_distance(self.rook(), self.man()) > 0
            && distance(self.weak_king, self.man()) >= 3
    }
}
