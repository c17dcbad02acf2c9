//! An entry of a book: a move of a position in 16 bytes, highest byte first.

use drawproof_board::{Board, File, Move, PROMOTIONS_OR_NONE, Square};

/// An entry of a book: the key of a position, and one of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The move, packed by [`pack_move`].
    pub mv: u16,
    /// The weight of the move relative to the other moves of the position; 0 = never played.
    pub weight: u16,
    /// The number of games with the move since the book was made, at most [`u16::MAX`].
    pub games: u16,
    /// The half points that the mover scored in these games, at most twice the number of games.
    pub half_points: u16,
}

impl Entry {
    /// The size of an entry in bytes.
    pub const BYTES: usize = 16;

    /// Decodes an entry of the Polyglot format. The format leaves the last four bytes to learning.
    /// Like Polyglot, this program stores games and half points there, two bytes each.
    pub fn from_bytes(bytes: &[u8; Entry::BYTES]) -> Entry {
        let field = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        let mut key = [0; 8];
        key.copy_from_slice(&bytes[..8]);
        Entry {
            key: u64::from_be_bytes(key),
            mv: field(8),
            weight: field(10),
            games: field(12),
            half_points: field(14),
        }
    }

    /// Encodes the entry in the Polyglot format.
    pub fn to_bytes(self) -> [u8; Entry::BYTES] {
        let mut bytes = [0; Entry::BYTES];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        for (place, field) in
            [self.mv, self.weight, self.games, self.half_points].into_iter().enumerate()
        {
            bytes[8 + 2 * place..10 + 2 * place].copy_from_slice(&field.to_be_bytes());
        }
        bytes
    }

    /// Adds games, and the half points that the mover scored in them. If the sums do not fit into
    /// 16 bits, both numbers are halved until they do, which keeps their ratio.
    pub fn add_games(&mut self, games: u64, half_points: u64) {
        let mut games = u64::from(self.games) + games;
        let mut half_points = u64::from(self.half_points) + half_points;
        while games.max(half_points) > u64::from(u16::MAX) {
            games = games.div_ceil(2);
            half_points = half_points.div_ceil(2);
        }
        (self.games, self.half_points) = (games as u16, half_points as u16);
    }
}

/// Packs `mv` into the 15 bits of the format. Castling is the king capturing its own rook, as on a
/// [`Board`].
#[inline]
pub fn pack_move(mv: Move) -> u16 {
    let promotion = PROMOTIONS_OR_NONE.iter().position(|&piece| piece == mv.promotion).unwrap_or(0);
    mv.to as u16 | (mv.from as u16) << 6 | (promotion as u16) << 12
}

/// Unpacks a move from [`pack_move`]; `None` for invalid bits.
#[inline]
pub fn unpack_move(bits: u16) -> Option<Move> {
    Some(Move {
        from: Square::index(usize::from(bits >> 6 & 63)),
        to: Square::index(usize::from(bits & 63)),
        promotion: *PROMOTIONS_OR_NONE.get(usize::from(bits >> 12))?,
    })
}

/// Unpacks a legal move of `board` from [`pack_move`]. The king's two-square step, which some
/// programs write for castling, is accepted too.
pub fn legal_move(board: &Board, bits: u16) -> Option<Move> {
    let mut mv = unpack_move(bits)?;
    if board.is_legal(mv) {
        return Some(mv);
    }
    let stm = board.side_to_move();
    let rights = board.castle_rights(stm);
    let rook = match mv.to.file() {
        File::G => rights.short?,
        File::C => rights.long?,
        _ => return None,
    };
    let steps = mv.from == board.king(stm) && mv.from.file() == File::E;
    mv.to = Square::new(rook, mv.to.rank());
    (steps && board.is_legal(mv)).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_in_the_order_of_the_format() {
        let mv: Move = "e2e4".parse().unwrap();
        let entry = Entry {
            key: 0x463b_9618_1691_fc9c,
            mv: pack_move(mv),
            weight: 7,
            games: 2,
            half_points: 3,
        };
        let bytes = entry.to_bytes();
        assert_eq!(bytes[..8], [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c]);
        // Row 1, file 4 to row 3, file 4.
        assert_eq!(u16::from_be_bytes([bytes[8], bytes[9]]), 1 << 9 | 4 << 6 | 3 << 3 | 4);
        assert_eq!(bytes[10..], [0, 7, 0, 2, 0, 3]);
        assert_eq!(Entry::from_bytes(&bytes), entry);
    }

    #[test]
    fn both_notations_of_castling_are_understood() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (text, expected) in
            [("e1h1", "e1h1"), ("e1g1", "e1h1"), ("e1a1", "e1a1"), ("e1c1", "e1a1")]
        {
            let bits = pack_move(text.parse().unwrap());
            assert_eq!(legal_move(&board, bits), Some(expected.parse().unwrap()), "{text}");
        }
        // A king on e1 without rights walks; a promotion piece beyond the queen is no move.
        let board: Board = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1".parse().unwrap();
        assert_eq!(legal_move(&board, pack_move("e1g1".parse().unwrap())), None);
        assert_eq!(legal_move(&board, pack_move("e1e2".parse().unwrap()) | 5 << 12), None);
        let board: Board = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
        for text in ["a7a8n", "a7a8b", "a7a8r", "a7a8q"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(legal_move(&board, pack_move(mv)), Some(mv));
        }
        assert_eq!(legal_move(&board, pack_move("a7a8".parse().unwrap())), None);
    }

    #[test]
    fn counts_that_do_not_fit_keep_their_ratio() {
        let mut entry = Entry { key: 0, mv: 0, weight: 0, games: 40_000, half_points: 60_000 };
        entry.add_games(1, 2);
        assert_eq!((entry.games, entry.half_points), (40_001, 60_002));
        entry.add_games(40_000, 60_000);
        assert_eq!((entry.games, entry.half_points), (40_001, 60_001));
    }
}
