//! The parts of the `drawproof` command: its tables at work, its commands, its engine.

#![forbid(unsafe_code)]

pub mod cli;
pub mod commands;
pub mod embedded;
pub mod engine;
pub mod export;
pub mod progress;
pub mod store;
