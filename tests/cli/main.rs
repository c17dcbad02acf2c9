//! The tests that drive the program, in one binary.

mod check;
mod export;
mod other_programs;
mod rules_doc;
mod tables_disk;
mod tables_folder;
mod usage;
