//! The classes of the positions of a word, as of [`class_of`](super::class_of): most lanes as sets.

use drawproof_board::{
    BitBoard, Color, PROMOTIONS, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};
use drawproof_recognizers::Position;
use drawproof_tables::census::for_each_lane;

use super::{batch::Batch, class::Class, conversions::Conversions, values::WordValues};

/// The facts that decide the class of a position besides its men.
#[derive(Clone, Copy)]
struct Known {
    /// Whether the side to move is mated.
    is_mated: bool,
    /// Whether only a draw is possible.
    is_drawn: bool,
    /// Whether every move keeps the truth.
    is_settled: bool,
    /// Whether the side to move, and whether the other side, may win.
    winners: [bool; 2],
}

impl Known {
    /// Returns the known properties of the positions in the lanes of a word.
    fn of_word(values: WordValues, side: Color) -> impl Fn(usize) -> Known {
        let results = values.results(side, u64::MAX);
        let sets = [values.mated(side), results.drawn(), values.settled(results)];
        move |lane| {
            let is_in = |set: u64| set >> lane & 1 != 0;
            let [is_mated, is_drawn, is_settled] = sets.map(is_in);
            let winners = [results.win, results.loss].map(is_in);
            Known { is_mated, is_drawn, is_settled, winners }
        }
    }
}

/// Returns the class of a legal position of a word.
fn class_in_word(position: &Position, known: Known, conversions: &Conversions) -> Class {
    let us = position.stm();
    if known.is_mated {
        Class::Over
    } else if is_attacked(position, king(position, us), !us) {
        Class::InCheck
    } else {
        class_without_check(position, known, conversions)
    }
}

/// Returns the [`class_in_word`] of a position that is neither mate nor check.
fn class_without_check(position: &Position, known: Known, conversions: &Conversions) -> Class {
    let us = position.stm();
    let [own, other] = known.winners;
    let keeps_result = |made: &Made| {
        let after = || conversions.winners(&made.after, us, made.captured, made.promoted);
        known.is_settled || after() == [other, own]
    };
    if has_conversion(position, known.is_settled, keeps_result) {
        Class::Tactical
    } else if known.is_drawn && !has_legal_move(position) {
        Class::Over
    } else {
        Class::Quiet
    }
}

/// Returns the lanes of each class among `lanes` of a batch with these values.
pub(crate) fn classes_of(
    batch: &Batch,
    lanes: u64,
    values: WordValues,
    conversions: &Conversions,
) -> [u64; Class::COUNT] {
    let side = batch.base().stm();
    let (mated, drawn) = (values.mated(side), values.results(side, lanes).drawn());
    let known = Known::of_word(values, side);
    let mut classes = [0; Class::COUNT];
    classes[Class::Over as usize] = mated & lanes;
    let open = lanes & !mated;
    if batch.man().piece == Piece::King {
        // The sets below take the kings from `base`.
        for_each_lane(open, |lane| {
            let class = class_in_word(&batch.position(lane), known(lane), conversions);
            classes[class as usize] |= 1 << lane;
        });
    } else {
        let in_check = in_check(batch) & open;
        classes[Class::InCheck as usize] = in_check;
        let quiet = open & !in_check & !drawn & !may_convert(batch);
        classes[Class::Quiet as usize] = quiet;
        for_each_lane(open & !(in_check | quiet), |lane| {
            let class = class_without_check(&batch.position(lane), known(lane), conversions);
            classes[class as usize] |= 1 << lane;
        });
    }
    classes
}

/// Returns the class of the position in a lane. `classes` is the result of [`classes_of`], which
/// must have been asked about the lane.
pub(crate) fn class_in_lane(classes: &[u64; Class::COUNT], lane: usize) -> Class {
    let is_of = |class: &Class| classes[*class as usize] >> lane & 1 != 0;
    Class::ALL.into_iter().find(is_of).expect("the lane has a class")
}

/// Returns the lanes of a batch in which the side to move is in check, mates included.
pub(super) fn in_check(batch: &Batch) -> u64 {
    let (base, man) = (batch.base(), batch.man());
    let us = base.stm();
    if man.piece == Piece::King {
        let mut lanes = 0;
        batch.for_each(|lane, position| {
            let is_attacked = is_attacked(position, king(position, us), !us);
            lanes |= u64::from(is_attacked) << lane;
        });
        return lanes;
    }
    let king = king(base, us);
    let mut lanes = 0;
    if man.color != us {
        lanes = batch.lanes_on(attacks(base, man.piece, king));
    }
    // Men of `base` that give check, unless the other man stands between them and the king.
    for piece in Piece::ALL {
        let from = match piece {
            Piece::Pawn => get_pawn_attacks(king, us),
            _ => attacks(base, piece, king),
        };
        for checker in from & men(base, !us, piece) {
            lanes |= batch.lanes() & !batch.lanes_on(get_between_rays(checker, king));
        }
    }
    lanes
}

/// Returns the lanes of a batch, among them all in which the side to move, not in check, has a
/// capture or promotion; its kings are in `base`.
fn may_convert(batch: &Batch) -> u64 {
    let (base, man) = (batch.base(), batch.man());
    let us = base.stm();
    let pawns = men(base, us, Piece::Pawn);
    let seventh = Rank::Seventh.relative_to(us).bitboard();
    let targets = BitBoard(base.colour[!us as usize] & !base.kind[Piece::King as usize]);
    let mut attacked = BitBoard::EMPTY;
    for piece in Piece::ALL {
        for from in men(base, us, piece) {
            attacked |= match piece {
                Piece::Pawn => get_pawn_attacks(from, us),
                _ => attacks(base, piece, from),
            };
        }
    }
    let by_others = !attacked.is_disjoint(targets);
    if by_others || base.en_passant < 64 || !pawns.is_disjoint(seventh) {
        return batch.lanes();
    }
    if man.color != us {
        return batch.lanes_on(attacked);
    }
    let squares = targets.into_iter().map(|target| attacks(base, man.piece, target));
    batch.lanes_on(squares.fold(BitBoard::EMPTY, |all, set| all | set))
}

