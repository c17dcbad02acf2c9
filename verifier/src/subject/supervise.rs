//! Supervision of a process that runs a foreign rule.

use std::{
    collections::HashMap,
    io,
    process::{Child, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use drawproof_recognizers::Position;

use super::slots::Slots;

/// The interval at which the process is polled.
const POLL: Duration = Duration::from_millis(20);

/// How a supervised process ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// It exited, or a signal killed it.
    Ended {
        /// Its exit status.
        status: ExitStatus,
        /// The positions that its threads were asking about; empty if none was.
        at: Vec<Position>,
    },
    /// It was stopped because the rule did not return.
    Hung {
        /// The position that the rule was asked about.
        at: Position,
    },
}

/// Waits for `child`, whose threads ask about the positions in `slots`, and stops it if one of them
/// stays in the same batch for longer than `limit`.
///
/// # Errors
///
/// The system cannot wait for the process or stop it.
pub fn supervise(mut child: Child, slots: &Slots, limit: Duration) -> io::Result<Ending> {
    let mut since: HashMap<usize, (u64, Instant)> = HashMap::new();
    loop {
        if let Some(status) = child.try_wait()? {
            let at = slots.working().into_iter().map(|(slot, _)| slots.position(slot)).collect();
            return Ok(Ending::Ended { status, at });
        }
        let working = slots.working();
        since.retain(|slot, (count, _)| working.contains(&(*slot, *count)));
        for &(slot, count) in &working {
            let (_, start) = since.entry(slot).or_insert((count, Instant::now()));
            if start.elapsed() > limit {
                let at = slots.position(slot);
                child.kill()?;
                child.wait()?;
                return Ok(Ending::Hung { at });
            }
        }
        thread::sleep(POLL);
    }
}
