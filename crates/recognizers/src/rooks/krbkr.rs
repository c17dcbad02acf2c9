//! King, rook and bishop against king and rook: a draw in the middle of the board if nothing hangs
//! and no tactics are near. Either side can win.

use crate::geometry::*;
use crate::rooks::rook_and_man::RookAnd;
use crate::rule::draw_rule;

type View = RookAnd<Bishop>;

draw_rule! {
    /// King, rook and bishop against king and rook.
    Krbkr, "KRBKR", View;
    "rook-hangs": "the weak rook can be taken, and its side is not to move or has no time to \
        save it",
        "elementary tactics: a hanging rook, with check, pin or mating threats",
        yes "8/2k5/8/6R1/6B1/5r2/8/2K5 w - - 0 1", no "8/2k5/8/6R1/8/5r2/5B2/2K5 w - - 0 1"
        => rook_hangs;
    "pin": "the weak king and rook are on one diagonal and the bishop can move onto it",
        "elementary tactics: pin and skewer by the bishop",
        yes "8/5B1R/8/8/6k1/8/4r3/2K5 w - - 0 1", no "8/5B1R/2r5/8/6k1/8/8/2K5 w - - 0 1"
        => |v| v.strong_to_move && v.pins();
    "skewer": "the strong rook has a safe check on the line of the weak king and rook",
        "elementary tactics: the skewer",
        yes "4r3/1B6/8/4k3/5R2/8/8/2K5 w - - 0 1", no "4r3/1B6/8/7k/5R2/8/8/2K5 w - - 0 1"
        => |v| v.strong_to_move && v.skewers();
    "battery": "a strong man stands between another one and the weak king",
        "a discovered check gains the time to attack the rook",
        yes "8/8/6kr/8/8/6B1/6R1/K7 w - - 0 1", no "8/8/5k1r/8/8/6B1/6R1/K7 w - - 0 1"
        => |v| v.strong_to_move && v.battery();
    "rooks-face": "the rooks attack each other with the strong side to move, or the strong rook \
        can be taken and its man may fall too",
        "the exchange decides what is left",
        yes "k7/8/6r1/8/8/8/2K3R1/6B1 b - - 0 1", no "k7/8/6r1/8/8/7B/2K3R1/8 b - - 0 1"
        => |v| v.rooks_face() && (v.strong_to_move || (!v.rook_guarded() && !v.loses_rook_only()));
    "unveil": "a strong man stands between another one and the weak rook",
        "its move discovers an attack on the rook",
        yes "4B3/8/2R5/8/r7/8/1K6/6k1 w - - 0 1", no "4B3/8/2R5/8/8/8/1K1r4/6k1 w - - 0 1"
        => |v| v.unveils();
    "rook-touched": "the weak rook is touched by the strong king, or has few squares with a man or both \
        kings near",
        "domination: the rook runs out of squares; limits fitted to the table",
        yes "B7/8/8/3R4/8/8/1r6/K6k b - - 0 1", no "B7/8/8/3R4/7r/8/8/K6k b - - 0 1"
        => rook_touched;
    "strong-rook-touched": "the weak side is to move, its king touches the strong rook, and no \
        man guards that, or there is check or a king next to it",
        "the strong rook may fall; then rook against man can be won",
        yes "8/B7/r7/8/4k3/3R4/8/3K4 b - - 0 1", no "8/B7/r7/2R5/4k3/8/8/3K4 b - - 0 1"
        => strong_rook_touched;
    "check-hits": "the weak king is in check and the weak rook attacked through it",
        "elementary tactics: the skewer has happened",
        yes "8/1R1k2r1/8/B7/8/8/2K5/8 b - - 0 1", no "8/3k2r1/8/B7/8/4R3/2K5/8 b - - 0 1"
        => |v| v.weak_in_check() && v.check_hits();
    "strong-check": "the strong king is in check with few flights, its rook touched, or its bishop in \
        the centre",
        "the strong rook may fall to the check, or the king's step uncovers tactics; limits \
        fitted to the table",
        yes "8/8/8/8/4k3/5R2/4B3/K3r3 w - - 0 1", no "8/2K5/8/8/4k3/5R2/4B3/4r3 w - - 0 1"
        => strong_check;
    "strong-edge": "the strong king is on the edge, the weak one at most two squares away, or three \
        from a corner",
        "the weak side, too, can mate on the edge; limits fitted to the table",
        yes "8/3R4/4r3/8/8/1k6/6B1/1K6 b - - 0 1", no "8/3R3k/4r3/8/8/8/6B1/1K6 b - - 0 1"
        => strong_edge;
    "edge": "the weak king is on the edge and the strong king near",
        "endgame theory: the winning positions have the king on the edge; limits \
        fitted to the table",
        yes "5R2/r7/3B4/8/k7/3K4/8/8 w - - 0 1", no "5R2/r7/3B4/8/k7/8/7K/8 w - - 0 1"
        => edge;
    "corner": "the weak king is in or next to a corner, a strong king or man near",
        "endgame theory: mating threats in the corner; limits fitted to the table",
        yes "8/5R2/6r1/1B6/3K4/8/8/k7 b - - 0 1", no "8/5R2/6r1/1B6/3K4/8/2k5/8 b - - 0 1"
        => corner;
    "few-flights": "the weak king has few flights",
        "mating threats gain time; limits fitted to the table",
        yes "2k5/1r6/3R4/B7/8/8/8/3K4 w - - 0 1", no "8/1r6/3R4/B7/5k2/8/8/3K4 w - - 0 1"
        => few_flights;
    "far-rooks": "the rooks are far apart and the weak king is on the edge, on its rook's line, \
        or in check",
        "the rook is too far to come between, and a check skewers it from afar; limits \
        fitted to the table",
        yes "6r1/8/8/8/6k1/8/6B1/K4R2 w - - 0 1", no "6r1/8/8/8/8/4k3/6B1/K4R2 w - - 0 1"
        => far_rooks;
    "kings-close": "the kings are at most two squares apart, with the strong side to move or \
        another danger",
        "the opposition makes every check a mating threat; limits fitted to the table",
        yes "8/8/5R2/8/4rkB1/3K4/8/8 b - - 0 1", no "8/8/5R2/8/4r1B1/1k1K4/8/8 b - - 0 1"
        => kings_close;
    "taken-with-skewer": "the weak rook takes the unguarded man with check",
        "with the man the weak side may win the rook too",
        yes "8/8/8/7k/8/7r/R2K3B/8 b - - 0 1", no "8/8/1r6/7k/8/8/R2K3B/8 b - - 0 1"
        => |v| !v.strong_to_move && v.taken_with_skewer();
    "rook-lame": "the weak rook has few squares and the strong king is near it or the weak king \
        on the edge",
        "domination: the rook runs out of squares; limits fitted to the table",
        yes "2R5/8/3rB1k1/8/3K4/8/8/8 w - - 0 1", no "2R5/8/1r2B1k1/8/3K4/8/8/8 w - - 0 1"
        => rook_lame;
    "man-near-edge": "the weak king is on the edge and the strong man near or giving check",
        "endgame theory: the man shuts the king in on the edge; limits fitted to the table",
        yes "8/6r1/8/8/5B1k/2K5/1R6/8 w - - 0 1", no "8/6r1/8/8/5B2/2K2k2/1R6/8 w - - 0 1"
        => man_near_edge;
    "man-touched": "the weak side is to move, its king touches the man, and the man is needed or \
        cannot be kept",
        "with the man the weak side may win the rook too",
        yes "8/8/7r/8/2R1k3/3B4/8/3K4 b - - 0 1", no "8/8/7r/8/B1R1k3/8/8/3K4 b - - 0 1"
        => man_touched;
    "bishop-on-diagonal": "the bishop stands on the weak king's diagonal, its side to move, or \
        on those of king and rook",
        "pins and discovered checks with the bishop behind",
        yes "1r6/2R5/8/8/5k2/8/2K4B/8 b - - 0 1", no "1r6/2R5/8/8/5k2/8/2K5/2B5 b - - 0 1"
        => bishop_on_diagonal;
    "bishop-central": "the strong side is to move, the weak king is near the edge and the bishop \
        central, far from it",
        "the bishop reaches both wings: a check is followed by a fork; limits fitted to the table",
        yes "8/8/6r1/3B4/8/7k/1K6/2R5 w - - 0 1", no "8/8/6r1/8/8/7k/BK6/2R5 w - - 0 1"
        => bishop_central;
    "weak-battery": "the weak king stands between its rook and the strong king, its side to move",
        "its step discovers check and gains the time to take a man",
        yes "8/1R6/1r6/8/2B5/1k6/8/1K6 b - - 0 1", no "8/1R6/1r6/6K1/2B5/1k6/8/8 b - - 0 1"
        => weak_battery;
}

