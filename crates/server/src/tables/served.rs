//! The tables that are served, and the jobs that bring others.

use std::{sync::Arc, time::Instant};

use drawproof_session::store::Store;
use drawproof_tables::{Metric, Shelf};

use super::jobs::Jobs;

/// The metrics that are served.
pub const METRICS: [Metric; 2] = [Metric::Dtm, Metric::Dtz];

/// What the threads that answer and the one that solves share.
pub struct Served {
    /// One of each of [`METRICS`].
    pub stores: [Store; 2],
    pub jobs: Arc<Jobs>,
    start: Instant,
}

impl Served {
    /// The tables of a store of distances to mate and of one beside it.
    pub fn new(store: Store, jobs: Arc<Jobs>) -> Served {
        Served { stores: [store.of_metric(Metric::Dtz), store], jobs, start: Instant::now() }
    }

    /// The store of a metric that is served.
    pub fn store(&self, metric: Metric) -> &Store {
        let store = self.stores.iter().find(|store| store.shelf().metric() == metric);
        store.expect("a metric that is served")
    }

    /// The tables of a metric that are there.
    pub fn shelf(&self, metric: Metric) -> &Shelf {
        self.store(metric).shelf()
    }

    /// Milliseconds since the start of the server, from 1 on.
    pub fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64 + 1
    }
}
