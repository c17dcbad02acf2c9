//! The tests that drive the program, in one binary.
//!
//! `#[cfg(unix)]`: they need a C compiler named `cc`, a POSIX shell, `python3` or signals; on Windows
//! `tests/outside/check-targets` covers them.

#[cfg(unix)]
mod baseline;
#[cfg(unix)]
mod board_glue;
mod book;
#[cfg(unix)]
mod can_mate;
#[cfg(unix)]
mod certify;
mod check;
mod circles;
#[cfg(unix)]
mod claims;
#[cfg(unix)]
mod closed_output;
mod compare;
#[cfg(unix)]
mod counting;
#[cfg(unix)]
mod domain;
#[cfg(unix)]
mod export;
#[cfg(unix)]
mod export_bundle;
#[cfg(unix)]
mod export_exact;
#[cfg(feature = "columns")]
mod export_files;
#[cfg(unix)]
mod families;
#[cfg(unix)]
mod fifty_moves;
#[cfg(unix)]
mod find;
#[cfg(unix)]
mod frequencies;
#[cfg(unix)]
mod games;
#[cfg(unix)]
mod halves;
mod help;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod hostile_libraries;
#[cfg(unix)]
mod hostile_programs;
mod hostile_uci;
#[cfg(unix)]
mod interface;
#[cfg(unix)]
mod interrupts;
#[cfg(unix)]
mod jobs;
#[cfg(unix)]
mod judge;
mod memory_limits;
mod metrics;
mod mine;
mod one_side;
mod other_programs;
#[cfg(unix)]
mod pgn_games;
#[cfg(unix)]
mod plugin;
pub mod probe;
#[cfg(unix)]
mod program_branches;
#[cfg(unix)]
mod repair;
#[cfg(unix)]
mod rule_options;
#[cfg(unix)]
mod rules;
mod rules_doc;
#[cfg(unix)]
mod sample;
#[cfg(unix)]
mod scores;
mod scratch;
#[cfg(target_os = "linux")]
mod screen;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod serving;
#[cfg(unix)]
mod shards;
mod syzygy_files;
mod tables_disk;
mod tables_folder;
#[cfg(unix)]
mod templates;
#[cfg(unix)]
mod tune;
mod usage;
