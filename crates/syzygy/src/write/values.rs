//! The numbers of a part: results, and distances as the format counts and maps them.

use drawproof_board::Color;
use drawproof_tables::{Cell, Coordinate, FIFTY_MOVES_PLIES, Layout, PlainTable, Value, parallel};

use crate::{
    file::{LOSSES_IN_PLIES, MAPPED, WINS_IN_PLIES},
    index::pawn_number,
};

/// The raw number of a position for which the file may hold any number.
pub const FREE: u16 = u16::MAX;

/// The number of results that have distances, in the order of their maps: win, loss, cursed win,
/// blessed loss.
pub const RESULTS: usize = 4;

/// The numbers of positions, `[result][distance]`.
type Counts = [[u64; 256]; RESULTS];

/// Returns the raw number of a value: its result in the upper byte and, in the lower byte, the
/// distance minus the shortest one of that result.
fn raw(value: Value) -> u16 {
    let Some(number) = value.number() else { return FREE };
    let (plies, is_loss) = (number / 2, u16::from(number % 2 == 0));
    let (result, more) = match plies.checked_sub(FIFTY_MOVES_PLIES + 1) {
        None => (is_loss, plies.saturating_sub(1)),
        Some(more) => (2 + is_loss, more / 2),
    };
    assert!(more < 256, "no endgame of five men has a distance that great");
    result << 8 | more
}

/// The raw numbers of the positions with one side to move: result and distance in one number.
pub struct Distances<'t> {
    cells: &'t [u8],
    far: Option<&'t [u8]>,
    results: &'t [u8],
    /// The raw number of each cell, `[cell]`.
    raw: Box<[u16; 256]>,
}

/// The bit in the byte of a position's result that marks a capture or pawn move which wins at once.
pub const ZEROES: u8 = 0x10;

impl<'t> Distances<'t> {
    /// Makes the raw numbers of one side to move from the table and the `results` of that side.
    pub fn new(table: &'t PlainTable, side: Color, results: &'t [u8]) -> Distances<'t> {
        let raw = Box::new(std::array::from_fn(|cell| raw(Cell::from_byte(cell as u8).value())));
        Distances { cells: table.cells(side), far: table.far(side), results, raw }
    }

    /// Returns the raw number of the position at index `place`; [`FREE`] if probes never read it.
    #[inline(always)]
    pub fn raw(&self, place: usize) -> u16 {
        // Of draws, of illegal positions and where a capture wins.
        if self.results[place] >= 7 {
            return FREE;
        }
        let cell = Cell::from_byte(self.cells[place]);
        match self.far {
            Some(far) if cell.byte() >= Cell::FAR.byte() => raw(cell.value_beyond(far[place])),
            _ => self.raw[usize::from(cell.byte())],
        }
    }
}

/// Counts how often each number occurs, by file of the leading pawn. Positions with two indices
/// count twice. `number` returns the number at an index, or `None` to skip the index.
pub fn by_file<const COUNT: usize>(
    layout: &Layout,
    leads: Color,
    number: impl Fn(usize) -> Option<usize> + Sync,
) -> Vec<[u64; COUNT]> {
    let slices = layout.slices();
    let size = layout.count() / slices.len();
    let files = if layout.coordinates().contains(&Coordinate::Pawn) { 4 } else { 1 };
    let of_slice = parallel::map(slices.len(), |slice| {
        let mut counts = [0; COUNT];
        for place in slice * size..(slice + 1) * size {
            if let Some(number) = number(place) {
                counts[number] += 1;
            }
        }
        counts
    });
    let mut by_file = vec![[0; COUNT]; files];
    for (slice, counts) in of_slice.iter().enumerate() {
        let pawns = slices.get(slice).pawns[leads as usize].into_iter();
        let leader = pawns.map(|it| it as u8).max_by_key(|&it| pawn_number(it));
        let file = leader.map_or(0, |it| (it % 8).min(7 - it % 8));
        let sums = by_file[usize::from(file)].iter_mut();
        sums.zip(counts).for_each(|(sum, count)| *sum += count);
    }
    by_file
}

