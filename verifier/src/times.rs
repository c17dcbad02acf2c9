//! How long calls take, measured so that a busy machine does not spoil it.

use std::time::Duration;

/// Buckets to each doubling of the time.
const BUCKETS_PER_DOUBLING: f64 = 16.0;

/// The shortest time told apart, as a power of two of nanoseconds.
const LOG_SHORTEST: f64 = -4.0;

/// Times a call by size, from 1/16 ns to 2^36 ns.
const BUCKETS: usize = 640;

/// Times of calls. The median is what is told: a batch during which the machine did something else
/// counts for no more than any other.
#[derive(Clone)]
pub(crate) struct Times {
    buckets: Vec<u32>,
}

impl Default for Times {
    fn default() -> Times {
        Times { buckets: vec![0; BUCKETS] }
    }
}

impl Times {
    /// Notes a batch of `calls` calls.
    pub fn note(&mut self, time: Duration, calls: u64) {
        let nanoseconds = time.as_nanos() as f64 / calls.max(1) as f64;
        let place = (nanoseconds.log2() - LOG_SHORTEST) * BUCKETS_PER_DOUBLING;
        self.buckets[place.clamp(0.0, (BUCKETS - 1) as f64) as usize] += 1;
    }

    pub fn add(&mut self, other: &Times) {
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
        }
    }

    /// The median time of a call in nanoseconds; 0 if none was measured.
    pub fn median_nanoseconds(&self) -> f64 {
        let all: u64 = self.buckets.iter().map(|&n| u64::from(n)).sum();
        let mut before = 0;
        for (place, &count) in self.buckets.iter().enumerate() {
            before += u64::from(count);
            if before * 2 >= all && all > 0 {
                let middle = (place as f64 + 0.5) / BUCKETS_PER_DOUBLING + LOG_SHORTEST;
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
    fn the_median_is_near_and_outliers_do_not_matter() {
        let mut times = Times::default();
        assert_eq!(times.median_nanoseconds(), 0.0);
        for _ in 0..10 {
            times.note(Duration::from_nanos(640), 64);
        }
        times.note(Duration::from_secs(100), 64);
        let mut both = Times::default();
        both.add(&times);
        assert!((9.6..10.4).contains(&both.median_nanoseconds()));
    }
}
