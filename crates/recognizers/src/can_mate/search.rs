//! Whether a colour can still mate: a test of its men, then a search of a few plies of legal moves.

use super::{
    attacks::{attacks, king_moves},
    moves::{after, is_illegal, singles, targets},
};
use crate::position::Position;

/// A line of this many plies counts as one that goes on.
const PLIES: u32 = 6;

/// The most positions of a search. A search that reaches the limit counts as one that found a line.
const POSITIONS: u32 = 200;

/// Returns whether `colour` (0 = White) can still mate by some legal moves of both sides.
pub fn can_mate(position: &Position, colour: usize) -> bool {
    has_material(position, colour) && goes_on(position, colour, PLIES, &mut { POSITIONS })
}

/// Returns whether neither colour can still mate by any legal moves of both sides.
pub fn is_dead(position: &Position) -> bool {
    !can_mate(position, 0) && !can_mate(position, 1)
}

/// Returns whether `colour` has men that can mate. These men cannot:
/// - a king without another man.
/// - a knight alone against queens. Let the king be on a1 and the knight on b3. The other king
///   cannot cover all of a2, b1 and b2 without being adjacent. So a queen stands on one of them; it
///   captures the knight, or the queen on b2 captures in place of one on b1.
/// - bishops of one square colour, if there are no pawns, knights, or bishops of the other square
///   colour. Let the king be on a1 and the check come over b2. The other king cannot cover both a2
///   and b1 without being adjacent. So a rook or queen stands on one of them. Bishops cannot pin
///   it, and it interposes on b2. A double check would mate a king between two rooks or queens, but
///   no move gives it.
fn has_material(position: &Position, colour: usize) -> bool {
    const DARK: u64 = 0xaa55aa55aa55aa55;
    let [pawns, knights, bishops, rooks, queens, kings] = position.kind;
    let [men, others] = [colour, 1 - colour].map(|side| position.colour[side] & !kings);
    let several = |set: u64| set & set.wrapping_sub(1) != 0;
    if men & (pawns | rooks | queens) != 0 {
        return true;
    }
    if men & knights != 0 {
        return several(men) || others & !queens != 0;
    }
    let of_one_colour = bishops & DARK == 0 || bishops & !DARK == 0;
    let is_between = several(men) && several(others & !bishops);
    men != 0 && (!of_one_colour || pawns | knights != 0 || is_between)
}

/// Returns the squares that the men of a side attack.
fn attacked(position: &Position, side: usize) -> u64 {
    let occupied = position.colour[0] | position.colour[1];
    (0..6).fold(0, |set, kind| {
        let men = singles(position.kind[kind] & position.colour[side]);
        men.fold(set, |set, man| set | attacks(kind + 8 * side, man, occupied))
    })
}

/// Returns whether legal moves lead to mate by `colour`, or go on for `plies` plies while `colour`
/// has men that can mate. Also returns `true` when `left`, the number of positions left, is used
/// up.
fn goes_on(position: &Position, colour: usize, plies: u32, left: &mut u32) -> bool {
    if plies == 0 || *left == 0 {
        return true;
    }
    *left -= 1;
    let mover = usize::from(position.side_to_move & 1);
    let taken = position.colour[0] | position.colour[1];
    let [by_mover, by_other] = [mover, 1 - mover].map(|side| attacked(position, side));
    let king = |side: usize| position.kind[5] & position.colour[side];
    let is_checked = by_other & king(mover) != 0;
    // Each king can step to an empty square: with up to four men a mate is then always possible.
    if !is_checked
        && king_moves(king(mover)) & !(taken | by_other) != 0
        && king_moves(king(1 - mover)) & !(taken | by_mover) != 0
    {
        return true;
    }
    let mut can_move = false;
    for man in (0..6).rev() {
        for from in singles(position.kind[man] & position.colour[mover]) {
            for to in singles(targets(position, man, from)) {
                let promotes = man == 0 && to & 0xff000000000000ff != 0;
                for kind in if promotes { 1..=4 } else { man..=man } {
                    let after = after(position, man, from, to, kind);
                    if is_illegal(&after) {
                        break;
                    }
                    can_move = true;
                    if has_material(&after, colour) && goes_on(&after, colour, plies - 1, left) {
                        return true;
                    }
                }
            }
        }
    }
    !can_move && is_checked && mover != colour
}
