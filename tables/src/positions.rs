//! Sets of positions that are drawn at random: the one sampler, and the positions of the whole board by number.
//!
//! Who draws anything at random draws numbers with [`Shuffled`]. [`RandomPositions`] makes positions of such
//! numbers: a uniform sample of an endgame's legal positions. [`one_in`] thins out what is visited word by word.

use std::sync::Arc;

use drawproof_board::{Board, BoardBuilder, Color, Piece, Square, get_king_moves};
use serde::{Deserialize, Serialize};

use crate::{
    census::for_each_lane,
    endgame::{layout::Layout, symmetry::Transform},
    mixing::{finalised, mixed},
    parallel,
};

/// A random sample of the legal positions of an endgame, without repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of positions to draw. If the endgame has no more positions than this, all are
    /// drawn. A sample that would cover a large part of a five-man endgame is somewhat smaller than
    /// requested.
    pub size: u64,
    /// The seed of the random choice. Equal seeds give equal samples.
    pub seed: u64,
}

impl Sample {
    /// Returns the number of 64-bit words for a set of the sample's positions, one bit each.
    pub fn words(self) -> usize {
        self.size.div_ceil(64) as usize
    }
}

/// A random permutation of the numbers below a total. The first numbers of the permutation are a
/// uniform sample without repetition.
#[derive(Clone, Debug)]
pub struct Shuffled {
    total: u64,
    /// The keys of the rounds of the permutation.
    keys: [u64; 4],
}

impl Shuffled {
    /// Makes the permutation of the numbers below `total` that `seed` determines.
    pub fn new(total: u64, seed: u64) -> Shuffled {
        let keys = [1, 2, 3, 4].map(|round| mixed(seed.wrapping_add(mixed(round))));
        Shuffled { total, keys }
    }

    /// Returns the number at index `place` of the permutation; `place` must be below the total.
    pub fn get(&self, place: u64) -> u64 {
        // A Feistel network permutes the numbers of `2 * half` bits. It is applied until the result is below
        // the total, which restricts the permutation to the numbers below the total.
        let half = self.total.next_power_of_two().ilog2().div_ceil(2);
        let mask = (1 << half) - 1;
        let mut number = place;
        loop {
            let (mut high, mut low) = (number >> half, number & mask);
            for key in self.keys {
                (high, low) = (low, high ^ mixed(low ^ key) & mask);
            }
            number = high << half | low;
            if number < self.total {
                return number;
            }
        }
    }

