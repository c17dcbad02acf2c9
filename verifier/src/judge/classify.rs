//! The class of a position with an incorrect claim.

use drawproof_board::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use drawproof_recognizers::Position;
use drawproof_tables::{Cell, Value};

use super::{class::Class, conversions::Conversions};

/// The numbers of results, as [`crate::enumerate::LaneResults::code`] returns them.
const DRAW: usize = 0;
const LOSS: usize = 2;

/// The men that a pawn can become, the one that wins most often first.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The class of a legal position with a table cell.
pub(crate) fn class_of(position: &Position, cell: u8, conversions: &Conversions) -> Class {
    let us = position.stm();
    let value = Cell::from_byte(cell).value();
    if value.dtm().is_some_and(|dtm| dtm.plies() == 0) {
        return Class::Over;
    }
    if is_attacked(position, position.king(us), !us) {
        return Class::InCheck;
    }
    if value == Value::Draw && !has_legal_move(position) {
        return Class::Over;
    }
    let keeps_result = |made: &Made| {
        let after = || conversions.result(&made.after, us, made.captured, made.promoted);
        match value {
            Value::Draw => after() == DRAW,
            Value::Win(_) => after() == LOSS,
            // Every move of a lost side loses.
            Value::Loss(_) => true,
        }
    };
    match has_conversion(position, keeps_result) {
        true => Class::Tactical,
        false => Class::Quiet,
    }
}

/// A capture, a promotion, or both, and the position after it.
struct Made {
    after: Position,
    captured: Option<Piece>,
    promoted: Option<Piece>,
}

/// Whether `accept` accepts a legal capture or promotion.
fn has_conversion(position: &Position, mut accept: impl FnMut(&Made) -> bool) -> bool {
    let us = position.stm();
    let foe = BitBoard(position.colour[!us as usize]);
    let last_rank = Rank::Eighth.relative_to(us);
    let mut is_accepted = |made: Made| is_legal(&made.after, us) && accept(&made);
    for pawn in position.men(us, Piece::Pawn) {
        let passed = Square::try_index(position.en_passant.into());
        let passed = passed.map_or(BitBoard::EMPTY, Square::bitboard);
        let captures = get_pawn_attacks(pawn, us) & (foe | passed);
        let pushes = push(position, pawn, us) & last_rank.bitboard();
        for to in captures | pushes {
            let found = if to.rank() == last_rank {
                PROMOTIONS.iter().any(|&promoted| {
                    is_accepted(made(position, Piece::Pawn, pawn, to, Some(promoted)))
                })
            } else {
                is_accepted(made(position, Piece::Pawn, pawn, to, None))
            };
            if found {
                return true;
            }
        }
    }
    Piece::ALL[1..].iter().any(|&piece| {
        position.men(us, piece).into_iter().any(|from| {
            let captures = attacks(position, piece, from) & foe;
            captures.into_iter().any(|to| is_accepted(made(position, piece, from, to, None)))
        })
    })
}

/// Whether the side to move, which is not in check, has a legal move.
fn has_legal_move(position: &Position) -> bool {
    let us = position.stm();
    let empty = !BitBoard(position.colour[0] | position.colour[1]);
    let is_legal_move =
        |piece, from, to| is_legal(&made(position, piece, from, to, None).after, us);
    // Not in check, a double push is legal only where the single push is.
    let mut pawns = position.men(us, Piece::Pawn).into_iter();
    Piece::ALL[1..].iter().rev().any(|&piece| {
        position.men(us, piece).into_iter().any(|from| {
            let to = attacks(position, piece, from) & empty;
            to.into_iter().any(|to| is_legal_move(piece, from, to))
        })
    }) || pawns.any(|from| {
        push(position, from, us).into_iter().any(|to| is_legal_move(Piece::Pawn, from, to))
    }) || has_conversion(position, |_| true)
}

/// The square before a pawn, if it is empty.
fn push(position: &Position, pawn: Square, us: Color) -> BitBoard {
    let ahead = match us {
        Color::White => pawn.bitboard().0 << 8,
        Color::Black => pawn.bitboard().0 >> 8,
    };
    BitBoard(ahead & !(position.colour[0] | position.colour[1]))
}

/// The position after a move of the side to move, legal or not.
fn made(
    position: &Position,
    piece: Piece,
    from: Square,
    to: Square,
    promoted: Option<Piece>,
) -> Made {
    let us = position.stm();
    let mut after = *position;
    let is_en_passant = piece == Piece::Pawn && to as u8 == position.en_passant;
    let at = if is_en_passant { Square::new(to.file(), from.rank()) } else { to };
    let captured = Piece::ALL.into_iter().find(|&piece| position.men(!us, piece).has(at));
    if let Some(captured) = captured {
        after.colour[!us as usize] ^= at.bitboard().0;
        after.kind[captured as usize] ^= at.bitboard().0;
    }
    after.colour[us as usize] ^= from.bitboard().0 | to.bitboard().0;
    after.kind[piece as usize] ^= from.bitboard().0;
    after.kind[promoted.unwrap_or(piece) as usize] ^= to.bitboard().0;
    after.side_to_move ^= 1;
    after.en_passant = 64;
    Made { after, captured, promoted }
}

/// Whether the king of `us`, who has just moved, is not attacked.
fn is_legal(after: &Position, us: Color) -> bool {
    !is_attacked(after, after.king(us), !us)
}

/// The squares that a man other than a pawn attacks or defends.
fn attacks(position: &Position, piece: Piece, from: Square) -> BitBoard {
    let occupied = BitBoard(position.colour[0] | position.colour[1]);
    match piece {
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
        Piece::Pawn => unreachable!("pawns are handled apart"),
    }
}

/// Whether a man of `by` attacks a square.
fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
    let men = |piece| position.men(by, piece);
    let occupied = BitBoard(position.colour[0] | position.colour[1]);
    let queens = men(Piece::Queen);
    let (straight, diagonal) = (men(Piece::Rook) | queens, men(Piece::Bishop) | queens);
    let leapers = get_king_moves(square) & men(Piece::King)
        | get_knight_moves(square) & men(Piece::Knight)
        | get_pawn_attacks(square, !by) & men(Piece::Pawn);
    !leapers.is_empty()
        || !straight.is_empty() && !get_rook_moves(square, occupied).is_disjoint(straight)
        || !diagonal.is_empty() && !get_bishop_moves(square, occupied).is_disjoint(diagonal)
}
