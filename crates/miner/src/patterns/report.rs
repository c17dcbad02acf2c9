//! Reports the positions that each pattern of a list matches, as counted by the verifier, as text
//! and JSON.

use std::fmt::Write;

use drawproof_features::Library;
use drawproof_report::{counted, grouped, wrapped};
use drawproof_verifier::{Counting, Domain, Verdict};
use serde::Serialize;

use super::list::{Pattern, Patterns, RangeText};
use crate::{
    report::{Proof, percent},
    withdrawals::{RightWrong, Withdrawals, Withdrawn},
};

/// The counts of a list of patterns, from a verification.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The name of the recognizer, or of the rule that the exceptions are for.
    pub rule: String,
    /// The convention by which positions are counted.
    #[serde(skip)]
    pub counting: Counting,
    /// The domain of positions that the rule was asked about.
    #[serde(skip)]
    pub domain: Domain,
    /// The number of positions asked about, with either side to move.
    pub positions: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions won for either side.
    pub decisive: u64,
    /// The number of draws that the rule claims with the list.
    pub spotted: u64,
    /// The share of the draws claimed, from 0 to 1; `None` if there are no draws.
    pub spotted_share: Option<f64>,
    /// The number of bounds in all patterns; a range has one or two.
    pub bounds: usize,
    /// The counts of each pattern.
    pub patterns: Vec<PatternFigures>,
    /// The features in the patterns, with their meanings.
    pub features: Vec<FeatureText>,
    /// For exceptions: all claims of the rule, and the claims that some pattern withdraws;
    /// otherwise `None`.
    #[serde(skip)]
    pub withdrawn: Option<[RightWrong; 2]>,
}

/// The counts of a pattern. A count named "only" excludes positions that another pattern matches.
#[derive(Clone, Debug, Serialize)]
pub struct PatternFigures {
    /// The identifier of the pattern.
    pub id: String,
    /// The ranges of the pattern in one line.
    pub says: String,
    /// The ranges of the pattern in chess words; all of them must hold.
    pub in_words: Vec<String>,
    /// The ranges of the pattern, for programs.
    pub ranges: Vec<RangeText>,
    /// The price: the number of draws that the pattern matches.
    pub draws: u64,
    /// Unique draws cost: the number of draws that only this pattern matches.
    pub only_draws: u64,
    /// The number of decisive positions that the pattern matches.
    pub decisive: u64,
    /// Unique wins protected: the number of decisive positions that only this pattern matches.
    pub only_decisive: u64,
    /// For an exception: the claims of the rule that the pattern withdraws; otherwise `None`.
    #[serde(flatten)]
    pub withdrawn: Option<Withdrawn>,
}

/// The name and the meaning of a feature.
#[derive(Clone, Debug, Serialize)]
pub struct FeatureText {
    /// The identifier of the feature.
    pub name: String,
    /// The meaning of the feature's value, in one phrase.
    pub says: String,
}

impl Figures {
    /// Collects the counts of a list from its verdict.
    pub fn new(library: &Library, patterns: &Patterns, verdict: &Verdict) -> Figures {
        Figures::of_list(library, patterns, verdict, 0)
    }

    /// Collects the counts of a list from a verdict; its patterns begin at the verdict's pattern
    /// `first`.
    pub fn of_list(
        library: &Library,
        patterns: &Patterns,
        verdict: &Verdict,
        first: usize,
    ) -> Figures {
        let count = patterns.list.len();
        let own = if count == 64 { u64::MAX } else { (1 << count) - 1 };
        let total = verdict.total();
        // Sums the draws and the decisive positions of the rows that meet a condition.
        let count = |wanted: &dyn Fn(u64) -> bool| {
            let rows = verdict.rows.iter().filter(|row| wanted(row.set >> first & own));
            rows.fold([0, 0], |[a, b], row| [a + row.draws(), b + row.decisive()])
        };
        let pattern = |(number, pattern): (usize, &Pattern)| {
            let [draws, decisive] = count(&|set| set >> number & 1 != 0);
            let [only_draws, only_decisive] = count(&|set| set == 1 << number);
            PatternFigures {
                id: format!("p{}", number + 1),
                says: pattern.says(library),
                in_words: pattern.in_words(library),
                ranges: pattern.ranges.iter().map(|range| range.text(library)).collect(),
                draws,
                only_draws,
                decisive,
                only_decisive,
                withdrawn: None,
            }
        };
        let features = patterns.features().into_iter().map(|feature| {
            let feature = &library.features()[feature];
            FeatureText { name: feature.name.clone(), says: feature.says.clone() }
        });
        Figures {
            rule: verdict.name.clone(),
            counting: verdict.counting,
            domain: verdict.domain,
            positions: total.positions,
            draws: total.draws,
            decisive: total.decisive,
            spotted: total.spotted,
            spotted_share: (total.draws > 0).then(|| total.spotted as f64 / total.draws as f64),
            bounds: patterns.bounds(),
            patterns: patterns.list.iter().enumerate().map(pattern).collect(),
            features: features.collect(),
            withdrawn: None,
        }
    }

