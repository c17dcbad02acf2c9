//! The operations with NEON instructions, which every 64-bit ARM processor has; two words each.

#![allow(unsafe_code, reason = "vector instructions")]

use std::arch::{aarch64::*, asm};

use drawproof_tables::vectors::Neon;

use super::{
    operations::{Chunk, Kernel, Simd},
    plain::Plain,
};

// SAFETY of every block below: all processors for which this is compiled have NEON. Memory is read
// and written within the arrays that are passed in; the addresses need not be aligned.

/// Returns a vector in which byte i of each eight has only bit i set.
#[inline(always)]
fn bit_of_byte() -> uint8x16_t {
    // SAFETY: see the top of this file.
    unsafe { vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201)) }
}

/// Returns a chunk in which word i has only bit i set.
#[inline(always)]
fn bit_of_word() -> [uint64x2_t; 4] {
    // SAFETY: see the top of this file.
    [[1, 2], [4, 8], [16, 32], [64, 128]].map(|pair: [u64; 2]| unsafe { vld1q_u64(pair.as_ptr()) })
}

/// Returns a vector of bytes: all ones for each bit that is set, otherwise 0.
#[inline(always)]
fn spread(bits: u16) -> uint8x16_t {
    let [low, high] = bits.to_le_bytes();
    // SAFETY: see the top of this file.
    unsafe { vtstq_u8(vcombine_u8(vdup_n_u8(low), vdup_n_u8(high)), bit_of_byte()) }
}

/// Loads 16 of 64 cells, starting with number `first`.
#[inline(always)]
fn load_cells(cells: &[u8; 64], first: usize) -> uint8x16_t {
    // SAFETY: see the top of this file.
    unsafe { vld1q_u8(cells[first..first + 16].as_ptr()) }
}

/// Stores 16 of 64 cells, starting with number `first`.
#[inline(always)]
fn save_cells(cells: &mut [u8; 64], first: usize, new: uint8x16_t) {
    // SAFETY: see the top of this file.
    unsafe { vst1q_u8(cells[first..first + 16].as_mut_ptr(), new) }
}

/// Returns the last word of a pair and the first word of the next pair.
#[inline(always)]
fn between(pair: uint64x2_t, next: uint64x2_t) -> uint64x2_t {
    // SAFETY: see the top of this file.
    unsafe { vextq_u64::<1>(pair, next) }
}

#[inline(always)]
fn zero() -> uint64x2_t {
    // SAFETY: see the top of this file.
    unsafe { vdupq_n_u64(0) }
}

