//! Warm probes allocate nothing.

#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use drawproof_tablebase::{Metric, Tablebase};

use crate::{position, write_tables};

/// The system's allocator; counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; the counter is a constant of the
// thread, so that counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's layout is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's memory and layout are passed on.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const FENS: [&str; 6] = [
    "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
    "3k1BK1/8/2r5/8/8/8/8/8 b - - 0 1",
    "6k1/8/8/8/8/5q2/8/6K1 b - - 7 1",
    "6k1/8/8/8/8/5b2/8/6K1 b - - 0 1",
    // With an en-passant capture.
    "8/8/8/8/1pP1k3/8/8/4K3 b - c3 0 1",
    "8/8/8/8/8/6k1/8/2K5 w - - 0 1",
];

/// Allocations of this thread while every position is probed many times.
fn allocations(tablebase: &Tablebase) -> usize {
    let positions = FENS.map(position);
    let probe_all = || {
        for position in &positions {
            tablebase.probe(position).unwrap();
        }
    };
    // A block is decoded as far as a probe needs, and wholly by the second one.
    (0..3).for_each(|_| probe_all());
    let before = ALLOCATIONS.with(Cell::get);
    (0..100).for_each(|_| probe_all());
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn a_warm_probe_allocates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for metric in [Metric::Dtm, Metric::Dtz] {
        write_tables(folder.path(), "KRKB", metric);
    }
    write_tables(folder.path(), "KPKP", Metric::Dtm);
    let tablebase = Tablebase::open(folder.path()).unwrap();
    assert_eq!(allocations(&tablebase), 0);
    let krkb = tablebase.probe(position(FENS[0])).unwrap();
    assert!(krkb.dtz.is_none() && krkb.fifty.is_some(), "a draw by DTZ too: {krkb:?}");
    assert_eq!(allocations(&Tablebase::in_memory()), 0);
}
