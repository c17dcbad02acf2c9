//! King, rook and knight against king and rook: a draw in the middle of the board if nothing hangs
//! and no tactics are near. Either side can win.

use crate::geometry::*;
use crate::rooks::rook_and_man::RookAnd;
use crate::rule::draw_rule;

type View = RookAnd<Knight>;

draw_rule! {
    /// King, rook and knight against king and rook.
    Krnkr, "KRNKR", View;
    "rook-hangs": "the weak rook can be taken, and its side is not to move or is in check",
        "elementary tactics: a hanging rook, with check, pin or mating threats",
        yes "8/5r2/2RN4/8/8/8/1K2k3/8 w - - 0 1", no "8/5r1N/2R5/8/8/8/1K2k3/8 w - - 0 1"
        => |v| v.rook_hangs() && (v.strong_to_move || v.weak_in_check() || v.rook_pinned());
    "fork": "the strong man can attack king and rook at once",
        "elementary tactics: the fork",
        yes "8/4k3/8/8/1N6/4r3/8/2KR4 w - - 0 1", no "8/8/8/8/1N6/4r2k/8/2KR4 w - - 0 1"
        => |v| v.strong_to_move && v.forks();
    "skewer": "the strong rook has a safe check on the line of the weak king and rook",
        "elementary tactics: the skewer",
        yes "8/N7/3k2r1/8/2R5/8/8/3K4 w - - 0 1", no "8/8/3k2r1/6N1/2R5/8/8/3K4 w - - 0 1"
        => |v| v.strong_to_move && v.skewers();
    "battery": "a strong man stands between another one and the weak king",
        "a discovered check gains the time to attack the rook",
        yes "8/8/k5NR/8/8/8/4r3/1K6 w - - 0 1", no "8/k7/6NR/8/8/8/4r3/1K6 w - - 0 1"
        => |v| v.strong_to_move && v.battery();
    "rooks-face": "the rooks attack each other with the strong side to move, or the strong rook \
        can be taken and its man may fall too",
        "the exchange decides what is left",
        yes "8/2N5/3k4/5R2/8/8/5r2/1K6 b - - 0 1", no "8/2N5/3k4/8/8/R7/5r2/1K6 b - - 0 1"
        => |v| v.rooks_face() && (v.strong_to_move || (!v.rook_guarded() && !v.loses_rook_only()));
    "unveil": "a strong man stands between another one and the weak rook",
        "its move discovers an attack on the rook",
        yes "8/r2N3R/4k3/8/8/8/3K4/8 w - - 0 1", no "8/r2N4/4k3/8/8/6R1/3K4/8 w - - 0 1"
        => |v| v.strong_to_move && v.unveils();
    "rook-touched": "the weak rook is touched by the strong king, or has few squares with a \
        strong man near",
        "domination: the rook runs out of squares; limits fitted to the table",
        yes "8/7R/8/k7/8/8/rN6/1K6 b - - 0 1", no "8/7R/8/k2N4/8/8/r7/1K6 b - - 0 1"
        => rook_touched;
    "strong-rook-touched": "the weak side is to move, its king touches the strong rook, and the knight does \
        not guard that or there is check",
        "the strong rook may fall; then rook against man can be won",
        yes "1N6/8/8/2r5/5R2/5k2/8/1K6 b - - 0 1", no "1N6/8/7R/2r5/8/5k2/8/1K6 b - - 0 1"
        => strong_rook_touched;
    "check-hits": "the weak king is in check and the weak rook attacked through it",
        "elementary tactics: the skewer has happened",
        yes "8/5r2/2N5/5k2/8/5R2/3K4/8 b - - 0 1", no "8/5r2/2N5/1R3k2/8/8/3K4/8 b - - 0 1"
        => |v| v.weak_in_check() && v.check_hits();
    "strong-check": "the strong king is in check with few flights, its rook touched, or the rooks on \
        opposite edges",
        "the strong rook may fall to the check, or the king's step uncovers tactics; limits \
        fitted to the table",
        yes "8/8/8/8/8/4R3/5k1N/K6r w - - 0 1", no "8/8/8/1r6/8/4R3/5k1N/K7 w - - 0 1"
        => strong_check;
    "strong-edge": "the strong king is on the edge, the weak one at most two squares away, or \
        three with a corner or a check",
        "the weak side, too, can mate on the edge; limits fitted to the table",
        yes "8/7R/8/1r3N2/8/3k4/8/3K4 b - - 0 1", no "8/7R/8/kr3N2/8/8/8/3K4 b - - 0 1"
        => strong_edge;
    "edge": "the weak king is on the edge and the strong king near",
        "endgame theory: the winning positions have the king on the edge; limits \
        fitted to the table",
        yes "8/2r5/1R6/3N4/8/3K4/8/3k4 b - - 0 1", no "K7/2r5/1R6/3N4/8/8/8/3k4 b - - 0 1"
        => edge;
    "corner": "the weak king is in or next to a corner, a strong king or man near",
        "endgame theory: mating threats in the corner; limits fitted to the table",
        yes "6k1/7N/8/8/8/6r1/8/3K1R2 w - - 0 1", no "8/7N/4k3/8/8/6r1/8/3K1R2 w - - 0 1"
        => corner;
    "few-flights": "the weak king has few flights",
        "mating threats gain time; limits fitted to the table",
        yes "5k2/8/3N4/8/1R6/4r3/2K5/8 w - - 0 1", no "3N1k2/8/8/8/1R6/4r3/2K5/8 w - - 0 1"
        => few_flights;
    "far-rooks": "the rooks are far apart and the weak king is on the edge, on its rook's line, \
        or in check",
        "the rook is too far to come between, and a check skewers it from afar; limits \
        fitted to the table",
        yes "6r1/8/8/2N5/7k/8/8/2K4R b - - 0 1", no "6r1/8/8/2N5/6k1/8/8/2K4R b - - 0 1"
        => far_rooks;
    "kings-close": "the kings are at most two squares apart, with the strong side to move or \
        another danger",
        "the opposition makes every check a mating threat; limits fitted to the table",
        yes "8/2R5/8/8/3K4/4rk2/8/6N1 b - - 0 1", no "8/2R5/8/8/3K4/4rk2/2N5/8 b - - 0 1"
        => |v| v.kings() <= 2 && (v.strong_to_move || v.weak_in_check());
    "taken-with-skewer": "the weak rook takes the unguarded man with check",
        "with the man the weak side may win the rook too",
        yes "8/8/3R4/8/1k6/3K4/8/3N3r b - - 0 1", no "1r6/8/3R4/8/1k6/3K4/8/3N4 b - - 0 1"
        => |v| !v.strong_to_move && v.taken_with_skewer();
    "rook-lame": "the weak rook has few squares and the strong king is near it or the weak king \
        on the edge",
        "domination: the rook runs out of squares; limits fitted to the table",
        yes "3R4/8/8/8/1rN1k3/8/1K6/8 w - - 0 1", no "3R4/8/8/8/1rN1k3/8/8/5K2 w - - 0 1"
        => rook_lame;
    "man-near-edge": "the weak king is on the edge and the strong man near or giving check",
        "endgame theory: the man shuts the king in on the edge; limits fitted to the table",
        yes "8/8/4r3/k7/8/1N6/1R6/1K6 b - - 0 1", no "k7/8/4r3/8/8/1N6/1R6/1K6 b - - 0 1"
        => |v| edge_distance(v.weak_king) == 0 && !v.strong_to_move && v.man_checks();
    "weak-skewers": "the weak rook can check with the unguarded strong rook behind the king, the \
        knight three squares off",
        "a skewer by the weak side; limits fitted to the table",
        yes "8/N7/8/r1k5/8/8/8/3K2R1 b - - 0 1", no "8/N3r3/8/2k5/8/8/8/3K2R1 b - - 0 1"
        => |v| !v.strong_to_move && distance(v.strong_king, v.man()) >= 3 && v.weak_skewers();
    "man-touched": "the weak side is to move, its king touches the man, and the man is needed or \
        cannot be kept",
        "with the man the weak side may win the rook too",
        yes "8/5r2/8/8/2k5/1N6/8/RK6 b - - 0 1", no "8/5r2/8/8/2k5/3N4/8/RK6 b - - 0 1"
        => man_touched;
    "knight-check": "the strong side is to move, the weak king is near the edge, the kings near \
        each other and the knight has a check",
        "a check is followed by a fork; limits fitted to the table",
        yes "r7/8/8/5R2/1k6/4N3/8/2K5 w - - 0 1", no "r7/4k3/8/5R2/8/4N3/8/2K5 w - - 0 1"
        => knight_check;
    "knight-astray": "the weak side is to move, the knight is six squares from its king, the \
        other king within three and the rook hampered",
        "the strong rook falls to a check, and the knight is far off; limits fitted to the table",
        yes "8/N7/1R6/8/5k2/1r6/8/3K4 b - - 0 1", no "8/8/1R6/1N6/5k2/1r6/8/3K4 b - - 0 1"
        => knight_astray;
    "guarded-check": "the knight gives check with few flights of the weak king, or guarded by \
        the rook from afar",
        "the check drives the king into a mating net; limits fitted to the table",
        yes "3r4/8/3N2R1/1k6/8/8/2K5/8 b - - 0 1", no "3r4/8/3N2R1/3k4/8/8/2K5/8 b - - 0 1"
        => guarded_check;
    "knight-far": "the knight is near the weak king and far from its own, the rooks on opposite \
        edges",
        "the weak side wins the strong rook by a skewer; limits fitted to the table",
        yes "8/6N1/8/4k3/r7/8/7R/3K4 b - - 0 1", no "8/6N1/8/4k3/r7/1K6/7R/8 b - - 0 1"
        => knight_far;
    "knight-beside-rook": "the strong side is to move and the knight stands near the rook, or a \
        king or rook has few squares",
        "a check is followed by a fork; limits fitted to the table",
        yes "2r5/8/8/8/3k4/6N1/4R3/3K4 w - - 0 1", no "1r6/8/8/8/3k4/6N1/4R3/3K4 w - - 0 1"
        => knight_beside_rook;
    "edge-guard": "the strong king guards its rook along the edge, the other king within four \
        squares, the knight three from it",
        "a check on the edge drives the guard away; limits fitted to the table",
        yes "8/8/8/6N1/3k4/r7/8/3KR3 b - - 0 1", no "8/8/6R1/6N1/3k4/r7/8/3K4 b - - 0 1"
        => edge_guard;
    "corner-knight": "the strong king is in a corner with the knight beside it, the weak side to \
        move",
        "the knight takes its own king's flight",
        yes "8/8/8/8/8/3rk3/1N6/KR6 b - - 0 1", no "8/8/4K3/8/8/3rk3/1N6/1R6 b - - 0 1"
        => corner_knight;
    "weak-battery": "the weak king stands between its rook and the strong king, its side to move",
        "its step discovers check and gains the time to take a man",
        yes "1r2N3/8/1k6/3R4/8/8/8/1K6 b - - 0 1", no "1r2N3/8/1k6/3R4/5K2/8/8/8 b - - 0 1"
        => weak_battery;
}

