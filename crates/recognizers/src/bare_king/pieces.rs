//! King and pieces against a bare king: drawn if the mating material is lost, or by stalemate.

use crate::geometry::*;
use crate::position::Position;
use crate::rule::{PatternText, Plain, Rule};

/// Returns whether the material suffices for mate, and the bare king is not stalemated and cannot
/// capture so much that it no longer suffices.
#[inline(always)]
fn can_win(position: &Position) -> bool {
    let white_bare = BitBoard(position.colour[0]).len() == 1;
    let (weak, strong) =
        if white_bare { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    assert!(position.colour[weak as usize].count_ones() == 1, "one side has a bare king");
    let men = BitBoard(position.colour[strong as usize]);
    if !can_mate(position, men) {
        return false;
    }
    if position.stm() == strong {
        return true;
    }
    let king = position.king(weak);
    let covered = attacks(position, strong, men);
    let flights = king_attacks(king) & !covered;
    let stalemate = flights.is_empty() && !covered.has(king);
    !stalemate && (flights & men).into_iter().all(|taken| can_mate(position, men ^ set(taken)))
}

/// Returns all squares that `color`'s men attack, seen through the other king.
fn attacks(position: &Position, color: Color, occupied: BitBoard) -> BitBoard {
    let mut covered = king_attacks(position.king(color));
    for from in position.men(color, Piece::Knight) {
        covered |= knight_attacks(from);
    }
    for from in position.men(color, Piece::Bishop) | position.men(color, Piece::Queen) {
        covered |= bishop_attacks(from, occupied);
    }
    for from in position.men(color, Piece::Rook) | position.men(color, Piece::Queen) {
        covered |= rook_attacks(from, occupied);
    }
    covered
}

/// Returns whether `men` can force mate against a bare king: not a single minor piece, two knights,
/// or bishops of one square colour.
fn can_mate(position: &Position, men: BitBoard) -> bool {
    let of = |piece: Piece| BitBoard(position.kind[piece as usize]) & men;
    let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
    !(of(Piece::Queen) | of(Piece::Rook)).is_empty()
        || (!(bishops & BitBoard::LIGHT_SQUARES).is_empty()
            && !(bishops & BitBoard::DARK_SQUARES).is_empty())
        || (!bishops.is_empty() && !knights.is_empty())
        || knights.len() > 2
}

macro_rules! bare {
    ($($name:ident $endgame:literal yes $yes:literal, no $no:literal;)+) => { $(
        /// The rule for this endgame.
        pub(crate) const $name: &dyn Rule = &Plain {
            endgame: $endgame,
            name: $endgame,
            draws: |position: &Position| !can_win(position),
            patterns: [PatternText {
                id: "mating-material-stays",
                says: "there is mating material, and the bare king, if to move, can neither take \
                    it nor is stalemated",
                source: "elementary",
                matches: $yes,
                differs: $no,
            }],
        };
    )+ };
}

bare! {
    KQK "KQK"
        yes "8/1k6/8/8/8/2K5/8/5Q2 w - - 0 1", no "1Qk5/8/8/8/3K4/8/8/8 b - - 0 1";
    KRK "KRK"
        yes "8/6k1/8/8/8/3R4/8/3K4 b - - 0 1", no "8/5Rk1/8/8/8/8/8/3K4 b - - 0 1";
    KBBK "KBBK"
        yes "4B3/4B3/8/3k4/8/8/8/K7 b - - 0 1", no "8/4B3/4B3/3k4/8/8/8/K7 b - - 0 1";
    KBNK "KBNK"
        yes "2k5/1N6/8/8/8/5B2/3K4/8 b - - 0 1", no "2k5/1N4B1/8/8/8/8/3K4/8 b - - 0 1";
    KQQK "KQQK"
        yes "8/2k5/1Q6/8/8/8/1K6/4Q3 b - - 0 1", no "k7/8/1Q6/8/8/8/1K6/4Q3 b - - 0 1";
    KQRK "KQRK"
        yes "2Q5/8/8/8/8/8/4k3/K4R2 w - - 0 1", no "7k/5Q2/8/4R3/3K4/8/8/8 b - - 0 1";
    KQBK "KQBK"
        yes "8/8/5k2/4Q3/3K4/8/1B6/8 b - - 0 1", no "8/8/4Qk2/8/3K4/8/1B6/8 b - - 0 1";
    KQNK "KQNK"
        yes "1Q6/8/4N3/8/8/8/8/1K1k4 b - - 0 1", no "8/8/4N3/8/8/8/3Q4/1K1k4 b - - 0 1";
    KRRK "KRRK"
        yes "8/8/8/4R3/7R/8/3k4/K7 w - - 0 1", no "7k/6R1/8/6R1/3K4/8/8/8 b - - 0 1";
    KRBK "KRBK"
        yes "8/8/8/R7/6B1/k7/2K5/8 b - - 0 1", no "8/8/8/R7/1k4B1/8/2K5/8 b - - 0 1";
    KRNK "KRNK"
        yes "6R1/8/8/7N/1k6/8/8/1K6 b - - 0 1", no "8/8/8/R6N/1k6/8/8/1K6 b - - 0 1";
}

// King and one minor piece against a bare king: always a draw.
pub(crate) const KBK: &dyn Rule =
    &Plain { endgame: "KBK", name: "KBK", patterns: [], draws: |_: &Position| true };
pub(crate) const KNK: &dyn Rule =
    &Plain { endgame: "KNK", name: "KNK", patterns: [], draws: |_: &Position| true };

/// Two knights against a bare king: a draw, unless the bare king is forced into a mate.
pub(crate) const KNNK: &dyn Rule = &Plain {
    endgame: "KNNK",
    name: "KNNK by patterns",
    patterns: [PatternText {
        id: "cornered",
        says: "the bare king is on the edge, with at most one flight, the other king two squares away",
        source: "the mates: king in the corner, or next to it, and a knight that is not stopped",
        matches: "8/8/8/3N4/8/5N2/1K6/3k4 w - - 0 1",
        differs: "2K5/8/8/3N4/8/5N2/8/3k4 w - - 0 1",
    }],
    draws: |position: &Position| {
        let (white, black) = (position.king(Color::White), position.king(Color::Black));
        let white_bare = position.colour[0].count_ones() == 1;
        let (bare, strong) = if white_bare { (white, Color::Black) } else { (black, Color::White) };
        let near = distance(white, black) <= 2 && edge_distance(bare) == 0;
        let mate = near && {
            let covered = attacks(position, strong, BitBoard(position.colour[strong as usize]));
            (king_attacks(bare) & !covered).len() <= 1
        };
        !mate
    },
};
