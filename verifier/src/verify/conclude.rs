//! Turns the findings of a verification into its verdict.

use std::{collections::HashSet, error::Error, time::Duration};

use drawproof_board::Color;
use drawproof_recognizers::Position;
use drawproof_tables::{Cell, Man, Value};

use crate::{
    judge::{
        Asymmetry, Counterexample, Example, Findings, Heat, Judge, MissedDraw, Options,
        PatternTally, Row, Unequal, Verdict, WrongClaim,
    },
    position::{OrderedPosition, board_of, canonical, fen_of},
    record::Recording,
    subject::{Fault, PatternName},
    tables::{Line, TableSource, mating_line},
};

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

/// The outcome of a verification.
pub struct Outcome {
    /// The verdict on the rule.
    pub verdict: Verdict,
    /// The claims and patterns of every position; `None` unless [`Options::record`].
    pub recording: Option<Recording>,
}

/// A rule's name and patterns.
pub(super) struct Rule {
    pub name: String,
    pub patterns: Vec<PatternName>,
}

/// The outcome of a verification that took `elapsed`.
pub(super) fn conclude(
    rule: Rule,
    judge: &Judge,
    mut findings: Findings,
    elapsed: Duration,
    tables: &dyn TableSource,
    options: &Options,
) -> Result<Outcome, VerifyError> {
    let heat = heat_of(judge, &findings);
    let rows = findings.histogram.rows();
    let endgame = judge.layout.material().to_string();
    let recording = findings.recorder.take().map(|recorder| {
        let (name, patterns) = (rule.name.clone(), rule.patterns.clone());
        let blocks = recorder.into_blocks();
        Recording::new(endgame.clone(), name, options.counting, patterns, blocks)
    });
    let features = findings.features.take().map(|f| f.groups());
    let wrong = distinct(judge, options, findings.wrong.into_entries(), |w| w.position);
    let unequal = distinct(judge, options, findings.unequal.into_entries(), |u| u.positions[0]);
    let missed = distinct(judge, options, findings.missed.into_entries(), |m| m.position);
    let counterexamples: Result<Vec<_>, _> =
        wrong.into_iter().map(|wrong| counterexample(wrong, tables)).collect();
    let verdict = Verdict {
        endgame,
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

/// The first of `entries`, one of each symmetry class, as many as the options ask for.
fn distinct<K, V>(
    judge: &Judge,
    options: &Options,
    entries: impl Iterator<Item = (K, V)>,
    position_of: impl Fn(&V) -> OrderedPosition,
) -> Vec<V> {
    let mut seen = HashSet::new();
    let new = |(_, found): (K, V)| {
        let position = Position::from(position_of(&found));
        let key = (canonical(judge.layout, &position), position.en_passant < 64);
        seen.insert(key).then_some(found)
    };
    entries.filter_map(new).take(options.examples).collect()
}

fn counterexample(
    wrong: WrongClaim,
    tables: &dyn TableSource,
) -> Result<Counterexample, VerifyError> {
    let position = Position::from(wrong.position);
    let line = match board_of(&position) {
        Some(board) => mating_line(tables, &board).map_err(|e| VerifyError::Table(e.into()))?,
        None => Line::default(),
    };
    let dtm = signed_plies(wrong.cell);
    let (claim, truth) = (CLAIMS[wrong.claim].into(), result_of(dtm).into());
    Ok(Counterexample { fen: fen_of(&position), claim, truth, dtm, line })
}

fn asymmetry(unequal: Unequal) -> Asymmetry {
    let [fen, other_fen] = unequal.positions.map(|p| fen_of(&Position::from(p)));
    let [claim, other_claim] = unequal.claims.map(|claim| CLAIMS[claim].into());
    Asymmetry { fen, claim, other_fen, other_claim }
}

fn example(missed: MissedDraw) -> Example {
    Example { fen: fen_of(&Position::from(missed.position)), patterns: missed.patterns }
}

fn heat_of(judge: &Judge, findings: &Findings) -> Vec<Heat> {
    let heat = |(man, squares): (Man, [u64; 64])| {
        let letter = char::from(man.piece);
        let white = man.color == Color::White;
        let man = if white { letter.to_ascii_uppercase() } else { letter };
        Heat { man, squares: squares.to_vec() }
    };
    findings.heat.on_the_board(judge.layout).into_iter().map(heat).collect()
}

/// The names of the claims by number.
const CLAIMS: [&str; 4] = ["-", "draw", "win", "loss"];

/// The distance to mate of a cell in plies: positive = the side to move wins; `None` for a draw.
fn signed_plies(cell: u8) -> Option<i32> {
    match Cell::from_byte(cell).value() {
        Value::Draw => None,
        Value::Win(dtm) => Some(dtm.plies().into()),
        Value::Loss(dtm) => Some(-i32::from(dtm.plies())),
    }
}

/// The name of the result with a signed distance to mate.
fn result_of(dtm: Option<i32>) -> &'static str {
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
