//! From the index of a part to the place of the same position in drawproof's tables: the inverse of
//! [`crate::index`], for whole ranges of indices.

use std::ops::Range;

use drawproof_board::{Color, Piece, Square};
use drawproof_tables::{Coordinate, Layout};

use crate::{
    file::Part,
    index::{Group, Numbering, choose, pawn_number},
};

/// The maximum number of like men: of five men, two are kings.
const ALIKE_MAX: usize = 3;

/// The lookup tables that all parts of an endgame share.
pub struct Ground<'l> {
    pub layout: &'l Layout,
    pub numbering: Numbering,
    /// For each placement of the men that the layout's outer number counts: eight times this
    /// number, plus a symmetry; [`NOWHERE`] for impossible placements. The index has six bits for
    /// each man's square, in the order of the layout.
    outer: Vec<u32>,
    /// The squares of the leading men, `[file of the leading pawn][number of the placement]`.
    leading: Vec<Vec<[u8; ALIKE_MAX]>>,
    /// The squares of like men, `[number of men][number of the placement]`.
    alike: [Vec<[u8; ALIKE_MAX]>; ALIKE_MAX + 1],
}

const NOWHERE: u32 = u32::MAX;

/// The part of an index that a man's square determines.
#[derive(Clone, Copy, Debug)]
enum Seat {
    /// The key of [`Ground::outer`], from this bit on.
    Outer(u32),
    /// The digits, from this bit on.
    Digit(u32),
}

/// Translates the indices of one part to indices of drawproof's tables.
pub struct Places<'g> {
    ground: &'g Ground<'g>,
    groups: Vec<Group>,
    /// The group that each digit of an index numbers, and the base of the digit; the
    /// fastest-varying digit first.
    turns: Vec<(usize, u64)>,
    leading: &'g [[u8; ALIKE_MAX]],
    seats: Vec<Seat>,
}

impl Ground<'_> {
    /// Computes the lookup tables of an endgame.
    pub fn new(layout: &Layout, numbering: Numbering) -> Ground<'_> {
        let files = if numbering.leading_pawns > 0 { 4 } else { 1 };
        let leading = (0..files).map(|file| leading(&numbering, file)).collect();
        let alike = std::array::from_fn(|men| {
            sets(64, men, choose(64, men), |set| {
                let numbers = set.iter().enumerate();
                numbers.map(|(place, &square)| choose(square.into(), place + 1)).sum()
            })
        });
        Ground { layout, numbering, outer: outer(layout), leading, alike }
    }
}

/// Returns all sets of `men` squares below `squares`, indexed by `number`; squares in a set are in
/// ascending order. `count` is the number of sets.
fn sets(
    squares: u8,
    men: usize,
    count: u64,
    number: impl Fn(&[u8]) -> u64,
) -> Vec<[u8; ALIKE_MAX]> {
    let mut sets = vec![[0; ALIKE_MAX]; count as usize];
    let mut set: Vec<u8> = (0..men as u8).collect();
    loop {
        sets[number(&set) as usize][..men].copy_from_slice(&set);
        let at_end = |&place: &usize| set[place] as usize + men - place == squares as usize;
        let Some(place) = (0..men).rev().find(|place| !at_end(place)) else { return sets };
        set[place] += 1;
        for next in place + 1..men {
            set[next] = set[next - 1] + 1;
        }
    }
}

/// Returns the squares of the leading men, `[number of the placement]`.
fn leading(numbering: &Numbering, file: u8) -> Vec<[u8; ALIKE_MAX]> {
    let groups = [Group { men: 0, factor: 1 }];
    let mut placements = Vec::new();
    let mut add = |men: &[u8]| {
        // The leading men lead where no symmetry moves them.
        let mut moved = [0; ALIKE_MAX];
        let moved = &mut moved[..men.len()];
        moved.copy_from_slice(men);
        let number = numbering.index(&groups, moved) as usize;
        if moved == men {
            if placements.len() <= number {
                placements.resize(number + 1, [0; ALIKE_MAX]);
            }
            placements[number][..men.len()].copy_from_slice(men);
        }
    };
    match numbering.leading_pawns {
        0 => {
            for a in 0..64u8 {
                for b in (0..64).filter(|&b| b != a) {
                    if numbering.kings_lead {
                        if !crate::index::are_adjacent(a, b) {
                            add(&[a, b]);
                        }
                        continue;
                    }
                    for c in (0..64).filter(|&c| c != a && c != b) {
                        add(&[a, b, c]);
                    }
                }
            }
        }
        pawns => {
            // The leader has the greatest number; the others follow from the greatest on.
            let mut squares: Vec<u8> = (8..56).collect();
            squares.sort_by_key(|&square| std::cmp::Reverse(pawn_number(square)));
            let mut chosen = vec![0; pawns];
            add_pawns(&squares, &mut chosen, (0, 0), &mut |men| {
                if men[0] % 8 == file {
                    add(men);
                }
            });
        }
    }
    placements
}

/// Calls `add` with each choice of squares in their order. Chooses the squares from index `place`
/// of `chosen` on, among `squares` from index `first` on.
fn add_pawns(
    squares: &[u8],
    chosen: &mut [u8],
    (place, first): (usize, usize),
    add: &mut dyn FnMut(&[u8]),
) {
    if place == chosen.len() {
        return add(chosen);
    }
    for number in first..squares.len() {
        chosen[place] = squares[number];
        add_pawns(squares, chosen, (place + 1, number + 1), add);
    }
}

