//! King and queen against king and pawn: won, but for a pawn that takes the queen or promotes in
//! time.

use crate::duel::Duel;
use crate::geometry::*;
use crate::pawns::pawn_hunt::PawnHunt;
use crate::queens::kqkq::Kqkq;
use crate::rule::{Siege, draw_rule};

type View = PawnHunt<Queen>;

draw_rule! {
    /// King and queen against king and pawn.
    Kqkp, "KQKP", View;

    "queen-to-move": "the queen's side is to move",
        "endgame theory: the queen wins, but for rook and bishop pawns on the seventh rank",
        yes "3Q4/2K5/8/1p6/8/2k5/8/8 w - - 0 1", no "3Q4/2K5/8/1p6/8/2k5/8/8 b - - 0 1" => |v| !v.strong_to_move();
    "queen-safe": "the pawn's side is to move, and does not draw by taking the queen or by promoting into a \
        drawn ending of queens",
        "the king and pawn ending must be a draw in its turn, and the queen ending too",
        yes "4k3/8/8/8/8/2K2p2/8/4Q3 b - - 0 1", no "3Qk3/8/8/8/8/2K2p2/8/8 b - - 0 1" => |v| v.strong_to_move() && !v.capture_draws().unwrap_or_else(|| promotes(v));
}

/// The pawn's side, to move and not in check, promotes, and the ending of queens is claimed drawn.
fn promotes(v: &View) -> bool {
    let p = &v.pawns;
    if p.ranks_to_go() > 1 || v.occupied().has(p.promotion()) {
        return false;
    }
    let without_pawn = v.occupied() ^ set(p.pawn);
    if queen_attacks(v.man, v.occupied()).has(p.strong_king)
        || queen_attacks(v.man, without_pawn | set(p.promotion())).has(p.strong_king)
    {
        return false;
    }
    Kqkq::draws(&Duel::of(true, [p.weak_king, v.man], [p.strong_king, p.promotion()]))
}
