//! King, rook and pawn against king and rook, with the board turned so that the pawn moves up: how
//! the weak side may hold, and which rook falls at once.

use crate::duel::Duel;
use crate::geometry::*;
use crate::position::Position;
use crate::rooks::krkr::Krkr;
use crate::rule::ByPatterns;

/// The way in which the weak side may draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defence {
    /// The weak side is to move and captures the pawn, and the rule for rook against rook claims a
    /// draw after that.
    TakesPawn,
    /// The weak side is to move. Its king is in front of the pawn, and the strong king is far away.
    MovesInFront,
    /// The strong side is to move. The weak king is in front of the pawn, and the strong king is
    /// one move farther away than [`Defence::MovesInFront`] requires.
    WaitsInFront,
    /// None of the other defences is recognized.
    Unknown,
}

/// King, rook and pawn (strong side, turned to White) against king and rook (weak side).
pub(crate) struct RookAndPawn {
    pub strong_to_move: bool,
    pub strong_king: Square,
    pub weak_king: Square,
    pub rook: Square,
    pub pawn: Square,
    /// The square of the weak rook.
    pub weak: Square,
    pub defence: Defence,
    /// The squares that the strong rook attacks.
    pub by_rook: BitBoard,
    /// The squares that the weak rook attacks.
    pub by_weak: BitBoard,
}

impl RookAndPawn {
    pub(crate) fn new(position: &Position) -> Self {
        let strong = position.side_with(Piece::Pawn);
        assert!(position.count() == 5, "king, rook and pawn against king and rook");
        let mut view = RookAndPawn {
            strong_to_move: position.stm() == strong,
            strong_king: position.king(strong).relative_to(strong),
            weak_king: position.king(!strong).relative_to(strong),
            rook: position.only_man(strong, Piece::Rook).relative_to(strong),
            pawn: position.only_man(strong, Piece::Pawn).relative_to(strong),
            weak: position.only_man(!strong, Piece::Rook).relative_to(strong),
            defence: Defence::Unknown,
            by_rook: BitBoard::EMPTY,
            by_weak: BitBoard::EMPTY,
        };
        view.by_rook = rook_attacks(view.rook, view.occupied());
        view.by_weak = rook_attacks(view.weak, view.occupied());
        view.defence = view.find_defence();
        view
    }

    fn find_defence(&self) -> Defence {
        match (self.strong_to_move, self.king_is_in_front()) {
            (false, _) if self.takes_pawn() => Defence::TakesPawn,
            (false, true) => Defence::MovesInFront,
            (true, true) => Defence::WaitsInFront,
            (_, false) => Defence::Unknown,
        }
    }

    /// Returns whether the weak king is ahead of the pawn, near enough to its file, and the strong
    /// king far enough from the square in front of the pawn. The farther the pawn has come, the
    /// fewer files off the weak king may be; each file off requires one more move of distance of
    /// the strong king.
    fn king_is_in_front(&self) -> bool {
        let files = self.files_off();
        let tempo = u8::from(self.strong_to_move);
        ranks_ahead(self.weak_king, self.pawn) > 0
            && self.pawn.rank() as u8 + files.max(1) <= 6
            && self.escort_front() >= files.max(1) + 1 + tempo
    }

    /// Returns whether the position after the capture of the pawn, with the weak king and rook on
    /// these squares, is legal and claimed drawn by the rule for a rook each.
    fn holds_a_rook_each(&self, weak_king: Square, weak: Square) -> bool {
        let others = set(self.strong_king) | set(weak);
        let legal = !adjacent(self.strong_king, weak_king)
            && !rook_attacks(self.rook, others).has(weak_king);
        legal && Krkr::draws(&Duel::of(true, [self.strong_king, self.rook], [weak_king, weak]))
    }

    /// Returns whether the weak side can capture the pawn and hold the endgame with a rook each.
    fn takes_pawn(&self) -> bool {
        (self.by_weak.has(self.pawn) && self.holds_a_rook_each(self.weak_king, self.pawn))
            || (adjacent(self.weak_king, self.pawn) && self.holds_a_rook_each(self.pawn, self.weak))
    }

