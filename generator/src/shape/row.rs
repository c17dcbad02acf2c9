//! Rows of 64 words: all men stand still but the *low man*, whose square is the word, and the lane
//! man. What holds for each word is a vector over the low man's squares.

use cozy_chess::{Piece, Square};

use crate::{
    shape::attacks::{attacks, bit, pawn_attacks},
    shape::geometry::Geometry,
    shape::{Seat, Shape},
};

/// A set of lanes for each square of the low man.
pub type Lanes = [u64; 64];

/// Where a man of a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On one square in the whole row.
    Fixed(Square),
    /// The word says it.
    Low,
    /// The lane says it.
    Lane,
}

/// The men of a row.
#[derive(Debug)]
pub struct Row<'a> {
    /// The shape it belongs to.
    pub shape: &'a Shape<'a>,
    /// Lines of the board.
    pub geometry: &'static Geometry,
    /// By man, in the order of the layout.
    pub places: [Place; 6],
    /// The squares of the men that stand still.
    pub fixed: u64,
}

impl<'a> Row<'a> {
    /// The row of a block that starts with a word; `None` if two men that stand still share a
    /// square.
    #[inline(always)]
    pub fn new(
        shape: &'a Shape,
        geometry: &'static Geometry,
        block: usize,
        first_word: usize,
    ) -> Option<Row<'a>> {
        let word = shape.word(block, first_word);
        let mut places = [Place::Lane; 6];
        let mut fixed = 0;
        for (man, &seat) in shape.seats.iter().enumerate() {
            places[man] = match seat {
                Seat::Lane => Place::Lane,
                Seat::Row(0) => Place::Low,
                _ => {
                    let square = word.squares[man];
                    if fixed & bit(square) != 0 {
                        return None;
                    }
                    fixed |= bit(square);
                    Place::Fixed(square)
                }
            };
        }
        Some(Row { shape, geometry, places, fixed })
    }

    /// By square of the low man: the squares that a man attacks from there.
    #[inline(always)]
    fn attacks_from_low(&self, piece: Piece) -> Lanes {
        let mut attacked = self.geometry.reach[piece as usize];
        if !matches!(piece, Piece::King | Piece::Knight) {
            for blocker in cozy_chess::BitBoard(self.fixed) {
                let hides = &self.geometry.hides[blocker as usize];
                for low in 0..64 {
                    attacked[low] &= !hides[low];
                }
            }
        }
        attacked
    }

    /// By square of the low man: those of `lanes` that it does not hide from `square`.
    #[inline(always)]
    fn seen_past_low(&self, square: Square, lanes: u64) -> Lanes {
        let hidden = &self.geometry.hidden[square as usize];
        std::array::from_fn(|low| lanes & !hidden[low])
    }

    /// By square of the low man, if it is among `squares`: the lanes not between it and `square`.
    #[inline(always)]
    fn lines_to_low(&self, square: Square, squares: u64) -> Lanes {
        let between = &self.geometry.between[square as usize];
        let mut lanes = [0; 64];
        for low in cozy_chess::BitBoard(squares) {
            lanes[low as usize] = !between[low as usize];
        }
        lanes
    }

    /// By square of the low man: the lanes in which a man attacks another man's square. Those in
    /// which two men share a square mean nothing.
    #[inline(always)]
    pub fn attack(&self, attacker: usize, target: usize) -> Lanes {
        let man = self.shape.man(attacker);
        let attacks_from = |square: Square| match man.piece {
            Piece::Pawn => pawn_attacks(man.color, square),
            piece => attacks(piece, square, self.fixed),
        };
        match (self.places[attacker], self.places[target]) {
            (Place::Lane, Place::Fixed(to)) => self.seen_past_low(to, attacks_from(to)),
            (Place::Fixed(from), Place::Lane) => self.seen_past_low(from, attacks_from(from)),
            (Place::Lane, Place::Low) | (Place::Low, Place::Lane) => {
                self.attacks_from_low(man.piece)
            }
            (Place::Low, Place::Fixed(square)) | (Place::Fixed(square), Place::Low) => {
                self.lines_to_low(square, attacks_from(square))
            }
            (Place::Fixed(from), Place::Fixed(to)) => {
                let between = self.geometry.between[from as usize][to as usize];
                let attacked = attacks_from(from) & bit(to) != 0;
                // A step has nothing in between.
                let mut lanes = [if attacked { !between } else { 0 }; 64];
                for low in cozy_chess::BitBoard(between) {
                    lanes[low as usize] = 0;
                }
                lanes
            }
            (Place::Low, Place::Low) | (Place::Lane, Place::Lane) => {
                unreachable!("no man attacks itself")
            }
        }
    }

    /// By square of the low man: the lanes in which no two men share a square and the kings do not
    /// touch.
    #[inline(always)]
    fn placed(&self) -> Lanes {
        let mut placed: Lanes = std::array::from_fn(|low| !self.fixed & !(1 << low));
        for low in cozy_chess::BitBoard(self.fixed) {
            placed[low as usize] = 0;
        }
        let reach = &self.geometry.reach[Piece::King as usize];
        let kings = self.shape.kings.map(|king| self.places[king]);
        match kings {
            [Place::Fixed(white), Place::Fixed(black)] => {
                if reach[white as usize] & bit(black) != 0 {
                    placed = [0; 64];
                }
            }
            [Place::Fixed(king), Place::Low] | [Place::Low, Place::Fixed(king)] => {
                for low in cozy_chess::BitBoard(reach[king as usize]) {
                    placed[low as usize] = 0;
                }
            }
            [Place::Fixed(king), Place::Lane] | [Place::Lane, Place::Fixed(king)] => {
                for lanes in &mut placed {
                    *lanes &= !reach[king as usize];
                }
            }
            [Place::Low, Place::Lane] | [Place::Lane, Place::Low] => {
                for low in 0..64 {
                    placed[low] &= !reach[low];
                }
            }
            [Place::Low, Place::Low] | [Place::Lane, Place::Lane] => {
                unreachable!("the kings are two men")
            }
        }
        placed
    }

    /// The legal positions of the row, by side to move.
    #[inline(always)]
    pub fn legal(&self) -> [Lanes; 2] {
        let placed = self.placed();
        let mut legal = [placed; 2];
        for attacker in 0..self.shape.seats.len() {
            let man = self.shape.man(attacker);
            if man.piece == Piece::King {
                continue;
            }
            // With the attacker's side to move, the other king must not be attacked.
            let king = self.shape.kings[!man.color as usize];
            let check = self.attack(attacker, king);
            let legal = &mut legal[man.color as usize];
            for low in 0..64 {
                legal[low] &= !check[low];
            }
        }
        legal
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::Color;
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::shape::legality::{check_lanes, legal_lanes};

    #[test]
    fn rows_are_their_words() {
        for name in ["KRK", "KBKN", "KRBKQ", "KPK", "KPKP", "KRKP", "KRPKQ", "KBPKP", "KPPKP"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            for slice in (0..layout.slices().len()).step_by(7 * layout.slices().len().div_ceil(99))
            {
                let shape = Shape::new(&layout, slice);
                for block in (0..shape.blocks).step_by(29) {
                    compare(&shape, block);
                }
            }
        }
    }

    fn compare(shape: &Shape, block: usize) {
        if shape.words < 64 {
            return;
        }
        for first in (0..shape.words).step_by(64 * 3) {
            let row = Row::new(shape, Geometry::get(), block, first);
            let legal = row.as_ref().map_or([[0; 64]; 2], Row::legal);
            #[expect(clippy::needless_range_loop, reason = "low is a square")]
            for low in 0..64 {
                let word = shape.word(block, first + low);
                let expected = legal_lanes(shape, &word);
                assert_eq!([legal[0][low], legal[1][low]], expected, "{first} {low}");
                for color in Color::ALL {
                    let checks = check_lanes(shape, color, &word);
                    let free = !word.known;
                    let attackers = (0..shape.seats.len()).filter(|&man| {
                        let man = shape.man(man);
                        man.color != color && man.piece != Piece::King
                    });
                    if let Some(row) = row.as_ref().filter(|_| !word.overlaps) {
                        let king = shape.kings[color as usize];
                        let rows = attackers.fold(0, |all, man| all | row.attack(man, king)[low]);
                        assert_eq!(rows & free, checks & free);
                    }
                }
            }
        }
    }
}