impl Simd for Neon {
    type Words = [uint64x2_t; 4];

    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        [0, 2, 4, 6].map(|first| unsafe { vld1q_u64(chunk[first..first + 2].as_ptr()) })
    }

    #[inline(always)]
    fn save(self, words: [uint64x2_t; 4], chunk: &mut Chunk) {
        for (pair, words) in words.into_iter().enumerate() {
            // SAFETY: see the top of this file.
            unsafe { vst1q_u64(chunk[2 * pair..2 * pair + 2].as_mut_ptr(), words) };
        }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        unsafe { [vdupq_n_u64(word); 4] }
    }

    #[inline(always)]
    fn and(self, a: [uint64x2_t; 4], b: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        std::array::from_fn(|i| unsafe { vandq_u64(a[i], b[i]) })
    }

    #[inline(always)]
    fn or(self, a: [uint64x2_t; 4], b: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        std::array::from_fn(|i| unsafe { vorrq_u64(a[i], b[i]) })
    }

    #[inline(always)]
    fn without(self, a: [uint64x2_t; 4], b: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        std::array::from_fn(|i| unsafe { vbicq_u64(a[i], b[i]) })
    }

    #[inline(always)]
    fn up<const BITS: u32>(self, words: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        words.map(|pair| unsafe { vshlq_u64(pair, vdupq_n_s64(i64::from(BITS))) })
    }

    #[inline(always)]
    fn down<const BITS: u32>(self, words: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        // SAFETY: see the top of this file.
        words.map(|pair| unsafe { vshlq_u64(pair, vdupq_n_s64(-i64::from(BITS))) })
    }

    #[inline(always)]
    fn to_next<const PLACES: usize>(self, [a, b, c, d]: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        match PLACES {
            1 => [between(zero(), a), between(a, b), between(b, c), between(c, d)],
            2 => [zero(), a, b, c],
            4 => [zero(), zero(), a, b],
            _ => unreachable!("words move one, two or four places"),
        }
    }

    #[inline(always)]
    fn to_previous<const PLACES: usize>(self, [a, b, c, d]: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        match PLACES {
            1 => [between(a, b), between(b, c), between(c, d), between(d, zero())],
            2 => [b, c, d, zero()],
            4 => [c, d, zero(), zero()],
            _ => unreachable!("words move one, two or four places"),
        }
    }

    #[inline(always)]
    fn keep(self, words: [uint64x2_t; 4], bits: u8) -> [uint64x2_t; 4] {
        let own = bit_of_word();
        // SAFETY: see the top of this file.
        std::array::from_fn(|i| unsafe {
            vandq_u64(words[i], vtstq_u64(vdupq_n_u64(bits.into()), own[i]))
        })
    }

    #[inline(always)]
    fn compress(self, words: [uint64x2_t; 4], bits: u8, packed: &mut Chunk) {
        let mut chunk = [0; 8];
        self.save(words, &mut chunk);
        Plain.compress(chunk, bits, packed);
    }

    #[inline(always)]
    fn expand(self, bits: u8, packed: &Chunk) -> [uint64x2_t; 4] {
        self.load(&Plain.expand(bits, packed))
    }

    #[inline(always)]
    fn reverse(self, [a, b, c, d]: [uint64x2_t; 4]) -> [uint64x2_t; 4] {
        [d, c, b, a].map(|pair| between(pair, pair))
    }

    #[inline(always)]
    fn nonzero(self, words: [uint64x2_t; 4]) -> u8 {
        let own = bit_of_word();
        // SAFETY: see the top of this file.
        unsafe {
            let bit = |i: usize| vandq_u64(vtstq_u64(words[i], words[i]), own[i]);
            vaddvq_u64(vorrq_u64(vorrq_u64(bit(0), bit(1)), vorrq_u64(bit(2), bit(3)))) as u8
        }
    }

    #[inline(always)]
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        for first in [0, 16, 32, 48] {
            let among = spread((lanes >> first) as u16);
            let cells = load_cells(cells, first);
            // SAFETY: see the top of this file.
            let (wins, escapes) = unsafe {
                let one = vdupq_n_u8(1);
                let odd = vtstq_u8(cells, one);
                let wins = vorrq_u8(cells, vmvnq_u8(vandq_u8(odd, among)));
                let escapes = vandq_u8(vorrq_u8(vsubq_u8(cells, one), odd), among);
                (
                    vminq_u8(load_cells(win, first), wins),
                    vmaxq_u8(load_cells(escape, first), escapes),
                )
            };
            save_cells(win, first, wins);
            save_cells(escape, first, escapes);
        }
    }

    #[inline(always)]
    fn equal(self, cells: &[u8; 64], value: u8) -> u64 {
        // SAFETY: see the top of this file.
        unsafe {
            let bits = [0, 16, 32, 48].map(|first| {
                vandq_u8(vceqq_u8(load_cells(cells, first), vdupq_n_u8(value)), bit_of_byte())
            });
            // Sums of two bytes, then of four, then of eight.
            let fours = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)))
        }
    }

    #[inline(always)]
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8) {
        for first in [0, 16, 32, 48] {
            let among = spread((lanes >> first) as u16);
            // SAFETY: see the top of this file.
            let new = unsafe { vbslq_u8(among, vdupq_n_u8(value), load_cells(cells, first)) };
            save_cells(cells, first, new);
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, memory: &[T], index: usize) {
        let address = memory.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads nothing that the program can see, wherever the address points.
        unsafe {
            asm!("prfm pldl1keep, [{}]", in(reg) address, options(readonly, nostack, preserves_flags));
        }
    }
}
