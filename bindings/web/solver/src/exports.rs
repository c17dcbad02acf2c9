//! The functions that JavaScript calls, and the one that it provides.
//!
//! A request is written to the buffer that [`allocate`] returns; [`answer`] reads it and returns where
//! its answer is, [`answer_length`] how long. A panic ends the program (`RuntimeError: unreachable`):
//! its memory is as it was left, so the caller makes a new instance.

#![allow(unsafe_code, reason = "functions with C names, and a buffer that JavaScript writes")]

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::{request::Solver, store::Step};

/// What stays between calls. There is one thread: the lock is for the compiler.
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
    /// Reports progress: shares of the whole in thousandths, and what is being solved as UTF-8, such as
    /// "KRKN: table 3 of 10".
    safe fn progress(thousandths: u32, text: *const u8, length: usize);
}

/// Makes room for a request of `length` bytes and returns where to write it.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let mut state = state();
    state.request = vec![0; length];
    state.request.as_mut_ptr()
}

/// Answers the request in the buffer. Returns where the answer is, in UTF-8, until the next call.
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

/// Returns the bytes of the last answer.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    state().answer.len()
}
