//! The judge from end to end: engines that misbehave, limits, options, scores of rule libraries; and
//! samples, figures, saved runs and comparisons against brute force and published values.

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
