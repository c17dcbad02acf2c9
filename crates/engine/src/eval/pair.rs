//! A middlegame and an endgame value that travel together.

use std::ops::{Add, AddAssign, Mul};

/// Centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// With all men on the board.
    pub middlegame: i32,
    /// With pawns and kings alone.
    pub endgame: i32,
}

/// Short for writing tables of [`Pair`]s: `S(middlegame, endgame)`.
#[allow(non_snake_case)]
pub const fn S(middlegame: i32, endgame: i32) -> Pair {
    Pair { middlegame, endgame }
}

impl Pair {
    /// The value at `phase`: `full` is the middlegame, 0 the endgame.
    pub fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        S(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, factor: i32) -> Pair {
        S(self.middlegame * factor, self.endgame * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blending_goes_from_endgame_to_middlegame() {
        assert_eq!(S(24, 48).blend(24, 24), 24);
        assert_eq!(S(24, 48).blend(0, 24), 48);
        assert_eq!(S(24, 48).blend(12, 24), 36);
    }
}
