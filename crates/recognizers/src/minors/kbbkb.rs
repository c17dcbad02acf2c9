//! King and two bishops against king and bishop: a draw, unless the weak bishop falls or is shut
//! in, or the weak king is caught on the edge of the board. Bishops of one square colour hardly
//! ever win.

use crate::geometry::*;
use crate::position::Position;
use crate::rule::{Siege, siege_rule};

/// The light squares.
const LIGHT: BitBoard = BitBoard::LIGHT_SQUARES;

/// The board as the rule for two bishops against a bishop sees it.
pub(crate) struct View {
    strong_to_move: bool,
    strong_king: Square,
    weak_king: Square,
    /// The two bishops of the strong side.
    bishops: BitBoard,
    weak: Square,
}

impl View {
    /// Returns the squares of all men.
    fn men(&self) -> BitBoard {
        set(self.strong_king) | set(self.weak_king) | set(self.weak) | self.bishops
    }

    /// Returns whether the strong side has bishops on both square colours. Other bishops mate only
    /// by accident.
    fn has_pair(&self) -> bool {
        (self.bishops & LIGHT).len() == 1
    }

    /// Returns the strong side's bishops on the square colour of the weak bishop.
    fn rivals(&self) -> BitBoard {
        if is_light(self.weak) { self.bishops & LIGHT } else { self.bishops & !LIGHT }
    }

    /// Returns the distance between the kings.
    fn kings(&self) -> u8 {
        distance(self.strong_king, self.weak_king)
    }

    /// Returns the distance of the strong king from the weak bishop.
    fn hunter(&self) -> u8 {
        distance(self.strong_king, self.weak)
    }

    /// Returns the distance of the weak king from its bishop.
    fn guard(&self) -> u8 {
        distance(self.weak_king, self.weak)
    }

    /// Returns whether the weak king is on the edge of the board.
    fn on_edge(&self) -> bool {
        edge_distance(self.weak_king) == 0
    }

    /// Returns the squares that the strong side's bishops attack if the squares `occupied` are
    /// occupied.
    fn fire(&self, occupied: BitBoard) -> BitBoard {
        self.bishops
            .into_iter()
            .fold(BitBoard::EMPTY, |all, from| all | bishop_attacks(from, occupied))
    }

    /// Returns the squares to which the weak king can step.
    fn flight_squares(&self) -> BitBoard {
        let occupied = self.men() ^ set(self.weak_king);
        king_attacks(self.weak_king)
            & !king_attacks(self.strong_king)
            & !self.fire(occupied)
            & !set(self.weak)
    }

    /// Returns the number of squares to which the weak king can step.
    fn flights(&self) -> u32 {
        self.flight_squares().len()
    }

    /// Returns how many squares the strong king can step to, as far as the weak king and its own
    /// bishops allow.
    fn strong_room(&self) -> u32 {
        (king_attacks(self.strong_king) & !king_attacks(self.weak_king) & !self.bishops).len()
    }

    /// Returns the number of squares to which the weak bishop can go without being attacked there.
    fn havens(&self) -> u32 {
        let men = self.men();
        let rivals = self
            .rivals()
            .into_iter()
            .fold(BitBoard::EMPTY, |all, from| all | bishop_attacks(from, men ^ set(self.weak)));
        (bishop_attacks(self.weak, men) & !men & !rivals & !king_attacks(self.strong_king)).len()
    }

    /// Returns whether the strong side can capture the weak bishop, or has a check that wins the
    /// bishop or mates.
    fn wins_bishop(&self) -> bool {
        let men = self.men();
        let sight = bishop_attacks(self.weak, men);
        let by_king = adjacent(self.strong_king, self.weak);
        let by_bishop = !(sight & self.bishops).is_empty();
        let guarded = adjacent(self.weak_king, self.weak);
        if (by_king || by_bishop) && (!guarded || (by_king && by_bishop)) {
            return true;
        }
        let mut allowed = (king_attacks(self.strong_king) | !king_attacks(self.weak_king)) & !men;
        if sight.has(self.strong_king) {
            allowed &= between(self.weak, self.strong_king);
        }
        allowed &= !sight | king_attacks(self.strong_king);
        for from in self.bishops {
            let without = men ^ set(from);
            let checks =
                bishop_attacks(from, men) & bishop_attacks(self.weak_king, without) & allowed;
            if checks.into_iter().any(|to| self.check_wins(from, to)) {
                return true;
            }
        }
        false
    }

