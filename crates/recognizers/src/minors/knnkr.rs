//! King and two knights against king and rook. A draw, unless the rook wins a knight and the other
//! is too far from its king to hold alone, or a king is caught on the edge. The knights win only by
//! immediate mates.

use crate::geometry::*;
use crate::minors::two_minors::TwoMinors;
use crate::rule::draw_rule;

type View = TwoMinors<Knight, Knight>;

draw_rule! {
    /// King and two knights against king and rook.
    Knnkr, "KNNKR", View;
    "knight-hangs": "the weak side is to move and a knight hangs; the weak king is two squares \
        from the edge, or near one knight or both, or a knight is five squares from its king, \
        or the knights are on one line",
        "rook against knight is lost where the knight is far from its king; limits \
        fitted to the table",
        yes "8/5r2/8/8/5N1N/7k/8/K7 b - - 0 1",
        no "8/5r2/8/8/5N2/3N3k/8/K7 b - - 0 1" => |v| !v.strong_to_move && knight_hangs(v);
    "checked-knight-hangs": "the rook is on the strong king's line, and both knights hang, or \
        one does and one is five squares from its king",
        "a check gains the time to take a knight; limits fitted to the table",
        yes "1r3N2/8/8/8/8/8/1K1k3N/8 w - - 0 1",
        no "5N2/8/8/8/4r3/8/1K1k3N/8 w - - 0 1" => |v| {
            line_distance(v.strong_king, v.weak) == 0
                && match v.hanging().len() {
                    0 => false,
                    1 => v.minors_from(v.strong_king)[1] >= 5,
                    _ => true,
                }
        };
    "knight-on-king-line": "the weak side is to move, both knights are three squares from their \
        king, one of them on a line with it",
        "elementary tactics: pin and skewer by the rook",
        yes "8/7k/8/8/5r2/8/6N1/2K2N2 b - - 0 1",
        no "8/1N5k/8/8/5r2/8/6N1/2K5 b - - 0 1" => |v| {
            !v.strong_to_move && v.minors_from(v.strong_king)[0] >= 3 && v.on_king_lines() > 0
        };
    "knight-astray": "a knight is seven squares from its king, or both are three, with the weak \
        side to move and its king three squares from the corners; or one is seven squares from \
        it, with the weak king off the edge and at most six flights",
        "a knight alone against king and rook is hunted down; limits observed over all positions",
        yes "5N2/1N6/5k2/8/7r/8/8/K7 b - - 0 1",
        no "5N2/1N6/8/8/7r/8/5k2/K7 b - - 0 1" => knight_astray;
    "knights-astray": "the weak king is two squares from the edge, both knights are five squares \
        from their king, and none has a safe check",
        "the rook has a free hand; limits observed over all positions",
        yes "2N4r/8/8/8/3k4/7N/8/1K6 w - - 0 1",
        no "2N4r/8/8/8/3k4/8/8/1KN5 w - - 0 1" => |v| {
            edge_distance(v.weak_king) >= 2
                && v.minors_from(v.strong_king)[0] >= 5
                && !v.can_check()
        };
    "fork": "the weak king is off the edge, both knights are four squares from their king, and \
        the rook has a safe move that attacks two of king and loose knights",
        "elementary tactics: the fork, which the king is too far to parry",
        yes "8/1r6/8/8/7N/8/1K1k3N/8 w - - 0 1",
        no "8/1r6/8/2N5/7N/8/1K1k4/8 w - - 0 1" => |v| {
            edge_distance(v.weak_king) >= 1
                && v.minors_from(v.strong_king)[0] >= 4
                && v.rook_can_fork()
        };
    "knights-cornered": "both knights are in or next to corners, the weak king within four \
        squares of one and the kings four apart, or within three and a knight in the corner; \
        or a knight is in the corner, both are within five squares of the weak king and three \
        off their own",
        "a knight in the corner has two moves; limits fitted to the table",
        yes "6NN/6k1/4r3/8/8/2K5/8/8 w - - 0 1",
        no "6NN/8/4r3/8/8/2K5/8/6k1 w - - 0 1" => knights_cornered;
    "rook-checks": "the rook is on the strong king's line; the weak king is two squares from the \
        edge and the rook not attacked, or it is within three squares of a knight and the rook \
        does not hang",
        "the strong king has to leave its knights; limits fitted to the table",
        yes "5N2/8/3k4/8/8/8/1r1K2N1/8 w - - 0 1",
        no "5N2/8/8/8/k7/8/1r1K2N1/8 w - - 0 1" => |v| {
            line_distance(v.strong_king, v.weak) == 0
                && ((edge_distance(v.weak_king) >= 2 && v.rook_attackers() == 0)
                    || (v.minors_from(v.weak_king)[0] <= 3 && !v.rook_hangs()))
        };
    "knights-touch": "the knights touch each other, the weak king within two squares of one, the \
        rook three files and ranks from the strong king",
        "neither knight guards the other; limits observed over all positions",
        yes "8/r7/8/8/3N4/2N5/3K4/k7 w - - 0 1",
        no "8/8/4r3/8/3N4/2N5/3K4/k7 w - - 0 1" => |v| {
            v.minors_apart() <= 1
                && v.minors_from(v.weak_king)[0] <= 2
                && line_distance(v.strong_king, v.weak) >= 3
        };
    "kings-close": "the kings are two squares apart, and the weak one touches a knight, its side \
        to move, or is two squares from the edge with a knight hanging, or near a knight with \
        the rook on the strong king's line, or near both with at most one flight",
        "mating threats gain the time to take a knight; limits fitted to the table",
        yes "4r3/8/8/8/8/3KN3/4Nk2/8 b - - 0 1",
        no "4rk2/8/8/8/8/3KN3/4N3/8 b - - 0 1" => |v| v.kings() <= 2 && kings_close(v);
    "opposition": "the weak king is two squares from the edge, the kings are on one line, and \
        the strong one has at most two flights",
        "the opposition makes every check a mating threat; limits fitted to the table",
        yes "8/N7/8/8/8/3k4/3N1r2/3K4 w - - 0 1",
        no "8/N7/8/8/8/8/3N1r2/3K3k w - - 0 1" => |v| {
            edge_distance(v.weak_king) >= 2
                && line_distance(v.strong_king, v.weak_king) == 0
                && v.strong_flights() <= 2
        };
    "strong-corner": "the strong king is in a corner, the weak one within three squares, or four \
        with its side to move",
        "king and rook mate in the corner; limits fitted to the table",
        yes "8/3N4/8/1r6/8/3k4/4N3/K7 w - - 0 1",
        no "8/3N4/7k/1r6/8/8/4N3/K7 w - - 0 1" => |v| {
            corner_distance(v.strong_king) == 0 && v.kings() <= if v.strong_to_move { 3 } else { 4 }
        };
    "hunt-in-corner": "the strong king is in or next to a corner, a knight too, and the rook \
        within two squares of a knight",
        "knights beside a corner run out of squares; limits fitted to the table",
        yes "8/8/8/1k6/8/N7/6r1/1K5N b - - 0 1",
        no "8/4r3/8/1k6/8/N7/8/1K5N b - - 0 1" => |v| {
            corner_distance(v.strong_king) <= 1
                && v.minors_from(v.weak)[0] <= 2
                && corner_distance(v.first).min(corner_distance(v.second)) <= 1
        };
    "strong-edge": "the strong king is on the edge, the weak one within three squares and to \
        move, or within two and the corner next",
        "king and rook mate on the edge; limits fitted to the table",
        yes "8/8/7r/4N3/8/1k2N3/8/1K6 b - - 0 1",
        no "8/8/7r/3KN3/8/1k2N3/8/8 b - - 0 1" => |v| {
            edge_distance(v.strong_king) == 0
                && (v.kings() <= 2 && corner_distance(v.strong_king) <= 1
                    || v.kings() <= 3 && !v.strong_to_move)
        };
    "no-flight": "the weak king has no flight",
        "the mates by two knights",
        yes "8/4N3/8/8/8/8/r2N4/k1K5 w - - 0 1",
        no "8/4N3/8/8/8/8/r2N4/k4K2 w - - 0 1" => |v| v.flights() == 0;
}

