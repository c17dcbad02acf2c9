//! Counts of positions by result and claim, both by colour.

use drawproof_board::Color;
use drawproof_recognizers::Claim;
use serde::{Deserialize, Serialize};

use crate::{
    enumerate::{ClassCounts, LaneResults},
    subject::Claims,
};

/// The lanes whose claim is incorrect: the rule excludes the true result.
#[inline(always)]
pub(crate) fn incorrect(results: LaneResults, claims: Claims) -> u64 {
    let excluded =
        (results.draw & !claims.draw) | (results.win & !claims.win) | (results.loss & !claims.loss);
    excluded & claims.asked()
}

/// Counts of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Legal positions that the rule was asked about.
    pub positions: u64,
    /// Legal positions outside of the domain of the verification or of the rule, which no other
    /// count includes.
    pub not_asked: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions won for either side.
    pub decisive: u64,
    /// Drawn positions claimed drawn.
    pub spotted: u64,
    /// Drawn positions not claimed drawn.
    pub missed: u64,
    /// Incorrect claims of any kind.
    pub incorrect: u64,
    /// Claims that are incorrect without the fifty-move rule and right within it; 0 unless they are
    /// counted.
    pub incorrect_but_cursed: u64,
    /// The incorrect claims by class.
    pub incorrect_by_class: ClassCounts,
    /// Positions with another claim than one of their mirror images or than the colour-reversed
    /// position.
    pub asymmetric: u64,
    /// Positions claimed won for the side to move.
    pub claimed_wins: u64,
    /// Positions claimed lost for the side to move.
    pub claimed_losses: u64,
    /// Positions without a claim.
    pub unclaimed: u64,
    /// Positions by claim and true result.
    pub claims: ClaimCounts,
}

impl Tally {
    /// Counts a batch. `differ` are the lanes with another claim about a symmetric position.
    #[inline(always)]
    pub(crate) fn count(
        &mut self,
        side_to_move: Color,
        lanes: u64,
        results: LaneResults,
        claims: Claims,
        differ: u64,
    ) {
        let asked = lanes & claims.asked();
        let not_asked = lanes & !asked;
        if not_asked | differ != 0 {
            self.not_asked += u64::from(not_asked.count_ones());
            self.asymmetric += u64::from(differ.count_ones());
        }
        let results = results.among(asked);
        let mut left = asked;
        for claim in [Claim::NONE, Claim::DRAW] {
            let lanes = claims.lanes_of(claim) & asked;
            left &= !lanes;
            self.count_claim(side_to_move, claim, results.among(lanes));
        }
        if left != 0 {
            let others = [Claim::WIN, Claim::LOSS, Claim::NO_WIN, Claim::NO_LOSS, Claim::NO_DRAW];
            for claim in others {
                let lanes = claims.lanes_of(claim) & left;
                self.count_claim(side_to_move, claim, results.among(lanes));
            }
        }
    }

    /// Counts the positions with a claim, given by their results.
    #[inline(always)]
    fn count_claim(&mut self, side_to_move: Color, claim: Claim, results: LaneResults) {
        let n = |set: u64| u64::from(set.count_ones());
        let [win, draw, loss] = [results.win, results.draw, results.loss].map(n);
        let all = win + draw + loss;
        self.positions += all;
        self.draws += draw;
        self.decisive += win + loss;
        *(if claim == Claim::DRAW { &mut self.spotted } else { &mut self.missed }) += draw;
        let excluded = |bit: u8, count: u64| if claim.bits() & bit == 0 { count } else { 0 };
        self.incorrect += excluded(1, loss) + excluded(2, draw) + excluded(4, win);
        match claim {
            Claim::WIN => self.claimed_wins += all,
            Claim::LOSS => self.claimed_losses += all,
            Claim::NONE => self.unclaimed += all,
            _ => {}
        }
        self.claims.add_results(side_to_move, claim, [win, draw, loss]);
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.not_asked += other.not_asked;
        self.draws += other.draws;
        self.decisive += other.decisive;
        self.spotted += other.spotted;
        self.missed += other.missed;
        self.incorrect += other.incorrect;
        self.incorrect_but_cursed += other.incorrect_but_cursed;
        self.incorrect_by_class.add(&other.incorrect_by_class);
        self.asymmetric += other.asymmetric;
        self.claimed_wins += other.claimed_wins;
        self.claimed_losses += other.claimed_losses;
        self.unclaimed += other.unclaimed;
        self.claims.add(&other.claims);
    }

