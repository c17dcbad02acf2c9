//! Squares, sets of squares, attacks, positions, legal moves and FEN.
//!
//! For every crate that handles chess positions. The vocabulary ([`Square`], [`BitBoard`],
//! [`Piece`], [`Color`], [`Move`]...) is that of the crate `cozy-chess-types`, re-exported. On top
//! of it stand:
//!
//! * attacks: [`get_rook_moves`] and its siblings, sliders line by line;
//! * [`Board`]: a legal position with its legal moves, hash, checkers and pinned men;
//!   [`BoardBuilder`] makes a board of men on squares;
//! * FEN: [`fen`] reads positions of endgame tables, and has the parts of other readers; `Board`
//!   implements `FromStr` and `Display`;
//! * [`notation`]: moves as UCI and SAN text.
//!
//! The interface is that of cozy-chess, and the tables of sliders take 9.5 KiB where cozy-chess has 700: a
//! program stays small, and what it looks up stays in the nearest cache beside the tables of an endgame.
//! `cargo bench -p drawproof-board` compares the two in positions of endgames: the moves of positions with
//! sliders take .8 to .9 of cozy-chess's time, their moves played .95, the attacks of sliders 1.1; asking
//! whether a single move is legal takes eight times as long, which is asked about moves from outside only.
//!
//! The crate knows neither tables nor rules nor search. It is `no_std` with `alloc`: nothing in it
//! needs an operating system, so it runs in WebAssembly.
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
