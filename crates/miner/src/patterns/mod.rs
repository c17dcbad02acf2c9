//! Lists of patterns that people can read: "draw, unless one of these".
//!
//! A pattern is a box: a few features each within a range. Every decisive position lies in one, so
//! that a list is sound by construction; the draws that lie in one are its price. The boxes start as
//! the leaves of a tree, are merged until few enough are left, and are taken apart and merged differently
//! to lower the price ([`search`](mod@search)). Last, bounds with
//! little effect are removed ([`shorten`](mod@shorten)).

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