    /// The share of the draws that were spotted, 0 to 1; `None` if there are no draws.
    pub fn spotted_share(&self) -> Option<f64> {
        (self.draws > 0).then(|| self.spotted as f64 / self.draws as f64)
    }

    /// Whether no claim is incorrect and symmetric positions have the same claim.
    pub fn is_sound(&self) -> bool {
        self.incorrect == 0 && self.asymmetric == 0
    }
}

/// A true result by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColourResult {
    /// White, the first side of the endgame's name, wins.
    WhiteWins = 0,
    /// Neither side can force mate.
    Draw = 1,
    /// Black wins.
    BlackWins = 2,
}

impl ColourResult {
    /// All results, in the order of reports.
    pub const ALL: [ColourResult; 3] =
        [ColourResult::WhiteWins, ColourResult::Draw, ColourResult::BlackWins];

    /// The key in JSON documents.
    pub const fn key(self) -> &'static str {
        ["white_wins", "draw", "black_wins"][self as usize]
    }

    /// The result as a person reads it.
    pub const fn name(self) -> &'static str {
        ["White wins", "draw", "Black wins"][self as usize]
    }

    /// The bit of the result in a claim as White sees it.
    const fn bit(self) -> u8 {
        4 >> self as u8
    }
}

/// The kinds of claims by colour, in the order of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimKind {
    /// The position is drawn.
    Draw,
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// A draw, or Black wins.
    WhiteCannotWin,
    /// A draw, or White wins.
    BlackCannotWin,
    /// White or Black wins.
    NotDrawn,
}

impl ClaimKind {
    /// All kinds.
    pub const ALL: [ClaimKind; 6] = [
        ClaimKind::Draw,
        ClaimKind::WhiteWins,
        ClaimKind::BlackWins,
        ClaimKind::WhiteCannotWin,
        ClaimKind::BlackCannotWin,
        ClaimKind::NotDrawn,
    ];

    /// The claim with White to move, its key in JSON documents, and the kind as a person reads it.
    const fn names(self) -> (Claim, &'static str, &'static str) {
        match self {
            ClaimKind::Draw => (Claim::DRAW, "draw", "draw"),
            ClaimKind::WhiteWins => (Claim::WIN, "white_wins", "White wins"),
            ClaimKind::BlackWins => (Claim::LOSS, "black_wins", "Black wins"),
            ClaimKind::WhiteCannotWin => (Claim::NO_WIN, "white_cannot_win", "White cannot win"),
            ClaimKind::BlackCannotWin => (Claim::NO_LOSS, "black_cannot_win", "Black cannot win"),
            ClaimKind::NotDrawn => (Claim::NO_DRAW, "not_drawn", "no draw"),
        }
    }

    /// The claim, with White to move.
    pub const fn claim(self) -> Claim {
        self.names().0
    }

    /// The key in JSON documents.
    pub const fn key(self) -> &'static str {
        self.names().1
    }

    /// The kind as a person reads it: `draw`, `White cannot win`.
    pub const fn name(self) -> &'static str {
        self.names().2
    }

    /// The kind of a claim, with White to move; `None` if it excludes nothing.
    pub fn of(claim: Claim) -> Option<ClaimKind> {
        ClaimKind::ALL.into_iter().find(|kind| kind.claim() == claim)
    }
}

/// How often a kind of claim was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KindCounts {
    /// Positions with this claim.
    pub made: u64,
    /// Those of which it is true.
    pub right: u64,
    /// Those of which it is false.
    pub wrong: u64,
    /// Positions asked about of which the claim would be true.
    pub possible: u64,
}

/// Positions asked about by claim and true result, `[claim with White to move][result]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimCounts([[u64; 3]; Claim::COUNT]);

