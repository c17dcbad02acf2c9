//! Answers about endgame positions as JSON documents, the same for the server and for the browser.
//!
//! [`standard()`] and [`mainline()`] answer as the Lichess tablebase API does, from the tables of a
//! [`Tables`]; [`brief()`] leaves out the moves. [`rules()`], [`stats_document()`], [`find()`] and
//! [`helpmates()`] answer what Lichess does not. [`read_game()`] and [`write_game()`] exchange
//! games with PGN. Every document implements `serde::Serialize`; its keys are those of the API.
//!
//! Nothing here reads files, opens connections or starts threads. The server `drawproof serve` and
//! the page that solves endgames itself use these functions. A source without a table reports
//! [`ProbeError::NoTable`](drawproof_tables::probe::ProbeError::NoTable), and the document has null
//! and `unknown` there; any other error of a source is returned. A server uses such an error to
//! learn which table to make.
//!
//! ```
//! use drawproof_api::{Tables, read_fen, standard};
//!
//! # use drawproof_generator::{Options, solve_closure_with};
//! # use drawproof_tables::{NormalMaterial, Metric};
//! # let krk = "KRK".parse::<NormalMaterial>()?;
//! # let solved = |metric| {
//! #     solve_closure_with(&Options { metric, ..Options::default() }, &[krk], &())
//! # };
//! # let (dtm, dtz) = (solved(Metric::Dtm)?, solved(Metric::Dtz)?);
//! let board = read_fen("8/8/8/8/8/1k6/7r/K7_b_-_-_0_1")?;
//! let answer = standard(&board, &Tables { dtm: Some(&dtm), dtz: Some(&dtz), ..Tables::default() })?;
//! assert_eq!((answer.position.dtm, answer.position.dtz), (Some(1), Some(1)));
//! assert_eq!(answer.moves[0].san, "Rh1#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod fen;
mod find;
mod game;
mod helpmate;
mod mainline;
mod position;
mod rules;
mod standard;

pub use fen::{BadFen, read_fen};
pub use find::{FindKind, FindKindError, Found, StatsDocument, Wanted, find, stats_document};
pub use game::{GameDocument, GameError, ListedGame, MoveOfGame, read_game, write_game};
pub use helpmate::{
    ByColour, CanMate, Helpmate, HelpmateDocument, HelpmateMove, HelpmateParts, SOLUTIONS_MAX,
    helpmates,
};
pub use mainline::{LineMove, Mainline, MainlineError, MainlineMove, mainline};
pub use position::{Category, PositionDocument, SyzygyBrief, SyzygySource, Tables};
pub use rules::{ReasonDocument, RuleDocument, RulesDocument, rules};
pub use standard::{Brief, MoveDocument, Standard, brief, standard};
