//! The values of neighbouring cells as candidates for a value.
//!
//! The six neighbours of a place are the bytes of a 64-bit number, so they are compared and added
//! at once. Byte n stands for neighbour n, in the order of [`Site::neighbours`].

use super::contexts::{NEIGHBOURS, Site, TRIES};
use crate::value::width::RawCell;

/// A value that at least one neighbour of the coded cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub value: RawCell,
    /// The neighbours with this value, with bits as in [`Site::present`].
    pub neighbours: u8,
}

/// An iterator over the different values of a cell's neighbours; the value with the most votes
/// comes first.
pub struct Candidates {
    values: [u8; 8],
    /// For each neighbour, the neighbours with the same value, with bits as in [`Site::present`].
    alike: [u8; 8],
    /// For each neighbour, 8 * votes of its value + 7 - its number; 0 if the neighbour is missing
    /// or its value was returned.
    order: u64,
}

impl Candidates {
    /// Returns the candidates for the cell at `site`.
    #[inline]
    pub fn new(site: &Site) -> Candidates {
        let values = u64::from_le_bytes(site.neighbours);
        let present = BYTES[usize::from(site.present)];
        let weights = WEIGHTS & present;
        // Byte n is 255 if the neighbours n and n + k (cyclically) have the same value.
        let by_one = equal_bytes(values, rotated::<1>(values));
        let by_two = equal_bytes(values, rotated::<2>(values));
        let by_three = equal_bytes(values, rotated::<3>(values));
        let by_four = rotated::<4>(by_two);
        let by_five = rotated::<5>(by_one);
        let alike = PLACES
            | by_one & rotated::<1>(PLACES)
            | by_two & rotated::<2>(PLACES)
            | by_three & rotated::<3>(PLACES)
            | by_four & rotated::<4>(PLACES)
            | by_five & rotated::<5>(PLACES);
        let votes = weights
            + (by_one & rotated::<1>(weights))
            + (by_two & rotated::<2>(weights))
            + (by_three & rotated::<3>(weights))
            + (by_four & rotated::<4>(weights))
            + (by_five & rotated::<5>(weights));
        Candidates {
            values: site.neighbours,
            alike: (alike & (u64::from(site.present) * LOWEST_BITS)).to_le_bytes(),
            order: (votes << 3 | PRIORITIES) & present,
        }
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    #[inline]
    fn next(&mut self) -> Option<Candidate> {
        let best = greatest(self.order);
        if best == 0 {
            return None;
        }
        let place = usize::from(7 - best % 8);
        let neighbours = self.alike[place];
        self.order &= !BYTES[usize::from(neighbours) % BYTES.len()];
        Some(Candidate { value: self.values[place], neighbours })
    }
}

/// The values that earlier decisions have ruled out for a cell.
#[derive(Clone, Copy)]
pub struct Excluded {
    /// The values; [`Excluded::NONE`] from `count` on.
    values: [u16; TRIES],
    count: usize,
}

impl Excluded {
    /// A number that differs from every value.
    const NONE: u16 = 1 << 8;

    pub fn new() -> Excluded {
        Excluded { values: [Excluded::NONE; TRIES], count: 0 }
    }

    #[inline]
    pub fn add(&mut self, value: RawCell) {
        self.values[self.count] = value.into();
        self.count += 1;
    }

