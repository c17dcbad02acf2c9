//! Conditions over the positions of an endgame, and the positions that meet them.
//!
//! A [`Condition`] is parsed from a text such as `white to move and win and only_move`, for the
//! layout of an endgame. [`Search`] evaluates it for all positions, 64 at a time (a word of the
//! table). Cheap tests come first, so moves are examined only where the rest holds.
//! [`Condition::holds`] evaluates one position. This defines the meaning of conditions, and tests
//! compare the search with it.
//!
//! [`Tables`] holds the tables that both need, from a store. [`Where`] turns a condition into a
//! filter for the positions that a rule is asked about. [`Watch`] stops work on single positions.
//!
//! ```
//! use std::sync::Arc;
//!
//! use drawproof_find::{Condition, Order, Search, Tables};
//! use drawproof_session::store::Store;
//! use drawproof_tables::{Layout, NormalMaterial, census::Counting};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store::new(std::env::temp_dir(), 1 << 30, Arc::new(()));
//! let layout = Arc::new(Layout::new("KPK".parse::<NormalMaterial>()?));
//! let condition = Condition::new("white to move and win and only.underpromotion", None, &layout)?;
//! let tables = Tables::new(&condition, &store)?;
//! let (counting, order, sources) = (Counting::Unique, Order::Nearest, tables.sources());
//! let (limit, room) = (10, 10);
//! let search =
//!     Search { condition: &condition, counting, order, limit, room, sources, budget: None, progress: &() };
//! let found = search.run(&mut tables.windows()?)?;
//! for position in found.groups.iter().flat_map(|group| &group.kept) {
//!     println!("{} {:?}", position.placement(&layout).to_fen(), position.value);
//! }
//! assert_eq!(found.found, 3);
//! # Ok(())
//! # }
//! ```
//!
//! Parsing has three stages: `syntax` (the expression), `names` (its meaning in the endgame) and
//! `condition` (the tests).

#![forbid(unsafe_code)]

mod asked;
mod comparison;
mod condition;
mod features;
mod field;
mod filter;
mod found;
mod names;
mod position;
mod question;
mod room;
mod search;
mod syntax;
mod tables;
#[cfg(test)]
mod tests;
mod vocabulary;
mod watch;
#[cfg(test)]
mod watch_tests;
mod word;

pub use filter::Where;
pub use found::{Found, Group, Match, Order};
pub use position::Sources;
pub use question::{Condition, ConditionError};
pub use room::Room;
pub use search::{Budget, Search, SearchError};
pub use tables::{Tables, TablesError};
pub use watch::Watch;
