//! The largest request for memory.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

static WATCHED: AtomicBool = AtomicBool::new(false);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

/// Counts requests from now on.
pub fn watch() {
    WATCHED.store(true, Ordering::Relaxed);
}

/// The bytes of the largest request so far.
pub fn largest_request() -> usize {
    LARGEST.load(Ordering::Relaxed)
}

fn note(size: usize) {
    if WATCHED.load(Ordering::Relaxed) && size > LARGEST.load(Ordering::Relaxed) {
        LARGEST.fetch_max(size, Ordering::Relaxed);
    }
}

/// The system's allocator, watched.
struct Watched;

#[global_allocator]
static ALLOCATOR: Watched = Watched;

#[expect(unsafe_code, reason = "a global allocator is unsafe to implement")]
// SAFETY: every request goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    // SAFETY: the caller asks for at least one byte; the block is the system's, of that layout.
    unsafe fn alloc(&self, memory: Layout) -> *mut u8 {
        note(memory.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(memory) }
    }

    // SAFETY: the caller asks for at least one byte; the system zeroes the block.
    unsafe fn alloc_zeroed(&self, memory: Layout) -> *mut u8 {
        note(memory.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same.
        unsafe { System.alloc_zeroed(memory) }
    }

    // SAFETY: the caller passes a block of this allocator with its layout, and a new size above zero
    // that fits its alignment; every block of this allocator is one of the system's.
    unsafe fn realloc(&self, pointer: *mut u8, memory: Layout, size: usize) -> *mut u8 {
        note(size);
        // SAFETY: the caller keeps the contract of `realloc`, which is the same.
        unsafe { System.realloc(pointer, memory, size) }
    }

    // SAFETY: the caller passes a block of this allocator with its layout, and does not use it again.
    unsafe fn dealloc(&self, pointer: *mut u8, memory: Layout) {
        // SAFETY: `pointer` came from `System` with the same `memory`.
        unsafe { System.dealloc(pointer, memory) }
    }
}