fn rook_touched(v: &View) -> bool {
    if v.strong_to_move {
        adjacent(v.strong_king, v.weak)
    } else {
        (v.by_weak.len() <= 8
            && (adjacent(v.strong_king, v.weak)
                || adjacent(v.man(), v.weak)
                || (v.kings() <= 2 && adjacent(v.rook(), v.man()))))
            || v.by_weak.len() <= 5
            || (adjacent(v.strong_king, v.weak)
                && (adjacent(v.man(), v.weak)
                    || (v.by_weak.has(v.man()) && line_distance(v.rook(), v.man()) == 0)))
    }
}

fn strong_rook_touched(v: &View) -> bool {
    adjacent(v.weak_king, v.rook())
        && !v.strong_to_move
        && (!v.by_man().has(v.rook()) || v.weak_in_check())
}

fn strong_check(v: &View) -> bool {
    v.strong_in_check()
        && (v.strong_flights() <= 2
            || adjacent(v.weak_king, v.rook())
            || distance(v.rook(), v.weak) >= 7)
}

fn strong_edge(v: &View) -> bool {
    edge_distance(v.strong_king) == 0
        && v.kings() <= if corner_distance(v.strong_king) > 0 && !v.weak_in_check() { 2 } else { 3 }
}

fn edge(v: &View) -> bool {
    edge_distance(v.weak_king) == 0
        && v.kings() <= if v.strong_to_move || adjacent(v.strong_king, v.man()) { 3 } else { 2 }
}

