//! The parts of the `drawproof` command: its tables at work, its commands, its engine.

pub mod cli;
pub mod commands;
pub mod progress;
pub mod store;
