//! The rules of the catalogue: their patterns, their words, and which positions reach them.

mod catalogue;
mod patterns;
