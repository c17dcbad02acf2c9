//! The six neighbours of a place as the bytes of a 64-bit number, compared and added up at once.
//!
//! Byte n stands for neighbour n, in the order of [`super::contexts::Site::neighbours`].

use super::contexts::NEIGHBOURS;

/// The bytes of all neighbours.
const ALL: u64 = (1 << (8 * NEIGHBOURS)) - 1;
/// 1 in each byte.
pub const LOWEST_BITS: u64 = 0x0101_0101_0101_0101 & ALL;
const HIGHEST_BITS: u64 = LOWEST_BITS << 7;

/// 1 << place, by place.
pub const PLACES: u64 = from_bytes([1, 2, 4, 8, 16, 32]);
/// 7 - place, by place: of equal votes the first place wins.
pub const PRIORITIES: u64 = from_bytes([7, 6, 5, 4, 3, 2]);
/// Votes of a neighbour: two for each of the four nearest, one for the others.
pub const WEIGHTS: u64 = from_bytes([2, 2, 2, 2, 1, 1]);

/// 255 in the byte of each neighbour of a set, by set.
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

/// The bytes of the neighbours, those of no neighbour 0.
const fn from_bytes(bytes: [u8; NEIGHBOURS]) -> u64 {
    let mut number = 0;
    let mut place = 0;
    while place < NEIGHBOURS {
        number |= (bytes[place] as u64) << (8 * place);
        place += 1;
    }
    number
}

/// Byte n of the result is byte n + `BY`, cyclically.
#[inline(always)]
pub const fn rotated<const BY: usize>(bytes: u64) -> u64 {
    (bytes >> (8 * BY) | bytes << (8 * (NEIGHBOURS - BY))) & ALL
}

/// 255 in each byte in which two numbers are equal.
#[inline(always)]
pub fn equal_bytes(a: u64, b: u64) -> u64 {
    let differing = a ^ b;
    let non_zero = ((differing & !HIGHEST_BITS) + (LOWEST_BITS * 127)) | differing;
    let equal = !non_zero & HIGHEST_BITS;
    (equal << 1) - (equal >> 7)
}

/// The greatest byte.
#[inline(always)]
pub fn greatest(bytes: u64) -> u8 {
    let [a, b, c, d, e, f, ..] = bytes.to_le_bytes();
    // A tree: fewer comparisons wait for each other than in a chain.
    a.max(b).max(c.max(d)).max(e.max(f))
}

/// The sum of all bytes, weighted by votes.
#[inline(always)]
pub fn weighted_sum(bytes: u64) -> u32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    // Sums of two bytes in 16 bits each, those of the four nearest neighbours twice.
    let pairs = (bytes & EVEN) + (bytes >> 8 & EVEN);
    let nearest = pairs & 0xffff_ffff;
    ((pairs + nearest).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}
