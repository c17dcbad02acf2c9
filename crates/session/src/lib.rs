//! Where every face of drawproof gets tables and answers from.
//!
//! For the command, the engine, the server and the language bindings. A [`store::Store`] returns
//! tables and single values. They come from the tables of three men ([`three_men()`]) or a folder
//! of files, or are solved in memory within a bound ([`budget`]). [`estimate`] computes the cost of
//! making tables. [`answer`] is the answer of `probe` about a position, with the keys of its JSON.
//! [`batch`] answers about many positions, and [`metrics`] adds the distances of other metrics.
//! Nothing here prints, exits, reads the environment or draws progress: a
//! [`Progress`](drawproof_tables::progress::Progress) is told each step.
//!
//! Without the feature `answers` the crate has tables and single values only, and depends on neither
//! the rules nor the verifier. Programs that probe tables use the crate `drawproof-tablebase`.
//!
//! ```
//! use std::sync::Arc;
//!
//! use drawproof_board::fen;
//! use drawproof_session::store::Store;
//! use drawproof_tables::{Dtm, Value, probe::probe_as};
//!
//! // The folder may be empty: what has no file is solved in at most 64 MiB.
//! let folder = std::env::temp_dir().join("tables");
//! let store = Store::new(folder, 64 << 20, Arc::new(()));
//! let board = fen::parse("6k1/8/8/8/8/5q2/8/6K1 b - - 0 1")?;
//! let value: Value<Dtm> = probe_as(&board, &store)?;
//! assert_eq!(value.signed_plies(), Some(13));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "answers")]
pub mod answer;
#[cfg(feature = "answers")]
pub mod batch;
pub mod budget;
pub mod error;
pub mod estimate;
pub mod figures;
#[cfg(feature = "answers")]
pub mod metrics;
#[doc(hidden)]
pub mod plan;
mod spill;
pub mod store;
#[cfg(feature = "answers")]
mod syzygy;
mod three_men;

pub use three_men::three_men;
