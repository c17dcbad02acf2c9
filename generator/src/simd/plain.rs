//! The operations without vector instructions. Every processor has them, and tests compare the
//! others with them.

use super::{
    cells,
    operations::{Chunk, Kernel, Simd},
};

/// The operations without vector instructions, which every processor can run.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Simd for Plain {
    type Words = Chunk;

    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> Chunk {
        *chunk
    }

    #[inline(always)]
    fn save(self, words: Chunk, chunk: &mut Chunk) {
        *chunk = words;
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Chunk {
        [word; 8]
    }

    #[inline(always)]
    fn and(self, a: Chunk, b: Chunk) -> Chunk {
        std::array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: Chunk, b: Chunk) -> Chunk {
        std::array::from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn without(self, a: Chunk, b: Chunk) -> Chunk {
        std::array::from_fn(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn up<const BITS: u32>(self, words: Chunk) -> Chunk {
        words.map(|word| word << BITS)
    }

    #[inline(always)]
    fn down<const BITS: u32>(self, words: Chunk) -> Chunk {
        words.map(|word| word >> BITS)
    }

    #[inline(always)]
    fn to_next<const PLACES: usize>(self, words: Chunk) -> Chunk {
        std::array::from_fn(|i| if i < PLACES { 0 } else { words[i - PLACES] })
    }

    #[inline(always)]
    fn to_previous<const PLACES: usize>(self, words: Chunk) -> Chunk {
        std::array::from_fn(|i| if i + PLACES > 7 { 0 } else { words[i + PLACES] })
    }

    #[inline(always)]
    fn keep(self, words: Chunk, bits: u8) -> Chunk {
        std::array::from_fn(|i| words[i] & 0_u64.wrapping_sub(u64::from(bits >> i & 1)))
    }

    #[inline(always)]
    fn compress(self, words: Chunk, bits: u8, packed: &mut Chunk) {
        let mut count = 0;
        for (i, word) in words.into_iter().enumerate() {
            packed[count] = word;
            count += usize::from(bits >> i & 1);
        }
    }

    #[inline(always)]
    fn expand(self, bits: u8, packed: &Chunk) -> Chunk {
        let (mut words, mut count) = ([0; 8], 0);
        for (i, word) in words.iter_mut().enumerate() {
            let kept = bits >> i & 1;
            *word = packed[count & 7] & 0_u64.wrapping_sub(u64::from(kept));
            count += usize::from(kept);
        }
        words
    }

    #[inline(always)]
    fn reverse(self, mut words: Chunk) -> Chunk {
        words.reverse();
        words
    }

    #[inline(always)]
    fn nonzero(self, words: Chunk) -> u8 {
        let mut bits = 0;
        for (i, word) in words.into_iter().enumerate() {
            bits |= u8::from(word != 0) << i;
        }
        bits
    }

    #[inline(always)]
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        cells::fold(win, escape, cells, lanes);
    }

    #[inline(always)]
    fn equal(self, cells: &[u8; 64], value: u8) -> u64 {
        cells::equal(cells, value)
    }

    #[inline(always)]
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8) {
        cells::store(cells, lanes, value);
    }

    #[inline(always)]
    fn prefetch<T>(self, _memory: &[T], _index: usize) {}
}
