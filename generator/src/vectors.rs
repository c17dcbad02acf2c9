//! The vector instructions of the machine, chosen at run time.
//!
//! A kernel is written once, as a function over [`Machine`], and [`on_every_machine!`] makes of it a
//! function that runs on any of them: the plain one works everywhere and is what the others are
//! compared with. All give the same results.

#![allow(unsafe_code, reason = "functions for instructions that not every machine has")]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::kernels;

/// Which vector instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vectors(Kind);

/// See [`Vectors`]. Other than `Plain` it exists only where the machine has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Vectors {
    /// None: the same code on every machine.
    pub const PLAIN: Vectors = Vectors(Kind::Plain);

    /// All that this machine has, the widest last.
    pub fn available() -> Vec<Vectors> {
        let mut available = vec![Vectors::PLAIN];
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if bits && is_x86_feature_detected!("avx2") {
                available.push(Vectors(Kind::Avx2));
                let wide = is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl");
                if wide {
                    available.push(Vectors(Kind::Avx512));
                }
            }
        }
        available
    }

    /// The widest that this machine has.
    pub fn best() -> Vectors {
        *Vectors::available().last().expect("there is always the plain one")
    }

    pub(crate) fn kind(self) -> Kind {
        self.0
    }
}

impl std::fmt::Display for Vectors {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self.0 {
            Kind::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        })
    }
}

/// Eight words.
pub(crate) type Chunk = [u64; 8];

/// The operations that are written for each machine: on eight words at once, and on the 64 cells of
/// a word. What the latter do is said, and done plainly, in [`kernels`].
pub(crate) trait Machine: Copy {
    /// Eight words in registers.
    type Words: Copy;

    /// Eight words in registers.
    fn load(chunk: &Chunk) -> Self::Words;
    /// Back in memory.
    fn save(words: Self::Words, chunk: &mut Chunk);
    /// Eight times the same.
    fn splat(word: u64) -> Self::Words;
    /// Bitwise and.
    fn and(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Bitwise or.
    fn or(a: Self::Words, b: Self::Words) -> Self::Words;
    /// `a` without the bits of `b`.
    fn without(a: Self::Words, b: Self::Words) -> Self::Words;
    /// Each shifted to higher bits.
    fn up<const BITS: u32>(words: Self::Words) -> Self::Words;
    /// Each shifted to lower bits.
    fn down<const BITS: u32>(words: Self::Words) -> Self::Words;
    /// The words whose bits are set, the others emptied.
    fn keep(words: Self::Words, bits: u8) -> Self::Words;
    /// A bit for each word that is not 0.
    fn occupied(words: Self::Words) -> u8;
    /// [`kernels::fold`].
    fn fold(win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64);
    /// [`kernels::equal`].
    fn equal(cells: &[u8; 64], value: u8) -> u64;
    /// [`kernels::store`].
    fn store(cells: &mut [u8; 64], lanes: u64, value: u8);
    /// Asks for memory that will be needed soon, if there is such an element.
    fn prefetch<T>(memory: &[T], index: usize);
}

/// [`Machine::prefetch`] where there is an instruction for it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch<T>(memory: &[T], index: usize) {
    // SAFETY: fetching ahead has no effect but on time, wherever the address points.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().wrapping_add(index).cast()) };
}

