//! The tests that drive the program, in one binary.

mod check;
mod export;
mod mine;
mod other_programs;
mod probe;
mod repair;
mod rules;
mod rules_doc;
#[cfg(target_os = "linux")]
mod screen;
mod tables_disk;
mod tables_folder;
mod usage;