    /// Returns whether a check by the bishop that goes from `from` to `to` mates, or leaves the
    /// weak side no move that saves its bishop.
    fn check_wins(&self, from: Square, to: Square) -> bool {
        let bishops = (self.bishops ^ set(from)) | set(to);
        let without_king = set(self.strong_king) | set(self.weak) | bishops;
        let fire = bishops.into_iter().fold(king_attacks(self.strong_king), |all, from| {
            all | bishop_attacks(from, without_king)
        });
        let answers = bishop_attacks(self.weak, without_king | set(self.weak_king))
            & (between(to, self.weak_king) | set(to));
        if !answers.is_empty() {
            return false;
        }
        let flights = king_attacks(self.weak_king) & !fire & !set(self.weak);
        let saving = if fire.has(self.weak) { king_attacks(self.weak) } else { BitBoard::FULL };
        (flights & saving).is_empty()
    }

    /// Returns whether the strong king stands between one of its bishops and the weak king.
    fn discovers_check(&self) -> bool {
        let king = set(self.strong_king);
        bishop_rays(self.weak_king).has(self.strong_king)
            && self.bishops.into_iter().any(|from| {
                bishop_rays(self.weak_king).has(from)
                    && (between(from, self.weak_king) & king) == king
            })
    }
}

impl Siege for View {
    fn new(position: &Position) -> Self {
        let strong =
            if BitBoard(position.colour[0]).len() == 3 { Color::White } else { Color::Black };
        assert!(position.count() == 5, "king and two bishops against king and bishop");
        View {
            strong_to_move: position.stm() == strong,
            strong_king: position.king(strong),
            weak_king: position.king(!strong),
            bishops: position.men(strong, Piece::Bishop),
            weak: position.only_man(!strong, Piece::Bishop),
        }
    }

    fn strong_to_move(&self) -> bool {
        self.strong_to_move
    }

    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool {
        let reply =
            |weak_king, weak| safe(&View { strong_to_move: true, weak_king, weak, ..*self });
        let steps = self.flight_squares();
        if !(steps & self.bishops).is_empty() {
            return true;
        }
        // Steps away from the edge are tried first, because they hold most often.
        if (steps & !EDGE).into_iter().any(|to| reply(to, self.weak)) {
            return true;
        }
        let others = self.men() ^ set(self.weak);
        for to in bishop_attacks(self.weak, others) & !set(self.weak_king) & !set(self.strong_king)
        {
            let bishops = self.bishops & !set(to);
            let blockers = set(self.strong_king) | set(to) | bishops;
            let in_check =
                bishops.into_iter().any(|from| bishop_attacks(from, blockers).has(self.weak_king));
            if !in_check && (self.bishops.has(to) || reply(self.weak_king, to)) {
                return true;
            }
        }
        (steps & EDGE).into_iter().any(|to| reply(to, self.weak))
    }
}

