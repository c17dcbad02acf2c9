//! The HTTP server of `drawproof serve`: the Lichess tablebase API, and what it does not offer.
//!
//! For the command and for programs that embed a server. [`Server::bind`] takes [`Settings`] and
//! begins to listen; [`Server::run`] answers until a [`Stop`] is requested. Tables come from files
//! (single blocks of them are read) or are solved in memory, one endgame after the other on threads of
//! low priority, while requests are answered from those that are there. What happens is reported to an
//! [`Events`]; nothing here prints.
//!
//! | module | contents |
//! |---|---|
//! | `tables` | the tables that are there, the jobs that solve others |
//! | `http` | connections, requests, answers; limits of both |
//! | `routes` | which path is answered how |
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
