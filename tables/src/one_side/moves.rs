//! The legal moves of a position without castling and en-passant rights, as the positions after
//! them.
//!
//! `drawproof_board::Board` has all moves. But if the positions are only looked up, making boards
//! takes longer than the lookups.

use drawproof_board::{BitBoard, Color, Piece, Rank, Square, get_pawn_attacks};

use crate::endgame::{legality::attacks, placement::Placement};

/// A move that is neither a capture nor a promotion.
pub enum Move {
    /// A move after which no en-passant capture is possible.
    Quiet {
        /// The position after the move.
        after: Placement,
    },
    /// A double push over a square that an enemy pawn attacks.
    DoublePush {
        /// The position after the move, without the right to capture en passant.
        after: Placement,
        /// The square that the pawn passed.
        passed: Square,
    },
}

/// Returns whether a position of `men` men is legal. The men must be on different squares, no pawn
/// on the first or last rank, and the kings not adjacent. The side not to move must not be in
/// check. Each side must have one king.
pub fn is_legal(placement: &Placement, men: usize) -> bool {
    let occupied = occupied(placement);
    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let pawns = Color::ALL.into_iter().fold(BitBoard::EMPTY, |all, color| {
        all | placement.men[color as usize][Piece::Pawn as usize]
    });
    occupied.len() as usize == men
        && (pawns & ends).is_empty()
        && !is_attacked(placement, !placement.side_to_move, occupied)
}

/// Returns whether the side to move is in check.
pub fn is_in_check(placement: &Placement) -> bool {
    is_attacked(placement, placement.side_to_move, occupied(placement))
}

/// Calls `each` with the position after each legal capture and promotion.
#[inline]
pub fn each_conversion<E>(
    placement: &Placement,
    mut each: impl FnMut(Placement) -> Result<(), E>,
) -> Result<(), E> {
    let (side, occupied) = (placement.side_to_move, occupied(placement));
    let prey = placement.colour(!side) ^ placement.men[!side as usize][Piece::King as usize];
    let last = Rank::Eighth.relative_to(side).bitboard();
    for (piece, from) in men(placement, side) {
        let mut to = BitBoard(attacks(piece, side, from, occupied.0)) & prey;
        if piece == Piece::Pawn {
            to |= pushed(from, side) & last & !occupied;
        }
        for to in to {
            let promoted = piece == Piece::Pawn && last.has(to);
            let becomes = if promoted { &PROMOTED[..] } else { &[piece][..] };
            for &piece_after in becomes {
                let after = after(placement, piece, from, to, piece_after);
                if is_allowed(&after) {
                    each(after)?;
                }
            }
        }
    }
    Ok(())
}

/// Calls `each` with each legal move that neither captures nor promotes.
#[inline]
pub fn each_quiet<E>(
    placement: &Placement,
    mut each: impl FnMut(Move) -> Result<(), E>,
) -> Result<(), E> {
    let (side, occupied) = (placement.side_to_move, occupied(placement));
    let last = Rank::Eighth.relative_to(side).bitboard();
    for (piece, from) in men(placement, side) {
        if piece != Piece::Pawn {
            for to in BitBoard(attacks(piece, side, from, occupied.0)) & !occupied {
                let after = after(placement, piece, from, to, piece);
                if is_allowed(&after) {
                    each(Move::Quiet { after })?;
                }
            }
            continue;
        }
        for passed in pushed(from, side) & !occupied & !last {
            let one = after(placement, piece, from, passed, piece);
            if is_allowed(&one) {
                each(Move::Quiet { after: one })?;
            }
            if from.rank() != Rank::Second.relative_to(side) {
                continue;
            }
            for to in pushed(passed, side) & !occupied {
                let after = after(placement, piece, from, to, piece);
                if is_allowed(&after) {
                    let takers = placement.men[!side as usize][Piece::Pawn as usize];
                    let may_be_taken = !(get_pawn_attacks(passed, side) & takers).is_empty();
                    each(if may_be_taken {
                        Move::DoublePush { after, passed }
                    } else {
                        Move::Quiet { after }
                    })?;
                }
            }
        }
    }
    Ok(())
}

/// The pieces to which a pawn can promote.
const PROMOTED: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Returns the men of a side and their squares.
#[inline]
fn men(placement: &Placement, side: Color) -> impl Iterator<Item = (Piece, Square)> {
    let men = placement.men[side as usize];
    Piece::ALL
        .into_iter()
        .flat_map(move |piece| men[piece as usize].into_iter().map(move |at| (piece, at)))
}

