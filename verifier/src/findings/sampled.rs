//! Samples: what is drawn, and what a verdict on one is about.

use serde::{Deserialize, Serialize};

/// A random sample of the legal positions of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of positions; some may be drawn twice.
    pub size: u64,
    /// What decides which ones they are.
    pub seed: u64,
}

/// What a verdict on a sample is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampled {
    /// The number of legal positions of the endgame, men of one kind told apart: estimated.
    pub of: u64,
    /// The seed of the sample.
    pub seed: u64,
    /// Whose tables the results are from: `drawproof` or `syzygy`.
    pub source: String,
}
