//! The solver in the browser: endgames solved in the memory of a Web Worker, and answers from them.
//!
//! `worker.js` calls the functions of [`exports`] and exchanges messages with the page. Requests
//! and answers are JSON documents. Nothing here uses files, threads or clocks.
//!
//! * [`store`]: the solved tables, within a memory limit.
//! * [`request`]: the requests of the page, and the answers.
//! * [`checksum`]: checksums of the values of a table, for comparison with other builds.
//! * [`exports`]: the functions that JavaScript calls, in WebAssembly only.

pub mod checksum;
#[cfg(target_arch = "wasm32")]
pub mod exports;
pub mod request;
pub mod store;
