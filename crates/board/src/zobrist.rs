//! Zobrist keys: the random numbers whose exclusive or is the hash of a position.
//!
//! The keys are those of cozy-chess 0.3.4 (MIT licence, `src/board/zobrist.rs`): the same generator,
//! the same seed and the same order. Hashes, and with them the engine's node counts, stay
//! comparable with programs built on that crate.

use cozy_chess_types::{Color, File, Piece, Square};

/// The keys of the program.
pub static KEYS: Keys = Keys::generate();

/// One key for each feature of a position that the hash covers.
pub struct Keys {
    /// A right to take en passant, `[file]`.
    pub en_passant: [u64; File::NUM],
    /// A right to castle with the rook of a file, `[color][file]`.
    pub castling: [[u64; File::NUM]; Color::NUM],
    /// A man on a square, `[color][piece][square]`.
    pub men: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// Black is to move.
    pub black_to_move: u64,
}

impl Keys {
    const fn generate() -> Keys {
        let mut random = Pcg64Mcg::SEEDED;
        let mut keys = Keys {
            en_passant: random.array(),
            castling: [[0; File::NUM]; Color::NUM],
            men: [[[0; Square::NUM]; Piece::NUM]; Color::NUM],
            black_to_move: 0,
        };
        let mut color = 0;
        while color < Color::NUM {
            keys.castling[color] = random.array();
            let mut piece = 0;
            while piece < Piece::NUM {
                keys.men[color][piece] = random.array();
                piece += 1;
            }
            color += 1;
        }
        keys.black_to_move = random.next();
        keys
    }
}

/// The permuted congruential generator of 128 bits of state with a multiplicative step (PCG
/// XSL-RR, <https://www.pcg-random.org>).
struct Pcg64Mcg(u128);

impl Pcg64Mcg {
    const SEEDED: Pcg64Mcg = Pcg64Mcg(0x7369_7874_6565_6E20_6279_7465_206E_756D | 1);

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
        let folded = (self.0 >> 64) as u64 ^ self.0 as u64;
        folded.rotate_right((self.0 >> 122) as u32)
    }

    const fn array<const N: usize>(&mut self) -> [u64; N] {
        let mut numbers = [0; N];
        let mut i = 0;
        while i < N {
            numbers[i] = self.next();
            i += 1;
        }
        numbers
    }
}
