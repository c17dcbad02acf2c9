//! King, rook and pawn against king and rook. There are two kinds of draws, if no tactics are near.
//! The weak side, to move, captures the pawn and reaches a drawn endgame with a rook each; or its
//! king stands in front of the pawn and the strong king is far. Both sides can win.

use crate::geometry::*;
use crate::rooks::rook_and_pawn::{Defence, RookAndPawn};
use crate::rule::draw_rule;

type View = RookAndPawn;

draw_rule! {
    /// King, rook and pawn against king and rook.
    Krpkr, "KRPKR", View;

    "no-defence": "neither can the weak side, to move, take the pawn for an ending with a rook \
        each that is a known draw, nor is its king in front of the pawn: ahead of it, at most a \
        file off (two to five if the pawn is not past the fifth to second rank), nearer to its file \
        than the strong king to the square in front of it, by two squares if the strong side moves",
        "endgame theory: the king in front of the pawn holds; its limits fitted over all positions",
        yes "8/8/2K5/3rk3/P7/2R5/8/8 b - - 0 1", no "8/8/2K5/4k3/P2r4/2R5/8/8 b - - 0 1"
        => |v| v.defence == Defence::Unknown;
    "king-at-promotion": "the weak king is in front of the pawn but the strong one within three \
        squares of where it promotes",
        "the strong king drives the other one from the pawn's path; limits fitted to the table",
        yes "K7/4k3/2R5/8/2P1r3/8/8/8 b - - 0 1", no "K7/4k3/8/1R6/2P1r3/8/8/8 b - - 0 1"
        => |v| (v.defence == Defence::MovesInFront || v.defence == Defence::WaitsInFront)
            && distance(v.strong_king, v.promotion()) <= 3;
    "strong-rook-touched": "the weak side is to move and its king touches the strong rook",
        "the strong rook may fall",
        yes "8/6r1/2k5/3R4/3K4/1P6/8/8 b - - 0 1", no "8/6r1/2k5/8/3KR3/1P6/8/8 b - - 0 1"
        => |v| !v.strong_to_move && adjacent(v.weak_king, v.rook);
    "weak-battery": "the weak king, to move, stands between its rook and the strong king, within \
        two squares of the strong rook",
        "its step discovers check and gains the time to take the rook; limits fitted to the table",
        yes "8/8/2R5/8/Pr1k1K2/8/8/8 b - - 0 1", no "8/8/2R5/8/P2k1K2/r7/8/8 b - - 0 1"
        => |v| !v.strong_to_move
            && between(v.weak, v.strong_king).has(v.weak_king)
            && distance(v.weak_king, v.rook) <= 2;
    "far-rooks": "the weak side is to move, the strong king on the edge, and the rooks seven \
        squares apart, or six with the kings at most three",
        "checks from afar end in a skewer along the edge; limits fitted to the table",
        yes "7r/8/8/8/3Pk3/8/R7/4K3 b - - 0 1", no "8/8/5r2/8/3Pk3/8/R7/4K3 b - - 0 1"
        => |v| !v.strong_to_move
            && edge_distance(v.strong_king) == 0
            && v.rooks() >= if v.kings() <= 3 { 6 } else { 7 };
    "strong-edge": "the weak side is to move, the strong king on the edge and its rook shut in, or \
        the kings at most three squares apart and it is in a corner, its rook has few squares or \
        is near the weak king",
        "mating threats on the edge win the rook; limits fitted to the table",
        yes "8/2P5/8/8/5R2/2rk4/8/4K3 b - - 0 1", no "8/2P5/8/8/6R1/2rk4/8/4K3 b - - 0 1"
        => |v| !v.strong_to_move && edge_distance(v.strong_king) == 0 && strong_edge(v);
    "opposition": "the weak side is to move, the kings are in opposition, and the rooks on \
        opposite edges or the strong rook near its king on the next line",
        "a check drives the king onto a line where its rook is skewered; limits \
        fitted to the table",
        yes "r7/8/8/3K1k2/P7/8/8/2R5 b - - 0 1", no "8/r7/8/3K1k2/P7/8/8/2R5 b - - 0 1"
        => |v| !v.strong_to_move
            && v.kings() == 2
            && line_distance(v.strong_king, v.weak_king) == 0
            && (v.rooks() == 7
                || (distance(v.rook, v.strong_king) <= 3
                    && line_distance(v.rook, v.strong_king) == 1));
    "few-flights": "the weak king, to move, has no flight, or one with the strong rook on the edge",
        "the rook alone has to move",
        yes "k7/3r4/K7/8/3P4/8/1R6/8 b - - 0 1", no "8/3r4/K1k5/8/3P4/8/1R6/8 b - - 0 1"
        => |v| !v.strong_to_move && v.flights() <= if edge_distance(v.rook) == 0 { 1 } else { 0 };
    "checked-rook-attacked": "the king in front of the pawn, to move, is in check and its rook \
        touched by the strong king, attacked by the pawn or on a line with the strong rook",
        "elementary tactics: the rook falls next",
        yes "8/1k6/P7/4K3/3R4/3r4/8/8 b - - 0 1", no "8/1k6/P7/4K3/3R4/8/2r5/8 b - - 0 1"
        => |v| v.defence == Defence::MovesInFront
            && v.weak_in_check()
            && (adjacent(v.strong_king, v.weak)
                || line_distance(v.rook, v.weak) == 0
                || v.by_pawn().has(v.weak));
    "checked-rook-far": "the king in front of the pawn, to move, is in check and next to its rook, \
        or two squares from the strong king, or the rooks are six squares apart, or four with the \
        weak rook within two of its king",
        "the next check hits the rook or forces its exchange; limits fitted to the table",
        yes "8/r7/2k5/1P6/2K1R3/8/8/8 b - - 0 1", no "8/r7/1k6/1P6/2K1R3/8/8/8 b - - 0 1"
        => |v| v.defence == Defence::MovesInFront && v.weak_in_check() && checked_rook_far(v);
    "rook-touched": "the king is in front of the pawn and its rook touched by the strong king: \
        the weak side to move, with that king within two squares of the square in front, the rook \
        attacked by the other or on its king's line; or the strong side to move, when two squares \
        are enough with the weak king on the a- or h-file or two files off",
        "driving the rook away gains the time to bring the king to the pawn; limits \
        fitted to the table",
        yes "8/8/1R6/3k4/P3r3/5K2/8/8 w - - 0 1", no "8/8/1R6/3k4/P7/5K2/2r5/8 w - - 0 1"
        => rook_touched;
    "back-rank": "the weak king, to move, and its rook are on the last two ranks and the strong \
        rook on its rank, or both on the last with the strong rook on the seventh",
        "passive defence on the last rank: the king is shut in; limits fitted to the table",
        yes "R1k5/5r2/1P6/8/4K3/8/8/8 b - - 0 1", no "R1k5/8/1P3r2/8/4K3/8/8/8 b - - 0 1"
        => |v| v.defence == Defence::MovesInFront && back_rank(v);
    "edge-file": "the king in front of the pawn is on the a- or h-file, its rook on that file or \
        the next, and the rooks at least four ranks apart",
        "checks on the edge win the rook or force its exchange; limits fitted to the table",
        yes "5R2/8/8/k7/P3K3/8/1r6/8 w - - 0 1", no "5R2/8/8/2k5/P3K3/8/1r6/8 w - - 0 1"
        => |v| v.defence != Defence::TakesPawn
            && file_edge_distance(v.weak_king) == 0
            && file_distance(v.weak_king, v.weak) <= 1
            && rank_distance(v.rook, v.weak) >= 4;
    "one-line": "the weak side is to move, its king in front of the pawn, and the strong rook is \
        on a line with both king and rook",
        "pins, and exchanges into a won pawn ending",
        yes "8/8/8/2R1rk2/K2P4/8/8/8 b - - 0 1", no "8/8/3r4/2R2k2/K2P4/8/8/8 b - - 0 1"
        => |v| v.defence == Defence::MovesInFront
            && line_distance(v.rook, v.weak) == 0
            && line_distance(v.rook, v.weak_king) == 0;
    "rook-shut-in": "the king is in front of the pawn and its rook has at most eight squares: to \
        move, with the strong king within two squares of the pawn; else with that rook within two \
        squares of its king",
        "a passive rook gives no checks; limits fitted to the table",
        yes "2k5/8/8/rP2R3/2K5/8/8/8 b - - 0 1", no "2k5/8/r7/1P2R3/2K5/8/8/8 b - - 0 1"
        => |v| match v.defence {
            Defence::MovesInFront => v.escort() <= 2 && v.weak_mobility() <= 8,
            Defence::WaitsInFront => v.guard() <= 2 && v.weak_mobility() <= 8,
            _ => false,
        };
    "rook-beside-front": "the weak king, to move, is just above the pawn, the strong rook on its \
        line or the next, and the strong king within two squares of the pawn",
        "the rook drives the king off the pawn's path; limits fitted to the table",
        yes "8/2R5/5k2/3P4/8/2K5/1r6/8 b - - 0 1", no "2R5/8/5k2/3P4/8/2K5/1r6/8 b - - 0 1"
        => |v| v.defence == Defence::MovesInFront
            && v.escort() <= 2
            && ranks_ahead(v.weak_king, v.pawn) == 1
            && line_distance(v.rook, v.weak_king) <= 1;
    "cut-off": "the king is in front of the pawn, two files off, and cut off: to move, by the \
        strong rook on its file or the next with the strong king within three squares of the \
        square in front; else by that rook within two squares of the pawn and the strong king within four",
        "endgame theory: the king cut off from the pawn; limits fitted to the table",
        yes "8/4k3/2r5/2PR4/8/3K4/8/8 b - - 0 1", no "8/4k3/2r5/2P5/2R5/3K4/8/8 b - - 0 1"
        => |v| v.files_off() >= 2 && match v.defence {
            Defence::MovesInFront => {
                v.escort_front() <= 3 && file_distance(v.weak_king, v.rook) <= 1
            }
            Defence::WaitsInFront => v.escort() <= 4 && distance(v.rook, v.pawn) <= 2,
            _ => false,
        };
    "low-king": "the king in front of the pawn is low on the board: to move, on the third rank \
        next to its rook, or on the fourth with few flights and the strong rook on the last three \
        ranks; or the strong side moves, it is on the third, and its rook near and not above the pawn",
        "king and rook get in each other's way below the pawn's path; limits fitted to the table",
        yes "5K2/8/8/8/8/4k3/1Pr5/1R6 w - - 0 1", no "5K2/8/8/8/3k4/8/1Pr5/1R6 w - - 0 1"
        => low_king;
    "strong-check": "the strong king, to move, is in check, and the weak king touches the strong \
        rook or that king has no flight",
        "the strong rook may fall",
        yes "8/8/2k5/P2R4/2r5/8/8/2K5 w - - 0 1", no "8/8/2k5/P2R4/1r6/8/8/2K5 w - - 0 1"
        => |v| v.strong_to_move
            && v.strong_in_check()
            && (adjacent(v.weak_king, v.rook) || v.strong_flights() == 0);
    "battery": "the strong side is to move, its king or pawn between its rook and the weak king",
        "a discovered check gains the time to attack the rook",
        yes "8/8/1k2KR2/8/P1r5/8/8/8 w - - 0 1", no "8/8/1k2K3/4R3/P1r5/8/8/8 w - - 0 1"
        => |v| v.strong_to_move && v.battery();
    "rooks-on-line": "the strong side is to move and the rooks attack each other, or are on one \
        rank, or on one file that is not the pawn's",
        "the exchange leaves a pawn ending, or the rook falls to a check",
        yes "8/6K1/3k4/8/R1P1r3/8/8/8 w - - 0 1", no "8/6K1/3k4/8/R1P5/3r4/8/8 w - - 0 1"
        => |v| v.strong_to_move
            && (v.by_rook.has(v.weak)
                || rank_distance(v.rook, v.weak) == 0
                || (file_distance(v.rook, v.weak) == 0 && file_distance(v.weak, v.pawn) > 0));
    "skewer": "the strong side, to move, has a safe check on the line of the weak king and rook",
        "elementary tactics; a guarded rook is exchanged into a won pawn ending",
        yes "8/6R1/5K2/3k4/P7/3r4/8/8 w - - 0 1", no "8/6R1/5K2/3k4/P7/8/2r5/8 w - - 0 1"
        => |v| v.strong_to_move && v.skewers();
    "rook-beside-king": "the strong side is to move, the weak rook on its king's rank, within \
        three squares of it or a file of the pawn",
        "the rook bars its king's way or loses it the rank; limits fitted to the table",
        yes "8/8/1r1k4/4R3/2P2K2/8/8/8 w - - 0 1", no "8/r7/3k4/4R3/2P2K2/8/8/8 w - - 0 1"
        => |v| v.strong_to_move
            && rank_distance(v.weak, v.weak_king) == 0
            && (v.guard() <= 3 || file_distance(v.weak, v.pawn) <= 1);
    "last-ranks": "the strong side is to move, the weak rook on the last two ranks, its king there \
        or above it, and the rooks at least four files apart",
        "a check on the last ranks hits the rook as well; limits fitted to the table",
        yes "2k5/r7/3P4/4R3/8/8/2K5/8 w - - 0 1", no "2k5/8/r2P4/4R3/8/8/2K5/8 w - - 0 1"
        => |v| v.strong_to_move
            && v.weak.rank() >= Rank::Seventh
            && ranks_ahead(v.weak, v.weak_king) <= 0
            && file_distance(v.rook, v.weak) >= 4;
    "kings-face": "the strong side is to move, the kings two squares apart, and the strong king \
        has few flights or the kings are on one rank and the rooks four ranks apart",
        "either king may be mated or lose its rook to a check; limits fitted to the table",
        yes "6R1/8/8/3k1K2/P7/2r5/8/8 w - - 0 1", no "6R1/8/3k4/5K2/P7/2r5/8/8 w - - 0 1"
        => |v| v.strong_to_move && v.kings() <= 2
            && (v.strong_flights() <= 2
                || (rank_distance(v.strong_king, v.weak_king) == 0
                    && rank_distance(v.rook, v.weak) >= 4));
    "far-rook": "the strong side is to move, the rooks on opposite edges and the weak one within \
        three squares of the strong king",
        "the king drives the rook off and the other one cuts it off from afar; limits \
        fitted to the table",
        yes "7r/8/8/4k2K/2P5/8/8/6R1 w - - 0 1", no "7r/8/8/4k2K/2P5/8/5R2/8 w - - 0 1"
        => |v| v.strong_to_move && v.rooks() == 7 && distance(v.strong_king, v.weak) <= 3;
    "rook-on-king-file": "the strong side is to move, the weak rook on its king's file and the \
        strong king within three squares of the square in front of the pawn",
        "the rook gives no checks from the side; limits fitted to the table",
        yes "2k5/8/3R4/8/K1rP4/8/8/8 w - - 0 1", no "2k5/8/3R4/8/K2P4/3r4/8/8 w - - 0 1"
        => |v| v.strong_to_move
            && file_distance(v.weak, v.weak_king) == 0
            && v.escort_front() <= 3;
    "fifth-rank": "the strong side is to move, the pawn past the middle with its rook on its file \
        and its king above the weak one, or with its king within three squares of the square in \
        front and the weak rook within two of the pawn",
        "the third-rank defence comes too late against a pawn past the middle; limits \
        fitted to the table",
        yes "2k5/1r6/3P4/4R3/2K5/8/8/8 w - - 0 1", no "2k5/8/r2P4/4R3/2K5/8/8/8 w - - 0 1"
        => |v| v.strong_to_move && v.pawn.rank() >= Rank::Fifth
            && ((file_distance(v.rook, v.pawn) == 0
                && ranks_ahead(v.strong_king, v.weak_king) > 0)
                || (v.escort_front() <= 3 && distance(v.weak, v.pawn) <= 2));
    "king-at-pawn": "the strong side is to move, the weak king just above the pawn on a line with \
        its rook, the strong rook on the pawn's file or the next",
        "a check drives the king from the pawn or wins the rook behind it",
        yes "8/8/3k4/1P1r4/6K1/8/1R6/8 w - - 0 1", no "8/8/3k4/1P6/2r3K1/8/1R6/8 w - - 0 1"
        => |v| v.strong_to_move
            && ranks_ahead(v.weak_king, v.pawn) == 1
            && line_distance(v.weak, v.weak_king) == 0
            && file_distance(v.rook, v.pawn) <= 1;
    "corner": "the strong side is to move, the weak king in or next to a corner, three files off \
        the pawn",
        "mating threats in the corner; limits fitted to the table",
        yes "k6K/8/2r5/8/8/8/1R1P4/8 w - - 0 1", no "7K/2k5/2r5/8/8/8/1R1P4/8 w - - 0 1"
        => |v| v.strong_to_move && v.files_off() >= 3 && corner_distance(v.weak_king) <= 1;
    "rook-falls": "the side to move takes the other rook, checks so that it falls next, or mates",
        "elementary tactics: hanging rook, skewer, fork, mate in one",
        yes "8/8/2r5/3k1K2/1P6/2R5/8/8 b - - 0 1", no "8/8/1r6/3k1K2/1P6/2R5/8/8 b - - 0 1"
        => |v| v.rook_falls();
}

