//! King and rook against king and pawn: mostly won by the rook. It is a draw if the rook must be
//! given for a pawn that has its king near and the weak king far.

use crate::bare_king::kpk::PawnView;
use crate::geometry::*;
use crate::pawns::pawn_hunt::PawnHunt;
use crate::rule::{Siege, draw_rule};

type View = PawnHunt<Rook>;

draw_rule! {
    /// King and rook against king and pawn.
    Krkp, "KRKP", View;

    "rook-holds": "the rook's side is to move, and the pawn is not so far, so well escorted and the rook's \
        king not so late that the rook must give itself for it",
        "endgame theory, its limits fitted over all positions: the race of the rook's king against the escorted pawn",
        yes "k7/1R6/8/1p6/8/8/8/3K4 w - - 0 1", no "k7/1R6/8/1p6/8/8/8/3K4 b - - 0 1" => |v| !v.strong_to_move() && !must_give_rook(v);
    "rook-untaken": "the pawn's side is to move, its pawn not yet on the seventh rank, and neither can it take the rook for a drawn pawn ending \
        nor move to where the rook must give itself for the pawn",
        "endgame theory, its limits fitted over all positions: the race of the rook's king against the escorted pawn",
        yes "8/1R6/p7/8/8/K7/5k2/8 b - - 0 1", no "k7/1R6/p7/8/8/K7/8/8 b - - 0 1" => |v| {
            v.strong_to_move()
                && v.pawns.ranks_to_go() > 1
                && !v.capture_draws().unwrap_or_else(|| reaches_race(v))
        };
    "promotes": "the pawn's side is to move with its pawn on the seventh rank, and the rook is not left with taking \
        the queen that its king takes back",
        "the pawn may promote and its queen win against the rook",
        yes "3R4/8/8/8/8/5k2/1p6/3K4 b - - 0 1", no "3R4/8/8/8/2p5/5k2/8/3K4 b - - 0 1" => |v| {
            v.strong_to_move() && v.pawns.ranks_to_go() <= 1 && !queen_is_exchanged(v) && !checked_from_afar(v)
        };
    "pawn-may-win": "the pawn's side is to move with its pawn on the sixth rank, the rook's king outside the \
        square, or its own king next to the pawn and the rook too, or the rook one rank from that king and the \
        rook's king above, or rook and king at the other edge",
        "a rook that stops the pawn too late, or is cut off, loses to the queen",
        yes "3R4/2k5/8/8/3K4/1p6/8/8 b - - 0 1", no "3R4/2k5/8/p7/3K4/8/8/8 b - - 0 1" => |v| v.strong_to_move() && v.pawns.ranks_to_go() == 2 && pawn_may_win(v);
    "defended-from-below": "the pawn's side is to move with its pawn on the sixth rank; the rook is four ranks \
        below and its king, within two squares on its line, near the pawn's file, or that king is five ranks \
        below and the rook, on the next file, within two squares of the pawn's king",
        "the rook's own king is in its way, or the pawn's king drives the rook off with gain of time; \
        limits fitted to the table",
        yes "8/1KR5/8/8/8/p7/1k6/8 b - - 0 1", no "8/1K2R3/8/8/8/p7/1k6/8 b - - 0 1" => |v| v.strong_to_move() && v.pawns.ranks_to_go() == 2 && defended_from_below(v);
}

/// Returns whether, with the pawn's side to move and the pawn on the seventh rank, the pawn
/// promotes, the rook captures the queen and the king recaptures. No man can be captured before.
fn queen_is_exchanged(v: &View) -> bool {
    let p = &v.pawns;
    let promotion = p.promotion();
    let without_pawn = v.occupied() ^ set(p.pawn);
    adjacent(p.strong_king, promotion)
        && !adjacent(p.weak_king, promotion)
        && !v.occupied().has(promotion)
        && !v.man_hangs()
        && rook_attacks(v.man, without_pawn).has(promotion)
        && !rook_attacks(v.man, v.occupied()).has(p.strong_king)
}

/// Returns whether the rook may fail to stop a pawn on the sixth rank, with the pawn's side to
/// move.
fn pawn_may_win(v: &View) -> bool {
    let p = &v.pawns;
    let by_rook = rook_attacks(v.man, v.occupied());
    (p.late() >= 1 && p.promotion_distances().1 <= 3 && !by_rook.has(p.strong_king))
        || (p.escort() <= 1 && v.man_distance() <= 1)
        || (p.escort() <= 1
            && p.weak_king.rank() >= Rank::Sixth
            && rank_distance(p.strong_king, v.man) == 1)
        || (file_distance(p.weak_king, p.pawn) == 7 && file_distance(v.man, p.pawn) == 7)
}