    /// Returns the squares of all men.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> BitBoard {
        set(self.strong_king)
            | set(self.weak_king)
            | set(self.rook)
            | set(self.pawn)
            | set(self.weak)
    }

    /// Returns the distance between the kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u8 {
        distance(self.strong_king, self.weak_king)
    }

    /// Returns the distance between the rooks.
    #[inline(always)]
    pub(crate) fn rooks(&self) -> u8 {
        distance(self.rook, self.weak)
    }

    /// Returns the distance of the weak rook from its king.
    #[inline(always)]
    pub(crate) fn guard(&self) -> u8 {
        distance(self.weak_king, self.weak)
    }

    /// Returns the distance in files between the weak king and the pawn.
    #[inline(always)]
    pub(crate) fn files_off(&self) -> u8 {
        file_distance(self.weak_king, self.pawn)
    }

    /// Returns the distance of the strong king from the pawn.
    #[inline(always)]
    pub(crate) fn escort(&self) -> u8 {
        distance(self.strong_king, self.pawn)
    }

    /// Returns the distance of the strong king from the square in front of the pawn.
    #[inline(always)]
    pub(crate) fn escort_front(&self) -> u8 {
        distance(self.strong_king, front(self.pawn))
    }

    /// Returns the square on which the pawn promotes.
    #[inline(always)]
    pub(crate) fn promotion(&self) -> Square {
        Square::new(self.pawn.file(), Rank::Eighth)
    }

    /// Returns the squares that the pawn attacks.
    #[inline(always)]
    pub(crate) fn by_pawn(&self) -> BitBoard {
        pawn_attacks(self.pawn, Color::White)
    }

    /// Returns whether the weak king is in check.
    #[inline(always)]
    pub(crate) fn weak_in_check(&self) -> bool {
        (self.by_rook | self.by_pawn()).has(self.weak_king)
    }

    /// Returns whether the strong king is in check.
    #[inline(always)]
    pub(crate) fn strong_in_check(&self) -> bool {
        self.by_weak.has(self.strong_king)
    }

    /// Returns the number of empty squares that the strong rook attacks.
    pub(crate) fn mobility(&self) -> u32 {
        (self.by_rook & !self.occupied()).len()
    }

    /// Returns the number of empty squares that the weak rook attacks.
    pub(crate) fn weak_mobility(&self) -> u32 {
        (self.by_weak & !self.occupied()).len()
    }

    /// Returns the number of squares to which the weak king could step if its side were to move.
    pub(crate) fn flights(&self) -> u32 {
        let fire = king_attacks(self.strong_king)
            | rook_attacks(self.rook, self.occupied() ^ set(self.weak_king))
            | self.by_pawn();
        (king_attacks(self.weak_king) & !fire & !set(self.weak)).len()
    }

    /// Returns the number of squares to which the strong king could step if its side were to move.
    pub(crate) fn strong_flights(&self) -> u32 {
        let fire = king_attacks(self.weak_king)
            | rook_attacks(self.weak, self.occupied() ^ set(self.strong_king));
        (king_attacks(self.strong_king) & !fire & !set(self.rook) & !set(self.pawn)).len()
    }

    /// Returns whether only the strong king or the pawn stands between the strong rook and the weak
    /// king.
    pub(crate) fn battery(&self) -> bool {
        let occupied = self.occupied();
        let screens = set(self.strong_king) | set(self.pawn);
        let near = rook_attacks(self.weak_king, occupied) & screens;
        !self.by_rook.has(self.weak_king)
            && rook_attacks(self.weak_king, occupied ^ near).has(self.rook)
    }

    /// Returns whether the weak king and rook are on one line, and the strong rook can safely give
    /// check along that line from the other side of the king.
    pub(crate) fn skewers(&self) -> bool {
        line_distance(self.weak, self.weak_king) == 0 && self.by_weak.has(self.weak_king) && {
            let behind_king = line(self.weak, self.weak_king)
                & !between(self.weak, self.weak_king)
                & rook_attacks(self.weak_king, self.occupied());
            let safe = king_attacks(self.strong_king) | !king_attacks(self.weak_king);
            !(behind_king & self.by_rook & safe).is_empty()
        }
    }

    /// Returns whether the side to move can capture the other rook, or has a safe check that wins
    /// that rook or mates.
    pub(crate) fn rook_falls(&self) -> bool {
        let assault = if self.strong_to_move {
            Assault {
                king: self.strong_king,
                rook: self.rook,
                foe: self.weak_king,
                target: self.weak,
                pawn: self.pawn,
                own_fire: self.by_pawn(),
                foe_fire: BitBoard::EMPTY,
            }
        } else {
            Assault {
                king: self.weak_king,
                rook: self.weak,
                foe: self.strong_king,
                target: self.rook,
                pawn: self.pawn,
                own_fire: BitBoard::EMPTY,
                foe_fire: self.by_pawn(),
            }
        };
        assault.wins_rook()
    }
}

