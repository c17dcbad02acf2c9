//! Win, draw or loss of endgames of three and four men as trees, small and quick enough to be compiled
//! into an engine.
//!
//! A probe looks at captures and promotions to a queen first. What they decide, a tree need not know:
//! if a capture wins, nothing is asked of it, if the best one draws, only whether the position is won.
//! Of the other positions every tree is grown until each leaf has one answer, so there are no
//! exceptions. A tree is for one side to move. [`view`] has what it asks about.

mod endgame;
mod grow;
/// What trees ask about: which of symmetric positions counts, and the numbers that describe it.
pub mod view;

use drawproof_tables::{
    NormalMaterial, parallel,
    progress::{Progress, Steps},
};

pub use endgame::{Endgame, Endgames, MEN_MAX, reached};
use endgame::{PLACE_BYTES, Positions};
use grow::{Measure, grow, leaves, words};

/// The source code of [`view`], which exported Rust code contains.
pub const VIEW_SOURCE: &str = include_str!("view.rs");

/// The trees of one endgame.
pub struct Trees {
    /// The endgame.
    pub material: NormalMaterial,
    /// The codes of its men other than kings, [`view::NO_MAN`] for the second of three men.
    pub men: [u8; 2],
    /// A tree for White and one for Black to move. If the sides have the same men, the second is empty:
    /// the side to move is White.
    pub words: [Vec<u16>; 2],
    /// Leaves of each.
    pub leaves: [usize; 2],
    /// Positions that a tree answers, one of each class of symmetric positions: those that are not won
    /// by a capture or promotion.
    pub asked: [usize; 2],
}

impl Trees {
    /// Returns bytes of both trees.
    pub fn size_bytes(&self) -> usize {
        self.words.iter().map(|words| 2 * words.len()).sum()
    }
}

/// Learns the trees of the endgames, which are complete: captures and promotions lead to endgames
/// among them. An error names an endgame whose
/// tree is too large for the form.
pub fn learn(endgames: &Endgames, progress: &dyn Progress) -> Result<Vec<Trees>, String> {
    // One after the other: a job takes hundreds of megabytes. Both sides to move are done side by side.
    endgames
        .all()
        .iter()
        .map(|endgame| {
            // What is learned of one endgame is little use without the others: there is no stop.
            _ = Steps { progress, endgame: endgame.material() }.begin("learning the outcomes of");
            trees(endgames, endgame)
        })
        .collect()
}

/// Returns bytes that learning takes at most beside the tables.
pub fn learning_bytes(endgames: &Endgames) -> u64 {
    let of = |endgame: &Endgame| {
        let sides = if endgame.is_even() { 1 } else { 2 };
        sides * endgame.count() as u64 * PLACE_BYTES
    };
    endgames.all().iter().map(of).max().unwrap_or(0)
}

/// Returns the trees of one of the endgames.
fn trees(endgames: &Endgames, endgame: &Endgame) -> Result<Trees, String> {
    let sides = if endgame.is_even() { 1 } else { 2 };
    let grown = parallel::map(sides, |side| {
        let positions = Positions::of(endgames, endgame, side);
        let grown = [Measure::Roots, Measure::BitsAndRoots].map(|measure| {
            let tree = grow(&positions, measure);
            words(&tree).map(|words| (words, leaves(&tree), positions.len()))
        });
        grown.into_iter().flatten().min_by_key(|(words, ..)| words.len())
    });
    let mut trees = Trees {
        material: endgame.material(),
        men: endgame.codes(),
        words: [Vec::new(), Vec::new()],
        leaves: [0; 2],
        asked: [0; 2],
    };
    for (side, grown) in grown.into_iter().enumerate() {
        (trees.words[side], trees.leaves[side], trees.asked[side]) =
            grown.ok_or_else(|| format!("the tree of {} is too large", endgame.material()))?;
    }
    Ok(trees)
}
