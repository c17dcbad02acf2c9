//! Judges whole engines against perfect endgame tables.
//!
//! An engine, any program that speaks UCI, is asked positions of an endgame at a stated cost
//! (`nodes 1`). Its score and its move are compared with the table. Nothing here prints, exits or
//! reads the environment.
//!
//! | module | contents |
//! |---|---|
//! | [`answer`] | what an engine is asked, what it answers, and how it can fail |
//! | [`asking`] | an engine asked about a sample, its answers measured |
//! | [`engine`] | engine processes: the UCI conversation, the pool, restarts and limits |
//! | [`sample`] | which positions are asked, and what weight each has |
//! | [`measure`] | answers against values: results told from scores, moves, errors, intervals |
//! | [`judgement`] | what one judgement found: the figures of every report |
//! | [`play`] | games against perfect play, their figures, files and reports |
//! | [`record`] | saved judgements, resumed ones, and the differences between two |
//! | [`report`] | documents, one file or folder a format |
//!
//! ```
//! use drawproof_judge::engine::GoLimit;
//!
//! // What each search of an engine may cost.
//! assert!("nodes 1".parse::<GoLimit>().is_ok());
//! let refused = "infinite".parse::<GoLimit>().unwrap_err();
//! assert!(refused.to_string().contains("cannot limit a search"));
//! ```

#![deny(unsafe_code)]

pub mod answer;
pub mod asking;
pub mod engine;
pub mod judgement;
pub mod measure;
pub mod play;
pub mod record;
pub mod report;
pub mod sample;
