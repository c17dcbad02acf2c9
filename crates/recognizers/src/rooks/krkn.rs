//! King and rook against king and knight: a draw while the knight stays with its king, away from
//! corners.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::siege_rule;

type View = Duel<Rook, Knight>;

siege_rule! {
    /// King and rook against king and knight.
    Krkn, "KRKN", View;
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