impl ClaimCounts {
    /// Adds positions with a claim, by result: won, drawn, lost for the side to move, from
    /// whose point of view the claim is.
    #[inline(always)]
    pub(crate) fn add_results(
        &mut self,
        side_to_move: Color,
        claim: Claim,
        [win, draw, loss]: [u64; 3],
    ) {
        let [white, black] = match side_to_move {
            Color::White => [win, loss],
            Color::Black => [loss, win],
        };
        let counts = &mut self.0[usize::from(claim.by_colour(side_to_move).bits())];
        counts[ColourResult::WhiteWins as usize] += white;
        counts[ColourResult::Draw as usize] += draw;
        counts[ColourResult::BlackWins as usize] += black;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &ClaimCounts) {
        for (count, more) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *count += more;
        }
    }

    /// Positions with this result and this claim; [`Claim::NONE`] counts those without a claim.
    /// `claim` names results with White to move.
    pub fn of(&self, result: ColourResult, claim: Claim) -> u64 {
        self.0[usize::from(claim.bits())][result as usize]
    }

    /// Positions with this result.
    pub fn with_result(&self, result: ColourResult) -> u64 {
        self.0.iter().map(|counts| counts[result as usize]).sum()
    }

    /// The counts of a kind of claim.
    pub fn kind(&self, kind: ClaimKind) -> KindCounts {
        let claim = kind.claim();
        let mut counts = KindCounts::default();
        for result in ColourResult::ALL {
            let made = self.of(result, claim);
            let is_true = claim.bits() & result.bit() != 0;
            counts.made += made;
            if is_true {
                counts.right += made;
                counts.possible += self.with_result(result);
            } else {
                counts.wrong += made;
            }
        }
        counts
    }

    /// The counts of the half of all claims that excludes a result.
    pub fn half(&self, excluded: ColourResult) -> KindCounts {
        let excluding = ClaimKind::ALL.into_iter().map(ClaimKind::claim);
        let excluding = excluding.filter(|claim| claim.bits() & excluded.bit() == 0);
        let mut counts = KindCounts::default();
        for claim in excluding {
            counts.made += ColourResult::ALL.into_iter().map(|it| self.of(it, claim)).sum::<u64>();
            counts.wrong += self.of(excluded, claim);
        }
        counts.right = counts.made - counts.wrong;
        let others = ColourResult::ALL.into_iter().filter(|&result| result != excluded);
        counts.possible = others.map(|result| self.with_result(result)).sum();
        counts
    }

    /// The kinds of claims that were made.
    pub fn kinds_made(&self) -> Vec<ClaimKind> {
        ClaimKind::ALL.into_iter().filter(|&kind| self.kind(kind).made > 0).collect()
    }

    /// The counts of all kinds, in the order of reports; that of [`ClaimKind::NotDrawn`] only if it
    /// was made.
    pub fn kinds(&self) -> impl Iterator<Item = (ClaimKind, KindCounts)> + '_ {
        let counted = ClaimKind::ALL.into_iter().map(|kind| (kind, self.kind(kind)));
        counted.filter(|(kind, counts)| *kind != ClaimKind::NotDrawn || counts.made > 0)
    }

    /// Whether any claim was made that is not a draw.
    pub fn has_other_than_draws(&self) -> bool {
        self.kinds_made().iter().any(|&kind| kind != ClaimKind::Draw)
    }

    /// Whether the claims are about draws: some were made, or none of any kind.
    pub fn are_about_draws(&self) -> bool {
        self.kind(ClaimKind::Draw).made > 0 || !self.has_other_than_draws()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_count_what_is_made_and_what_would_be_true() {
        let mut counts = ClaimCounts::default();
        // Black, who is to move, cannot win: one position each is won, drawn and lost for Black.
        counts.add_results(Color::Black, Claim::NO_WIN, [1; 3]);
        let kind = counts.kind(ClaimKind::BlackCannotWin);
        assert_eq!(kind, KindCounts { made: 3, right: 2, wrong: 1, possible: 2 });
        assert_eq!(counts.kind(ClaimKind::Draw), KindCounts { possible: 1, ..Default::default() });
        assert_eq!(counts.kinds_made(), [ClaimKind::BlackCannotWin]);
        assert_eq!(counts.of(ColourResult::BlackWins, Claim::NO_LOSS), 1);
    }
}
