//! A question: a batch of positions of the whole board with their values, and the batch of their
//! colour-reversed positions.

use drawproof_tables::Transform;

use super::{batch::Batch, stored_word::StoredWord};

/// A batch of positions and their values.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// The stored positions. `batch` has images of the stored positions that are in the domain.
    pub stored: &'a StoredWord<'a>,
    /// The positions of the domain. Empty if the question only counts positions outside of the
    /// domain.
    pub batch: Batch,
    /// The lanes of counted positions outside of the domain, which the rule is not asked about.
    pub outside: u64,
    /// The positions of `batch` with colours exchanged and ranks flipped, lane by lane.
    pub reversed: Batch,
    /// The symmetry of the board that maps the stored positions to `batch`.
    pub image: Transform,
    /// Whether this is the first question about these stored positions. Later questions are about
    /// other images of them, or repeat a question for another order of the pawns.
    pub first: bool,
    /// Whether this is the first question about this image of the stored positions.
    pub first_of_image: bool,
    /// The number of all questions about the same stored positions, this one included.
    pub weight: u64,
    /// The lanes (as bits) whose positions have half as many images on the whole board as others.
    pub half: u64,
    /// The stored positions, if the question is about a single image of them; other images then
    /// have their own questions.
    pub alone: Option<Batch>,
    /// The number of the position in the sample; `None` if the question is not about a sample.
    pub drawn: Option<u64>,
}
