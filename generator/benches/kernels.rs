//! Times single kernels of the analysis, with every vector width that the processor supports.
//!
//! The kernels are private, so this program compiles the modules of the crate itself.

#![allow(dead_code, unused_imports, missing_docs, unreachable_pub, reason = "modules of the crate")]

#[path = "../src/memory/mod.rs"]
mod memory;
#[path = "../src/moves/mod.rs"]
mod moves;
#[path = "../src/sets/mod.rs"]
mod sets;
#[path = "../src/shape/mod.rs"]
mod shape;
#[path = "../src/simd/mod.rs"]
mod simd;
#[path = "../src/test_numbers.rs"]
mod test_numbers;

use divan::{Bencher, black_box};
use drawproof_board::{Color, Piece};
use drawproof_tables::{Layout, NormalMaterial};

use crate::{
    moves::{
        by_chunk,
        escapes::{EscapeBuffers, EscapeSearch},
        predecessors::add_predecessors,
    },
    sets::{accumulator::Accumulator, chunk_list::ChunkList},
    shape::Shape,
    simd::{Chunk, Kernel, Simd, Vectors},
    test_numbers::numbers,
};

fn main() {
    divan::main();
}

/// Returns 1,024 words of cells.
fn words() -> Vec<[u8; 64]> {
    let mut next = numbers();
    (0..1024).map(|_| std::array::from_fn(|_| next() as u8)).collect()
}

/// Runs [`Simd::fold`] on many words.
struct Fold<'a>(&'a [[u8; 64]]);

impl Kernel for Fold<'_> {
    type Output = ([u8; 64], [u8; 64]);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let (mut win, mut escape) = ([255; 64], [0; 64]);
        for (number, cells) in self.0.iter().enumerate() {
            let lanes = (number as u64).wrapping_mul(0x9e3779b97f4a7c15);
            simd.fold(&mut win, &mut escape, cells, lanes);
        }
        (win, escape)
    }
}

/// Folds the conversions of 1,024 words.
#[divan::bench(args = Vectors::available())]
fn fold(bencher: Bencher, vectors: Vectors) {
    let words = words();
    bencher
        .counter(divan::counter::ItemsCount::new(words.len()))
        .bench(|| simd::run(vectors, Fold(black_box(&words))));
}

/// Runs [`Simd::store`] on many words.
struct Store<'a>(&'a mut [[u8; 64]], u8);

impl Kernel for Store<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for (number, cells) in self.0.iter_mut().enumerate() {
            simd.store(cells, (number as u64).wrapping_mul(0x9e3779b97f4a7c15), self.1);
        }
    }
}

/// Writes one ply into 1,024 words.
#[divan::bench(args = Vectors::available())]
fn store(bencher: Bencher, vectors: Vectors) {
    let mut words = words();
    bencher
        .counter(divan::counter::ItemsCount::new(words.len()))
        .bench_local(|| simd::run(vectors, Store(black_box(&mut words), 7)));
}

/// Runs [`by_chunk::low_man_moves`] for a queen on many chunks.
struct QueenMoves<'a>(&'a mut [Chunk]);

impl Kernel for QueenMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for (number, chunk) in self.0.iter_mut().enumerate() {
            let first = number % 8 * 8;
            let moves =
                by_chunk::low_man_moves(simd, Piece::Queen, simd.load(chunk), 0x8100, first);
            simd.save(moves, chunk);
        }
    }
}

/// Computes the moves of the low man, a queen, in 128 chunks.
#[divan::bench(args = Vectors::available())]
fn low_man_moves(bencher: Bencher, vectors: Vectors) {
    let mut next = numbers();
    let chunks: Vec<Chunk> = (0..128).map(|_| [next(); 8]).collect();
    bencher
        .counter(divan::counter::ItemsCount::new(8 * chunks.len()))
        .with_inputs(|| chunks.clone())
        .bench_refs(|chunks| simd::run(vectors, QueenMoves(black_box(chunks))));
}

const NAMES: [&str; 4] = ["KRKN", "KBBKR", "KRBKR", "KRPKR"];

fn layout(name: &str) -> Layout {
    Layout::new(name.parse::<NormalMaterial>().expect("an endgame"))
}

/// Runs [`EscapeSearch::find`] on a block.
struct Search<'a> {
    shape: &'a Shape<'a>,
    open: &'a [u64],
    candidates: &'a [u64],
    dirty: &'a [u64],
    space: &'a mut EscapeBuffers,
    found: &'a mut ChunkList,
}

impl Kernel for Search<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let search = EscapeSearch::new(self.shape, Color::Black, 20, self.open);
        search.find(simd, self.candidates, self.dirty, self.space, self.found);
    }
}

/// Searches for escapes in a block; three quarters of all positions are open.
#[divan::bench(args = NAMES)]
fn escapes_of_a_block(bencher: Bencher, name: &str) {
    let layout = layout(name);
    let shape = Shape::new(&layout, 0);
    let mut next = numbers();
    let open: Vec<u64> = (0..shape.blocks * shape.words).map(|_| next() | next()).collect();
    let candidates: Vec<u64> = (0..shape.words).map(|_| next() & next() & next()).collect();
    let dirty = vec![u64::MAX; shape.words / 64];
    let (mut space, mut found) = (EscapeBuffers::default(), ChunkList::default());
    bencher.counter(divan::counter::ItemsCount::new(shape.words)).bench_local(|| {
        found.clear();
        simd::run(
            Vectors::best(),
            Search {
                shape: &shape,
                open: &open,
                candidates: &candidates,
                dirty: &dirty,
                space: &mut space,
                found: &mut found,
            },
        );
        found.is_empty()
    });
}

/// Runs [`add_predecessors`] on a block.
struct Predecessors<'a> {
    shape: &'a Shape<'a>,
    positions: &'a [ChunkList],
    found: &'a mut Accumulator,
}

impl Kernel for Predecessors<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        add_predecessors(simd, self.shape, Color::White, 20, self.positions, self.found);
    }
}

/// Adds the predecessors of one word in 16 of a block.
#[divan::bench(args = NAMES)]
fn predecessors_of_a_block(bencher: Bencher, name: &str) {
    let layout = layout(name);
    let shape = Shape::new(&layout, 0);
    let mut next = numbers();
    let mut positions = vec![ChunkList::default(); shape.blocks];
    for word in (0..shape.words).step_by(16).filter(|&word| !shape.word(20, word).overlaps) {
        let word = shape.like_pair.map_or(word, |like_pair| like_pair.canonical(word));
        let lanes = next() & next() & next() & !shape.word(20, word).occupied;
        positions[20].push_word(word, lanes);
    }
    let mut found = Accumulator::new(shape.words);
    bencher.counter(divan::counter::ItemsCount::new(positions[20].entries().count())).bench_local(
        || {
            simd::run(
                Vectors::best(),
                Predecessors { shape: &shape, positions: &positions, found: &mut found },
            );
            let mut chunks = 0;
            found.drain(|_, _, _| chunks += 1);
            chunks
        },
    );
}
