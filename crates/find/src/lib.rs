//! Conditions over the positions of an endgame, and the positions that meet them.
//!
//! A [`Condition`] is made of a text such as `white to move and win and only_move`, for the layout of an
//! endgame. [`Search`] asks it about all positions, a word of the table, which is 64 of them, at a time. Cheap
//! tests come first, so that moves are looked at only where the rest holds. [`Condition::holds`] answers for one
//! position. It defines what a condition means, and the tests compare the search with it.
//!
//! [`Tables`] are what both take from a store. [`Where`] makes a condition a filter of what a rule is asked
//! about. [`Watch`] stops work on single positions.
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
//! The text goes through `syntax` (what is written where) and `names` (what it means in the endgame) to
//! `condition` (the tests).

#![forbid(unsafe_code)]

mod asked;
mod comparison;
mod condition;
mod features;
mod field;
mod filter;
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
pub use position::Sources;
pub use question::{Condition, ConditionError};
pub use room::Room;
pub use search::{Budget, Found, Group, Match, Order, Search, SearchError};
pub use tables::{Tables, TablesError};
pub use watch::Watch;