siege_rule! {
    /// King and two bishops against king and bishop.
    Kbbkb, "KBBKB", View;
    no_defence yes "8/8/8/1b4k1/8/2KBB3/8/8 b - - 0 1",
        no "4k3/8/8/1b6/8/2KBB3/8/8 b - - 0 1";

    always "strong-shut-in": "the weak king and the strong side's own bishops leave the strong \
        king at most one square",
        "the weak bishop can give mate; limits fitted to the table",
        yes "8/6b1/1B6/8/8/2k5/8/KB6 b - - 0 1",
        no "8/6b1/1B6/8/5K2/2k5/8/1B6 b - - 0 1" => |v| v.strong_room() <= 1;
    "corner": "the strong side has bishops of both colours, the weak king is next to a corner and \
        the strong king within two squares, or on the edge there and within three, or in the \
        corner and within four",
        "mating threats in the corner; observation over all positions",
        yes "8/8/8/2BB4/8/b7/1k1K4/8 w - - 0 1",
        no "8/8/8/3B4/8/b7/1k1K4/3B4 w - - 0 1" => |v| {
            v.has_pair()
                && match corner_distance(v.weak_king) {
                    0 => v.kings() <= 4,
                    1 if v.on_edge() => v.kings() <= 3,
                    1 => v.kings() <= 2,
                    _ => false,
                }
        };
    "edge": "the strong side has bishops of both colours, the weak king is on the edge, the \
        strong king within two squares, or within three while the weak king has at most three \
        flights",
        "mating threats on the edge; observation over all positions",
        yes "8/b7/5B2/8/8/2K5/2B5/2k5 w - - 0 1",
        no "8/b7/5B2/8/8/2K3k1/2B5/8 w - - 0 1" => |v| {
            v.has_pair() && v.on_edge() && (v.kings() <= 2 || (v.kings() <= 3 && v.flights() <= 3))
        };
    "bishop-behind-king": "the strong side has bishops of both colours, the weak bishop is on \
        the edge, diagonally beside its king and within two squares of the strong king",
        "one check skewers, the next drives the weak king from its bishop; observation over all \
        positions",
        yes "8/8/8/3B2B1/8/8/5k2/2K1b3 w - - 0 1",
        no "8/8/8/3B2B1/8/8/8/2K1b1k1 w - - 0 1" => |v| {
            v.has_pair()
                && v.hunter() <= 2
                && v.guard() == 1
                && edge_distance(v.weak) == 0
                && same_colour(v.weak_king, v.weak)
        };
    "self-block": "the weak king is in a corner, its bishop beside it, the strong king within \
        two squares",
        "the weak bishop takes its king's last flight: any bishops can mate; limits \
        fitted to the table",
        yes "8/8/8/4B3/8/2K3B1/b7/k7 w - - 0 1",
        no "8/8/8/4B3/k7/2K3B1/b7/8 w - - 0 1" => |v| {
            v.kings() <= 2 && corner_distance(v.weak_king) == 0 && v.guard() == 1
        };
    "king-attacks": "the strong side has bishops of both colours, its king is beside the \
        weak bishop",
        "a check drives the weak king from its bishop; observation over all positions",
        yes "8/8/8/6BB/8/2k5/2b5/2K5 w - - 0 1",
        no "8/8/8/2b3BB/8/2k5/8/2K5 w - - 0 1" => |v| v.has_pair() && v.hunter() <= 1;
    "discovered-check": "the strong side has bishops of both colours, its king stands between \
        one of them and the weak king",
        "the king's move discovers check and may attack the bishop",
        yes "8/8/8/4k3/b7/2K5/B7/B7 w - - 0 1",
        no "8/8/8/4k3/b7/1BK5/B7/8 w - - 0 1" => |v| v.has_pair() && v.discovers_check();
    "no-haven": "the strong side has bishops of both colours, the strong king is within two \
        squares of the weak bishop, which has at most two safe moves",
        "the strong king attacks a bishop that cannot run; observation over all positions",
        yes "8/8/B2B4/8/8/2K1k3/8/2b5 w - - 0 1",
        no "4B3/8/B7/8/8/2K1k3/8/2b5 w - - 0 1" => |v| {
            v.has_pair() && v.hunter() <= 2 && v.havens() <= 2
        };
    "bishop-falls": "the strong side has bishops of both colours and takes the weak bishop, wins \
        it by a check or mates in one",
        "elementary tactics: hanging bishop, fork, mate in one",
        yes "8/8/8/8/B2K1B2/8/5k2/3b4 w - - 0 1",
        no "8/8/8/8/1B1K1B2/8/5k2/3b4 w - - 0 1" => |v| v.has_pair() && v.wins_bishop();
}
