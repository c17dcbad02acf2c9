//! Compares two tables position by position.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use drawproof_board::{Board, BoardBuilder};
use drawproof_tables::{
    Layout, NormalMaterial, parallel,
    positions::{RandomPositions, Sample},
    probe::with_en_passant_rights,
    progress::{Progress, Stage},
};

use super::{
    outcome::{AuditError, Extent},
    places::{self, Places},
};

/// The number of places, or of random positions, that one task compares.
const TASK_PLACES: u64 = 4096;

/// Why a table has no answer.
type Failure = Box<dyn Error + Send + Sync>;

/// The result of comparing the answers of two tables about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement<D> {
    /// The two answers are equal.
    Equal,
    /// The two answers differ by no more than rounding: one of the tables rounds its distances.
    Rounded,
    /// The results are equal, but one of the tables has no distance.
    Undistanced,
    /// The two answers differ.
    Differing {
        /// The answers of the two tables.
        what: D,
        /// Whether only the distances differ.
        in_distance: bool,
    },
}

/// The result of comparing two tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared<D> {
    /// The number of compared positions without an en-passant right: one of each class of symmetric
    /// positions or, for a sample, the random positions.
    pub positions: u64,
    /// The number of compared positions with a legal en-passant right; `positions` does not count
    /// them.
    pub en_passant: u64,
    /// The number of positions, with or without an en-passant right, whose answers differ by no
    /// more than rounding.
    pub rounded: u64,
    /// The number of positions with equal results, for which only one table has a distance.
    pub undistanced: u64,
    /// The number of positions with different answers.
    pub differing: u64,
    /// The number of differing positions in which only the distances differ.
    pub differing_distances: u64,
    /// The first differing position as a FEN, and the two answers.
    pub first: Option<(String, D)>,
}

/// Compares two tables at every position of an endgame, or at the random positions of `sample`.
/// `agreement` compares both answers about one position. Runs on the current rayon pool; the result
/// is the same for any number of threads.
///
/// # Errors
///
/// Returns the first error of `agreement`, or an error if `progress` stops the comparison.
pub fn compare<D: Send>(
    material: NormalMaterial,
    sample: Option<Sample>,
    agreement: &(dyn Fn(&Board) -> Result<Agreement<D>, Failure> + Sync),
    progress: &dyn Progress,
) -> Result<Compared<D>, Failure> {
    let layout = Arc::new(Layout::new(material));
    let places = Places::new(&layout, Extent::Whole);
    let random = sample.map(|it| RandomPositions::new(&layout, it));
    let count = random.as_ref().map_or(places.count(), RandomPositions::size);
    let stage = Stage::Comparing(material);
    progress.begin(stage, count);
    let has_ended = AtomicBool::new(false);
    let found = parallel::map(count.div_ceil(TASK_PLACES) as usize, |task| {
        let mut found = Compared::default();
        if has_ended.load(Relaxed) {
            return Ok(found);
        }
        let numbers = task as u64 * TASK_PLACES..count.min((task as u64 + 1) * TASK_PLACES);
        let (mut builder, compared) = (BoardBuilder::empty(), numbers.end - numbers.start);
        let mut all = numbers.filter_map(|number| match &random {
            Some(random) => random.get(number).map(|it| it.board),
            None => places::board_at(&mut builder, &layout, places.get(number)),
        });
        let result = all.try_for_each(|board| found.add(&board, agreement));
        if result.is_err() || progress.advance(stage, compared).is_break() {
            has_ended.store(true, Relaxed);
        }
        result.map(|()| found)
    });
    let mut all = Compared::default();
    for found in found {
        all.merge(found?);
    }
    if has_ended.into_inner() {
        return Err(AuditError::Stopped.into());
    }
    progress.end(stage);
    Ok(all)
}

impl<D> Default for Compared<D> {
    fn default() -> Compared<D> {
        Compared {
            positions: 0,
            en_passant: 0,
            rounded: 0,
            undistanced: 0,
            differing: 0,
            differing_distances: 0,
            first: None,
        }
    }
}

impl<D> Compared<D> {
    /// Compares a position, and the positions that differ from it by an en-passant right.
    fn add(
        &mut self,
        board: &Board,
        agreement: &(dyn Fn(&Board) -> Result<Agreement<D>, Failure> + Sync),
    ) -> Result<(), Failure> {
        let mut compare = |board: &Board| -> Result<(), Failure> {
            match agreement(board)? {
                Agreement::Equal => {}
                Agreement::Rounded => self.rounded += 1,
                Agreement::Undistanced => self.undistanced += 1,
                Agreement::Differing { what, in_distance } => {
                    self.differing += 1;
                    self.differing_distances += u64::from(in_distance);
                    self.first.get_or_insert_with(|| (board.to_string(), what));
                }
            }
            Ok(())
        };
        compare(board)?;
        let with_rights = with_en_passant_rights(board);
        with_rights.iter().try_for_each(compare)?;
        self.positions += 1;
        self.en_passant += with_rights.len() as u64;
        Ok(())
    }

    fn merge(&mut self, next: Compared<D>) {
        self.positions += next.positions;
        self.en_passant += next.en_passant;
        self.rounded += next.rounded;
        self.undistanced += next.undistanced;
        self.differing += next.differing;
        self.differing_distances += next.differing_distances;
        self.first = self.first.take().or(next.first);
    }
}
