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

use anyhow::{Context, Result};
use drawproof_judge::sample::{EndgameSample, Size};
use drawproof_session::store::Store;
use drawproof_tables::{NormalMaterial, TableSet, probe::Values};

use crate::environment::Environment;

/// The most men of endgames that are prepared ahead. Tables of more may not fit into the memory
/// twice.
pub(super) const AHEAD_MEN_MAX: usize = 4;

/// How often a wait looks for an interrupt.
const POLL: Duration = Duration::from_millis(20);

/// A thread that prepares endgames in the order of the requests. It is not waited for at the end.
pub struct Preparation {
    requests: Sender<NormalMaterial>,
    prepared: Receiver<Result<Prepared>>,
    store: Arc<Store>,
}

/// What judging an endgame needs.
pub struct Prepared {
    /// The positions to ask.
    pub sample: Arc<EndgameSample>,
    /// The tables of the endgame and of all that follow it, if they are small.
    tables: Option<TableSet>,
    store: Arc<Store>,
}

impl Preparation {
    /// Starts the thread.
    pub fn start(size: Size, seed: u64, environment: &Environment) -> Preparation {
        let shared = &environment.store;
        let folder = shared.folder().path().to_path_buf();
        let observer = environment.progress.clone();
        let store = Arc::new(Store::new(folder, shared.memory_bytes(), observer));
        let (requests, requested) = channel();
        let (done, prepared) = channel();
        let of_thread = store.clone();
        thread::spawn(move || {
            for endgame in requested {
                let sent = done.send(prepare(endgame, size, seed, &of_thread));
                if sent.is_err() {
                    break;
                }
            }
        });
        Preparation { requests, prepared, store }
    }

    /// Requests an endgame.
    pub fn request(&self, endgame: NormalMaterial) {
        // A thread that is gone is found when its answer is awaited.
        let _ = self.requests.send(endgame);
    }

    /// The next endgame requested; `None` once `cancelled` is set.
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

    /// The tables.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }
}

impl Prepared {
    /// The values of the endgame and of all that follow it.
    pub fn values(&self) -> &(dyn Values + Sync) {
        match &self.tables {
            Some(tables) => tables,
            None => &*self.store,
        }
    }
}

fn prepare(endgame: NormalMaterial, size: Size, seed: u64, store: &Arc<Store>) -> Result<Prepared> {
    let failed = || format!("the table of {endgame}");
    let is_small = endgame.get().men() <= AHEAD_MEN_MAX;
    let tables = is_small.then(|| closure(endgame, store)).transpose().with_context(failed)?;
    let table = store.table(endgame).with_context(failed)?;
    let sample = Arc::new(EndgameSample::draw(table, size, seed));
    Ok(Prepared { sample, tables, store: store.clone() })
}

/// The tables of an endgame and of all that its captures and promotions lead to.
fn closure(endgame: NormalMaterial, store: &Store) -> Result<TableSet> {
    let mut tables = TableSet::default();
    let mut left = vec![endgame];
    while let Some(material) = left.pop() {
        if tables.get(material).is_none() {
            tables.insert(store.table(material)?);
            left.extend(material.conversions());
        }
    }
    Ok(tables)
}