    /// Returns the first `count` numbers of the permutation, or all if there are fewer, in
    /// ascending order.
    pub fn first(&self, count: u64) -> Vec<u64> {
        if count >= self.total {
            return (0..self.total).collect();
        }
        let mut numbers: Vec<u64> = (0..count).map(|place| self.get(place)).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Returns a subset of a word's `lanes`: a pseudo-random sample of about one lane in `of`. `first`
/// is the table index of lane 0. The selection depends only on the table indices.
pub fn one_in(of: u64, first: u64, lanes: u64) -> u64 {
    if of == 1 {
        return lanes;
    }
    let mut drawn = 0;
    for_each_lane(lanes, |lane| {
        drawn |= u64::from(finalised(first + lane as u64).is_multiple_of(of)) << lane;
    });
    drawn
}

/// Draws the positions of a [`Sample`], which are numbered from 0. Placements that differ only in
/// the order of like men count as different positions. Either side may be to move, and no position
/// has an en-passant right.
pub struct RandomPositions {
    layout: Arc<Layout>,
    size: u64,
    /// By king pair or pawn slice, the number of images of those before it; at last of all.
    images_before: Vec<u64>,
    /// The numbers of placements of men: an image of a king pair or pawn slice, the squares of the
    /// other men, the side to move.
    shuffled: Shuffled,
    /// In a dense sample, where in that order its positions are.
    places: Option<Vec<u64>>,
}

/// A sample of more than one placement in so many is dense: some numbers would have no legal one of their own.
const DENSE: u64 = 8;

/// Endgames with more placements have no dense samples, whose places are kept in memory.
const DENSE_MAX: u64 = 1 << 26;

/// Placements of a dense sample that are looked at together, and those of one task.
const DENSE_BATCH: u64 = 1 << 20;
const DENSE_TASK: usize = 1 << 12;

/// A random position, and the table index at which its value is stored.
pub struct RandomPosition {
    /// The drawn position.
    pub board: Board,
    /// The table index of a position that is symmetric to the drawn one.
    pub index: usize,
    /// The symmetry that maps the position at `index` to the drawn position.
    pub image: Transform,
    /// The number of placements drawn, up to and including the first legal one.
    pub tries: u64,
}

impl RandomPositions {
    /// Prepares drawing the positions of a sample.
    pub fn new(layout: &Arc<Layout>, sample: Sample) -> RandomPositions {
        let images = |outer| layout.images(outer).len() as u64;
        let mut images_before = vec![0];
        images_before.extend((0..layout.outer_count()).scan(0, |all, outer| {
            *all += images(outer);
            Some(*all)
        }));
        let total = (2 * images_before[layout.outer_count()]) << (6 * layout.digits());
        let shuffled = Shuffled::new(total, mixed(sample.seed));
        let size = sample.size.clamp(1, total);
        let layout = layout.clone();
        let mut all = RandomPositions { layout, size, images_before, shuffled, places: None };
        if total / DENSE < size && total <= DENSE_MAX {
            let places = all.first_legal();
            (all.size, all.places) = (places.len() as u64, Some(places));
        }
        all
    }

    /// Returns the places of the first legal placements, as many as the sample has.
    fn first_legal(&self) -> Vec<u64> {
        let (total, size) = (self.shuffled.total, self.size as usize);
        let mut places = Vec::with_capacity(size);
        for first in (0..total).step_by(DENSE_BATCH as usize) {
            let count = DENSE_BATCH.min(total - first) as usize;
            let found = parallel::map_ranges(count, DENSE_TASK, |numbers| {
                let mut builder = BoardBuilder::empty();
                let all = numbers.map(|number| first + number as u64);
                all.filter(|&place| self.at(&mut builder, place).is_some()).collect::<Vec<u64>>()
            });
            places.extend(found.into_iter().flatten());
            if places.len() >= size {
                break;
            }
        }
        places.truncate(size);
        places
    }

    /// Returns the number of positions in the sample, which is at most the number of placements.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of ways to place the men, legal or not, summed over both sides to move.
    pub fn placements(&self) -> f64 {
        (self.shuffled.total * self.layout.pawn_orders()) as f64
    }

    /// Returns the number of placements that [`RandomPositions::get`] tries for `number` before it
    /// gives up and returns `None`.
    pub fn tries(&self, number: u64) -> u64 {
        (self.shuffled.total - number).div_ceil(self.size)
    }

    /// Returns the position of the sample with a number below [`RandomPositions::size`]. Returns
    /// `None` if no placement tried for the number is legal, which can happen if the sample is a
    /// large part of the endgame.
    pub fn get(&self, number: u64) -> Option<RandomPosition> {
        let mut builder = BoardBuilder::empty();
        if let Some(places) = &self.places {
            let place = *places.get(number as usize)?;
            let before = number.checked_sub(1).map_or(0, |it| places[it as usize] + 1);
            return Some(RandomPosition {
                tries: place + 1 - before,
                ..self.at(&mut builder, place)?
            });
        }
        // Each number has placements of its own: no two find the same.
        let places = (number..self.shuffled.total).step_by(self.size as usize);
        (1..).zip(places).find_map(|(tries, place)| {
            Some(RandomPosition { tries, ..self.at(&mut builder, place)? })
        })
    }

    /// Returns the position at a place of the random order; `None` if it is not legal.
    fn at(&self, builder: &mut BoardBuilder, place: u64) -> Option<RandomPosition> {
        let (side_to_move, index, image) = self.placement(self.shuffled.get(place));
        let mut squares = self.layout.squares(index);
        squares.map(|square| image.square(square));
        let board = board_of_squares(builder, &self.layout, &squares, side_to_move)?;
        Some(RandomPosition { board, index, image, tries: 1 })
    }

    /// Returns the placement with a number: the side to move, an index, and the symmetry that maps
    /// its men there.
    fn placement(&self, number: u64) -> (Color, usize, Transform) {
        let (side, number) = (Color::ALL[(number & 1) as usize], number >> 1);
        let digits = 6 * self.layout.digits();
        let (image, squares) = (number >> digits, number & ((1 << digits) - 1));
        let outer = self.images_before.partition_point(|&before| before <= image) - 1;
        let images = self.layout.images(outer);
        let image = images[(image - self.images_before[outer]) as usize];
        (side, outer << digits | squares as usize, image)
    }
}

/// Makes a board of an endgame's men on `squares`; `None` if the position is illegal. `builder`
/// must be empty, and is empty again afterwards.
///
/// The result is that of [`crate::Placement::to_board`], but is computed faster.
pub fn board_of_squares(
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{NormalMaterial, Placement, endgame::legality::legal_lanes};

    fn layout(name: &str) -> Arc<Layout> {
        Arc::new(Layout::new(name.parse::<NormalMaterial>().unwrap()))
    }

    fn drawn(layout: &Arc<Layout>, size: u64, seed: u64) -> Vec<RandomPosition> {
        let positions = RandomPositions::new(layout, Sample { size, seed });
        (0..positions.size()).filter_map(|number| positions.get(number)).collect()
    }

    #[test]
    fn numbers_are_shuffled_without_repetition_and_evenly() {
        for total in [1, 2, 3, 64, 1000, 4097] {
            let shuffled = Shuffled::new(total, 7);
            let seen: HashSet<u64> = (0..total).map(|place| shuffled.get(place)).collect();
            assert!(seen.len() as u64 == total && seen.iter().all(|&number| number < total));
            assert_eq!(shuffled.first(total + 1), (0..total).collect::<Vec<_>>());
        }
        let mut counts = [0_u32; 20];
        for seed in 0..20_000 {
            let first = Shuffled::new(20, mixed(seed)).first(6);
            assert!(first.len() == 6 && first.is_sorted_by(|a, b| a < b));
            first.into_iter().for_each(|number| counts[number as usize] += 1);
        }
        // 6,000 each; the standard deviation is 65.
        assert!(counts.iter().all(|count| count.abs_diff(6_000) < 300), "{counts:?}");
    }

    #[test]
    fn a_sample_as_large_as_the_endgame_has_each_position_once() {
        for name in ["KQK", "KPK", "KNNK"] {
            let layout = layout(name);
            let legal = |side: usize| -> usize {
                let of_word = |word: usize| {
                    let images = layout.images((word * 64) >> (6 * layout.digits())).len();
                    legal_lanes(&layout, word)[side].count_ones() as usize * images
                };
                (0..layout.words()).map(of_word).sum()
            };
            let all = drawn(&layout, u64::MAX, 3);
            assert_eq!(all.len(), legal(0) + legal(1), "{name}");
            let half = all.len() / 2;
            assert_eq!(drawn(&layout, half as u64, 4).len(), half, "{name}");
            let some = drawn(&layout, 20_000, 3);
            assert_eq!(some.len(), 20_000);
            let mut seen = HashSet::new();
            for it in some {
                let mut squares = layout.squares(it.index);
                squares.map(|square| it.image.square(square));
                let placement = Placement::new(&layout, &squares, it.board.side_to_move());
                assert_eq!(Placement::from(&it.board), placement);
                assert!(seen.insert((it.board.side_to_move(), it.index, it.image)), "{name}");
            }
        }
    }

    #[test]
    fn each_legal_position_is_equally_probable() {
        let layout = layout("KRK");
        let count = |all: &[RandomPosition], file: usize| {
            all.iter().filter(|it| it.board.king(Color::White).file() as usize == file).count()
        };
        let all = drawn(&layout, u64::MAX, 1);
        let some = drawn(&layout, 100_000, 1);
        for file in 0..8 {
            let expected = count(&all, file) as f64 * 100_000.0 / all.len() as f64;
            assert!((count(&some, file) as f64 - expected).abs() < 400.0, "{file} {expected}");
        }
    }

    #[test]
    fn boards_equal_those_of_the_placements() {
        for name in ["KQK", "KPK", "KBBK"] {
            let layout = layout(name);
            let mut builder = BoardBuilder::empty();
            for index in (0..layout.count()).step_by(3) {
                let squares = layout.squares(index);
                for side in Color::ALL {
                    let placement = Placement::new(&layout, &squares, side);
                    let men = placement.colour(Color::White) | placement.colour(Color::Black);
                    let complete = men.len() as usize == squares.len();
                    let expected = placement.to_board().filter(|_| complete);
                    assert_eq!(board_of_squares(&mut builder, &layout, &squares, side), expected);
                }
            }
        }
    }
}
