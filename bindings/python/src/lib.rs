//! The Python package drawproof: endgame tables as objects and columns, and proofs of rules.
//!
//! This crate is the module `drawproof._native`. Users import the Python code over it, in
//! `drawproof/`. Reports are passed as JSON text with the keys of the command, numbers as buffers.

mod arguments;
mod buffer;
mod control;
mod engine;
mod errors;
mod find;
mod games;
mod learn;
mod probe;
mod rule;
mod session;
mod table;

use std::{path::PathBuf, sync::Arc};

use drawproof_board::Color;
use drawproof_judge::measure::Settings;
use drawproof_miner::Size;
use drawproof_session::answer::{Parts, PositionAnswer};
use drawproof_syzygy::SyzygyError;
use drawproof_tables::{FiftyMoves, Metric, Wdl, probe::probe};
use drawproof_verifier::Options;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::{
    arguments::{board, counting, endgame, metric, named, within},
    control::{Callbacks, Control, run},
    engine::{Asking, launch},
    errors::Failure,
    learn::verdict_json,
    probe::{answer, with_any_tables},
    rule::{Choice, Work, ask_python},
    session::{MetricValues, Session},
    table::NativeTable,
};

/// The folders of tables and the tables in memory of a tablebase.
#[pyclass(frozen, module = "drawproof._native")]
struct NativeSession {
    session: Arc<Session>,
    memory_bytes: u64,
}

/// The arguments of a verification of a rule, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct RuleAbout<'py> {
    function: Option<Bound<'py, PyAny>>,
    name: String,
    learned: bool,
    counting: String,
    domain: Option<String>,
    examples: usize,
}

impl<'py> RuleAbout<'py> {
    fn choice(&self) -> Choice {
        match self.function {
            Some(_) => Choice::Function(self.name.clone()),
            None => Choice::Builtin { is_learned: self.learned },
        }
    }

    fn options(&self) -> PyResult<Options> {
        let domain = self.domain.as_deref().map(named).transpose()?.unwrap_or_default();
        let counting = counting(&self.counting)?;
        Ok(Options { counting, domain, examples: self.examples, ..Options::default() })
    }

    fn callbacks(
        self,
        material: drawproof_tables::NormalMaterial,
        progress: Option<Bound<'py, PyAny>>,
    ) -> Callbacks<'py> {
        let callbacks = Callbacks::progress(progress);
        match self.function {
            Some(function) => {
                Callbacks { ask: Some(Box::new(ask_python(function, material))), ..callbacks }
            }
            None => callbacks,
        }
    }
}

#[pymethods]
impl NativeSession {
    #[new]
    fn new(
        folders: Vec<PathBuf>,
        solve: bool,
        memory: u64,
        syzygy: Vec<PathBuf>,
    ) -> PyResult<NativeSession> {
        let session = Session::new(&folders, solve, memory, &syzygy)?;
        Ok(NativeSession { session: Arc::new(session), memory_bytes: memory })
    }

    fn add_folder(&self, folder: PathBuf) -> PyResult<usize> {
        Ok(self.session.add_folder(&folder)?)
    }

    fn close(&self) {
        self.session.close();
    }

    /// Makes the next solve panic, for tests.
    fn _fail_next_solve(&self) {
        self.session.fail_next_solve();
    }

    fn endgames(&self, metric_name: &str) -> PyResult<Vec<String>> {
        let endgames = self.session.endgames(metric(metric_name)?)?;
        Ok(endgames.iter().map(ToString::to_string).collect())
    }

