//! The places of a table, all or a random sample, and the boards at these places.

use drawproof_board::{Board, BoardBuilder, Color, Piece, Square, get_king_moves};
use drawproof_tables::{Layout, Placement};

use super::outcome::Extent;
use crate::sample::mixed;

/// Numbers below a total: all, or a seeded sample without repetition.
pub struct Places {
    total: u64,
    count: u64,
    /// The keys of the rounds of the permutation; `None` for all numbers in order.
    keys: Option<[u64; 4]>,
}

impl Places {
    /// The numbers below `total` that `extent` includes.
    pub fn new(total: u64, extent: Extent) -> Places {
        match extent {
            Extent::Sample { places, seed } if places < total => {
                let keys = [1, 2, 3, 4].map(|round| mixed(seed.wrapping_add(mixed(round))));
                Places { total, count: places, keys: Some(keys) }
            }
            _ => Places { total, count: total, keys: None },
        }
    }

    /// The number of places.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether all numbers below the total are included.
    pub fn is_whole(&self) -> bool {
        self.keys.is_none()
    }

    /// The place with a number below [`Places::count`].
    pub fn get(&self, number: u64) -> u64 {
        let Some(keys) = self.keys else { return number };
        // A Feistel network permutes the numbers of `2 * half` bits. It is applied until the result
        // is below the total, which restricts the permutation to the numbers below the total.
        let half = self.total.next_power_of_two().ilog2().div_ceil(2);
        let mask = (1 << half) - 1;
        let mut place = number;
        loop {
            let (mut high, mut low) = (place >> half, place & mask);
            for key in keys {
                (high, low) = (low, high ^ mixed(low ^ key) & mask);
            }
            place = high << half | low;
            if place < self.total {
                return place;
            }
        }
    }
}

/// The board at a place; `None` if it is not a legal position. `builder` is empty before and after.
///
/// Equals [`Placement::to_board`], but is faster.
pub fn board_of(
    builder: &mut BoardBuilder,
    layout: &Layout,
    squares: &[Square],
    side_to_move: Color,
) -> Option<Board> {
    let king = |color| squares[layout.man(color, Piece::King)];
    if get_king_moves(king(Color::White)).has(king(Color::Black)) {
        return None;
    }
    builder.side_to_move = side_to_move;
    let mut placed = 0;
    for (man, &square) in layout.men().iter().zip(squares) {
        let place = builder.square_mut(square);
        if place.is_some() {
            break;
        }
        *place = Some((man.piece, man.color));
        placed += 1;
    }
    let board = if placed == squares.len() { builder.build().ok() } else { None };
    for &square in &squares[..placed] {
        *builder.square_mut(square) = None;
    }
    board
}

/// The FEN of a place that is not a legal position. Of men on the same square it shows the last.
pub fn fen_of(layout: &Layout, squares: &[Square], side_to_move: Color) -> String {
    let placement = Placement::new(layout, squares, side_to_move);
    let letter = |square: Square| {
        let all = Color::ALL.into_iter().flat_map(|c| Piece::ALL.map(|p| (c, p)));
        let mut here = all.filter(|&(c, p)| placement.men[c as usize][p as usize].has(square));
        here.next_back().map(|(color, piece)| match color {
            Color::White => char::from(piece).to_ascii_uppercase(),
            Color::Black => char::from(piece),
        })
    };
    let mut fen = String::new();
    for rank in drawproof_board::Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in drawproof_board::File::ALL {
            match letter(Square::new(file, rank)) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        fen += &empty.to_string();
                    }
                    empty = 0;
                    fen.push(letter);
                }
            }
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
        fen.push(if rank == drawproof_board::Rank::First { ' ' } else { '/' });
    }
    fen + &format!("{side_to_move} - - 0 1")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use drawproof_tables::{Material, NormalMaterial};

    use super::*;

    #[test]
    fn a_sample_holds_no_place_twice() {
        for total in [10, 1000, 4097] {
            let all = Places::new(total, Extent::Sample { places: total - 1, seed: 7 });
            let seen: HashSet<u64> = (0..all.count()).map(|n| all.get(n)).collect();
            assert_eq!(seen.len() as u64, total - 1);
            assert!(seen.iter().all(|&place| place < total));
        }
        let drawn = |seed| {
            let places = Places::new(1 << 30, Extent::Sample { places: 5, seed });
            (0..5).map(|n| places.get(n)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }

    #[test]
    fn boards_equal_those_of_the_placements() {
        for name in ["KQK", "KPK", "KBBK"] {
            let material: NormalMaterial = name.parse::<Material>().unwrap().normalise().0;
            let layout = Layout::new(material);
            let mut builder = BoardBuilder::empty();
            for index in (0..layout.count()).step_by(3) {
                let squares = layout.squares(index);
                for side in Color::ALL {
                    let placement = Placement::new(&layout, &squares, side);
                    let men = placement.colour(Color::White) | placement.colour(Color::Black);
                    let complete = men.len() as usize == squares.len();
                    let expected = placement.to_board().filter(|_| complete);
                    assert_eq!(board_of(&mut builder, &layout, &squares, side), expected);
                }
            }
        }
    }
}
