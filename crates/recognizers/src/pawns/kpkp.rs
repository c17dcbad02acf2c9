//! King and pawn against king and pawn. There are three ways to a draw: both pawns run and promote
//! one after the other; each king alone stops the other side's pawn; or each king is in the square
//! of the other side's pawn, and neither gains anything on the way.

use crate::bare_king::kpk::PawnView;
use crate::geometry::*;
use crate::pawns::pawn_race::{Race, Runner};
use crate::position::Position;
use crate::rule::draw_rule;

/// King and pawn against king and pawn, from the point of view of each side, the side to move
/// first.
pub(crate) struct PawnDuel {
    sides: [Runner; 2],
    way: Way,
    /// Whether the side to move can capture en passant, unless the capture is known to draw.
    en_passant: bool,
}

/// The ways in which the game may be drawn.
enum Way {
    /// Neither king catches the other's pawn, and the pawns promote one right after the other.
    Race(Race),
    /// Each king alone would stop the other's pawn, by the rule for king and pawn against king.
    Stopped,
    /// Each king is in the square of the other's pawn, and the pawns do not block each other.
    Contested,
    /// No way to draw is recognized.
    Unknown,
}

impl PawnDuel {
    fn new(position: &Position) -> Self {
        assert!(position.count() == 4, "king and pawn against king and pawn");
        let stm = position.stm();
        let runner = |color: Color| Runner {
            to_move: color == stm,
            king: position.king(color).relative_to(color),
            pawn: position.only_man(color, Piece::Pawn).relative_to(color),
            foe: position.king(!color).relative_to(color),
            foe_pawn: position.only_man(!color, Piece::Pawn).relative_to(color),
        };
        let sides = [runner(stm), runner(!stm)];
        let en_passant = Square::try_index(position.en_passant.into()).is_some_and(|target| {
            let after = PawnView {
                strong_to_move: false,
                pawn: target.relative_to(stm),
                ..sides[0].alone()
            };
            !after.is_drawn()
        });
        PawnDuel { way: Way::of(&sides), sides, en_passant }
    }

    fn is_unknown(&self) -> bool {
        matches!(self.way, Way::Unknown)
    }

    /// Returns whether the pawns race, and `holds` is true of the race.
    fn race(&self, holds: impl Fn(&Race) -> bool) -> bool {
        matches!(&self.way, Way::Race(race) if holds(race))
    }

    /// Returns whether each king alone would stop the other's pawn, and `holds` is true of one of
    /// the sides.
    fn stopped(&self, holds: impl Fn(&Runner) -> bool) -> bool {
        matches!(self.way, Way::Stopped) && self.sides.iter().any(holds)
    }

    /// Returns whether the kings are in the squares of the pawns, and `holds` is true of one of the
    /// sides.
    fn contested(&self, holds: impl Fn(&Runner) -> bool) -> bool {
        matches!(self.way, Way::Contested) && self.sides.iter().any(holds)
    }
}

impl Way {
    fn of(sides: &[Runner; 2]) -> Way {
        let [mover, other] = sides;
        let facing = mover.is_faced();
        let late = [mover.foe_late(), other.foe_late()];
        if facing || late.iter().all(|&plies| plies <= 1) {
            if mover.alone().is_drawn() && other.alone().is_drawn() {
                Way::Stopped
            } else if facing {
                Way::Unknown
            } else {
                Way::Contested
            }
        } else if late.iter().all(|&plies| plies >= 3) && mover.race().abs() == 1 {
            Way::Race(Race::new(if mover.race() == 1 { mover } else { other }))
        } else {
            Way::Unknown
        }
    }
}

