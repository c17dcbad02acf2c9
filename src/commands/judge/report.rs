//! The judgement as a whole, and its reports.

use std::process::ExitCode;

use anyhow::Result;
use drawproof_judge::{
    judgement::{EndgameJudgement, Judgement},
    record::{Comparison, Run, exceeds_error, exceeds_regression},
    report::Report,
};

use crate::{process, reports::Outputs};

/// The limits that reports state.
pub(super) struct Limits {
    /// Of wrong results.
    pub(super) max_error: Option<f64>,
    /// Of figures that are worse than the baseline.
    pub(super) max_regression: Option<f64>,
}

/// The judgement of the endgames that were asked about, complete if they are all that were requested.
pub(super) fn judgement(run: &Run, endgames: Vec<EndgameJudgement>, requested: usize) -> Judgement {
    let is_all = endgames.len() == requested;
    let judgement = run.judgement(endgames);
    Judgement { complete: judgement.complete && is_all, ..judgement }
}

/// Writes the report and the files. Returns the status: whether a limit is exceeded.
pub(super) fn write_reports(
    outputs: &Outputs,
    limits: &Limits,
    judgement: &Judgement,
    comparison: Option<&Comparison>,
    not_judged: &[(String, String)],
) -> Result<ExitCode> {
    let mut exceeded =
        limits.max_error.map_or_else(Vec::new, |max_error| exceeds_error(judgement, max_error));
    if let (Some(comparison), Some(max_regression)) = (comparison, limits.max_regression) {
        exceeded.extend(exceeds_regression(comparison, max_regression));
    }
    let report = Report { judgement, comparison, exceeded: &exceeded, not_judged };
    outputs.write(|format, style| report.document(format, style))?;
    Ok(process::verdict(exceeded.is_empty()))
}
