//! The commands, one file or folder each, with its arguments and a function `run`.

pub mod bench;
pub mod book;
pub mod check;
pub mod compare;
pub mod completions;
pub mod diff;
pub mod export;
pub mod find;
pub mod generate;
pub mod header;
pub mod jobs;
pub mod judge;
pub mod merge;
pub mod mine;
pub mod new;
pub mod probe;
pub mod repair;
pub mod rule_child;
pub mod rule_guard;
pub mod rule_scores;
pub mod rules;
pub mod serve;
pub mod stats;
pub mod tune;
pub mod uci;
pub mod verify;
