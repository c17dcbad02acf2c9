//! The truth about positions of games: their results within the fifty-move rule, with the half-move clock.

use std::{
    cell::OnceCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use drawproof_board::{Board, Color};
use drawproof_session::store::Store;
use drawproof_syzygy::{Syzygy, SyzygyError};
use drawproof_tables::{
    Dtm, FIFTY_MOVES_PLIES, FiftyMoves, Metric, NormalMaterial, Placement, SOLVABLE_MEN_MAX, Value,
    Wdl,
};

use crate::error::GamesError;

/// The values of a position in the tables, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result within the fifty-move rule, given the position's half-move clock.
    pub fifty: FiftyMoves,
    /// The plies to mate, negative for a loss; `None` for a draw, or if the value is from Syzygy
    /// tables.
    pub dtm: Option<i32>,
}

impl Known {
    const DRAW: Known = Known { fifty: FiftyMoves::Draw, dtm: None };

    /// Returns the result within the fifty-move rule, for the side to move; a cursed win is a draw.
    pub fn result(self) -> Wdl {
        match self.fifty {
            FiftyMoves::Win => Wdl::Win,
            FiftyMoves::Loss => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }

    /// Returns White's half points for the result within the fifty-move rule, 0 to 2.
    /// `side_to_move` is that of the position.
    pub fn white_half_points(self, side_to_move: Color) -> u8 {
        let of_mover = (self.result() as i8 + 1) as u8;
        if side_to_move == Color::White { of_mover } else { 2 - of_mover }
    }
}

/// The tables in which the positions of games are looked up.
pub struct Truths<'e> {
    store: &'e Store,
    /// The store of distances to zeroing, for wins that may be too slow for the fifty-move rule;
    /// created when first needed.
    dtz: OnceCell<Store>,
    syzygy: Option<Arc<Syzygy>>,
    men_max: usize,
    stop: &'e AtomicBool,
}

impl<'e> Truths<'e> {
    /// Creates a lookup of positions of at most `men_max` men. For up to five men, `store`, which
    /// must hold distances to mate, solves missing tables. Larger endgames need a file of `store`
    /// or `syzygy`. A lookup ends early once `stop` is set.
    pub fn new(
        store: &'e Store,
        syzygy: Option<Arc<Syzygy>>,
        men_max: usize,
        stop: &'e AtomicBool,
    ) -> Truths<'e> {
        Truths { store, dtz: OnceCell::new(), syzygy, men_max, stop }
    }

    /// Returns the store of distances to mate.
    pub fn store(&self) -> &'e Store {
        self.store
    }

    /// Returns the maximum number of men of a position to look up.
    pub fn men_max(&self) -> usize {
        self.men_max
    }

    /// Looks up positions, one endgame after another. Returns `None` for each position without a
    /// table.
    ///
    /// # Errors
    /// Fails if a table cannot be read or solved, or if the work is stopped.
    pub fn look_up(&self, boards: &[Board]) -> Result<Vec<Option<Known>>, GamesError> {
        let endgame = |board: &Board| Placement::from(board).normalise().0;
        let mut order: Vec<(NormalMaterial, usize)> =
            boards.iter().enumerate().map(|(place, board)| (endgame(board), place)).collect();
        order.sort_unstable();
        let mut found = vec![None; boards.len()];
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(GamesError::Stopped);
            }
            let of_group: Vec<Board> =
                group.iter().map(|&(_, place)| boards[place].clone()).collect();
            let known = self.of_endgame(group[0].0, &of_group)?;
            group.iter().zip(known).for_each(|(&(_, place), known)| found[place] = known);
        }
        Ok(found)
    }

    fn of_endgame(
        &self,
        endgame: NormalMaterial,
        boards: &[Board],
    ) -> Result<Vec<Option<Known>>, GamesError> {
        let men = endgame.get().men();
        if men == 2 {
            return Ok(vec![Some(Known::DRAW); boards.len()]);
        }
        let is_ours = men <= SOLVABLE_MEN_MAX || self.store.has_table(endgame)?;
        if !is_ours {
            return boards.iter().map(|board| self.by_syzygy(board)).collect();
        }
        let values = values_of(self.store, endgame, boards)?;
        let values: Vec<Value<Dtm>> =
            values.into_iter().map(|value| Metric::Dtm.read(value)).collect();
        let mut known: Vec<Option<Known>> =
            values.iter().map(|&value| Some(by_mate(value))).collect();
        let is_late = |(value, board): (&Value<Dtm>, &Board)| {
            let plies = value.signed_plies().map_or(0, i32::unsigned_abs);
            plies > 0 && plies + u32::from(board.halfmove_clock()) > FIFTY_MOVES_PLIES.into()
        };
        let late: Vec<usize> =
            (0..boards.len()).filter(|&it| is_late((&values[it], &boards[it]))).collect();
        if late.is_empty() {
            return Ok(known);
        }
        let of_late: Vec<Board> = late.iter().map(|&it| boards[it].clone()).collect();
        for (place, fifty) in late.into_iter().zip(self.within_the_rule(endgame, &of_late)?) {
            let known = known[place].as_mut().expect("the table has the position");
            known.fifty = fifty.unwrap_or(known.fifty);
        }
        Ok(known)
    }

    /// Returns the results of won and lost positions within the fifty-move rule; `None` for a
    /// position without a table of distances to zeroing.
    fn within_the_rule(
        &self,
        endgame: NormalMaterial,
        boards: &[Board],
    ) -> Result<Vec<Option<FiftyMoves>>, GamesError> {
        if endgame.is_large() {
            let fifty = |board| Ok(self.by_syzygy(board)?.map(|known| known.fifty));
            return boards.iter().map(fifty).collect();
        }
        let dtz = self.dtz.get_or_init(|| self.store.of_metric(Metric::Dtz));
        let values = values_of(dtz, endgame, boards)?;
        let fifty = |(value, board): (Value, &Board)| {
            Some(FiftyMoves::new(Metric::Dtz.read(value), board.halfmove_clock().into()))
        };
        Ok(values.into_iter().zip(boards).map(fifty).collect())
    }

    fn by_syzygy(&self, board: &Board) -> Result<Option<Known>, GamesError> {
        let Some(syzygy) = &self.syzygy else { return Ok(None) };
        match syzygy.value(board) {
            // Where a rounded distance leaves the result open, the clock is taken not to matter.
            Ok(value) => {
                let fifty = value.within.unwrap_or_else(|| of_result(value.result));
                Ok(Some(Known { fifty, dtm: None }))
            }
            Err(SyzygyError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the values of positions. A table without a file is solved first, outside of the threads that look up.
fn values_of(
    store: &Store,
    endgame: NormalMaterial,
    boards: &[Board],
) -> Result<Vec<Value>, GamesError> {
    let has_file = endgame.is_large() || store.folder().has(endgame).is_ok_and(|has| has);
    let _tables = if has_file { None } else { Some(store.for_lookups(endgame)?) };
    Ok(store.values_of(endgame, boards)?)
}

fn by_mate(value: Value<Dtm>) -> Known {
    Known { fifty: of_result(value.wdl()), dtm: value.signed_plies() }
}

fn of_result(result: Wdl) -> FiftyMoves {
    match result {
        Wdl::Win => FiftyMoves::Win,
        Wdl::Draw => FiftyMoves::Draw,
        Wdl::Loss => FiftyMoves::Loss,
    }
}
