//! A queen against a queen, rook, minor piece or pawn.
//!
//! Against a queen, "strong" is the side to move, and both sides can win. The other endgames are
//! won for the queen, with three kinds of exceptions: the weak man catches the queen, the queen
//! must be given for the rook, or the pawn captures the queen or promotes in time.

use crate::claim::Claim;
use crate::duel::Duel;
use crate::geometry::*;
use crate::pawns::pawn_hunt::PawnHunt;
use crate::position::Position;
use crate::rule::{ByPatterns, PatternText, Rule, Siege, draw_rule};
use crate::tactics::*;

draw_rule! {
    /// King and queen against king and queen, seen from the side to move.
    Kqkq, "KQKQ", Duel<Queen, Queen>;

    "kings-close": "the kings are at most two squares apart",
        "each check may be mate when the other king helps; limits fitted to the table",
        yes "8/8/8/8/5Q2/3k4/8/q2K4 w - - 0 1", no "8/8/4K3/8/5Q2/3k4/8/q7 w - - 0 1" => |v| v.kings() <= 2;
    "corner-queen": "the other king is on the edge, its queen in or next to a corner and within \
        five squares of it",
        "checks along the edge and the long diagonal end in a skewer; limits fitted to the table",
        yes "8/1q6/8/8/3Q4/k2K4/8/8 w - - 0 1", no "8/4q3/8/8/3Q4/k2K4/8/8 w - - 0 1" => |v| v.on_edge() && v.guard() <= 5 && corner_distance(v.weak) <= 1;
    "discovered-check": "the kings are at most three squares apart and the queen of the side to move \
        is on a line with the other king",
        "the king's move discovers a check; limits fitted to the table",
        yes "8/8/8/7Q/8/8/8/K2k1q2 b - - 0 1", no "8/8/8/7Q/4K3/8/8/3k1q2 b - - 0 1" => |v| v.kings() <= 3 && Queen::rays(v.strong).has(v.weak_king);
    "queen-in-corner": "the queen of the side to move is in a corner near both kings",
        "checks from the corner along three lines; limits fitted to the table",
        yes "8/Q7/8/8/8/8/k2K4/q7 b - - 0 1", no "8/Q7/8/8/8/1q6/k2K4/8 b - - 0 1" => |v| {
            corner_distance(v.strong) == 0
                && distance(v.strong_king, v.strong) <= 3
                && distance(v.weak_king, v.strong) <= 3
        };
    "edge": "the other king is on the edge, the kings at most three squares apart, and the other \
        queen on a line with the king of the side to move",
        "the other queen cannot give the check that would save its king; limits \
        fitted to the table",
        yes "8/8/8/8/2k4Q/8/6q1/1K6 b - - 0 1", no "5k2/8/8/8/7Q/8/6q1/1K6 b - - 0 1" => |v| {
            v.on_edge() && v.kings() <= 3 && line_distance(v.strong_king, v.weak) == 0
        };
    "queen-beside-king": "the kings are at most three squares apart and the other queen beside its \
        king on the edge",
        "the queen takes its own king's flights; limits fitted to the table",
        yes "8/8/8/8/3K4/8/6Q1/3kq3 w - - 0 1", no "8/8/8/8/7K/8/6Q1/3kq3 w - - 0 1" => |v| v.kings() <= 3 && v.guard() <= 1 && edge_distance(v.weak) == 0;
    "far-queens": "the queens are on opposite edges, seven ranks and seven files apart",
        "corner to corner: the long diagonal is open for a skewer; limits fitted to the table",
        yes "7q/6k1/8/8/8/2K5/8/Q7 b - - 0 1", no "7q/6k1/8/8/8/2K3Q1/8/8 b - - 0 1" => |v| line_distance(v.strong, v.weak) == 7;
    "queen-falls": "the side to move takes the queen, checks so that it falls next, or mates",
        "elementary tactics: hanging queen, skewer, mate in one",
        yes "6q1/8/8/5k2/8/1Q6/8/3K4 w - - 0 1", no "6q1/1Q6/8/5k2/8/8/8/3K4 w - - 0 1" => |v| v.wins_man();
    "nothing-saves": "after every move of the side to move its queen falls or it is mated",
        "elementary tactics, seen from the other side",
        yes "q3k1Q1/8/8/8/8/8/2K5/8 b - - 0 1", no "q3k3/8/8/8/1Q6/8/2K5/8 b - - 0 1"
        => |v| !can_save::<Queen, Queen>(v.strong_king, v.strong, v.weak_king, v.weak);
}

