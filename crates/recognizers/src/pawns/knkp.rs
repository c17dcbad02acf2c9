//! King and knight against king and pawn: the knight's side holds if its king is in the square of
//! the pawn or the knight is near its path.

use crate::geometry::*;
use crate::pawns::pawn_hunt::PawnHunt;
use crate::rule::siege_rule;

type View = PawnHunt<Knight>;

siege_rule! {
    /// King and knight against king and pawn.
    Knkp, "KNKP", View;
    no_defence yes "2KN4/8/8/8/6k1/p7/8/8 w - - 0 1", no "3N4/8/8/8/6k1/p2K4/8/8 w - - 0 1";

    always "smothered": "the pawn's king is at a corner behind a rook pawn, the other king near",
        "the knight can give mate; limits fitted to the table",
        yes "8/8/8/8/2N5/p7/k7/2K5 w - - 0 1", no "8/8/8/8/2N5/p5K1/k7/8 w - - 0 1" => |v| {
            v.pawns.is_rook_pawn()
                && corner_distance(v.pawns.strong_king) <= 1
                && v.pawns.escort() <= 3
                && v.pawns.kings() <= 3
        };
    "three-to-go": "the pawn is on the fifth rank or beyond, the knight not in control of the path, its \
        king four squares from where it promotes",
        "the pawn promotes; limits fitted to the table",
        yes "8/8/6N1/2K5/5p2/8/8/k7 b - - 0 1", no "8/8/6N1/8/5p1K/8/8/k7 b - - 0 1" => |v| {
            v.pawns.ranks_to_go() <= 3 && v.pawns.promotion_distances().1 >= 4 && !v.controls_path()
        };
    "knight-hunted": "the pawn's king is within two squares of the knight, whose own king is outside the \
        square or four squares from where the pawn promotes",
        "the king drives the knight off or shuts it in; limits fitted to the table",
        yes "7N/4p3/7k/8/8/8/K7/8 b - - 0 1", no "7N/4p3/8/8/2k5/8/K7/8 b - - 0 1" => |v| {
            distance(v.pawns.strong_king, v.man) <= 2
                && (v.pawns.late() >= 1 || v.pawns.promotion_distances().1 >= 4)
        };
    "two-to-go": "the pawn is on the sixth rank or beyond, the knight not in control of the path, its \
        king three squares from where it promotes",
        "the pawn promotes; limits fitted to the table",
        yes "7k/8/8/2N5/3K4/6p1/8/8 b - - 0 1", no "7k/8/8/2N5/8/6pK/8/8 b - - 0 1" => |v| {
            v.pawns.ranks_to_go() <= 2 && v.pawns.promotion_distances().1 >= 3 && !v.controls_path()
        };
    "knight-far": "the king is outside the square and the knight five squares from a pawn on the fourth \
        rank or beyond, or six from where a pawn on the fifth promotes",
        "the knight is slow; limits fitted to the table",
        yes "8/3K4/8/p1k5/8/8/5N2/8 b - - 0 1", no "8/3K4/2p5/2k5/8/8/5N2/8 b - - 0 1" => |v| {
            v.pawns.late() >= 1
                && ((v.man_distance() >= 5 && v.pawns.ranks_to_go() <= 4)
                    || (v.man_to_promotion() >= 6 && v.pawns.ranks_to_go() <= 3))
        };
    "queens-next": "the pawn is on the seventh rank, the knight does not control where it promotes, and \
        its king does not either",
        "the pawn promotes",
        yes "7k/8/8/8/N7/2K5/2p5/8 b - - 0 1", no "7k/2p5/8/8/N7/2K5/8/8 b - - 0 1" => |v| {
            v.pawns.ranks_to_go() == 1 && v.pawns.promotion_distances().1 >= 2 && !v.controls_path()
        };
    "knight-hangs": "the pawn's side can take the knight",
        "elementary",
        yes "8/4kN2/3p4/8/8/8/8/K7 b - - 0 1", no "6N1/4k3/3p4/8/8/8/8/K7 b - - 0 1" => |v| v.man_hangs();
    "kings-equal": "the pawn's king is within three squares of where it promotes, in time with the pawn, \
        the other king on the edge of the square or outside",
        "the king clears the way; limits fitted to the table",
        yes "1K6/8/8/3p4/4k2N/8/8/8 b - - 0 1", no "8/8/8/3p4/4k1KN/8/8/8 b - - 0 1" => |v| {
            let near = v.pawns.promotion_distances().0;
            near <= 3 && near + 1 >= v.pawns.pawn_moves() && v.pawns.late() >= 0
        };
    "kings-far": "the knight's king is five squares from the square before the pawn, the kings two apart, \
        or the knight behind the pawn with the other king within two squares of that square",
        "knight and king come too late; limits fitted to the table",
        yes "8/N7/8/1K3p1k/8/8/8/8 b - - 0 1", no "8/N7/8/5p1k/5K2/8/8/8 b - - 0 1" => |v| {
            (v.pawns.kings() <= 2 && v.pawns.block() >= 5)
                || (v.pawns.escort_front() <= 2 && v.pawns.late() >= 0 && v.man_ahead() <= -2)
        };
    "escorted": "the pawn is on the fourth rank or beyond, its king within two squares of where it \
        promotes, the knight three squares from it",
        "the king takes the knight's squares; limits fitted to the table",
        yes "8/8/K7/4p3/8/N2k4/8/8 b - - 0 1", no "8/4p3/K7/8/8/N2k4/8/8 b - - 0 1" => |v| {
            v.man_distance() >= 3 && v.pawns.ranks_to_go() <= 4 && v.pawns.promotion_distances().0 <= 2
        };
    "rook-pawn": "a rook pawn: its king within four squares of where it promotes, the other king far \
        outside the square, or nearer and not well inside",
        "endgame theory, its limits fitted over all positions: the knight is weakest against the rook pawn",
        yes "8/8/5N2/7p/8/5k2/1K6/8 b - - 0 1", no "8/8/5N2/5p2/8/5k2/1K6/8 b - - 0 1" => |v| {
            let near = v.pawns.promotion_distances().0;
            v.pawns.is_rook_pawn()
                && ((near <= 4 && v.pawns.late() >= 3)
                    || (near <= 3 && v.pawns.late() >= 0)
                    || v.pawns.late() >= 5)
        };
    "both-behind": "the knight's king is not ahead of the pawn, the knight three ranks behind it, the \
        pawn's king within four squares of where it promotes",
        "knight and king come too late; limits fitted to the table",
        yes "N7/8/8/7k/8/2K1p3/8/8 b - - 0 1", no "N7/8/k7/8/8/2K1p3/8/8 b - - 0 1" => |v| {
            v.man_ahead() <= -3
                && v.pawns.promotion_distances().0 <= 4
                && ranks_ahead(v.pawns.weak_king, v.pawns.pawn) <= 0
        };
    "knight-farthest": "the king is outside the square, the knight on the far side from where the pawn \
        promotes, and the pawn's king not near there",
        "the knight is slow; limits fitted to the table",
        yes "1N5k/8/2K5/1p6/8/8/8/8 b - - 0 1", no "7k/8/2K5/1p1N4/8/8/8/8 b - - 0 1" => |v| {
            v.pawns.late() >= 1 && v.man_to_promotion() >= 7 && v.pawns.promotion_distances().0 >= 4
        };
    "knight-behind-escorted": "the knight is three ranks behind the pawn, whose king is within three \
        squares of where it promotes, the path free of men",
        "the king takes the knight's squares; limits fitted to the table",
        yes "N7/8/8/8/4p3/8/7k/2K5 b - - 0 1", no "N6k/8/8/8/4p3/8/8/2K5 b - - 0 1" => |v| {
            v.man_ahead() <= -3
                && v.pawns.promotion_distances().0 <= 3
                && v.path().is_disjoint(v.occupied())
        };
    "knight-alone": "the knight is six squares from its king and within four of the other, its king six \
        squares from the pawn",
        "the king drives the knight off or shuts it in; limits fitted to the table",
        yes "8/6p1/8/8/K7/8/3k2N1/8 b - - 0 1", no "8/6p1/8/8/8/8/3k1KN1/8 b - - 0 1" => |v| {
            distance(v.pawns.weak_king, v.man) >= 6
                && distance(v.pawns.strong_king, v.man) <= 4
                && v.pawns.block() >= 5
        };
    "rook-pawn-ahead": "a rook pawn ahead of the knight, its path's king on the first three ranks",
        "endgame theory, its limits fitted over all positions: the knight is weakest against the rook pawn",
        yes "K7/N7/p2k4/8/8/8/8/8 b - - 0 1", no "K7/N7/1p1k4/8/8/8/8/8 b - - 0 1" => |v| {
            v.pawns.is_rook_pawn()
                && v.pawns.weak_king.rank() <= Rank::Third
                && v.man_ahead() <= -1
        };
    "king-low": "the knight is six squares from the pawn, its king on its first four ranks, the pawn's \
        king within four squares of where it promotes",
        "knight and king come too late; limits fitted to the table",
        yes "1K6/1p6/8/8/4k2N/8/8/8 b - - 0 1", no "8/1p6/8/8/2K1k2N/8/8/8 b - - 0 1" => |v| {
            v.man_distance() >= 6
                && v.pawns.weak_king.rank() <= Rank::Fourth
                && v.pawns.promotion_distances().0 <= 4
        };
    "knight-on-last-rank": "the knight is on the last rank within three squares of the other king, its \
        own king two moves outside the square",
        "the king shuts the knight in; limits fitted to the table",
        yes "1K6/8/3p4/8/8/8/3k4/N7 b - - 0 1", no "8/8/3p4/8/1K6/8/3k4/N7 b - - 0 1" => |v| {
            v.man.rank() == Rank::Eighth
                && distance(v.pawns.strong_king, v.man) <= 3
                && v.pawns.late() >= 2
        };
    "knight-at-home": "the knight is five squares from the pawn, on its side's far rank, the pawn's king \
        within two squares of where the pawn promotes",
        "knight and king come too late; limits fitted to the table",
        yes "1N6/6p1/2K5/8/8/4k3/8/8 b - - 0 1", no "8/4N1p1/2K5/8/8/4k3/8/8 b - - 0 1" => |v| {
            v.man_distance() >= 5
                && v.man.rank() == Rank::First
                && v.pawns.promotion_distances().0 <= 2
        };
    "knight-before-pawn": "the knight attacks the pawn from next to where it promotes",
        "the king drives it away",
        yes "6k1/8/8/8/8/K1p5/8/3N4 b - - 0 1", no "6k1/8/8/8/7N/K1p5/8/8 b - - 0 1" => |v| {
            v.man_to_promotion() <= 1 && knight_attacks(v.man).has(v.pawns.pawn)
        };
    "far-kings": "the kings are six squares apart, the pawn's king within three of the square before it, \
        the knight four ranks behind",
        "knight and king come too late; limits fitted to the table",
        yes "N7/8/8/7k/4p3/8/8/1K6 b - - 0 1", no "8/8/8/7k/4p3/8/2N5/1K6 b - - 0 1" => |v| {
            v.pawns.kings() >= 6 && v.pawns.escort_front() <= 3 && v.man_ahead() <= -4
        };
    "shut-in": "the knight's king is in a corner, the kings two squares apart",
        "the king holds the other one and its knight in the corner; limits fitted to the table",
        yes "8/8/2p5/8/8/8/N1k5/K7 b - - 0 1", no "8/8/2p5/8/8/8/N7/K4k2 b - - 0 1" => |v| corner_distance(v.pawns.weak_king) == 0 && v.pawns.kings() <= 2;
    "in-front-of-both": "the pawn is on the fifth rank or beyond, both kings next to where it promotes",
        "the kings' duel is decided by the move",
        yes "8/8/1N6/8/2p5/8/8/1k1K4 b - - 0 1", no "8/8/1N6/8/2p5/7k/8/3K4 b - - 0 1" => |v| {
            let (strong, weak) = v.pawns.promotion_distances();
            v.pawns.ranks_to_go() <= 3 && strong <= 1 && weak <= 2
        };
}
