//! The part of a position that its hash covers. Every change updates the hash.

use core::mem::replace;

use cozy_chess_types::{BitBoard, CastleRights, Color, File, Piece, Square};

use crate::zobrist::KEYS;

/// Men, side to move, castling rights and en-passant right, with their hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hashed {
    /// Men of both colours by piece.
    pieces: [BitBoard; Piece::NUM],
    /// Men of all kinds by colour.
    colors: [BitBoard; Color::NUM],
    side_to_move: Color,
    castle_rights: [CastleRights; Color::NUM],
    en_passant: Option<File>,
    hash: u64,
}

impl Hashed {
    /// No men, no rights, White to move, hash 0.
    pub const EMPTY: Hashed = Hashed {
        pieces: [BitBoard::EMPTY; Piece::NUM],
        colors: [BitBoard::EMPTY; Color::NUM],
        side_to_move: Color::White,
        castle_rights: [CastleRights::EMPTY; Color::NUM],
        en_passant: None,
        hash: 0,
    };

    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    #[inline]
    pub fn colors(&self, color: Color) -> BitBoard {
        self.colors[color as usize]
    }

    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    #[inline]
    pub fn castle_rights(&self, color: Color) -> &CastleRights {
        &self.castle_rights[color as usize]
    }

    #[inline]
    pub fn en_passant(&self) -> Option<File> {
        self.en_passant
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub fn hash_without_ep(&self) -> u64 {
        self.hash ^ self.en_passant.map_or(0, |file| KEYS.en_passant[file as usize])
    }

    /// Puts a man on an empty square, or takes the same man off its square.
    #[inline]
    pub fn toggle_man(&mut self, piece: Piece, color: Color, square: Square) {
        self.pieces[piece as usize] ^= square.bitboard();
        self.colors[color as usize] ^= square.bitboard();
        self.hash ^= KEYS.men[color as usize][piece as usize][square as usize];
    }

    #[inline]
    pub fn toggle_side_to_move(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.hash ^= KEYS.black_to_move;
    }

    #[inline]
    pub fn set_castle_rights(&mut self, color: Color, rights: CastleRights) {
        let old = replace(&mut self.castle_rights[color as usize], rights);
        if old != rights {
            for file in [old.short, old.long, rights.short, rights.long].into_iter().flatten() {
                self.hash ^= KEYS.castling[color as usize][file as usize];
            }
        }
    }

    #[inline]
    pub fn set_en_passant(&mut self, file: Option<File>) {
        if let Some(old) = replace(&mut self.en_passant, file) {
            self.hash ^= KEYS.en_passant[old as usize];
        }
        if let Some(file) = file {
            self.hash ^= KEYS.en_passant[file as usize];
        }
    }
}
