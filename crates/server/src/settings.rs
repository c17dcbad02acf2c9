//! The limits of a server.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use drawproof_session::three_men;
use drawproof_tables::ThreeMen;

/// Where a server listens, what it answers from, and its limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 picks a free port.
    pub listen: SocketAddr,
    /// The folder of table files.
    pub tables: PathBuf,
    /// The tables of three men.
    pub three_men: &'static ThreeMen,
    /// Bytes of tables and working memory that may be in use at once.
    pub memory_bytes: u64,
    /// The folder of scratch files, in which tables are that do not fit into the memory; `None` for none.
    pub scratch: Option<PathBuf>,
    /// Threads that answer; as many again solve tables, at a lower priority.
    pub threads: usize,
    /// Connections at once; further ones are answered 503 and closed.
    pub connections: usize,
    /// Requests at once that wait for a table; further ones are answered 503.
    pub waiting: usize,
    /// Endgames at once that wait to be solved; requests for further ones are answered 503.
    pub queue: usize,
    /// The time that a request may wait for a table; after it, the answer is 503.
    pub request_time: Duration,
    /// The time that a client may take to send a request's line and headers, and to take what is sent
    /// to it.
    pub client_time: Duration,
    /// Bytes of a request's line and headers.
    pub head_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Positions of a batch.
    pub batch_positions: usize,
    /// Batches, statistics and searches at once; further ones are answered 503.
    pub batches: usize,
}

impl Settings {
    /// The usual limits.
    pub fn new(listen: SocketAddr, tables: PathBuf, memory_bytes: u64, threads: usize) -> Settings {
        Settings {
            listen,
            tables,
            three_men: three_men(),
            memory_bytes,
            scratch: None,
            threads,
            connections: 1024,
            waiting: 256,
            queue: 16,
            request_time: Duration::from_secs(30),
            client_time: Duration::from_secs(10),
            head_bytes: 16 << 10,
            body_bytes: 2 << 20,
            batch_positions: 10_000,
            batches: 8,
        }
    }
}
