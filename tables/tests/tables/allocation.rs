//! A probe of a cached block allocates nothing.

use std::{
    alloc::{GlobalAlloc, Layout as Memory, System},
    cell::Cell,
};

use drawproof_board::Color;
use drawproof_tables::{Placement, file::Table};

use crate::packed;

/// The system's allocator, with a count of the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "a global allocator is unsafe to implement")]
// SAFETY: every request goes to the system's allocator unchanged. Counting allocates nothing: the
// counter is constant-initialised and has no destructor.
unsafe impl GlobalAlloc for Counting {
    // SAFETY: the caller asks for at least one byte; the block is the system's, of that layout.
    unsafe fn alloc(&self, memory: Memory) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(memory) }
    }

    // SAFETY: the caller passes a block of this allocator with its layout, and does not use it again.
    unsafe fn dealloc(&self, pointer: *mut u8, memory: Memory) {
        // SAFETY: `pointer` came from `System.alloc` with the same `memory`.
        unsafe { System.dealloc(pointer, memory) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn warm_probes_allocate_nothing() {
    let bytes = packed("KRKN", 1);
    let table = Table::new(&bytes[..], "memory").unwrap();
    let layout = table.layout().clone();
    let placements: Vec<Placement> = (0..layout.count())
        .step_by(977)
        .flat_map(|index| Color::ALL.map(|c| Placement::new(&layout, &layout.squares(index), c)))
        .collect();
    let probe_all = || -> usize {
        let before = ALLOCATIONS.get();
        let legal = placements.iter().filter(|p| table.probe(p).unwrap().is_some()).count();
        assert!(legal > placements.len() / 2);
        ALLOCATIONS.get() - before
    };
    // The first round decodes parts of blocks, the second round whole blocks.
    assert!(probe_all() > 0);
    probe_all();
    assert_eq!(probe_all(), 0);
}
