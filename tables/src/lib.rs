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

mod endgame;
pub mod fen;
pub mod file;
mod memory;
pub mod probe;
mod value;

pub use endgame::{
    king_pairs::{KING_PAIR_COUNT, KingPairs},
    layout::{Coordinate, Layout, Man, Squares},
    like_men::LikeMen,
    material::{MEN_MAX, MEN_MIN, Material, MaterialError, NormalMaterial, SOLVABLE_MEN_MAX},
    placement::Placement,
    slices::{Slice, Slices},
    symmetry::Transform,
};
pub use memory::{
    aligned::Aligned,
    plain::PlainTable,
    set::TableSet,
    solved::{SolvedPart, SolvedTable, SolvedTables},
};
pub use value::{
    cell::Cell,
    metric::Metric,
    outcome::{Dtm, Value, Wdl},
    width::{RawCell, Width},
};