/// Any machine.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Machine for Plain {
    type Words = Chunk;

    #[inline(always)]
    fn load(chunk: &Chunk) -> Chunk {
        *chunk
    }

    #[inline(always)]
    fn save(words: Chunk, chunk: &mut Chunk) {
        *chunk = words;
    }

    #[inline(always)]
    fn splat(word: u64) -> Chunk {
        [word; 8]
    }

    #[inline(always)]
    fn and(a: Chunk, b: Chunk) -> Chunk {
        std::array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(a: Chunk, b: Chunk) -> Chunk {
        std::array::from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn without(a: Chunk, b: Chunk) -> Chunk {
        std::array::from_fn(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn up<const BITS: u32>(words: Chunk) -> Chunk {
        words.map(|word| word << BITS)
    }

    #[inline(always)]
    fn down<const BITS: u32>(words: Chunk) -> Chunk {
        words.map(|word| word >> BITS)
    }

    #[inline(always)]
    fn keep(words: Chunk, bits: u8) -> Chunk {
        std::array::from_fn(|i| words[i] & 0_u64.wrapping_sub(u64::from(bits >> i & 1)))
    }

    #[inline(always)]
    fn occupied(words: Chunk) -> u8 {
        let mut bits = 0;
        for (i, word) in words.into_iter().enumerate() {
            bits |= u8::from(word != 0) << i;
        }
        bits
    }

    #[inline(always)]
    fn fold(win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        kernels::fold(win, escape, cells, lanes);
    }

    #[inline(always)]
    fn equal(cells: &[u8; 64], value: u8) -> u64 {
        kernels::equal(cells, value)
    }

    #[inline(always)]
    fn store(cells: &mut [u8; 64], lanes: u64, value: u8) {
        kernels::store(cells, lanes, value);
    }

    #[inline(always)]
    fn prefetch<T>(_memory: &[T], _index: usize) {}
}

/// A machine with AVX2. Its operations are called from functions that [`on_every_machine!`] makes,
/// and from nowhere else.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx2;

/// All ones in the bytes whose bit is set.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn spread(bits: u32) -> __m256i {
    // Byte i takes the eighth of the bits that holds bit i, then looks at that bit.
    let eighths = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    let bit = _mm256_set1_epi64x(0x8040201008040201_u64 as i64);
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), eighths);
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)
}

#[cfg(target_arch = "x86_64")]
impl Machine for Avx2 {
    type Words = [__m256i; 2];

    // SAFETY of all that follows: the machine has AVX2 (see `Avx2`); memory is read and written
    // within the arrays given.

    #[inline(always)]
    fn load(chunk: &Chunk) -> [__m256i; 2] {
        let half = |first: usize| chunk[first..first + 4].as_ptr().cast();
        // SAFETY: see above.
        unsafe { [_mm256_loadu_si256(half(0)), _mm256_loadu_si256(half(4))] }
    }

