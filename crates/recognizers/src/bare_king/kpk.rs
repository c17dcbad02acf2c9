//! King and pawn against king.
use crate::geometry::*;
use crate::position::Position;
use crate::rule::{Siege, siege_rule};

/// King and pawn against king. The board is turned so that the pawn's side is White.
#[derive(Clone, Copy)]
pub(crate) struct PawnView {
    pub strong_to_move: bool,
    pub strong_king: Square,
    pub weak_king: Square,
    pub pawn: Square,
}

impl PawnView {
    /// Returns the kings and the first pawn of a position in which `strong` has a pawn.
    pub(crate) fn of(position: &Position, strong: Color) -> PawnView {
        PawnView {
            strong_to_move: position.stm() == strong,
            strong_king: position.king(strong).relative_to(strong),
            weak_king: position.king(!strong).relative_to(strong),
            pawn: position.only_man(strong, Piece::Pawn).relative_to(strong),
        }
    }

    /// Returns whether the rule for king and pawn against king claims a draw.
    pub(crate) fn is_drawn(&self) -> bool {
        if self.strong_to_move { Kpk::is_safe(self) } else { self.can_reach(Kpk::is_safe) }
    }
}

impl Siege for PawnView {
    fn new(position: &Position) -> Self {
        let strong = position.side_with(Piece::Pawn);
        assert!(position.count() == 3, "king and pawn against king");
        PawnView::of(position, strong)
    }
    fn strong_to_move(&self) -> bool {
        self.strong_to_move
    }
    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let covered = king_attacks(self.strong_king) | pawn_attacks(self.pawn, Color::White);
        let steps = king_attacks(self.weak_king) & !covered;
        if steps.is_empty() {
            return !covered.has(self.weak_king);
        }
        steps.has(self.pawn)
            || steps
                .into_iter()
                .any(|weak_king| safe(&PawnView { strong_to_move: true, weak_king, ..*self }))
    }
}

impl PawnView {
    /// Returns the distance between the kings.
    pub(crate) fn kings(&self) -> u8 {
        distance(self.strong_king, self.weak_king)
    }

    /// Returns the distance of the strong king from the pawn.
    pub(crate) fn escort(&self) -> u8 {
        distance(self.strong_king, self.pawn)
    }

    /// Returns the distance of the strong king from the square in front of the pawn.
    pub(crate) fn escort_front(&self) -> u8 {
        distance(self.strong_king, front(self.pawn))
    }

    /// Returns the distance of the weak king from the square in front of the pawn.
    pub(crate) fn block(&self) -> u8 {
        distance(self.weak_king, front(self.pawn))
    }

    /// Returns the number of moves that the pawn needs to promote; a possible double step counts as
    /// one move.
    pub(crate) fn pawn_moves(&self) -> u8 {
        7 - (self.pawn.rank() as u8).max(2)
    }

    /// Returns the number of ranks that the pawn has to advance to promote.
    pub(crate) fn ranks_to_go(&self) -> u8 {
        7 - self.pawn.rank() as u8
    }

    /// Returns the number of moves by which the weak king is outside the square of the pawn, with
    /// the strong side to move. If the number is 0 or less, the king is inside.
    pub(crate) fn late(&self) -> i8 {
        self.promotion_distances().1 as i8 - self.pawn_moves() as i8
    }

    /// Returns the distances of the strong and of the weak king from the promotion square.
    pub(crate) fn promotion_distances(&self) -> (u8, u8) {
        (distance(self.strong_king, self.promotion()), distance(self.weak_king, self.promotion()))
    }

    /// Returns the number of ranks by which the strong king is ahead of the weak king, negative if
    /// behind.
    pub(crate) fn lead(&self) -> i8 {
        ranks_ahead(self.strong_king, self.weak_king)
    }

    /// Returns whether the pawn is on the a- or h-file.
    pub(crate) fn is_rook_pawn(&self) -> bool {
        file_edge_distance(self.pawn) == 0
    }

    /// Returns whether the weak king blocks the pawn in one of two ways. It stands in front of the
    /// pawn, but on the last rank only against a rook pawn. Or it stands next to the square in
    /// front of the pawn; then the strong king must be far behind, or the pawn must be a rook pawn
    /// with the weak king ahead of it.
    pub(crate) fn blockaded(&self) -> bool {
        let ahead = ranks_ahead(self.weak_king, self.pawn);
        match self.block() {
            0 => self.weak_king.rank() < Rank::Eighth || self.is_rook_pawn(),
            1 => {
                (self.lead() <= -3
                    && (self.strong_king.rank() <= Rank::Fourth || self.escort() >= 3))
                    || (self.is_rook_pawn() && ahead >= 1)
            }
            _ => false,
        }
    }

