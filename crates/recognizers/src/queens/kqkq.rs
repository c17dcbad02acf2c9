//! King and queen against king and queen: a draw, unless a queen falls to a check or the kings
//! are close enough for mates.
//!
//! "Strong" is the side to move throughout; both sides can win.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::draw_rule;
use crate::tactics::*;

type View = Duel<Queen, Queen>;

draw_rule! {
    /// King and queen against king and queen, seen from the side to move.
    Kqkq, "KQKQ", View;

    "kings-close": "the kings are at most two squares apart",
        "each check may be mate when the other king helps; limits fitted to the table",
        yes "8/8/8/8/5Q2/3k4/8/q2K4 w - - 0 1", no "8/8/4K3/8/5Q2/3k4/8/q7 w - - 0 1" => |v| v.kings() <= 2;
    "corner-queen": "the other king is on the edge, its queen in or next to a corner and within \
        five squares of it",
        "checks along the edge and the long diagonal end in a skewer; limits fitted to the table",
        yes "8/1q6/8/8/3Q4/k2K4/8/8 w - - 0 1", no "8/4q3/8/8/3Q4/k2K4/8/8 w - - 0 1" => |v| v.on_edge() && v.guard() <= 5 && corner_distance(v.weak) <= 1;
    "discovered-check": "the kings are at most three squares apart and the queen of the side to move \
        is on a line with the other king",
        "the king's move discovers a check; limits fitted to the table",
        yes "8/8/8/7Q/8/8/8/K2k1q2 b - - 0 1", no "8/8/8/7Q/4K3/8/8/3k1q2 b - - 0 1" => |v| v.kings() <= 3 && Queen::rays(v.strong).has(v.weak_king);
    "queen-in-corner": "the queen of the side to move is in a corner near both kings",
        "checks from the corner along three lines; limits fitted to the table",
        yes "8/Q7/8/8/8/8/k2K4/q7 b - - 0 1", no "8/Q7/8/8/8/1q6/k2K4/8 b - - 0 1" => |v| {
            corner_distance(v.strong) == 0
                && distance(v.strong_king, v.strong) <= 3
                && distance(v.weak_king, v.strong) <= 3
        };
    "edge": "the other king is on the edge, the kings at most three squares apart, and the other \
        queen on a line with the king of the side to move",
        "the other queen cannot give the check that would save its king; limits \
        fitted to the table",
        yes "8/8/8/8/2k4Q/8/6q1/1K6 b - - 0 1", no "5k2/8/8/8/7Q/8/6q1/1K6 b - - 0 1" => |v| {
            v.on_edge() && v.kings() <= 3 && line_distance(v.strong_king, v.weak) == 0
        };
    "queen-beside-king": "the kings are at most three squares apart and the other queen beside its \
        king on the edge",
        "the queen takes its own king's flights; limits fitted to the table",
        yes "8/8/8/8/3K4/8/6Q1/3kq3 w - - 0 1", no "8/8/8/8/7K/8/6Q1/3kq3 w - - 0 1" => |v| v.kings() <= 3 && v.guard() <= 1 && edge_distance(v.weak) == 0;
    "far-queens": "the queens are on opposite edges, seven ranks and seven files apart",
        "corner to corner: the long diagonal is open for a skewer; limits fitted to the table",
        yes "7q/6k1/8/8/8/2K5/8/Q7 b - - 0 1", no "7q/6k1/8/8/8/2K3Q1/8/8 b - - 0 1" => |v| line_distance(v.strong, v.weak) == 7;
    "queen-falls": "the side to move takes the queen, checks so that it falls next, or mates",
        "elementary tactics: hanging queen, skewer, mate in one",
        yes "6q1/8/8/5k2/8/1Q6/8/3K4 w - - 0 1", no "6q1/1Q6/8/5k2/8/8/8/3K4 w - - 0 1" => |v| v.wins_man();
    "nothing-saves": "after every move of the side to move its queen falls or it is mated",
        "elementary tactics, seen from the other side",
        yes "q3k1Q1/8/8/8/8/8/2K5/8 b - - 0 1", no "q3k3/8/8/8/1Q6/8/2K5/8 b - - 0 1"
        => |v| !can_save::<Queen, Queen>(v.strong_king, v.strong, v.weak_king, v.weak);
}
