//! The operations with AVX2 instructions.

#![allow(unsafe_code, reason = "instructions that not every processor has")]

use std::arch::x86_64::*;

use drawproof_tables::vectors::Avx2;

use super::{
    operations::{Chunk, Kernel, Simd, With},
    plain::Plain,
};

/// Prefetches an element. The address may be invalid.
#[inline(always)]
pub fn prefetch<T>(memory: &[T], index: usize) {
    // SAFETY: a prefetch reads nothing that the program can see, wherever the address points.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().wrapping_add(index).cast()) };
}

/// Returns a vector of bytes: all ones for each bit that is set, otherwise 0.
#[target_feature(enable = "avx2")]
#[inline]
fn spread(bits: u32) -> __m256i {
    // Byte i takes the eighth of the bits that holds bit i, then selects that bit.
    let eighths = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    let bit = _mm256_set1_epi64x(0x8040201008040201_u64 as i64);
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), eighths);
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)
}

impl Simd for Avx2 {
    type Words = [__m256i; 2];

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        self.run(With(kernel, self))
    }

    // SAFETY of every block below: `self` proves that the processor has the instructions, and
    // memory is read and written within the arrays that are passed in.

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> [__m256i; 2] {
        let half = |first: usize| chunk[first..first + 4].as_ptr().cast();
        // SAFETY: see the top of this `impl`.
        unsafe { [_mm256_loadu_si256(half(0)), _mm256_loadu_si256(half(4))] }
    }

    #[inline(always)]
    fn save(self, words: [__m256i; 2], chunk: &mut Chunk) {
        let (low, high) = chunk.split_at_mut(4);
        // SAFETY: see the top of this `impl`.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), words[0]);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), words[1]);
        }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe { [_mm256_set1_epi64x(word as i64); 2] }
    }

    #[inline(always)]
    fn and(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe { [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])] }
    }

    #[inline(always)]
    fn or(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe { [_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])] }
    }

    #[inline(always)]
    fn without(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe { [_mm256_andnot_si256(b[0], a[0]), _mm256_andnot_si256(b[1], a[1])] }
    }

    #[inline(always)]
    fn up<const BITS: u32>(self, words: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let bits = _mm_cvtsi32_si128(BITS as i32);
            [_mm256_sll_epi64(words[0], bits), _mm256_sll_epi64(words[1], bits)]
        }
    }

    #[inline(always)]
    fn down<const BITS: u32>(self, words: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let bits = _mm_cvtsi32_si128(BITS as i32);
            [_mm256_srl_epi64(words[0], bits), _mm256_srl_epi64(words[1], bits)]
        }
    }

    #[inline(always)]
    fn to_next<const PLACES: usize>(self, [low, high]: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let zero = _mm256_setzero_si256();
            match PLACES {
                1 => {
                    // Each half is rotated by a word, then its first word is replaced.
                    let [low, high] =
                        [low, high].map(|half| _mm256_permute4x64_epi64::<0b10_01_00_11>(half));
                    [_mm256_blend_epi32::<0b11>(low, zero), _mm256_blend_epi32::<0b11>(high, low)]
                }
                2 => [
                    _mm256_permute2x128_si256::<0x08>(low, low),
                    _mm256_permute2x128_si256::<0x21>(low, high),
                ],
                4 => [zero, low],
                _ => unreachable!("words move one, two or four places"),
            }
        }
    }

    #[inline(always)]
    fn to_previous<const PLACES: usize>(self, [low, high]: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let zero = _mm256_setzero_si256();
            match PLACES {
                1 => {
                    // Each half is rotated by a word, then its last word is replaced.
                    let [low, high] =
                        [low, high].map(|half| _mm256_permute4x64_epi64::<0b00_11_10_01>(half));
                    [
                        _mm256_blend_epi32::<0b1100_0000>(low, high),
                        _mm256_blend_epi32::<0b1100_0000>(high, zero),
                    ]
                }
                2 => [
                    _mm256_permute2x128_si256::<0x21>(low, high),
                    _mm256_permute2x128_si256::<0x81>(high, high),
                ],
                4 => [high, zero],
                _ => unreachable!("words move one, two or four places"),
            }
        }
    }

    #[inline(always)]
    fn keep(self, words: [__m256i; 2], bits: u8) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let bits = _mm256_set1_epi64x(bits.into());
            let own = [_mm256_setr_epi64x(1, 2, 4, 8), _mm256_setr_epi64x(16, 32, 64, 128)];
            let kept = own.map(|own| _mm256_cmpeq_epi64(_mm256_and_si256(bits, own), own));
            [_mm256_and_si256(words[0], kept[0]), _mm256_and_si256(words[1], kept[1])]
        }
    }

    #[inline(always)]
    fn compress(self, words: [__m256i; 2], bits: u8, packed: &mut Chunk) {
        let mut chunk = [0; 8];
        self.save(words, &mut chunk);
        Plain.compress(chunk, bits, packed);
    }

    #[inline(always)]
    fn expand(self, bits: u8, packed: &Chunk) -> [__m256i; 2] {
        self.load(&Plain.expand(bits, packed))
    }

    #[inline(always)]
    fn reverse(self, words: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see the top of this `impl`.
        let [low, high] =
            words.map(|half| unsafe { _mm256_permute4x64_epi64::<0b00_01_10_11>(half) });
        [high, low]
    }

    #[inline(always)]
    fn nonzero(self, words: [__m256i; 2]) -> u8 {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let empty = words.map(|half| {
                let zero = _mm256_cmpeq_epi64(half, _mm256_setzero_si256());
                _mm256_movemask_pd(_mm256_castsi256_pd(zero)) as u8
            });
            !(empty[0] | empty[1] << 4)
        }
    }

    #[inline(always)]
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        for half in [0, 32] {
            // SAFETY: `self` proves AVX2; 32 of 64 cells are read and written, from `half` on.
            unsafe {
                let among = spread((lanes >> half) as u32);
                let win: *mut __m256i = win.as_mut_ptr().add(half).cast();
                let escape: *mut __m256i = escape.as_mut_ptr().add(half).cast();
                let cells = _mm256_loadu_si256(cells.as_ptr().add(half).cast());
                let one = _mm256_set1_epi8(1);
                let odd = _mm256_cmpeq_epi8(_mm256_and_si256(cells, one), one);
                let none = _mm256_xor_si256(_mm256_and_si256(odd, among), _mm256_set1_epi8(-1));
                let wins = _mm256_or_si256(cells, none);
                let escapes = _mm256_or_si256(_mm256_sub_epi8(cells, one), odd);
                let escapes = _mm256_and_si256(escapes, among);
                _mm256_storeu_si256(win, _mm256_min_epu8(_mm256_loadu_si256(win), wins));
                _mm256_storeu_si256(escape, _mm256_max_epu8(_mm256_loadu_si256(escape), escapes));
            }
        }
    }

    #[inline(always)]
    fn equal(self, cells: &[u8; 64], value: u8) -> u64 {
        [0, 32].into_iter().fold(0, |lanes, half| {
            // SAFETY: `self` proves AVX2; 32 cells are read from `half` on.
            let equal = unsafe {
                let cells = _mm256_loadu_si256(cells.as_ptr().add(half).cast());
                let equal = _mm256_cmpeq_epi8(cells, _mm256_set1_epi8(value as i8));
                _mm256_movemask_epi8(equal) as u32
            };
            lanes | u64::from(equal) << half
        })
    }

    #[inline(always)]
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8) {
        for half in [0, 32] {
            // SAFETY: `self` proves AVX2; 32 cells are read and written from `half` on.
            unsafe {
                let among = spread((lanes >> half) as u32);
                let cells: *mut __m256i = cells.as_mut_ptr().add(half).cast();
                let value = _mm256_set1_epi8(value as i8);
                let new = _mm256_blendv_epi8(_mm256_loadu_si256(cells), value, among);
                _mm256_storeu_si256(cells, new);
            }
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, memory: &[T], index: usize) {
        prefetch(memory, index);
    }
}
