//! Chunks: eight neighbouring words, one rank of the low man's squares. One vector operation each.

use drawproof_tables::Transform;

pub(crate) use crate::simd::Chunk;
use crate::simd::Simd;

/// The chunk of a set that starts with a word.
#[inline(always)]
pub fn chunk(set: &[u64], first: usize) -> &Chunk {
    set[first..first + 8].try_into().expect("eight words")
}

/// The same, to be changed.
#[inline(always)]
pub fn chunk_mut(set: &mut [u64], first: usize) -> &mut Chunk {
    (&mut set[first..first + 8]).try_into().expect("eight words")
}

/// The image of each word's lanes.
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

/// The image of a chunk under a symmetry that keeps ranks: words and lanes.
#[inline(always)]
pub fn turn_rank<S: Simd>(simd: S, symmetry: Transform, words: S::Words) -> S::Words {
    let mut lanes = [0; 8];
    simd.save(words, &mut lanes);
    let turned = simd.load(&transform(symmetry, lanes));
    let [a, b, ..] = symmetry.squares();
    if a > b { simd.reverse(turned) } else { turned }
}
