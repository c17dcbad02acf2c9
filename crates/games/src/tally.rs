//! What games lose: whole numbers that add up, and the figures of reports.

use std::ops::AddAssign;

use drawproof_board::Color;
use serde::{Deserialize, Serialize};

use crate::course::{Course, Stretch};

/// The results of games in an endgame and the points thrown away there, from one side's point of
/// view. All points are in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games that reached the endgame.
    pub games: u64,
    /// The number of these games that have a result and were not forfeited.
    pub results: u64,
    /// The half points that perfect play from the first position scores in the games of `results`.
    pub expected: u64,
    /// The half points that the side scored in the games of `results`.
    pub points: u64,
    /// The half points that moves threw away.
    pub lost: u64,
    /// The sum, over all games, of the squared number of half points that moves threw away in the
    /// game.
    pub lost_squared: u64,
    /// The half points by which the results of games are worse than the tables' results of their
    /// last positions.
    pub lost_at_end: u64,
    /// The numbers of moves that threw a result away, `[win to draw, win to loss, draw to loss]`.
    pub thrown: [u64; 3],
    /// The number of games that the side won by mate from a won position.
    pub mated: u64,
    /// The sum, over the games of `mated`, of the winner's moves beyond the shortest mate.
    pub over: i64,
    /// The maximum, over the games of `mated`, of the winner's moves beyond the shortest mate.
    pub over_worst: i64,
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        let worst = [(self.mated, self.over_worst), (other.mated, other.over_worst)];
        let worst = worst.into_iter().filter(|(mated, _)| *mated > 0).map(|(_, worst)| worst).max();
        self.games += other.games;
        self.results += other.results;
        self.expected += other.expected;
        self.points += other.points;
        self.lost += other.lost;
        self.lost_squared += other.lost_squared;
        self.lost_at_end += other.lost_at_end;
        for (all, thrown) in self.thrown.iter_mut().zip(other.thrown) {
            *all += thrown;
        }
        self.mated += other.mated;
        self.over += other.over;
        self.over_worst = worst.unwrap_or(0);
    }
}

impl Tally {
    /// Adds the tallies of White and of Black in one game. Games, results, scored points and
    /// expected points are those of `side`.
    pub fn of_both(sides: &[Tally; 2], side: Color) -> Tally {
        let mut both = sides[side as usize];
        both += &Tally { games: 0, results: 0, expected: 0, points: 0, ..sides[!side as usize] };
        both.lost_squared = both.lost * both.lost;
        both
    }

    /// Returns the tallies of White and of Black in one stretch of a game. `is_last` is whether the
    /// game ends in the stretch.
    pub fn of_sides(course: &Course, stretch: &Stretch, is_last: bool) -> [Tally; 2] {
        let mut sides = [Tally { games: 1, ..Tally::default() }; 2];
        let white_points = course.end.white_half_points();
        let of_white = |place: usize| {
            let side = course.boards[place].side_to_move();
            course.known[place].expect("positions of a stretch are known").white_half_points(side)
        };
        if let Some(points) = white_points {
            let (points, expected) = (u64::from(points), u64::from(of_white(stretch.entry)));
            let of_colors = [(expected, points), (2 - expected, 2 - points)];
            for (side, (expected, points)) in sides.iter_mut().zip(of_colors) {
                (side.results, side.expected, side.points) = (1, expected, points);
            }
        }
        for throw in course.throws(stretch.places.clone()) {
            let side = &mut sides[course.boards[throw.place].side_to_move() as usize];
            side.thrown[throw.kind()] += 1;
            side.lost += throw.half_points();
        }
        sides.iter_mut().for_each(|side| side.lost_squared = side.lost * side.lost);
        if let Some(points) = white_points.filter(|_| is_last && course.whole) {
            let truth = of_white(course.boards.len() - 1);
            sides[0].lost_at_end = truth.saturating_sub(points).into();
            sides[1].lost_at_end = points.saturating_sub(truth).into();
        }
        if let Some((winner, over)) = course.over_mate(stretch.entry) {
            let side = &mut sides[winner as usize];
            (side.mated, side.over, side.over_worst) = (1, over, over);
        }
        sides
    }
}

