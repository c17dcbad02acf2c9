//! Supervision of a process that runs a rule in a shared library.

use std::{
    collections::HashMap,
    io,
    process::ExitStatus,
    thread,
    time::{Duration, Instant},
};

use drawproof_recognizers::Position;

use super::{
    process_group::ProcessGroup,
    slots::{Phase, Slots},
};

/// The interval at which the process is polled.
const POLL: Duration = Duration::from_millis(10);

/// The number of polls after which it is also checked whether the process is stopped.
const POLLS_PER_CHECK: u32 = 10;

/// The reason why a supervised process ended.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The process exited, or a signal killed it.
    Ended {
        /// The exit status of the process.
        status: ExitStatus,
        /// The code that the process ran last.
        during: Phase,
        /// The positions that the process's threads were asking about; empty if there were none.
        at: Vec<Position>,
        /// Whether an exception that left the library ended the process.
        exception: bool,
    },
    /// The process was stopped because the library did not return.
    Hung {
        /// The code that the process ran; [`Phase::Own`] if the library stopped the process and
        /// returned.
        during: Phase,
        /// The position that the rule was asked about; `None` outside of `drawproof_claim` and
        /// `drawproof_parts`.
        at: Option<Position>,
    },
}

/// Waits for `process`, whose phases and positions are in `slots`, and ends it if the library takes
/// longer than `limit` to load, to answer one call, or to unload.
///
/// # Errors
///
/// Fails if the system cannot wait for the process or stop it.
pub fn supervise(mut process: ProcessGroup, slots: &Slots, limit: Duration) -> io::Result<Ending> {
    let mut phase = Stopwatch::new(slots.phase());
    let mut claims: HashMap<usize, Stopwatch<(u64, Position)>> = HashMap::new();
    let mut stopped = Stopwatch::new(false);
    let mut polls: u32 = 0;
    loop {
        if process.has_ended()? {
            let status = process.end()?;
            let (during, _) = slots.phase();
            let at: Vec<Position> =
                slots.working().into_iter().map(|(slot, _)| slots.position(slot)).collect();
            let in_claim = during == Phase::Own && !at.is_empty();
            let during = if in_claim { slots.asking() } else { during };
            let exception = slots.exception();
            return Ok(Ending::Ended { status, during, at, exception });
        }
        let current = slots.phase();
        if phase.idle(current) > limit && current.0 != Phase::Own {
            process.end()?;
            return Ok(Ending::Hung { during: current.0, at: None });
        }
        let working = slots.working();
        claims.retain(|slot, _| working.iter().any(|(other, _)| other == slot));
        for (slot, count) in working {
            let state = (count, slots.position(slot));
            let watch = claims.entry(slot).or_insert_with(|| Stopwatch::new(state));
            if watch.idle(state) > limit {
                process.end()?;
                return Ok(Ending::Hung { during: slots.asking(), at: Some(state.1) });
            }
        }
        polls = polls.wrapping_add(1);
        if polls.is_multiple_of(POLLS_PER_CHECK) {
            let is_stopped = process.is_stopped();
            if stopped.idle(is_stopped) > limit && is_stopped {
                process.end()?;
                return Ok(Ending::Hung { during: Phase::Own, at: None });
            }
        }
        thread::sleep(POLL);
    }
}

/// The most time that counts between two looks at a stopwatch. More passes only if this process was
/// stopped or did not get the processor, and then a rule may not have got it either.
const STEP_MAX: Duration = Duration::from_millis(250);

/// Measures how long a state has stayed the same, not counting time in which this process did not
/// run.
#[derive(Debug)]
pub(super) struct Stopwatch<S> {
    state: S,
    last_look: Instant,
    idle: Duration,
}

impl<S: PartialEq> Stopwatch<S> {
    pub fn new(state: S) -> Stopwatch<S> {
        Stopwatch { state, last_look: Instant::now(), idle: Duration::ZERO }
    }

    /// Returns how long the state has been `state`, not counting time in which this process did not
    /// run.
    pub fn idle(&mut self, state: S) -> Duration {
        let now = Instant::now();
        let step = now.duration_since(self.last_look).min(STEP_MAX);
        self.last_look = now;
        self.idle = if state == self.state { self.idle + step } else { Duration::ZERO };
        self.state = state;
        self.idle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_from_the_last_change_and_not_while_nobody_looks() {
        let mut watch = Stopwatch::new(1);
        let before = watch.last_look;
        watch.last_look = before - Duration::from_millis(100);
        assert!(watch.idle(1) >= Duration::from_millis(100));
        watch.last_look -= Duration::from_secs(1000);
        assert!(watch.idle(1) < Duration::from_secs(1));
        assert_eq!(watch.idle(2), Duration::ZERO);
    }
}