fn strong_edge(v: &View) -> bool {
    let mobility = v.mobility();
    mobility <= 6
        || (v.kings() <= 3
            && (mobility <= 10
                || distance(v.weak_king, v.rook) <= 2
                || corner_distance(v.strong_king) == 0))
}

fn checked_rook_far(v: &View) -> bool {
    v.guard() <= 1 || v.kings() <= 2 || v.rooks() >= if v.guard() <= 2 { 4 } else { 6 }
}

fn rook_touched(v: &View) -> bool {
    match v.defence {
        Defence::MovesInFront => {
            adjacent(v.strong_king, v.weak)
                && (v.escort_front() <= 2
                    || v.by_rook.has(v.weak)
                    || line_distance(v.weak, v.weak_king) == 0)
        }
        Defence::WaitsInFront => {
            adjacent(v.strong_king, v.weak)
                || (distance(v.strong_king, v.weak) == 2
                    && (v.files_off() >= 2 || file_edge_distance(v.weak_king) == 0))
        }
        _ => false,
    }
}

fn back_rank(v: &View) -> bool {
    let passive = v.weak.rank() >= Rank::Seventh && v.weak_king.rank() >= v.weak.rank();
    passive
        && (rank_distance(v.rook, v.weak_king) == 0
            || (v.weak.rank() == Rank::Eighth && v.rook.rank() == Rank::Seventh))
}

fn low_king(v: &View) -> bool {
    match v.defence {
        Defence::MovesInFront => {
            (v.weak_king.rank() <= Rank::Third && v.guard() == 1)
                || (v.weak_king.rank() <= Rank::Fourth
                    && v.rook.rank() >= Rank::Sixth
                    && v.flights() <= 3)
        }
        Defence::WaitsInFront => {
            v.weak_king.rank() <= Rank::Third && v.guard() <= 3 && ranks_ahead(v.weak, v.pawn) <= 0
        }
        _ => false,
    }
}
