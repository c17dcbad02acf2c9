//! Questions about values that are in memory one window after the other.

use std::ops::Range;

use drawproof_tables::Windows;

use super::conclude::VerifyError;
use crate::{
    enumerate::Questions,
    judge::{Findings, Judge},
};

/// The findings of `judged` in some chunks, which is called once if all values are in memory, else for each
/// window, with the questions about the values there and the numbers of their chunks.
pub(super) fn each_window(
    values: &mut Windows,
    questions: &Questions,
    judge: &Judge,
    chunks: Range<usize>,
    judged: impl Fn(&Questions, Vec<usize>) -> Result<Findings, VerifyError>,
) -> Result<Findings, VerifyError> {
    if values.is_whole() {
        return judged(questions, chunks.collect());
    }
    let parts = questions.parts_of(&chunks);
    let mut findings = Some(judge.nothing());
    values.each(parts, VerifyError::Table, |table, parts| {
        let found = judged(&questions.about(table), questions.chunks_about(&chunks, &parts))?;
        findings = findings.take().map(|all| all.add(found));
        Ok(())
    })?;
    Ok(findings.unwrap_or_else(|| judge.nothing()))
}