    #[inline]
    pub fn has(&self, value: RawCell) -> bool {
        // All entries are compared, because a branch for each would be mispredicted.
        self.values.iter().fold(false, |has, &excluded| has | (excluded == u16::from(value)))
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the value that was ruled out first; `None` if there is none.
    #[inline]
    pub fn first(&self) -> Option<RawCell> {
        (self.count > 0).then_some(self.values[0] as RawCell)
    }
}

/// The bytes of all neighbours, each 255.
const ALL: u64 = (1 << (8 * NEIGHBOURS)) - 1;
/// The number 1 in the byte of each neighbour, 0 in the other bytes.
pub const LOWEST_BITS: u64 = 0x0101_0101_0101_0101 & ALL;
const HIGHEST_BITS: u64 = LOWEST_BITS << 7;

/// In the byte of neighbour n, 1 << n.
const PLACES: u64 = from_bytes([1, 2, 4, 8, 16, 32]);
/// In the byte of neighbour n, 7 - n: of equal votes the first neighbour wins.
const PRIORITIES: u64 = from_bytes([7, 6, 5, 4, 3, 2]);
/// The votes of each neighbour: two for each of the four nearest, one for the others.
const WEIGHTS: u64 = from_bytes([2, 2, 2, 2, 1, 1]);

/// For each set of neighbours, 255 in the bytes of its members and 0 in the other bytes.
pub static BYTES: [u64; 1 << NEIGHBOURS] = {
    let mut bytes = [0; 1 << NEIGHBOURS];
    let mut set = 0;
    while set < bytes.len() {
        let mut place = 0;
        while place < NEIGHBOURS {
            if set >> place & 1 != 0 {
                bytes[set] |= 0xff << (8 * place);
            }
            place += 1;
        }
        set += 1;
    }
    bytes
};

/// Returns the number with these bytes for the neighbours, and 0 in the other bytes.
const fn from_bytes(bytes: [u8; NEIGHBOURS]) -> u64 {
    let mut number = 0;
    let mut place = 0;
    while place < NEIGHBOURS {
        number |= (bytes[place] as u64) << (8 * place);
        place += 1;
    }
    number
}

/// Rotates the bytes: byte n of the result is byte n + `BY`, cyclically.
#[inline(always)]
const fn rotated<const BY: usize>(bytes: u64) -> u64 {
    (bytes >> (8 * BY) | bytes << (8 * (NEIGHBOURS - BY))) & ALL
}

/// Returns 255 in each byte in which the two numbers are equal, 0 in the other bytes.
#[inline(always)]
pub fn equal_bytes(a: u64, b: u64) -> u64 {
    let differing = a ^ b;
    let non_zero = ((differing & !HIGHEST_BITS) + (LOWEST_BITS * 127)) | differing;
    let equal = !non_zero & HIGHEST_BITS;
    (equal << 1) - (equal >> 7)
}

/// Returns the greatest of the bytes.
#[inline(always)]
pub fn greatest(bytes: u64) -> u8 {
    let [a, b, c, d, e, f, ..] = bytes.to_le_bytes();
    // A tree of comparisons has shorter dependencies than a chain.
    a.max(b).max(c.max(d)).max(e.max(f))
}

/// Returns the sum of all bytes, weighted by the votes of the neighbours.
#[inline(always)]
pub fn weighted_sum(bytes: u64) -> u32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    // Sums of two bytes in 16 bits each; the four nearest neighbours count twice.
    let pairs = (bytes & EVEN) + (bytes >> 8 & EVEN);
    let nearest = pairs & 0xffff_ffff;
    ((pairs + nearest).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the candidates by their definition: counts the votes, then sorts.
    fn naive(site: &Site) -> Vec<Candidate> {
        let mut candidates: Vec<(u8, Candidate)> = Vec::new();
        for place in (0..NEIGHBOURS).filter(|place| site.present >> place & 1 != 0) {
            let value = site.neighbours[place];
            let known = candidates.iter().position(|(_, candidate)| candidate.value == value);
            let entry = known.unwrap_or_else(|| {
                candidates.push((0, Candidate { value, neighbours: 0 }));
                candidates.len() - 1
            });
            candidates[entry].0 += if place < 4 { 2 } else { 1 };
            candidates[entry].1.neighbours |= 1 << place;
        }
        candidates.sort_by_key(|(votes, _)| std::cmp::Reverse(*votes));
        candidates.into_iter().map(|(_, candidate)| candidate).collect()
    }

    #[test]
    fn all_patterns_of_neighbours_have_the_candidates_of_the_definition() {
        // Six neighbours have at most six different values.
        for pattern in 0..6_u32.pow(6) {
            let digit = |place: u32| (pattern / 6_u32.pow(place) % 6) as usize;
            let mut neighbours = [0; 8];
            for (place, neighbour) in neighbours[..NEIGHBOURS].iter_mut().enumerate() {
                *neighbour = [0, 1, 127, 128, 254, 255][digit(place as u32)];
            }
            let present = (pattern.wrapping_mul(0x9e37_79b9) >> 26) as u8;
            for present in [present, 63] {
                let site = Site { neighbours, present, ..Site::default() };
                let found: Vec<_> = Candidates::new(&site).collect();
                assert_eq!(found, naive(&site), "{neighbours:?} {present:06b}");
            }
        }
    }
}
