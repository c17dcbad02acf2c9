//! The games of two versions of an engine from the same starts.

use drawproof_tables::Wdl;
use serde::Serialize;

use super::record::{Games, GamesOf};
use crate::record::{ChangeVerdict, Discordant, RunError, holm, mcnemar_p};

/// What changed from the games of an old engine to those of a new one.
#[derive(Clone, Debug, Serialize)]
pub struct GamesComparison {
    /// The old engine.
    pub old: String,
    /// The new engine.
    pub new: String,
    /// `worse` if all together or any endgame is, else `better` if any is.
    pub verdict: ChangeVerdict,
    /// All endgames together.
    pub total: ComparedGames,
    /// Those that both played, in the order of the new run.
    pub endgames: Vec<ComparedGames>,
    /// What makes the comparison less than a fair one.
    pub warnings: Vec<String>,
}

/// The games of one endgame in both runs: those from starts that both played.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ComparedGames {
    /// The canonical name.
    pub endgame: String,
    /// Games of either.
    pub games: u64,
    /// Of these, the old ones that kept the result of their start.
    pub kept_old: u64,
    /// The new ones.
    pub kept_new: u64,
    /// Starts whose result only the old engine kept.
    pub newly_lost: u64,
    /// Starts whose result only the new engine kept.
    pub newly_kept: u64,
    /// The probability of a difference at least as large between equals, two-sided (McNemar).
    pub p: Option<f64>,
    /// The same, corrected for the number of endgames (Holm).
    pub corrected_p: Option<f64>,
    /// `better` or `worse` if `corrected_p` is below 0.05.
    pub verdict: ChangeVerdict,
    /// The first starts whose result only the old engine kept, and the new result.
    pub examples: Vec<(String, String)>,
}

impl Games {
    /// Returns the changes from the games of an `old` engine, with `examples` for each endgame.
    ///
    /// # Errors
    ///
    /// The runs have no endgame in common, or their starts are not the same.
    pub fn compared(&self, old: &Games, examples: usize) -> Result<GamesComparison, RunError> {
        old.settings.run.check_conditions(&self.settings.run)?;
        let of_old = |it: &&GamesOf| old.endgames.iter().find(|old| old.endgame == it.endgame);
        let mut endgames = Vec::new();
        for new in &self.endgames {
            if let Some(old) = of_old(&new) {
                old.check(new)?;
                endgames.push(compared(old, new, examples));
            }
        }
        if endgames.is_empty() {
            return Err(RunError::NothingInCommon);
        }
        let mut total = ComparedGames { endgame: "all together".into(), ..Default::default() };
        for it in &endgames {
            total.games += it.games;
            total.kept_old += it.kept_old;
            total.kept_new += it.kept_new;
            total.newly_lost += it.newly_lost;
            total.newly_kept += it.newly_kept;
        }
        set_verdicts(std::slice::from_mut(&mut total));
        set_verdicts(&mut endgames);
        let verdicts = endgames.iter().map(|it| it.verdict).chain([total.verdict]);
        let verdict = ChangeVerdict::worst_of(verdicts);
        let [was, is] = [old, self].map(|it| &it.settings);
        let differing = [
            ("limits", was.run.limit.clone(), is.run.limit.clone()),
            ("defences", was.defence.to_string(), is.defence.to_string()),
        ];
        let differing = differing.into_iter().filter(|(_, was, is)| was != is);
        let warnings =
            differing.map(|(what, was, is)| format!("The {what} differ: '{was}' and '{is}'."));
        let name = |games: &Games| games.settings.run.engine.clone();
        let (old, new, warnings) = (name(old), name(self), warnings.collect());
        Ok(GamesComparison { old, new, verdict, total, endgames, warnings })
    }
}

/// Sets whether the changes of endgames that are looked at together are more than chance.
fn set_verdicts(endgames: &mut [ComparedGames]) {
    for it in endgames.iter_mut().filter(|it| it.games > 0) {
        let (old_only, new_only) = (it.newly_lost, it.newly_kept);
        it.p = mcnemar_p(&[Discordant { weight: 1.0, old_only, new_only }]);
    }
    let corrected = holm(&endgames.iter().map(|it| it.p.unwrap_or(1.0)).collect::<Vec<_>>());
    for (it, p) in endgames.iter_mut().zip(corrected) {
        it.corrected_p = it.p.map(|_| p);
        it.verdict = match it.newly_lost + it.newly_kept {
            0 => ChangeVerdict::Unchanged,
            _ => ChangeVerdict::of(it.newly_kept > it.newly_lost, p),
        };
    }
}

fn compared(old: &GamesOf, new: &GamesOf, examples: usize) -> ComparedGames {
    let mut found = ComparedGames { endgame: new.endgame.clone(), ..Default::default() };
    for (place, new) in &new.games {
        let Some(old) = old.games.get(place) else { continue };
        let kept = [old.is_kept(), new.is_kept()];
        found.games += 1;
        found.kept_old += u64::from(kept[0]);
        found.kept_new += u64::from(kept[1]);
        found.newly_lost += u64::from(kept == [true, false]);
        found.newly_kept += u64::from(kept == [false, true]);
        if kept == [true, false] && found.examples.len() < examples {
            let result: Wdl = new.result();
            found.examples.push((new.fen.clone(), result.word().into()));
        }
    }
    found
}
