//! The program's allocator: the system's, which ends the process with status 2 and a sentence
//! where the system has no more memory.
//!
//! `try_reserve` where memory is large does not do: what is refused is as often small, and asked for by
//! other crates (the stack of a thread, a buffer of zstd, a vector of clap), which abort or panic. Users
//! are promised status 2 and a sentence, and the standard library has no stable hook for failed
//! requests but the allocator itself (`alloc_error_hook` is unstable).

use std::{
    alloc::{GlobalAlloc, Layout, System},
    io::Write,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use crate::memory_limit;

/// The system's allocator. A request that fails ends the process, unless the program has asked for
/// failures to be returned.
struct Allocator;

/// Failed requests of at least this many bytes are returned as failures.
static RETURNED_FROM: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Makes failed requests of a megabyte or more return to the code that made them, instead of ending
/// the process. Suits commands in which only code that can go on without the memory makes such
/// requests, such as the engine's hash table.
pub fn return_large_failures() {
    RETURNED_FROM.store(1 << 20, Ordering::Relaxed);
}

/// The texts with which other crates panic if the system has no more memory or threads: zstd, which
/// does not use this allocator, and the start of threads. zstd is built without the texts of its
/// errors; that it compresses something fails for want of memory only.
const SIGNS: [&str; 5] = [
    "Error strings stripped",
    "null pointer when creating",
    "failed to spawn thread",
    "failed to allocate",
    "Cannot allocate memory",
];

/// Makes a panic for lack of memory end the process in the same way as a failed request for memory.
pub fn explain_panics() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let text = panic.payload_as_str().unwrap_or_default();
        if SIGNS.iter().any(|sign| text.contains(sign)) {
            end(format_args!("memory or a thread"))
        }
        default(panic)
    }));
}

/// Makes all threads share one region of the system's allocator if the address space of the process
/// is limited. Each region takes 64 MiB of address space, used or not.
pub fn save_address_space() {
    if memory_limit::is_address_space_limited() {
        system::share_one_region();
    }
}

/// The way out, at the end of the sentence.
const ADVICE: &str = "use fewer threads (-j), allow less with --memory, or free memory";

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

#[expect(unsafe_code, reason = "a global allocator is unsafe to implement")]
// SAFETY: every request goes to the system's allocator unchanged, and so does its result. Ending the
// process allocates nothing and does not unwind.
unsafe impl GlobalAlloc for Allocator {
    // SAFETY: the caller asks for at least one byte; the block is the system's, of that layout. It is
    // null where the system has none and the process does not end.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    // SAFETY: the caller asks for at least one byte; the system zeroes the block. It is null where the
    // system has none and the process does not end.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    // SAFETY: the caller passes a block of this allocator with its layout, and a new size above zero
    // that fits its alignment; every block of this allocator is one of the system's.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`, which is the same.
        checked(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    // SAFETY: the caller passes a block of this allocator with its layout, and does not use it again.
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` with the same `layout`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the result of a request for `size` bytes.
#[inline]
fn checked(pointer: *mut u8, size: usize) -> *mut u8 {
    if pointer.is_null() && size < RETURNED_FROM.load(Ordering::Relaxed) {
        end(format_args!("another {} KiB", size.div_ceil(1 << 10)))
    }
    pointer
}

/// Says what the system refused and ends the process. Allocates nothing, and takes no lock that the
/// failing thread may hold. Of threads that fail at once, the first one does it.
#[cold]
fn end(refused: std::fmt::Arguments) -> ! {
    static ENDING: AtomicBool = AtomicBool::new(false);
    while ENDING.swap(true, Ordering::Relaxed) {
        std::thread::sleep(Duration::from_secs(1));
    }
    let mut bytes = [0; 200];
    let mut rest = &mut bytes[..];
    // The sentence is shorter than the bytes.
    let _ = writeln!(rest, "drawproof: out of memory: the system refused {refused}; {ADVICE}");
    let length = 200 - rest.len();
    system::end(&bytes[..length])
}

#[cfg(unix)]
mod system {
    #![expect(unsafe_code, reason = "the standard library's exit takes locks")]

    use crate::process::ERROR;

    /// Makes all threads share one region of the allocator, if the allocator has regions.
    pub fn share_one_region() {
        // SAFETY: the call sets a number; it is made before other threads are started.
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, 1)
        };
    }

    /// Writes a line on standard error and ends the process at once.
    pub fn end(line: &[u8]) -> ! {
        // If it cannot be written, nobody can be told.
        let _ = rustix::io::write(rustix::stdio::stderr(), line);
        // SAFETY: the process ends; other threads lose nothing but what they were doing.
        unsafe { libc::_exit(ERROR.into()) }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io::Write;

    use crate::process::ERROR;

    /// Does nothing: the allocator has no regions.
    pub fn share_one_region() {}

    /// Writes a line on standard error and ends the process.
    pub fn end(line: &[u8]) -> ! {
        let _ = std::io::stderr().write_all(line);
        std::process::exit(ERROR.into())
    }
}
