//! King and minor piece against king and pawn. The side of the piece wins only if the other king is
//! smothered. It draws if the piece controls the pawn's path, or its king is in the square of the
//! pawn.

use crate::geometry::*;
use crate::pawns::pawn_hunt::PawnHunt;
use crate::rule::siege_rule;

siege_rule! {
    /// King and bishop against king and pawn.
    Kbkp, "KBKP", PawnHunt<Bishop>;
    no_defence yes "8/8/8/6B1/1K6/8/5k1p/8 w - - 0 1", no "8/8/8/6B1/pK6/8/5k2/8 w - - 0 1";

    always "smothered": "the pawn's king is in a corner behind its pawn, the other king near",
        "the bishop can give mate; limits fitted to the table",
        yes "k1K5/p7/8/8/6B1/8/8/8 w - - 0 1", no "k1K5/8/1p6/8/6B1/8/8/8 w - - 0 1" => |v| {
            corner_distance(v.pawns.strong_king) == 0
                && v.pawns.escort() <= 1
                && v.pawns.kings() <= 2
        };

    "bishop-hangs": "the pawn's side can take the bishop",
        "elementary",
        yes "3K4/3p4/2B5/3k4/8/8/8/8 b - - 0 1", no "3K4/3p4/8/3k4/8/B7/8/8 b - - 0 1" => |v| v.man_hangs();
    "queens-next": "the pawn is on the seventh rank and the bishop does not control where it promotes",
        "the pawn promotes",
        yes "k7/8/8/8/8/8/2p2B2/K7 b - - 0 1", no "k7/8/2p5/8/8/8/5B2/K7 b - - 0 1" => |v| v.pawns.ranks_to_go() == 1 && !v.controls_path();
    "two-to-go": "the pawn is on the sixth rank or beyond, the bishop not in control of its path, and \
        the bishop's king three squares from where it promotes or the other king within two",
        "the pawn promotes, or its king shuts the bishop out; limits fitted to the table",
        yes "4B3/8/8/8/1K6/p7/7k/8 b - - 0 1", no "4B3/3p4/8/8/1K6/8/7k/8 b - - 0 1" => |v| {
            let (strong, weak) = v.pawns.promotion_distances();
            v.pawns.ranks_to_go() <= 2 && !v.controls_path() && (weak >= 3 || strong <= 2)
        };
    "three-to-go": "the pawn is on the fifth rank or beyond, the bishop not in control of its path, and \
        the bishop's king four squares from where it promotes or the other king within two",
        "the pawn promotes, or its king shuts the bishop out; limits fitted to the table",
        yes "1B6/8/8/8/K2p4/5k2/8/8 b - - 0 1", no "1B6/8/5p2/8/K7/5k2/8/8 b - - 0 1" => |v| {
            let (strong, weak) = v.pawns.promotion_distances();
            v.pawns.ranks_to_go() <= 3 && !v.controls_path() && (weak >= 4 || strong <= 2)
        };
    "bishop-on-last-rank": "the bishop is on the last rank, the other king near where the pawn promotes \
        and not ahead of it",
        "the king drives the bishop off its last diagonal; limits fitted to the table",
        yes "8/8/8/8/3K4/5k1p/8/6B1 b - - 0 1", no "8/k7/8/8/3K4/7p/8/6B1 b - - 0 1" => |v| {
            v.man.rank() == Rank::Eighth
                && v.pawns.promotion_distances().0 <= 3
                && v.pawns.strong_king.rank() <= v.pawns.pawn.rank()
        };
    "bishop-behind": "the bishop is on the a- or h-file, three ranks behind the pawn, and not in control \
        of its path",
        "too far to come back; limits fitted to the table",
        yes "BK6/8/8/p3k3/8/8/8/8 b - - 0 1", no "1K6/6B1/8/p3k3/8/8/8/8 b - - 0 1" => |v| {
            file_edge_distance(v.man) == 0 && v.man_ahead() <= -3 && !v.controls_path()
        };
    "bishop-far": "the bishop is seven squares from the pawn and its king outside the square",
        "too far to come back; limits fitted to the table",
        yes "3K4/8/8/3k3p/8/8/8/B7 b - - 0 1", no "8/8/8/3k1K1p/8/8/8/B7 b - - 0 1" => |v| v.man_distance() >= 7 && v.pawns.late() >= 1;
    "own-king-in-way": "the bishop's king, outside the square, bars a diagonal of its bishop, which does \
        not control the path",
        "the bishop's own king is in its way",
        yes "8/1B6/K7/p3k3/8/8/8/8 b - - 0 1", no "8/2B5/K7/p3k3/8/8/8/8 b - - 0 1" => |v| {
            v.pawns.late() >= 1
                && !v.controls_path()
                && bishop_attacks(v.man, v.occupied()).has(v.pawns.weak_king)
        };
    "bishop-beside-pawn": "the bishop stands beside the pawn, not in control of the path, its king two \
        ranks behind the pawn",
        "the pawn passes the bishop; limits fitted to the table",
        yes "8/3K4/B7/p7/3k4/8/8/8 b - - 0 1", no "8/8/B7/p7/3k4/5K2/8/8 b - - 0 1" => |v| {
            v.man_distance() <= 1
                && !v.controls_path()
                && ranks_ahead(v.pawns.weak_king, v.pawns.pawn) <= -2
        };
    "bishop-hunted": "the bishop is on the last two ranks, five squares from where the pawn promotes, the \
        pawn's king within three",
        "the king bars the bishop's diagonals; limits fitted to the table",
        yes "8/8/8/7p/1K6/5k2/8/2B5 b - - 0 1", no "4B3/8/8/7p/1K6/5k2/8/8 b - - 0 1" => |v| {
            v.man.rank() >= Rank::Seventh
                && v.man_to_promotion() >= 5
                && distance(v.pawns.strong_king, v.man) <= 3
        };
    "bishop-shut-out": "the pawn's king is beside its pawn and the bishop cannot reach control of the path",
        "the king bars the bishop's diagonals",
        yes "8/8/8/7B/3K1kp1/8/8/8 b - - 0 1", no "8/8/8/1B6/3K1kp1/8/8/8 b - - 0 1" => |v| v.pawns.escort() <= 1 && !v.reaches_path();
    "kings-behind": "the bishop's king is two ranks behind the pawn, the kings two squares apart, and the \
        bishop not in control of the path",
        "the pawn runs; limits fitted to the table",
        yes "8/1B1K4/8/p3k3/8/8/8/8 b - - 0 1", no "8/1B1K4/7k/p7/8/8/8/8 b - - 0 1" => |v| {
            v.pawns.kings() <= 2
                && !v.controls_path()
                && ranks_ahead(v.pawns.weak_king, v.pawns.pawn) <= -2
        };
}

siege_rule! {
    /// King and knight against king and pawn.
    Knkp, "KNKP", PawnHunt<Knight>;
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
