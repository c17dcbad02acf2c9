//! Pawn structure: passed, isolated, doubled and protected pawns, and the squares that pawns
//! control.

use drawproof_board::{
    BitBoard, Board, Color, Piece, Rank, Square, get_king_moves, get_knight_moves,
};

use super::squares::{Pair, S};

/// The bonus of a passed pawn, by its rank from its own side's point of view.
const PASSED: [Pair; 8] =
    [S(0, 0), S(-5, 19), S(8, 8), S(-23, 53), S(17, 69), S(55, 115), S(69, 165), S(0, 0)];
/// The extra bonus of a passed pawn with a pawn on a neighbouring file nearby, since they advance
/// together.
const CONNECTED: [Pair; 8] =
    [S(0, 0), S(13, -10), S(8, -3), S(15, 9), S(9, 22), S(26, 60), S(70, 122), S(0, 0)];
/// The bonus of each connected passed pawn on the sixth rank or beyond, against at most a rook.
const BEATS_A_ROOK: Pair = S(80, 150);
const ISOLATED: Pair = S(-16, -13);
const DOUBLED: Pair = S(-1, -20);
/// The bonus of a pawn protected by another pawn, by its rank.
const PROTECTED: [Pair; 8] =
    [S(0, 0), S(0, 0), S(6, 6), S(1, -4), S(0, 13), S(14, -13), S(40, 10), S(0, 0)];
/// The penalty of a pawn whose stop square enemy pawns control and that no neighbour can support.
const BACKWARD: Pair = S(2, -14);

/// A pawn that queens this many plies after an enemy pawn is too late: the enemy queen has already
/// moved.
const QUEEN_IN_TIME_PLIES: i32 = 3;

/// The pawns of both sides and the squares they control, `[colour]`.
pub struct Structure {
    /// The pawns of each side, `[colour]`.
    pub pawns: [BitBoard; Color::NUM],
    /// The squares that each side's pawns attack, `[colour]`.
    pub attacks: [BitBoard; Color::NUM],
    /// The squares that each side's pawns attack, or could attack after advancing, `[colour]`.
    pub spans: [BitBoard; Color::NUM],
}

impl Structure {
    /// Returns the pawn structure of `board`.
    pub fn of(board: &Board) -> Structure {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        let attacks = Color::ALL.map(|color| attacks(pawns[color as usize], color));
        let spans =
            Color::ALL.map(|color| attacks[color as usize] | ahead(attacks[color as usize], color));
        Structure { pawns, attacks, spans }
    }

    /// Returns the value of `color`'s pawns from `color`'s point of view.
    pub fn score(&self, board: &Board, color: Color) -> Pair {
        let own = self.pawns[color as usize];
        let enemy = self.pawns[!color as usize];
        let mut sum = Pair::default();
        for square in own {
            let bit = square.bitboard();
            let rank = square.rank().relative_to(color) as usize;
            let front = ahead(bit, color);
            let protected = self.attacks[color as usize].has(square);
            let neighbours = get_king_moves(square) & own & !square.file().bitboard();
            if protected {
                sum += PROTECTED[rank];
            }
            if (own & square.file().adjacent()).is_empty() {
                sum += ISOLATED;
            } else if !self.spans[color as usize].has(square)
                && self.attacks[!color as usize].has(stop(square, color))
            {
                sum += BACKWARD;
            }
            if !(own & front).is_empty() {
                sum += DOUBLED;
            } else if (enemy & front).is_empty()
                && !self.spans[!color as usize].has(square)
                && (self.spans[!color as usize] & front).is_empty()
            {
                sum += passed(board, square, color, protected);
                if !neighbours.is_empty() {
                    sum += CONNECTED[rank];
                    if rank >= 5 && beats_a_rook(board, square, color) {
                        sum += BEATS_A_ROOK;
                    }
                }
            }
        }
        sum
    }
}

/// Returns a passed pawn's value: higher if its own king is near the path and the enemy king is
/// far, lower if the pawn is blocked.
fn passed(board: &Board, square: Square, color: Color, protected: bool) -> Pair {
    let rank = square.rank().relative_to(color) as usize;
    let stop = stop(square, color);
    let mut value = PASSED[rank];
    let own_king = distance(board.king(color), stop);
    let enemy_king = distance(board.king(!color), stop);
    let weight = (rank as i32 - 1).max(0);
    value += S(0, (enemy_king * 5 - own_king * 3) * weight / 2);
    if board.occupied().has(stop) {
        value += S(-PASSED[rank].middlegame / 3, -PASSED[rank].endgame / 3);
    } else if protected {
        value += S(PASSED[rank].middlegame / 5, PASSED[rank].endgame / 5);
    }
    if unstoppable(board, square, color) {
        value += S(0, 350 + 40 * weight);
    }
    value
}

