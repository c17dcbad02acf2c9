//! The operations with the vector instructions of WebAssembly; two words each.

#![allow(unsafe_code, reason = "vectors are loaded from memory and stored there")]

use std::arch::wasm32::*;

use super::{
    operations::{Chunk, Kernel, Simd},
    plain::Plain,
};

/// A token that proves that the program is compiled for 128-bit vectors. Such a program runs only
/// where these instructions exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd128;

/// Returns a vector of bytes: all ones for each bit that is set, otherwise 0.
#[inline(always)]
fn spread(bits: u16) -> v128 {
    // Byte i takes the half of the bits that holds bit i, then selects that bit.
    let both = u16x8_splat(bits);
    let halves = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(both, both);
    let bit = u64x2_splat(0x8040201008040201);
    u8x16_eq(v128_and(halves, bit), bit)
}

/// Loads 16 of 64 cells, starting with number `first`.
#[inline(always)]
fn load_cells(cells: &[u8; 64], first: usize) -> v128 {
    let sixteen = cells[first..first + 16].as_ptr();
    // SAFETY: 16 bytes of the slice are read; the address need not be aligned.
    unsafe { v128_load(sixteen.cast()) }
}

/// Stores 16 of 64 cells, starting with number `first`.
#[inline(always)]
fn save_cells(cells: &mut [u8; 64], first: usize, new: v128) {
    let sixteen = cells[first..first + 16].as_mut_ptr();
    // SAFETY: 16 bytes of the slice are written; the address need not be aligned.
    unsafe { v128_store(sixteen.cast(), new) };
}

impl Simd for Simd128 {
    type Words = [v128; 4];

    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> [v128; 4] {
        let pairs: *const v128 = chunk.as_ptr().cast();
        // SAFETY: four pairs of words are the eight words of the chunk; the address need not be
        // aligned.
        [0, 1, 2, 3].map(|pair| unsafe { v128_load(pairs.wrapping_add(pair)) })
    }

    #[inline(always)]
    fn save(self, words: [v128; 4], chunk: &mut Chunk) {
        let pairs: *mut v128 = chunk.as_mut_ptr().cast();
        for (pair, words) in words.into_iter().enumerate() {
            // SAFETY: four pairs of words are the eight words of the chunk; the address need not
            // be aligned.
            unsafe { v128_store(pairs.wrapping_add(pair), words) };
        }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> [v128; 4] {
        [u64x2_splat(word); 4]
    }

    #[inline(always)]
    fn and(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        std::array::from_fn(|i| v128_and(a[i], b[i]))
    }

    #[inline(always)]
    fn or(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        std::array::from_fn(|i| v128_or(a[i], b[i]))
    }

    #[inline(always)]
    fn without(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        std::array::from_fn(|i| v128_andnot(a[i], b[i]))
    }

    #[inline(always)]
    fn up<const BITS: u32>(self, words: [v128; 4]) -> [v128; 4] {
        words.map(|pair| u64x2_shl(pair, BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self, words: [v128; 4]) -> [v128; 4] {
        words.map(|pair| u64x2_shr(pair, BITS))
    }

    #[inline(always)]
    fn to_next<const PLACES: usize>(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        let zero = u64x2_splat(0);
        match PLACES {
            1 => [
                u64x2_shuffle::<1, 2>(zero, a),
                u64x2_shuffle::<1, 2>(a, b),
                u64x2_shuffle::<1, 2>(b, c),
                u64x2_shuffle::<1, 2>(c, d),
            ],
            2 => [zero, a, b, c],
            4 => [zero, zero, a, b],
            _ => unreachable!("words move one, two or four places"),
        }
    }

    #[inline(always)]
    fn to_previous<const PLACES: usize>(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        let zero = u64x2_splat(0);
        match PLACES {
            1 => [
                u64x2_shuffle::<1, 2>(a, b),
                u64x2_shuffle::<1, 2>(b, c),
                u64x2_shuffle::<1, 2>(c, d),
                u64x2_shuffle::<1, 2>(d, zero),
            ],
            2 => [b, c, d, zero],
            4 => [c, d, zero, zero],
            _ => unreachable!("words move one, two or four places"),
        }
    }

    #[inline(always)]
    fn keep(self, words: [v128; 4], bits: u8) -> [v128; 4] {
        let bits = u64x2_splat(bits.into());
        let own = [u64x2(1, 2), u64x2(4, 8), u64x2(16, 32), u64x2(64, 128)];
        std::array::from_fn(|i| v128_and(words[i], u64x2_eq(v128_and(bits, own[i]), own[i])))
    }

    #[inline(always)]
    fn compress(self, words: [v128; 4], bits: u8, packed: &mut Chunk) {
        let mut chunk = [0; 8];
        self.save(words, &mut chunk);
        Plain.compress(chunk, bits, packed);
    }

    #[inline(always)]
    fn expand(self, bits: u8, packed: &Chunk) -> [v128; 4] {
        self.load(&Plain.expand(bits, packed))
    }

    #[inline(always)]
    fn reverse(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        [d, c, b, a].map(|pair| u64x2_shuffle::<1, 0>(pair, pair))
    }

    #[inline(always)]
    fn nonzero(self, words: [v128; 4]) -> u8 {
        let [a, b, c, d] = words.map(|pair| u64x2_bitmask(u64x2_ne(pair, u64x2_splat(0))));
        a | b << 2 | c << 4 | d << 6
    }

    #[inline(always)]
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        let one = u8x16_splat(1);
        for first in [0, 16, 32, 48] {
            let among = spread((lanes >> first) as u16);
            let cells = load_cells(cells, first);
            let odd = u8x16_eq(v128_and(cells, one), one);
            let wins = v128_or(cells, v128_not(v128_and(odd, among)));
            let escapes = v128_and(v128_or(u8x16_sub(cells, one), odd), among);
            save_cells(win, first, u8x16_min(load_cells(win, first), wins));
            save_cells(escape, first, u8x16_max(load_cells(escape, first), escapes));
        }
    }

    #[inline(always)]
    fn equal(self, cells: &[u8; 64], value: u8) -> u64 {
        let value = u8x16_splat(value);
        [0, 16, 32, 48].into_iter().fold(0, |lanes, first| {
            let equal = u8x16_bitmask(u8x16_eq(load_cells(cells, first), value));
            lanes | u64::from(equal) << first
        })
    }

    #[inline(always)]
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8) {
        let value = u8x16_splat(value);
        for first in [0, 16, 32, 48] {
            let among = spread((lanes >> first) as u16);
            let new = v128_bitselect(value, load_cells(cells, first), among);
            save_cells(cells, first, new);
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, _memory: &[T], _index: usize) {}
}
