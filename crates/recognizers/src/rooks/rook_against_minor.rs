//! King and rook against king and minor piece: a draw, unless the piece falls or the weak king is
//! caught on the edge. With a bishop, the corners of the bishop's square colour are the most
//! dangerous. A knight must stay near its king and away from corners.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::siege_rule;

siege_rule! {
    /// King and rook against king and bishop.
    Krkb, "KRKB", Duel<Rook, Bishop>;
    no_defence yes "8/8/8/8/k1b3R1/2K5/8/8 b - - 0 1", no "8/5k2/8/8/2b3R1/2K5/8/8 b - - 0 1";

    "discovered-check": "the strong king stands between its rook and the weak king",
        "the king's move discovers check and may attack the bishop",
        yes "8/2k5/8/8/8/2K1b3/2R5/8 w - - 0 1", no "8/2k5/8/8/6R1/2K1b3/8/8 w - - 0 1" => |v| v.discovers_check();
    "pin": "the bishop is on a line with its king, three squares off, and the rook is far from it",
        "the rook pins the bishop and wins it; limits fitted to the table",
        yes "6R1/8/k2b4/8/8/8/1K6/8 w - - 0 1", no "6R1/3b4/k7/8/8/8/1K6/8 w - - 0 1" => |v| {
            v.guard_line() == 0 && v.guard() >= 3 && distance(v.weak_king, v.strong) >= 4
        };
    "wrong-corner": "the weak king is next to a corner of the bishop's colour, the strong king near",
        "endgame theory, its limits fitted over all positions: only the corner of the other colour is safe",
        yes "1R6/8/8/8/3K4/8/6k1/7b w - - 0 1", no "1R6/2k5/8/8/3K4/8/8/7b w - - 0 1" => |v| {
            v.kings() <= 3
                && corner_distance(v.weak_king) <= 1
                && corner_of_colour(v.weak_king, v.weak)
        };
    "corner": "the weak king is in a corner, the strong king at most four moves away",
        "mating threats, and stalemate only with the right bishop; limits fitted to the table",
        yes "8/8/8/8/3K4/6R1/4b3/7k w - - 0 1", no "8/4K3/8/8/8/6R1/4b3/7k w - - 0 1" => |v| corner_distance(v.weak_king) == 0 && v.kings() <= 4;
    "edge": "the weak king is on the edge, the strong king at most three moves away",
        "the opposition on the edge wins time for mating threats; limits fitted to the table",
        yes "8/8/8/8/8/2KR4/2b5/2k5 w - - 0 1", no "8/1K6/8/8/8/3R4/2b5/2k5 w - - 0 1" => |v| v.on_edge() && v.kings() <= 3;
    "short-of-flights": "the weak king has at most three flights, and its bishop is on a line next to it",
        "a check drives it into a pin; limits fitted to the table",
        yes "8/8/4R3/8/8/8/2b5/K6k w - - 0 1", no "8/8/4R3/8/b7/8/8/K6k w - - 0 1" => |v| {
            v.guard_line() <= 1 && line_distance(v.weak_king, v.strong) >= 2 && v.flights() <= 3
        };
    "bishop-in-corner": "the weak king is on the edge, the bishop on a line next to it by a corner",
        "the bishop has no moves to spare",
        yes "6b1/8/5R2/8/8/8/1K5k/8 w - - 0 1", no "6b1/8/5R2/8/8/8/1K1k4/8 w - - 0 1" => |v| {
            v.on_edge() && corner_distance(v.weak) <= 1 && v.guard_line() <= 1
        };
    "blocked-diagonal": "bishop and weak king are on one diagonal and the strong king is near both",
        "the strong king attacks the bishop while its own king bars its way; limits \
        fitted to the table",
        yes "8/8/6R1/8/3Kb3/5k2/8/8 w - - 0 1", no "8/8/6R1/1b6/3K4/5k2/8/8 w - - 0 1" => |v| v.kings() <= 2 && v.hunter() <= 2 && v.on_diagonal();
    "short-diagonal": "bishop and weak king are on one diagonal, the strong king is near the bishop, \
        which has at most four moves",
        "the strong king attacks a bishop without good squares; limits fitted to the table",
        yes "8/8/8/2k5/8/3K4/1R6/6b1 w - - 0 1", no "8/K7/8/2k5/8/8/1R6/6b1 w - - 0 1" => |v| v.hunter() <= 3 && v.on_diagonal() && v.mobility() <= 4;
    "face-to-face": "the kings face each other, the bishop is on a line next to its king and far from \
        the strong king",
        "a check drives the weak king into a pin; limits fitted to the table",
        yes "8/8/R7/8/7b/3k4/8/3K4 w - - 0 1", no "8/8/R7/8/1b6/3k4/8/3K4 w - - 0 1" => |v| {
            v.kings() <= 2 && v.guard_line() <= 1 && line_distance(v.strong_king, v.weak) >= 3
        };
    "far-bishop": "the bishop is four squares from its king on a line next to it, the rook six away",
        "the rook checks, then pins from afar; limits fitted to the table",
        yes "8/k7/8/8/8/1b6/3K4/3R4 w - - 0 1", no "8/k7/8/4b3/8/8/3K4/3R4 w - - 0 1" => |v| {
            v.guard() >= 4 && v.guard_line() <= 1 && distance(v.weak_king, v.strong) >= 6
        };
    "far-bishop-attacked": "the bishop is four squares from its king and on a line with the rook",
        "the rook attacks it and then checks; limits fitted to the table",
        yes "8/8/8/8/8/1b1KR3/7k/8 w - - 0 1", no "8/8/8/8/1k6/1b1KR3/8/8 w - - 0 1" => |v| v.guard() >= 4 && line_distance(v.strong, v.weak) == 0;
    "bishop-on-edge": "the bishop is on the edge beside its king, the strong king near",
        "the strong king attacks it with tempo; limits fitted to the table",
        yes "8/6R1/8/k7/8/b7/8/1K6 w - - 0 1", no "8/6R1/8/4k3/8/b7/8/1K6 w - - 0 1" => |v| v.hunter() <= 3 && v.guard() <= 2 && edge_distance(v.weak) == 0;
    "opposition": "the kings are on one line, the strong one central, the weak one near a corner",
        "the weak king is driven to the edge; limits fitted to the table",
        yes "8/8/8/3R4/8/1k1K4/8/6b1 w - - 0 1", no "8/8/8/3R4/6K1/1k6/8/6b1 w - - 0 1" => |v| {
            v.kings_line() == 0
                && corner_distance(v.strong_king) >= 3
                && corner_distance(v.weak_king) <= 2
        };
    "opposition-bishop": "the kings are on one line, the strong one near the bishop, which is on its \
        king's diagonal",
        "the strong king attacks the bishop and keeps the opposition; limits fitted to the table",
        yes "8/8/8/5R2/2k5/8/4b3/2K5 w - - 0 1", no "8/7K/8/5R2/2k5/8/4b3/8 w - - 0 1" => |v| v.kings_line() == 0 && v.hunter() <= 2 && v.on_diagonal();
    "bishop-falls": "the rook or king takes the bishop, a check wins it, or there is mate in one",
        "elementary tactics: hanging bishop, fork, skewer, mate in one",
        yes "8/1bR5/8/8/1k6/8/8/3K4 w - - 0 1", no "8/2R5/8/8/1k6/8/8/3K2b1 w - - 0 1" => |v| v.wins_man();
}

