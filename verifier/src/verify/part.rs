//! Verification in parts: the findings in some chunks of the questions, possibly by several
//! processes on several machines, and the verdict of all parts together, which equals that of the
//! whole verification except for times.

use std::{ops::Range, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    asking::VerifyError,
    conclude::{Outcome, Shown},
    verification::{Asker, Verification},
};
use crate::{
    enumerate::{Domain, Enumeration},
    findings::Findings,
    subject::Reasons,
    tables::{TableHashes, conflict},
};

/// The findings about a part of the questions of a verification: some of their chunks.
#[derive(Serialize, Deserialize)]
pub struct Part {
    endgame: String,
    chunks: Range<usize>,
    /// The rule.
    name: String,
    reasons: Reasons,
    /// The hashes of the tables that the results are from.
    tables: TableHashes,
    /// How loading the tables that pardon claims ended, if any claim needed them.
    pardons: Option<Result<(), String>>,
    seconds: f64,
    findings: Findings,
}

/// The reason why parts cannot be combined into a verdict.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// A part is about another endgame.
    #[error("a part is about {found} instead of {expected}")]
    OtherEndgame {
        /// The endgame of the verification.
        expected: String,
        /// The endgame of the part.
        found: String,
    },
    /// Parts are about different rules.
    #[error(
        "the rules for {endgame} differ: '{first}' has another name or other reasons than '{other}'"
    )]
    OtherRule {
        /// The endgame of the verification.
        endgame: String,
        /// The name of one part's rule.
        first: String,
        /// The name of another part's rule.
        other: String,
    },
    /// Parts were verified with different tables of one endgame, or with other tables than this
    /// verification.
    #[error(
        "parts of {endgame} were judged by different tables of {endgame} ({metric}), or by another one \
         than is here now: see 'drawproof check {endgame}', and make all parts with one table"
    )]
    OtherTables {
        /// The endgame of the verification.
        endgame: String,
        /// The metric of the tables.
        metric: String,
    },
    /// Some positions are in no part, or in two parts.
    #[error("the parts of {0} leave positions out or have them twice")]
    Incomplete(String),
    /// A part is damaged.
    #[error("a part of {endgame} is damaged: {why}")]
    Damaged {
        /// The endgame of the damaged part.
        endgame: String,
        /// The damage that was found.
        why: &'static str,
    },
    /// The verification of a part failed, so there is no verdict.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

impl Part {
    /// Returns the endgame of the part in canonical notation.
    pub fn endgame(&self) -> &str {
        &self.endgame
    }
}

impl Verification<'_> {
    /// Asks the questions in some chunks and returns the findings; [`chunks_of`](crate::chunks_of)
    /// returns the number of chunks. Does not record claims, even if
    /// [`Options::record`](crate::Options::record) is set.
    ///
    /// # Errors
    ///
    /// Fails as [`Verification::run`] does.
    pub fn part(&self, asker: Asker, chunks: Range<usize>) -> Result<Part, VerifyError> {
        let Shown { name, reasons, layout, findings, pardons, tables, elapsed } =
            self.ask(asker, Some(chunks.clone()))?;
        Ok(Part {
            endgame: layout.material().to_string(),
            chunks,
            name,
            reasons,
            tables,
            pardons: pardons.map(|outcome| outcome.map(drop)),
            seconds: elapsed.as_secs_f64(),
            findings,
        })
    }

    /// Combines all parts of this verification, given in any order, into its outcome.
    ///
    /// # Errors
    ///
    /// Fails if the parts do not belong to one verification, a part is damaged, or a table is
    /// missing.
    pub fn conclude(&self, mut parts: Vec<Part>) -> Result<Outcome, PartsError> {
        let Verification { material, tables, ref options, .. } = *self;
        let endgame = material.to_string();
        if let Some(part) = parts.iter().find(|part| part.endgame != endgame) {
            let (expected, found) = (endgame, part.endgame.clone());
            return Err(PartsError::OtherEndgame { expected, found });
        }
        parts.sort_by_key(|part| (part.chunks.start, part.chunks.end));
        // The conclusion asks nothing, so it needs no tables to find the positions of a domain.
        let (counting, _, fifty_moves) = options.asked();
        let everything = (counting, Domain::EVERYTHING, fifty_moves);
        let values = tables.windows(material).map_err(VerifyError::Table)?;
        let questions =
            Enumeration::new(&values, everything, tables).map_err(VerifyError::Table)?;
        let starts = parts.iter().map(|part| part.chunks.start).chain([questions.chunks()]);
        let ends = [0].into_iter().chain(parts.iter().map(|part| part.chunks.end));
        if !starts.eq(ends) {
            return Err(PartsError::Incomplete(endgame));
        }
        let Some(Part { name, .. }) = parts.first() else {
            return Err(PartsError::Incomplete(endgame));
        };
        let name = name.clone();
        let mut reasons: Option<Reasons> = None;
        for part in &mut parts {
            let own = std::mem::take(&mut part.reasons);
            let all = match reasons.take() {
                None => Some(own),
                Some(before) if part.name == name => before.joined(own),
                Some(_) => None,
            };
            if all.is_none() {
                let other = part.name.clone();
                return Err(PartsError::OtherRule { endgame, first: name, other });
            }
            reasons = all;
        }
        let reasons = reasons.unwrap_or_default();
        let hashes = questions.table_hashes(tables).map_err(VerifyError::Table)?;
        if let Some(metric) = parts.iter().find_map(|part| conflict(&part.tables, &hashes)) {
            return Err(PartsError::OtherTables { endgame, metric: metric.into() });
        }
        // One that failed counts before one that did not: some of the claims were not looked at.
        let pardons = parts.iter().filter_map(|part| part.pardons.clone());
        let pardons = pardons.max_by_key(Result::is_err);
        let find =
            || questions.find_cursed(tables).map(Arc::new).map_err(|error| error.to_string());
        let pardons = match questions.cursed() {
            Some(applied) => Some(Ok(applied.clone())),
            None => pardons.map(|outcome| outcome.and_then(|()| find())),
        };
        let elapsed: f64 = parts.iter().map(|part| part.seconds).sum();
        let elapsed = Duration::try_from_secs_f64(elapsed).unwrap_or_default();
        let layout = questions.layout().clone();
        let mut findings = Findings::new(options);
        for part in parts {
            let damaged = |why| PartsError::Damaged { endgame: endgame.clone(), why };
            part.findings.check(&layout).map_err(damaged)?;
            findings = findings.add(part.findings);
        }
        let shown = Shown { name, reasons, layout, findings, pardons, tables: hashes, elapsed };
        Ok(shown.outcome(options, Some(tables))?)
    }
}
