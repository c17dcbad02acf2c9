//! Engine processes: the UCI conversation with one, the pool of several, restarts and limits.
//!
//! [`Engines::start`] starts the processes that a [`Launch`] describes; [`Engines::ask`] asks them
//! positions and returns one answer or failure for each. An engine is never trusted: whatever it
//! writes, and whether it writes at all, every question ends within the limits of its `Launch`, and
//! no process is left when [`Engines`] is dropped. [`serve_scores`] is the other end: it makes the
//! score of a rule library an engine that speaks UCI.
//!
//! No shell is started, and nothing here knows the values of positions.

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