fn corner(v: &View) -> bool {
    corner_distance(v.weak_king) <= 1
        && (v.kings() <= if v.strong_to_move { 4 } else { 3 }
            || v.man_checks()
            || (v.strong_to_move
                && distance(v.weak_king, v.man())
                    <= if corner_distance(v.weak_king) == 0
                        || line_distance(v.weak_king, v.man()) == 0
                        || edge_distance(v.man()) >= 2
                        || adjacent(v.rook(), v.weak)
                    {
                        4
                    } else {
                        3
                    }))
}

fn few_flights(v: &View) -> bool {
    v.flights()
        <= if v.strong_to_move {
            if line_distance(v.weak_king, v.rook()) >= 2 { 3 } else { 2 }
        } else if v.weak_in_check() {
            if v.kings() <= 3 { 3 } else { 2 }
        } else {
            1
        }
}

fn far_rooks(v: &View) -> bool {
    distance(v.rook(), v.weak) >= 6
        && if v.strong_to_move {
            edge_distance(v.weak_king) == 0 || line_distance(v.weak_king, v.weak) == 0
        } else {
            v.weak_in_check()
        }
}

fn rook_lame(v: &View) -> bool {
    v.strong_to_move
        && ((distance(v.strong_king, v.weak) <= 2 && v.by_weak.len() <= 10)
            || (edge_distance(v.weak_king) == 0 && v.by_weak.len() <= 9))
}

