//! Records the largest memory allocation, of all threads and of one thread in its case.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

static WATCHED: AtomicBool = AtomicBool::new(false);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The size in bytes of this thread's largest allocation in the current case.
    static OF_CASE: Cell<usize> = const { Cell::new(0) };
}

/// Begins a case on this thread, and resets the thread's largest allocation to 0.
pub fn begin_case() {
    OF_CASE.set(0);
}

/// Returns the size in bytes of this thread's largest allocation in the current case.
pub fn largest_of_case() -> usize {
    OF_CASE.get()
}

/// Starts recording the largest allocation of any thread.
pub fn watch() {
    WATCHED.store(true, Ordering::Relaxed);
}

/// Returns the size in bytes of the largest allocation of any thread since [`watch`].
pub fn largest_request() -> usize {
    LARGEST.load(Ordering::Relaxed)
}

fn note(size: usize) {
    OF_CASE.set(OF_CASE.get().max(size));
    if WATCHED.load(Ordering::Relaxed) && size > LARGEST.load(Ordering::Relaxed) {
        LARGEST.fetch_max(size, Ordering::Relaxed);
    }
}

/// The system's allocator, which also records the largest allocations.
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
