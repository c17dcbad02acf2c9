//! Time in which nothing happens.

use std::time::{Duration, Instant};

/// The most time that counts between two looks at a stopwatch. More passes only if this process was
/// stopped or did not get the processor, and then a rule may not have got it either.
const STEP_MAX: Duration = Duration::from_millis(250);

/// Measures how long the state of something has stayed the same, as far as this process was running.
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

    /// The time for which the state has been `state`, as far as it was looked at.
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
