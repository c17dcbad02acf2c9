//! King, bishop and knight against king and rook. A draw, unless a check wins the rook, the rook
//! wins a minor piece and the other cannot hold alone, or a king is caught on the edge. Either side
//! can win.

use crate::geometry::*;
use crate::minors::two_minors::TwoMinors;
use crate::rule::draw_rule;

type View = TwoMinors<Bishop, Knight>;

draw_rule! {
    /// King, bishop and knight against king and rook.
    Kbnkr, "KBNKR", View;
    "rook-hangs": "the rook can be taken for nothing, with the strong side to move, or it is in \
        check and its king touches no minor piece, or it is on a diagonal with its king",
        "elementary tactics: a hanging rook; bishop and knight then mate",
        yes "8/3k4/8/N6B/8/1r6/3K4/8 w - - 0 1",
        no "8/3kr3/8/N6B/8/8/3K4/8 w - - 0 1" => rook_hangs;
    "bishop-hangs": "the bishop hangs, and the knight is four squares from its king or two from \
        the weak one, the weak side to move; or the rook is on the strong king's line and the \
        knight five squares from that or three from the weak one",
        "rook against knight is lost where the knight is far from its king; limits \
        fitted to the table",
        yes "8/N1kB4/8/4r3/8/8/2K5/8 b - - 0 1",
        no "5B2/N1k5/8/4r3/8/8/2K5/8 b - - 0 1" => |v| v.hanging().has(v.first) && bishop_hangs(v);
    "strong-edge": "the weak side is to move, the strong king on the edge and the weak one \
        within three squares",
        "king and rook mate on the edge; limits fitted to the table",
        yes "r7/8/8/8/8/1k6/3B3N/2K5 b - - 0 1",
        no "r7/8/6K1/8/8/1k6/3B3N/8 b - - 0 1" => |v| {
            !v.strong_to_move && edge_distance(v.strong_king) == 0 && v.kings() <= 3
        };
    "strong-corner": "the strong king is in a corner, the weak one within three squares, or five \
        with its side to move",
        "king and rook mate in the corner; limits fitted to the table",
        yes "4N3/3r4/8/6B1/8/8/2k5/K7 w - - 0 1",
        no "4N1K1/3r4/8/6B1/8/8/2k5/8 w - - 0 1" => |v| {
            corner_distance(v.strong_king) == 0 && v.kings() <= if v.strong_to_move { 3 } else { 5 }
        };
    "knight-chased": "the kings are two squares apart and the knight within three of the weak \
        king with its side to move, or within four with at most four flights",
        "mating threats gain the time to take the knight; limits fitted to the table",
        yes "5r2/B7/8/8/8/8/k1K1N3/8 w - - 0 1",
        no "5r2/B7/8/8/8/8/k3N3/5K2 w - - 0 1" => |v| {
            let far = distance(v.second, v.weak_king);
            v.kings() <= 2 && ((far <= 3 && !v.strong_to_move) || (far <= 4 && v.flights() <= 4))
        };
    "both-hang": "the weak side is to move and both minor pieces hang",
        "elementary tactics: two men to take",
        yes "8/Nr6/5B2/5k2/3K4/8/8/8 b - - 0 1",
        no "8/Nr6/8/5k2/3K4/6B1/8/8 b - - 0 1" => |v| !v.strong_to_move && v.hanging().len() == 2;
    "knight-hangs": "the knight hangs; the weak side is to move with the strong king in or next \
        to a corner, or the bishop is within two squares of the knight",
        "rook against bishop is lost for a king in the wrong corner; limits fitted to the table",
        yes "8/6k1/8/4r3/8/8/6B1/K3N3 b - - 0 1",
        no "8/6k1/8/4r3/8/8/6B1/K2N4 b - - 0 1" => |v| v.hanging().has(v.second) && knight_hangs(v);
    "men-in-line": "the minor pieces are on one line, one is on a line with the rook and one \
        with the strong king",
        "elementary tactics: pin and skewer by the rook",
        yes "8/8/8/8/3N4/8/8/1K1Br2k b - - 0 1",
        no "8/8/8/8/8/N7/8/1K1Br2k b - - 0 1" => |v| {
            v.minors_in_line()
                && v.on_king_lines() > 0
                && !(rook_rays(v.weak) & v.minors()).is_empty()
        };
    "knight-astray": "a minor piece is on a line with its king, and the knight five squares from \
        that, with a fork by the rook at hand or the weak king two squares from the edge, or \
        six with the rook six; or the knight is beside the weak king, that to move, or within \
        three next to a corner, or four in it",
        "the pinned piece falls, and the knight is hunted down; limits observed over all positions",
        yes "7N/3B2k1/6r1/8/8/3K4/8/8 b - - 0 1",
        no "7N/6k1/6r1/8/5B2/3K4/8/8 b - - 0 1" => |v| v.on_king_lines() > 0 && knight_astray(v);
    "both-astray": "the knight is six squares from its king, with the bishop four and the weak \
        king within two of the knight, or the bishop five and the weak king three from the \
        corners; or it is seven squares from its king, in or next to a corner and within five \
        of the weak king",
        "a man alone against king and rook is hunted down; limits observed over all positions",
        yes "7N/r5k1/8/8/8/8/7B/3K4 b - - 0 1",
        no "8/r5k1/8/8/N7/8/7B/3K4 b - - 0 1" => both_astray;
    "opposition": "the kings are on one line with the weak king off the edge and the strong one \
        at most two flights, or two squares apart with the rook two squares from the edge",
        "the opposition makes every check a mating threat; limits fitted to the table",
        yes "8/8/3B4/6N1/8/1k6/8/1K4r1 w - - 0 1",
        no "8/8/3B4/6Nk/8/8/8/1K4r1 w - - 0 1" => |v| {
            line_distance(v.strong_king, v.weak_king) == 0
                && ((edge_distance(v.weak_king) >= 1 && v.strong_flights() <= 2)
                    || (edge_distance(v.weak) >= 2 && v.kings() <= 2))
        };
    "bishop-touched": "the weak king touches the bishop, which does not hang, its side to move, \
        or touches it with knight and strong king within three squares of it; or it is within \
        two squares of it and the rook on the strong king's line",
        "a check drives the guard away; limits fitted to the table",
        yes "8/8/2N2k2/4B3/8/6r1/1K6/8 b - - 0 1",
        no "8/8/2N5/4B3/8/5kr1/1K6/8 b - - 0 1" => bishop_touched;
    "knight-in-corner": "the weak side is to move and the rook attacks the knight in a corner",
        "a knight in the corner has two moves",
        yes "8/3k4/8/8/r7/8/7B/N2K4 b - - 0 1",
        no "8/3k4/8/5N2/r7/8/7B/3K4 b - - 0 1" => |v| {
            !v.strong_to_move && corner_distance(v.second) == 0 && v.by_weak.has(v.second)
        };
    "kings-close-man-hangs": "a minor piece hangs, the kings are within three squares and the \
        minor pieces on one line",
        "the weak king joins in; limits observed over all positions",
        yes "8/8/8/8/3K4/8/8/NBrk4 b - - 0 1",
        no "8/7r/8/8/3K4/8/8/NB1k4 b - - 0 1" => |v| {
            v.kings() <= 3 && v.minors_in_line() && !v.hanging().is_empty()
        };
    "strong-check": "the rook gives check, and the weak king is two squares from the edge and \
        the strong one has at most three flights, or the knight is on the edge near the weak \
        king",
        "the strong king has to leave its men; limits fitted to the table",
        yes "B7/7N/8/8/1r6/2k5/8/1K6 w - - 0 1",
        no "B5r1/7N/8/8/8/2k5/8/1K6 w - - 0 1" => |v| {
            v.strong_in_check()
                && ((edge_distance(v.weak_king) >= 2 && v.strong_flights() <= 3)
                    || (edge_distance(v.second) == 0 && distance(v.second, v.weak_king) <= 3))
        };
    "weak-corner": "the weak king is in or next to a corner and on a line with its rook, the \
        strong king within three squares",
        "mating threats in the corner win the rook; limits fitted to the table",
        yes "5B2/8/8/8/8/r2K4/k3N3/8 w - - 0 1",
        no "5B2/8/4K3/8/8/r7/k3N3/8 w - - 0 1" => |v| {
            corner_distance(v.weak_king) <= 1
                && v.kings() <= 3
                && line_distance(v.weak_king, v.weak) == 0
        };
    "strong-to-move-in-corner": "the strong side is to move, the weak king in a corner, the \
        strong one within three squares",
        "mating threats in the corner win the rook; limits fitted to the table",
        yes "8/8/8/1r4B1/8/8/4N3/k2K4 w - - 0 1",
        no "8/8/8/1r4B1/8/8/4N2k/3K4 w - - 0 1" => |v| {
            v.strong_to_move && corner_distance(v.weak_king) == 0 && v.kings() <= 3
        };
    "bishop-beside-rook": "the strong side is to move and the bishop attacks the rook from the \
        square beside it",
        "a check drives the guard away",
        yes "8/8/8/8/5N2/6k1/5r2/1K2B3 w - - 0 1",
        no "8/8/8/8/5N2/6k1/1B3r2/1K6 w - - 0 1" => |v| {
            v.strong_to_move && adjacent(v.first, v.weak) && !v.by_weak.has(v.first)
        };
    "diagonal-check": "the weak king, two squares from the edge, is in check and on a diagonal \
        with its rook",
        "elementary tactics: pin and skewer on the diagonal",
        yes "2B5/8/4k3/8/8/7r/1N6/1K6 b - - 0 1",
        no "2B5/6k1/8/8/8/7r/1N6/1K6 b - - 0 1" => |v| {
            v.weak_in_check() && v.rook_on_king_diagonal() && edge_distance(v.weak_king) >= 2
        };
    "rook-touched": "the rook is attacked, with the weak king in check and not beside the \
        bishop, or the rook guarded by its king and the strong king within two squares of it",
        "a check drives the guard away; limits fitted to the table",
        yes "5r2/4k2N/8/2B5/8/8/8/3K4 b - - 0 1",
        no "5r2/4k3/8/1NB5/8/8/8/3K4 b - - 0 1" => rook_touched;
    "few-flights": "a minor piece has a safe check and the weak king at most one flight, or two \
        and the rook far from the corners, or three and the rook in the centre",
        "mating threats win the rook; limits fitted to the table",
        yes "7k/7r/7N/8/3B4/2K5/8/8 b - - 0 1",
        no "8/7r/7N/8/3B4/2K5/8/2k5 b - - 0 1" => |v| few_flights(v) && v.can_check();
    "pin": "the strong side is to move and the bishop can pin the rook",
        "elementary tactics: the pin",
        yes "8/1N6/7k/8/8/4r3/1B6/1K6 w - - 0 1",
        no "8/1N6/7k/8/8/8/1B6/1K4r1 w - - 0 1" => |v| v.strong_to_move && v.can_pin();
    "unveil": "the strong side is to move and can discover check or an attack on the rook",
        "a discovered check gains the time to attack the rook",
        yes "8/8/1N3k2/8/3K4/1r6/8/B7 w - - 0 1",
        no "8/8/1N3k2/8/3K4/1r6/6B1/8 w - - 0 1" => |v| {
            v.strong_to_move && (v.battery() || v.unveils_rook())
        };
    "fork": "the strong side is to move and a minor piece has a safe check that hits the rook as \
        well",
        "elementary tactics: fork and skewer",
        yes "8/7k/8/8/4r1N1/7B/1K6/8 w - - 0 1",
        no "8/2k5/8/8/4r1N1/7B/1K6/8 w - - 0 1" => |v| v.strong_to_move && v.can_fork();
}

