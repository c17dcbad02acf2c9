//! The positions of games that meet a condition of `find`.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

use drawproof_board::{Board, BoardBuilder, Rank, Square};
use drawproof_find::{Condition, ConditionError, Tables};
use drawproof_session::store::Store;
use drawproof_tables::{Layout, MEN_MAX, MEN_MIN, NormalMaterial, Placement};

use crate::{course::Course, error::GamesError};

/// A condition in the language of `drawproof find`, for positions of any endgame.
pub struct PositionFilter {
    text: String,
    /// The condition for each endgame; `None` if the endgame lacks a man or a table that the
    /// condition names.
    conditions: BTreeMap<NormalMaterial, Option<Condition>>,
}

impl PositionFilter {
    /// Parses a condition. If the condition is invalid for an endgame, because it names a man that
    /// the endgame lacks, for example, no position of that endgame meets it.
    ///
    /// # Errors
    /// Fails if the condition is invalid for every endgame of up to `men_max` men.
    pub fn new(text: &str, men_max: usize) -> Result<PositionFilter, ConditionError> {
        let sizes = MEN_MIN..=men_max.min(MEN_MAX);
        let mut failure = None;
        for endgame in sizes.flat_map(NormalMaterial::all_with_men) {
            match Condition::new(text, None, &Arc::new(Layout::new(endgame))) {
                Ok(_) => {
                    let conditions = BTreeMap::new();
                    return Ok(PositionFilter { text: text.to_owned(), conditions });
                }
                Err(error) => failure = Some(error),
            }
        }
        Err(failure.expect("there is an endgame of three men"))
    }

    /// Sets `Course::counts`: the positions that meet the condition count.
    ///
    /// # Errors
    /// Fails if a table that the condition needs is unavailable.
    pub fn mark(&mut self, courses: &mut [&mut Course], store: &Store) -> Result<(), GamesError> {
        let mut places = Vec::new();
        for (number, course) in courses.iter_mut().enumerate() {
            course.counts.fill(false);
            for (place, board) in course.boards.iter().enumerate() {
                let endgame = Placement::from(board).normalise().0;
                let men = endgame.get().men();
                let is_known = course.known[place].is_some() && (MEN_MIN..=MEN_MAX).contains(&men);
                places.extend(is_known.then_some((endgame, number, place)));
            }
        }
        places.sort_unstable();
        for group in places.chunk_by(|a, b| a.0 == b.0) {
            let condition = match self.conditions.entry(group[0].0) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let layout = Arc::new(Layout::new(group[0].0));
                    new.insert(Condition::new(&self.text, None, &layout).ok())
                }
            };
            let Some(condition) = condition else { continue };
            let tables = Tables::new(condition, store)?;
            for &(_, number, place) in group {
                let course = &mut courses[number];
                course.counts[place] =
                    condition.holds(&normalised(&course.boards[place]), tables.sources())?;
            }
        }
        Ok(())
    }
}

/// Returns a position, or its colour-reversed one, so that White is the first side of the endgame's name.
fn normalised(board: &Board) -> Board {
    if !Placement::from(board).material().normalise().1 {
        return board.clone();
    }
    let placement = Placement::from(board).swapped();
    let reversed = placement.to_board().expect("the colour-reversed position is legal, too");
    let mut builder = BoardBuilder::from_board(&reversed);
    let rank = Rank::Sixth.relative_to(placement.side_to_move);
    builder.en_passant = board.en_passant().map(|file| Square::new(file, rank));
    builder.build().unwrap_or(reversed)
}
