//! Vector instructions, chosen at run time, for the modules that work on sets. Nothing here depends
//! on chess.
//!
//! A kernel is written once, generic over [`Simd`], and [`run`] compiles it for each kind of
//! processor. A value of a type that implements `Simd` is a witness: it exists only if the
//! processor has the instructions, so its methods are safe to call. [`Plain`] works everywhere and
//! is the reference for the others. All kinds return the same results.
//!
//! A WebAssembly program that is compiled for vectors cannot run without them. In such a program
//! the vectors are the plain kind, and each kernel is compiled once.
//!
//! * [`operations`]: the definition of a kernel, and the operations that kernels use.
//! * [`plain`], [`avx2`], [`avx512`], [`neon`], [`simd128`]: the kinds, one implementation of [`Simd`] each.
//! * [`cells`]: the operations on cells without vector instructions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod cells;
#[cfg(target_arch = "aarch64")]
mod neon;
mod operations;
mod plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub use drawproof_tables::vectors::Vectors;
pub use operations::{Chunk, Kernel, Simd};
pub use plain::Plain;

/// Runs the variant of a kernel that is compiled for these instructions.
#[inline]
pub fn run<K: Kernel>(vectors: Vectors, kernel: K) -> K::Output {
    match vectors {
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Vectors::Plain => kernel.run(Plain),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Vectors::Plain => kernel.run(simd128::Simd128),
        #[cfg(target_arch = "x86_64")]
        Vectors::Avx2(simd) => simd.call(kernel),
        #[cfg(target_arch = "x86_64")]
        Vectors::Avx512(simd) => simd.call(kernel),
        #[cfg(target_arch = "aarch64")]
        Vectors::Neon(simd) => kernel.run(simd),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_numbers::numbers;

    /// Runs all operations on cells: `win`, `escape`, the lanes that equal `value`, and the cells
    /// with `value` stored.
    struct CellOperations<'a> {
        cells: &'a [u8; 64],
        lanes: u64,
        value: u8,
    }

    impl Kernel for CellOperations<'_> {
        type Output = ([u8; 64], [u8; 64], u64, [u8; 64]);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let CellOperations { cells, lanes, value } = self;
            let mut win = std::array::from_fn(|i| (i * 37 % 256) as u8);
            let mut escape = std::array::from_fn(|i| (i * 91 % 256) as u8);
            simd.fold(&mut win, &mut escape, cells, lanes);
            let mut stored = *cells;
            simd.store(&mut stored, lanes, value);
            (win, escape, simd.equal(cells, value), stored)
        }
    }

    /// Runs all operations on the words of chunks, and reports which words of `a` are occupied
    /// after [`Simd::keep`].
    struct WordOperations<'a> {
        a: &'a Chunk,
        b: &'a Chunk,
        bits: u8,
    }

    impl Kernel for WordOperations<'_> {
        type Output = ([Chunk; 16], u8);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let WordOperations { a, b, bits } = self;
            let (x, y) = (simd.load(a), simd.load(b));
            let (mut packed, mut unpacked) = ([0; 8], *b);
            simd.compress(x, bits, &mut packed);
            let count = bits.count_ones() as usize;
            unpacked[..count].copy_from_slice(&packed[..count]);
            let operations = [
                simd.splat(a[3]),
                simd.and(x, y),
                simd.or(x, y),
                simd.without(x, y),
                simd.up::<9>(x),
                simd.down::<7>(x),
                simd.keep(x, bits),
                simd.to_next::<1>(x),
                simd.to_next::<2>(x),
                simd.to_next::<4>(x),
                simd.to_previous::<1>(x),
                simd.to_previous::<2>(x),
                simd.to_previous::<4>(x),
                simd.reverse(x),
                simd.load(&unpacked),
                simd.expand(bits, &packed),
            ];
            let saved = operations.map(|words| {
                let mut chunk = [0; 8];
                simd.save(words, &mut chunk);
                chunk
            });
            (saved, simd.nonzero(simd.keep(x, bits)))
        }
    }

    #[test]
    fn words_of_chunks_are_the_same_with_every_vector_width() {
        let mut next = numbers();
        for _ in 0..2000 {
            let (a, b) = (std::array::from_fn(|_| next() & next()), [next(); 8]);
            let bits = next() as u8;
            let results = |vectors: Vectors| run(vectors, WordOperations { a: &a, b: &b, bits });
            let plain = results(Vectors::Plain);
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
                assert_eq!(results(vectors), plain, "{vectors}");
            }
        }
    }

    #[test]
    fn cells_are_the_same_with_every_vector_width() {
        let mut next = numbers();
        for _ in 0..5000 {
            let cells = &std::array::from_fn(|_| match next() % 4 {
                0 => [0, 1, 127, 128, 253, 254, 255][next() as usize % 7],
                _ => next() as u8,
            });
            let (lanes, value) = (next() & next(), cells[next() as usize % 64]);
            let results = |vectors: Vectors| run(vectors, CellOperations { cells, lanes, value });
            let plain = results(Vectors::Plain);
            for vectors in Vectors::available() {
                assert_eq!(results(vectors), plain, "{vectors}");
            }
        }
    }

    /// Reads a column and the set of its squares with [`Simd::read_column`].
    #[derive(Clone, Copy)]
    struct Column<'a> {
        values: (&'a [u8], &'a [u64]),
        lane: usize,
        image: (&'a [u8; 64], u32),
    }

    impl Kernel for Column<'_> {
        type Output = ([u8; 64], u64);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let mut column = [0; 64];
            let set = simd.read_column(self.values, self.lane, self.image, &mut column);
            (column, set)
        }
    }

    #[test]
    fn columns_are_the_same_with_every_vector_width() {
        let mut next = numbers();
        for shift in [0, 6, 12] {
            let words: Vec<u64> = (0..64 << shift).map(|_| next()).collect();
            let cells: Vec<u8> =
                words.iter().flat_map(|word| [word.to_ne_bytes(); 8]).flatten().collect();
            let image: [u8; 64] = std::array::from_fn(|square| 63 - (square * 37 % 64) as u8);
            // The slices end with the last word that is read.
            let len = (63 << shift) + 1;
            let values = (&cells[..len * 64], &words[..len]);
            for lane in 0..64 {
                let column = Column { values, lane, image: (&image, shift) };
                let plain = run(Vectors::Plain, column);
                for (square, &to) in image.iter().enumerate() {
                    let word = usize::from(to) << shift;
                    assert_eq!(plain.0[square], cells[word * 64 + lane]);
                    assert_eq!(plain.1 >> square & 1, words[word] >> lane & 1);
                }
                for vectors in Vectors::available() {
                    assert_eq!(run(vectors, column), plain, "{vectors}");
                }
            }
        }
    }
}
