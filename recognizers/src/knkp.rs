//! King and knight against king and pawn: the knight's side holds if its king is in the square of
//! the pawn or the knight is near its path.

use crate::geometry::*;
use crate::pawn_hunt::PawnHunt;
use crate::rule::siege_rule;

type View = PawnHunt<Knight>;

siege_rule! {
    /// King and knight against king and pawn.
    Knkp, "KNKP", View;
    no_defence yes "?", no "?";

    always "smothered": "the pawn's king is at a corner behind a rook pawn, the other king near",
        "the knight can give mate",
        yes "?", no "?" => |v| {
            v.pawns.is_rook_pawn()
                && corner_distance(v.pawns.strong_king) <= 1
                && v.pawns.escort() <= 3
                && v.pawns.kings() <= 3
        };
    "shut-in": "the knight's king is in a corner, the kings two squares apart",
        "the king holds the other one and its knight in the corner",
        yes "?", no "?" => |v| corner_distance(v.pawns.weak_king) == 0 && v.pawns.kings() <= 2;
    "knight-hangs": "the pawn's side can take the knight",
        "elementary",
        yes "?", no "?" => |v| v.man_hangs();
    "queens-next": "the pawn is on the seventh rank, the knight does not control where it promotes, and \
        its king does not either",
        "the pawn promotes",
        yes "?", no "?" => |v| {
            v.pawns.ranks_to_go() == 1 && v.pawns.to_promotion().1 >= 2 && !v.controls_path()
        };
    "two-to-go": "the pawn is on the sixth rank or beyond, the knight not in control of the path, its \
        king three squares from where it promotes",
        "the pawn promotes",
        yes "?", no "?" => |v| {
            v.pawns.ranks_to_go() <= 2 && v.pawns.to_promotion().1 >= 3 && !v.controls_path()
        };
    "three-to-go": "the pawn is on the fifth rank or beyond, the knight not in control of the path, its \
        king four squares from where it promotes",
        "the pawn promotes",
        yes "?", no "?" => |v| {
            v.pawns.ranks_to_go() <= 3 && v.pawns.to_promotion().1 >= 4 && !v.controls_path()
        };
    "knight-far": "the king is outside the square and the knight five squares from a pawn on the fourth \
        rank or beyond, or six from where a pawn on the fifth promotes",
        "the knight is slow",
        yes "?", no "?" => |v| {
            v.pawns.late() >= 1
                && ((v.man_distance() >= 5 && v.pawns.ranks_to_go() <= 4)
                    || (v.man_to_promotion() >= 6 && v.pawns.ranks_to_go() <= 3))
        };
    "knight-farthest": "the king is outside the square, the knight on the far side from where the pawn \
        promotes, and the pawn's king not near there",
        "the knight is slow",
        yes "?", no "?" => |v| {
            v.pawns.late() >= 1 && v.man_to_promotion() >= 7 && v.pawns.to_promotion().0 >= 4
        };
    "escorted": "the pawn is on the fourth rank or beyond, its king within two squares of where it \
        promotes, the knight three squares from it",
        "the king takes the knight's squares",
        yes "?", no "?" => |v| {
            v.man_distance() >= 3 && v.pawns.ranks_to_go() <= 4 && v.pawns.to_promotion().0 <= 2
        };
    "pushed": "the pawn is on the sixth rank or beyond and its king within two squares of the square \
        before it",
        "the king takes the knight's squares",
        yes "?", no "?" => |v| v.pawns.ranks_to_go() <= 2 && v.pawns.escort_front() <= 2;
    "rook-pawn": "a rook pawn: its king within four squares of where it promotes, the other king far \
        outside the square, or nearer and not well inside",
        "endgame theory: the knight is weakest against the rook pawn",
        yes "?", no "?" => |v| {
            let near = v.pawns.to_promotion().0;
            v.pawns.is_rook_pawn()
                && ((near <= 4 && v.pawns.late() >= 3)
                    || (near <= 3 && v.pawns.late() >= 0)
                    || v.pawns.late() >= 5)
        };
    "knight-behind": "the king is two moves outside the square and the knight two ranks behind the pawn",
        "the knight does not come back in time",
        yes "?", no "?" => |v| v.pawns.late() >= 2 && v.man_ahead() <= -2;
    "knight-behind-escorted": "the knight is three ranks behind the pawn, whose king is within three \
        squares of where it promotes, the path free of men",
        "the king takes the knight's squares",
        yes "?", no "?" => |v| {
            v.man_ahead() <= -3
                && v.pawns.to_promotion().0 <= 3
                && v.path().is_disjoint(v.occupied())
        };
    "knight-on-last-rank": "the knight is on the last rank within three squares of the other king, its \
        own king two moves outside the square",
        "the king shuts the knight in",
        yes "?", no "?" => |v| {
            v.man.rank() == Rank::Eighth
                && distance(v.pawns.strong_king, v.man) <= 3
                && v.pawns.late() >= 2
        };
    "knight-before-pawn": "the knight attacks the pawn from next to where it promotes",
        "the king drives it away",
        yes "?", no "?" => |v| {
            v.man_to_promotion() <= 1 && knight_attacks(v.man).has(v.pawns.pawn)
        };
    "knight-hunted": "the pawn's king is within two squares of the knight, whose own king is outside the \
        square or four squares from where the pawn promotes",
        "the king drives the knight off or shuts it in",
        yes "?", no "?" => |v| {
            distance(v.pawns.strong_king, v.man) <= 2
                && (v.pawns.late() >= 1 || v.pawns.to_promotion().1 >= 4)
        };
    "knight-alone": "the knight is six squares from its king and within four of the other, its king six \
        squares from the pawn",
        "the king drives the knight off or shuts it in",
        yes "?", no "?" => |v| {
            distance(v.pawns.weak_king, v.man) >= 6
                && distance(v.pawns.strong_king, v.man) <= 4
                && v.pawns.block() >= 5
        };
    "kings-equal": "the pawn's king is within three squares of where it promotes, in time with the pawn, \
        the other king on the edge of the square or outside",
        "the king clears the way",
        yes "?", no "?" => |v| {
            let near = v.pawns.to_promotion().0;
            near <= 3 && near + 1 >= v.pawns.pawn_moves() && v.pawns.late() >= 0
        };
    "king-low": "the knight is six squares from the pawn, its king on its first four ranks, the pawn's \
        king within four squares of where it promotes",
        "knight and king come too late",
        yes "?", no "?" => |v| {
            v.man_distance() >= 6
                && v.pawns.weak_king.rank() <= Rank::Fourth
                && v.pawns.to_promotion().0 <= 4
        };
    "rook-pawn-ahead": "a rook pawn ahead of the knight, its path's king on the first three ranks",
        "endgame theory: the knight is weakest against the rook pawn",
        yes "?", no "?" => |v| {
            v.pawns.is_rook_pawn()
                && v.pawns.weak_king.rank() <= Rank::Third
                && v.man_ahead() <= -1
        };
    "both-behind": "the knight's king is not ahead of the pawn, the knight three ranks behind it, the \
        pawn's king within four squares of where it promotes",
        "knight and king come too late",
        yes "?", no "?" => |v| {
            v.man_ahead() <= -3
                && v.pawns.to_promotion().0 <= 4
                && ranks_ahead(v.pawns.weak_king, v.pawns.pawn) <= 0
        };
    "in-front-of-both": "the pawn is on the fifth rank or beyond, both kings next to where it promotes",
        "the kings' duel is decided by the move",
        yes "?", no "?" => |v| {
            let (strong, weak) = v.pawns.to_promotion();
            v.pawns.ranks_to_go() <= 3 && strong <= 1 && weak <= 2
        };
    "knight-at-home": "the knight is five squares from the pawn, on its side's far rank, the pawn's king \
        within two squares of where the pawn promotes",
        "knight and king come too late",
        yes "?", no "?" => |v| {
            v.man_distance() >= 5
                && v.man.rank() == Rank::First
                && v.pawns.to_promotion().0 <= 2
        };
    "kings-far": "the knight's king is five squares from the square before the pawn, the kings two apart, \
        or the knight behind the pawn with the other king within two squares of that square",
        "knight and king come too late",
        yes "?", no "?" => |v| {
            (v.pawns.kings() <= 2 && v.pawns.block() >= 5)
                || (v.pawns.escort_front() <= 2 && v.pawns.late() >= 0 && v.man_ahead() <= -2)
        };
    "knight-beside-pawn": "the knight stands beside the pawn, not in control of its path, the knight's king \
        five squares away",
        "the pawn passes the knight",
        yes "?", no "?" => |v| {
            v.man_distance() <= 1 && v.pawns.block() >= 5 && !v.controls_path()
        };
    "far-kings": "the kings are six squares apart, the pawn's king within three of the square before it, \
        the knight four ranks behind",
        "knight and king come too late",
        yes "?", no "?" => |v| {
            v.pawns.kings() >= 6 && v.pawns.escort_front() <= 3 && v.man_ahead() <= -4
        };
    "mated": "the pawn's king has no square to go",
        "the knight can give mate",
        yes "?", no "?" => |v| {
            let p = &v.pawns;
            let closed = king_attacks(p.weak_king) | knight_attacks(v.man) | set(p.pawn);
            (king_attacks(p.strong_king) & !closed).is_empty()
        };
}
