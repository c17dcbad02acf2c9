//! Compares the games of two versions of an engine from the same starts.

use drawproof_tables::Wdl;
use serde::Serialize;

use super::record::{Games, GamesOf};
use crate::record::{ChangeVerdict, Discordant, RunError, holm, mcnemar_p};

/// The comparison of the games of an old engine with those of a new one.
#[derive(Clone, Debug, Serialize)]
pub struct GamesComparison {
    /// The name of the old engine.
    pub old: String,
    /// The name of the new engine.
    pub new: String,
    /// The verdict: `worse` if the total or any endgame is worse, otherwise `better` if any is
    /// better.
    pub verdict: ChangeVerdict,
    /// The games of all endgames together.
    pub total: ComparedGames,
    /// The endgames that both engines played, in the order of the new run.
    pub endgames: Vec<ComparedGames>,
    /// Reasons why the comparison is not entirely fair, each a sentence.
    pub warnings: Vec<String>,
}

/// The games of one endgame, or of all together, from the starts that both engines played.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ComparedGames {
    /// The canonical name of the endgame; `all together` for the total.
    pub endgame: String,
    /// The number of games that each engine played.
    pub games: u64,
    /// The number of games in which the old engine kept the result of the start.
    pub kept_old: u64,
    /// The number of games in which the new engine kept the result of the start.
    pub kept_new: u64,
    /// The number of starts whose result only the old engine kept.
    pub newly_lost: u64,
    /// The number of starts whose result only the new engine kept.
    pub newly_kept: u64,
    /// The two-sided probability of a difference at least this large between equal engines
    /// (McNemar); `None` if no game is in both runs, or if there are too many differences to
    /// enumerate.
    pub p: Option<f64>,
    /// The probability `p` corrected for the number of endgames (Holm); `None` without `p`.
    pub corrected_p: Option<f64>,
    /// The verdict: `better` or `worse` if `corrected_p` is below 0.05.
    pub verdict: ChangeVerdict,
    /// The FENs of the first starts whose result only the old engine kept, each with the result of
    /// the new engine.
    pub examples: Vec<(String, String)>,
}

impl Games {
    /// Compares these games with those of an `old` engine. Returns at most `examples` examples for
    /// each endgame.
    ///
    /// # Errors
    ///
    /// Fails if the runs have no endgame in common, or if their starts differ.
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

/// Sets the verdicts of endgames that are tested together, with the corrected probabilities.
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