/// Returns whether the enemy has at most one piece, which is no queen and cannot stop the pawn
/// alone, and the enemy king is not in the pawn's way.
fn beats_a_rook(board: &Board, square: Square, color: Color) -> bool {
    let pieces = board.colors(!color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    pieces.len() <= 1
        && (pieces & board.pieces(Piece::Queen)).is_empty()
        && distance(board.king(!color), stop(square, color)) >= 2
}

/// Returns whether the pawn outruns the enemy king and knight, which must be the enemy's only
/// pieces besides pawns, and no enemy pawn queens soon enough to stop it.
fn unstoppable(board: &Board, square: Square, color: Color) -> bool {
    let Some(plies) = plies_to_queen(board, square, color) else { return false };
    let rivals = board.colored_pieces(!color, Piece::Pawn).into_iter();
    let first = rivals.filter_map(|rival| plies_to_queen(board, rival, !color)).min();
    first.is_none_or(|first| plies < first + QUEEN_IN_TIME_PLIES)
}

/// Returns the plies until the running pawn queens, if the enemy king ("rule of the square") and a
/// knight, the enemy's only piece, are too late; `None` otherwise, or with other enemy pieces.
fn plies_to_queen(board: &Board, square: Square, color: Color) -> Option<i32> {
    let pieces = board.colors(!color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    let knights = pieces & board.pieces(Piece::Knight);
    if pieces != knights || knights.len() > 1 {
        return None;
    }
    let front = ahead(square.bitboard(), color);
    if !(front & board.occupied()).is_empty() {
        return None;
    }
    let rank = square.rank().relative_to(color) as i32;
    let steps = 7 - rank.max(2); // The first step may be double.
    let promotion = Square::new(square.file(), Rank::Eighth.relative_to(color));
    let late = i32::from(board.side_to_move() != color);
    let reach = distance(board.king(!color), promotion);
    let knight_reach = knights.into_iter().map(|from| knight_distance(from, promotion)).min();
    let outruns = |reach: i32| reach - late > steps;
    (outruns(reach) && knight_reach.is_none_or(outruns)).then_some(2 * steps - 1 + late)
}

/// Returns the number of knight moves between two squares on an empty board.
fn knight_distance(from: Square, to: Square) -> i32 {
    let mut reached = from.bitboard();
    let mut moves = 0;
    while !reached.has(to) {
        reached = reached.into_iter().fold(reached, |all, square| all | get_knight_moves(square));
        moves += 1;
    }
    moves
}

/// Returns the squares that the pawns of `color` attack.
pub fn attacks(pawns: BitBoard, color: Color) -> BitBoard {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    BitBoard(match color {
        Color::White => (pawns.0 & NOT_A) << 7 | (pawns.0 & NOT_H) << 9,
        Color::Black => (pawns.0 & NOT_A) >> 9 | (pawns.0 & NOT_H) >> 7,
    })
}

/// Returns the squares in front of `squares` on the same files, from `color`'s point of view.
pub fn ahead(squares: BitBoard, color: Color) -> BitBoard {
    let mut fill = squares.0;
    match color {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
            BitBoard(fill << 8)
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
            BitBoard(fill >> 8)
        }
    }
}

/// Returns the square directly in front of a pawn of `color` on `square`.
pub fn stop(square: Square, color: Color) -> Square {
    square.offset(0, if color == Color::White { 1 } else { -1 })
}

/// Returns the number of king moves between two squares on an empty board.
pub fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endgame(fen: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        Structure::of(&board).score(&board, Color::White).endgame
    }

    #[test]
    fn a_passed_pawn_is_worth_more_than_one_that_is_held() {
        let passed = endgame("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1");
        let held = endgame("4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1");
        assert!(passed > held + 40, "{passed} {held}");
    }

    #[test]
    fn doubled_and_isolated_pawns_are_worth_less() {
        let healthy = endgame("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1");
        let doubled = endgame("4k3/ppp5/8/8/8/P7/P1P5/4K3 w - - 0 1");
        assert!(healthy > doubled + 40, "{healthy} {doubled}");
    }

    #[test]
    fn the_rule_of_the_square_depends_on_who_moves() {
        let ahead = endgame("8/8/8/1P4k1/8/8/8/7K w - - 0 1");
        let caught = endgame("8/8/8/1P3k2/8/8/8/7K b - - 0 1");
        assert!(ahead > caught + 300, "{ahead} {caught}");
    }

    #[test]
    fn in_a_race_the_later_pawn_counts_little() {
        let first = endgame("8/8/P7/8/7p/8/k7/7K w - - 0 1");
        let late = endgame("K7/8/8/P7/8/7p/8/k7 b - - 0 1");
        assert!(first > late + 300, "{first} {late}");
    }

    #[test]
    fn a_knight_stops_a_pawn_only_if_it_comes_in_time() {
        let late = endgame("7k/8/8/8/P7/8/8/K5n1 w - - 0 1");
        let in_time = endgame("7k/8/8/8/P7/4n3/8/K7 w - - 0 1");
        assert!(late > in_time + 300, "{late} {in_time}");
    }
}