/// Returns the men that the outer number of a layout counts.
fn outer_men(layout: &Layout) -> Vec<usize> {
    let is_outer = |man: &usize| !matches!(layout.coordinates()[*man], Coordinate::Digit(_));
    (0..layout.men().len()).filter(is_outer).collect()
}

/// Returns [`Ground::outer`] for a layout.
fn outer(layout: &Layout) -> Vec<u32> {
    let men = outer_men(layout);
    let mut squares = vec![Square::A1; layout.men().len()];
    let entry = |key: usize| {
        for (place, &man) in men.iter().enumerate() {
            squares[man] = Square::index(key >> (6 * place) & 63);
        }
        let found = layout.outer(&squares);
        found.map_or(NOWHERE, |(outer, symmetry)| 8 * outer as u32 + symmetry.number() as u32)
    };
    (0..1 << (6 * men.len())).map(entry).collect()
}

impl<'g> Places<'g> {
    /// Makes the translation for a part whose leading pawn is on `file`.
    pub fn new(ground: &'g Ground<'g>, part: &Part, file: usize) -> Places<'g> {
        let layout = ground.layout;
        let mut turns: Vec<usize> = (0..part.groups.len()).collect();
        turns.sort_by_key(|&group| part.groups[group].factor);
        let ends = turns[1..].iter().map(|&group| part.groups[group].factor).chain([part.size]);
        let turns = turns.iter().zip(ends);
        let turns = turns.map(|(&group, end)| (group, end / part.groups[group].factor)).collect();
        let outer = outer_men(layout);
        let mut left: Vec<usize> = (0..layout.men().len()).collect();
        let seat = |&code: &u8| {
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            let piece = Piece::ALL[usize::from(code & 7) - 1];
            let is_it =
                |&man: &usize| layout.men()[man].color == color && layout.men()[man].piece == piece;
            let place = left.iter().position(is_it).expect("the part has the men of the layout");
            let man = left.remove(place);
            match layout.coordinates()[man] {
                Coordinate::Digit(digit) => Seat::Digit(6 * digit),
                _ => {
                    let place = outer.iter().position(|&it| it == man).expect("an outer man");
                    Seat::Outer(6 * place as u32)
                }
            }
        };
        let seats = part.codes.iter().map(seat).collect();
        let groups = part.groups.clone();
        Places { ground, groups, turns, leading: &ground.leading[file], seats }
    }

    /// Calls `visit` for each index in a range of the part, with the corresponding index in
    /// drawproof's table, or `None` if the layout has no such position.
    #[inline]
    pub fn each(&self, range: Range<u64>, mut visit: impl FnMut(Option<usize>)) {
        // By group: its number, and its place among the digits.
        let mut numbers = [0; 8];
        let mut index = range.start;
        for &(group, count) in &self.turns {
            numbers[group] = index % count;
            index /= count;
        }
        for _ in range {
            visit(self.place(&numbers));
            for &(group, count) in &self.turns {
                numbers[group] += 1;
                if numbers[group] < count {
                    break;
                }
                numbers[group] = 0;
            }
        }
    }

    /// Returns the index in drawproof's table of the position whose groups have the given numbers;
    /// `None` if the layout has no such position.
    #[inline(always)]
    fn place(&self, numbers: &[u64; 8]) -> Option<usize> {
        let mut squares = [0u8; 8];
        // Those taken, rising.
        let mut taken = [u8::MAX; 8];
        let leaders = &self.leading[numbers[0] as usize];
        let mut placed = self.groups[0].men;
        for (man, &square) in leaders[..placed].iter().enumerate() {
            squares[man] = square;
            take(&mut taken, man, square);
        }
        for (number, group) in self.groups.iter().enumerate().skip(1) {
            let set = &self.ground.alike[group.men][numbers[number] as usize];
            let unused = if number == 1 && self.ground.numbering.other_pawns > 0 { 8 } else { 0 };
            for (man, &square) in set[..group.men].iter().enumerate() {
                let mut square = square + unused;
                for &other in &taken[..placed] {
                    square += u8::from(other <= square);
                }
                squares[placed + man] = square;
            }
            for (man, &square) in squares[placed..placed + group.men].iter().enumerate() {
                take(&mut taken, placed + man, square);
            }
            placed += group.men;
        }
        let mut key = 0;
        for (&square, seat) in squares.iter().zip(&self.seats) {
            if let Seat::Outer(shift) = seat {
                key |= usize::from(square) << shift;
            }
        }
        let outer = self.ground.outer[key];
        if outer == NOWHERE {
            return None;
        }
        let images = drawproof_tables::Transform::ALL[(outer % 8) as usize].squares();
        let mut place = ((outer / 8) as usize) << (6 * self.ground.layout.digits());
        for (&square, seat) in squares.iter().zip(&self.seats) {
            if let Seat::Digit(shift) = seat {
                place |= usize::from(images[usize::from(square)]) << shift;
            }
        }
        Some(place)
    }
}

/// Inserts a square into the first `count` squares of `taken`, which are in ascending order.
#[inline(always)]
fn take(taken: &mut [u8; 8], count: usize, square: u8) {
    let mut place = count;
    while place > 0 && taken[place - 1] > square {
        taken[place] = taken[place - 1];
        place -= 1;
    }
    taken[place] = square;
}
