//! The engine's tests, in one program.

mod book;
mod endings;
mod failures;
mod fifty;
mod hostile;
mod perft;
mod positions;
mod solved;
mod talk;
mod uci;
