//! Samples, figures, saved runs and comparisons against brute force and published values.

mod compare;
mod measure;
mod record;
mod sample;
mod shared;
