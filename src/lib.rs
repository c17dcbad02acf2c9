//! The `drawproof` engine and its command line, as a library.

#![forbid(unsafe_code)]

pub mod engine;
