//! King, pawn and another man against king, which is rarely a draw.

use std::marker::PhantomData;

use crate::bare_king::kpk::PawnView;
use crate::geometry::*;
use crate::position::Position;
use crate::rule::{Siege, siege_rule};

/// King, `A` and pawn (strong side) against king.
pub(crate) struct Escort<A> {
    pub pawns: PawnView,
    pub man: Square,
    kind: PhantomData<A>,
}

impl<A: Man> Escort<A> {
    fn occupied(&self) -> BitBoard {
        set(self.pawns.strong_king) | set(self.pawns.pawn) | set(self.man)
    }

    /// Returns all squares that the strong side attacks, where the weak king does not block lines.
    pub(crate) fn covered(&self) -> BitBoard {
        king_attacks(self.pawns.strong_king)
            | pawn_attacks(self.pawns.pawn, Color::White)
            | A::attacks(self.man, self.occupied())
    }
}

impl<A: Man> Escort<A> {
    /// Returns whether the strong side is to move, its pawn is attacked, and no move guards or
    /// saves the pawn.
    pub(crate) fn pawn_falls(&self) -> bool {
        let PawnView { strong_king, weak_king, pawn, .. } = self.pawns;
        if !adjacent(weak_king, pawn) {
            return false;
        }
        let by_king = king_attacks(strong_king) & king_attacks(pawn) & !king_attacks(weak_king);
        let guarding = A::attacks(pawn, set(strong_king));
        let moves = A::attacks(self.man, self.occupied() | set(weak_king)) | set(self.man);
        if !by_king.is_empty() || adjacent(strong_king, pawn) || !(guarding & moves).is_empty() {
            return false;
        }
        let covered =
            king_attacks(strong_king) | A::attacks(self.man, set(strong_king) | set(pawn));
        let saved = |to: Square| !adjacent(weak_king, to) || covered.has(to);
        let blockers = self.occupied() | set(weak_king);
        let step = front(pawn);
        if blockers.has(step) {
            return true;
        }
        let leap = front(pawn)
            .try_offset(0, 1)
            .filter(|to| pawn.rank() == Rank::Second && !blockers.has(*to));
        !saved(step) && !leap.is_some_and(saved)
    }
}

impl<A: Man> Siege for Escort<A> {
    fn new(position: &Position) -> Self {
        let strong = position.side_with(Piece::Pawn);
        assert!(position.count() == 4, "king, piece and pawn against king");
        Escort {
            pawns: PawnView::of(position, strong),
            man: position.only_man(strong, A::PIECE).relative_to(strong),
            kind: PhantomData,
        }
    }

    fn strong_to_move(&self) -> bool {
        self.pawns.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let covered = self.covered();
        let steps = king_attacks(self.pawns.weak_king) & !covered;
        if steps.is_empty() {
            return !covered.has(self.pawns.weak_king);
        }
        let minor = A::PIECE == Piece::Knight || A::PIECE == Piece::Bishop;
        steps.into_iter().any(|weak_king| {
            let pawns = PawnView { strong_to_move: true, weak_king, ..self.pawns };
            if weak_king == pawns.pawn {
                minor
            } else if weak_king == self.man {
                pawns.is_drawn()
            } else {
                safe(&Escort { pawns, man: self.man, kind: PhantomData })
            }
        })
    }
}

/// Returns whether the weak king holds the corner where the rook pawn promotes. The bishop does not
/// control that corner. The king is beside the corner, or early enough and two moves nearer to it
/// than the strong king.
fn corner_holds(v: &Escort<Bishop>) -> bool {
    if !v.pawns.is_rook_pawn() || same_colour(v.man, v.pawns.promotion()) {
        return false;
    }
    let (strong, weak) = v.pawns.promotion_distances();
    let ahead = ranks_ahead(v.pawns.weak_king, v.pawns.pawn);
    let to_go = v.pawns.ranks_to_go();
    let early = v.pawns.late() <= -2
        || v.pawns.block() <= 1
        || (to_go >= 5 && ahead >= 3)
        || (matches!(to_go, 4 | 5) && ahead >= 2 && strong >= weak + 3);
    weak <= 1 || (strong >= weak + 2 && early)
}

siege_rule! {
    /// King, bishop and pawn against king.
    Kbpk, "KBPK", Escort<Bishop>;
    no_defence yes "1K6/8/8/6P1/8/8/7k/5B2 b - - 0 1", no "1K6/8/8/4k1P1/8/8/8/5B2 b - - 0 1";

    "no-refuge": "the pawn does not fall, and either the bishop controls the corner of a rook pawn or the \
        weak king is too far from it",
        "endgame theory: rook pawn and wrong bishop; limits fitted to the table",
        yes "7k/K7/8/8/3P4/8/7B/8 w - - 0 1", no "7k/K6P/8/8/8/8/7B/8 w - - 0 1" => |v| !corner_holds(v) && !v.pawn_falls();
}

