//! The verification of one rule.

use std::{
    collections::HashSet,
    error::Error,
    time::{Duration, Instant},
};

use cozy_chess::Color;
use drawproof_recognizers::Position;
use drawproof_tables::{Man, NormalMaterial};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    Answers, Asymmetry, Counterexample, Counting, Example, Fault, Line, PatternName, PatternTally,
    Recording, Subject, TableSource, Verdict,
    histogram::Row,
    judge::{Findings, Judge, Missed, Place, Unequal, Wrong, canonical, signed_plies},
    line::{board_of, mating_line},
    notation::fen_of,
    questions::Questions,
    verdict::Heat,
};

/// What a verification is to do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The counting convention.
    pub counting: Counting,
    /// Examples of each sort to keep.
    pub examples: usize,
    /// Whether to sort missed draws by features of the position.
    pub features: bool,
    /// Whether to record the claims and patterns of every position.
    pub record: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { counting: Counting::Full, examples: 10, features: false, record: false }
    }
}

/// Is told how far a verification has come; called from many threads.
pub trait Observer: Sync {
    /// It begins, with so many positions to ask about.
    fn begin(&self, positions: u64);
    /// So many more have been asked about.
    fn advance(&self, positions: u64);
    /// It is over.
    fn end(&self);
}

/// Watches nothing.
pub struct NoObserver;

