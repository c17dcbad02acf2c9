//! Engine processes: the UCI conversation with a process, the pool of several processes, restarts
//! and limits.
//!
//! [`Engines::start`] starts the processes that a [`Launch`] describes; [`Engines::ask`] asks them
//! about positions and collects one answer or failure for each. Engines are not trusted. Whatever
//! an engine writes, every question ends within the limits of its `Launch`, and dropping
//! [`Engines`] ends all processes. [`serve_scores`] is the opposite side: it turns the score of a
//! rule library into a UCI engine.
//!
//! No shell is started. Nothing here uses the values of positions.

mod launch;
mod lines;
mod pipes;
mod pool;
mod process;
mod score_server;
mod uci;

pub use launch::{GoLimit, GoLimitError, Launch, StartError};
pub use pool::{EngineGone, Engines};
pub use score_server::serve_scores;

pub(crate) use pool::{Conversation, Unasked};
pub(crate) use uci::Asked;
