//! Where every face of drawproof gets tables and answers from.
//!
//! For the command, the engine, the server and the language bindings. A [`store::Store`] returns
//! tables and single values, from the tables in the program ([`embedded`]), from a folder of files,
//! or solved in memory within a bound ([`budget`]). [`estimate`] is what making tables takes.
//! [`answer`] holds what `probe` answers about a position, with the keys of its JSON; [`batch`]
//! answers about many, [`metrics`] adds the distances of other
//! metrics. Nothing here prints, exits, reads the environment or draws progress: an
//! [`observer::Observer`] is called at each step.

#![forbid(unsafe_code)]

pub mod answer;
pub mod batch;
pub mod budget;
pub mod distances;
pub mod embedded;
pub mod error;
pub mod estimate;
pub mod figures;
mod metric_figures;
pub mod metrics;
pub mod observer;
mod plan;
pub mod store;
