//! Counts of positions by result and claim, both by colour.

use drawproof_board::Color;
use drawproof_recognizers::Claim;
use serde::{Deserialize, Serialize};

use crate::{
    enumerate::{ClassCounts, LaneResults, TrueResult},
    subject::Claims,
};

/// Returns the lanes in which the claim is incorrect: it excludes a result that is true.
#[inline(always)]
pub(crate) fn incorrect(results: LaneResults, claims: Claims) -> u64 {
    let excluded =
        (results.draw & !claims.draw) | (results.win & !claims.win) | (results.loss & !claims.loss);
    excluded & claims.asked()
}

/// Counts of positions, and of the claims about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of legal positions that the rule was asked about.
    pub positions: u64,
    /// The number of legal positions outside of the domain of the verification or of the rule. No
    /// other count includes these positions.
    pub not_asked: u64,
    /// The number of drawn positions; in the cooperative game, of dead positions.
    pub draws: u64,
    /// The number of positions that are not drawn; in the cooperative game, not dead.
    pub decisive: u64,
    /// The number of drawn positions that are claimed drawn.
    pub spotted: u64,
    /// The number of drawn positions that are not claimed drawn.
    pub missed: u64,
    /// The number of incorrect claims of any kind.
    pub incorrect: u64,
    /// The number of claims that are incorrect without the fifty-move rule and right within it; 0
    /// unless the verification counts such claims.
    pub incorrect_but_cursed: u64,
    /// The number of incorrect claims of each class.
    pub incorrect_by_class: ClassCounts,
    /// The number of positions whose claim differs from the claim about a mirror image or about the
    /// colour-reversed position.
    pub asymmetric: u64,
    /// The number of positions claimed won for the side to move.
    pub claimed_wins: u64,
    /// The number of positions claimed lost for the side to move.
    pub claimed_losses: u64,
    /// The number of positions without a claim.
    pub unclaimed: u64,
    /// The number of positions by claim and true result.
    pub claims: ClaimCounts,
}

impl Tally {
    /// Counts a batch. `differ` are the lanes in which the claim about a symmetric position
    /// differs.
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
        let mut count = |truth: TrueResult, count: u64| {
            let is_draw = truth == TrueResult::Draw;
            self.positions += count;
            *(if is_draw { &mut self.draws } else { &mut self.decisive }) += count;
            if is_draw {
                *(if claim == Claim::DRAW { &mut self.spotted } else { &mut self.missed }) += count;
            }
            self.incorrect += if truth.bits() & !claim.bits() != 0 { count } else { 0 };
            match claim {
                Claim::WIN => self.claimed_wins += count,
                Claim::LOSS => self.claimed_losses += count,
                Claim::NONE => self.unclaimed += count,
                _ => {}
            }
            self.claims.note(side_to_move, claim, truth, count);
        };
        results.each(|truth, lanes| count(truth, n(lanes)));
    }

    /// Adds the counts of `other`.
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

    /// Returns the fraction of the draws that were spotted, 0 to 1; `None` if there are no draws.
    pub fn spotted_share(&self) -> Option<f64> {
        (self.draws > 0).then(|| self.spotted as f64 / self.draws as f64)
    }

    /// Returns whether no claim is incorrect and symmetric positions have the same claim.
    pub fn is_sound(&self) -> bool {
        self.incorrect == 0 && self.asymmetric == 0
    }
}

/// The result of a game, by the winner's colour.
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

    /// Returns the bit of the result in a claim as White sees it.
    const fn bit(self) -> u8 {
        4 >> self as u8
    }
}

/// The kinds of claims by colour, in the order of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimKind {
    /// The position is drawn; in the cooperative game, dead.
    Draw,
    /// White wins, White being the first side of the endgame's name.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// The position is drawn, or Black wins.
    WhiteCannotWin,
    /// The position is drawn, or White wins.
    BlackCannotWin,
    /// White or Black wins; the position is not drawn.
    NotDrawn,
}

impl ClaimKind {
    /// All kinds of claims.
    pub const ALL: [ClaimKind; 6] = [
        ClaimKind::Draw,
        ClaimKind::WhiteWins,
        ClaimKind::BlackWins,
        ClaimKind::WhiteCannotWin,
        ClaimKind::BlackCannotWin,
        ClaimKind::NotDrawn,
    ];

    /// Returns the claim with White to move, its key in JSON documents, and the kind as a person
    /// reads it.
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

    /// Returns the claim, with White to move.
    pub const fn claim(self) -> Claim {
        self.names().0
    }

    /// Returns the key of the kind in JSON documents.
    pub const fn key(self) -> &'static str {
        self.names().1
    }

    /// Returns the kind in words, such as `draw` or `White cannot win`.
    pub const fn name(self) -> &'static str {
        self.names().2
    }

    /// Returns the kind of a claim with White to move; `None` if the claim excludes nothing.
    pub fn of(claim: Claim) -> Option<ClaimKind> {
        ClaimKind::ALL.into_iter().find(|kind| kind.claim() == claim)
    }
}

/// The counts of claims of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KindCounts {
    /// The number of positions about which the claim is made.
    pub made: u64,
    /// The number of positions in which the claim is made and true.
    pub right: u64,
    /// The number of positions in which the claim is made and false.
    pub wrong: u64,
    /// The number of positions asked about in which the claim would be true.
    pub possible: u64,
}