/// Counts how often each distance occurs, by file of the leading pawn.
pub fn counts(distances: &Distances, layout: &Layout, leads: Color) -> Vec<Counts> {
    let raw = |place: usize| Some(distances.raw(place)).filter(|&it| it != FREE).map(usize::from);
    let by_file = by_file::<{ RESULTS << 8 }>(layout, leads, raw).into_iter();
    by_file
        .map(|counts| std::array::from_fn(|it| counts[it << 8..][..256].try_into().expect("256")))
        .collect()
}

/// Returns whether any win takes 100 plies, and whether any loss does.
pub fn reaches_rule(counts: &[Counts]) -> [bool; 2] {
    let last = usize::from(FIFTY_MOVES_PLIES - 1);
    [0, 1].map(|result| counts.iter().any(|counts| counts[result][last] > 0))
}

/// How a part stores distances: its flags, and the maps from stored numbers to distances.
pub struct Maps {
    /// The flags of the part.
    pub flags: u8,
    /// The maps, `[result][stored number]`, to the distance minus the shortest one of the result,
    /// in plies or moves. The most frequent distance comes first.
    pub maps: [Vec<u8>; RESULTS],
    /// The stored number for each raw number, `[raw number]`.
    stored: Vec<u16>,
}

impl Maps {
    /// Makes the maps for a part with these counts of distances. `in_plies` is whether wins, and
    /// whether losses, are stored in plies instead of moves.
    pub fn new(counts: &Counts, in_plies: [bool; 2]) -> Maps {
        let mut stored = vec![0; RESULTS << 8];
        let mut maps = [const { Vec::new() }; RESULTS];
        for (result, counts) in counts.iter().enumerate() {
            let halves = result < 2 && !in_plies[result];
            let counted = |more: usize| if halves { more / 2 } else { more };
            let mut sums = [0; 256];
            for (more, count) in counts.iter().enumerate() {
                sums[counted(more)] += count;
            }
            let mut map: Vec<u8> = (0..=255).filter(|&it: &u8| sums[usize::from(it)] > 0).collect();
            map.sort_by_key(|&it| std::cmp::Reverse(sums[usize::from(it)]));
            for more in 0..256 {
                let place = map.iter().position(|&it| usize::from(it) == counted(more));
                stored[result << 8 | more] = place.unwrap_or(0) as u16;
            }
            maps[result] = map;
        }
        let longest = maps.iter().max_by_key(|map| map.len()).expect("four maps");
        let is_mapped = maps.iter().any(|map| !longest.starts_with(map));
        let mut flags = if is_mapped { MAPPED } else { 0 };
        for (is_in_plies, flag) in in_plies.into_iter().zip([WINS_IN_PLIES, LOSSES_IN_PLIES]) {
            flags |= if is_in_plies { flag } else { 0 };
        }
        Maps { flags, maps, stored }
    }

    /// Returns the number of different stored numbers.
    pub fn count(&self) -> usize {
        self.maps.iter().map(Vec::len).max().expect("four maps")
    }

    /// Returns whether every distance is the shortest one of its result, so that the part needs no
    /// numbers.
    pub fn is_constant(&self) -> bool {
        self.maps.iter().all(|map| map.is_empty() || **map == [0])
    }

    /// Returns the value that a file holds for a stored number: the number itself if the part has
    /// maps, otherwise the distance.
    pub fn value(&self, stored: usize) -> u16 {
        if self.flags & MAPPED != 0 {
            return stored as u16;
        }
        let longest = self.maps.iter().max_by_key(|map| map.len()).expect("four maps");
        longest[stored].into()
    }

    /// Returns the stored number for a raw number; [`FREE`] for [`FREE`].
    #[inline(always)]
    pub fn stored(&self, raw: u16) -> u16 {
        if raw == FREE { FREE } else { self.stored[usize::from(raw)] }
    }
}
