//! Lists of patterns that people can read: "draw, unless one of these".
//!
//! A pattern is a box: ranges of a few features. Every decisive position lies in a box, so a list
//! is sound by construction. Its price is the number of draws in boxes. Boxes start as the leaves
//! of a tree and are merged until few are left. Some are then taken apart and merged differently to
//! lower the price ([`search`](mod@search)). Finally, bounds with little effect are removed
//! ([`shorten`](mod@shorten)).

pub mod boxes;
mod learn;
mod list;
mod lists;
pub mod report;
mod rule;
pub mod search;
mod short;
pub mod shorten;

pub use learn::{Effort, Found, Problem, cover, in_common, short_cover, single_condition};
pub use list::{Pattern, Patterns, Range, ScopedPatterns};
pub(crate) use lists::Task;
pub use lists::lists;
pub use rule::{ExceptionLists, ListRule};
pub use short::{FACTOR, RANGES_MAX, SLACK};
