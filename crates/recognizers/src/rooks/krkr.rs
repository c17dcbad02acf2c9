//! King and rook against king and rook: a draw, unless a rook falls or a king is caught.
//!
//! "Strong" is the side to move throughout; both sides can win.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::draw_rule;
use crate::tactics::*;

type View = Duel<Rook, Rook>;

draw_rule! {
    /// King and rook against king and rook, seen from the side to move.
    Krkr, "KRKR", View;

    "rook-falls": "the side to move takes the rook, checks so that it falls next, or mates",
        "elementary tactics: hanging rook, skewer, fork, mate in one",
        yes "2k3r1/6R1/8/8/8/8/1K6/8 b - - 0 1", no "2k3r1/8/8/8/8/4R3/1K6/8 b - - 0 1"
        => |v| wins_man::<Rook, Rook>(v.strong_king, v.strong, v.weak_king, v.weak);
    "discovered-check": "the king of the side to move stands between its rook and the other king",
        "a king's move discovers check and gains the time to attack the rook",
        yes "8/8/8/8/5R2/8/1K2k1r1/8 b - - 0 1", no "8/r7/8/8/5R2/8/1K2k3/8 b - - 0 1" => |v| v.discovers_check();
    "rook-contact": "the king of the side to move touches the other rook, or is checked by it \
        while the other king touches its own rook",
        "both rooks under fire: tactics two moves deep",
        yes "8/8/8/8/8/1k3r2/2R5/2K5 b - - 0 1", no "8/8/8/2R5/8/1k3r2/8/2K5 b - - 0 1" => rook_contact;
    "rook-cramped": "the other king is besieged on the edge and its rook has few squares",
        "mating threats win a rook that cannot give check in time; limits fitted to the table",
        yes "8/8/4R3/8/8/8/3K4/rk6 w - - 0 1", no "8/8/4R3/5k2/8/8/3K4/r7 w - - 0 1" => |v| {
            besieged(v)
                && line_distance(v.strong_king, v.weak_king) <= 1
                && rook_attacks(v.weak, v.occupied()).len() <= 10
        };
    "rook-beside-king": "the other king is besieged, three moves off, its rook beside it on the edge",
        "the rook takes its own king's flights; limits fitted to the table",
        yes "8/8/8/r7/k7/3K4/8/5R2 w - - 0 1", no "8/3k4/8/r7/8/3K4/8/5R2 w - - 0 1" => |v| {
            besieged(v)
                && distance(v.strong_king, v.weak_king) == 3
                && line_distance(v.strong_king, v.weak_king) <= 1
                && adjacent(v.weak, v.weak_king)
                && edge_distance(v.weak) == 0
        };
    "rook-harried": "the other king is besieged and the king of the side to move is near the rook, \
        which is on the edge or three squares from its king",
        "mating threats with tempo on the rook; limits fitted to the table",
        yes "8/8/8/8/4r3/1RK5/8/3k4 w - - 0 1", no "8/8/8/8/4r1k1/1RK5/8/8 w - - 0 1" => |v| {
            besieged(v)
                && distance(v.strong_king, v.weak) <= 2
                && (edge_distance(v.weak) == 0 || distance(v.weak_king, v.weak) == 3)
        };
    "far-rooks-siege": "the other king is besieged, the rooks are far apart, and the other rook is \
        on a line next to its king's",
        "the own rook is out of reach and the other one in the way of a check from afar; \
        limits fitted to the table",
        yes "r7/8/8/8/8/1k6/6R1/2K5 b - - 0 1", no "r7/1k6/8/8/8/8/6R1/2K5 b - - 0 1" => |v| {
            besieged(v) && distance(v.strong, v.weak) > 5 && line_distance(v.weak_king, v.weak) <= 1
        };
    "far-rooks-edge": "the other king is on the edge, its rook on the same or the next line, and \
        the rooks are on opposite edges",
        "a chase of checks along the edge ends in a skewer; limits fitted to the table",
        yes "4k3/r7/8/8/8/2K5/7R/8 w - - 0 1", no "4k3/r7/8/8/8/2K5/8/5R2 w - - 0 1" => |v| {
            edge_distance(v.weak_king) == 0
                && distance(v.strong, v.weak) == 7
                && line_distance(v.weak_king, v.weak) <= 1
        };
    "opposition-on-edge": "the other king is besieged, the kings are on one line, and the other \
        rook is on a line next to the king of the side to move",
        "the opposition makes every check on the edge a mate; limits fitted to the table",
        yes "8/8/8/8/8/2R5/7r/1K1k4 w - - 0 1", no "3r4/8/8/8/8/2R5/8/1K1k4 w - - 0 1" => |v| {
            besieged(v)
                && line_distance(v.strong_king, v.weak_king) == 0
                && line_distance(v.strong_king, v.weak) <= 1
        };
    "opposition-far-rooks": "the kings stand in opposition and the rooks on opposite edges",
        "a check drives the king onto a line where it is skewered from afar; limits \
        fitted to the table",
        yes "r7/8/8/8/1k1K4/8/8/5R2 w - - 0 1", no "r7/8/8/8/3K4/8/4k3/5R2 w - - 0 1" => |v| {
            distance(v.strong_king, v.weak_king) == 2
                && line_distance(v.strong_king, v.weak_king) == 0
                && distance(v.strong, v.weak) == 7
        };
    "caught-on-edge": "the king of the side to move is on the edge, a knight's move from the other \
        king, and in the corner or in check",
        "the side to move may be the one that is mated or loses the rook",
        yes "8/8/8/8/3R4/1k2r3/8/K7 w - - 0 1", no "8/8/8/8/3R4/4r3/8/K1k5 w - - 0 1" => |v| {
            edge_distance(v.strong_king) == 0
                && distance(v.strong_king, v.weak_king) == 2
                && line_distance(v.strong_king, v.weak_king) == 1
                && (corner_distance(v.strong_king) == 0 || in_check(v))
        };
    "nothing-saves": "after every move of the side to move its rook falls or it is mated",
        "elementary tactics, seen from the other side",
        yes "8/8/3R4/8/7k/3K4/8/3r4 w - - 0 1", no "8/8/3R4/8/7k/3K4/8/r7 w - - 0 1"
        => |v| !can_save::<Rook, Rook>(v.strong_king, v.strong, v.weak_king, v.weak);
}

/// Returns whether the other king is on the edge, at most three moves away from the king of the
/// side to move.
fn besieged(v: &View) -> bool {
    edge_distance(v.weak_king) == 0 && distance(v.strong_king, v.weak_king) <= 3
}

fn in_check(v: &View) -> bool {
    rook_attacks(v.weak, v.occupied()).has(v.strong_king)
}

fn rook_contact(v: &View) -> bool {
    adjacent(v.strong_king, v.weak) || (adjacent(v.weak_king, v.strong) && in_check(v))
}
