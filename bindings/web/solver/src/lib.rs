//! The solver in the browser: endgames solved in the memory of a Web Worker, and answers from them.
//!
//! For `worker.js`, which calls the functions of [`exports`] and speaks to the page by messages.
//! Requests and answers are JSON documents; nothing here touches files, threads or clocks.
//!
//! * [`store`]: the solved tables, within a bound of memory.
//! * [`request`]: what the page asks, and the answers.
//! * [`checksum`]: numbers that stand for the values of a table, to compare them with other builds.
//! * [`exports`]: the functions that JavaScript calls, in WebAssembly only.

pub mod checksum;
#[cfg(target_arch = "wasm32")]
pub mod exports;
pub mod request;
pub mod store;