draw_rule! {
    /// King and queen against king and pawn.
    Kqkp, "KQKP", PawnHunt<Queen>;

    "queen-to-move": "the queen's side is to move",
        "endgame theory: the queen wins, but for rook and bishop pawns on the seventh rank",
        yes "3Q4/2K5/8/1p6/8/2k5/8/8 w - - 0 1", no "3Q4/2K5/8/1p6/8/2k5/8/8 b - - 0 1" => |v| !v.strong_to_move();
    "queen-safe": "the pawn's side is to move, and does not draw by taking the queen or by promoting into a \
        drawn ending of queens",
        "the king and pawn ending must be a draw in its turn, and the queen ending too",
        yes "4k3/8/8/8/8/2K2p2/8/4Q3 b - - 0 1", no "3Qk3/8/8/8/8/2K2p2/8/8 b - - 0 1" => |v| v.strong_to_move() && !v.capture_draws().unwrap_or_else(|| promotes(v));
}

/// Returns whether the pawn's side, to move and not in check, promotes, and the resulting endgame
/// of queens is claimed drawn.
fn promotes(v: &PawnHunt<Queen>) -> bool {
    let p = &v.pawns;
    if p.ranks_to_go() > 1 || v.occupied().has(p.promotion()) {
        return false;
    }
    let without_pawn = v.occupied() ^ set(p.pawn);
    if queen_attacks(v.man, v.occupied()).has(p.strong_king)
        || queen_attacks(v.man, without_pawn | set(p.promotion())).has(p.strong_king)
    {
        return false;
    }
    Kqkq::draws(&Duel::of(true, [p.weak_king, v.man], [p.strong_king, p.promotion()]))
}

draw_rule! {
    /// King and queen against king and rook. The draws are exchanges of queen for rook.
    Kqkr, "KQKR", Duel<Queen, Rook>;

    "queen-free": "the queen is to move, and no rook pins it, checks it away or skewers it for a \
        recapture",
        "endgame theory: the queen wins unless the rook catches it at once",
        yes "1k6/8/8/8/6Q1/8/4r3/3K4 w - - 0 1", no "1k6/8/8/8/6Q1/8/4r3/3K4 b - - 0 1" => |v| v.strong_to_move && fate(v) != Fate::Traded;
    "queen-out-of-reach": "the rook's side is to move and can neither exchange its rook for the queen \
        nor force that with its next move, nor is it stalemated",
        "endgame theory: the queen wins unless the rook catches it at once",
        yes "8/1r6/4k3/8/2Q5/2K5/8/8 b - - 0 1", no "8/8/4k3/8/2Q1r3/2K5/8/8 b - - 0 1" => |v| {
            !v.strong_to_move
                && !exchanges(v)
                && !v.stalemate()
                && !v.queen_hunts().any(|after| fate(&after) == Fate::Traded)
        };
    "queen-for-nothing": "the rook's side is to move and wins the queen for nothing, at once or by a \
        skewer",
        "the rook's side then wins",
        yes "8/6Q1/8/8/8/6r1/1K5k/8 b - - 0 1", no "7K/6Q1/8/8/8/6r1/7k/8 b - - 0 1" => |v| {
            !v.strong_to_move
                && (takes_for_nothing(v)
                    || v.queen_hunts().any(|after| fate(&after) == Fate::Lost))
        };
    "mated-on-edge": "the rook's side is to move, the queen's king is on the edge and the kings are at \
        most two squares apart",
        "the rook may mate, or win the queen by the threat; limits fitted to the table",
        yes "8/8/Q7/8/2r5/1k6/8/K7 b - - 0 1", no "8/K7/Q7/8/2r5/1k6/8/8 b - - 0 1" => |v| {
            !v.strong_to_move && edge_distance(v.strong_king) == 0 && v.kings() <= 2
        };
}

/// The fate of a queen whose side is to move.
#[derive(PartialEq, Eq)]
enum Fate {
    /// No tactic threatens the queen.
    Free,
    /// The queen is exchanged for the rook, which leaves bare kings.
    Traded,
    /// The queen is lost for nothing.
    Lost,
}

