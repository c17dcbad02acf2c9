//! The tests that drive the program, in one binary.

mod check;
mod closed_output;
mod counting;
mod export;
mod hostile_uci;
mod hostile;
mod hostile_libraries;
mod hostile_programs;
mod interrupts;
mod memory_limits;
mod mine;
mod other_programs;
mod repair;
mod rule_options;
mod rules;
mod rules_doc;
mod tables_disk;
mod tables_folder;
mod usage;
