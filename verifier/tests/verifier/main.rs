//! The verifier from end to end: built-in, correct and incorrect rules, rules in libraries and
//! programs, tuning, and the audit of tables.

mod audit;
mod best_subset;
mod can_mate;
mod claims;
mod columns;
mod counting;
mod counts;
mod differences;
mod domain;
mod dump;
mod examples;
mod fifty_moves;
mod foreign;
mod halves;
mod naive;
mod shared;
mod stopping;
mod symmetry;
mod truths;
mod windows;