/// Returns the fate of the queen, with its side to move. A queen that a guarded rook pins or forks
/// is traded. A queen skewered behind its king is traded if it attacks the rook or the king can
/// step to its side; otherwise it is lost.
fn fate(v: &Duel<Queen, Rook>) -> Fate {
    let (king, queen, rook) = (v.strong_king, v.strong, v.weak);
    if line_distance(king, rook) > 0 {
        return Fate::Free;
    }
    let occupied = v.occupied();
    let guarded = adjacent(v.weak_king, rook);
    let seen = rook_attacks(rook, occupied);
    if !seen.has(king) {
        let pinned = seen.has(queen) && rook_attacks(rook, occupied ^ set(queen)).has(king);
        return if pinned && guarded { Fate::Traded } else { Fate::Free };
    }
    let touches = adjacent(king, rook);
    let by_queen = queen_attacks(queen, occupied).has(rook);
    if (touches && (!guarded || by_queen)) || (by_queen && !guarded) {
        return Fate::Free;
    }
    let covered = rook_attacks(rook, occupied ^ set(king));
    if !covered.has(queen) {
        return Fate::Free;
    }
    let flights = king_attacks(king) & !covered & !king_attacks(v.weak_king) & !set(queen);
    let retaken = !(flights & king_attacks(queen)).is_empty() && !adjacent(v.weak_king, queen);
    if !retaken && !by_queen { Fate::Lost } else { Fate::Traded }
}

/// Returns whether the rook can capture the queen and the king can recapture.
fn exchanges(v: &Duel<Queen, Rook>) -> bool {
    rook_attacks(v.weak, v.occupied()).has(v.strong) && retakes(v)
}

/// Returns whether the strong king can recapture on the queen's square.
fn retakes(v: &Duel<Queen, Rook>) -> bool {
    adjacent(v.strong_king, v.strong) && !adjacent(v.weak_king, v.strong)
}

fn takes_for_nothing(v: &Duel<Queen, Rook>) -> bool {
    let by_rook = rook_attacks(v.weak, v.occupied()).has(v.strong);
    v.flight_squares().has(v.strong) || (by_rook && !retakes(v))
}

impl<W: Man> Duel<Queen, W> {
    /// Returns whether the strong side is to move and cannot keep its queen: the weak man, guarded
    /// by its king, pins or forks the queen, or it skewers the queen behind the king.
    fn queen_is_lost(&self) -> bool {
        let (king, queen, man) = (self.strong_king, self.strong, self.weak);
        if !W::rays(man).has(king) {
            return false;
        }
        let occupied = self.occupied();
        let guarded = adjacent(self.weak_king, man);
        let seen = W::attacks(man, occupied);
        if !seen.has(king) {
            let pinned = seen.has(queen) && W::attacks(man, occupied ^ set(queen)).has(king);
            return pinned && (guarded || self.stalemates(king, man));
        }
        let touches = adjacent(king, man);
        let by_queen = queen_attacks(queen, occupied).has(man);
        let by_king = touches && !guarded && !self.stalemates(man, queen);
        let by_queen = by_queen && (touches || !guarded) && !self.stalemates(king, man);
        if by_king || by_queen {
            return false;
        }
        let without_king = occupied ^ set(king);
        let covered = W::attacks(man, without_king);
        let flights = king_attacks(king) & !covered & !king_attacks(self.weak_king) & !set(queen);
        covered.has(queen) || (W::PIECE != Piece::Knight && flights.is_empty())
    }

    /// Returns whether the weak king alone is stalemated by the other king on `king` and the queen
    /// on `queen`.
    fn stalemates(&self, king: Square, queen: Square) -> bool {
        let covered = queen_attacks(queen, set(king));
        !covered.has(self.weak_king)
            && (king_attacks(self.weak_king) & !covered & !king_attacks(king)).is_empty()
    }

    /// Returns whether the weak side is to move and can capture the queen.
    fn takes_queen(&self) -> bool {
        W::attacks(self.weak, self.occupied()).has(self.strong)
            || self.flight_squares().has(self.strong)
    }

    /// Returns whether the weak side is to move, is not in check and has no move.
    pub(crate) fn stalemate(&self) -> bool {
        let occupied = self.occupied();
        self.flight_squares().is_empty()
            && !queen_attacks(self.strong, occupied).has(self.weak_king)
            && self.man_moves().is_empty()
    }