fn rook_hangs(v: &View) -> bool {
    let near = !(king_attacks(v.weak_king) & v.minors()).is_empty();
    v.rook_hangs()
        && (v.strong_to_move || (v.weak_in_check() && !near) || v.rook_on_king_diagonal())
}

fn rook_touched(v: &View) -> bool {
    v.rook_attackers() > 0
        && ((v.weak_in_check() && distance(v.first, v.weak_king) >= 2)
            || (distance(v.strong_king, v.weak) <= 2 && !v.rook_hangs()))
}

fn few_flights(v: &View) -> bool {
    match v.flights() {
        0 | 1 => true,
        2 => corner_distance(v.weak) >= 3,
        3 => edge_distance(v.weak) >= 3,
        _ => false,
    }
}

fn bishop_hangs(v: &View) -> bool {
    let [own, other] = [distance(v.second, v.strong_king), distance(v.second, v.weak_king)];
    (!v.strong_to_move && (own >= 4 || other <= 2))
        || (line_distance(v.strong_king, v.weak) == 0 && (own >= 5 || other <= 3))
}

fn knight_hangs(v: &View) -> bool {
    (!v.strong_to_move && corner_distance(v.strong_king) <= 1) || v.minors_apart() <= 2
}

fn knight_astray(v: &View) -> bool {
    let [own, other] = [distance(v.second, v.strong_king), distance(v.second, v.weak_king)];
    (own >= 5 && (edge_distance(v.weak_king) >= 2 || v.rook_can_fork()))
        || (own >= 6 && distance(v.strong_king, v.weak) >= 6)
        || match corner_distance(v.second) {
            0 => other <= 4,
            1 => other <= 3,
            _ => other <= 1 && !v.strong_to_move,
        }
}

fn both_astray(v: &View) -> bool {
    let [own, other] = [distance(v.second, v.strong_king), distance(v.second, v.weak_king)];
    let bishop = distance(v.first, v.strong_king);
    (own >= 6 && bishop >= 4 && other <= 2)
        || (own >= 6 && bishop >= 5 && corner_distance(v.weak_king) >= 3)
        || (own >= 7 && other <= 5 && corner_distance(v.second) <= 1)
}

fn bishop_touched(v: &View) -> bool {
    match distance(v.first, v.weak_king) {
        1 if !v.strong_to_move && !v.hanging().has(v.first) => true,
        1 if v.minors_apart() <= 3 && distance(v.first, v.strong_king) <= 3 => true,
        1 | 2 => line_distance(v.strong_king, v.weak) == 0,
        _ => false,
    }
}
