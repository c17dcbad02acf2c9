//! Comparison with cozy-chess 0.3.4 on published and random positions.

mod attacks;
mod builder;
mod fen;
mod game_fen;
mod games;
mod perft;
mod random;
mod same;