    #[pyo3(signature = (name, metrics, progress = None))]
    fn table(
        &self,
        py: Python<'_>,
        name: &str,
        metrics: Vec<String>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<NativeTable> {
        let material = endgame(name)?;
        let metrics: Vec<Metric> = metrics.iter().map(|it| metric(it)).collect::<PyResult<_>>()?;
        if metrics.is_empty() {
            return Err(Failure::new("ArgumentError", "name at least one metric").into());
        }
        let session = self.session.clone();
        let work = move |control: &Arc<Control>| {
            let table = |&metric: &Metric| session.table(control, metric, material);
            metrics.iter().map(table).collect::<Result<Vec<_>, _>>()
        };
        let tables = run(py, Callbacks::progress(progress), work)?;
        Ok(NativeTable { tables, session: self.session.clone() })
    }

    /// Returns the value of a position. The first number is 1, 0 or -1 for the side to move. The
    /// second is the signed distance in plies, or `None` for a draw or if Syzygy tables lack it.
    /// For DTZ, the third is the result within the fifty-move rule, or `None` if Syzygy tables do
    /// not determine it.
    #[pyo3(signature = (position, metric_name, progress = None))]
    fn value(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        metric_name: &str,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<(i8, Option<i32>, Option<&'static str>)> {
        let metric = metric(metric_name)?;
        let (_, board) = board(position)?;
        let clock = u16::from(board.halfmove_clock());
        let is_dtz = metric == Metric::Dtz;
        let ask = |session: &Session| {
            let value = probe(&board, &MetricValues { session, metric })?;
            let fifty = is_dtz.then(|| FiftyMoves::new(metric.read(value), clock).category());
            Ok((value.wdl() as i8, metric.signed_plies(value), fifty))
        };
        with_any_tables(py, &self.session, progress, &[metric], ask, |syzygy| {
            let value = syzygy.value(&board)?;
            let distance = value.distance.filter(|_| is_dtz && value.result != Wdl::Draw);
            let fifty = value.within.filter(|_| is_dtz).map(FiftyMoves::category);
            Ok::<_, SyzygyError>((value.result as i8, distance.map(|it| it.plies), fifty))
        })
    }

    /// Returns the answer about a position as JSON.
    #[pyo3(signature = (position, metrics, parts, progress = None))]
    fn probe(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        metrics: Vec<String>,
        parts: (bool, bool, bool),
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let all: Vec<Metric> = metrics.iter().map(|it| metric(it)).collect::<PyResult<_>>()?;
        let others: Vec<Metric> = all.into_iter().filter(|&it| it != Metric::Dtm).collect();
        let (fen, board) = board(position)?;
        let mut needed = vec![Metric::Dtm];
        needed.extend(&others);
        let (moves, line, draw_line) = parts;
        let parts = Parts { line, moves, draw_line };
        let ask = |session: &Session| answer(session, (&fen, &board), &others, parts);
        let answer = with_any_tables(py, &self.session, progress, &needed, ask, |syzygy| {
            PositionAnswer::of_syzygy(fen.clone(), &board, syzygy, parts)
        })?;
        Ok(serde_json::json!(answer).to_string())
    }

    /// Returns the verdict on a rule as JSON.
    #[pyo3(signature = (name, about, progress = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        about: RuleAbout<'py>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let material = endgame(name)?;
        let (choice, options) = (about.choice(), about.options()?);
        let session = self.session.clone();
        run(py, about.callbacks(material, progress), move |control| {
            let work = Work { session, control: control.clone(), material };
            let outcome = work.verify(&choice, None, &options)?;
            Ok(verdict_json(outcome.verdict).to_string())
        })
    }

    /// Returns the report on the exceptions that fix a rule, as JSON.
    #[pyo3(signature = (name, about, price, patterns, progress = None))]
    fn repair<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        about: RuleAbout<'py>,
        price: f64,
        patterns: usize,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let material = endgame(name)?;
        within("price", &[price], 0.0..=1.0)?;
        let (choice, options) = (about.choice(), about.options()?);
        let (session, memory_bytes) = (self.session.clone(), self.memory_bytes);
        run(py, about.callbacks(material, progress), move |control| {
            let work = Work { session, control: control.clone(), material };
            work.repair(&choice, options, price, patterns, memory_bytes)
        })
    }

    /// Learns a rule, and returns the report as JSON.
    #[pyo3(signature = (name, leaves, bytes, spotted, progress = None))]
    fn mine(
        &self,
        py: Python<'_>,
        name: &str,
        leaves: Vec<usize>,
        bytes: Vec<usize>,
        spotted: Vec<f64>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let material = endgame(name)?;
        within("leaves", &leaves, 2..=60_000)?;
        within("bytes", &bytes, 64..=60_000)?;
        within("spotted", &spotted, 0.0..=1.0)?;
        let sizes = leaves.into_iter().map(Size::Leaves);
        let sizes = sizes.chain(bytes.into_iter().map(Size::Bytes));
        let sizes: Vec<Size> = sizes.chain(spotted.into_iter().map(Size::Spotted)).collect();
        let (session, memory_bytes) = (self.session.clone(), self.memory_bytes);
        run(py, Callbacks::progress(progress), move |control| {
            let work = Work { session, control: control.clone(), material };
            work.mine(&sizes, memory_bytes)
        })
    }