/// The numbers of claims that a rule would have made in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleTally {
    /// The number of positions about which the rule was asked.
    pub asked: u64,
    /// The number of positions about which the rule makes a claim.
    pub claims: u64,
    /// The number of claims that are wrong within the fifty-move rule.
    pub wrong: u64,
    /// The half points thrown away by moves that the rule notices: its claim about the position
    /// after the move is right, and excludes the result before the move.
    pub saved: u64,
}

impl AddAssign<&RuleTally> for RuleTally {
    fn add_assign(&mut self, other: &RuleTally) {
        self.asked += other.asked;
        self.claims += other.claims;
        self.wrong += other.wrong;
        self.saved += other.saved;
    }
}

/// The figures of a tally, as reports show them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The number of games that reached the endgame.
    pub games: u64,
    /// The number of these games that have a result and were not forfeited.
    pub results: u64,
    /// The points that perfect play from the first position scores in the games of `results`,
    /// within the fifty-move rule.
    pub expected: f64,
    /// The points that the side scored in the games of `results`.
    pub points: f64,
    /// The points that moves threw away.
    pub lost: f64,
    /// The points that moves threw away per thousand games; `None` without games.
    pub lost_per_thousand: Option<f64>,
    /// The points by which the results of games are worse than the tables' results of their last
    /// positions.
    pub lost_at_end: f64,
    /// The numbers of moves that threw a result away, by kind.
    pub thrown: Thrown,
    /// The winners' moves beyond the shortest mate; `None` if no won position ended in mate.
    pub moves_over_mate: Option<OverMate>,
}

/// The numbers of moves that threw a result away, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thrown {
    /// The number of moves that turned a win into a draw.
    pub win_to_draw: u64,
    /// The number of moves that turned a win into a loss.
    pub win_to_loss: u64,
    /// The number of moves that turned a draw into a loss.
    pub draw_to_loss: u64,
}

/// The winners' moves beyond the shortest mate, in games won by mate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OverMate {
    /// The number of games that were won by mate from a won position.
    pub games: u64,
    /// The mean number of extra moves in these games.
    pub mean: f64,
    /// The maximum number of extra moves in a game.
    pub worst: i64,
}

/// The numbers of claims that a rule would have made, as reports show them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RuleFigures {
    /// The number of positions about which the rule was asked.
    pub asked: u64,
    /// The number of positions about which the rule makes a claim.
    pub claims: u64,
    /// The number of claims that are wrong within the fifty-move rule.
    pub wrong: u64,
    /// The points thrown away by moves that the rule notices, as in [`RuleTally::saved`].
    pub would_have_saved: f64,
}

/// Converts half points into points.
pub fn points(half: u64) -> f64 {
    half as f64 / 2.0
}

impl From<&Tally> for Figures {
    fn from(it: &Tally) -> Figures {
        let [win_to_draw, win_to_loss, draw_to_loss] = it.thrown;
        let mean = |mated: u64| it.over as f64 / mated as f64;
        Figures {
            games: it.games,
            results: it.results,
            expected: points(it.expected),
            points: points(it.points),
            lost: points(it.lost),
            lost_per_thousand: (it.games > 0).then(|| points(it.lost) * 1e3 / it.games as f64),
            lost_at_end: points(it.lost_at_end),
            thrown: Thrown { win_to_draw, win_to_loss, draw_to_loss },
            moves_over_mate: (it.mated > 0).then(|| OverMate {
                games: it.mated,
                mean: mean(it.mated),
                worst: it.over_worst,
            }),
        }
    }
}

impl From<&RuleTally> for RuleFigures {
    fn from(it: &RuleTally) -> RuleFigures {
        let RuleTally { asked, claims, wrong, saved } = *it;
        RuleFigures { asked, claims, wrong, would_have_saved: points(saved) }
    }
}
