//! Learned rules as source code that depends on nothing: no library, no allocation, only constants.

pub mod c;
pub mod expressions;
mod numbers;
pub mod pieces;
pub(crate) mod plan;
pub mod rust;