    /// Returns the judgement of an engine as JSON.
    #[pyo3(signature = (names, asking, progress = None))]
    fn judge(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        asking: EngineArguments,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let endgames = names.iter().map(|name| endgame(name)).collect::<PyResult<Vec<_>>>()?;
        let asking = asking.into_asking()?;
        let session = self.session.clone();
        run(py, Callbacks::progress(progress), move |control| {
            asking.judge(&session, control, &endgames)
        })
    }

    /// Returns the report on games as JSON.
    #[pyo3(signature = (about, progress = None))]
    fn games(
        &self,
        py: Python<'_>,
        about: games::GamesArguments,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let session = self.session.clone();
        run(py, Callbacks::progress(progress), move |control| about.report(&session, control))
    }
}

/// The arguments of a judgement of an engine, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct EngineArguments {
    engine: String,
    go: String,
    options: Vec<(String, String)>,
    processes: Option<usize>,
    keep_hash: bool,
    timeout: f64,
    sample: Option<u64>,
    seed: u64,
    draw_band: i32,
    moves: bool,
    examples: usize,
}

impl EngineArguments {
    fn into_asking(self) -> PyResult<Asking> {
        let launch = launch(&self.engine, &self.go, self.options, self.timeout, self.keep_hash)?;
        let size = self.sample.map_or(drawproof_judge::sample::Size::All, |positions| {
            drawproof_judge::sample::Size::Positions(positions)
        });
        let settings = Settings { draw_band: self.draw_band, logistic: None, worst: self.examples };
        let processes = self.processes.unwrap_or_else(rayon::current_num_threads);
        Ok(Asking {
            launch,
            processes: processes.max(1),
            size,
            seed: self.seed,
            moves: self.moves,
            settings,
        })
    }
}

/// Sets the number of threads of the process. Call it once, before any table is solved.
#[pyfunction]
fn set_threads(threads: i64) -> PyResult<()> {
    within("threads", &[threads], 1..=1024)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize);
    pool.build_global().map_err(|_| {
        PyRuntimeError::new_err("the threads have started: call set_threads() before anything else")
    })
}

/// Returns the canonical name of an endgame.
#[pyfunction]
fn canonical(name: &str) -> PyResult<String> {
    Ok(endgame(name)?.to_string())
}

/// Returns whether a colour, "white" or "black", can still mate.
#[pyfunction]
fn can_mate(position: &Bound<'_, PyAny>, color: &str) -> PyResult<bool> {
    let color = match color {
        "white" => Color::White,
        "black" => Color::Black,
        _ => {
            let text = format!("a color is 'white' or 'black', not '{color}'");
            return Err(Failure::new("ArgumentError", text).into());
        }
    };
    Ok(drawproof_recognizers::can_mate(&(&board(position)?.1).into(), color))
}

/// Returns whether neither colour can still mate.
#[pyfunction]
fn is_dead(position: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(drawproof_recognizers::is_dead(&(&board(position)?.1).into()))
}

/// Returns the names of all endgames with `men` men.
#[pyfunction]
fn endgames_with_men(men: i64) -> PyResult<Vec<String>> {
    use drawproof_tables::{MEN_MIN, NormalMaterial, SOLVABLE_MEN_MAX};
    within("men", &[men], MEN_MIN as i64..=SOLVABLE_MEN_MAX as i64)?;
    Ok(NormalMaterial::all_with_men(men as usize).iter().map(|it| it.to_string()).collect())
}

/// Returns the module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NO_DISTANCE", drawproof_columns::NO_DISTANCE)?;
    module.add_class::<NativeSession>()?;
    module.add_class::<NativeTable>()?;
    module.add_class::<table::NativeRows>()?;
    module.add_class::<table::NativeBatches>()?;
    module.add_class::<table::NativeBatch>()?;
    module.add_class::<buffer::Column>()?;
    module.add_function(wrap_pyfunction!(set_threads, module)?)?;
    module.add_function(wrap_pyfunction!(canonical, module)?)?;
    module.add_function(wrap_pyfunction!(can_mate, module)?)?;
    module.add_function(wrap_pyfunction!(is_dead, module)?)?;
    module.add_function(wrap_pyfunction!(endgames_with_men, module)?)?;
    module.add_function(wrap_pyfunction!(rule::rule_names, module)?)?;
    Ok(())
}
