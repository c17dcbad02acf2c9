//! King and bishop against king and pawn: the bishop's side cannot win, and holds if the bishop
//! controls the pawn's path or its king is in the square of the pawn.

use crate::geometry::*;
use crate::pawns::pawn_hunt::PawnHunt;
use crate::rule::siege_rule;

type View = PawnHunt<Bishop>;

siege_rule! {
    /// King and bishop against king and pawn.
    Kbkp, "KBKP", View;
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