draw_rule! {
    /// King and pawn against king and pawn.
    Kpkp, "KPKP", PawnDuel;

    "unequal": "one king catches the other's pawn and the other does not, or both pawns run and one is \
        two moves ahead, or the pawns block each other and a king alone does not stop the other's pawn",
        "the rule of the square, and the count of the moves to promotion",
        yes "8/4k3/8/8/8/8/Pp4K1/8 w - - 0 1",
        no "8/4k2P/8/8/8/8/1p4K1/8 w - - 0 1" => |v| v.is_unknown();
    "en-passant": "a pawn can be taken en passant, and the ending of king and pawn against king is not drawn \
        by its rule",
        "the capture wins or draws, as the pawn that is left does",
        yes "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1",
        no "8/2K5/8/7k/Pp6/8/8/8 b - - 0 1" => |v| v.en_passant;

    "race-blocked": "the pawns race, and a king stands in the way of one of them",
        "the king's move costs or wins the race",
        yes "3K4/8/8/1p6/8/8/3P3k/8 w - - 0 1",
        no "3K4/7P/8/1p6/8/8/7k/8 w - - 0 1" => |v| v.race(Race::is_blocked);
    "race-check": "the pawns race, and the first to promote gives check or attacks the square where the \
        other promotes",
        "the check wins the move that the other pawn needs",
        yes "7k/8/7p/8/8/8/1P6/K7 w - - 0 1",
        no "5K1k/8/7p/8/8/8/1P6/8 w - - 0 1" => |v| v.race(Race::first_queen_rules);
    "race-queen-falls": "the pawns race, and of the two queens one is lost: taken, skewered, or its king mated",
        "elementary tactics: hanging queen, skewer, mate in one",
        yes "8/8/3K4/8/1Pp5/5k2/8/8 w - - 0 1",
        no "7k/8/3K4/8/1Pp5/8/8/8 w - - 0 1" => |v| v.race(Race::queen_falls);
    "race-pawns-meet": "the pawns race on adjacent files, have not passed each other, and have four moves or more to go",
        "a pawn takes the other or goes past it with a double step; limits fitted to the table",
        yes "8/5K2/8/2p5/8/8/1P6/7k w - - 0 1",
        no "3k4/5K2/8/2p5/8/8/1P6/8 w - - 0 1" => |v| v.race(|r| {
            let l = &r.first;
            l.files_apart() == 1 && l.foe_pawn.rank() >= l.pawn.rank() && l.pawn_moves() >= 4
        });
    "race-kings-close": "the pawns race, the kings are two squares apart, and one is on the edge, or that of the second \
        to promote is beside its pawn's file or near the edge behind the other pawn",
        "queen and king give mate; limits fitted to the table",
        yes "8/8/8/2P5/8/p4k2/7K/8 w - - 0 1",
        no "7K/8/8/2P5/8/p4k2/8/8 w - - 0 1" => |v| v.race(|r| {
            let l = &r.first;
            l.kings() <= 2
                && (edge_distance(l.king) == 0
                    || edge_distance(l.foe) == 0
                    || file_distance(l.foe, l.foe_pawn) <= 1
                    || l.foe.rank() <= Rank::Second)
        });
    "race-corner": "the pawns race, the second promotes in or next to a corner within five squares of its king \
        on the edge, which is on the side where the first promotes, or the other king is near the corner",
        "checks along the edge and the long diagonal end in a skewer; limits fitted to the table",
        yes "8/8/7k/1P6/6p1/K7/8/8 w - - 0 1",
        no "8/8/7k/1P3K2/6p1/8/8/8 w - - 0 1" => |v| v.race(|r| {
            let l = &r.first;
            let corner = r.queens.on_edge() && r.queens.guard() <= 5 && corner_distance(r.queens.weak) <= 1;
            corner && (l.foe.rank() >= Rank::Fifth || distance(l.king, r.queens.weak) <= 3)
        });
    "race-discovered-check": "the pawns race, the kings are at most three squares apart, and the first queen is on a line \
        with the other king",
        "the king's move discovers a check; limits fitted to the table",
        yes "8/8/p7/8/8/2P5/8/4k2K b - - 0 1",
        no "7k/8/p7/8/8/2P5/8/7K b - - 0 1" => |v| v.race(|r| {
            r.first.kings() <= 3 && Queen::rays(r.queens.strong).has(r.first.foe)
        });
    "race-king-attacks": "the pawns race, and the king of the first to promote attacks the other pawn, five ranks ahead of \
        its own; or it is beside its pawn, the other king within three squares of where that promotes",
        "the king wins a move against the other pawn, or loses one before its own; limits \
        fitted to the table",
        yes "3K4/3p4/8/8/8/P7/5k2/8 w - - 0 1",
        no "3K1k2/3p4/8/8/8/P7/8/8 w - - 0 1" => |v| v.race(|r| {
            let l = &r.first;
            (ranks_ahead(l.king, l.pawn) >= 5 && l.hunt() <= 1)
                || (l.escort() <= 1 && distance(l.foe, l.promotion()) <= 3)
        });

    "stopped-pawns-touch": "each king stops the other's pawn, but the pawns touch and one side is ahead: in the race, or \
        its king beyond its pawn or first before it",
        "a pawn that is taken or passed takes a king out of the square",
        yes "8/8/2p3k1/3P4/8/8/2K5/8 w - - 0 1",
        no "7K/8/2p3k1/3P4/8/8/8/8 w - - 0 1" => |v| v.stopped(|x| x.pawns_touch() && is_ahead_at_contact(x));
    "stopped-pawns-face": "each king stops the other's pawn, but the pawns face each other, and one is two moves nearer to \
        promotion with its king near the other or before it, or it is a knight pawn",
        "the king wins the other pawn and keeps the opposition; limits fitted to the table",
        yes "8/5k2/3p4/3P4/6K1/8/8/8 w - - 0 1",
        no "7K/5k2/3p4/3P4/8/8/8/8 w - - 0 1" => |v| v.stopped(|x| {
            x.is_faced()
                && ((x.race() >= 5 && x.hunt() <= 3)
                    || (x.race() >= 3 && distance(x.king, x.promotion()) <= 4)
                    || file_edge_distance(x.pawn) == 1)
        });
    "stopped-king-astray": "each king stops the other's pawn, but one is five files from it and three ranks ahead of its own, \
        or two squares from it with the other king waiting behind the promotion square",
        "the king has not the time for both pawns; limits fitted to the table",
        yes "4k3/6K1/p7/8/3P4/8/8/8 w - - 0 1",
        no "4k3/6KP/p7/8/8/8/8/8 w - - 0 1" => |v| v.stopped(|x| {
            (file_distance(x.foe, x.pawn) >= 5 && x.foe_ahead() >= 3 && file_edge_distance(x.foe_pawn) >= 2)
                || (distance(x.king, x.promotion()) <= 2
                    && x.king.rank() < x.pawn.rank()
                    && distance(x.foe, x.pawn) >= 2)
        });
    "stopped-own-way": "each king stops the other's pawn, but one is in its own pawn's way beside the other pawn, which is \
        past it",
        "the king must step aside",
        yes "8/8/kpP5/8/1K6/8/8/8 b - - 0 1",
        no "7K/8/kpP5/8/8/8/8/8 b - - 0 1" => |v| v.stopped(|x| {
            distance(x.foe, x.foe_front()) <= 1
                && x.files_apart() <= 1
                && x.foe_pawn.rank() <= x.pawn.rank()
                && x.foe_late() <= -1
        });

    "leads-everywhere": "one king is nearer to both pawns' ways than the other: to where its pawn promotes, the square \
        before it, and the other pawn, counted in plies",
        "the king wins the pawn and is back in time",
        yes "1k6/4K1p1/8/8/8/3P4/8/8 w - - 0 1",
        no "1k6/4K1pP/8/8/8/8/8/8 w - - 0 1" => |v| v.contested(|x| {
            x.lead(x.promotion()) >= 1 && x.lead(x.front()) >= 3 && x.lead(x.foe_pawn) >= 3
        });
    "hunts-pawn": "one king is nearer to the other pawn, the pawns are at most three files apart, and the king is \
        also nearer to the square before its own pawn, or the other king four files from its pawn",
        "the king takes the pawn and its own is not stopped; limits fitted to the table",
        yes "8/1k6/8/4p3/3K4/8/2P5/8 w - - 0 1",
        no "8/1k5P/8/4p3/3K4/8/8/8 w - - 0 1" => |v| v.contested(hunts_pawn);
    "king-beside-pawn": "one king is next to the other pawn, and nearer to the square before its own, three squares \
        off; or ahead of that square while the kings are on neighbouring files",
        "the king takes the pawn and its own is not stopped; limits fitted to the table",
        yes "8/8/5k2/8/1P6/3p4/4K3/8 w - - 0 1",
        no "7K/8/5k2/8/1P6/3p4/8/8 w - - 0 1" => |v| v.contested(|x| {
            x.hunt() <= 1
                && ((x.lead(x.front()) >= 3 && x.files_apart() <= 2 && distance(x.king, x.front()) >= 3)
                    || (file_distance(x.king, x.foe) <= 1 && ranks_ahead(x.foe_pawn, x.pawn) >= 1))
        });
    "king-ahead": "one king is level with the other or ahead of it and nearer to the square before its pawn; or a \
        rank behind and as near, the other king on the edge of the pawn's square",
        "key squares: the king clears its pawn's way",
        yes "8/8/1p3K2/8/4k3/8/3P4/8 w - - 0 1",
        no "8/7P/1p3K2/8/4k3/8/8/8 w - - 0 1" => |v| v.contested(|x| {
            let ahead = ranks_ahead(x.king, x.foe);
            (ahead >= 0 && x.lead(x.front()) >= 1 && distance(x.foe, x.foe_front()) <= 4)
                || (ahead >= -1 && x.lead(x.front()) >= -1 && x.foe_late() >= -1)
        });
    "king-awaits-pawn": "one king is near where its pawn promotes, and the other king three files from that pawn which \
        is first in the race, or on the edge of its square; or both are near, four moves before promotion",
        "the king clears its pawn's way; limits fitted to the table",
        yes "8/8/8/8/8/k7/p1P5/2K5 w - - 0 1",
        no "7K/8/8/8/8/k7/p1P5/8 w - - 0 1" => |v| v.contested(king_awaits_pawn);
    "king-passed-by": "one king is two ranks behind its pawn and no nearer to where the other pawn promotes, whose king \
        is three squares off",
        "the king has not the time for both pawns; limits fitted to the table",
        yes "8/6p1/8/8/k2P4/8/K7/8 w - - 0 1",
        no "7K/6p1/8/8/k2P4/8/8/8 w - - 0 1" => |v| v.contested(|x| {
            x.lead(x.promotion()) >= -1 && x.foe_ahead() <= -2 && distance(x.king, x.front()) >= 3
        });
    "king-far": "one king is five squares and four files, or six squares from the other pawn, and later at its own than the other \
        king",
        "the pawn falls, and the other one is not caught; limits fitted to the table",
        yes "8/2k2p2/8/2P5/8/8/8/K7 w - - 0 1",
        no "7K/2k2p2/8/2P5/8/8/8/8 w - - 0 1" => |v| v.contested(|x| {
            let far = distance(x.foe, x.pawn);
            x.lead(x.foe_pawn) >= 3
                && ((far >= 6 && x.files_apart() <= 3) || (far >= 5 && file_distance(x.foe, x.pawn) >= 4))
        });
    "king-in-own-way": "one king is next to the square before its own pawn, ahead of the pawn with the other king near \
        it, or two moves behind in the race",
        "the king must step aside; limits fitted to the table",
        yes "8/3p4/8/3k4/K7/P7/8/8 b - - 0 1",
        no "8/3p3P/8/3k4/K7/8/8/8 b - - 0 1" => |v| v.contested(|x| {
            distance(x.foe, x.foe_front()) <= 1
                && ((x.race() >= 5 && x.files_apart() <= 2) || (x.hunt() <= 3 && x.foe_ahead() >= 1))
        });
    "pawns-touch": "the pawns touch and have not passed each other, and one king is on the edge of the other pawn's square",
        "the pawn that is taken or passed decides the race",
        yes "8/4p3/1k1P4/8/8/3K4/8/8 w - - 0 1",
        no "7K/4p3/1k1P4/8/8/8/8/8 w - - 0 1" => |v| v.contested(|x| {
            x.pawns_touch() && x.foe_pawn.rank() >= x.pawn.rank() && x.foe_late() >= 1
        });
    "neighbouring-pawns": "the pawns are on one file or neighbouring files, and one king, at most two ranks before the other \
        pawn, is not more than two moves farther from where its own promotes",
        "kings and pawns are in one another's way; limits fitted to the table",
        yes "8/k7/2p5/1P1K4/8/8/8/8 w - - 0 1",
        no "8/k6P/2p5/3K4/8/8/8/8 w - - 0 1" => |v| v.contested(|x| {
            x.files_apart() <= 1 && x.lead(x.promotion()) >= -5 && x.king_before_foe_pawn() <= 2
        });
    "odd-kings": "one king is on the two ranks where the other pawn began, two squares from it, the other king within three of \
        the square before it; or one king is seven plies first before its pawn and not last at the other; or \
        the kings are on one file, one of them seven plies first before the other pawn; or one king is ahead of its pawn \
        and early for the other, which has three moves to go",
        "limits observed over all positions",
        yes "8/3K1p2/8/2k5/8/3P4/8/8 w - - 0 1",
        no "8/3K1p1P/8/2k5/8/8/8/8 w - - 0 1" => |v| v.contested(rare_trouble);
    "king-at-home": "one king is near where its own pawn promotes and four or five squares from the other pawn, which is first in \
        the race or has it on the edge of its square, the pawns at most three files apart",
        "the king has not the time for both pawns; limits fitted to the table",
        yes "8/2k5/8/p3K3/8/2P5/8/8 b - - 0 1",
        no "8/2k4P/8/p3K3/8/8/8/8 b - - 0 1" => |v| v.contested(|x| {
            let (home, far) = (distance(x.foe, x.foe_promotion()), distance(x.foe, x.pawn));
            x.files_apart() <= 3
                && ((home <= 3 && far >= 4 && x.race() >= 1) || (home <= 2 && far >= 5 && x.foe_late() >= 1))
        });
}

