//! Plays the games of an endgame with the processes of an engine.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use drawproof_tables::{
    mixing::mixed,
    parallel::locked,
    probe::{ProbeError, Values},
};

use super::{
    defence::{Defence, Opponent},
    game::{Clock, play},
    record::Games,
    start::Start,
};
use crate::engine::{EngineGone, Engines, Unasked};

/// How to play games against an engine.
#[derive(Clone, Copy)]
pub struct Playing<'a> {
    /// The running processes of the engine.
    pub engines: &'a Engines,
    /// The opponent's choice among its moves in lost positions.
    pub defence: Defence,
    /// The seed of the opponent's random choices.
    pub seed: u64,
    /// The engine's clock; `None` if each search has the fixed limit `Launch::go` instead.
    pub clock: Option<Clock>,
    /// A flag that stops the games once another thread sets it.
    pub cancelled: &'a AtomicBool,
}

impl Playing<'_> {
    /// Plays the games from the `starts` of `endgame` that are missing in `games`, and adds them to
    /// it. `values` has the distances to mate in the endgame and in all endgames that its captures
    /// and promotions lead to; `dtz` has distances to zeroing, for [`Defence::Dtz`]. `played` is
    /// called after each game, never concurrently, with all games so far. The inner result is an
    /// error if the engine failed for good. Panics unless `games` has the endgame.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing.
    pub fn endgame(
        &self,
        endgame: &str,
        starts: &[Start],
        values: &(dyn Values + Sync),
        dtz: Option<&(dyn Values + Sync)>,
        games: &mut Games,
        played: &(dyn Fn(&Games) + Sync),
    ) -> Result<Result<(), EngineGone>, ProbeError> {
        let known = &games.of_mut(endgame).games;
        let is_open = |place: &usize| !known.contains_key(&(starts[*place].place as u64));
        let open: Vec<usize> = (0..starts.len()).filter(is_open).collect();
        let found = Mutex::new((games, Ok(())));
        let has_failed = AtomicBool::new(false);
        let ended = self.engines.converse(open.len(), self.cancelled, &|number, conversation| {
            if has_failed.load(Ordering::Relaxed) {
                return Err(Unasked);
            }
            let start = &starts[open[number]];
            let opponent = Opponent {
                values,
                dtz: dtz.map(|it| it as &dyn Values),
                defence: self.defence,
                seed: mixed(self.seed ^ start.place as u64),
            };
            let game = play(start, &opponent, self.clock, conversation)?;
            let (games, failed) = &mut *locked(&found);
            match game {
                Ok(game) => games.of_mut(endgame).games.insert(start.place as u64, game),
                Err(error) => {
                    *failed = Err(error);
                    has_failed.store(true, Ordering::Relaxed);
                    return Err(Unasked);
                }
            };
            played(games);
            Ok(())
        });
        let (_, failed) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map(|()| ended)
    }
}
