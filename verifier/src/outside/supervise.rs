//! Watches a process that runs a foreign rule.

use std::{
    collections::HashMap,
    io,
    process::{Child, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use drawproof_recognizers::Position;

use super::Slots;

/// How often the process is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How a watched process ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// By itself, or by a signal; with the positions it was at work on.
    Ended {
        /// Its exit status.
        status: ExitStatus,
        /// The positions its threads were at work on.
        at: Vec<Position>,
    },
    /// It was stopped because the rule did not come back.
    Hung {
        /// The position that takes no end.
        at: Position,
    },
}

/// Waits for `child`, whose threads note their positions in `slots`, and stops it when one of them
/// is at work on the same batch for longer than `limit`.
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
        thread::sleep(LOOK);
    }
}
