//! Endgame tables: what a table is about, where a position stands in it, and what it says.
//!
//! For whoever makes, stores, reads or enumerates tables. [`Material`] names an endgame, [`Layout`]
//! is the one definition of position <-> index, [`Value`] the answer for one position, and
//! [`PlainTable`] all answers of an endgame in memory. Making the values is the generator's work.

pub mod fen;
pub mod file;
mod layout;
mod legality;
mod material;
mod placement;
mod plain;
pub mod probe;
mod set;
mod slices;
mod symmetry;
mod value;

pub use layout::{Coordinate, KING_PAIR_COUNT, KingPairs, Layout, Man, Squares};
pub use material::{MEN_MAX, Material, MaterialError, NormalMaterial};
pub use placement::Placement;
pub use plain::PlainTable;
pub use set::TableSet;
pub use slices::{Slice, Slices};
pub use symmetry::Transform;
pub use value::{Cell, Dtm, Value};