/// Returns whether rook or king, far below, may be too slow against a pawn on the sixth rank, with
/// the pawn's side to move.
fn defended_from_below(v: &View) -> bool {
    let p = &v.pawns;
    let in_the_way = v.man_ahead() <= -4
        && distance(p.weak_king, v.man) <= 2
        && file_distance(p.weak_king, p.pawn) <= 2
        && rook_attacks(v.man, v.occupied()).has(p.weak_king);
    let driven_off = ranks_ahead(p.weak_king, p.pawn) <= -5
        && file_distance(v.man, p.pawn) == 1
        && distance(p.strong_king, v.man) <= 2;
    in_the_way || driven_off
}

/// Returns whether, with the rook's side to move, its king is too late and the pawn is escorted, so
/// that the rook must be given for the pawn.
fn must_give_rook(v: &View) -> bool {
    let p = &v.pawns;
    let (strong, weak) = p.promotion_distances();
    let attacked = rook_attacks(v.man, v.occupied()).has(p.pawn);
    if p.late() >= 1 && king_is_ahead(v) {
        true
    } else if p.escort() <= 1 {
        (p.late() >= 5
            && distance(p.strong_king, v.man) >= 3
            && !rook_attacks(v.man, v.occupied()).has(p.weak_king))
            || (p.late() >= 4 && v.man_ahead() >= 0 && v.man_to_promotion() >= 1)
            || (p.ranks_to_go() <= 2 && weak >= strong + 5 && strong < p.pawn_moves())
            || (p.ranks_to_go() >= 3 && p.escort_front() >= 1 && weak >= strong + 5)
            || (ranks_ahead(p.weak_king, p.pawn) <= -5
                && v.man_to_promotion() >= 4
                && distance(p.weak_king, v.man) >= 2)
    } else {
        !attacked && p.escort_front() <= 1 && p.late() >= 4
    }
}

/// Returns whether, with the rook's side to move, the pawn's king is beside or in front of its pawn
/// and much nearer to the promotion square than the rook's king. The rook is then too slow from the
/// pawn's file, from in front of the pawn, or from far away.
fn king_is_ahead(v: &View) -> bool {
    let p = &v.pawns;
    let (strong, weak) = p.promotion_distances();
    let spare = weak as i8 - strong as i8 - p.pawn_moves() as i8;
    let files = file_distance(v.man, p.pawn);
    let beside = p.escort() <= 1
        && ((spare >= 3 && files == 0)
            || (spare >= 1 && files == 0 && v.man_ahead() > 0)
            || (spare >= 2 && ranks_ahead(p.weak_king, p.pawn) >= 2)
            || (p.lead() >= 5 && files >= 3)
            || (p.late() >= 5 && p.pawn_moves() >= 2));
    let before = p.escort_front() == 0
        && ((spare >= 3
            && (file_edge_distance(p.pawn) >= 2 || distance(p.weak_king, p.pawn) >= 4))
            || (weak >= strong + 5 && file_edge_distance(p.pawn) >= 1));
    beside || before
}

/// Returns whether the pawn's side, to move, has a move after which the rook must be given for the
/// pawn.
fn reaches_race(v: &View) -> bool {
    let p = v.pawns;
    let after = |strong_king, pawn| {
        must_give_rook(&v.with(PawnView { strong_to_move: false, strong_king, pawn, ..p }))
    };
    let covered = rook_attacks(v.man, v.occupied() ^ set(p.strong_king));
    let steps = king_attacks(p.strong_king) & !king_attacks(p.weak_king) & !covered & !set(p.pawn);
    if steps.into_iter().any(|to| after(to, p.pawn)) {
        return true;
    }
    let step = front(p.pawn);
    !covered.has(p.strong_king) && !v.occupied().has(step) && after(p.strong_king, step)
}

/// Returns whether the rook gives check from a distance of at least three, and the king has a step
/// after which the rook must be given for the pawn.
fn checked_from_afar(v: &View) -> bool {
    rook_attacks(v.man, v.occupied()).has(v.pawns.strong_king)
        && distance(v.pawns.strong_king, v.man) >= 3
        && !v.man_hangs()
        && reaches_race(v)
}
