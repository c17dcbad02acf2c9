//! The functions that JavaScript calls, and the one that it provides.
//!
//! The caller writes a request to the buffer that [`allocate`] returns. [`answer`] reads it and
//! returns the address of its answer, [`answer_length`] the length. A panic ends the program
//! (`RuntimeError: unreachable`) and leaves its memory in an undefined state, so the caller must
//! create a new instance.

#![allow(unsafe_code, reason = "functions with C names, and a buffer that JavaScript writes")]

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::{request::Solver, store::Step};

/// The state between calls. There is only one thread; the lock satisfies the compiler.
#[derive(Default)]
struct State {
    solver: Solver,
    request: Vec<u8>,
    answer: String,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(Mutex::default);

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Reports progress in thousandths of the whole, and the name of the current work as UTF-8,
    /// such as "KRKN: table 3 of 10".
    safe fn progress(thousandths: u32, text: *const u8, length: usize);
}

/// Allocates a buffer for a request of `length` bytes, and returns its address.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let mut state = state();
    state.request = vec![0; length];
    state.request.as_mut_ptr()
}

/// Answers the request in the buffer. Returns the address of the answer in UTF-8, valid until the
/// next call.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let mut state = state();
    let request = std::mem::take(&mut state.request);
    state.answer = state.solver.answer(&request, &|Step { endgame, done, total }| {
        let text = format!("{endgame}: table {} of {}", done.tables + 1, total.tables);
        let thousandths = done.positions * 1000 / total.positions.max(1);
        progress(thousandths as u32, text.as_ptr(), text.len());
    });
    state.answer.as_ptr()
}

/// Returns the length of the last answer in bytes.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    state().answer.len()
}
