//! Tests of features: their values, their sentences, their source code.

mod pieces;
mod sentence;
mod vectors;
