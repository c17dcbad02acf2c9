//! Tests the judge from end to end: misbehaving engines, limits, options, and scores of rule
//! libraries. Samples, figures, saved runs and comparisons are checked against brute force and
//! published values.

mod compare;
mod engines;
mod games;
mod go_limit;
mod measure;
mod odd;
mod record;
mod sample;
mod scores;
mod shared;
