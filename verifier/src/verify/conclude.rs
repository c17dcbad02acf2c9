//! Turns the findings about a rule into the verdict.

use std::{collections::HashSet, sync::Arc, time::Duration};

use drawproof_board::Color;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Layout, Man};

use super::asking::VerifyError;
use crate::{
    enumerate::{FiftyMoveRule, TrueResult, TruthKind},
    findings::{
        Asymmetry, Counterexample, Example, FeatureCounts, Findings, Group, Heat, HeatCounts,
        MissedDraw, Options, Pardons, Picked, Unequal, Verdict, cursed_result, explained,
        features_of, pattern_tallies, signed_plies, unexplained, wrong_by_branch,
    },
    position::{OrderedPosition, canonical, fen_of},
    record::Recording,
    subject::{Reasons, Role},
    tables::{Line, TableHashes, TableSource, helpmate_line, proving_line},
};

/// The outcome of a verification.
pub struct Outcome {
    /// The verdict on the rule.
    pub verdict: Verdict,
    /// The claims and patterns of every position; `None` unless [`Options::record`] is set.
    pub recording: Option<Recording>,
}

/// The findings about a rule, from which the verdict is made.
pub(super) struct Shown {
    /// The rule's name and reasons.
    pub name: String,
    pub reasons: Reasons,
    pub layout: Arc<Layout>,
    pub findings: Findings,
    pub pardons: Pardons,
    /// The hashes of the tables that the results come from.
    pub tables: TableHashes,
    /// The duration of the verification.
    pub elapsed: Duration,
}

