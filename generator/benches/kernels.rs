//! The kernels of the analysis one by one, on all vector instructions that the machine has.
//!
//! The modules are those of the crate itself: nothing of them is public.

#![allow(dead_code, unused_imports, missing_docs, unreachable_pub, reason = "modules of the crate")]

#[path = "../src/accumulator.rs"]
mod accumulator;
#[path = "../src/arena.rs"]
mod arena;
#[cfg(target_arch = "x86_64")]
#[path = "../src/avx2.rs"]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[path = "../src/avx512.rs"]
mod avx512;
#[path = "../src/chunks.rs"]
mod chunks;
#[path = "../src/escapes.rs"]
mod escapes;
#[path = "../src/kernels.rs"]
mod kernels;
#[path = "../src/lanes.rs"]
mod lanes;
#[path = "../src/lists.rs"]
mod lists;
#[path = "../src/moves.rs"]
mod moves;
#[cfg(test)]
#[path = "../src/numbers.rs"]
mod numbers;
#[path = "../src/pool.rs"]
mod pool;
#[path = "../src/predecessors.rs"]
mod predecessors;
#[path = "../src/sweeps.rs"]
mod sweeps;
#[path = "../src/vectors.rs"]
mod vectors;

use cozy_chess::{Color, Piece};
use divan::{Bencher, black_box};
use drawproof_tables::{Layout, Material};

use crate::{
    accumulator::Accumulator,
    arena::Arena,
    escapes::{EscapeSearch, EscapeSpace},
    lists::ChunkList,
    predecessors::add_predecessors,
    vectors::{Chunk, Simd, Vectors, on_every_machine},
};

fn main() {
    divan::main();
}

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

/// Cells of words.
fn words() -> Vec<[u8; 64]> {
    let mut next = numbers();
    (0..1024).map(|_| std::array::from_fn(|_| next() as u8)).collect()
}

on_every_machine! {
    fn fold_all(words: &[[u8; 64]], win: &mut [u8; 64], escape: &mut [u8; 64]) = fold_each;
}

#[inline(always)]
fn fold_each<S: Simd>(simd: S, words: &[[u8; 64]], win: &mut [u8; 64], escape: &mut [u8; 64]) {
    for (number, cells) in words.iter().enumerate() {
        simd.fold(win, escape, cells, (number as u64).wrapping_mul(0x9e3779b97f4a7c15));
    }
}

/// Conversions of 1,024 words.
#[divan::bench(args = Vectors::available())]
fn fold(bencher: Bencher, vectors: Vectors) {
    let words = words();
    bencher.counter(divan::counter::ItemsCount::new(words.len())).bench(|| {
        let (mut win, mut escape) = ([255; 64], [0; 64]);
        fold_all(vectors, black_box(&words), &mut win, &mut escape);
        (win, escape)
    });
}

on_every_machine! {
    fn store_all(words: &mut [[u8; 64]], ply: u8) = store_each;
}

#[inline(always)]
fn store_each<S: Simd>(simd: S, words: &mut [[u8; 64]], ply: u8) {
    for (number, cells) in words.iter_mut().enumerate() {
        simd.store(cells, (number as u64).wrapping_mul(0x9e3779b97f4a7c15), ply);
    }
}

/// A ply written into 1,024 words.
#[divan::bench(args = Vectors::available())]
fn store(bencher: Bencher, vectors: Vectors) {
    let mut words = words();
    bencher
        .counter(divan::counter::ItemsCount::new(words.len()))
        .bench_local(|| store_all(vectors, black_box(&mut words), 7));
}

on_every_machine! {
    fn queens(chunks: &mut [Chunk]) = queens_of_chunks;
}

#[inline(always)]
fn queens_of_chunks<S: Simd>(simd: S, chunks: &mut [Chunk]) {
    for (number, chunk) in chunks.iter_mut().enumerate() {
        let first = number % 8 * 8;
        let moves = chunks::lane_moves(simd, Piece::Queen, simd.load(chunk), 0x8100, first);
        simd.save(moves, chunk);
    }
}

/// A lane man's moves in 128 x 8 words.
#[divan::bench(args = Vectors::available())]
fn lane_moves(bencher: Bencher, vectors: Vectors) {
    let mut next = numbers();
    let chunks: Vec<Chunk> = (0..128).map(|_| [next(); 8]).collect();
    bencher
        .counter(divan::counter::ItemsCount::new(8 * chunks.len()))
        .with_inputs(|| chunks.clone())
        .bench_refs(|chunks| queens(vectors, black_box(chunks)));
}

const NAMES: [&str; 4] = ["KRKN", "KBBKR", "KRBKR", "KRPKR"];

fn layout(name: &str) -> Layout {
    Layout::new(name.parse::<Material>().expect("an endgame").normalise().0)
}

on_every_machine! {
    fn search(
        arena: &Arena,
        open: &[u64],
        candidates: &[u64],
        marks: &[u64],
        space: &mut EscapeSpace,
        found: &mut ChunkList,
    ) = search_block;
}

#[inline(always)]
fn search_block<S: Simd>(
    simd: S, arena: &Arena,
    open: &[u64],
    candidates: &[u64],
    marks: &[u64],
    space: &mut EscapeSpace,
    found: &mut ChunkList,
) {
    let search = EscapeSearch::new(arena, Color::Black, 20, open);
    search.find(simd, candidates, marks, space, found);
}

/// Escapes of a block, three quarters of all positions open.
#[divan::bench(args = NAMES)]
fn escapes_of_a_block(bencher: Bencher, name: &str) {
    let layout = layout(name);
    let arena = Arena::new(&layout, 0);
    let mut next = numbers();
    let open: Vec<u64> = (0..arena.blocks * arena.words).map(|_| next() | next()).collect();
    let candidates: Vec<u64> = (0..arena.words).map(|_| next() & next() & next()).collect();
    let marks = vec![u64::MAX; arena.words / 64];
    let (mut space, mut found) = (EscapeSpace::default(), ChunkList::default());
    bencher.counter(divan::counter::ItemsCount::new(arena.words)).bench_local(|| {
        found.clear();
        search(Vectors::best(), &arena, &open, &candidates, &marks, &mut space, &mut found);
        found.is_empty()
    });
}

on_every_machine! {
    fn predecessors(
        arena: &Arena,
        side: Color,
        block: usize,
        positions: &[ChunkList],
        found: &mut Accumulator,
    ) = add_predecessors;
}

/// Moves back from one word in 16 of a block.
#[divan::bench(args = NAMES)]
fn predecessors_of_a_block(bencher: Bencher, name: &str) {
    let layout = layout(name);
    let arena = Arena::new(&layout, 0);
    let mut next = numbers();
    let mut positions = vec![ChunkList::default(); arena.blocks];
    for word in (0..arena.words).step_by(16).filter(|&word| !arena.word(20, word).overlaps) {
        let word = arena.twins.map_or(word, |twins| twins.first(word));
        let lanes = next() & next() & next() & !arena.word(20, word).known;
        positions[20].push_word(word, lanes);
    }
    let mut found = Accumulator::new(arena.words);
    bencher.counter(divan::counter::ItemsCount::new(positions[20].entries().count())).bench_local(
        || {
            predecessors(Vectors::best(), &arena, Color::White, 20, &positions, &mut found);
            let mut chunks = 0;
            found.drain(|_, _, _| chunks += 1);
            chunks
        },
    );
}
