//! King and bishop against king and pawn: the bishop's side cannot win, and holds if the bishop
//! controls the pawn's path or its king is in the square of the pawn.

use crate::geometry::*;
use crate::pawn_hunt::PawnHunt;
use crate::rule::siege_rule;

type View = PawnHunt<Bishop>;

siege_rule! {
    /// King and bishop against king and pawn.
    Kbkp, "KBKP", View;
    no_defence yes "?", no "?";

    always "smothered": "the pawn's king is in a corner behind its pawn, the other king near",
        "the bishop can give mate",
        yes "?", no "?" => |v| {
            corner_distance(v.pawns.strong_king) == 0
                && v.pawns.escort() <= 1
                && v.pawns.kings() <= 2
        };

    "bishop-hangs": "the pawn's side can take the bishop",
        "elementary",
        yes "?", no "?" => |v| v.man_hangs();
    "queens-next": "the pawn is on the seventh rank and the bishop does not control where it promotes",
        "the pawn promotes",
        yes "?", no "?" => |v| v.pawns.ranks_to_go() == 1 && !v.controls_path();
    "two-to-go": "the pawn is on the sixth rank or beyond, the bishop not in control of its path, and \
        the bishop's king three squares from where it promotes or the other king within two",
        "the pawn promotes, or its king shuts the bishop out",
        yes "?", no "?" => |v| {
            let (strong, weak) = v.pawns.to_promotion();
            v.pawns.ranks_to_go() <= 2 && !v.controls_path() && (weak >= 3 || strong <= 2)
        };
    "three-to-go": "the pawn is on the fifth rank or beyond, the bishop not in control of its path, and \
        the bishop's king four squares from where it promotes or the other king within two",
        "the pawn promotes, or its king shuts the bishop out",
        yes "?", no "?" => |v| {
            let (strong, weak) = v.pawns.to_promotion();
            v.pawns.ranks_to_go() <= 3 && !v.controls_path() && (weak >= 4 || strong <= 2)
        };
    "bishop-on-last-rank": "the bishop is on the last rank, the other king near where the pawn promotes \
        and not ahead of it",
        "the king drives the bishop off its last diagonal",
        yes "?", no "?" => |v| {
            v.man.rank() == Rank::Eighth
                && v.pawns.to_promotion().0 <= 3
                && v.pawns.strong_king.rank() <= v.pawns.pawn.rank()
        };
    "bishop-behind": "the bishop is on the a- or h-file, three ranks behind the pawn, and not in control \
        of its path",
        "too far to come back",
        yes "?", no "?" => |v| {
            file_edge_distance(v.man) == 0 && v.man_ahead() <= -3 && !v.controls_path()
        };
    "bishop-far": "the bishop is seven squares from the pawn and its king outside the square",
        "too far to come back",
        yes "?", no "?" => |v| v.man_distance() >= 7 && v.pawns.late() >= 1;
    "own-king-in-way": "the bishop's king, outside the square, bars a diagonal of its bishop, which does \
        not control the path",
        "the bishop's own king is in its way",
        yes "?", no "?" => |v| {
            v.pawns.late() >= 1
                && !v.controls_path()
                && bishop_attacks(v.man, v.occupied()).has(v.pawns.weak_king)
        };
    "bishop-beside-pawn": "the bishop stands beside the pawn, not in control of the path, its king two \
        ranks behind the pawn",
        "the pawn passes the bishop",
        yes "?", no "?" => |v| {
            v.man_distance() <= 1
                && !v.controls_path()
                && ranks_ahead(v.pawns.weak_king, v.pawns.pawn) <= -2
        };
    "bishop-hunted": "the bishop is on the last two ranks, five squares from where the pawn promotes, the \
        pawn's king within three",
        "the king bars the bishop's diagonals",
        yes "?", no "?" => |v| {
            v.man.rank() >= Rank::Seventh
                && v.man_to_promotion() >= 5
                && distance(v.pawns.strong_king, v.man) <= 3
        };
    "bishop-shut-out": "the pawn's king is beside its pawn and the bishop cannot reach control of the path",
        "the king bars the bishop's diagonals",
        yes "?", no "?" => |v| v.pawns.escort() <= 1 && !v.reaches_path();
    "kings-behind": "the bishop's king is two ranks behind the pawn, the kings two squares apart, and the \
        bishop not in control of the path",
        "the pawn runs",
        yes "?", no "?" => |v| {
            v.pawns.kings() <= 2
                && !v.controls_path()
                && ranks_ahead(v.pawns.weak_king, v.pawns.pawn) <= -2
        };
}
