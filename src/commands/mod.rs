//! One file a subcommand.

pub mod bench;
pub mod uci;