    /// Adds to each pattern the claims that it withdraws from a rule.
    #[must_use]
    pub fn with_withdrawals(mut self, counted: &Withdrawals) -> Figures {
        for (pattern, counts) in self.patterns.iter_mut().zip(&counted.patterns) {
            pattern.withdrawn = Some(*counts);
        }
        self.withdrawn = Some([counted.all, counted.withdrawn]);
        self
    }

    /// Renders the patterns, one paragraph each, and the meanings of their features, in lines of at
    /// most `width` characters.
    pub fn text(&self, width: usize) -> String {
        let mut out = String::new();
        for (number, pattern) in self.patterns.iter().enumerate() {
            let (says, draws) = (&pattern.says, counted(pattern.draws, "draw", "draws"));
            let only = grouped(pattern.only_draws);
            let wins = counted(pattern.only_decisive, "unique win", "unique wins");
            let says = format!("{says}: costs {draws} ({only} unique), protects {wins}");
            out.push_str(&wrapped(&format!("  {:2}. ", number + 1), &says, width));
        }
        out + &meanings(self.features.iter(), width)
    }
}

/// Returns the meanings of features as text; empty for patterns without features.
pub(crate) fn meanings<'a>(
    features: impl Iterator<Item = &'a FeatureText> + Clone,
    width: usize,
) -> String {
    let Some(longest) = features.clone().map(|feature| feature.name.len()).max() else {
        return String::new();
    };
    let of = |feature: &FeatureText| {
        wrapped(&format!("  {:longest$}  ", feature.name), &feature.says, width)
    };
    "\n  where\n".to_owned() + &features.map(of).collect::<String>()
}

/// The size of a list of patterns and the draws that it claims.
#[derive(Clone, Debug, Serialize)]
pub struct ListStep {
    /// The number of patterns in the list.
    pub patterns: usize,
    /// The number of bounds in all patterns.
    pub bounds: usize,
    /// The number of draws that the list claims.
    pub spotted: u64,
    /// The share of the draws claimed, from 0 to 1; `None` if there are no draws.
    pub spotted_share: Option<f64>,
}

impl From<&Figures> for ListStep {
    fn from(figures: &Figures) -> ListStep {
        ListStep {
            patterns: figures.patterns.len(),
            bounds: figures.bounds,
            spotted: figures.spotted,
            spotted_share: figures.spotted_share,
        }
    }
}

/// The report on learned lists.
#[derive(Clone, Debug, Serialize)]
pub struct MinedList {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The duration of learning in seconds.
    pub learning_seconds: f64,
    /// The size and the claimed draws of each list.
    pub curve: Vec<ListStep>,
    /// The counts of the longest list's patterns.
    #[serde(flatten)]
    pub figures: Figures,
    /// The proof of the longest list.
    pub proof: Proof,
}

/// Renders the report in lines of at most `width` characters.
pub fn text(mined: &MinedList, width: usize) -> String {
    let mut out = String::new();
    let figures = &mined.figures;
    let _ = writeln!(
        out,
        "{}: {}, {} decisive; learned in {:.1} s",
        mined.endgame,
        counted(figures.draws, "draw", "draws"),
        grouped(figures.decisive),
        mined.learning_seconds
    );
    let _ = writeln!(out, "\n  patterns  bounds          spotted    share");
    for ListStep { patterns, bounds, spotted, .. } in &mined.curve {
        let (spotted, share) = (grouped(*spotted), percent(*spotted, figures.draws));
        let _ = writeln!(out, "  {patterns:8}  {bounds:6}  {spotted:>15}  {share:>6} %");
    }
    let _ = writeln!(out, "\n{} is drawn, unless\n", mined.endgame);
    out.push_str(&figures.text(width));
    let _ = writeln!(out, "\n  {}", mined.proof.text("proof"));
    out
}
