//! Verification in parts: what is found in some chunks of the questions, possibly by several processes
//! on several machines, and the verdict that all parts together make. It is that of the whole
//! verification, times aside.

use std::{
    ops::Range,
    time::{Duration, Instant},
};

use drawproof_tables::{NormalMaterial, Windows};
use serde::{Deserialize, Serialize};

use super::{
    conclude::{Outcome, Rule, VerifyError, conclude, questions},
    in_process,
    observer::Observer,
    program,
    windows::each_window,
};
use crate::{
    enumerate::{Domain, Questions},
    judge::{Findings, Judge, Options, SavedFindings},
    subject::{Program, Reason, Subject},
    tables::TableSource,
};

/// The findings about some chunks of the questions about an endgame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    endgame: String,
    chunks: Range<usize>,
    /// The rule.
    name: String,
    reasons: Vec<Reason>,
    /// How loading the tables that pardon claims ended, if any claim needed them.
    pardons: Option<Result<(), String>>,
    seconds: f64,
    findings: SavedFindings,
}

/// Why parts make no verdict.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// There is a part of another endgame.
    #[error("a part is about {found} instead of {expected}")]
    OtherEndgame {
        /// The endgame that is concluded.
        expected: String,
        /// That of the part.
        found: String,
    },
    /// Parts are about different rules.
    #[error(
        "the rules for {endgame} differ: '{first}' has another name or other reasons than '{other}'"
    )]
    OtherRule {
        /// The endgame.
        endgame: String,
        /// The name of one rule.
        first: String,
        /// The name of another one.
        other: String,
    },
    /// Some positions are in no part, or in two.
    #[error("the parts of {0} leave positions out or have them twice")]
    Incomplete(String),
    /// A part is damaged.
    #[error("a part of {endgame} is damaged: {why}")]
    Damaged {
        /// The endgame.
        endgame: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is no verdict.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

impl Part {
    /// The endgame in canonical notation.
    pub fn endgame(&self) -> &str {
        &self.endgame
    }

    fn new(
        rule: Rule,
        judge: &Judge,
        chunks: Range<usize>,
        findings: &Findings,
        elapsed: Duration,
    ) -> Part {
        Part {
            endgame: judge.layout.material().to_string(),
            chunks,
            name: rule.name,
            reasons: rule.reasons,
            pardons: judge.pardons(),
            seconds: elapsed.as_secs_f64(),
            findings: SavedFindings::new(findings),
        }
    }
}

/// [`verify()`](super::verify) of some chunks; [`chunks_of`](crate::chunks_of) counts them.
///
/// # Errors
///
/// A table is missing, or the rule could not be judged.
pub fn verify_part(
    subject: &dyn Subject,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    chunks: Range<usize>,
    observer: &dyn Observer,
) -> Result<Part, VerifyError> {
    let rule = Rule { name: subject.name(), reasons: subject.reasons() };
    part(rule, material, tables, options, chunks, observer, |questions, judge, chunks| {
        in_process::judged(subject, questions, judge, chunks, tables, observer, None)
    })
}

/// [`verify_program`](super::verify_program) of some chunks.
///
/// # Errors
///
/// A table is missing, or the program could not be judged.
pub fn verify_program_part(
    program: &Program,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    chunks: Range<usize>,
    observer: &dyn Observer,
) -> Result<Part, VerifyError> {
    let rule = Rule { name: program.name(), reasons: Vec::new() };
    part(rule, material, tables, options, chunks, observer, |questions, judge, chunks| {
        let share = program::Share { program, exceptions: None, questions, judge, tables };
        program::judged(share, &chunks, observer, None)
    })
}

/// The part of a rule in which `judged` finds something: by questions, judge and the numbers of chunks.
fn part(
    rule: Rule,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    chunks: Range<usize>,
    observer: &dyn Observer,
    judged: impl Fn(&Questions, &Judge, Vec<usize>) -> Result<Findings, VerifyError>,
) -> Result<Part, VerifyError> {
    let start = Instant::now();
    let (mut values, questions) = questions_about(material, options, tables)?;
    let judge = Judge::new(&questions, !rule.reasons.is_empty(), options, None);
    observer.begin(questions.positions_of(chunks.clone()));
    let findings =
        each_window(&mut values, &questions, &judge, chunks.clone(), |questions, chunks| {
            judged(questions, &judge, chunks)
        })?;
    observer.end();
    Ok(Part::new(rule, &judge, chunks, &findings, start.elapsed()))
}

/// The outcome that all parts of an endgame make, in any order. `options` are those of the parts.
///
/// # Errors
///
/// The parts are not those of one verification, one is damaged, or a table is missing.
pub fn conclude_parts(
    material: NormalMaterial,
    mut parts: Vec<Part>,
    tables: &dyn TableSource,
    options: &Options,
) -> Result<Outcome, PartsError> {
    let endgame = material.to_string();
    if let Some(part) = parts.iter().find(|part| part.endgame != endgame) {
        let (expected, found) = (endgame, part.endgame.clone());
        return Err(PartsError::OtherEndgame { expected, found });
    }
    parts.sort_by_key(|part| (part.chunks.start, part.chunks.end));
    // The conclusion asks nothing, so it needs no tables to find the positions of a domain.
    let everything = Options { domain: Domain::EVERYTHING, ..*options };
    let (_, questions) = questions_about(material, &everything, tables)?;
    let starts = parts.iter().map(|part| part.chunks.start).chain([questions.chunks()]);
    let ends = [0].into_iter().chain(parts.iter().map(|part| part.chunks.end));
    if !starts.eq(ends) {
        return Err(PartsError::Incomplete(endgame));
    }
    let Some(Part { name, reasons, .. }) = parts.first().cloned() else {
        return Err(PartsError::Incomplete(endgame));
    };
    let is_other = |part: &&Part| part.name != name || part.reasons != reasons;
    if let Some(part) = parts.iter().find(is_other) {
        let other = part.name.clone();
        return Err(PartsError::OtherRule { endgame, first: name, other });
    }
    let judge = Judge::new(&questions, !reasons.is_empty(), options, None);
    // One that failed counts before one that did not: some of the claims were not looked at.
    let pardons = parts.iter().filter_map(|part| part.pardons.clone());
    if let Some(outcome) = pardons.max_by_key(Result::is_err) {
        judge.load_pardons(tables, outcome);
    }
    let elapsed: f64 = parts.iter().map(|part| part.seconds).sum();
    let elapsed = Duration::try_from_secs_f64(elapsed).unwrap_or_default();
    let mut findings = judge.nothing();
    for part in parts {
        let damaged = |why| PartsError::Damaged { endgame: endgame.clone(), why };
        findings = findings.add(part.findings.findings(judge.layout, options).map_err(damaged)?);
    }
    Ok(conclude(Rule { name, reasons }, &judge, findings, elapsed, tables, options)?)
}

/// The values of an endgame, and the questions about it.
fn questions_about(
    material: NormalMaterial,
    options: &Options,
    tables: &dyn TableSource,
) -> Result<(Windows, Questions), VerifyError> {
    let values = tables.windows(material).map_err(VerifyError::Table)?;
    let questions = questions(&values, options, tables).map_err(VerifyError::Table)?;
    Ok((values, questions))
}
