//! King and two minor pieces against king and rook: what either side can win at once.

use crate::geometry::*;
use crate::trio::Trio;

/// King, `A` and `B` (strong side) against king and rook (weak side). Either side can win.
pub(crate) type TwoMinors<A, B> = Trio<A, B, Rook>;

/// A kind of minor piece: bishop or knight.
pub(crate) trait Minor: Man {}
impl Minor for Bishop {}
impl Minor for Knight {}

impl<A: Minor, B: Minor> TwoMinors<A, B> {
    /// Returns the squares of the two minor pieces.
    #[inline(always)]
    pub(crate) fn minors(&self) -> BitBoard {
        set(self.first) | set(self.second)
    }

    /// Returns whether the minor pieces stand on squares of different colours.
    #[inline(always)]
    pub(crate) fn has_pair(&self) -> bool {
        !same_colour(self.first, self.second)
    }

    /// Returns the distances of the minor pieces from a square, the smaller first.
    #[inline(always)]
    pub(crate) fn minors_from(&self, square: Square) -> [u8; 2] {
        let [a, b] = [distance(self.first, square), distance(self.second, square)];
        [a.min(b), a.max(b)]
    }

    /// Returns the distance between the minor pieces.
    #[inline(always)]
    pub(crate) fn minors_apart(&self) -> u8 {
        distance(self.first, self.second)
    }

    /// Returns whether the minor pieces stand on one rank or file.
    #[inline(always)]
    pub(crate) fn minors_in_line(&self) -> bool {
        line_distance(self.first, self.second) == 0
    }

    /// Returns the number of minor pieces that stand on the strong king's rank or file.
    #[inline(always)]
    pub(crate) fn on_king_lines(&self) -> u32 {
        (rook_rays(self.strong_king) & self.minors()).len()
    }

    /// Returns whether the weak king and the rook stand on one diagonal.
    #[inline(always)]
    pub(crate) fn rook_on_king_diagonal(&self) -> bool {
        bishop_rays(self.weak_king).has(self.weak)
    }

    /// Returns the minor pieces that no other man guards.
    #[inline(always)]
    pub(crate) fn loose(&self) -> BitBoard {
        self.minors() & !(self.by_first | self.by_second | king_attacks(self.strong_king))
    }

    /// Returns the minor pieces that the rook or the weak king attacks and nothing guards.
    #[inline(always)]
    pub(crate) fn hanging(&self) -> BitBoard {
        self.loose() & (self.by_weak | king_attacks(self.weak_king))
    }

    /// Returns the number of strong men that attack the rook.
    #[inline(always)]
    pub(crate) fn rook_attackers(&self) -> u32 {
        u32::from(adjacent(self.strong_king, self.weak))
            + u32::from(self.by_first.has(self.weak))
            + u32::from(self.by_second.has(self.weak))
    }

    /// Returns whether the rook is attacked and not guarded by its king, or is attacked twice.
    #[inline(always)]
    pub(crate) fn rook_hangs(&self) -> bool {
        let guards = u32::from(adjacent(self.weak_king, self.weak));
        self.rook_attackers() > guards
    }

    /// Returns, for each minor piece, the squares to which it can move without being captured there
    /// by rook or king.
    #[inline(always)]
    fn safe_steps(&self) -> [BitBoard; 2] {
        let guards = king_attacks(self.strong_king);
        let near = king_attacks(self.weak_king);
        let step = |from: Square, reach: BitBoard, other: BitBoard| {
            let fire = rook_attacks(self.weak, self.occupied ^ set(from));
            reach & !self.occupied & !fire & !(near & !(guards | other))
        };
        [
            step(self.first, self.by_first, self.by_second),
            step(self.second, self.by_second, self.by_first),
        ]
    }

    /// Returns, for each minor piece, the squares from which it safely gives check.
    #[inline(always)]
    fn safe_checks(&self) -> [BitBoard; 2] {
        let [first, second] = self.safe_steps();
        [
            first & A::attacks(self.weak_king, self.occupied ^ set(self.first)),
            second & B::attacks(self.weak_king, self.occupied ^ set(self.second)),
        ]
    }

