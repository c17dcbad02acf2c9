//! The operations with AVX-512 instructions.

#![allow(unsafe_code, reason = "instructions that not every processor has")]

use std::arch::x86_64::*;

use drawproof_tables::vectors::Avx512;

use super::{
    avx2::prefetch,
    operations::{Chunk, Kernel, Simd, With},
};

impl Simd for Avx512 {
    type Words = __m512i;

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        self.run(With(kernel, self))
    }

    // SAFETY of every block below: `self` proves that the processor has the instructions, and
    // memory is read and written within the arrays that are passed in.

    #[inline(always)]
    fn load(self, chunk: &Chunk) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
    }

    #[inline(always)]
    fn save(self, words: __m512i, chunk: &mut Chunk) {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_storeu_si512(chunk.as_mut_ptr().cast(), words) };
    }

    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_set1_epi64(word as i64) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn up<const BITS: u32>(self, words: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_slli_epi64::<BITS>(words) }
    }

    #[inline(always)]
    fn down<const BITS: u32>(self, words: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_srli_epi64::<BITS>(words) }
    }

    #[inline(always)]
    fn to_next<const PLACES: usize>(self, words: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let zero = _mm512_setzero_si512();
            match PLACES {
                1 => _mm512_alignr_epi64::<7>(words, zero),
                2 => _mm512_alignr_epi64::<6>(words, zero),
                4 => _mm512_alignr_epi64::<4>(words, zero),
                _ => unreachable!("words move one, two or four places"),
            }
        }
    }

    #[inline(always)]
    fn to_previous<const PLACES: usize>(self, words: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe {
            let zero = _mm512_setzero_si512();
            match PLACES {
                1 => _mm512_alignr_epi64::<1>(zero, words),
                2 => _mm512_alignr_epi64::<2>(zero, words),
                4 => _mm512_alignr_epi64::<4>(zero, words),
                _ => unreachable!("words move one, two or four places"),
            }
        }
    }

    #[inline(always)]
    fn keep(self, words: __m512i, bits: u8) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_maskz_mov_epi64(bits, words) }
    }

    #[inline(always)]
    fn compress(self, words: __m512i, bits: u8, packed: &mut Chunk) {
        // In a register: straight to memory it is slow on some machines.
        // SAFETY: see the top of this `impl`.
        let words = unsafe { _mm512_maskz_compress_epi64(bits, words) };
        self.save(words, packed);
    }

    #[inline(always)]
    fn expand(self, bits: u8, packed: &Chunk) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_maskz_expand_epi64(bits, self.load(packed)) }
    }

    #[inline(always)]
    fn reverse(self, words: __m512i) -> __m512i {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), words) }
    }

    #[inline(always)]
    fn nonzero(self, words: __m512i) -> u8 {
        // SAFETY: see the top of this `impl`.
        unsafe { _mm512_test_epi64_mask(words, words) }
    }

    #[inline(always)]
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        // SAFETY: `self` proves AVX-512; 64 cells are read and written.
        unsafe {
            let win: *mut __m512i = win.as_mut_ptr().cast();
            let escape: *mut __m512i = escape.as_mut_ptr().cast();
            let (old_win, old_escape) = (_mm512_loadu_si512(win), _mm512_loadu_si512(escape));
            let cells = _mm512_loadu_si512(cells.as_ptr().cast());
            let one = _mm512_set1_epi8(1);
            let lost = _mm512_test_epi8_mask(cells, one);
            let until = _mm512_sub_epi8(cells, one);
            let escapes = _mm512_mask_mov_epi8(until, lost, _mm512_set1_epi8(-1));
            _mm512_storeu_si512(win, _mm512_mask_min_epu8(old_win, lost & lanes, old_win, cells));
            _mm512_storeu_si512(
                escape,
                _mm512_mask_max_epu8(old_escape, lanes, old_escape, escapes),
            );
        }
    }

    #[inline(always)]
    fn equal(self, cells: &[u8; 64], value: u8) -> u64 {
        // SAFETY: `self` proves AVX-512; 64 cells are read.
        unsafe {
            let cells = _mm512_loadu_si512(cells.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(cells, _mm512_set1_epi8(value as i8))
        }
    }

    #[inline(always)]
    fn read_column(
        self,
        (cells, words): (&[u8], &[u64]),
        lane: usize,
        (image, shift): (&[u8; 64], u32),
        column: &mut [u8; 64],
    ) -> u64 {
        let len = (63_usize << shift) + 1;
        assert!(lane < 64 && shift <= 20 && words.len() >= len && cells.len() >= len * 64);
        debug_assert!(image.iter().all(|&square| square < 64));
        let mut squares_in_set = 0;
        // SAFETY: `self` proves AVX-512. Words are read below `len`, because the squares of the
        // image are masked to be below 64. Of each word's 64 cells, the four from `lane & !3` on
        // are read. Offsets count four cells and fit into 32 bits, because the shift is small.
        unsafe {
            let below_64 = _mm512_set1_epi32(63);
            let four = cells.as_ptr().add(lane & !3);
            for first in (0..64).step_by(16) {
                let image = _mm_loadu_si128(image.as_ptr().add(first).cast());
                let squares = _mm512_and_si512(_mm512_cvtepu8_epi32(image), below_64);
                let places = _mm512_sll_epi32(squares, _mm_cvtsi32_si128(shift as i32));
                let cells =
                    _mm512_i32gather_epi32::<4>(_mm512_slli_epi32::<4>(places), four.cast());
                let cells = _mm512_srl_epi32(cells, _mm_cvtsi32_si128(8 * (lane & 3) as i32));
                let column = column.as_mut_ptr().add(first).cast();
                _mm_storeu_si128(column, _mm512_cvtepi32_epi8(cells));
                let halves =
                    [_mm512_castsi512_si256(places), _mm512_extracti64x4_epi64::<1>(places)];
                for (half, places) in halves.into_iter().enumerate() {
                    let sets = _mm512_i32gather_epi64::<8>(places, words.as_ptr().cast());
                    let lane = _mm512_set1_epi64(1 << lane);
                    let bits = _mm512_test_epi64_mask(sets, lane);
                    squares_in_set |= u64::from(bits) << (first + 8 * half);
                }
            }
        }
        squares_in_set
    }

    #[inline(always)]
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8) {
        // SAFETY: `self` proves AVX-512; some of 64 cells are written.
        unsafe {
            let value = _mm512_set1_epi8(value as i8);
            _mm512_mask_storeu_epi8(cells.as_mut_ptr().cast(), lanes, value);
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, memory: &[T], index: usize) {
        prefetch(memory, index);
    }
}
