//! Access to tables: whole tables by endgame, and mating lines.

mod line;
mod source;

pub(crate) use line::proving_line;
pub use line::{Line, mating_line};
pub(crate) use source::TableError;
pub use source::TableSource;
