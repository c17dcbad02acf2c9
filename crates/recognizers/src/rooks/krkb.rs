//! King and rook against king and bishop: a draw, unless the bishop falls or the weak king is
//! caught on the edge, above all near a corner of the bishop's colour.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::siege_rule;

type View = Duel<Rook, Bishop>;

siege_rule! {
    /// King and rook against king and bishop.
    Krkb, "KRKB", View;
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