/// Returns whether the side is far ahead in the race, or has the better king, when the pawns touch.
fn is_ahead_at_contact(x: &Runner) -> bool {
    let (race, first) = (x.race(), x.lead(x.front()));
    let king = ranks_ahead(x.king, x.pawn);
    (race >= 5 && (distance(x.foe, x.foe_pawn) >= 4 || king >= 0 || first >= 1))
        || (race >= 7 && file_distance(x.foe, x.pawn) >= 2)
        || (race >= -5 && first >= 7)
        || (king >= 1 && x.files_apart() >= 1)
        || (file_distance(x.king, x.foe) >= 6 && ranks_ahead(x.foe_pawn, x.pawn) >= 1)
        || (first >= 5 && x.escort() >= 3)
}

/// Returns whether a king goes for the enemy pawn.
fn hunts_pawn(x: &Runner) -> bool {
    let (files, hunt, first) = (x.files_apart(), x.lead(x.foe_pawn), x.lead(x.front()));
    let away = file_distance(x.foe, x.foe_pawn);
    (files <= 2 && hunt >= 7 && away >= 4)
        || (files <= 3 && hunt >= 11 && away >= 6)
        || (first >= 5 && hunt >= 3 && file_distance(x.king, x.foe_pawn) <= 1)
        || (first >= 1 && hunt >= 3 && files <= 1)
        || (first >= 5 && files <= 2 && x.king_before_foe_pawn() <= 1)
}

/// Returns whether a king is near its own pawn's promotion square.
fn king_awaits_pawn(x: &Runner) -> bool {
    let near = distance(x.king, x.promotion());
    (near <= 3 && file_distance(x.foe, x.pawn) >= 3 && x.race() >= 1)
        || (near <= 4 && x.foe_late() >= 1 && x.lead(x.front()) >= -1)
        || (x.lead(x.promotion()) >= -1
            && distance(x.foe, x.promotion()) <= 2
            && x.pawn_moves() <= 4)
}

/// Returns whether one of the rare wins that no other pattern matches is possible.
fn rare_trouble(x: &Runner) -> bool {
    (x.foe.rank() <= Rank::Second
        && distance(x.king, x.front()) <= 3
        && distance(x.foe, x.pawn) >= 2)
        || (x.lead(x.front()) >= 7
            && x.lead(x.foe_pawn) >= 1
            && file_distance(x.foe, x.foe_pawn) <= 2)
        || (file_distance(x.king, x.foe) == 0
            && x.lead(x.foe_front()) >= 7
            && ranks_ahead(x.foe_pawn, x.pawn) >= 2)
        || (ranks_ahead(x.king, x.pawn) >= 1 && x.foe_pawn_moves() <= 3 && x.late() <= -3)
}