    /// Returns the square on which the pawn promotes.
    pub(crate) fn promotion(&self) -> Square {
        Square::new(self.pawn.file(), Rank::Eighth)
    }

    /// Returns whether the strong side is to move and the weak king alone cannot catch the pawn.
    pub(crate) fn outside_square(&self) -> bool {
        self.late() > 0
    }

    /// Returns the squares from which the strong king wins with either side to move.
    pub(crate) fn key_squares(&self) -> BitBoard {
        key_squares(self.pawn)
    }
}

/// Returns the squares from which a king wins with `pawn`, with either side to move.
pub(crate) fn key_squares(pawn: Square) -> BitBoard {
    let rank = pawn.rank() as usize;
    let ahead = |n: usize| Rank::index((rank + n).min(7)).bitboard();
    if file_edge_distance(pawn) == 0 {
        return pawn.file().adjacent() & (Rank::Seventh.bitboard() | Rank::Eighth.bitboard());
    }
    let files = pawn.file().bitboard() | pawn.file().adjacent();
    files & if rank >= 4 { ahead(1) | ahead(2) } else { ahead(2) }
}

siege_rule! {
    /// King and pawn against king.
    Kpk, "KPK", PawnView;
    no_defence yes "8/8/8/3P4/8/8/K6k/8 b - - 0 1", no "8/1k6/8/3P4/8/8/K7/8 b - - 0 1";
    "runs": "the weak king is outside the square of the pawn, or behind it",
        "the rule of the square",
        yes "8/2P5/8/1k6/8/8/1K6/8 w - - 0 1", no "8/1kP5/8/8/8/8/1K6/8 w - - 0 1" => |v| v.outside_square() || v.weak_king.rank() < v.pawn.rank();
    "key-square": "the strong king is nearer to one of the pawn's key squares than the weak king",
        "key squares: six for a pawn past the middle, three for others, two for a rook pawn",
        yes "3k4/8/8/1K6/8/8/3P4/8 w - - 0 1", no "3k4/8/8/1K6/8/8/6P1/8 w - - 0 1" => |v| {
            let nearer = |key| distance(v.strong_king, key) < distance(v.weak_king, key);
            !v.blockaded() && v.key_squares().into_iter().any(nearer)
        };
    "escort": "no rook pawn; its king is within two squares of it and the weak king, at most three \
        ranks ahead of that king, not next to the square in front of it",
        "the king gains the opposition or the pawn a tempo; limits fitted to the table",
        yes "8/8/8/8/8/1k1P4/8/2K5 w - - 0 1", no "8/8/1k6/8/8/3P4/8/2K5 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn() && v.escort() <= 2 && v.lead() >= -3 && v.block() >= 2)
        };
    "escort-ahead": "the strong king is within two squares of the pawn, at most one rank behind the weak \
        king, which does not stand before the pawn",
        "the king drives the other one off the file; limits fitted to the table",
        yes "8/8/8/8/kP6/3K4/8/8 w - - 0 1", no "8/8/8/8/kP6/8/2K5/8 w - - 0 1" => |v| !v.blockaded() && v.escort() <= 2 && v.lead() >= -1 && v.block() >= 1;
    "king-at-promotion": "the strong king is near the promotion square and at most one rank ahead",
        "the king waits where the pawn will need it; limits fitted to the table",
        yes "2K3k1/8/8/8/8/4P3/8/8 w - - 0 1", no "2K5/8/8/6k1/8/4P3/8/8 w - - 0 1" => |v| {
            !v.blockaded() && (v.lead() <= 1
                && ((!v.is_rook_pawn() && v.escort() >= 4 && v.promotion_distances().0 <= 2)
                    || (v.kings() >= 5 && v.promotion_distances().0 <= 3)))
        };
    "far-king": "no rook pawn; the weak king is four squares from it and three from its promotion \
        square, the strong king within four",
        "the strong king comes in time; limits fitted to the table",
        yes "8/5k2/8/8/1P6/8/8/1K6 w - - 0 1", no "8/5k2/3P4/8/8/8/8/1K6 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn()
                && v.escort() <= 4
                && distance(v.weak_king, v.pawn) >= 4
                && v.promotion_distances().1 >= 3)
        };
    "far-from-front": "no rook pawn; the weak king is three squares from the square in front of it, the \
        strong king is not farther",
        "the strong king comes in time; limits fitted to the table",
        yes "8/8/4k3/8/1P6/8/1K6/8 w - - 0 1", no "8/8/4k3/8/8/8/1K5P/8 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn()
                && (v.strong_king.rank() >= Rank::Fourth
                    || line_distance(v.strong_king, v.weak_king) >= 2)
                && v.promotion_distances().1 >= 2
                && v.escort_front() <= 3
                && v.block() >= 3)
        };
    "far-above": "no rook pawn; the weak king is four ranks ahead of it and four squares from where \
        it promotes",
        "the pawn has its double step in hand; limits fitted to the table",
        yes "k7/8/8/8/8/K4P2/8/8 w - - 0 1", no "k7/8/8/8/8/K7/P7/8 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn()
                && ranks_ahead(v.weak_king, v.pawn) >= 4
                && v.promotion_distances().1 >= 4)
        };
    "sixth-rank": "the pawn is on the sixth rank or beyond, the weak king ahead of it, the strong king \
        close behind",
        "on the sixth rank the opposition alone decides; limits fitted to the table",
        yes "3k4/3P4/8/1K6/8/8/8/8 w - - 0 1", no "1K1k4/3P4/8/8/8/8/8/8 w - - 0 1" => |v| {
            !v.blockaded() && (v.pawn.rank() >= Rank::Sixth
                && v.strong_king.rank() <= v.pawn.rank()
                && v.weak_king.rank() > v.pawn.rank()
                && v.escort_front() <= 3)
        };
    "king-in-front": "no rook pawn; the strong king is within two squares of the square in front, the \
        weak king two from the pawn and from where it promotes, the kings two lines apart",
        "the opposition and a spare pawn move; limits fitted to the table",
        yes "8/8/5k2/8/8/3P4/1K6/8 w - - 0 1", no "8/8/2k5/8/8/3P4/1K6/8 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn()
                && line_distance(v.strong_king, v.weak_king) >= 2
                && v.escort_front() <= 2
                && distance(v.weak_king, v.pawn) >= 2
                && v.promotion_distances().1 >= 2)
        };
    "low-pawn": "the kings are within three squares, the weak one far from where the pawn promotes, and \
        not next to the pawn",
        "a pawn at home has its double step in hand; limits fitted to the table",
        yes "8/8/K7/8/8/1k6/3P4/8 w - - 0 1", no "8/8/K7/8/2k5/8/3P4/8 w - - 0 1" => |v| {
            !v.blockaded() && (v.kings() <= 3
                && distance(v.weak_king, v.pawn) >= 2
                && (v.lead() >= 2 || file_distance(v.strong_king, v.pawn) <= 3)
                && v.promotion_distances().0 <= 6
                && v.promotion_distances().1 >= 5)
        };
    "low-opposition": "no rook pawn; the kings are within three squares, the weak one three ranks ahead \
        of the pawn, the strong one at most one",
        "the strong king takes the opposition or the pawn a tempo; limits fitted to the table",
        yes "8/8/2k5/8/8/1K4P1/8/8 w - - 0 1", no "8/8/2k5/2P5/8/1K6/8/8 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn()
                && v.kings() <= 3
                && ranks_ahead(v.strong_king, v.pawn) <= 1
                && ranks_ahead(v.weak_king, v.pawn) >= 3)
        };
    "far-kings": "the kings are five squares apart, the strong one within three of the square in front, \
        at most four ranks behind the weak one",
        "the weak king comes too late; limits fitted to the table",
        yes "8/8/7k/8/8/5P2/2K5/8 w - - 0 1", no "8/8/7k/8/8/5P2/6K1/8 w - - 0 1" => |v| {
            !v.blockaded() && (v.kings() >= 5 && v.escort() >= 3 && v.lead() >= -4 && v.escort_front() <= 3)
        };
    "farthest-kings": "a centre pawn, and the kings are on opposite edges",
        "the weak king comes too late; limits fitted to the table",
        yes "8/8/8/8/7k/4P3/8/K7 w - - 0 1", no "7K/8/8/8/7k/4P3/8/8 w - - 0 1" => |v| {
            !v.blockaded() && (file_edge_distance(v.pawn) == 3 && v.kings() >= 7 && v.lead() >= -5)
        };
    "beside": "no rook pawn; the strong king is at or ahead of it within two squares and the kings \
        three apart",
        "the king in front of its pawn; limits fitted to the table",
        yes "8/k7/8/8/8/1PK5/8/8 w - - 0 1", no "8/k5K1/8/8/8/1P6/8/8 w - - 0 1" => |v| {
            !v.blockaded() && (!v.is_rook_pawn()
                && v.kings() >= 3
                && v.escort() <= 2
                && v.strong_king.rank() >= v.pawn.rank())
        };
    "in-step": "the strong king is near the square in front, at most one rank behind the weak one, three \
        squares from it",
        "the strong king comes first; limits fitted to the table",
        yes "8/8/8/1K1k4/8/8/P7/8 w - - 0 1", no "8/8/8/1K1kP3/8/8/8/8 w - - 0 1" => |v| !v.blockaded() && v.lead() >= -1 && v.escort_front() <= 2 && v.block() >= 3;
}
