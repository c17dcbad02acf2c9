//! Endgame tables: endgames, values of positions, tables in memory and in files.
//!
//! This crate serves code that writes, reads or enumerates tables. The generator computes the
//! values.
//!
//! * `endgame`: [`Material`] names an endgame; [`Layout`] maps positions to indices and back;
//!   [`Placement`] is a position.
//! * `value`: [`Value`] is the value of a position, [`Cell`] its encoding. [`Width`] defines how
//!   many bytes a cell has, [`Metric`] which distance it holds. [`Dtm`], [`Dtz`] and [`Dtc`] are
//!   the distances that a metric reads.
//! * `memory`: [`PlainTable`] holds all values of an endgame in memory, [`Windows`] shows those of
//!   a large endgame window by window, [`TableParts`] assembles them part by part.
//! * [`mod@file`]: [`file::Table`] reads a table file, [`file::Folder`] a folder of them. Absent in
//!   WebAssembly, which has no files.
//! * [`Shelf`]: the available tables of a metric, and the lookup of positions in them.
//! * [`census`]: positions of a table by counting convention, results and mutual zugzwangs.
//! * [`positions`]: numbers and positions drawn at random.
//! * [`probe`]: values of single positions, en-passant rights included.
//! * [`progress`]: reports of long work, and how to stop it.
//! * [`parallel`]: work on numbered parts, shared among threads; [`mixing`]: pseudo-random numbers.
//!
//! The following example reads the value of a position from the tables of a folder. Either colour
//! may be stronger.
//!
//! ```
//! use drawproof_board::fen;
//! use drawproof_tables::{NormalMaterial, Placement, Wdl, file::{Folder, pack}};
//!
//! # let place = tempfile::tempdir()?;
//! # let path = place.path();
//! # let krk = "KRK".parse::<NormalMaterial>()?;
//! # let solved = drawproof_generator::solve_closure(&[krk], &())?;
//! # let folder = Folder::new(path);
//! # folder.write(&folder.lock(krk)?, krk, &pack(solved.get(krk).unwrap(), 1))?;
//! // Black has the rook; the table is of KRK, so colours are exchanged.
//! let board = fen::parse("7r/8/8/8/8/1k6/8/K7 b - - 0 1")?;
//! let (material, placement) = Placement::from(&board).normalise();
//! let table = Folder::new(path).open(material)?;
//! let value = table.probe(&placement)?.ok_or("not a legal position")?;
//! assert_eq!(value.wdl(), Wdl::Win);
//! assert_eq!(table.metric().plies(value), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod census;
mod draw_line;
mod endgame;
#[cfg(not(target_arch = "wasm32"))]
pub mod file;
pub mod helpmate;
mod memory;
pub mod mixing;
#[cfg(not(target_arch = "wasm32"))]
mod one_side;
pub mod parallel;
pub mod positions;
pub mod probe;
pub mod progress;
#[cfg(not(target_arch = "wasm32"))]
mod shelf;
#[cfg(not(target_arch = "wasm32"))]
mod three_men;
mod value;
pub mod vectors;

pub use draw_line::{DRAW_LINE_PLIES, draw_line};
#[cfg(not(target_arch = "wasm32"))]
pub use endgame::legality::{legal_count, legal_lanes};
pub use endgame::{
    family::{Family, FamilyError},
    layout::{Coordinate, Layout, Man, Squares},
    like_men::LikeMen,
    material::{
        MEN_MAX, MEN_MIN, MEN_OF_TABLES, Material, MaterialError, NormalMaterial, SOLVABLE_MEN_MAX,
    },
    outer::{KING_PAIR_COUNT, KingPairs, Slice, Slices},
    placement::Placement,
    symmetry::Transform,
};
pub use memory::{
    aligned::Aligned,
    plain::{PlainTable, TableParts, TableSet},
    scratch::ScratchFiles,
    system,
    values::{SolvedPart, TableMemory},
    windows::{Needed, Windows},
};
pub use probe::{MoveKinds, TableSource};
#[cfg(not(target_arch = "wasm32"))]
pub use shelf::Shelf;
#[cfg(not(target_arch = "wasm32"))]
pub use three_men::ThreeMen;
pub use value::{
    cell::Cell,
    distance::{Distance, Dtc, Dtm, Dtz},
    fifty_moves::FiftyMoves,
    metric::{FIFTY_MOVES_PLIES, Metric, MetricError, MoveKind, Worth},
    outcome::{Number, Value, Wdl},
    width::{RawCell, Width},
};
