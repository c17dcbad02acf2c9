//! Endgame tables: endgames, values of positions, tables in memory and in files.
//!
//! For code that writes, reads or enumerates tables. The generator computes the values.
//!
//! * `endgame`: [`Material`] names an endgame; [`Layout`] is the one definition of position <->
//!   index; [`Placement`] is a position.
//! * `value`: [`Value`] is the value of a position, [`Cell`] its encoding; [`Width`] and [`Metric`]
//!   are the one definition each of how wide a cell is and which distance it counts; [`Dtm`],
//!   [`Dtz`] and [`Dtc`] are distances that a metric has read.
//! * `memory`: [`PlainTable`] holds all values of an endgame in memory, [`Windows`] brings those of a
//!   large one in turn, [`TableParts`] assembles them part by part.
//! * [`mod@file`]: [`file::Table`] reads a table file, [`file::Folder`] a folder of them. Absent in
//!   WebAssembly, which has no files.
//! * [`Shelf`]: which tables of a metric are here; the one place where positions are looked up in them.
//! * [`census`]: positions of a table by counting convention, results and mutual zugzwangs.
//! * [`positions`]: numbers and positions drawn at random.
//! * [`probe`]: values of single positions, en-passant rights included.
//! * [`progress`]: what long work reports, and how it is stopped.
//! * [`parallel`]: work on numbered parts, shared among threads; [`mixing`]: numbers that look random.
//!
//! The value of a position, whichever colour is stronger, from the tables of a folder:
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
    plain::{PlainTable, SolvedPart, TableParts, TableSet},
    scratch::{ScratchFiles, TableMemory},
    slice::SliceMemory,
    system,
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
