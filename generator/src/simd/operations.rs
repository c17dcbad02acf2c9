//! Kernels, and the operations that they are written with.

use super::cells;

/// A function that is compiled for every kind of processor: its arguments, with `run` as its body.
///
/// `run` and every function that it calls in a loop are `#[inline(always)]`: only what is inlined
/// into the function of a processor is compiled with its instructions.
pub trait Kernel {
    /// What the function returns.
    type Output;

    /// Returns the body.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// A kernel and the witness that it is run with, for [`Vectors::run`].
///
/// [`Vectors::run`]: drawproof_tables::vectors::Vectors::run
#[cfg(target_arch = "x86_64")]
pub struct With<K, S>(pub K, pub S);

#[cfg(target_arch = "x86_64")]
impl<K: Kernel, S: Simd> drawproof_tables::vectors::Kernel for With<K, S> {
    type Output = K::Output;

    #[inline(always)]
    fn run(self) -> K::Output {
        self.0.run(self.1)
    }
}

/// Eight words.
pub type Chunk = [u64; 8];

/// The operations that differ between processors: on the eight words of a chunk, and on the 64
/// cells of a word, which [`cells`] defines.
pub trait Simd: Copy {
    /// Eight words in registers.
    type Words: Copy;

    /// Runs a kernel as a function of its own: for long code with several callers, which would be
    /// compiled once for each of them.
    fn call<K: Kernel>(self, kernel: K) -> K::Output;

    /// Loads eight words from memory.
    fn load(self, chunk: &Chunk) -> Self::Words;
    /// Stores eight words to memory.
    fn save(self, words: Self::Words, chunk: &mut Chunk);
    /// Eight copies of one word.
    fn splat(self, word: u64) -> Self::Words;
    /// Bitwise and.
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Bitwise or.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns the bits of `a` that are not in `b`.
    fn without(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Shifts each word towards higher bits.
    fn up<const BITS: u32>(self, words: Self::Words) -> Self::Words;
    /// Shifts each word towards lower bits.
    fn down<const BITS: u32>(self, words: Self::Words) -> Self::Words;
    /// Moves each word `PLACES` (1, 2 or 4) places towards the last. The first become
    /// 0, the last are dropped.
    fn to_next<const PLACES: usize>(self, words: Self::Words) -> Self::Words;
    /// Moves each word `PLACES` (1, 2 or 4) places towards the first. The last become
    /// 0, the first are dropped.
    fn to_previous<const PLACES: usize>(self, words: Self::Words) -> Self::Words;
    /// Clears the words whose bit is not set in `bits`.
    fn keep(self, words: Self::Words, bits: u8) -> Self::Words;
    /// Stores the words whose bit is set, one after the other. The rest of `packed` is undefined.
    fn compress(self, words: Self::Words, bits: u8, packed: &mut Chunk);
    /// Returns the inverse of [`Simd::compress`]: words whose bit is not set are 0.
    fn expand(self, bits: u8, packed: &Chunk) -> Self::Words;
    /// Returns the words in reverse order.
    fn reverse(self, words: Self::Words) -> Self::Words;
    /// Returns a bit for each word that is not 0.
    fn nonzero(self, words: Self::Words) -> u8;
    /// [`cells::fold`].
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64);
    /// [`cells::equal`].
    fn equal(self, cells: &[u8; 64], value: u8) -> u64;
    /// [`cells::read_column`].
    #[inline(always)]
    fn read_column(
        self,
        values: (&[u8], &[u64]),
        lane: usize,
        image: (&[u8; 64], u32),
        column: &mut [u8; 64],
    ) -> u64 {
        cells::read_column(values, lane, image, column)
    }
    /// [`cells::store`].
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8);
    /// Prefetches the element of `memory` at `index`; does nothing where it does not exist.
    fn prefetch<T>(self, memory: &[T], index: usize);
}
