//! Learns draw recognizers from endgame tables, sound by construction, and writes them as source.
#![forbid(unsafe_code)]
pub mod compact;
pub mod count;
pub mod emit;
pub mod grow;
pub mod places;
pub mod prune;
pub mod sample;
pub mod tree;