    /// Returns the destinations of the weak man's legal moves.
    fn man_moves(&self) -> BitBoard {
        let occupied = self.occupied();
        let moves = W::attacks(self.weak, occupied) & !set(self.strong_king) & !set(self.weak_king);
        let without = occupied ^ set(self.weak);
        let line = queen_attacks(self.strong, without);
        if line.has(self.weak_king) {
            moves & (between(self.strong, self.weak_king) | set(self.strong))
        } else {
            moves
        }
    }

    /// Returns the positions after those moves of the weak side that do not capture the queen.
    pub(crate) fn queen_hunts(&self) -> impl Iterator<Item = Self> {
        let own = [self.strong_king, self.strong];
        let after = move |weak_king, weak| Duel::of(true, own, [weak_king, weak]);
        let by_man = self.man_moves().into_iter().map(move |to| after(self.weak_king, to));
        let by_king = self.flight_squares().into_iter().map(move |to| after(to, self.weak));
        by_man.chain(by_king)
    }
}

draw_rule! {
    /// King and queen against king and knight: won, unless the knight catches the queen.
    Kqkn, "KQKN", Duel<Queen, Knight>;

    "queen-free": "the queen is to move and the knight does not fork it safely",
        "endgame theory: the queen wins unless the knight catches it at once",
        yes "8/4Q3/8/8/3n4/6k1/3K4/8 w - - 0 1", no "8/4Q3/8/8/3n4/6k1/3K4/8 b - - 0 1" => queen_free;
    "queen-out-of-reach": "the knight's side is to move and can neither take the queen nor fork it \
        safely, nor is it stalemated",
        "endgame theory: the queen wins unless the knight catches it at once",
        yes "8/8/8/8/3K4/6n1/3Q4/7k b - - 0 1", no "8/8/3Q4/8/3K4/6n1/8/7k b - - 0 1" => queen_out_of_reach;
}

draw_rule! {
    /// The draws of king and queen against king and bishop, as patterns; see [`Kqkb`].
    KqkbDraws, "KQKB", Duel<Queen, Bishop>;

    "queen-free": "the queen is to move, and the bishop neither pins nor forks nor skewers it for good",
        "the Hossa engine's claim that a static evaluation can be exact here",
        yes "8/8/8/2Q5/3K4/8/8/2b2k2 w - - 0 1", no "8/8/8/2Q5/3K4/8/8/5kb1 w - - 0 1" => queen_free;
    "queen-out-of-reach": "the bishop's side is to move and can neither take the queen nor pin, fork \
        or skewer it for good, nor is it stalemated",
        "the Hossa engine's claim that a static evaluation can be exact here",
        yes "8/8/8/7k/2Q5/6b1/1K6/8 b - - 0 1", no "8/5b2/8/7k/2Q5/8/1K6/8 b - - 0 1" => queen_out_of_reach;
}

fn queen_free<W: Man>(v: &Duel<Queen, W>) -> bool {
    v.strong_to_move && !v.queen_is_lost()
}

fn queen_out_of_reach<W: Man>(v: &Duel<Queen, W>) -> bool {
    !v.strong_to_move
        && !v.takes_queen()
        && !v.stalemate()
        && !v.queen_hunts().any(|after| after.queen_is_lost())
}

/// The exact rule for king and queen against king and bishop: the queen wins if a pattern matches;
/// otherwise the position is a draw.
pub struct Kqkb;

impl Kqkb {
    /// Returns `draw`, or a win of the queen's side, for the side to move.
    fn value(position: &Position, draw: Claim) -> Claim {
        draw.or_else(|| {
            let queen_to_move = !position.men(position.stm(), Piece::Queen).is_empty();
            if queen_to_move { Claim::WIN } else { Claim::LOSS }
        })
    }
}

impl Rule for Kqkb {
    fn endgame(&self) -> &str {
        "KQKB"
    }

    fn name(&self) -> &str {
        "KQKB, exact"
    }

    fn patterns(&self) -> &[PatternText] {
        KqkbDraws.patterns()
    }

    fn claim(&self, position: &Position) -> Claim {
        Self::value(position, KqkbDraws.claim(position))
    }

    fn claim_and_patterns(&self, position: &Position) -> (Claim, u64) {
        let (draw, patterns) = KqkbDraws.claim_and_patterns(position);
        (Self::value(position, draw), patterns)
    }
}
