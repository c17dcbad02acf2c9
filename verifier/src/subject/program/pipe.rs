//! The pipe to a program's standard input, and the clock by which programs that hang are found.

use std::{
    io::{self, BufWriter, Write},
    process::ChildStdin,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{enumerate::Batch, position::write_fen};

/// Bytes written and read at once.
pub(super) const BUFFER_BYTES: usize = 1 << 16;

/// A program's standard input, buffered.
pub(crate) type Pipe<'a> = BufWriter<Watched<'a>>;

/// Writes the FENs of a batch's positions, one a line. `line` is a scratch buffer.
pub(crate) fn write_batch(batch: &Batch, line: &mut Vec<u8>, out: &mut Pipe) -> io::Result<()> {
    let mut result = Ok(());
    batch.for_each(|_, position| {
        if result.is_ok() {
            line.clear();
            write_fen(position, line);
            line.push(b'\n');
            result = out.write_all(line);
        }
    });
    result
}

/// The number of times that a program has read or written; as long as it does, it does not hang.
#[derive(Default)]
pub(super) struct Clock {
    ticks: AtomicU64,
}

impl Clock {
    pub fn tick(&self) {
        self.ticks.fetch_add(1, Ordering::Relaxed);
    }

    pub fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }
}

/// A program's standard input; the clock ticks when the program takes bytes.
pub(crate) struct Watched<'a> {
    pipe: ChildStdin,
    clock: &'a Clock,
}

impl<'a> Watched<'a> {
    pub(super) fn new(pipe: ChildStdin, clock: &'a Clock) -> Watched<'a> {
        Watched { pipe, clock }
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.pipe.write(bytes)?;
        self.clock.tick();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}
