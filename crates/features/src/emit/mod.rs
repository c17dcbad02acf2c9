//! Learned rules as self-contained source code: no library, no allocation, only constants.

pub mod c;
pub mod expressions;
pub mod pieces;
pub(crate) mod plan;
pub mod rust;