/// King and rook of the side to move against king and rook, with a pawn on the board.
struct Assault {
    king: Square,
    rook: Square,
    /// The square of the enemy king.
    foe: Square,
    /// The square of the enemy rook.
    target: Square,
    pawn: Square,
    /// The squares that the attacker's pawn attacks; empty if the pawn is the defender's.
    own_fire: BitBoard,
    /// The squares that the defender's pawn attacks; empty if the pawn is the attacker's.
    foe_fire: BitBoard,
}

impl Assault {
    /// Returns whether the enemy rook can be captured at once or after a safe check, or a check
    /// mates.
    fn wins_rook(&self) -> bool {
        let pawn = set(self.pawn);
        let others = set(self.king) | set(self.foe) | set(self.target) | pawn;
        let reach = rook_attacks(self.rook, others);
        let by_king = adjacent(self.king, self.target);
        let by_rook = reach.has(self.target);
        let guarded = adjacent(self.foe, self.target) || self.foe_fire.has(self.target);
        if self.own_fire.has(self.target)
            || ((by_king || by_rook) && (!guarded || (by_king && by_rook)))
        {
            return true;
        }
        // A check may also capture the defender's pawn.
        let own = if self.own_fire.is_empty() { others ^ pawn } else { others };
        let guards = king_attacks(self.king) | self.own_fire;
        let mut checks = reach
            & rook_rays(self.foe)
            & (guards | !king_attacks(self.foe))
            & !own
            & !self.foe_fire;
        let mate_is_far = distance(self.king, self.foe) > 2
            && edge_distance(self.foe) > 0
            && (self.own_fire & king_attacks(self.foe)).is_empty();
        if !by_king && mate_is_far {
            checks &= rook_rays(self.target);
        }
        if checks.is_empty() {
            return false;
        }
        let free = set(self.king) | set(self.target) | pawn;
        let safe = checks & rook_attacks(self.foe, free) & !rook_attacks(self.target, others);
        safe.into_iter().any(|from| self.check_wins(from))
    }

    /// Returns whether the check from `from`, where the enemy rook cannot capture, wins the enemy
    /// rook or mates: that rook cannot interpose next to its king, and no flight of the king saves
    /// it.
    fn check_wins(&self, from: Square) -> bool {
        let without_foe = set(self.king) | set(self.target) | set(from) | set(self.pawn);
        let seen = rook_attacks(from, without_foe);
        let blocks = rook_attacks(self.target, without_foe | set(self.foe))
            & between(from, self.foe)
            & king_attacks(self.foe);
        if !blocks.is_empty() {
            return false;
        }
        let foe_pawn = if self.own_fire.is_empty() { set(self.pawn) } else { BitBoard::EMPTY };
        let flights = king_attacks(self.foe)
            & !king_attacks(self.king)
            & !(seen | set(self.target) | set(from) | foe_pawn | self.own_fire);
        let saving = match (adjacent(self.king, self.target), seen.has(self.target)) {
            (true, true) => BitBoard::EMPTY,
            (true, false) => king_attacks(self.target),
            (false, true) => king_attacks(self.target) | between(from, self.target),
            (false, false) => BitBoard::FULL,
        };
        (flights & saving).is_empty()
    }
}
