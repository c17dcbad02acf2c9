//! Chess games as PGN. They are read one after another in bounded memory, and written in canonical
//! notation.
//!
//! [`Games`] reads PGN in import format, as programs and people write it: with comments, nested
//! variations, NAGs, escaped lines, any line endings, a byte-order mark, Latin-1 or UTF-8. A game
//! may lack tags or a result. A game that cannot be read is reported with its line, and reading
//! continues with the next one. [`parse_move`] reads one move. [`PgnGame`] writes a game. The crate
//! never opens a file.
//!
//! ```
//! use drawproof_pgn::{Games, PgnGame};
//!
//! let text = "[Round 3]\n\n1.e2-e4 N (1. d4) e5 2.Qd1h5±";
//! let game = Games::new(text.as_bytes(), usize::MAX).with_variations().next_game()?.unwrap();
//! let written = PgnGame { heading: None, start: &game.start, moves: &game.moves, result: game.outcome };
//! assert_eq!(written.to_string(), "1. e4 (1. d4) 1... e5 2. Qh5 *\n\n");
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod bytes;
mod games;
mod moves;
mod san;
mod start;
mod tokens;
mod write;

pub use games::{Game, Games, Problem};
pub use moves::{Outcome, Played, line, main_line};
pub use san::{SanError, parse_move};
pub use write::{Heading, PgnGame};
