//! King and queen against king and rook: won, but for a queen that must give itself for the rook.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::draw_rule;

type View = Duel<Queen, Rook>;

draw_rule! {
    /// King and queen against king and rook: the exchanges of queen for rook.
    Kqkr, "KQKR", View;

    "queen-free": "the queen is to move, and no rook pins it, checks it away or skewers it for a \
        recapture",
        "endgame theory: the queen wins unless the rook catches it at once",
        yes "1k6/8/8/8/6Q1/8/4r3/3K4 w - - 0 1", no "1k6/8/8/8/6Q1/8/4r3/3K4 b - - 0 1" => |v| v.strong_to_move && fate(v) != Fate::Traded;
    "queen-out-of-reach": "the rook's side is to move and can neither exchange its rook for the queen \
        nor force that with its next move, nor is it stalemated",
        "endgame theory: the queen wins unless the rook catches it at once",
        yes "8/1r6/4k3/8/2Q5/2K5/8/8 b - - 0 1", no "8/8/4k3/8/2Q1r3/2K5/8/8 b - - 0 1" => |v| {
            !v.strong_to_move
                && !exchanges(v)
                && !v.stalemate()
                && !v.queen_hunts().any(|after| fate(&after) == Fate::Traded)
        };
    "queen-for-nothing": "the rook's side is to move and wins the queen for nothing, at once or by a \
        skewer",
        "the rook's side then wins",
        yes "8/6Q1/8/8/8/6r1/1K5k/8 b - - 0 1", no "7K/6Q1/8/8/8/6r1/7k/8 b - - 0 1" => |v| {
            !v.strong_to_move
                && (takes_for_nothing(v)
                    || v.queen_hunts().any(|after| fate(&after) == Fate::Lost))
        };
    "mated-on-edge": "the rook's side is to move, the queen's king is on the edge and the kings are at \
        most two squares apart",
        "the rook may mate, or win the queen by the threat; limits fitted to the table",
        yes "8/8/Q7/8/2r5/1k6/8/K7 b - - 0 1", no "8/K7/Q7/8/2r5/1k6/8/8 b - - 0 1" => |v| {
            !v.strong_to_move && edge_distance(v.strong_king) == 0 && v.kings() <= 2
        };
}

/// What becomes of a queen whose side is to move.
#[derive(PartialEq, Eq)]
enum Fate {
    /// No tactic shows.
    Free,
    /// It goes for the rook: bare kings.
    Traded,
    /// It goes for nothing.
    Lost,
}

/// Queen to move: pinned or forked by a guarded rook it is traded; skewered behind its king it is
/// traded if the king can step beside it, else lost.
fn fate(v: &View) -> Fate {
    let (king, queen, rook) = (v.strong_king, v.strong, v.weak);
    if line_distance(king, rook) > 0 {
        return Fate::Free;
    }
    let occupied = v.occupied();
    let guarded = adjacent(v.weak_king, rook);
    let seen = rook_attacks(rook, occupied);
    if !seen.has(king) {
        let pinned = seen.has(queen) && rook_attacks(rook, occupied ^ set(queen)).has(king);
        return if pinned && guarded { Fate::Traded } else { Fate::Free };
    }
    let touches = adjacent(king, rook);
    let by_queen = queen_attacks(queen, occupied).has(rook);
    if (touches && (!guarded || by_queen)) || (by_queen && !guarded) {
        return Fate::Free;
    }
    let covered = rook_attacks(rook, occupied ^ set(king));
    if !covered.has(queen) {
        return Fate::Free;
    }
    let flights = king_attacks(king) & !covered & !king_attacks(v.weak_king) & !set(queen);
    let retaken = !(flights & king_attacks(queen)).is_empty() && !adjacent(v.weak_king, queen);
    if !retaken && !by_queen { Fate::Lost } else { Fate::Traded }
}

/// The rook can take the queen, and the king takes back.
fn exchanges(v: &View) -> bool {
    rook_attacks(v.weak, v.occupied()).has(v.strong) && retakes(v)
}

/// The strong king can take back a rook that takes the queen.
fn retakes(v: &View) -> bool {
    adjacent(v.strong_king, v.strong) && !adjacent(v.weak_king, v.strong)
}

fn takes_for_nothing(v: &View) -> bool {
    let by_rook = rook_attacks(v.weak, v.occupied()).has(v.strong);
    v.flight_squares().has(v.strong) || (by_rook && !retakes(v))
}
