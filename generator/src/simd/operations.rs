//! Kernels, and the operations that they use.

use super::cells;

/// A function that is compiled once for each instruction set. The fields of the implementing type
/// are the function's arguments, and `run` is its body.
///
/// `run` and every function that it calls in a loop are `#[inline(always)]`: only code that is
/// inlined into the function for a processor is compiled with that processor's instructions.
pub trait Kernel {
    /// The type that the function returns.
    type Output;

    /// Runs the body of the function and returns its result.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// A kernel with the vector instructions to run it with, for [`Vectors::run`].
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

/// Eight consecutive words of a set.
pub type Chunk = [u64; 8];

/// The operations whose code depends on the processor: on the eight words of a chunk, and on the 64
/// cells of a word. [`cells`] defines the operations on cells.
pub trait Simd: Copy {
    /// Eight words in registers.
    type Words: Copy;

    /// Runs a kernel as a separate function. This is for long code with several callers, which
    /// would otherwise be compiled once for each caller.
    fn call<K: Kernel>(self, kernel: K) -> K::Output;

    /// Loads eight words from memory.
    fn load(self, chunk: &Chunk) -> Self::Words;
    /// Stores eight words to memory.
    fn save(self, words: Self::Words, chunk: &mut Chunk);
    /// Returns eight copies of one word.
    fn splat(self, word: u64) -> Self::Words;
    /// Returns the bitwise and of `a` and `b`.
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns the bitwise or of `a` and `b`.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns the bits of `a` that are not in `b`.
    fn without(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Shifts each word by `BITS` bits towards higher bits.
    fn up<const BITS: u32>(self, words: Self::Words) -> Self::Words;
    /// Shifts each word by `BITS` bits towards lower bits.
    fn down<const BITS: u32>(self, words: Self::Words) -> Self::Words;
    /// Moves each word `PLACES` (1, 2 or 4) positions towards the last. The first words become 0,
    /// the last are dropped.
    fn to_next<const PLACES: usize>(self, words: Self::Words) -> Self::Words;
    /// Moves each word `PLACES` (1, 2 or 4) positions towards the first. The last words become 0,
    /// the first are dropped.
    fn to_previous<const PLACES: usize>(self, words: Self::Words) -> Self::Words;
    /// Clears the words whose bit is not set in `bits`.
    fn keep(self, words: Self::Words, bits: u8) -> Self::Words;
    /// Stores the words whose bit is set, one after the other, at the beginning of `packed`. The
    /// rest of `packed` is undefined.
    fn compress(self, words: Self::Words, bits: u8, packed: &mut Chunk);
    /// Reverses [`Simd::compress`]. Words whose bit is not set become 0.
    fn expand(self, bits: u8, packed: &Chunk) -> Self::Words;
    /// Returns the words in reverse order.
    fn reverse(self, words: Self::Words) -> Self::Words;
    /// Returns one bit for each word, set if the word is not 0.
    fn nonzero(self, words: Self::Words) -> u8;
    /// Updates the outcomes of a word with one more conversion, as [`cells::fold`] does.
    fn fold(self, win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64);
    /// Returns the lanes whose cell is `value`, as [`cells::equal`] does.
    fn equal(self, cells: &[u8; 64], value: u8) -> u64;
    /// Reads one lane of 64 words, as [`cells::read_column`] does.
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
    /// Writes `value` into the cells of `lanes`, as [`cells::store`] does.
    fn store(self, cells: &mut [u8; 64], lanes: u64, value: u8);
    /// Prefetches the element of `memory` at `index`. Does nothing if there is no such element.
    fn prefetch<T>(self, memory: &[T], index: usize);
}