fn rook_hangs(v: &View) -> bool {
    v.rook_hangs()
        && (v.strong_to_move
            || v.weak_in_check()
            || v.rook_pinned()
            || (v.by_man().has(v.weak) && edge_distance(v.weak_king) == 0))
}

fn rook_touched(v: &View) -> bool {
    if v.strong_to_move {
        adjacent(v.strong_king, v.weak)
    } else {
        (v.by_weak.len() <= 8
            && (adjacent(v.strong_king, v.weak) || adjacent(v.man(), v.weak) || v.kings() <= 2))
            || v.by_weak.len() <= 5
            || (adjacent(v.strong_king, v.weak)
                && (bishop_rays(v.man()).has(v.weak_king)
                    || distance(v.weak_king, v.weak) >= 4
                    || adjacent(v.man(), v.weak)))
    }
}

fn strong_rook_touched(v: &View) -> bool {
    adjacent(v.weak_king, v.rook())
        && !v.strong_to_move
        && (!v.by_man().has(v.rook()) || v.weak_in_check() || v.kings() <= 2)
}

fn strong_check(v: &View) -> bool {
    v.strong_in_check()
        && (v.strong_flights() <= 2
            || adjacent(v.weak_king, v.rook())
            || edge_distance(v.man()) >= 3)
}