#[inline]
fn occupied(placement: &Placement) -> BitBoard {
    placement.colour(Color::White) | placement.colour(Color::Black)
}

/// Returns the square one step in front of a pawn, as a set.
#[inline]
fn pushed(from: Square, side: Color) -> BitBoard {
    let forward = match side {
        Color::White => 1,
        Color::Black => -1,
    };
    from.try_offset(0, forward).map_or(BitBoard::EMPTY, Square::bitboard)
}

/// Returns the position after a man has moved to `to` and captured any man there.
#[inline]
fn after(
    placement: &Placement,
    piece: Piece,
    from: Square,
    to: Square,
    becomes: Piece,
) -> Placement {
    let mut after = *placement;
    let (own, other) = (placement.side_to_move as usize, !placement.side_to_move as usize);
    after.men[own][piece as usize] ^= from.bitboard();
    after.men[own][becomes as usize] |= to.bitboard();
    for set in &mut after.men[other] {
        *set &= !to.bitboard();
    }
    after.side_to_move = !placement.side_to_move;
    after
}

/// Returns whether the side that has just moved is not in check.
#[inline]
fn is_allowed(after: &Placement) -> bool {
    !is_attacked(after, !after.side_to_move, occupied(after))
}

/// Returns whether the king of a side is attacked; the other king counts as an attacker.
#[inline]
fn is_attacked(placement: &Placement, side: Color, occupied: BitBoard) -> bool {
    let Some(king) = placement.men[side as usize][Piece::King as usize].next_square() else {
        return false;
    };
    let attackers = &placement.men[!side as usize];
    Piece::ALL.into_iter().any(|piece| {
        let men = attackers[piece as usize];
        // A man of this kind attacks the king if it is on a square that such a man of the king's
        // side would attack from the king's square.
        !men.is_empty() && !(BitBoard(attacks(piece, side, king, occupied.0)) & men).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, convert::Infallible};

    use drawproof_board::Board;

    use super::*;
    use crate::{
        endgame::{layout::Layout, material::NormalMaterial},
        probe::{en_passant_target, legal_moves},
    };

    /// The moves of the board crate are the definition.
    #[test]
    fn moves_are_those_of_the_board() {
        let mut compared = 0;
        for name in ["KQK", "KPK", "KRKN", "KPKP", "KBPKP", "KPPKQ"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let step = (layout.count() / 4_000) | 1;
            for index in (0..layout.count()).step_by(step) {
                for side in Color::ALL {
                    let placement = Placement::new(&layout, &layout.squares(index), side);
                    let board = placement.to_board();
                    let board = board.filter(|board| board.occupied().len() as usize == name.len());
                    assert_eq!(is_legal(&placement, name.len()), board.is_some());
                    let Some(board) = board else { continue };
                    assert_eq!(is_in_check(&placement), !board.checkers().is_empty());
                    compare(&placement, &board);
                    compared += 1;
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }

    fn compare(placement: &Placement, board: &Board) {
        let men = |board: &Board| board.occupied().len();
        let (mut conversions, mut quiet) = (BTreeSet::new(), BTreeSet::new());
        for mv in legal_moves(board) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            let fen = Placement::from(&after).to_fen();
            let is_conversion = men(&after) < men(board) || mv.promotion.is_some();
            if is_conversion {
                conversions.insert(fen);
            } else {
                quiet.insert((fen, en_passant_target(&after).is_some()));
            }
        }
        let mut found = BTreeSet::new();
        let noted = each_conversion(placement, |after| -> Result<(), Infallible> {
            assert!(found.insert(after.to_fen()), "twice");
            Ok(())
        });
        assert_eq!((found, noted), (conversions, Ok(())), "{board}");
        let mut found = BTreeSet::new();
        let noted = each_quiet(placement, |mv| -> Result<(), Infallible> {
            // A pawn that attacks the passed square may be pinned.
            let (after, may_be_taken) = match mv {
                Move::Quiet { after } => (after, false),
                Move::DoublePush { after, .. } => (after, true),
            };
            let fen = after.to_fen();
            let is_taken = may_be_taken && quiet.contains(&(fen.clone(), true));
            assert!(found.insert((fen, is_taken)), "twice");
            Ok(())
        });
        assert_eq!((found, noted), (quiet.clone(), Ok(())), "{board}");
    }
}
