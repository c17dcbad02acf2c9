//! The time that a call of a rule takes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Buckets per doubling of the time.
const BUCKETS_PER_DOUBLING: f64 = 16.0;

/// The binary logarithm of the shortest time in nanoseconds.
const LOG_SHORTEST: f64 = -4.0;

/// The number of buckets, from 1/16 ns to 2^36 ns.
const BUCKETS: usize = 640;

/// A histogram of times per call. Its median is reported, because an interrupted batch shifts a
/// median less than a mean.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct CallTimes {
    buckets: Vec<u32>,
}

impl Default for CallTimes {
    fn default() -> CallTimes {
        CallTimes { buckets: vec![0; BUCKETS] }
    }
}

impl CallTimes {
    /// Adds a batch of `calls` calls that took `time` together.
    pub fn note(&mut self, time: Duration, calls: u64) {
        let nanoseconds = time.as_nanos() as f64 / calls.max(1) as f64;
        let bucket = (nanoseconds.log2() - LOG_SHORTEST) * BUCKETS_PER_DOUBLING;
        self.buckets[bucket.clamp(0.0, (BUCKETS - 1) as f64) as usize] += 1;
    }

    pub fn add(&mut self, other: &CallTimes) {
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
        }
    }

    /// Whether there is a count for each time: data may be others.
    pub fn is_whole(&self) -> bool {
        self.buckets.len() == BUCKETS
    }

    /// The median time of a call in nanoseconds; 0 if no call was timed.
    pub fn median_nanoseconds(&self) -> f64 {
        let all: u64 = self.buckets.iter().map(|&n| u64::from(n)).sum();
        let mut before = 0;
        for (bucket, &count) in self.buckets.iter().enumerate() {
            before += u64::from(count);
            if before * 2 >= all && all > 0 {
                let middle = (bucket as f64 + 0.5) / BUCKETS_PER_DOUBLING + LOG_SHORTEST;
                return middle.exp2();
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_close_and_ignores_outliers() {
        let mut times = CallTimes::default();
        assert_eq!(times.median_nanoseconds(), 0.0);
        for _ in 0..10 {
            times.note(Duration::from_nanos(640), 64);
        }
        times.note(Duration::from_secs(100), 64);
        let mut both = CallTimes::default();
        both.add(&times);
        assert!((9.6..10.4).contains(&both.median_nanoseconds()));
    }
}
