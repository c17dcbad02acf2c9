//! The legality of positions that a C program passes as bitboards.

use drawproof_board::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use drawproof_recognizers::Position;

/// Whether a position is legal: one king a side, not adjacent; one man a square; no pawn on ranks 1
/// or 8; the side not to move is not in check. An en-passant square also requires the pawn that
/// passed it, empty squares behind that pawn, and an enemy pawn that attacks the square.
///
/// Any bit pattern is valid input.
pub fn is_legal(position: &Position) -> bool {
    men_are_consistent(position)
        && !other_side_in_check(position)
        && en_passant_is_possible(position)
}

fn men_are_consistent(p: &Position) -> bool {
    let [white, black] = p.colour;
    let occupied = p.kind.iter().fold(0, |all, set| all | set);
    let men: u32 = p.kind.iter().map(|set| set.count_ones()).sum();
    let ends = (Rank::First.bitboard() | Rank::Eighth.bitboard()).0;
    p.side_to_move <= 1
        && white & black == 0
        && white | black == occupied
        && men == occupied.count_ones()
        && (p.kind[5] & white).count_ones() == 1
        && (p.kind[5] & black).count_ones() == 1
        && p.kind[0] & ends == 0
        && !get_king_moves(p.king(Color::White)).has(p.king(Color::Black))
}

fn other_side_in_check(p: &Position) -> bool {
    let (stm, king) = (p.stm(), p.king(!p.stm()));
    let occupied = BitBoard(p.colour[0] | p.colour[1]);
    let queens = p.men(stm, Piece::Queen);
    let checkers = get_pawn_attacks(king, !stm) & p.men(stm, Piece::Pawn)
        | get_knight_moves(king) & p.men(stm, Piece::Knight)
        | get_bishop_moves(king, occupied) & (p.men(stm, Piece::Bishop) | queens)
        | get_rook_moves(king, occupied) & (p.men(stm, Piece::Rook) | queens);
    !checkers.is_empty()
}

fn en_passant_is_possible(p: &Position) -> bool {
    if p.en_passant == 64 {
        return true;
    }
    let Some(target) = Square::try_index(p.en_passant.into()) else { return false };
    let (stm, occupied) = (p.stm(), BitBoard(p.colour[0] | p.colour[1]));
    if target.rank() != Rank::Sixth.relative_to(stm) {
        return false;
    }
    let passed = Square::new(target.file(), Rank::Fifth.relative_to(stm));
    let home = Square::new(target.file(), Rank::Seventh.relative_to(stm));
    p.men(!stm, Piece::Pawn).has(passed)
        && !occupied.has(target)
        && !occupied.has(home)
        && !(get_pawn_attacks(target, !stm) & p.men(stm, Piece::Pawn)).is_empty()
}
