//! The engine's tests, in one program.

mod endings;
mod perft;
mod positions;
mod solved;
mod uci;
