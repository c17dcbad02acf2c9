//! The vector instructions of the machine, chosen at run time.
//!
//! A kernel is written once, as a function over [`Machine`], and [`on_every_machine!`] makes of it a
//! function that runs on any of them: the plain one works everywhere and is what the others are
//! compared with. All give the same results.

#![allow(unsafe_code, reason = "functions for instructions that not every machine has")]

use crate::kernels;
#[cfg(target_arch = "x86_64")]
pub(crate) use crate::{avx2::Avx2, avx512::Avx512};

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
    /// Each word so many places further (1, 2 or 4); the first become 0, the last are lost.
    fn to_next<const PLACES: usize>(words: Self::Words) -> Self::Words;
    /// Each word so many places back (1, 2 or 4); the last become 0, the first are lost.
    fn to_previous<const PLACES: usize>(words: Self::Words) -> Self::Words;
    /// The words whose bits are set, the others emptied.
    fn keep(words: Self::Words, bits: u8) -> Self::Words;
    /// The words whose bits are set, one after the other; what follows them means nothing.
    fn compress(words: Self::Words, bits: u8, packed: &mut Chunk);
    /// Back in their places, the others empty.
    fn expand(bits: u8, packed: &Chunk) -> Self::Words;
    /// The last word first.
    fn reverse(words: Self::Words) -> Self::Words;
    /// A bit for each word that is not 0.
    fn occupied(words: Self::Words) -> u8;
    /// [`kernels::fold`].
    fn fold(win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64);
    /// [`kernels::fold_wins`].
    fn fold_wins(win: &mut [u8; 64], cells: &[u8; 64], lanes: u64);
    /// [`kernels::equal`].
    fn equal(cells: &[u8; 64], value: u8) -> u64;
    /// [`kernels::read_column`].
    #[inline(always)]
    fn read_column(
        values: (&[u8], &[u64]),
        lane: usize,
        image: (&[u8; 64], u32),
        column: &mut [u8; 64],
    ) -> u64 {
        kernels::read_column(values, lane, image, column)
    }
    /// [`kernels::store`].
    fn store(cells: &mut [u8; 64], lanes: u64, value: u8);
    /// Asks for memory that will be needed soon, if there is such an element.
    fn prefetch<T>(memory: &[T], index: usize);
}