impl Shown {
    /// Makes the outcome. `tables` supply the lines that refute incorrect claims; without `tables`,
    /// distances to mate are unknown.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing.
    pub fn outcome(
        self,
        options: &Options,
        tables: Option<&dyn TableSource>,
    ) -> Result<Outcome, VerifyError> {
        let Shown { name, reasons, layout, findings, pardons, tables: hashes, elapsed } = self;
        // A program that named no branch is a rule without reasons.
        let rows = if reasons.is_empty() { Vec::new() } else { findings.histogram.rows() };
        let endgame = layout.material().to_string();
        let recording = findings.recorder.map(|recorder| {
            let (name, blocks) = (name.clone(), recorder.into_blocks());
            Recording::new(endgame.clone(), name, options, hashes, reasons.clone(), blocks)
        });
        let symmetry_class = |position: OrderedPosition| {
            let position = Position::from(position);
            (canonical(&layout, &position), position.en_passant < 64)
        };
        let wrong = findings.wrong.pick(|wrong| symmetry_class(wrong.position));
        let unequal =
            distinct(options, findings.unequal.into_entries(), |u| symmetry_class(u.positions[0]));
        let missed =
            distinct(options, findings.missed.into_entries(), |m| symmetry_class(m.position));
        let (cursed, why_not_pardoned) = match pardons {
            Some(Ok(cursed)) => (Some(cursed), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        let counterexample = |wrong: &Picked| match tables {
            Some(tables) if options.truth == TruthKind::CanMate => {
                helpmate_against(wrong, &reasons, tables)
            }
            _ => {
                let (place, lane) = wrong.claim.stored;
                let is_cursed = cursed.as_ref().is_some_and(|it| it.lanes(place) >> lane & 1 != 0);
                counterexample(wrong, &reasons, is_cursed, options, tables)
            }
        };
        let mut total = findings.en_passant.incorrect_by_class;
        findings.sides.iter().for_each(|side| total.add(&side.incorrect_by_class));
        let explained = explained(&rows, &reasons);
        let verdict = Verdict {
            endgame,
            name,
            counting: options.counting,
            domain: options.domain,
            condition: options.condition.clone(),
            truth: options.truth,
            fifty_moves: options.fifty_moves,
            scores: options.scores,
            sampled: None,
            met: None,
            why_not_pardoned,
            sides: findings.sides,
            en_passant: findings.en_passant,
            calls: findings.calls,
            nanoseconds_per_call: findings.times.median_nanoseconds(),
            seconds: elapsed.as_secs_f64(),
            incorrect_by_distance: findings.distances.distances(),
            counterexamples: wrong.iter().map(counterexample).collect::<Result<_, _>>()?,
            wrong_by_branch: wrong_by_branch(&reasons, &findings.wrong_patterns, total),
            patterns: pattern_tallies(&reasons, &explained),
            unexplained: unexplained(&reasons, &explained),
            has_halves: reasons.halves.is_some(),
            asymmetries: unequal.into_iter().map(asymmetry).collect(),
            missed: missed.into_iter().map(|it| example(it, &reasons)).collect(),
            heat: heat_of(&layout, &findings.heat),
            features: findings.features.map(FeatureCounts::groups),
            rows,
        };
        Ok(Outcome { verdict, recording })
    }
}

/// Returns the first of `entries`, one of each symmetry class, as many as the options ask for.
fn distinct<K, V, S: std::hash::Hash + Eq>(
    options: &Options,
    entries: impl Iterator<Item = (K, V)>,
    symmetry_class: impl Fn(&V) -> S,
) -> Vec<V> {
    let mut seen = HashSet::new();
    let new = |(_, found): (K, V)| seen.insert(symmetry_class(&found)).then_some(found);
    entries.filter_map(new).take(options.examples).collect()
}

fn counterexample(
    wrong: &Picked,
    reasons: &Reasons,
    is_cursed: bool,
    options: &Options,
    tables: Option<&dyn TableSource>,
) -> Result<Counterexample, VerifyError> {
    let position = Position::from(wrong.claim.position);
    let dtm = signed_plies(wrong.claim.plies);
    let claim = Claim::from_bits(wrong.claim.claim).expect("the bits of a claim are kept");
    // A line that holds a draw refutes the side that the rule believes to win.
    let believed_to_win = match claim {
        Claim::LOSS => !position.stm(),
        _ => position.stm(),
    };
    let is_drawn = is_cursed && options.fifty_moves == FiftyMoveRule::Applied;
    let line = tables.map_or_else(
        || Ok(Line::default()),
        |tables| proving_line(tables, &position, believed_to_win),
    );
    let truth = TrueResult::of(dtm.filter(|_| !is_drawn));
    Ok(Counterexample {
        fen: fen_of(&position),
        claim: claim.word(position.stm()).into(),
        truth: TruthKind::Result.word(truth, true).into(),
        dtm: dtm.filter(|_| tables.is_some()),
        fifty: is_cursed.then(|| cursed_result(dtm).into()),
        helpmate: None,
        class: wrong.class,
        group: group_in_words(wrong.group, reasons),
        because: because(wrong.group, claim, truth, reasons),
        line: line.map_err(|error| VerifyError::Table(error.into()))?,
    })
}

/// Returns a counterexample in the cooperative game: the shortest helpmate by a colour that is
/// claimed to be unable to win.
fn helpmate_against(
    wrong: &Picked,
    reasons: &Reasons,
    tables: &dyn TableSource,
) -> Result<Counterexample, VerifyError> {
    let position = Position::from(wrong.claim.position);
    let claim = Claim::from_bits(wrong.claim.claim).expect("the bits of a claim are kept");
    let (truth, shortest) = helpmate_line(tables, &position, claim)
        .map_err(|error| VerifyError::Table(error.into()))?;
    Ok(Counterexample {
        fen: fen_of(&position),
        claim: claim.word(position.stm()).into(),
        truth: TruthKind::CanMate.word(truth, position.stm() == Color::White).into(),
        dtm: None,
        fifty: None,
        helpmate: shortest.as_ref().map(|line| line.uci.len() as u16),
        class: wrong.class,
        group: group_in_words(wrong.group, reasons),
        because: because(wrong.group, claim, truth, reasons),
        line: shortest.unwrap_or_default(),
    })
}

/// Returns what the positions of a group have in common, in words.
fn group_in_words(group: Group, reasons: &Reasons) -> String {
    let parts: Vec<String> = match group {
        Group::Patterns(set) => reasons.names(set),
        Group::Features(key) => {
            let features = features_of(key).into_iter();
            features.map(|(about, value)| format!("{about}: {value}")).collect()
        }
    };
    parts.join("; ")
}

/// Returns the branches of an incorrect claim that exclude something that is true.
fn because(group: Group, claim: Claim, truth: TrueResult, reasons: &Reasons) -> Vec<String> {
    let Group::Patterns(set) = group else { return Vec::new() };
    let bits = truth.bits();
    let parts = reasons.of(set, claim).into_iter();
    let excluding = parts.filter(|(_, claim)| claim.is_made() && bits & !claim.bits() != 0);
    let named = excluding.map(|(place, _)| &reasons.list[place]);
    named.filter(|it| it.role == Role::Because).map(|it| it.id.clone()).collect()
}

fn asymmetry(unequal: Unequal) -> Asymmetry {
    let positions = unequal.positions.map(Position::from);
    let [fen, other_fen] = positions.map(|position| fen_of(&position));
    let word = |n: usize| {
        let claim = Claim::from_bits(unequal.claims[n]).expect("the bits of a claim are kept");
        claim.word(positions[n].stm()).to_owned()
    };
    let [claim, other_claim] = [word(0), word(1)];
    Asymmetry { fen, claim, other_fen, other_claim }
}

fn example(missed: MissedDraw, reasons: &Reasons) -> Example {
    let fen = fen_of(&Position::from(missed.position));
    Example { fen, patterns: reasons.names(missed.patterns) }
}

fn heat_of(layout: &Layout, counts: &HeatCounts) -> Vec<Heat> {
    let heat = |(man, squares): (Man, [u64; 64])| {
        let letter = char::from(man.piece);
        let white = man.color == Color::White;
        let man = if white { letter.to_ascii_uppercase() } else { letter };
        Heat { man, squares: squares.to_vec() }
    };
    counts.on_the_board(layout).into_iter().map(heat).collect()
}