/// A capture, a promotion, or both, and the position after it.
struct Made {
    after: Position,
    captured: Option<Piece>,
    promoted: Option<Piece>,
}

/// Returns whether `accept` accepts a legal capture or promotion of the side to move, which is not
/// in check. If `accepts_all`, it accepts every one.
fn has_conversion(
    position: &Position,
    accepts_all: bool,
    mut accept: impl FnMut(&Made) -> bool,
) -> bool {
    let us = position.stm();
    let foe = BitBoard(position.colour[!us as usize]);
    let last_rank = Rank::Eighth.relative_to(us);
    // A man that stands on no line with its king is not pinned.
    let own_king = king(position, us);
    let lines = get_rook_rays(own_king) | get_bishop_rays(own_king) | own_king.bitboard();
    let mut is_accepted = |piece, from: Square, to: Square, promoted| {
        let may_be_illegal = lines.has(from) || position.en_passant < 64;
        if accepts_all && !may_be_illegal {
            return true;
        }
        let made = made(position, piece, from, to, promoted);
        (!may_be_illegal || is_legal(&made.after, us)) && accept(&made)
    };
    for pawn in men(position, us, Piece::Pawn) {
        let passed = Square::try_index(position.en_passant.into());
        let passed = passed.map_or(BitBoard::EMPTY, Square::bitboard);
        let captures = get_pawn_attacks(pawn, us) & (foe | passed);
        let pushes = push(position, pawn, us) & last_rank.bitboard();
        for to in captures | pushes {
            let found = if to.rank() == last_rank {
                // A queen keeps the result most often.
                PROMOTIONS
                    .iter()
                    .rev()
                    .any(|&promoted| is_accepted(Piece::Pawn, pawn, to, Some(promoted)))
            } else {
                is_accepted(Piece::Pawn, pawn, to, None)
            };
            if found {
                return true;
            }
        }
    }
    Piece::ALL[1..].iter().any(|&piece| {
        men(position, us, piece).into_iter().any(|from| {
            let captures = attacks(position, piece, from) & foe;
            captures.into_iter().any(|to| is_accepted(piece, from, to, None))
        })
    })
}

/// Returns the lanes of a batch in which mate or stalemate is on the board, without the tables that
/// [`classes_of`] needs. `values` are the batch's values; `in_check` are the lanes with the side to
/// move in check.
pub(super) fn over(batch: &Batch, in_check: u64, values: WordValues) -> u64 {
    let side = batch.base().stm();
    let mut lanes = values.mated(side);
    let may_be_stalemate = values.results(side, u64::MAX).drawn() & !in_check;
    batch.for_each(|lane, position| {
        let is_stalemate = may_be_stalemate >> lane & 1 != 0 && !has_legal_move(position);
        lanes |= u64::from(is_stalemate) << lane;
    });
    lanes
}

/// Returns whether the side to move, which is not in check, has a legal move.
fn has_legal_move(position: &Position) -> bool {
    let us = position.stm();
    let empty = !BitBoard(position.colour[0] | position.colour[1]);
    let is_legal_move =
        |piece, from, to| is_legal(&made(position, piece, from, to, None).after, us);
    // Not in check, a double push is legal only where the single push is.
    let mut pawns = men(position, us, Piece::Pawn).into_iter();
    Piece::ALL[1..].iter().rev().any(|&piece| {
        men(position, us, piece).into_iter().any(|from| {
            let to = attacks(position, piece, from) & empty;
            to.into_iter().any(|to| is_legal_move(piece, from, to))
        })
    }) || pawns.any(|from| {
        push(position, from, us).into_iter().any(|to| is_legal_move(Piece::Pawn, from, to))
    }) || has_conversion(position, true, |_| true)
}

/// Returns the square before a pawn, if it is empty.
fn push(position: &Position, pawn: Square, us: Color) -> BitBoard {
    let ahead = match us {
        Color::White => pawn.bitboard().0 << 8,
        Color::Black => pawn.bitboard().0 >> 8,
    };
    BitBoard(ahead & !(position.colour[0] | position.colour[1]))
}

/// Returns the position after a move of the side to move, legal or not.
#[inline]
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
    let captured = if position.colour[!us as usize] >> at as u8 & 1 != 0 {
        Piece::ALL.into_iter().find(|&piece| position.kind[piece as usize] >> at as u8 & 1 != 0)
    } else {
        None
    };
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

/// [`Position::men`], inlined: this module calls it for every incorrect claim.
#[inline(always)]
fn men(position: &Position, color: Color, piece: Piece) -> BitBoard {
    BitBoard(position.colour[color as usize] & position.kind[piece as usize])
}

/// Returns the square of a side's king.
#[inline(always)]
fn king(position: &Position, color: Color) -> Square {
    men(position, color, Piece::King).next_square().expect("each side has a king")
}

/// Returns whether the king of `us`, who has just moved, is not attacked.
fn is_legal(after: &Position, us: Color) -> bool {
    !is_attacked(after, king(after, us), !us)
}

/// Returns the squares that a man other than a pawn attacks or defends.
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

/// Returns whether a man of `by` attacks a square.
fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
    let men = |piece| men(position, by, piece);
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
