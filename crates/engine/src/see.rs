//! Static exchange evaluation: the material gained or lost by captures on one square.

use drawproof_board::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::moves;

/// The exchange values in centipawns by [`Piece`]; the king's exceeds the sum of all others.
pub const VALUES: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 20_000];

/// Returns the squares of the men of both colours that attack `square` if only the squares
/// `occupied` are occupied.
pub fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let pawns = board.pieces(Piece::Pawn);
    (get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_pawn_attacks(square, Color::Black) & pawns & board.colors(Color::White)
        | get_pawn_attacks(square, Color::White) & pawns & board.colors(Color::Black)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight)
        & occupied
}

/// Returns the gain of `mv` in centipawns if both sides continue to capture on its target square
/// with their least valuable man, and stop when stopping is better. Pins are ignored.
pub fn exchange(board: &Board, mv: Move) -> i32 {
    if moves::is_castling(board, mv) {
        return 0;
    }
    let moved = board.piece_on(mv.from).expect("a legal move starts from a man");
    let en_passant = moves::is_en_passant(board, mv);
    let victim = if en_passant { Some(Piece::Pawn) } else { board.piece_on(mv.to) };

    // gains[n] is the balance for the side that makes the n-th capture, if that is the last one.
    let mut gains = [0; 32];
    gains[0] = victim.map_or(0, value) + mv.promotion.map_or(0, |p| value(p) - value(Piece::Pawn));
    let mut count = 1;
    let mut on_target = value(mv.promotion.unwrap_or(moved));
    let mut occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    if en_passant {
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let mut side = !board.side_to_move();
    while count < gains.len() {
        let attackers = attackers(board, mv.to, occupied);
        let Some(next) = cheapest(board, attackers & board.colors(side)) else { break };
        let piece = board.piece_on(next).expect("attackers are men");
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break; // The king cannot take a protected man.
        }
        gains[count] = on_target - gains[count - 1];
        count += 1;
        on_target = value(piece);
        occupied ^= next.bitboard();
        side = !side;
    }
    // Backwards from the last capture, each side captures only if that is better than stopping.
    for n in (1..count).rev() {
        gains[n - 1] = -gains[n].max(-gains[n - 1]);
    }
    gains[0]
}

fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

fn cheapest(board: &Board, men: BitBoard) -> Option<Square> {
    Piece::ALL.iter().find_map(|&piece| (men & board.pieces(piece)).next_square())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(fen: &str, text: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        exchange(&board, moves::from_uci(&board, text).unwrap())
    }

    #[test]
    fn exchanges_are_counted_to_the_centipawn() {
        for (fen, mv, expected) in [
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
            ("4k3/8/4p3/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 320 - 500 + 100),
            ("4k3/8/4p3/3p4/2P5/8/3R4/3RK3 w - - 0 1", "c4d5", 100),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 100),
            ("3rk3/8/8/8/8/8/3R4/3RK3 w - - 0 1", "d2d8", 500),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
        ] {
            assert_eq!(gain(fen, mv), expected, "{fen} {mv}");
        }
    }
}
