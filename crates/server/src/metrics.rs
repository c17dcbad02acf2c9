//! Counters of a server.

use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    time::Duration,
};

use crate::{http::incoming::Slots, tables::Tables};

/// The upper bounds of the histogram of answer times, in microseconds.
const TIMES: [u64; 10] = [50, 100, 250, 500, 1_000, 2_500, 10_000, 100_000, 1_000_000, 10_000_000];

/// The counters of a server.
#[derive(Default)]
pub struct Metrics {
    /// The numbers of responses by the first digit of their status, 1 to 5.
    statuses: [AtomicU64; 5],
    /// The numbers of responses by time. Index n counts the responses above the previous bound and
    /// up to `TIMES[n]`; the last index counts slower ones.
    times: [AtomicU64; TIMES.len() + 1],
    /// The sum of all response times.
    time_microseconds: AtomicU64,
    /// The number of positions answered in batches.
    pub batch_positions: AtomicU64,
    /// The number of connections accepted.
    pub accepted: AtomicU64,
    /// The number of connections refused by the connection limit.
    pub refused: AtomicU64,
    /// The number of open connections.
    pub connections: AtomicUsize,
    /// The number of handlers that panicked.
    pub panics: AtomicU64,
}

impl Metrics {
    /// Counts a response by its status and by the time that it took.
    #[inline]
    pub fn answered(&self, status: u16, time: Duration) {
        let microseconds = time.as_micros() as u64;
        self.statuses[usize::from(status / 100 % 6).saturating_sub(1)].fetch_add(1, Relaxed);
        let class = TIMES.iter().position(|&bound| microseconds <= bound).unwrap_or(TIMES.len());
        self.times[class].fetch_add(1, Relaxed);
        self.time_microseconds.fetch_add(microseconds, Relaxed);
    }

    /// Returns the number of responses since the server started.
    pub fn answers(&self) -> u64 {
        self.statuses.iter().map(|count| count.load(Relaxed)).sum()
    }

    /// Returns the counters in the text format of Prometheus, with the current state of tables,
    /// batches and searches.
    pub fn prometheus(&self, tables: &Tables, batches: &Slots, searches: &Slots) -> String {
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, help: &str| {
            let _ =
                writeln!(text, "# HELP drawproof_{name} {help}\n# TYPE drawproof_{name} {kind}");
        };
        head(&mut text, "answers_total", "counter", "Answers by the class of their status.");
        for (class, count) in self.statuses.iter().enumerate() {
            let count = count.load(Relaxed);
            let _ = writeln!(text, "drawproof_answers_total{{class=\"{}xx\"}} {count}", class + 1);
        }
        let name = "answer_seconds";
        head(&mut text, name, "histogram", "Time from the headers of a request to its answer.");
        let mut sum = 0;
        for (class, count) in self.times.iter().enumerate() {
            sum += count.load(Relaxed);
            let bound = TIMES.get(class).map(|&bound| (bound as f64 / 1e6).to_string());
            let bound = bound.unwrap_or("+Inf".into());
            let _ = writeln!(text, "drawproof_{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let seconds = self.time_microseconds.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "drawproof_{name}_sum {seconds}\ndrawproof_{name}_count {sum}");
        let (jobs, waiting) = tables.waiting();
        let taken = |slots: &Slots| slots.taken() as u64;
        let waiting_for = |slots: &Slots| slots.waiting() as u64;
        let tables = tables.held();
        for (name, kind, help, value) in [
            (
                "batch_positions_total",
                "counter",
                "Positions answered in batches.",
                self.batch_positions.load(Relaxed),
            ),
            ("connections_total", "counter", "Connections accepted.", self.accepted.load(Relaxed)),
            (
                "connections_refused_total",
                "counter",
                "Connections refused because there were too many.",
                self.refused.load(Relaxed),
            ),
            (
                "panics_total",
                "counter",
                "Requests that ended in a fault of the program.",
                self.panics.load(Relaxed),
            ),
            ("connections", "gauge", "Open connections.", self.connections.load(Relaxed) as u64),
            ("solving", "gauge", "Endgames that are being solved or wait for it.", jobs as u64),
            ("waiting", "gauge", "Requests that wait for an endgame to be solved.", waiting as u64),
            ("batches_running", "gauge", "Batches that are being answered.", taken(batches)),
            ("batches_waiting", "gauge", "Batches that wait for their turn.", waiting_for(batches)),
            (
                "searches_running",
                "gauge",
                "Searches and statistics that are computed.",
                taken(searches),
            ),
            (
                "searches_waiting",
                "gauge",
                "Searches and statistics that wait for their turn.",
                waiting_for(searches),
            ),
            ("tables_in_memory", "gauge", "Tables held whole in memory.", tables.whole),
            (
                "tables_in_memory_bytes",
                "gauge",
                "Bytes of the tables held whole in memory.",
                tables.bytes,
            ),
            (
                "tables_in_scratch_files",
                "gauge",
                "Tables held whole in scratch files.",
                tables.scratch,
            ),
            (
                "tables_in_scratch_files_bytes",
                "gauge",
                "Bytes of the tables held whole in scratch files.",
                tables.scratch_bytes,
            ),
            ("tables_in_files", "gauge", "Table files opened.", tables.files),
            (
                "decoded_blocks_bytes",
                "gauge",
                "Bytes of the decoded blocks of table files.",
                tables.cache_bytes,
            ),
        ] {
            head(&mut text, name, kind, help);
            let _ = writeln!(text, "drawproof_{name} {value}");
        }
        text
    }
}
