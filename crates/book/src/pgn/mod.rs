//! Games from PGN text, one after the other, in bounded memory.
//!
//! [`Games`] reads any PGN that programs and people write: import format, comments, nested variations,
//! NAGs, escaped lines, any line ends, a byte-order mark, Latin-1 and UTF-8, games without result. A
//! game that cannot be read is reported with its line, and reading goes on with the next one.

mod games;
mod san;
mod tokens;

pub use games::{Game, Games, Problem};
pub use san::{SanError, parse_move};
pub use tokens::Outcome;
