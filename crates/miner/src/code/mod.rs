//! Win, draw or loss of endgames of three and four men as trees, small and quick enough to be
//! compiled into an engine.
//!
//! A probe first tries captures and promotions to a queen. If one wins, no tree is needed; if the
//! best one draws, the tree decides only whether the position is won. Trees grow until each leaf
//! has one answer, so they have no exceptions. Each tree is for one side to move. [`view`] defines
//! its features.

mod endgame;
mod grow;
/// The features of trees, and the choice of one position from each class of symmetric ones.
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

/// The trees of one endgame, encoded, with their sizes.
pub struct Trees {
    /// The endgame that the trees are about.
    pub material: NormalMaterial,
    /// The codes (see [`view`]) of the men other than kings. With three men the second code is
    /// [`view::NO_MAN`].
    pub men: [u8; 2],
    /// The encoded trees for White and for Black to move. If both sides have the same men, the side
    /// to move counts as White and the second tree is empty.
    pub words: [Vec<u16>; 2],
    /// The number of leaves of each tree.
    pub leaves: [usize; 2],
    /// The number of positions that each tree answers, one of each class of symmetric positions.
    /// Positions that a capture or promotion wins are not counted.
    pub asked: [usize; 2],
}

impl Trees {
    /// Returns the size of both trees in bytes.
    pub fn size_bytes(&self) -> usize {
        self.words.iter().map(|words| 2 * words.len()).sum()
    }
}

/// Learns the trees of a complete set of endgames: captures and promotions must lead to endgames in
/// the set. An error names an endgame whose tree is too large to encode.
pub fn learn(endgames: &Endgames, progress: &dyn Progress) -> Result<Vec<Trees>, String> {
    // Endgames are learned one after the other, because each takes hundreds of megabytes. The trees
    // for both sides to move grow at the same time.
    endgames
        .all()
        .iter()
        .map(|endgame| {
            // Some endgames are of little use without the others, so learning cannot be stopped.
            _ = Steps { progress, endgame: endgame.material() }.begin("learning the outcomes of");
            trees(endgames, endgame)
        })
        .collect()
}

/// Returns the maximum memory that learning takes besides the tables, in bytes.
pub fn learning_bytes(endgames: &Endgames) -> u64 {
    let of = |endgame: &Endgame| {
        let sides = if endgame.is_even() { 1 } else { 2 };
        sides * endgame.count() as u64 * PLACE_BYTES
    };
    endgames.all().iter().map(of).max().unwrap_or(0)
}

/// Learns the trees of one of the endgames.
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
