//! Answers about single positions.

use std::sync::Arc;

use drawproof_board::Board;
use drawproof_session::answer::{Parts, PositionAnswer};
use drawproof_tables::{
    FiftyMoves, Metric, NormalMaterial, SOLVABLE_MEN_MAX, Value,
    probe::{self, ProbeError},
};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::{
    control::{Callbacks, run},
    errors::Failure,
    session::{MetricValues, Session},
};

/// A position that is asked about.
pub struct Question {
    pub fen: String,
    pub board: Board,
}

impl Question {
    /// The value of a metric.
    pub fn value(&self, session: &Session, metric: Metric) -> Result<Value, ProbeError> {
        probe::probe(&self.board, &MetricValues { session, metric })
    }

    /// The answer as JSON, with the keys of `drawproof probe`. `metrics` are those besides DTM.
    pub fn answer(
        &self,
        session: &Session,
        metrics: &[Metric],
        parts: Parts,
    ) -> Result<Json, ProbeError> {
        let values = MetricValues { session, metric: Metric::Dtm };
        let answer = PositionAnswer::new(self.fen.clone(), &self.board, &values, parts)?;
        let mut document = json!(answer);
        if metrics.is_empty() {
            return Ok(document);
        }
        let clock = u16::from(self.board.halfmove_clock());
        self.add_distances(session, metrics, &self.board, clock, &mut document)?;
        let Some(moves) = document.get_mut("moves").and_then(Json::as_array_mut) else {
            return Ok(document);
        };
        let legal = probe::legal_moves(&self.board);
        let mut ranked = Vec::new();
        for mut entry in moves.drain(..) {
            let named = |mv: &&drawproof_board::Move| entry["uci"] == mv.to_string();
            let mv = *legal.iter().find(named).expect("the answer lists legal moves");
            let mut after = self.board.clone();
            after.play_unchecked(mv);
            let clock = if entry["zeroing"] == true { 0 } else { clock + 1 };
            let fifty = self.add_distances(session, metrics, &after, clock, &mut entry)?;
            ranked.push((fifty, entry));
        }
        // Stable: moves of one result stay in the order of their distances to mate.
        ranked.sort_by_key(|(fifty, _)| *fifty);
        moves.extend(ranked.into_iter().map(|(_, entry)| entry));
        Ok(document)
    }

    /// Adds the distances of a position to its entry. Returns its result within the fifty-move rule, if
    /// DTZ is asked for.
    fn add_distances(
        &self,
        session: &Session,
        metrics: &[Metric],
        board: &Board,
        clock: u16,
        entry: &mut Json,
    ) -> Result<Option<FiftyMoves>, ProbeError> {
        let mut fifty = None;
        for &metric in metrics {
            let value = probe::probe(board, &MetricValues { session, metric })?;
            entry[metric.name()] = json!(metric.signed_plies(value));
            if metric == Metric::Dtz {
                fifty = Some(FiftyMoves::new(metric.read(value), clock));
                entry["fifty"] = json!(fifty.map(FiftyMoves::category));
            }
        }
        Ok(fifty)
    }
}

/// What `ask` answers from the tables that are there. Tables that are missing are solved, one after
/// the other, if the session solves.
pub fn with_tables<T: Send>(
    py: Python<'_>,
    session: &Arc<Session>,
    progress: Option<Bound<'_, PyAny>>,
    metrics: &[Metric],
    ask: impl Fn(&Session) -> Result<T, ProbeError> + Sync,
) -> PyResult<T> {
    // More rounds than tables that one answer can need: each solves one.
    const ROUNDS: usize = 64;
    for _ in 0..ROUNDS {
        // Without the interpreter's lock: another thread may be solving with the store that is read.
        match py.detach(|| ask(session)) {
            Err(ProbeError::NoTable(material)) if session.solves() && is_solvable(material) => {
                for &metric in metrics {
                    solve(py, session, progress.clone(), metric, material)?;
                }
            }
            answer => return answer.map_err(|error| Failure::from(error).into()),
        }
    }
    let text = "the tables of the position and of its moves do not fit into the memory together";
    Err(Failure::new("MemoryLimitError", text).into())
}

/// Whether a table of the endgame can be solved.
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