    #[inline(always)]
    fn save(words: [__m256i; 2], chunk: &mut Chunk) {
        let (low, high) = chunk.split_at_mut(4);
        // SAFETY: see above.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), words[0]);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), words[1]);
        }
    }

    #[inline(always)]
    fn splat(word: u64) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe { [_mm256_set1_epi64x(word as i64); 2] }
    }

    #[inline(always)]
    fn and(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe { [_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1])] }
    }

    #[inline(always)]
    fn or(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe { [_mm256_or_si256(a[0], b[0]), _mm256_or_si256(a[1], b[1])] }
    }

    #[inline(always)]
    fn without(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe { [_mm256_andnot_si256(b[0], a[0]), _mm256_andnot_si256(b[1], a[1])] }
    }

    #[inline(always)]
    fn up<const BITS: u32>(words: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe {
            let bits = _mm_cvtsi32_si128(BITS as i32);
            [_mm256_sll_epi64(words[0], bits), _mm256_sll_epi64(words[1], bits)]
        }
    }

    #[inline(always)]
    fn down<const BITS: u32>(words: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe {
            let bits = _mm_cvtsi32_si128(BITS as i32);
            [_mm256_srl_epi64(words[0], bits), _mm256_srl_epi64(words[1], bits)]
        }
    }

    #[inline(always)]
    fn keep(words: [__m256i; 2], bits: u8) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe {
            let bits = _mm256_set1_epi64x(bits.into());
            let own = [_mm256_setr_epi64x(1, 2, 4, 8), _mm256_setr_epi64x(16, 32, 64, 128)];
            let kept = own.map(|own| _mm256_cmpeq_epi64(_mm256_and_si256(bits, own), own));
            [_mm256_and_si256(words[0], kept[0]), _mm256_and_si256(words[1], kept[1])]
        }
    }

    #[inline(always)]
    fn occupied(words: [__m256i; 2]) -> u8 {
        // SAFETY: see above.
        unsafe {
            let empty = words.map(|half| {
                let zero = _mm256_cmpeq_epi64(half, _mm256_setzero_si256());
                _mm256_movemask_pd(_mm256_castsi256_pd(zero)) as u8
            });
            !(empty[0] | empty[1] << 4)
        }
    }

    #[inline(always)]
    fn fold(win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        for half in [0, 32] {
            // SAFETY: the machine has AVX2 (see `Avx2`); 32 cells are read and written from `half`
            // on, of 64 that there are.
            unsafe {
                let among = spread((lanes >> half) as u32);
                let win: *mut __m256i = win.as_mut_ptr().add(half).cast();
                let escape: *mut __m256i = escape.as_mut_ptr().add(half).cast();
                let cells = _mm256_loadu_si256(cells.as_ptr().add(half).cast());
                let one = _mm256_set1_epi8(1);
                let odd = _mm256_cmpeq_epi8(_mm256_and_si256(cells, one), one);
                let none = _mm256_or_si256(odd, _mm256_xor_si256(among, _mm256_set1_epi8(-1)));
                let wins = _mm256_or_si256(_mm256_add_epi8(cells, one), none);
                let escapes = _mm256_or_si256(cells, _mm256_andnot_si256(odd, among));
                let escapes = _mm256_and_si256(escapes, among);
                _mm256_storeu_si256(win, _mm256_min_epu8(_mm256_loadu_si256(win), wins));
                _mm256_storeu_si256(escape, _mm256_max_epu8(_mm256_loadu_si256(escape), escapes));
            }
        }
    }

    #[inline(always)]
    fn equal(cells: &[u8; 64], value: u8) -> u64 {
        [0, 32].into_iter().fold(0, |lanes, half| {
            // SAFETY: the machine has AVX2 (see `Avx2`); 32 cells are read from `half` on.
            let equal = unsafe {
                let cells = _mm256_loadu_si256(cells.as_ptr().add(half).cast());
                let equal = _mm256_cmpeq_epi8(cells, _mm256_set1_epi8(value as i8));
                _mm256_movemask_epi8(equal) as u32
            };
            lanes | u64::from(equal) << half
        })
    }

    #[inline(always)]
    fn store(cells: &mut [u8; 64], lanes: u64, value: u8) {
        for half in [0, 32] {
            // SAFETY: the machine has AVX2 (see `Avx2`); 32 cells are read and written from `half`
            // on.
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
    fn prefetch<T>(memory: &[T], index: usize) {
        prefetch(memory, index);
    }
}

/// A machine with AVX-512 (F, BW, DQ, VL). Called like those of [`Avx2`].
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx512;

#[cfg(target_arch = "x86_64")]
impl Machine for Avx512 {
    type Words = __m512i;

    // SAFETY of all that follows: the machine has AVX-512 (see `Avx512`); memory is read and
    // written within the arrays given.

    #[inline(always)]
    fn load(chunk: &Chunk) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
    }

    #[inline(always)]
    fn save(words: __m512i, chunk: &mut Chunk) {
        // SAFETY: see above.
        unsafe { _mm512_storeu_si512(chunk.as_mut_ptr().cast(), words) };
    }

    #[inline(always)]
    fn splat(word: u64) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi64(word as i64) }
    }

    #[inline(always)]
    fn and(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn without(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn up<const BITS: u32>(words: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_slli_epi64::<BITS>(words) }
    }

    #[inline(always)]
    fn down<const BITS: u32>(words: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_srli_epi64::<BITS>(words) }
    }

    #[inline(always)]
    fn keep(words: __m512i, bits: u8) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_maskz_mov_epi64(bits, words) }
    }

    #[inline(always)]
    fn occupied(words: __m512i) -> u8 {
        // SAFETY: see above.
        unsafe { _mm512_test_epi64_mask(words, words) }
    }

    #[inline(always)]
    fn fold(win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        // SAFETY: the machine has AVX-512 (see `Avx512`); 64 cells are read and written.
        unsafe {
            let win: *mut __m512i = win.as_mut_ptr().cast();
            let escape: *mut __m512i = escape.as_mut_ptr().cast();
            let (old_win, old_escape) = (_mm512_loadu_si512(win), _mm512_loadu_si512(escape));
            let cells = _mm512_loadu_si512(cells.as_ptr().cast());
            let one = _mm512_set1_epi8(1);
            let even = _mm512_testn_epi8_mask(cells, one);
            let wins = _mm512_add_epi8(cells, one);
            let escapes = _mm512_mask_mov_epi8(cells, even, _mm512_set1_epi8(-1));
            _mm512_storeu_si512(win, _mm512_mask_min_epu8(old_win, even & lanes, old_win, wins));
            _mm512_storeu_si512(
                escape,
                _mm512_mask_max_epu8(old_escape, lanes, old_escape, escapes),
            );
        }
    }

    #[inline(always)]
    fn equal(cells: &[u8; 64], value: u8) -> u64 {
        // SAFETY: the machine has AVX-512 (see `Avx512`); 64 cells are read.
        unsafe {
            let cells = _mm512_loadu_si512(cells.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(cells, _mm512_set1_epi8(value as i8))
        }
    }

    #[inline(always)]
    fn store(cells: &mut [u8; 64], lanes: u64, value: u8) {
        // SAFETY: the machine has AVX-512 (see `Avx512`); some of 64 cells are written.
        unsafe {
            let value = _mm512_set1_epi8(value as i8);
            _mm512_mask_storeu_epi8(cells.as_mut_ptr().cast(), lanes, value);
        }
    }

    #[inline(always)]
    fn prefetch<T>(memory: &[T], index: usize) {
        prefetch(memory, index);
    }
}

