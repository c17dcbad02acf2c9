//! King and two knights against king and knight.

use crate::geometry::*;
use crate::rule::draw_rule;
use crate::trio::Trio;

/// The board as the rule for two knights against a knight sees it.
type View = Trio<Knight, Knight, Knight>;

impl View {
    /// Returns the sum of the distances of the two knights from the weak king.
    fn attackers(&self) -> u8 {
        distance(self.first, self.weak_king) + distance(self.second, self.weak_king)
    }

    /// Returns whether the weak king is on the edge of the board.
    fn on_edge(&self) -> bool {
        edge_distance(self.weak_king) == 0
    }
}

draw_rule! {
    /// King and two knights against king and knight.
    Knnkn, "KNNKN", View;
    "few-flights": "the weak king is on the edge without flights, or with one and the strong king \
        within two squares",
        "the mates: three men around a king on the edge",
        yes "8/8/5n2/8/8/5N2/N7/1K1k4 w - - 0 1", no "7k/8/5n2/8/8/5N2/N7/1K6 w - - 0 1" => |v| {
            v.on_edge()
                && match v.flights() {
                    0 => true,
                    1 => v.kings() <= 2,
                    _ => false,
                }
        };
    "corner": "the strong side is to move, the weak king in or next to a corner with at \
        most four flights, the strong king within three squares, and the distances of the strong \
        knights from the weak king at most nine together, or the weak knight six files and six \
        ranks from it",
        "the mates in several moves, limits observed over all positions",
        yes "7n/8/8/6N1/3N4/8/k1K5/8 w - - 0 1", no "7n/8/8/5KN1/3N4/8/k7/8 w - - 0 1" => |v| {
            v.strong_to_move
                && corner_distance(v.weak_king) <= 1
                && v.kings() <= 3
                && (v.attackers() <= 9 || line_distance(v.weak_king, v.weak) >= 6)
                && v.flights() <= 4
        };
    "knight-beside-king": "the weak king is on the edge, its knight beside it, with at most two flights, the strong \
        king within three squares",
        "the mates: a knight in its king's way",
        yes "8/8/8/2N5/8/8/2K2n2/4kN2 w - - 0 1", no "8/8/2k5/2N5/8/8/2K2n2/5N2 w - - 0 1" => |v| {
            v.on_edge()
                && v.kings() <= 3
                && adjacent(v.weak_king, v.weak)
                && v.flights() <= 2
        };
    "knight-far": "the weak side is to move, its king in or next to a corner with at most three flights, the strong king within three \
        squares, the weak knight six files and six ranks from its king; or in \
        a corner, the kings within four squares, the knight seven",
        "the weak knight comes too late; limits observed over all positions",
        yes "7n/8/8/8/2N5/N7/8/1k1K4 b - - 0 1", no "7n/8/8/8/2N3K1/N7/8/1k6 b - - 0 1" => |v| {
            let late = !v.strong_to_move
                && corner_distance(v.weak_king) <= 1
                && v.kings() <= 3
                && v.flights() <= 3;
            let cornered = corner_distance(v.weak_king) == 0 && v.kings() <= 4;
            (late && line_distance(v.weak_king, v.weak) >= 6)
                || (cornered && distance(v.weak_king, v.weak) >= 7)
        };
    "strong-shut-in": "the strong king is on the edge beside one of its knights, without flights, or \
        with one and the weak king within two squares, or in a corner with one and the weak king \
        within three",
        "the weak knight can give mate; limits fitted to the table",
        yes "2N5/8/8/8/8/1n6/N1k5/K7 w - - 0 1", no "2N5/8/8/8/K7/1n6/N1k5/8 w - - 0 1" => |v| {
            edge_distance(v.strong_king) == 0
                && (adjacent(v.strong_king, v.first) || adjacent(v.strong_king, v.second))
                && (v.strong_flights() == 0
                    || (corner_distance(v.strong_king) == 0
                        && v.kings() <= 3
                        && v.strong_flights() <= 1)
                    || (v.kings() <= 2 && v.strong_flights() <= 1))
        };
}
