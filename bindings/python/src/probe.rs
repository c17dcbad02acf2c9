//! Answers about single positions.

use std::sync::Arc;

use drawproof_board::Board;
use drawproof_session::{
    answer::{Parts, PositionAnswer},
    metrics::Metrics,
};
use drawproof_syzygy::{Syzygy, SyzygyError};
use drawproof_tables::{Metric, NormalMaterial, SOLVABLE_MEN_MAX, probe::ProbeError};
use pyo3::prelude::*;

use crate::{
    control::{Callbacks, run},
    errors::Failure,
    session::{MetricValues, Session},
};

/// Returns the answer about a position, with the keys of `drawproof probe`. The answer has
/// distances by DTM and by the additional `metrics`.
pub fn answer(
    session: &Session,
    (fen, board): (&str, &Board),
    metrics: &[Metric],
    parts: Parts,
) -> Result<PositionAnswer, ProbeError> {
    let [dtm, dtz, dtc] = Metric::ALL.map(|metric| MetricValues { session, metric });
    let mut answer = PositionAnswer::new(fen.to_owned(), board, &dtm, parts)?;
    let others = Metrics {
        dtz: metrics.contains(&Metric::Dtz).then_some(&dtz),
        dtc: metrics.contains(&Metric::Dtc).then_some(&dtc),
    };
    others.add_to(&mut answer, board, Parts { line: false, ..parts })?;
    answer.source = Some("drawproof");
    Ok(answer)
}

/// Calls `ask` as [`with_tables`] does. If there is no table and none can be solved, calls `theirs`
/// with the Syzygy tables and returns its result.
pub fn with_any_tables<T: Send>(
    py: Python<'_>,
    session: &Arc<Session>,
    progress: Option<Bound<'_, PyAny>>,
    metrics: &[Metric],
    ask: impl Fn(&Session) -> Result<T, ProbeError> + Sync,
    theirs: impl FnOnce(&Syzygy) -> Result<T, SyzygyError>,
) -> PyResult<T> {
    let syzygy = session.syzygy();
    let found = with_tables(py, session, progress, metrics, |session| match ask(session) {
        Err(ProbeError::NoTable(material))
            if syzygy.is_some() && !(session.solves() && is_solvable(material)) =>
        {
            Ok(None)
        }
        Err(ProbeError::TooManyMen(_)) if syzygy.is_some() => Ok(None),
        found => found.map(Some),
    })?;
    match (found, &syzygy) {
        (Some(found), _) => Ok(found),
        (None, Some(syzygy)) => theirs(syzygy).map_err(|error| Failure::from(error).into()),
        (None, None) => unreachable!("without Syzygy's tables an answer or an error is found"),
    }
}

/// Calls `ask` with the available tables. If the session solves, missing tables are solved one
/// after another.
pub fn with_tables<T: Send>(
    py: Python<'_>,
    session: &Arc<Session>,
    progress: Option<Bound<'_, PyAny>>,
    metrics: &[Metric],
    ask: impl Fn(&Session) -> Result<T, ProbeError> + Sync,
) -> PyResult<T> {
    // An answer needs fewer tables than this; each round solves one.
    const ROUNDS: usize = 64;
    for _ in 0..ROUNDS {
        // This runs without the interpreter's lock, because another thread may be solving with the
        // store.
        match py.detach(|| ask(session)) {
            Err(ProbeError::NoTable(material)) if session.solves() && is_solvable(material) => {
                for &metric in metrics {
                    solve(py, session, progress.clone(), metric, material)?;
                }
            }
            Err(ProbeError::NoTable(material)) => {
                return Err(session.no_table(metrics, material).into());
            }
            answer => return answer.map_err(|error| Failure::from(error).into()),
        }
    }
    let text = "the tables of the position and of its moves do not fit into the memory together";
    Err(Failure::new("MemoryLimitError", text).into())
}

/// Returns whether a table of the endgame can be solved.
fn is_solvable(material: NormalMaterial) -> bool {
    material.get().men() <= SOLVABLE_MEN_MAX
}

fn solve(
    py: Python<'_>,
    session: &Arc<Session>,
    progress: Option<Bound<'_, PyAny>>,
    metric: Metric,
    material: NormalMaterial,
) -> PyResult<()> {
    let session = session.clone();
    let work = move |control: &_| session.table(control, metric, material).map(drop);
    run(py, Callbacks::progress(progress), work)
}
