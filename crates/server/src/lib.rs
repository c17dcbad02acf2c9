//! The HTTP server of `drawproof serve`: the Lichess tablebase API, with extensions.
//!
//! For the command and for programs that embed a server. [`Server::bind`] takes [`Settings`] and
//! begins to listen; [`Server::run`] answers until a [`Stop`] is requested. Tables come from files,
//! of which single blocks are read, or are solved in memory. Solving runs on low-priority threads,
//! one endgame after another, while requests are answered from available tables. An [`Events`]
//! receives reports; nothing here prints.
//!
//! | module | contents |
//! |---|---|
//! | `tables` | the available tables, the jobs that solve others |
//! | `http` | connections, requests, answers; limits of both |
//! | `routes` | the paths and their answers |
//! | `batch` | many positions in one request |
//! | `page`, `game` | the explorer's files; its games from and to PGN |
//! | `metrics` | counters, as Prometheus reads them |
//! | `work` | threads for batches, and for each search |

#![forbid(unsafe_code)]

mod batch;
mod events;
mod find;
mod game;
mod http;
mod kept;
mod metrics;
mod page;
mod routes;
mod server;
mod settings;
mod stop;
mod tables;
mod work;

pub use events::{Event, Events};
pub use server::Server;
pub use settings::Settings;
pub use stop::{Signal, Stop};
