//! A legal position and its properties.

use core::mem::replace;

use cozy_chess_types::{BitBoard, CastleRights, Color, File, Piece, Square};

/// A legal position with its half-move clock and move number, without the moves that led to it.
///
/// A board is made from a FEN (`text.parse::<Board>()`, [`crate::fen::parse`]) or with a
/// [`crate::BoardBuilder`]. Castling is written as the king taking its own rook, such as `e1h1`;
/// [`crate::notation`] converts it to and from UCI notation and SAN.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of the men of both colours, `[piece]`.
    pieces: [BitBoard; Piece::NUM],
    /// The squares of the men of all kinds, `[color]`.
    colors: [BitBoard; Color::NUM],
    side_to_move: Color,
    castle_rights: [CastleRights; Color::NUM],
    en_passant: Option<File>,
    /// The hash of the fields above. Only methods in this file change those fields.
    hash: u64,
    pub(crate) pinned: BitBoard,
    pub(crate) checkers: BitBoard,
    pub(crate) halfmove_clock: u8,
    pub(crate) fullmove_number: u16,
}

impl Board {
    /// A board without men, castling rights or en-passant file, with White to move and hash 0. It
    /// is not yet a legal position.
    pub(crate) const EMPTY: Board = Board {
        pieces: [BitBoard::EMPTY; Piece::NUM],
        colors: [BitBoard::EMPTY; Color::NUM],
        side_to_move: Color::White,
        castle_rights: [CastleRights::EMPTY; Color::NUM],
        en_passant: None,
        hash: 0,
        pinned: BitBoard::EMPTY,
        checkers: BitBoard::EMPTY,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Returns the squares of all men of a kind, of both colours.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    /// Returns the squares of all men of a colour.
    #[inline]
    pub fn colors(&self, color: Color) -> BitBoard {
        self.colors[color as usize]
    }

    /// Returns the squares of all men of a colour and kind.
    #[inline]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors(color) & self.pieces(piece)
    }

    /// Returns all occupied squares.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.colors(Color::White) | self.colors(Color::Black)
    }

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the castling rights of a side, given as the files of the rooks.
    #[inline]
    pub fn castle_rights(&self, color: Color) -> &CastleRights {
        &self.castle_rights[color as usize]
    }

    /// Returns the file of the pawn that just moved two squares. It is set after every double push,
    /// even if no pawn can capture en passant.
    #[inline]
    pub fn en_passant(&self) -> Option<File> {
        self.en_passant
    }

    /// Returns the Zobrist hash of men, side to move, castling rights and en-passant file. The
    /// half-move clock and the move number do not affect it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the [`Board::hash`] that the position would have without an en-passant file.
    #[inline]
    pub fn hash_without_ep(&self) -> u64 {
        self.hash ^ self.en_passant.map_or(0, |file| KEYS.en_passant[file as usize])
    }

    /// Returns whether either side may still castle.
    #[inline]
    pub fn has_castling_rights(&self) -> bool {
        self.castle_rights.iter().any(|&rights| rights != CastleRights::EMPTY)
    }

    /// Returns the squares of men, of either colour, that alone stand between the king of the side
    /// to move and an enemy slider.
    #[inline]
    pub fn pinned(&self) -> BitBoard {
        self.pinned
    }

    /// Returns the squares of the men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.checkers
    }

    /// Returns the half-move clock: the plies since the last capture or pawn move, at most 100.
    #[inline]
    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// Returns the kind of the man on a square; `None` if the square is empty.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        Piece::ALL.iter().copied().find(|&piece| self.pieces(piece).has(square))
    }

    /// Returns the colour of the man on a square; `None` if the square is empty.
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors(color).has(square))
    }

    /// Returns the square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.colored_pieces(color, Piece::King).next_square().expect("each side has a king")
    }

    /// Puts a man on an empty square, or removes this man from the square that it stands on.
    #[inline]
    pub(crate) fn toggle_man(&mut self, piece: Piece, color: Color, square: Square) {
        self.pieces[piece as usize] ^= square.bitboard();
        self.colors[color as usize] ^= square.bitboard();
        self.hash ^= KEYS.men[color as usize][piece as usize][square as usize];
    }

    #[inline]
    pub(crate) fn toggle_side_to_move(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.hash ^= KEYS.black_to_move;
    }

    #[inline]
    pub(crate) fn set_castle_rights(&mut self, color: Color, rights: CastleRights) {
        let old = replace(&mut self.castle_rights[color as usize], rights);
        if old != rights {
            for file in [old.short, old.long, rights.short, rights.long].into_iter().flatten() {
                self.hash ^= KEYS.castling[color as usize][file as usize];
            }
        }
    }

    #[inline]
    pub(crate) fn set_en_passant(&mut self, file: Option<File>) {
        if let Some(old) = replace(&mut self.en_passant, file) {
            self.hash ^= KEYS.en_passant[old as usize];
        }
        if let Some(file) = file {
            self.hash ^= KEYS.en_passant[file as usize];
        }
    }
}

/// The Zobrist keys: the hash of a position is the exclusive or of the keys of its features.
///
/// The generator, the seed and the order are those of cozy-chess 0.3.4 (MIT licence,
/// `src/board/zobrist.rs`). Hashes, and with them the engine's node counts, stay comparable with
/// programs built on that crate.
static KEYS: Keys = Keys::generate();

/// A key for each feature of a position that the hash covers.
struct Keys {
    /// The key of a pawn's double push on a file, `[file]`.
    en_passant: [u64; File::NUM],
    /// The key of the right to castle with the rook of a file, `[color][file]`.
    castling: [[u64; File::NUM]; Color::NUM],
    /// The key of a man on a square, `[color][piece][square]`.
    men: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// The key of Black being the side to move.
    black_to_move: u64,
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

/// The permuted congruential generator PCG XSL-RR (<https://www.pcg-random.org>), with 128 bits of
/// state and a multiplicative step.
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
