//! King and one man against king and one man: the board turned so that the strong side is White.

use std::marker::PhantomData;

use crate::Position;
use crate::geometry::*;

/// King and `S` (strong side) against king and `W` (weak side). Where both men are of one kind,
/// the strong side is the side to move.
#[allow(dead_code)]
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
        let strong_color = if S::PIECE == W::PIECE {
            stm
        } else if position.men(Color::White, S::PIECE).is_empty() {
            Color::Black
        } else {
            Color::White
        };
        let weak_color = !strong_color;
        let duel = Duel {
            strong_to_move: stm == strong_color,
            strong_king: position.king(strong_color),
            weak_king: position.king(weak_color),
            strong: position.only_man(strong_color, S::PIECE),
            weak: position.only_man(weak_color, W::PIECE),
            men: PhantomData,
        };
        assert!(position.count() == 4, "king and man against king and man");
        duel
    }

    /// All men.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> BitBoard {
        set(self.strong_king) | set(self.weak_king) | set(self.strong) | set(self.weak)
    }
}
