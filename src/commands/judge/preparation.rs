//! Samples and tables of endgames, prepared while the engine is asked about another endgame.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, Error, Result, bail};
use drawproof_judge::{
    record::{CompareOptions, Comparison, Run, RunSettings, compare},
    sample::{EndgameSample, Size},
};
use drawproof_session::store::Store;
use drawproof_syzygy::Syzygy;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, SOLVABLE_MEN_MAX, TableSet, Value,
    probe::{ProbeError, Values},
};
use drawproof_verifier::TruthKind;

use crate::{environment::Environment, rule::asked::filtered, truths::no_table};

/// The maximum number of men of endgames that are prepared ahead. Tables of larger endgames may not
/// fit into memory twice.
pub(super) const AHEAD_MEN_MAX: usize = 4;

/// The time between two checks for an interrupt during a wait.
const POLL: Duration = Duration::from_millis(20);

/// A thread that prepares endgames in the order of the requests. The program ends without waiting
/// for the thread.
pub struct Preparation {
    requests: Sender<NormalMaterial>,
    prepared: Receiver<Result<Prepared>>,
    truth: Truth,
}

/// The sample of an endgame, and the tables that judge the answers about it.
pub struct Prepared {
    /// The positions to ask about.
    pub sample: Arc<EndgameSample>,
    /// The tables that most moves lead to, so that they stay whatever the store drops.
    tables: TableSet,
    truth: Truth,
}

/// The tables that judge answers: drawproof's or, for endgames without one, Syzygy's.
#[derive(Clone)]
pub struct Truth {
    store: Arc<Store>,
    syzygy: Arc<Result<Option<Syzygy>, String>>,
}

impl Preparation {
    /// Starts the thread that prepares endgames for a run with these settings.
    pub fn start(settings: &RunSettings, environment: &Environment) -> Preparation {
        let (truth, settings) = (Truth::new(environment), settings.clone());
        let (requests, requested) = channel();
        let (done, prepared) = channel();
        let of_thread = truth.clone();
        thread::spawn(move || {
            for endgame in requested {
                let sent = done.send(prepare(endgame, &settings, &of_thread));
                if sent.is_err() {
                    break;
                }
            }
        });
        Preparation { requests, prepared, truth }
    }

    /// Requests that an endgame be prepared.
    pub fn request(&self, endgame: NormalMaterial) {
        // A thread that is gone is found when its answer is awaited.
        let _ = self.requests.send(endgame);
    }

    /// Waits for the next requested endgame, and returns it; `None` once `cancelled` is set.
    pub fn next(&self, cancelled: &AtomicBool) -> Option<Result<Prepared>> {
        while !cancelled.load(Ordering::Relaxed) {
            match self.prepared.recv_timeout(POLL) {
                Ok(prepared) => return Some(prepared),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err(anyhow::anyhow!("the tables could not be solved")));
                }
            }
        }
        None
    }

    /// Returns the tables that judge answers.
    pub(super) fn truth(&self) -> &Truth {
        &self.truth
    }
}

impl Values for Prepared {
    fn metric(&self) -> Metric {
        self.truth.values(self.sample.material()).map_or(Metric::Dtm, Values::metric)
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        if self.tables.get(material).is_some() {
            return self.tables.value(material, placement);
        }
        let values = self.truth.values(self.sample.material());
        values.map_err(|error| ProbeError::Unreadable(error.into()))?.value(material, placement)
    }
}

impl Truth {
    /// Returns the tables with which answers are judged in this environment.
    pub fn new(environment: &Environment) -> Truth {
        let syzygy = environment.open_syzygy().map_err(|error| format!("{error:#}"));
        Truth { store: environment.store.clone(), syzygy: Arc::new(syzygy) }
    }

    /// Returns the values of an endgame and of all endgames that it leads to, all in one metric.
    fn values(&self, endgame: NormalMaterial) -> Result<&(dyn Values + Sync)> {
        if self.store.has_table(endgame)? {
            return Ok(&*self.store);
        }
        match &*self.syzygy {
            Ok(Some(syzygy)) => Ok(syzygy),
            Ok(None) => Err(no_table(endgame)),
            Err(error) => bail!("{endgame} is judged with Syzygy tables: {error}"),
        }
    }

    /// Returns the positions that a run with these settings asks about.
    fn sample(&self, endgame: NormalMaterial, settings: &RunSettings) -> Result<EndgameSample> {
        if endgame.get().men() <= SOLVABLE_MEN_MAX {
            return sample(self.store.table(endgame)?, settings, &self.store);
        }
        let Size::Positions(positions) = settings.size else {
            bail!("{endgame} has too many men for all positions: give --sample a number");
        };
        let values = self.values(endgame)?;
        Ok(EndgameSample::draw_random(endgame, positions, settings.seed, values)?)
    }
}

fn prepare(endgame: NormalMaterial, settings: &RunSettings, truth: &Truth) -> Result<Prepared> {
    let failed = || format!("the table of {endgame}");
    let store = &truth.store;
    if endgame.get().men() > SOLVABLE_MEN_MAX {
        let (sample, tables) = (Arc::new(truth.sample(endgame, settings)?), TableSet::default());
        return Ok(Prepared { sample, tables, truth: truth.clone() });
    }
    let is_small = endgame.get().men() <= AHEAD_MEN_MAX;
    let tables = if is_small { closure(endgame, store) } else { Ok(store.for_probes(endgame)?) };
    let tables = tables.with_context(failed)?;
    let table = tables.get(endgame).expect("it was asked for").clone();
    let sample = Arc::new(sample(table, settings, store)?);
    Ok(Prepared { sample, tables, truth: truth.clone() })
}

/// Returns the positions of a table that a run with these settings asks about.
fn sample(table: Arc<PlainTable>, settings: &RunSettings, store: &Store) -> Result<EndgameSample> {
    let RunSettings { size, seed, condition, .. } = settings;
    let (endgame, condition) = (table.material(), condition.as_deref());
    filtered(endgame, condition, TruthKind::Result, store, |filter| {
        let keep = || store.keep_within_bound();
        EndgameSample::draw_with(table, *size, *seed, filter, &keep).map_err(Error::from_boxed)
    })
}

/// Returns the differences between an old and a new run.
pub fn compared(
    old: &Run,
    new: &Run,
    options: &CompareOptions,
    truth: &Truth,
) -> Result<Comparison> {
    let draw = |endgame, settings: &RunSettings| Ok(truth.sample(endgame, settings)?);
    Ok(compare(old, new, &draw, &|endgame| Ok(truth.values(endgame)?), options)?)
}

/// Returns the tables of an endgame and of all that its captures and promotions lead to.
fn closure(endgame: NormalMaterial, store: &Store) -> Result<TableSet> {
    let mut tables = TableSet::default();
    for material in endgame.closure() {
        tables.insert(store.table(material)?);
    }
    Ok(tables)
}
