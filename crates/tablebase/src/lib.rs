//! Perfect endgame tables for chess programs: the result of a position, its distances, and the best
//! move.
//!
//! [`Tablebase::open`] probes the files of a folder that `drawproof generate` wrote.
//! [`Tablebase::in_memory`] solves each endgame when it is first probed. A [`Position`] is made
//! from the bitboards of an engine, from a FEN, or from a `cozy_chess::Board` (feature
//! `cozy-chess`).
//!
//! ```no_run
//! use drawproof_tablebase::{Position, Tablebase, Wdl};
//!
//! let position: Position = "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1".parse()?;
//! let answer = Tablebase::open("tables")?.probe(position)?;
//! assert_eq!(answer.result, Wdl::Draw);
//! # Ok::<(), drawproof_tablebase::Error>(())
//! ```
//!
//! Without a folder, and with moves:
//!
//! ```
//! use drawproof_tablebase::{Position, Tablebase, Wdl};
//!
//! let tablebase = Tablebase::in_memory();
//! // Black has the queen and the move.
//! let position: Position = "6k1/8/8/8/8/5q2/8/6K1 b - - 0 1".parse()?;
//! let answer = tablebase.probe(position)?;
//! assert_eq!((answer.result, answer.dtm), (Wdl::Win, Some(13)));
//!
//! let best = tablebase.best_move(position)?.expect("the side to move has a legal move");
//! assert_eq!((best.san.as_str(), best.answer.dtm), ("Qe2", Some(-12)));
//! assert_eq!(tablebase.line(position)?.len(), 13);
//! # Ok::<(), drawproof_tablebase::Error>(())
//! ```
//!
//! # What a probe covers
//!
//! Results and distances are for the side to move; distances are in plies. En-passant rights are
//! taken into account; castling rights are an error. Answers cover all metrics in the folder: DTM
//! (`KRPKR.dpt`), DTZ (`KRPKR.dtz.dpt`) with the result under the fifty-move rule, and DTC
//! (`KRPKR.dtc.dpt`). With [`Options::syzygy`], Syzygy's tables of up to seven men answer for
//! endgames without these files.
//!
//! # Threads and time
//!
//! A [`Tablebase`] is `Send` and `Sync`: share it by reference or in an `Arc`. Probes of open
//! tables wait for no lock, and allocate nothing once the block that holds the position is in the
//! cache. Files of one side to move (`drawproof generate --sides one`) also need the files of the
//! endgames after captures and promotions; the first probe of a position takes longer with them.
//! Solving runs on separate threads, so probes may come from a rayon pool.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `solve` | yes | [`Tablebase::in_memory`], [`Options::solve_within`], KPK, KRK and KQK without files |
//! | `cozy-chess` | no | `Position: From<&cozy_chess::Board>` |

#![forbid(unsafe_code)]

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod answer;
mod error;
mod position;
#[cfg(feature = "solve")]
mod solver;
mod source;
mod tablebase;

pub use answer::{Answer, AnswerSource, MoveAnswer};
pub use drawproof_board::{Board, Move, Piece, Square};
pub use drawproof_tables::{FiftyMoves, Metric, Wdl};
pub use error::{Error, Illegal};
pub use position::Position;
pub use tablebase::{Options, Tablebase};
