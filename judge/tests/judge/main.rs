//! The judge from end to end: engines that misbehave, limits, options, scores of rule libraries.

mod engines;
mod go_limit;
mod odd;
mod scores;
