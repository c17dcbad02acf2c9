//! King and queen against king and bishop, knight or rook: a win, unless the weak man catches the
//! queen.

use crate::claim::Claim;
use crate::duel::Duel;
use crate::geometry::*;
use crate::position::Position;
use crate::rule::draw_rule;
use crate::rule::{PatternText, Rule};

impl<W: Man> Duel<Queen, W> {
    /// The strong side is to move and cannot keep its queen: the weak man pins or forks it with
    /// its king's protection, or skewers it behind the king.
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

    /// The weak king, left alone against king on `king` and queen on `queen`, is stalemated.
    fn stalemates(&self, king: Square, queen: Square) -> bool {
        let covered = queen_attacks(queen, set(king));
        !covered.has(self.weak_king)
            && (king_attacks(self.weak_king) & !covered & !king_attacks(king)).is_empty()
    }

    /// The weak side, to move, can take the queen.
    fn takes_queen(&self) -> bool {
        W::attacks(self.weak, self.occupied()).has(self.strong)
            || self.flight_squares().has(self.strong)
    }

    /// The weak side, to move, has no move and is not in check.
    pub(crate) fn stalemate(&self) -> bool {
        let occupied = self.occupied();
        self.flight_squares().is_empty()
            && !queen_attacks(self.strong, occupied).has(self.weak_king)
            && self.man_moves().is_empty()
    }

    /// Legal moves of the weak man.
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

    /// The positions after each move of the weak side that does not take the queen.
    pub(crate) fn queen_hunts(&self) -> impl Iterator<Item = Self> {
        let own = [self.strong_king, self.strong];
        let after = move |weak_king, weak| Duel::of(true, own, [weak_king, weak]);
        let by_man = self.man_moves().into_iter().map(move |to| after(self.weak_king, to));
        let by_king = self.flight_squares().into_iter().map(move |to| after(to, self.weak));
        by_man.chain(by_king)
    }
}

draw_rule! {
    /// King and queen against king and knight: won, but for a knight that catches the queen.
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

/// King and queen against king and bishop, exactly: where no pattern matches it is a draw, and
/// otherwise the queen wins.
pub struct Kqkb;

impl Kqkb {
    /// The draw, or the queen's win as the side to move sees it.
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