siege_rule! {
    /// King, knight and pawn against king.
    Knpk, "KNPK", Escort<Knight>;
    no_defence yes "6N1/P4k2/8/8/8/8/8/2K5 b - - 0 1", no "6N1/5k2/3P4/8/8/8/8/2K5 b - - 0 1";

    "pawn-lives": "the pawn is not attacked, or a move guards or saves it",
        "elementary: with the pawn goes the win",
        yes "8/8/8/7P/2K5/8/8/Nk6 w - - 0 1", no "8/8/8/6kP/2K5/8/8/N7 w - - 0 1" => |v| !v.pawn_falls();
}

siege_rule! {
    /// King, rook and pawn against king.
    Krpk, "KRPK", Escort<Rook>;
    no_defence yes "8/5P2/5R1k/8/8/8/K7/8 b - - 0 1", no "8/5PR1/7k/8/8/8/K7/8 b - - 0 1";

    "strong-to-move": "the strong side is to move",
        "the weak side draws by taking the rook at once, or by stalemate",
        yes "8/8/8/RK6/8/8/2P5/6k1 w - - 0 1", no "8/8/8/RK6/8/8/2P5/6k1 b - - 0 1" => |_| true;
}

siege_rule! {
    /// King, queen and pawn against king.
    Kqpk, "KQPK", Escort<Queen>;
    no_defence yes "8/3P1Q2/1K6/6k1/8/8/8/8 b - - 0 1", no "3k4/3P1Q2/1K6/8/8/8/8/8 b - - 0 1";

    "strong-to-move": "the strong side is to move",
        "the weak side draws by taking the queen at once, or by stalemate",
        yes "Q7/8/K4P2/6k1/8/8/8/8 w - - 0 1", no "Q7/8/K4P2/6k1/8/8/8/8 b - - 0 1" => |_| true;
}

/// King and two pawns (strong side) against king.
pub(crate) struct TwoPawns {
    /// The kings and one of the pawns.
    pub pawns: PawnView,
    /// The square of the other pawn.
    pub other: Square,
}

impl Siege for TwoPawns {
    fn new(position: &Position) -> Self {
        let strong = position.side_with(Piece::Pawn);
        assert!(position.count() == 4, "king and two pawns against king");
        let pawns = position.men(strong, Piece::Pawn);
        let pawn = position.only_man(strong, Piece::Pawn);
        let other = (pawns ^ set(pawn)).next_square().expect("the side has two pawns");
        TwoPawns { pawns: PawnView::of(position, strong), other: other.relative_to(strong) }
    }

    fn strong_to_move(&self) -> bool {
        self.pawns.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let p = self.pawns;
        let covered = king_attacks(p.strong_king)
            | pawn_attacks(p.pawn, Color::White)
            | pawn_attacks(self.other, Color::White);
        let steps = king_attacks(p.weak_king) & !covered;
        if steps.is_empty() {
            return !covered.has(p.weak_king);
        }
        steps.into_iter().any(|weak_king| {
            let pawns = PawnView { strong_to_move: true, weak_king, ..p };
            if weak_king == p.pawn {
                PawnView { pawn: self.other, ..pawns }.is_drawn()
            } else if weak_king == self.other {
                pawns.is_drawn()
            } else {
                safe(&TwoPawns { pawns, other: self.other })
            }
        })
    }
}

siege_rule! {
    /// King and two pawns against king.
    Kppk, "KPPK", TwoPawns;
    no_defence yes "8/8/8/3P4/K7/8/k3P3/8 b - - 0 1", no "8/8/8/3Pk3/K7/8/4P3/8 b - - 0 1";

    "no-corner": "the pawns are not both on one rook file before the weak king",
        "endgame theory: king before rook pawns",
        yes "8/8/8/3P4/k7/8/2K1P3/8 w - - 0 1", no "8/8/8/3P4/k7/8/2K1P3/8 b - - 0 1" => |v| !held(v);
}

/// Returns whether both pawns are on the same rook file, and the weak king stands on their
/// promotion square or gets there three moves before the strong king.
fn held(v: &TwoPawns) -> bool {
    let (strong, weak) = v.pawns.promotion_distances();
    let other = PawnView { pawn: v.other, ..v.pawns };
    v.pawns.is_rook_pawn()
        && v.pawns.pawn.file() == v.other.file()
        && (weak <= 1 || (strong >= weak + 3 && v.pawns.is_drawn() && other.is_drawn()))
}
