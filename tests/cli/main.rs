//! The tests that drive the program, in one binary.

mod baseline;
mod board_glue;
mod book;
mod can_mate;
mod check;
mod circles;
mod claims;
mod closed_output;
mod counting;
mod domain;
mod export;
mod export_bundle;
mod export_exact;
#[cfg(feature = "columns")]
mod export_files;
mod families;
mod fifty_moves;
mod find;
mod halves;
mod help;
mod hostile;
mod hostile_libraries;
mod hostile_programs;
mod hostile_uci;
mod interface;
mod interrupts;
mod jobs;
mod judge;
mod memory_limits;
mod metrics;
mod mine;
mod one_side;
mod other_programs;
mod plugin;
pub mod probe;
mod repair;
mod rule_options;
mod rules;
mod rules_doc;
mod sample;
mod scores;
mod scratch;
#[cfg(target_os = "linux")]
mod screen;
#[cfg(unix)]
mod serve;
mod shards;
mod tables_disk;
mod tables_folder;
mod templates;
mod tune;
mod usage;
