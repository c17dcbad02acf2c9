//! Counts of positions by claim and true result, both by colour.

use drawproof_board::Color;
use drawproof_recognizers::Claim;
use serde::{Deserialize, Serialize};

/// A true result by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// The claim, with White to move.
    pub const fn claim(self) -> Claim {
        match self {
            ClaimKind::Draw => Claim::DRAW,
            ClaimKind::WhiteWins => Claim::WIN,
            ClaimKind::BlackWins => Claim::LOSS,
            ClaimKind::WhiteCannotWin => Claim::NO_WIN,
            ClaimKind::BlackCannotWin => Claim::NO_LOSS,
            ClaimKind::NotDrawn => Claim::NO_DRAW,
        }
    }

    /// The kind of a claim, with White to move; `None` if it excludes nothing.
    pub fn of(claim: Claim) -> Option<ClaimKind> {
        ClaimKind::ALL.into_iter().find(|kind| kind.claim() == claim)
    }

    /// The key in JSON documents.
    pub const fn key(self) -> &'static str {
        match self {
            ClaimKind::Draw => "draw",
            ClaimKind::WhiteWins => "white_wins",
            ClaimKind::BlackWins => "black_wins",
            ClaimKind::WhiteCannotWin => "white_cannot_win",
            ClaimKind::BlackCannotWin => "black_cannot_win",
            ClaimKind::NotDrawn => "not_drawn",
        }
    }

    /// The kind as a person reads it: `draw`, `White cannot win`.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimKind::Draw => "draw",
            ClaimKind::WhiteWins => "White wins",
            ClaimKind::BlackWins => "Black wins",
            ClaimKind::WhiteCannotWin => "White cannot win",
            ClaimKind::BlackCannotWin => "Black cannot win",
            ClaimKind::NotDrawn => "no draw",
        }
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
