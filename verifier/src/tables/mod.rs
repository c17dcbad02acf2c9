//! Access to tables: whole tables by endgame, and mating lines.

mod line;
mod source;

pub use line::{Line, mating_line, proving_line};
pub(crate) use source::TableError;
pub use source::{Probing, TableSource};
