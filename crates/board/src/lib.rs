//! Squares, sets of squares, attacks, positions, legal moves and FEN.
//!
//! Every crate that handles chess positions uses this crate. Its vocabulary ([`Square`],
//! [`BitBoard`], [`Piece`], [`Color`], [`Move`]...) is re-exported from the crate
//! `cozy-chess-types`. It adds:
//!
//! * attacks: [`get_rook_moves`] and its siblings;
//! * [`Board`]: a legal position with its legal moves, hash, checkers and pinned men;
//!   [`BoardBuilder`] makes a board from men on squares;
//! * [`fen`]: a strict reader for positions of endgame tables, and parts for other readers; `Board`
//!   implements `FromStr` and `Display`;
//! * [`notation`]: moves as UCI and SAN text.
//!
//! The interface is that of cozy-chess. The tables of slider attacks take 9.5 KiB instead of 700,
//! so a program stays small, and the tables stay in the nearest cache. `cargo bench -p
//! drawproof-board` compares the two crates in endgame positions. Relative to cozy-chess,
//! generating moves in positions with sliders takes 0.8 to 0.9 of the time, playing moves 0.95, and
//! slider attacks 1.1. Checking whether a single move is legal takes eight times as long; only
//! moves from outside are checked so.
//!
//! The crate contains no tables, rules or search. It is `no_std` with `alloc`: it needs no
//! operating system, so it runs in WebAssembly.
//!
//! ```
//! use drawproof_board::{Board, Piece, notation};
//!
//! let mut board: Board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
//! let mut moves = Vec::new();
//! board.generate_moves(|set| {
//!     moves.extend(set);
//!     false
//! });
//! let mate = moves.into_iter().find(|mv| mv.to == "a8".parse().unwrap()).unwrap();
//! assert_eq!(board.piece_on(mate.from), Some(Piece::Rook));
//! assert_eq!(notation::display_san_move(&board, mate), "Ra8#");
//! board.play(mate);
//! assert_eq!(board.to_string(), "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod attacks;
mod board;
mod builder;
pub mod fen;
mod movegen;
pub mod notation;
mod play;
mod sliders;
mod validity;

pub use cozy_chess_types::{
    BitBoard, CastleRights, Color, File, Move, MoveParseError, Piece, Rank, Square,
};

pub use attacks::{
    get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
pub use board::Board;
pub use builder::{BoardBuilder, FenParseError};
pub use movegen::{GameStatus, PROMOTIONS, PROMOTIONS_OR_NONE, PieceMoves};
