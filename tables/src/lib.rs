//! Endgame tables: what a table is about, where a position stands in it, and what it says.
//!
//! For whoever makes, stores, reads or enumerates tables. [`Material`] names an endgame, [`Layout`]
//! is the one definition of position <-> index, [`Value`] the answer for one position, and
//! [`PlainTable`] all answers of an endgame in memory, [`file::Table`] answers from a file. Making the
//! values is the generator's work.
//!
//! A position of a program's own board, whatever the colours, from the tables of a folder:
//!
//! ```
//! use drawproof_tables::{Material, Placement, Wdl, fen, file::{Folder, pack}};
//!
//! # let place = tempfile::tempdir()?;
//! # let path = place.path();
//! # let krk = "KRK".parse::<Material>()?.normalise().0;
//! # let solved = drawproof_generator::solve_closure(&[krk], &())?;
//! # let folder = Folder::new(path);
//! # folder.write(&folder.lock(krk)?, krk, &pack(solved.get(krk).unwrap(), 1))?;
//! // Black has the rook here; the table is of KRK, so colours are exchanged.
//! let board = fen::parse("7r/8/8/8/8/1k6/8/K7 b - - 0 1")?;
//! let (material, placement) = Placement::from(&board).normalise();
//! let table = Folder::new(path).open(material)?;
//! let value = table.probe(&placement)?.ok_or("not a legal position")?;
//! assert_eq!(value.wdl(), Wdl::Win);
//! assert_eq!(value.dtm().map(|dtm| dtm.plies()), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aligned;
pub mod fen;
pub mod file;
mod layout;
mod legality;
mod like_men;
mod material;
mod placement;
mod plain;
pub mod probe;
mod set;
mod slices;
mod symmetry;
mod value;

pub use aligned::Aligned;
pub use layout::{Coordinate, KING_PAIR_COUNT, KingPairs, Layout, Man, Squares};
pub use like_men::LikeMen;
pub use material::{MEN_MAX, Material, MaterialError, NormalMaterial};
pub use placement::Placement;
pub use plain::PlainTable;
pub use set::TableSet;
pub use slices::{Slice, Slices};
pub use symmetry::Transform;
pub use value::{Cell, Dtm, Value, Wdl};