/// Makes of a kernel `body::<M: Machine>(arguments)` a function `name(vectors, arguments)`.
/// The kernel and what it calls in its loops are `#[inline(always)]`, so that all is compiled for
/// the machine at hand.
macro_rules! on_every_machine {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $body:ident;
    ) => {
        $(#[$meta])*
        #[allow(unsafe_code, reason = "the machine has the instructions")]
        #[allow(clippy::too_many_arguments, reason = "those of the kernel")]
        $vis fn $name(vectors: $crate::vectors::Vectors, $($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2($($arg: $type),*) $(-> $result)? {
                $body::<$crate::vectors::Avx2>($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
            #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
            fn avx512($($arg: $type),*) $(-> $result)? {
                $body::<$crate::vectors::Avx512>($($arg),*)
            }
            match vectors.kind() {
                $crate::vectors::Kind::Plain => {
                    $body::<$crate::vectors::Plain>($($arg),*)
                }
                // SAFETY: this kind exists only where the machine has the instructions.
                #[cfg(target_arch = "x86_64")]
                $crate::vectors::Kind::Avx2 => unsafe { avx2($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::vectors::Kind::Avx512 => unsafe { avx512($($arg),*) },
            }
        }
    };
}
pub(crate) use on_every_machine;

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same every time (xorshift).
    fn numbers() -> impl FnMut() -> u64 {
        let mut x = 0x9e3779b97f4a7c15_u64;
        move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        }
    }

    type Results = ([u8; 64], [u8; 64], u64, [u8; 64]);

    #[inline(always)]
    fn all_kernels<M: Machine>(cells: &[u8; 64], lanes: u64, value: u8) -> Results {
        let mut win = std::array::from_fn(|i| (i * 37 % 256) as u8);
        let mut escape = std::array::from_fn(|i| (i * 91 % 256) as u8);
        M::fold(&mut win, &mut escape, cells, lanes);
        let mut stored = *cells;
        M::store(&mut stored, lanes, value);
        (win, escape, M::equal(cells, value), stored)
    }

    on_every_machine! {
        fn all(cells: &[u8; 64], lanes: u64, value: u8) -> Results = all_kernels;
    }

    #[test]
    fn every_machine_gives_what_the_plain_one_gives() {
        let mut next = numbers();
        for _ in 0..5000 {
            let cells = std::array::from_fn(|_| match next() % 4 {
                0 => [0, 1, 127, 128, 253, 254, 255][next() as usize % 7],
                _ => next() as u8,
            });
            let (lanes, value) = (next() & next(), cells[next() as usize % 64]);
            let plain = all(Vectors::PLAIN, &cells, lanes, value);
            for vectors in Vectors::available() {
                assert_eq!(all(vectors, &cells, lanes, value), plain, "{vectors}");
            }
        }
    }
}
