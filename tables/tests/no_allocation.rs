//! A probe of a block that is at hand allocates nothing.

use std::{
    alloc::{GlobalAlloc, Layout as Memory, System},
    cell::Cell,
};

use cozy_chess::Color;
use drawproof_tables::{
    Material, Placement,
    file::{Table, pack},
};

/// The system's allocator, counting what this thread asks of it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: every request goes on to the system's allocator as it came; counting allocates nothing, as
// the counter has no destructor and is there from the start of its thread.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, memory: Memory) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(memory) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, memory: Memory) {
        // SAFETY: `pointer` came from `System.alloc` with the same `memory`.
        unsafe { System.dealloc(pointer, memory) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn warm_probes_allocate_nothing() {
    let material = "KRKN".parse::<Material>().unwrap().normalise().0;
    let tables = drawproof_generator::solve_closure(&[material], &()).unwrap();
    let bytes = pack(tables.get(material).unwrap(), 1);
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
    // The first round decodes blocks in part, the second the whole of those.
    assert!(probe_all() > 0);
    probe_all();
    assert_eq!(probe_all(), 0);
}
