//! The position as a rule sees it.

use drawproof_board::{BitBoard, Board, Color, Piece, Square};

/// A position as bitboards (a1 = bit 0, h8 = bit 63): the men, the side to move and the en-passant
/// square.
///
/// The memory layout is that of `drawproof_position` in the C interface.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the men of each colour: `[white, black]`.
    pub colour: [u64; 2],
    /// The squares of the men of each kind, of both colours: pawns, knights, bishops, rooks,
    /// queens, kings.
    pub kind: [u64; 6],
    /// The side to move: 0 = White, 1 = Black.
    pub side_to_move: u8,
    /// The target square of a legal en-passant capture, 0-63; 64 if no such capture is possible.
    pub en_passant: u8,
}

impl Position {
    /// Returns the squares of the men of `color` and kind `piece`.
    pub fn men(&self, color: Color, piece: Piece) -> BitBoard {
        BitBoard(self.colour[color as usize] & self.kind[piece as usize])
    }

    /// Returns the position with colours exchanged and ranks mirrored.
    pub fn reversed(&self) -> Position {
        let [white, black] = self.colour;
        Position {
            colour: [black, white].map(u64::swap_bytes),
            kind: self.kind.map(u64::swap_bytes),
            side_to_move: self.side_to_move ^ 1,
            en_passant: if self.en_passant < 64 { self.en_passant ^ 56 } else { 64 },
        }
    }

    /// Returns the square of `color`'s king. Panics without a king.
    pub fn king(&self, color: Color) -> Square {
        self.men(color, Piece::King).next_square().expect("each side has a king")
    }

    /// Returns the square of `color`'s only man of kind `piece`. Panics without such a man.
    pub(crate) fn only_man(&self, color: Color, piece: Piece) -> Square {
        self.men(color, piece).next_square().expect("the side has the man")
    }

    /// Returns the side with a man of kind `piece`: White if White has one, otherwise Black.
    pub(crate) fn side_with(&self, piece: Piece) -> Color {
        if self.men(Color::White, piece).is_empty() { Color::Black } else { Color::White }
    }

    /// Returns the number of men, kings included.
    pub(crate) fn count(&self) -> u32 {
        (self.colour[0] | self.colour[1]).count_ones()
    }

    /// Returns the numbers of men of White and of Black, each packed with four bits per kind, pawns
    /// in the lowest bits.
    pub(crate) fn material_key(&self) -> (u32, u32) {
        let key = |color: usize| {
            (0..6)
                .map(|kind| (self.colour[color] & self.kind[kind]).count_ones() << (4 * kind))
                .sum()
        };
        (key(0), key(1))
    }

    /// Returns the material key of the endgame with this name: the first side's men, then the
    /// second's.
    pub(crate) const fn material_of(endgame: &str) -> (u32, u32) {
        let bytes = endgame.as_bytes();
        let (mut sides, mut kings, mut i) = ([0, 0], 0, 0);
        while i < bytes.len() {
            let kind = match bytes[i] {
                b'P' => 0,
                b'N' => 1,
                b'B' => 2,
                b'R' => 3,
                b'Q' => 4,
                _ => {
                    kings += 1;
                    5
                }
            };
            sides[kings - 1] += 1 << (4 * kind);
            i += 1;
        }
        (sides[0], sides[1])
    }

    /// Returns the side to move.
    pub fn stm(&self) -> Color {
        if self.side_to_move == 0 { Color::White } else { Color::Black }
    }
}

impl From<&Board> for Position {
    /// Returns the men, the side to move and the en-passant square of `board`. The square is kept
    /// only if an en-passant capture is legal. Castling rights and counters are ignored.
    fn from(board: &Board) -> Position {
        let stm = board.side_to_move();
        let en_passant = board.en_passant().and_then(|file| {
            let target = Square::new(file, drawproof_board::Rank::Sixth.relative_to(stm));
            let mut legal = false;
            board.generate_moves_for(board.pieces(Piece::Pawn), |moves| {
                legal |= moves.into_iter().any(|m| m.to == target && m.from.file() != m.to.file());
                legal
            });
            legal.then_some(target as u8)
        });
        Position {
            colour: [board.colors(Color::White).0, board.colors(Color::Black).0],
            kind: Piece::ALL.map(|piece| board.pieces(piece).0),
            side_to_move: stm as u8,
            en_passant: en_passant.unwrap_or(64),
        }
    }
}