fn strong_edge(v: &View) -> bool {
    edge_distance(v.strong_king) == 0
        && v.kings() <= if corner_distance(v.strong_king) > 0 { 2 } else { 3 }
}

fn edge(v: &View) -> bool {
    edge_distance(v.weak_king) == 0
        && v.kings()
            <= if v.strong_to_move {
                4
            } else if adjacent(v.strong_king, v.man())
                || v.weak_in_check()
                || line_distance(v.strong_king, v.weak_king) == 0
                || (line_distance(v.strong_king, v.weak_king) == 1
                    && edge_distance(v.strong_king) == 3)
            {
                3
            } else {
                2
            }
}

fn corner(v: &View) -> bool {
    corner_distance(v.weak_king) <= 1
        && (v.kings() <= if v.strong_to_move || corner_distance(v.weak_king) == 0 { 4 } else { 3 }
            || v.man_checks()
            || (v.strong_to_move && corner_distance(v.weak_king) == 0))
}

fn few_flights(v: &View) -> bool {
    v.flights()
        <= if v.strong_to_move
            || v.weak_in_check()
            || (v.kings() <= 3 && edge_distance(v.weak_king) == 0)
        {
            2
        } else {
            1
        }
}

fn far_rooks(v: &View) -> bool {
    (distance(v.rook(), v.weak) >= 6
        && if v.strong_to_move {
            edge_distance(v.weak_king) == 0 || line_distance(v.weak_king, v.weak) == 0
        } else {
            v.weak_in_check()
        })
        || (!v.strong_to_move
            && ((v.weak_in_check()
                && corner_distance(v.weak) <= 1
                && edge_distance(v.rook()) == 0)
                || (corner_distance(v.rook()) == 0 && distance(v.weak_king, v.rook()) <= 2)))
}

fn kings_close(v: &View) -> bool {
    v.kings() <= 2
        && (v.strong_to_move
            || v.weak_in_check()
            || corner_distance(v.rook()) <= 1
            || edge_distance(v.man()) >= 3)
}

fn rook_lame(v: &View) -> bool {
    v.strong_to_move
        && (distance(v.strong_king, v.weak) <= 2 || edge_distance(v.weak_king) == 0)
        && v.by_weak.len() <= 9
}

fn man_near_edge(v: &View) -> bool {
    edge_distance(v.weak_king) == 0
        && if v.strong_to_move {
            distance(v.weak_king, v.man()) <= 2 || adjacent(v.man(), v.weak)
        } else {
            v.man_checks()
        }
}

fn man_touched(v: &View) -> bool {
    !v.strong_to_move
        && adjacent(v.weak_king, v.man())
        && (line_distance(v.strong_king, v.weak) == 0
            || v.by_man().has(v.rook())
            || distance(v.strong_king, v.man()) <= 2)
}

fn bishop_on_diagonal(v: &View) -> bool {
    bishop_rays(v.man()).has(v.weak_king) && (v.strong_to_move || bishop_rays(v.man()).has(v.weak))
}

fn bishop_central(v: &View) -> bool {
    v.strong_to_move
        && edge_distance(v.man()) >= 2
        && distance(v.weak_king, v.man()) >= 4
        && edge_distance(v.weak_king) <= 1
        && (distance(v.rook(), v.man()) >= 3 || edge_distance(v.man()) == 3)
}

fn weak_battery(v: &View) -> bool {
    !v.strong_to_move
        && v.by_weak.has(v.weak_king)
        && between(v.weak, v.strong_king).has(v.weak_king)
}
