//! Tests of the catalogue's rules: their patterns, their words, and the positions that reach them.

mod catalogue;
mod patterns;