    /// Returns whether a minor piece has a safe check.
    #[inline(always)]
    pub(crate) fn can_check(&self) -> bool {
        let [first, second] = self.safe_checks();
        !(first | second).is_empty()
    }

    /// Returns, for each minor piece, the squares from which it would attack the rook, seen through
    /// the weak king.
    #[inline(always)]
    fn rook_hits(&self) -> [BitBoard; 2] {
        let without = self.occupied ^ set(self.weak_king);
        [
            A::attacks(self.weak, without ^ set(self.first)),
            B::attacks(self.weak, without ^ set(self.second)),
        ]
    }

    /// Returns whether a minor piece has a safe check that also attacks the rook, directly or
    /// through the king.
    #[inline(always)]
    pub(crate) fn can_fork(&self) -> bool {
        let ([first, second], [by_first, by_second]) = (self.safe_checks(), self.rook_hits());
        !((first & by_first) | (second & by_second)).is_empty()
    }

    /// Returns whether a bishop has a safe move that pins the rook.
    #[inline(always)]
    pub(crate) fn can_pin(&self) -> bool {
        let [first, second] = self.safe_steps();
        let pins = |is_bishop: bool, from: Square, steps: BitBoard| {
            let without = self.occupied ^ set(from);
            is_bishop
                && self.rook_on_king_diagonal()
                && !(steps
                    & bishop_attacks(self.weak, without)
                    & bishop_attacks(self.weak_king, without ^ set(self.weak)))
                .is_empty()
        };
        pins(A::PIECE == Piece::Bishop, self.first, first)
            || pins(B::PIECE == Piece::Bishop, self.second, second)
    }

    /// Returns whether only a strong man stands between a bishop and `target`.
    #[inline(always)]
    fn unveils(&self, target: Square) -> bool {
        let near = bishop_attacks(target, self.occupied) & self.occupied;
        let unveiled = |is_bishop: bool, bishop: Square, other: Square| {
            let screens = near & (set(self.strong_king) | set(other));
            is_bishop
                && !near.has(bishop)
                && bishop_attacks(target, self.occupied ^ screens).has(bishop)
        };
        unveiled(A::PIECE == Piece::Bishop, self.first, self.second)
            || unveiled(B::PIECE == Piece::Bishop, self.second, self.first)
    }

    /// Returns whether a strong man's move can discover check.
    #[inline(always)]
    pub(crate) fn battery(&self) -> bool {
        self.unveils(self.weak_king)
    }

    /// Returns whether a strong man's move can discover an attack on the rook.
    #[inline(always)]
    pub(crate) fn unveils_rook(&self) -> bool {
        self.unveils(self.weak)
    }

    /// Returns the squares to which the rook can move without being attacked there.
    #[inline(always)]
    pub(crate) fn rook_havens(&self) -> BitBoard {
        let without = self.occupied ^ set(self.weak);
        let fire = A::attacks(self.first, without) | B::attacks(self.second, without);
        self.by_weak & !self.occupied & !fire & !king_attacks(self.strong_king)
    }

    /// Returns whether the rook has a safe move to a square from which it attacks at least two men
    /// out of the strong king and the loose minor pieces. The king does not block lines.
    #[inline(always)]
    pub(crate) fn rook_can_fork(&self) -> bool {
        let without = self.occupied ^ set(self.weak);
        let loose = self.loose();
        let sight = |target: Square| {
            let attacks = rook_attacks(target, without ^ set(self.strong_king));
            if loose.has(target) { attacks } else { BitBoard::EMPTY }
        };
        let [first, second] = [sight(self.first), sight(self.second)];
        let king = rook_attacks(self.strong_king, without);
        let double = (first & second) | (king & (first | second));
        !(self.rook_havens() & double).is_empty()
    }
}