impl Observer for NoObserver {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The rule could not be judged.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A table is missing.
    #[error("no table to judge by: {0}")]
    Table(#[source] Box<dyn Error + Send + Sync>),
}

/// What a verification brings.
pub struct Outcome {
    /// What was found.
    pub verdict: Verdict,
    /// The claims and patterns of every position, where that was asked for.
    pub recording: Option<Recording>,
}

/// Asks `subject` about every position of an endgame and judges its answers. The outcome is the
/// same whatever the number of threads.
pub fn verify(
    subject: &dyn Subject,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Outcome, VerifyError> {
    let start = Instant::now();
    let table = tables.table(material).map_err(VerifyError::Table)?;
    let questions = Questions::new(table, options.counting, tables)?;
    let rule = Rule { name: subject.name(), patterns: subject.patterns() };
    let judge = Judge::new(questions.table().layout(), !rule.patterns.is_empty(), options);
    observer.begin(questions.positions());
    let ask_chunk = |mut findings: Findings, chunk: usize| -> Result<Findings, Fault> {
        let before = findings.calls;
        let mut answers = [Answers::default(), Answers::default()];
        questions.visit(chunk, &mut |question| {
            judge.ask(question, subject, &mut answers, &mut findings)
        })?;
        findings.end_chunk(chunk);
        observer.advance((findings.calls - before) / 2);
        Ok(findings)
    };
    let findings = if subject.thread_safe() {
        (0..questions.chunks())
            .into_par_iter()
            .try_fold(|| judge.nothing(), ask_chunk)
            .try_reduce(|| judge.nothing(), |a, b| Ok(a.add(b)))?
    } else {
        (0..questions.chunks()).try_fold(judge.nothing(), ask_chunk)?
    };
    observer.end();
    conclude(rule, &judge, findings, start.elapsed(), tables, options)
}

/// A rule's name and patterns.
pub(crate) struct Rule {
    pub name: String,
    pub patterns: Vec<PatternName>,
}

/// Makes the verdict of all that was found.
pub(crate) fn conclude(
    rule: Rule,
    judge: &Judge,
    mut findings: Findings,
    elapsed: Duration,
    tables: &dyn TableSource,
    options: &Options,
) -> Result<Outcome, VerifyError> {
    let heat = heat_of(judge, &findings);
    let rows = findings.histogram.rows();
    let recording = findings.recorder.take().map(|r| r.finish(judge.layout, &rule, options));
    let features = findings.features.take().map(|f| f.groups());
    let wrong = distinct(judge, options, findings.wrong.into_entries(), |w| w.place);
    let unequal = distinct(judge, options, findings.unequal.into_entries(), |u| u.places[0]);
    let missed = distinct(judge, options, findings.missed.into_entries(), |m| m.place);
    let counterexamples: Result<Vec<_>, _> =
        wrong.into_iter().map(|wrong| counterexample(wrong, tables)).collect();
    let verdict = Verdict {
        endgame: judge.layout.material().to_string(),
        name: rule.name,
        counting: options.counting,
        sides: findings.sides,
        en_passant: findings.en_passant,
        calls: findings.calls,
        nanoseconds_per_call: findings.times.median_nanoseconds(),
        seconds: elapsed.as_secs_f64(),
        patterns: pattern_tallies(rule.patterns, &rows),
        counterexamples: counterexamples?,
        asymmetries: unequal.into_iter().map(asymmetry).collect(),
        missed: missed.into_iter().map(example).collect(),
        heat,
        features,
        rows,
    };
    Ok(Outcome { verdict, recording })
}

/// The first of `entries`, one of each symmetry class.
fn distinct<K, V>(
    judge: &Judge,
    options: &Options,
    entries: impl Iterator<Item = (K, V)>,
    place: impl Fn(&V) -> Place,
) -> Vec<V> {
    let mut seen = HashSet::new();
    let new = |(_, found): (K, V)| {
        let position = Position::from(place(&found));
        let key = (canonical(judge.layout, &position), position.en_passant < 64);
        seen.insert(key).then_some(found)
    };
    entries.filter_map(new).take(options.examples).collect()
}

fn counterexample(wrong: Wrong, tables: &dyn TableSource) -> Result<Counterexample, VerifyError> {
    let position = Position::from(wrong.place);
    let line = match board_of(&position) {
        Some(board) => mating_line(tables, &board).map_err(|e| VerifyError::Table(e.into()))?,
        None => Line::default(),
    };
    let dtm = signed_plies(wrong.cell);
    let (claim, truth) = (CLAIMS[wrong.claim].into(), truth_of(dtm).into());
    Ok(Counterexample { fen: fen_of(&position), claim, truth, dtm, line })
}

fn asymmetry(unequal: Unequal) -> Asymmetry {
    let [fen, other_fen] = unequal.places.map(|place| fen_of(&Position::from(place)));
    let [claim, other_claim] = unequal.claims.map(|claim| CLAIMS[claim].into());
    Asymmetry { fen, claim, other_fen, other_claim }
}

fn example(missed: Missed) -> Example {
    Example { fen: fen_of(&Position::from(missed.place)), patterns: missed.patterns }
}

fn heat_of(judge: &Judge, findings: &Findings) -> Vec<Heat> {
    let heat = |(man, squares): (Man, [u64; 64])| {
        let letter = char::from(man.piece);
        let white = man.color == Color::White;
        let man = if white { letter.to_ascii_uppercase() } else { letter };
        Heat { man, squares: squares.to_vec() }
    };
    judge.heat(findings).into_iter().map(heat).collect()
}

/// The claims by number.
const CLAIMS: [&str; 4] = ["-", "draw", "win", "loss"];

fn truth_of(dtm: Option<i32>) -> &'static str {
    match dtm {
        None => "draw",
        Some(plies) if plies > 0 => "win",
        Some(_) => "loss",
    }
}

fn pattern_tallies(names: Vec<PatternName>, rows: &[Row]) -> Vec<PatternTally> {
    let tally = |(bit, name): (usize, PatternName)| {
        let set = 1u64 << bit;
        let alone = rows.iter().find(|row| row.set == set);
        PatternTally {
            name,
            matched: rows.iter().filter(|r| r.set & set != 0).map(|r| r.positions()).sum(),
            only_guard_of_decisive: alone.map_or(0, |row| row.decisive()),
            only_blocker_of_draws: alone.map_or(0, |row| row.draws()),
        }
    };
    names.into_iter().enumerate().map(tally).collect()
}