fn knight_hangs(v: &View) -> bool {
    let [near, far] = v.minors_from(v.weak_king);
    !v.hanging().is_empty()
        && (edge_distance(v.weak_king) >= 2
            || v.minors_in_line()
            || near <= 2
            || far <= 3
            || v.minors_from(v.strong_king)[1] >= 5)
}

fn knight_astray(v: &View) -> bool {
    let [near, far] = v.minors_from(v.strong_king);
    let chased = !v.strong_to_move && corner_distance(v.weak_king) >= 3;
    (chased && (near >= 3 || far >= 7))
        || (far >= 7 && edge_distance(v.weak_king) >= 1 && v.flights() <= 6)
}

fn knights_cornered(v: &View) -> bool {
    let [a, b] = [corner_distance(v.first), corner_distance(v.second)];
    let [near, far] = v.minors_from(v.weak_king);
    let both = a.max(b) <= 1 && (near <= 4 && v.kings() >= 4 || near <= 3 && a.min(b) == 0);
    both || (a.min(b) == 0 && far <= 5 && v.minors_from(v.strong_king)[0] >= 3)
}

fn kings_close(v: &View) -> bool {
    let [near, far] = v.minors_from(v.weak_king);
    (near <= 1 && !v.strong_to_move)
        || (edge_distance(v.weak_king) >= 2 && !v.hanging().is_empty())
        || (near <= 2 && line_distance(v.strong_king, v.weak) == 0)
        || (far <= 4 && v.flights() <= 1)
}
