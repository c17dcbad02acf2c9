//! King and one man against king and one man. The board is turned so that the strong side is White.

use std::marker::PhantomData;

use crate::geometry::*;
use crate::position::Position;
use crate::rule::Siege;
use crate::tactics::*;

/// King and `S` (strong side) against king and `W` (weak side). If both men are of the same kind,
/// the strong side is the side to move.
pub(crate) struct Duel<S, W> {
    pub strong_to_move: bool,
    pub strong_king: Square,
    pub weak_king: Square,
    pub strong: Square,
    pub weak: Square,
    men: PhantomData<(S, W)>,
}

impl<S: Man, W: Man> Duel<S, W> {
    pub(crate) fn new(position: &Position) -> Self {
        let stm = position.stm();
        let like_men = S::PIECE == W::PIECE;
        let strong = if like_men { stm } else { position.side_with(S::PIECE) };
        assert!(position.count() == 4, "king and man against king and man");
        Duel::of(
            stm == strong,
            [position.king(strong), position.only_man(strong, S::PIECE)],
            [position.king(!strong), position.only_man(!strong, W::PIECE)],
        )
    }

    /// Returns the duel with the kings and the men on the given squares.
    pub(crate) fn of(
        strong_to_move: bool,
        [strong_king, strong]: [Square; 2],
        [weak_king, weak]: [Square; 2],
    ) -> Self {
        Duel { strong_to_move, strong_king, weak_king, strong, weak, men: PhantomData }
    }

    /// Returns the squares of all men.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> BitBoard {
        set(self.strong_king) | set(self.weak_king) | set(self.strong) | set(self.weak)
    }

    /// Returns the distance between the kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u8 {
        distance(self.strong_king, self.weak_king)
    }

    /// Returns the distance of the strong king from the weak man.
    #[inline(always)]
    pub(crate) fn hunter(&self) -> u8 {
        distance(self.strong_king, self.weak)
    }

    /// Returns the distance of the weak king from its man.
    #[inline(always)]
    pub(crate) fn guard(&self) -> u8 {
        distance(self.weak_king, self.weak)
    }

    /// Returns the smaller of the kings' distances in ranks and in files.
    #[inline(always)]
    pub(crate) fn kings_line(&self) -> u8 {
        line_distance(self.strong_king, self.weak_king)
    }

    /// Returns the smaller of the distances in ranks and in files between the weak king and its
    /// man.
    #[inline(always)]
    pub(crate) fn guard_line(&self) -> u8 {
        line_distance(self.weak_king, self.weak)
    }

    /// Returns whether the weak king is on the edge of the board.
    #[inline(always)]
    pub(crate) fn on_edge(&self) -> bool {
        edge_distance(self.weak_king) == 0
    }

    /// Returns whether the weak man and its king are on one diagonal.
    #[inline(always)]
    pub(crate) fn on_diagonal(&self) -> bool {
        file_distance(self.weak_king, self.weak) == rank_distance(self.weak_king, self.weak)
    }

    /// Returns the number of empty squares that the weak man attacks.
    pub(crate) fn mobility(&self) -> u32 {
        (W::attacks(self.weak, self.occupied()) & !self.occupied()).len()
    }

    /// Returns whether the strong side can capture the weak man, win the man by a check, or mate.
    pub(crate) fn wins_man(&self) -> bool {
        wins_man::<S, W>(self.strong_king, self.strong, self.weak_king, self.weak)
    }

    /// Returns the squares to which the weak king could step if its side were to move. They are
    /// neither attacked nor occupied by its own man.
    pub(crate) fn flight_squares(&self) -> BitBoard {
        let blockers = set(self.strong_king) | set(self.strong) | set(self.weak);
        king_attacks(self.weak_king)
            & !king_attacks(self.strong_king)
            & !S::attacks(self.strong, blockers)
            & !set(self.weak)
    }

    /// Returns whether the strong man is a line piece and the strong king stands between it and the
    /// weak king.
    pub(crate) fn discovers_check(&self) -> bool {
        S::rays(self.strong).has(self.weak_king)
            && between(self.strong, self.weak_king).has(self.strong_king)
    }

    /// Returns the number of squares in [`Duel::flight_squares`].
    pub(crate) fn flights(&self) -> u32 {
        self.flight_squares().len()
    }
}

impl<S: Man, W: Man> Siege for Duel<S, W> {
    fn new(position: &Position) -> Self {
        Duel::new(position)
    }

    fn strong_to_move(&self) -> bool {
        self.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let reply = |weak_king, weak| {
            safe(&Duel::of(true, [self.strong_king, self.strong], [weak_king, weak]))
        };
        let mut steps = self.flight_squares();
        if steps.has(self.strong) {
            return true;
        }
        // The squares that the strong side attacks once the weak man is removed from the board.
        let kings = set(self.strong_king) | set(self.weak_king);
        let by_man = S::attacks(self.strong, kings);
        let by_king = king_attacks(self.strong_king);
        // A step that leaves the man hanging does not count as safe.
        if by_king.has(self.weak) {
            steps &= king_attacks(self.weak);
        } else if by_man.has(self.weak) {
            steps &= king_attacks(self.weak) | between(self.strong, self.weak);
        }
        // Steps away from the edge are tried first, because they hold most often.
        if (steps & !EDGE).into_iter().any(|to| reply(to, self.weak)) {
            return true;
        }
        let moves = W::attacks(self.weak, kings | set(self.strong)) & !kings;
        if moves.has(self.strong) {
            return true;
        }
        let mut safe_moves = moves & (king_attacks(self.weak_king) | !(by_man | by_king));
        if by_man.has(self.weak_king) {
            safe_moves &= between(self.strong, self.weak_king);
        }
        safe_moves.into_iter().any(|to| reply(self.weak_king, to))
            || (steps & EDGE).into_iter().any(|to| reply(to, self.weak))
    }
}