siege_rule! {
    /// King and rook against king and knight.
    Krkn, "KRKN", Duel<Rook, Knight>;
    no_defence yes "8/k7/8/7n/3K4/2R5/8/8 b - - 0 1", no "8/8/8/7n/3K4/2R5/5k2/8 b - - 0 1";

    always "smothered": "the strong king is in a corner with its rook beside it and the other king near",
        "the knight can give mate; limits fitted to the table",
        yes "8/8/8/8/1n6/k7/8/KR6 b - - 0 1", no "8/8/8/4K3/1n6/k7/8/1R6 b - - 0 1" => |v| {
            corner_distance(v.strong_king) == 0
                && adjacent(v.strong_king, v.strong)
                && v.kings() <= 2
        };

    "knight-astray": "the knight is four or more squares from its king",
        "endgame theory, its limits fitted over all positions: a knight cut off from its king is lost",
        yes "8/8/5k2/8/3K4/8/R7/4n3 w - - 0 1", no "4n3/8/5k2/8/3K4/8/R7/8 w - - 0 1" => |v| v.guard() >= 4;
    "knight-on-line": "the knight is on a line with its king three squares off, the rook far away",
        "the rook pins the knight or cuts it off; limits fitted to the table",
        yes "2R5/8/8/8/4n2k/8/8/2K5 w - - 0 1", no "2R5/8/5k2/8/4n3/8/8/2K5 w - - 0 1" => |v| {
            v.guard() >= 3 && v.guard_line() == 0 && distance(v.weak_king, v.strong) >= 4
        };
    "knight-apart-on-both": "the knight is three files and three ranks from its king",
        "endgame theory, its limits fitted over all positions: a knight cut off from its king is lost",
        yes "3n4/8/5R2/k7/8/3K4/8/8 w - - 0 1", no "3n4/2k5/5R2/8/8/3K4/8/8 w - - 0 1" => |v| v.guard_line() >= 3;
    "discovered-check": "the strong king stands between its rook and the weak king",
        "the king's move discovers check and may attack the knight",
        yes "8/2n5/8/8/2k5/8/2K5/2R5 w - - 0 1", no "8/2n5/8/5R2/2k5/8/2K5/8 w - - 0 1" => |v| v.discovers_check();
    "pinned": "the rook pins the knight and the strong king is within three squares of it",
        "the pinned knight is attacked again; limits fitted to the table",
        yes "8/8/8/6R1/8/3K2n1/6k1/8 w - - 0 1", no "8/8/8/8/8/3K2n1/6k1/1R6 w - - 0 1" => |v| {
            v.hunter() <= 3
                && line_distance(v.strong, v.weak_king) == 0
                && between(v.strong, v.weak_king).has(v.weak)
        };
    "knight-touched": "the strong king touches the knight",
        "the knight must move, into a fork of rook and king",
        yes "8/8/1R6/8/8/8/4nk2/3K4 w - - 0 1", no "8/8/1R6/8/5K2/8/4nk2/8 w - - 0 1" => |v| v.hunter() <= 1;
    "knight-lame": "the strong king is near a knight with few moves: at two squares four, at three three",
        "domination: rook and king take the knight's squares; limits fitted to the table",
        yes "3R4/8/8/1k6/8/n7/2K5/8 w - - 0 1", no "3R4/8/8/1k6/8/n7/8/4K3 w - - 0 1" => |v| {
            v.hunter() <= 3 && v.mobility() <= if v.hunter() <= 2 { 4 } else { 3 }
        };
    "knight-apart": "the strong king is two squares from the knight, its own king three",
        "domination: rook and king take the knight's squares; limits fitted to the table",
        yes "8/8/2R5/4k3/8/1n1K4/8/8 w - - 0 1", no "8/8/2R5/4k3/8/1n6/8/5K2 w - - 0 1" => |v| v.hunter() <= 2 && v.guard() >= 3;
    "rook-checks-hunt": "the strong king is two squares from the knight and the rook is on the \
        weak king's line or beside the knight",
        "a discovered check or a check with tempo; limits fitted to the table",
        yes "8/8/8/2R5/1n6/3k4/1K6/8 w - - 0 1", no "8/8/8/2R5/1n6/3k4/8/4K3 w - - 0 1" => |v| {
            v.hunter() <= 2 && (line_distance(v.strong, v.weak_king) == 0 || distance(v.strong, v.weak) <= 1)
        };
    "knight-edge-kings-close": "knight on the edge, kings two squares apart, the weak king near the edge",
        "the strong king keeps the knight's king away; limits fitted to the table",
        yes "8/8/1R6/7n/8/2K5/k7/8 w - - 0 1", no "8/8/1R6/7n/8/2K4k/8/8 w - - 0 1" => |v| {
            edge_distance(v.weak) == 0 && v.kings() <= 2 && edge_distance(v.weak_king) <= 1
        };
    "knight-in-corner": "the knight is in a corner and the strong king within four squares",
        "endgame theory, its limits fitted over all positions: a knight in the corner has two moves",
        yes "8/8/8/3R4/8/3K4/6k1/7n w - - 0 1", no "4K3/8/8/3R4/8/8/6k1/7n w - - 0 1" => |v| v.hunter() <= 4 && corner_distance(v.weak) == 0;
    "edge": "the weak king is on the edge, the strong king within three squares and within four of \
        the knight",
        "mating threats drive the knight away; limits fitted to the table",
        yes "8/8/1R6/8/8/8/6n1/3K1k2 w - - 0 1", no "8/8/1R6/7k/8/8/6n1/3K4 w - - 0 1" => |v| v.on_edge() && v.kings() <= 3 && v.hunter() <= 4;
    "corner": "the weak king is on the edge next to a corner, the strong king within four squares",
        "endgame theory, its limits fitted over all positions: the corner is where the knight's side loses",
        yes "1k6/1n6/8/8/3K4/8/8/2R5 w - - 0 1", no "1k6/1n6/8/7K/8/8/8/2R5 w - - 0 1" => |v| {
            v.on_edge() && corner_distance(v.weak_king) <= 1 && v.kings() <= 4
        };
    "near-corner": "the weak king is next to a corner, the kings two squares apart",
        "endgame theory, its limits fitted over all positions: the corner is where the knight's side loses",
        yes "8/8/8/2R5/8/1n1K4/1k6/8 w - - 0 1", no "8/8/8/2R5/8/1n6/1k6/5K2 w - - 0 1" => |v| corner_distance(v.weak_king) <= 1 && v.kings() <= 2;
    "deep-corner": "the weak king is in a corner, the strong king within five squares",
        "endgame theory, its limits fitted over all positions: the corner is where the knight's side loses",
        yes "8/8/8/8/8/8/1RK5/6nk w - - 0 1", no "8/8/8/8/8/6k1/1RK5/6n1 w - - 0 1" => |v| corner_distance(v.weak_king) == 0 && v.kings() <= 5;
    "opposition": "the kings are on one line, the strong one on a line next to the knight, which is \
        not on a line next to its king",
        "the opposition keeps king and knight apart",
        yes "5R2/8/8/8/3K2n1/8/3k4/8 w - - 0 1", no "2K2R2/8/8/8/6n1/8/3k4/8 w - - 0 1" => |v| {
            v.kings_line() == 0 && line_distance(v.strong_king, v.weak) <= 1 && v.guard_line() >= 2
        };
    "knight-falls": "the rook or king takes the knight, a check wins it, or there is mate in one",
        "elementary tactics: hanging knight, fork, skewer, mate in one",
        yes "8/8/8/8/8/2K2k2/8/1R4n1 w - - 0 1", no "8/8/8/8/8/2K2k1n/8/1R6 w - - 0 1" => |v| v.wins_man();
}
