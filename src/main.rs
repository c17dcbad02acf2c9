//! The `drawproof` command line.

fn main() {}
