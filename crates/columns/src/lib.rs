//! Whole endgame tables as columns: one row per position, with the square of each man, the side to
//! move, the result and the distances.
//!
//! This crate serves writers of columnar files and language bindings. [`Rows`] enumerates the
//! positions of a table in batches, in a fixed order; [`Columns`] holds the values of the columns.
//! Neither depends on a file format or on a library for columnar data.
//!
//! ```
//! use drawproof_columns::{Rows, man_names};
//! use drawproof_tables::{NormalMaterial, census::Counting};
//!
//! let krk = "KRK".parse::<NormalMaterial>()?;
//! let tables = drawproof_generator::solve_closure(&[krk], &())?;
//! let table = tables.get(krk).ok_or("it was solved")?.clone();
//!
//! assert_eq!(man_names(table.layout().men()), ["white_king", "white_rook", "black_king"]);
//!
//! let rows = Rows::new(vec![table], Counting::Unique, 1 << 16);
//! let draws: usize = rows
//!     .map(|columns| columns.result.iter().filter(|&&result| result == 0).count())
//!     .sum();
//! assert_eq!(draws, 2796);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod rows;
mod schema;

pub use rows::{Columns, NO_DISTANCE, Rows};
pub use schema::{man_names, metadata};
