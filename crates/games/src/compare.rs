//! Compares what games lose in two runs, such as of two versions of an engine.

use std::fmt::Write;

use drawproof_judge::record::{ChangeVerdict, holm, normal_p};
use drawproof_report::{Format, TextStyle, escape::cell, grouped, wrap::table, wrapped};
use serde::Serialize;

use crate::{
    findings::{Findings, OfEndgame},
    tally::{Figures, Tally},
};

/// A comparison of two runs: the changes of the points that moves threw away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The player whose moves in the old run are compared; `None` for both players of each game.
    pub old_player: Option<String>,
    /// The player whose moves in the new run are compared; `None` for both players of each game.
    pub new_player: Option<String>,
    /// `worse` if the total or any endgame is worse, otherwise `better` if any is better.
    pub verdict: ChangeVerdict,
    /// The change in all endgames together.
    pub total: Change,
    /// The changes in the endgames that both runs have, the worst change first.
    pub endgames: Vec<Change>,
    /// The names of the endgames that only the old run has.
    pub only_old: Vec<String>,
    /// The names of the endgames that only the new run has.
    pub only_new: Vec<String>,
}

/// The change, from the old run to the new one, of the points that moves threw away in an endgame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The name of the endgame, or `all together`.
    pub endgame: String,
    /// The old run's figures in this endgame.
    pub old: Figures,
    /// The new run's figures in this endgame.
    pub new: Figures,
    /// The change of the points thrown away per thousand games; positive if the new run throws away
    /// more.
    pub difference: f64,
    /// The two-sided probability that the difference would be at least this large if both players
    /// were equal; `None` if all games within each run throw away the same number of points.
    pub p: Option<f64>,
    /// The probability `p` after Holm's correction for the number of endgames.
    pub corrected_p: Option<f64>,
    /// Whether the new run is `better` or `worse`, which requires that `corrected_p` is below 0.05.
    pub verdict: ChangeVerdict,
}

impl Comparison {
    /// Compares two runs; `None` if they have no endgame in common.
    pub fn new(old: &Findings, new: &Findings) -> Option<Comparison> {
        let mut endgames: Vec<Change> = Vec::new();
        for (name, of_new) in &new.endgames {
            if let Some(of_old) = old.endgames.get(name) {
                endgames.push(Change::new(name, &tally(old, of_old), &tally(new, of_new)));
            }
        }
        if endgames.is_empty() {
            return None;
        }
        let mut total =
            Change::new("all together", &tally(old, &old.total), &tally(new, &new.total));
        set_verdicts(&mut endgames);
        set_verdicts(std::slice::from_mut(&mut total));
        endgames.sort_by(|a, b| a.difference.total_cmp(&b.difference).reverse());
        let all = || endgames.iter().map(|it| it.verdict).chain([total.verdict]);
        let verdict = ChangeVerdict::worst_of(all());
        let only = |a: &Findings, b: &Findings| {
            a.endgames.keys().filter(|it| !b.endgames.contains_key(*it)).cloned().collect()
        };
        let (only_old, only_new) = (only(old, new), only(new, old));
        let (old_player, new_player) = (old.player.clone(), new.player.clone());
        Some(Comparison { old_player, new_player, verdict, total, endgames, only_old, only_new })
    }

    /// Renders the comparison; `None` for JUnit, GitHub and HTML, which are not available.
    pub fn document(&self, format: Format, style: TextStyle) -> Option<String> {
        match format {
            Format::Text => Some(self.text(style)),
            Format::Json => {
                Some(serde_json::to_string_pretty(self).expect("figures have text as keys") + "\n")
            }
            Format::Markdown => Some(self.markdown()),
            Format::Junit | Format::Github | Format::Html => None,
        }
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let heads =
            ["endgame", "old games", "new games", "old lost", "new lost", "change", "p", ""];
        let mut rows = vec![heads.map(String::from).to_vec()];
        rows.extend(self.endgames.iter().chain([&self.total]).map(|it| {
            let lost =
                |it: &Figures| it.lost_per_thousand.map_or("-".into(), |lost| format!("{lost:.1}"));
            vec![
                it.endgame.clone(),
                grouped(it.old.games),
                grouped(it.new.games),
                lost(&it.old),
                lost(&it.new),
                format!("{:+.1}", it.difference),
                it.corrected_p.map_or("-".into(), |p| format!("{p:.4}")),
                it.verdict.name().into(),
            ]
        }));
        rows
    }

    fn summary(&self) -> String {
        let name = |it: &Option<String>| it.clone().unwrap_or_else(|| "both players".into());
        format!(
            "Points that moves throw away per thousand games, {} in the old run, {} in the new one: {}. p is \
             corrected for the number of endgames.",
            name(&self.old_player),
            name(&self.new_player),
            self.verdict.name()
        )
    }

    fn text(&self, style: TextStyle) -> String {
        table(&self.rows(), &[0, 7], &[], style.width) + &wrapped("", &self.summary(), style.width)
    }

    fn markdown(&self) -> String {
        let mut out = format!("{}\n", cell(&self.summary()));
        for (number, row) in self.rows().iter().enumerate() {
            let _ = write!(out, "\n| {} |", row.join(" | "));
            if number == 0 {
                let _ = write!(out, "\n|---|{}---|", "---:|".repeat(row.len() - 2));
            }
        }
        out + "\n"
    }
}

impl Change {
    fn new(endgame: &str, old: &Tally, new: &Tally) -> Change {
        let [(mean_old, variance_old), (mean_new, variance_new)] = [old, new].map(moments);
        let difference = mean_new - mean_old;
        let deviation = (variance_old + variance_new).sqrt();
        let p = (deviation > 0.0).then(|| normal_p(difference / deviation));
        let (old, new) = (Figures::from(old), Figures::from(new));
        let (corrected_p, verdict) = (None, ChangeVerdict::Unchanged);
        let endgame = endgame.to_owned();
        Change { endgame, old, new, difference: difference * 1e3, p, corrected_p, verdict }
    }
}

/// Returns the tally of the selected player, or that of both players if none was selected.
fn tally(findings: &Findings, of: &OfEndgame) -> Tally {
    match &findings.player {
        None => of.both,
        Some(_) => findings.shown(of).first().map_or_else(Tally::default, |(_, tally)| **tally),
    }
}

/// Returns the mean of the points that moves throw away in a game, and the variance of that mean.
fn moments(it: &Tally) -> (f64, f64) {
    let games = it.games.max(1) as f64;
    let mean = it.lost as f64 / games;
    let variance = it.lost_squared as f64 / games - mean * mean;
    // In points: a half point is a half.
    (mean / 2.0, variance / (games - 1.0).max(1.0) / 4.0)
}

fn set_verdicts(changes: &mut [Change]) {
    let corrected = holm(&changes.iter().map(|it| it.p.unwrap_or(1.0)).collect::<Vec<_>>());
    for (it, p) in changes.iter_mut().zip(corrected) {
        it.corrected_p = it.p.map(|_| p);
        it.verdict = match it.corrected_p {
            None => ChangeVerdict::Unchanged,
            Some(p) => ChangeVerdict::of(it.difference < 0.0, p),
        };
    }
}
