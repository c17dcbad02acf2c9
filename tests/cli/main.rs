//! The tests that drive the program, in one binary.

mod check;
mod export;
mod memory_limits;
mod mine;
mod other_programs;
mod repair;
mod rules;
mod rules_doc;
mod tables_disk;
mod tables_folder;
mod usage;