fn man_touched(v: &View) -> bool {
    !v.strong_to_move
        && adjacent(v.weak_king, v.man())
        && (line_distance(v.strong_king, v.weak) == 0
            || v.by_man().has(v.rook())
            || (distance(v.strong_king, v.man()) <= 2 && adjacent(v.rook(), v.man())))
}

fn knight_check(v: &View) -> bool {
    v.strong_to_move
        && edge_distance(v.weak_king) <= 1
        && v.kings() <= 3
        && !v.by_man().is_disjoint(knight_attacks(v.weak_king))
}

fn knight_astray(v: &View) -> bool {
    !v.strong_to_move
        && v.kings() <= 3
        && distance(v.strong_king, v.man()) >= 6
        && (v.by_rook().len() <= 11 || v.weak_in_check() || edge_distance(v.strong_king) == 0)
}

fn guarded_check(v: &View) -> bool {
    !v.strong_to_move
        && v.man_checks()
        && (v.flights() <= if distance(v.strong_king, v.weak) <= 2 { 4 } else { 3 }
            || (v.by_rook().has(v.man())
                && (distance(v.weak_king, v.rook()) >= 4 || v.kings() <= 3))
            || v.by_rook().len() <= 6)
}

fn knight_far(v: &View) -> bool {
    !v.strong_to_move
        && distance(v.strong_king, v.man()) >= 6
        && distance(v.weak_king, v.man()) <= 2
        && distance(v.rook(), v.weak) >= 7
}

fn knight_beside_rook(v: &View) -> bool {
    v.strong_to_move
        && ((adjacent(v.man(), v.weak) && v.by_rook().has(v.man()))
            || (distance(v.man(), v.weak) <= 2
                && v.flights() <= 4
                && line_distance(v.weak_king, v.rook()) >= 2)
            || (v.by_rook().len() <= 8 && v.flights() <= 4)
            || (v.kings() <= 3 && v.strong_flights() <= 2))
}

fn edge_guard(v: &View) -> bool {
    !v.strong_to_move
        && edge_distance(v.strong_king) == 0
        && distance(v.strong_king, v.man()) >= 3
        && adjacent(v.strong_king, v.rook())
        && line_distance(v.strong_king, v.rook()) == 0
        && v.kings() <= 4
}

fn corner_knight(v: &View) -> bool {
    !v.strong_to_move && corner_distance(v.strong_king) == 0 && adjacent(v.strong_king, v.man())
}

fn weak_battery(v: &View) -> bool {
    !v.strong_to_move
        && v.by_weak.has(v.weak_king)
        && between(v.weak, v.strong_king).has(v.weak_king)
}
