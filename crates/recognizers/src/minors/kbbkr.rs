//! King and two bishops against king and rook. A draw, unless a check wins the rook, the rook wins
//! a bishop that its side can spare, or a king is caught on the edge. Either side can win.

use crate::geometry::*;
use crate::minors::two_minors::TwoMinors;
use crate::rule::draw_rule;

type View = TwoMinors<Bishop, Bishop>;

draw_rule! {
    /// King and two bishops against king and rook.
    Kbbkr, "KBBKR", View;
    "rook-hangs": "the rook can be taken for nothing, with the strong side to move or with check",
        "elementary tactics: a hanging rook; two bishops of both colours then mate",
        yes "4B3/8/1B6/2r5/8/8/3K3k/8 w - - 0 1",
        no "4B3/8/8/2r5/8/8/3K3k/B7 w - - 0 1" => |v| {
            (v.strong_to_move || (v.has_pair() && v.weak_in_check())) && v.rook_hangs()
        };
    "strong-edge": "the strong king is on the edge, the kings two squares apart, in opposition \
        or a knight's move off",
        "king and rook mate on the edge; limits fitted to the table",
        yes "8/8/8/8/4B3/2k5/4B3/r2K4 w - - 0 1",
        no "8/8/3k4/8/4B3/8/4B3/r2K4 w - - 0 1" => |v| {
            edge_distance(v.strong_king) == 0
                && v.kings() <= 2
                && line_distance(v.strong_king, v.weak_king) <= 1
        };
    "strong-corner": "the strong king is in a corner, the weak king within three squares",
        "king and rook mate in the corner; limits fitted to the table",
        yes "8/8/7B/8/1r6/3k2B1/8/K7 b - - 0 1",
        no "8/8/2K4B/8/1r6/3k2B1/8/8 b - - 0 1" => |v| {
            corner_distance(v.strong_king) == 0 && v.kings() <= 3
        };
    "strong-cramped": "the weak side is to move, the kings are at most two squares apart and the \
        strong king has at most two flights",
        "the rook, too, can mate, and a check drives the king from its bishops; limits \
        fitted to the table",
        yes "8/B7/8/8/4r3/1kB5/8/3K4 b - - 0 1",
        no "8/B7/8/8/4r3/1kB5/7K/8 b - - 0 1" => |v| {
            !v.strong_to_move && v.kings() <= 2 && v.strong_flights() <= 2
        };
    "edge": "the strong side has bishops of both colours, the weak king is on the edge, the \
        kings are at most two squares apart",
        "mating threats on the edge; limits fitted to the table",
        yes "3B4/8/r7/5B2/8/2K5/8/4k3 w - - 0 1",
        no "3B4/8/r7/B7/8/2K5/8/4k3 w - - 0 1" => |v| {
            v.has_pair() && edge_distance(v.weak_king) == 0 && v.kings() <= 2
        };
    "both-hang": "both bishops hang, and the rook or, with its side to move, a bishop is on a \
        line with the strong king, or that is on the edge and the weak king at a bishop",
        "elementary tactics: one check, two bishops to take",
        yes "3B2r1/8/8/8/8/8/3K4/6Bk b - - 0 1",
        no "3B2r1/8/8/5K2/8/8/8/6Bk b - - 0 1" => both_hang;
    "bishop-hangs-in-corner": "the strong king is in or next to a corner, and a bishop hangs \
        with the weak king within four squares, or the rook can fork and the bishops are \
        within three of each other",
        "what is left against rook and king is lost in the corner; limits fitted to the table",
        yes "7k/1B6/8/B5r1/8/8/8/K7 b - - 0 1",
        no "6rk/1B6/8/B7/8/8/8/K7 b - - 0 1" => |v| {
            corner_distance(v.strong_king) <= 1
                && ((v.kings() <= 4 && !v.hanging().is_empty())
                    || (v.minors_apart() <= 3 && v.rook_can_fork()))
        };
    "bishop-hangs-kings-close": "a bishop hangs, with the weak king within three squares of the \
        other and the bishops within three, or the kings in opposition",
        "the weak king joins in; limits observed over all positions",
        yes "8/8/8/8/3K4/1B6/1k6/B6r b - - 0 1",
        no "8/8/8/8/3K4/7B/1k6/B6r b - - 0 1" => |v| {
            !v.hanging().is_empty()
                && ((v.kings() <= 3 && v.minors_apart() <= 3)
                    || (v.kings() <= 2 && line_distance(v.strong_king, v.weak_king) == 0))
        };
    "bishops-in-line": "the bishops are on one line, the rook attacks one of them, and one is on \
        a line with its king; or the king is on a line with the rook, its side not to move",
        "with the first bishop the rook attacks the other or the king",
        yes "8/8/8/8/3B4/8/8/1K1Br2k b - - 0 1",
        no "1B6/8/8/8/8/8/8/1K1Br2k b - - 0 1" => bishops_in_line;
    "bishops-on-edge": "both bishops are on the edge, on one line or neighbouring ones, and the \
        rook attacks one",
        "the rook attacks one after the other",
        yes "1B6/8/8/8/B2r4/8/8/K5k1 b - - 0 1",
        no "8/8/6B1/8/B2r4/8/8/K5k1 b - - 0 1" => |v| {
            edge_distance(v.first) == 0
                && edge_distance(v.second) == 0
                && line_distance(v.first, v.second) <= 1
                && !(v.by_weak & v.minors()).is_empty()
        };
    "king-attacks": "the weak king touches a bishop, with the strong king within three squares, \
        or with a check or the centre near",
        "both kings are in the fire of rook and bishops; limits observed over all positions",
        yes "8/Br6/5B2/5k2/3K4/8/8/8 b - - 0 1",
        no "8/Br6/8/5k2/3K4/8/1B6/8 b - - 0 1" => king_attacks_bishop;
    "far-check": "the kings are within three squares and the rook is on the strong king's line \
        from five squares away",
        "a check from afar with a bishop to fall behind; limits fitted to the table",
        yes "2rB4/8/8/8/2k5/B7/8/2K5 b - - 0 1",
        no "2rB4/8/5K2/8/2k5/B7/8/8 b - - 0 1" => |v| {
            v.kings() <= 3
                && line_distance(v.strong_king, v.weak) == 0
                && distance(v.strong_king, v.weak) >= 5
        };
    "strong-check": "the rook gives check, the weak king is in or next to a corner and the \
        strong king within three squares",
        "the king's step uncovers a bishop, or its own mating threat; limits fitted to the table",
        yes "8/3r4/8/2B5/8/3K4/k3B3/8 w - - 0 1",
        no "8/3r4/8/2B3k1/8/3K4/4B3/8 w - - 0 1" => |v| {
            v.strong_in_check() && corner_distance(v.weak_king) <= 1 && v.kings() <= 3
        };
    "rook-on-diagonal": "the rook is on a diagonal with its king, and the strong side has \
        bishops of both colours and attacks rook or king, or can discover an attack on the rook",
        "elementary tactics: pin and skewer on the diagonal",
        yes "8/3B4/8/5r2/8/4B2k/8/3K4 b - - 0 1",
        no "8/8/8/5r2/7B/4B2k/8/3K4 b - - 0 1" => |v| {
            v.rook_on_king_diagonal()
                && (v.unveils_rook()
                    || (v.has_pair() && (v.rook_attackers() > 0 || v.weak_in_check())))
        };
    "rook-touched": "the strong side has bishops of both colours and attacks the rook, which its \
        king guards",
        "a check drives the guard away",
        yes "4B3/8/7k/7r/8/8/3B4/1K6 b - - 0 1",
        no "4B3/4r3/7k/8/8/8/3B4/1K6 b - - 0 1" => |v| {
            v.has_pair() && v.rook_attackers() > 0 && !v.rook_hangs()
        };
    "few-flights": "the weak king has at most one flight and can be checked; with bishops of \
        both colours also two flights and the strong side to move, or three and the strong \
        king within three squares",
        "mating threats win the rook; limits fitted to the table",
        yes "8/8/8/1BB1r3/8/8/8/3K3k w - - 0 1",
        no "8/5k2/8/1BB1r3/8/8/8/3K4 w - - 0 1" => few_flights;
    "rook-lame": "the strong side has bishops of both colours, its king is within two squares of \
        the rook, which has at most seven safe squares",
        "domination: the rook runs out of squares; limits observed over all positions",
        yes "8/3B4/8/8/2r2k2/B7/2K5/8 w - - 0 1",
        no "K7/3B4/8/8/2r2k2/B7/8/8 w - - 0 1" => |v| {
            v.has_pair() && distance(v.strong_king, v.weak) <= 2 && v.rook_havens().len() <= 7
        };
    "pin": "the strong side is to move and a bishop can pin the rook",
        "elementary tactics: the pin",
        yes "8/1B6/7k/8/8/4r3/1B6/1K6 w - - 0 1",
        no "8/1B6/7k/8/8/8/1B6/1K4r1 w - - 0 1" => |v| v.strong_to_move && v.can_pin();
    "battery": "the strong side has bishops of both colours and can discover check",
        "a discovered check gains the time to attack the rook",
        yes "8/8/5k2/2r5/8/2K4B/8/B7 w - - 0 1",
        no "8/8/k7/2r5/8/2K4B/8/B7 w - - 0 1" => |v| v.has_pair() && v.battery();
    "fork": "the strong side is to move and a bishop has a safe check that hits the rook as well",
        "elementary tactics: fork and skewer",
        yes "1r6/8/8/4k3/7B/8/B2K4/8 w - - 0 1",
        no "1r6/8/8/4k3/2B5/8/B2K4/8 w - - 0 1" => |v| v.strong_to_move && v.can_fork();
}

fn bishops_in_line(v: &View) -> bool {
    (v.minors_in_line() && !(v.by_weak & v.minors()).is_empty() && v.on_king_lines() > 0)
        || (!v.strong_to_move
            && line_distance(v.first, v.second) <= 1
            && line_distance(v.strong_king, v.weak) == 0)
}

fn both_hang(v: &View) -> bool {
    v.hanging().len() == 2
        && ((!v.strong_to_move && v.on_king_lines() > 0)
            || line_distance(v.strong_king, v.weak) == 0
            || (edge_distance(v.strong_king) == 0 && v.minors_from(v.weak_king)[0] <= 1))
}

fn few_flights(v: &View) -> bool {
    match v.flights() {
        0 | 1 if v.can_check() => true,
        0..=2 if v.has_pair() && v.strong_to_move => true,
        0..=3 => v.has_pair() && v.kings() <= 3,
        _ => false,
    }
}

fn king_attacks_bishop(v: &View) -> bool {
    v.minors_from(v.weak_king)[0] <= 1
        && ((v.kings() <= 3 && line_distance(v.strong_king, v.weak_king) <= 1)
            || (v.has_pair() && edge_distance(v.weak_king) >= 2)
            || (v.weak_in_check() && v.strong_flights() <= 3))
}
