//! A conversation with the engine, over pipes in memory.

use std::{
    cell::RefCell,
    io::{self, BufReader, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{Receiver, Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

use drawproof_engine::{
    endgames::Endgames,
    knowledge::Knowledge,
    uci::{self, EndgameOptions, Loader, Options},
};
use drawproof_session::three_men;

/// The time after which a silent engine counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// One end of a pipe, with the bytes in the order in which they were sent.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// The engine's output, passed on line by line.
struct Lines {
    to: Sender<String>,
    partial: Vec<u8>,
    /// Set when the reader has closed the pipe.
    closed: Arc<AtomicBool>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed.load(SeqCst) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.partial.extend_from_slice(bytes);
        while let Some(end) = self.partial.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.partial.drain(..=end).collect();
            let line = String::from_utf8(line).unwrap().trim_end().to_string();
            let _ = self.to.send(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation with the engine.
pub struct Talk {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    /// Receives the result of `uci::run`.
    ended: Receiver<io::Result<()>>,
    engine: JoinHandle<()>,
    closed: Arc<AtomicBool>,
    /// The lines that [`Talk::hear`] has read.
    pub heard: RefCell<Vec<String>>,
}

impl Talk {
    /// Starts a conversation with an engine that has only the embedded tables.
    pub fn new() -> Talk {
        Talk::with(|options| match options.tables_path.as_str() {
            "" => Ok(Arc::new(Knowledge::new(three_men()))),
            path => Err(format!("no tables in {path}")),
        })
    }

    /// Starts a conversation with an engine that gets its tables from `load`.
    pub fn with<L>(load: L) -> Talk
    where
        L: Fn(&EndgameOptions) -> Result<Arc<dyn Endgames>, String> + Send + Sync + 'static,
    {
        let (to, input) = channel();
        let (output, from) = channel();
        let (result, ended) = channel();
        let closed = Arc::new(AtomicBool::new(false));
        let lines = Lines { to: output, partial: Vec::new(), closed: closed.clone() };
        let engine = std::thread::spawn(move || {
            let load: Arc<Loader> = Arc::new(load);
            let input = BufReader::new(Pipe(input, Vec::new()));
            let _ = result.send(uci::run(input, lines, Options::default(), load));
        });
        Talk { to: Some(to), from, ended, engine, closed, heard: RefCell::default() }
    }

    /// Sends a line.
    pub fn say(&self, text: &str) {
        self.bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn bytes(&self, bytes: &[u8]) {
        self.to.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    /// Returns the next line that begins with `start`. This line and those before it are kept in
    /// `heard`.
    pub fn hear(&self, start: &str) -> String {
        loop {
            let line = self.from.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("no '{start}' came: {error}"));
            self.heard.borrow_mut().push(line.clone());
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Returns whether a line that contains `text` has been heard.
    pub fn has_heard(&self, text: &str) -> bool {
        self.heard.borrow().iter().any(|line| line.contains(text))
    }

    /// Closes the engine's output.
    pub fn stop_listening(&self) {
        self.closed.store(true, SeqCst);
    }

    /// Returns the result of the engine, which ends by itself or has been told to.
    pub fn result(&self) -> io::Result<()> {
        self.ended.recv_timeout(PATIENCE).expect("the engine ends")
    }

    /// Ends the input and waits for the engine to end. Returns the remaining lines.
    pub fn end(mut self) -> Vec<String> {
        self.to = None;
        self.result().unwrap();
        self.engine.join().unwrap();
        self.from.iter().collect()
    }
}