/// [`Machine::prefetch`] where there is an instruction for it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn prefetch<T>(memory: &[T], index: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

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
    fn to_next<const PLACES: usize>(words: Chunk) -> Chunk {
        std::array::from_fn(|i| if i < PLACES { 0 } else { words[i - PLACES] })
    }

    #[inline(always)]
    fn to_previous<const PLACES: usize>(words: Chunk) -> Chunk {
        std::array::from_fn(|i| if i + PLACES > 7 { 0 } else { words[i + PLACES] })
    }

    #[inline(always)]
    fn keep(words: Chunk, bits: u8) -> Chunk {
        std::array::from_fn(|i| words[i] & 0_u64.wrapping_sub(u64::from(bits >> i & 1)))
    }

    #[inline(always)]
    fn compress(words: Chunk, bits: u8, packed: &mut Chunk) {
        let mut count = 0;
        for (i, word) in words.into_iter().enumerate() {
            packed[count] = word;
            count += usize::from(bits >> i & 1);
        }
    }

    #[inline(always)]
    fn expand(bits: u8, packed: &Chunk) -> Chunk {
        let (mut words, mut count) = ([0; 8], 0);
        for (i, word) in words.iter_mut().enumerate() {
            let there = bits >> i & 1;
            *word = packed[count & 7] & 0_u64.wrapping_sub(u64::from(there));
            count += usize::from(there);
        }
        words
    }

    #[inline(always)]
    fn reverse(mut words: Chunk) -> Chunk {
        words.reverse();
        words
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
    fn fold_wins(win: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
        kernels::fold_wins(win, cells, lanes);
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
    use crate::numbers::numbers;

    type Results = ([u8; 64], [u8; 64], u64, [u8; 64]);

    #[inline(always)]
    fn all_kernels<M: Machine>(cells: &[u8; 64], lanes: u64, value: u8) -> Results {
        let mut win = std::array::from_fn(|i| (i * 37 % 256) as u8);
        let mut escape = std::array::from_fn(|i| (i * 91 % 256) as u8);
        M::fold(&mut win, &mut escape, cells, lanes);
        M::fold_wins(&mut win, cells, lanes.rotate_left(5));
        let mut stored = *cells;
        M::store(&mut stored, lanes, value);
        (win, escape, M::equal(cells, value), stored)
    }

    on_every_machine! {
        fn all(cells: &[u8; 64], lanes: u64, value: u8) -> Results = all_kernels;
    }

    #[inline(always)]
    fn all_word_operations<M: Machine>(a: &Chunk, b: &Chunk, bits: u8) -> ([Chunk; 16], u8) {
        let (x, y) = (M::load(a), M::load(b));
        let (mut packed, mut unpacked) = ([0; 8], *b);
        M::compress(x, bits, &mut packed);
        let count = bits.count_ones() as usize;
        unpacked[..count].copy_from_slice(&packed[..count]);
        let operations = [
            M::splat(a[3]),
            M::and(x, y),
            M::or(x, y),
            M::without(x, y),
            M::up::<9>(x),
            M::down::<7>(x),
            M::keep(x, bits),
            M::to_next::<1>(x),
            M::to_next::<2>(x),
            M::to_next::<4>(x),
            M::to_previous::<1>(x),
            M::to_previous::<2>(x),
            M::to_previous::<4>(x),
            M::reverse(x),
            M::load(&unpacked),
            M::expand(bits, &packed),
        ];
        let saved = operations.map(|words| {
            let mut chunk = [0; 8];
            M::save(words, &mut chunk);
            chunk
        });
        (saved, M::occupied(M::keep(x, bits)))
    }

    on_every_machine! {
        fn word_operations(a: &Chunk, b: &Chunk, bits: u8) -> ([Chunk; 16], u8)
            = all_word_operations;
    }

    #[test]
    fn every_machine_works_on_eight_words_as_the_plain_one_does() {
        let mut next = numbers();
        for _ in 0..2000 {
            let (a, b) = (std::array::from_fn(|_| next() & next()), [next(); 8]);
            let bits = next() as u8;
            let plain = word_operations(Vectors::PLAIN, &a, &b, bits);
            for i in 0..8 {
                assert_eq!(plain.0[6][i], if bits >> i & 1 != 0 { a[i] } else { 0 });
                assert_eq!(plain.0[3][i], a[i] & !b[i]);
                for (number, places) in [1, 2, 4].into_iter().enumerate() {
                    let before = if i >= places { a[i - places] } else { 0 };
                    assert_eq!(plain.0[7 + number][i], before);
                    assert_eq!(plain.0[10 + number][i], *a.get(i + places).unwrap_or(&0));
                }
                assert_eq!(plain.0[13][i], a[7 - i]);
                assert_eq!(plain.0[15][i], plain.0[6][i], "expanded after it was compressed");
            }
            for vectors in Vectors::available() {
                assert_eq!(word_operations(vectors, &a, &b, bits), plain, "{vectors}");
            }
        }
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

    #[inline(always)]
    fn column_of<M: Machine>(
        values: (&[u8], &[u64]),
        lane: usize,
        image: (&[u8; 64], u32),
    ) -> ([u8; 64], u64) {
        let mut column = [0; 64];
        let there = M::read_column(values, lane, image, &mut column);
        (column, there)
    }

    on_every_machine! {
        fn column(values: (&[u8], &[u64]), lane: usize, image: (&[u8; 64], u32)) -> ([u8; 64], u64)
            = column_of;
    }

    #[test]
    fn every_machine_reads_columns() {
        let mut next = numbers();
        for shift in [0, 6, 12] {
            let words: Vec<u64> = (0..64 << shift).map(|_| next()).collect();
            let cells: Vec<u8> =
                words.iter().flat_map(|word| [word.to_ne_bytes(); 8]).flatten().collect();
            let image: [u8; 64] = std::array::from_fn(|square| 63 - (square * 37 % 64) as u8);
            // As much as is read, and no more.
            let len = (63 << shift) + 1;
            let values = (&cells[..len * 64], &words[..len]);
            for lane in 0..64 {
                let plain = column(Vectors::PLAIN, values, lane, (&image, shift));
                for (square, &to) in image.iter().enumerate() {
                    let word = usize::from(to) << shift;
                    assert_eq!(plain.0[square], cells[word * 64 + lane]);
                    assert_eq!(plain.1 >> square & 1, words[word] >> lane & 1);
                }
                for vectors in Vectors::available() {
                    assert_eq!(column(vectors, values, lane, (&image, shift)), plain, "{vectors}");
                }
            }
        }
    }
}
