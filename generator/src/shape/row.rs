//! Rows of 64 words, in which only the first upper man and the low man vary. Attacks and legal
//! positions of all 64 words are computed at once, by vector operations over the squares of the
//! first upper man.

use drawproof_board::{Piece, Square};
use drawproof_tables::MEN_MAX;

use crate::shape::{
    Seat, Shape,
    attacks::{Geometry, attacks, bit, pawn_attacks},
};

/// A set of positions of a row, `[square of the first upper man]`, bit = lane.
pub type RowSet = [u64; 64];

/// The place of a man in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The man is on one square in the whole row.
    Fixed(Square),
    /// The man is the first upper man; its square is the word's number within the row.
    FirstUpper,
    /// The man is the low man; its square is the lane.
    Low,
}

/// A row of 64 words: the places of its men, and the tables for computing attacks.
#[derive(Debug)]
pub struct Row<'a> {
    /// The shape of the subproblem.
    pub shape: &'a Shape<'a>,
    /// The tables of lines on the board.
    pub geometry: &'static Geometry,
    /// The place of each man in the row, in the order of the layout.
    pub places: [Place; MEN_MAX],
    /// The squares of the men that are fixed within the row.
    pub fixed: u64,
}

impl<'a> Row<'a> {
    /// Returns the row of a block that starts with `first_word`; `None` if two fixed men share a
    /// square.
    #[inline(always)]
    pub fn new(
        shape: &'a Shape,
        geometry: &'static Geometry,
        block: usize,
        first_word: usize,
    ) -> Option<Row<'a>> {
        let word = shape.word(block, first_word);
        let mut places = [Place::Low; MEN_MAX];
        let mut fixed = 0;
        for (man, &seat) in shape.seats.iter().enumerate() {
            places[man] = match seat {
                Seat::Low => Place::Low,
                Seat::Upper(0) => Place::FirstUpper,
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

    /// Returns the squares that a `piece` attacks from each square of the first upper man, with the
    /// fixed men in its way.
    #[inline(always)]
    fn attacks_from_first_upper(&self, piece: Piece) -> RowSet {
        let mut attacked = self.geometry.reach[piece as usize];
        if !matches!(piece, Piece::King | Piece::Knight) {
            for blocker in drawproof_board::BitBoard(self.fixed) {
                let hides = &self.geometry.hides[blocker as usize];
                for first_upper in 0..64 {
                    attacked[first_upper] &= !hides[first_upper];
                }
            }
        }
        attacked
    }

    /// Returns, for each square of the first upper man, those of `lanes` that the man does not hide
    /// from `square`.
    #[inline(always)]
    fn seen_past_first_upper(&self, square: Square, lanes: u64) -> RowSet {
        let hidden = &self.geometry.hidden[square as usize];
        std::array::from_fn(|first_upper| lanes & !hidden[first_upper])
    }

    /// Returns, for each square of the first upper man, the lanes that are not between it and
    /// `square`; none for squares outside `squares`.
    #[inline(always)]
    fn lines_to_first_upper(&self, square: Square, squares: u64) -> RowSet {
        let between = &self.geometry.between[square as usize];
        let mut lanes = [0; 64];
        for first_upper in drawproof_board::BitBoard(squares) {
            lanes[first_upper as usize] = !between[first_upper as usize];
        }
        lanes
    }

    /// Returns the positions in which man `attacker` attacks the square of man `target`. The result
    /// is arbitrary for positions in which two men share a square.
    #[inline(always)]
    pub fn attack(&self, attacker: usize, target: usize) -> RowSet {
        let man = self.shape.man(attacker);
        let attacks_from = |square: Square| match man.piece {
            Piece::Pawn => pawn_attacks(man.color, square),
            piece => attacks(piece, square, self.fixed),
        };
        match (self.places[attacker], self.places[target]) {
            (Place::Low, Place::Fixed(to)) => self.seen_past_first_upper(to, attacks_from(to)),
            (Place::Fixed(from), Place::Low) => {
                self.seen_past_first_upper(from, attacks_from(from))
            }
            (Place::Low, Place::FirstUpper) | (Place::FirstUpper, Place::Low) => {
                self.attacks_from_first_upper(man.piece)
            }
            (Place::FirstUpper, Place::Fixed(square))
            | (Place::Fixed(square), Place::FirstUpper) => {
                self.lines_to_first_upper(square, attacks_from(square))
            }
            (Place::Fixed(from), Place::Fixed(to)) => {
                let between = self.geometry.between[from as usize][to as usize];
                let attacked = attacks_from(from) & bit(to) != 0;
                // There is no square between neighbours.
                let mut lanes = [if attacked { !between } else { 0 }; 64];
                for first_upper in drawproof_board::BitBoard(between) {
                    lanes[first_upper as usize] = 0;
                }
                lanes
            }
            (Place::FirstUpper, Place::FirstUpper) | (Place::Low, Place::Low) => {
                unreachable!("no man attacks itself")
            }
        }
    }

    /// Returns, for each square of the first upper man, the lanes in which no two men share a
    /// square and the kings are not adjacent.
    #[inline(always)]
    fn placed(&self) -> RowSet {
        let mut placed: RowSet =
            std::array::from_fn(|first_upper| !self.fixed & !(1 << first_upper));
        for first_upper in drawproof_board::BitBoard(self.fixed) {
            placed[first_upper as usize] = 0;
        }
        let reach = &self.geometry.reach[Piece::King as usize];
        let kings = self.shape.kings.map(|king| self.places[king]);
        match kings {
            [Place::Fixed(white), Place::Fixed(black)] => {
                if reach[white as usize] & bit(black) != 0 {
                    placed = [0; 64];
                }
            }
            [Place::Fixed(king), Place::FirstUpper] | [Place::FirstUpper, Place::Fixed(king)] => {
                for first_upper in drawproof_board::BitBoard(reach[king as usize]) {
                    placed[first_upper as usize] = 0;
                }
            }
            [Place::Fixed(king), Place::Low] | [Place::Low, Place::Fixed(king)] => {
                for lanes in &mut placed {
                    *lanes &= !reach[king as usize];
                }
            }
            [Place::FirstUpper, Place::Low] | [Place::Low, Place::FirstUpper] => {
                for first_upper in 0..64 {
                    placed[first_upper] &= !reach[first_upper];
                }
            }
            [Place::FirstUpper, Place::FirstUpper] | [Place::Low, Place::Low] => {
                unreachable!("the kings are two men")
            }
        }
        placed
    }

    /// Returns the legal positions of the row, by side to move.
    #[inline(always)]
    pub fn legal(&self) -> [RowSet; 2] {
        let placed = self.placed();
        let mut legal = [placed; 2];
        for attacker in 0..self.shape.seats.len() {
            let man = self.shape.man(attacker);
            if man.piece == Piece::King {
                continue;
            }
            // If the attacker's side is to move, the other king must not be attacked.
            let king = self.shape.kings[!man.color as usize];
            let check = self.attack(attacker, king);
            let legal = &mut legal[man.color as usize];
            for first_upper in 0..64 {
                legal[first_upper] &= !check[first_upper];
            }
        }
        legal
    }
}

#[cfg(test)]
mod tests {
    use drawproof_board::Color;
    use drawproof_tables::{Layout, NormalMaterial};

    use super::*;
    use crate::shape::legality::{check_lanes, legal_lanes};

    #[test]
    fn legal_positions_of_rows_are_those_of_their_words() {
        for name in
            ["KRK", "KBKN", "KRBKQ", "KPK", "KPKP", "KRKP", "KRPKQ", "KBPKP", "KPPKP", "KRNKNB"]
        {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
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
        let rows = if shape.words > 4096 { 997 } else { 3 };
        for first in (0..shape.words).step_by(64 * rows) {
            let row = Row::new(shape, Geometry::get(), block, first);
            let legal = row.as_ref().map_or([[0; 64]; 2], Row::legal);
            #[expect(clippy::needless_range_loop, reason = "first_upper is a square")]
            for first_upper in 0..64 {
                let word = shape.word(block, first + first_upper);
                let expected = legal_lanes(shape, &word);
                assert_eq!(
                    [legal[0][first_upper], legal[1][first_upper]],
                    expected,
                    "{first} {first_upper}"
                );
                for color in Color::ALL {
                    let checks = check_lanes(shape, color, &word);
                    let free = !word.occupied;
                    let attackers = (0..shape.seats.len()).filter(|&man| {
                        let man = shape.man(man);
                        man.color != color && man.piece != Piece::King
                    });
                    if let Some(row) = row.as_ref().filter(|_| !word.overlaps) {
                        let king = shape.kings[color as usize];
                        let rows =
                            attackers.fold(0, |all, man| all | row.attack(man, king)[first_upper]);
                        assert_eq!(rows & free, checks & free);
                    }
                }
            }
        }
    }
}
