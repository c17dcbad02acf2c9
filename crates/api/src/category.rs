//! The category of a position: its result for the side to move, as far as it is known.

use std::ops::Neg;

use drawproof_tables::FiftyMoves;
use serde::Serialize;

/// A result for the side to move, within the fifty-move rule. The order of the variants is the order
/// of moves that lead to them: the best move comes first, and an unknown result counts as nearly a win
/// of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// A loss within the rule.
    Loss,
    /// No table has the position.
    Unknown,
    /// A loss; whether the rule leaves the winner enough time is not known.
    MaybeLoss,
    /// A loss that the rule turns into a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the rule turns into a draw.
    CursedWin,
    /// A win; whether the rule leaves enough time for it is not known.
    MaybeWin,
    /// A win within the rule.
    Win,
}

impl Category {
    /// Whether the side to move wins, in time or not.
    pub fn is_win(self) -> bool {
        matches!(self, Category::Win | Category::MaybeWin | Category::CursedWin)
    }

    /// The category where the rule has already turned every win into a draw.
    pub(crate) fn after_the_rule(self) -> Category {
        match self {
            Category::Win | Category::MaybeWin => Category::CursedWin,
            Category::Loss | Category::MaybeLoss => Category::BlessedLoss,
            other => other,
        }
    }
}

impl From<FiftyMoves> for Category {
    fn from(result: FiftyMoves) -> Category {
        match result {
            FiftyMoves::Loss => Category::Loss,
            FiftyMoves::BlessedLoss => Category::BlessedLoss,
            FiftyMoves::Draw => Category::Draw,
            FiftyMoves::CursedWin => Category::CursedWin,
            FiftyMoves::Win => Category::Win,
        }
    }
}

/// The result for the other side.
impl Neg for Category {
    type Output = Category;

    fn neg(self) -> Category {
        match self {
            Category::Loss => Category::Win,
            Category::Unknown => Category::Unknown,
            Category::MaybeLoss => Category::MaybeWin,
            Category::BlessedLoss => Category::CursedWin,
            Category::Draw => Category::Draw,
            Category::CursedWin => Category::BlessedLoss,
            Category::MaybeWin => Category::MaybeLoss,
            Category::Win => Category::Loss,
        }
    }
}