/// The number of positions asked about, by claim and true result, both with White to move:
/// `[claim][true result]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimCounts([[u64; TrueResult::COUNT]; Claim::COUNT]);

impl ClaimCounts {
    /// Adds `count` positions with this claim and this true result, both for the side to move.
    #[inline(always)]
    pub(crate) fn note(
        &mut self,
        side_to_move: Color,
        claim: Claim,
        truth: TrueResult,
        count: u64,
    ) {
        let truth = match side_to_move {
            Color::White => truth,
            Color::Black => truth.reversed(),
        };
        self.0[usize::from(claim.by_colour(side_to_move).bits())][truth as usize] += count;
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &ClaimCounts) {
        for (count, more) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *count += more;
        }
    }

    /// Returns the number of positions with this true result and this claim, both with White to
    /// move. [`Claim::NONE`] selects positions without a claim.
    pub fn of(&self, truth: TrueResult, claim: Claim) -> u64 {
        self.0[usize::from(claim.bits())][truth as usize]
    }

    /// Returns the positions with claims that fulfil a condition, of which one of some results, as
    /// bits, is true.
    fn count(&self, claims: impl Fn(u8) -> bool, results: u8) -> u64 {
        let with_claim = (0_u8..).zip(&self.0).filter(|(bits, _)| claims(*bits));
        let matches = |truth: &TrueResult| truth.bits() & results != 0;
        let counts = with_claim.flat_map(|(_, counts)| {
            TrueResult::ALL.into_iter().filter(matches).map(|truth| counts[truth as usize])
        });
        counts.sum()
    }

    /// Returns the counts of claims that fulfil a condition, each of which excludes some results,
    /// as bits.
    fn excluding(&self, excluded: u8, claims: impl Fn(u8) -> bool) -> KindCounts {
        const ANY: u8 = 7;
        let (made, wrong) = (self.count(&claims, ANY), self.count(&claims, excluded));
        let possible = self.count(|_| true, ANY) - self.count(|_| true, excluded);
        KindCounts { made, right: made - wrong, wrong, possible }
    }

    /// Returns the counts of a kind of claim.
    pub fn kind(&self, kind: ClaimKind) -> KindCounts {
        let claim = kind.claim().bits();
        self.excluding(7 & !claim, |bits| bits == claim)
    }

    /// Returns the counts of all claims that exclude the result `excluded`. Other results that a
    /// claim excludes are ignored.
    pub fn half(&self, excluded: ColourResult) -> KindCounts {
        let bit = excluded.bit();
        self.excluding(bit, |bits| bits != Claim::NOT_ASKED.bits() && bits & bit == 0)
    }

    /// Returns the kinds of claims that were made.
    pub fn kinds_made(&self) -> Vec<ClaimKind> {
        ClaimKind::ALL.into_iter().filter(|&kind| self.kind(kind).made > 0).collect()
    }

    /// Returns the counts of each kind, in the order of reports. [`ClaimKind::NotDrawn`] is
    /// included only if such a claim was made.
    pub fn kinds(&self) -> impl Iterator<Item = (ClaimKind, KindCounts)> + '_ {
        let counted = ClaimKind::ALL.into_iter().map(|kind| (kind, self.kind(kind)));
        counted.filter(|(kind, counts)| *kind != ClaimKind::NotDrawn || counts.made > 0)
    }

    /// Returns whether any claim other than a draw was made.
    pub fn has_other_than_draws(&self) -> bool {
        self.kinds_made().iter().any(|&kind| kind != ClaimKind::Draw)
    }

    /// Returns whether the rule is about draws: whether it claims at least one draw, or makes no
    /// claim of any kind.
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
        for truth in [TrueResult::Win, TrueResult::Draw, TrueResult::Loss] {
            counts.note(Color::Black, Claim::NO_WIN, truth, 1);
        }
        let kind = counts.kind(ClaimKind::BlackCannotWin);
        assert_eq!(kind, KindCounts { made: 3, right: 2, wrong: 1, possible: 2 });
        assert_eq!(counts.kind(ClaimKind::Draw), KindCounts { possible: 1, ..Default::default() });
        assert_eq!(counts.kinds_made(), [ClaimKind::BlackCannotWin]);
        assert_eq!(counts.of(TrueResult::Loss, Claim::NO_LOSS), 1);
    }

    #[test]
    fn claims_are_wrong_where_anything_that_is_true_is_excluded() {
        let mut tally = Tally::default();
        // Dead, only the side to move can mate, only the other one, both.
        let results = LaneResults { draw: 15, win: 0b1010, loss: 0b1100 };
        let mut claims = Claims::default();
        (0..4).for_each(|lane| claims.note(lane, Claim::NO_WIN));
        tally.count(Color::Black, 15, results, claims, 0);
        assert_eq!((tally.positions, tally.draws, tally.decisive, tally.incorrect), (4, 1, 3, 2));
        let kind = tally.claims.kind(ClaimKind::BlackCannotWin);
        assert_eq!(kind, KindCounts { made: 4, right: 2, wrong: 2, possible: 2 });
        assert_eq!(tally.claims.half(ColourResult::BlackWins), kind);
        assert_eq!(tally.claims.of(TrueResult::MayWin, Claim::NO_LOSS), 1);
        assert_eq!(tally.claims.kind(ClaimKind::NotDrawn).possible, 0);
    }
}
