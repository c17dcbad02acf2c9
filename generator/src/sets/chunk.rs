//! Chunks: eight neighbouring words, in which the first upper man stands on the eight squares of
//! one rank.

use drawproof_tables::Transform;

pub(crate) use crate::simd::Chunk;
use crate::simd::Simd;

/// Returns the chunk of a set that starts with word `first`.
#[inline(always)]
pub fn chunk(set: &[u64], first: usize) -> &Chunk {
    set[first..first + 8].try_into().expect("eight words")
}

/// Returns the chunk of a set that starts with word `first`, mutably.
#[inline(always)]
pub fn chunk_mut(set: &mut [u64], first: usize) -> &mut Chunk {
    (&mut set[first..first + 8]).try_into().expect("eight words")
}

/// Returns the image of each word's lanes under a symmetry of the board. The order of the words
/// does not change.
#[inline(always)]
pub fn transform(transform: Transform, chunk: Chunk) -> Chunk {
    #[inline(always)]
    fn all<const NUMBER: usize>(chunk: Chunk) -> Chunk {
        let mut image = chunk;
        for word in &mut image {
            *word = const { Transform::ALL[NUMBER] }.set(*word);
        }
        image
    }
    match transform.number() {
        0 => chunk,
        1 => all::<1>(chunk),
        2 => all::<2>(chunk),
        3 => all::<3>(chunk),
        4 => all::<4>(chunk),
        5 => all::<5>(chunk),
        6 => all::<6>(chunk),
        _ => all::<7>(chunk),
    }
}

/// Returns the image of a chunk, both words and lanes, under a symmetry that maps ranks to ranks.
#[inline(always)]
pub fn transform_chunk<S: Simd>(simd: S, symmetry: Transform, words: S::Words) -> S::Words {
    let mut lanes = [0; 8];
    simd.save(words, &mut lanes);
    let transformed = simd.load(&transform(symmetry, lanes));
    let [a, b, ..] = symmetry.squares();
    if a > b { simd.reverse(transformed) } else { transformed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{simd::Plain, test_numbers::numbers};

    #[test]
    fn chunks_are_transformed_word_by_word() {
        let mut next = numbers();
        for _ in 0..300 {
            let row: [u64; 64] = std::array::from_fn(|_| next() & next() & next());
            for first in (0..64).step_by(8) {
                let chunk = *chunk(&row, first);
                for i in 0..8 {
                    assert_eq!(Plain.nonzero(chunk) >> i & 1 != 0, chunk[i] != 0);
                    for t in Transform::ALL {
                        assert_eq!(transform(t, chunk)[i], t.set(chunk[i]));
                    }
                }
            }
        }
    }
}
