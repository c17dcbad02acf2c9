//! Warm probes allocate nothing.

#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use drawproof_tablebase::{Metric, Tablebase};

use crate::{position, solved, tables_of_four_men, write};

/// The system's allocator, with a count of the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged. The counter is a thread-local
// constant, so counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    // SAFETY: the contract is that of the system's allocator, which does the work.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's layout is passed on.
        unsafe { System.alloc(layout) }
    }

    // SAFETY: as above; all memory comes from the system's allocator.
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's memory and layout are passed on.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Positions of table files and of embedded tables; the last one has an en-passant capture.
const FENS: [&str; 6] = [
    "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
    "3k1BK1/8/2r5/8/8/8/8/8 b - - 0 1",
    "6k1/8/8/8/8/5q2/8/6K1 b - - 7 1",
    "6k1/8/8/8/8/5b2/8/6K1 b - - 0 1",
    "8/8/8/8/8/6k1/8/2K5 w - - 0 1",
    "8/8/8/8/1pP1k3/8/8/4K3 b - c3 0 1",
];

/// Counts the allocations of this thread while every position is probed many times.
fn allocations(tablebase: &Tablebase, fens: &[&str]) -> usize {
    let positions: Vec<_> = fens.iter().map(|fen| position(fen)).collect();
    let probe_all = || {
        for position in &positions {
            tablebase.probe(position).unwrap();
        }
    };
    // The first probe of a block decodes it as far as needed.
    (0..3).for_each(|_| probe_all());
    let before = ALLOCATIONS.with(Cell::get);
    (0..100).for_each(|_| probe_all());
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn a_warm_probe_allocates_nothing() {
    let (folder, _) = tables_of_four_men();
    assert_eq!(allocations(&Tablebase::open(folder).unwrap(), &FENS), 0);
    let several = tempfile::tempdir().unwrap();
    for metric in [Metric::Dtm, Metric::Dtz] {
        write(several.path(), &solved("KRKB", metric), &["KRKB", "KRK"]);
    }
    let several = Tablebase::open(several.path()).unwrap();
    assert_eq!(allocations(&several, &FENS[..5]), 0);
    let answer = several.probe(position(FENS[0])).unwrap();
    assert_eq!((answer.dtm, answer.dtz), (Some(57), Some(35)));
    assert_eq!(allocations(&Tablebase::in_memory(), &FENS[..5]), 0);
}
