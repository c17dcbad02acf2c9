//! The effect of removing patterns from a rule.

use serde::Serialize;

use super::best_subset::best_subset;
use crate::{
    findings::{Row, Verdict},
    subject::Role,
};

/// The effects of removing each single pattern from a rule, and the best subset of the patterns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ablation {
    /// The effect of removing each pattern, in the order of the patterns' bits.
    pub dropped: Vec<Dropped>,
    /// The best subset of the patterns: it prevents every incorrect claim that the patterns can
    /// prevent, and misses the fewest draws.
    pub best: Subset,
}

/// The effect of removing one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// The pattern's identifier.
    pub id: String,
    /// The number of drawn positions on which the pattern matches.
    pub draws_matched: u64,
    /// The number of decisive positions on which the pattern matches.
    pub decisive_matched: u64,
    /// Unique draws cost: the number of draws that the rule would spot without the pattern.
    pub gains: u64,
    /// Unique wins protected: the number of decisive positions that the rule would claim drawn
    /// without the pattern.
    pub breaks: u64,
    /// The identifiers of the patterns that match wherever this pattern matches.
    pub covered_by: Vec<String>,
}

/// A subset of a rule's patterns, and the counts of the rule with this subset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Subset {
    /// The identifiers of the patterns to keep.
    pub keep: Vec<String>,
    /// The identifiers of the patterns to remove.
    pub drop: Vec<String>,
    /// The number of draws that the rule spots with this subset.
    pub spotted: u64,
    /// The number of draws that the rule misses with this subset.
    pub missed: u64,
    /// The fraction of the draws that the rule spots with this subset, 0 to 1; `None` if there are
    /// no draws.
    pub spotted_share: Option<f64>,
    /// The number of decisive positions that the rule claims drawn with any subset, because no
    /// pattern matches on them.
    pub incorrect: u64,
    /// Whether it is proved that no subset is better.
    pub proved: bool,
    /// The number of nodes of the search tree that were visited.
    pub nodes: u64,
}

/// Computes the ablation of a rule; `None` unless the rule claims a draw exactly where none of its
/// patterns matches.
pub fn ablation(verdict: &Verdict) -> Option<Ablation> {
    let rows = &verdict.rows;
    let are_exceptions = verdict.patterns.iter().all(|p| p.name.role == Role::Unless);
    let by_patterns = |row: &Row| {
        let claimed = if row.set == 0 { row.positions() } else { 0 };
        row.claimed_drawn() == claimed && row.unclaimed() == row.positions() - claimed
    };
    if verdict.patterns.is_empty() || !are_exceptions || !rows.iter().all(by_patterns) {
        return None;
    }
    let ids: Vec<&str> = verdict.patterns.iter().map(|p| p.name.id.as_str()).collect();
    let best = best_subset(rows, ids.len());
    let names = |set: u64| -> Vec<String> {
        let chosen = ids.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        chosen.map(|(_, id)| id.to_string()).collect()
    };
    let draws: u64 = rows.iter().map(Row::draws).sum();
    let unprotected = rows.iter().find(|row| row.set == 0).map_or(0, Row::decisive);
    let subset = Subset {
        keep: names(best.set),
        drop: names(!best.set),
        spotted: draws - best.missed,
        missed: best.missed,
        spotted_share: (draws > 0).then(|| (draws - best.missed) as f64 / draws as f64),
        incorrect: unprotected,
        proved: best.proved,
        nodes: best.nodes,
    };
    let dropped = (0..ids.len()).map(|bit| dropped(rows, bit, &ids)).collect();
    Some(Ablation { dropped, best: subset })
}

fn dropped(rows: &[Row], bit: usize, ids: &[&str]) -> Dropped {
    let set = 1u64 << bit;
    let matching = || rows.iter().filter(|row| row.set & set != 0);
    let alone = rows.iter().find(|row| row.set == set);
    let always_with = matching().fold(u64::MAX, |common, row| common & row.set) & !set;
    let occurs = matching().next().is_some();
    let covers = |&(other, _): &(usize, &&str)| occurs && always_with >> other & 1 != 0;
    Dropped {
        id: ids[bit].to_owned(),
        draws_matched: matching().map(Row::draws).sum(),
        decisive_matched: matching().map(Row::decisive).sum(),
        gains: alone.map_or(0, Row::draws),
        breaks: alone.map_or(0, Row::decisive),
        covered_by: ids.iter().enumerate().filter(covers).map(|(_, id)| id.to_string()).collect(),
    }
}
