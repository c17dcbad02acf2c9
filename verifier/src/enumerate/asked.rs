//! Which positions of an endgame are asked about: the one place that knows the counting convention
//! and the domain.

use std::sync::Arc;

use drawproof_board::Square;
use drawproof_tables::{
    Layout, Transform,
    census::{Counting, Selection},
};

use super::{
    conversions::Conversions,
    domain::Domain,
    en_passant::{DoublePush, double_pushes},
    stored_word::StoredWord,
};
use crate::tables::{TableError, TableSource};

/// The positions that a counting convention counts, restricted to a domain.
#[derive(Clone)]
pub(crate) struct Asked {
    pub counting: Counting,
    /// The positions that the convention counts.
    pub selection: Selection,
    /// The double pushes that lead to counted positions with an en-passant right.
    pub pushes: Vec<DoublePush>,
    domain: Domain,
    /// The results after captures and promotions; `None` unless the domain depends on them.
    conversions: Option<Arc<Conversions>>,
}

impl Asked {
    /// Returns all positions of an endgame, for questions about a random sample. Each sampled
    /// position is tested against the domain when it is drawn.
    pub fn everything(layout: &Arc<Layout>) -> Asked {
        let counting = Counting::Full;
        let selection = Selection::new(layout, counting);
        let domain = Domain::EVERYTHING;
        Asked { counting, selection, pushes: Vec::new(), domain, conversions: None }
    }

    /// Returns the positions of an endgame that `counting` counts, limited to `domain`.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing that is needed to decide which positions are in the domain.
    pub fn new(
        layout: &Arc<Layout>,
        counting: Counting,
        domain: Domain,
        source: &dyn TableSource,
    ) -> Result<Asked, TableError> {
        let conversions = match domain.needs_conversions() {
            true => Some(Arc::new(Conversions::new(layout.material(), source)?)),
            false => None,
        };
        let selection = Selection::new(layout, counting);
        Ok(Asked {
            counting,
            selection,
            pushes: counted_pushes(layout, counting),
            domain,
            conversions,
        })
    }

    /// Returns the results after captures and promotions; `None` unless the domain depends on them.
    pub fn conversions(&self) -> Option<&Arc<Conversions>> {
        self.conversions.as_ref()
    }

    /// Returns the lanes (as bits) of a word's positions that are outside of the domain. `squares`
    /// are the squares of the word's first position.
    #[inline]
    pub fn outside(&self, layout: &Layout, stored: &StoredWord, squares: &[Square]) -> u64 {
        if self.domain.is_everything() {
            return 0;
        }
        let batch = stored.batch(layout, squares, Transform::IDENTITY, false);
        let conversions = self.conversions.as_deref();
        stored.lanes
            & !self.domain.lanes(&batch, stored.place.side_to_move(), stored.values, conversions)
    }
}

/// Returns the double pushes that lead to counted positions.
pub(super) fn counted_pushes(layout: &Layout, counting: Counting) -> Vec<DoublePush> {
    let mut pushes = double_pushes(layout);
    if counting == Counting::Unique {
        // Where the pawns are their own mirror image, so are the pushes as a set, but none of
        // them: half of the pushes lead to one position of each class.
        let slices = layout.slices();
        let symmetric = |slice: usize| slices.get(slice) == slices.get(slice).mirrored();
        pushes.retain(|push| !symmetric(push.slice) || (push.target.file() as usize) < 4);
    }
    pushes
}
