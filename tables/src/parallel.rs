//! Work on numbered parts, shared among the threads of the current rayon pool.
//!
//! Each use of rayon's iterators compiles about a dozen functions. The functions here are compiled
//! once, for parts that take a few microseconds or more.

use std::{
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rayon::prelude::*;

/// Locks a mutex even if a thread panicked while it held the lock. Use it only for values that such
/// a panic leaves intact.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of threads of the current rayon pool.
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// Calls `work` with each number below `count`, in any order and in parallel.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(work);
}

/// Returns the results of `work` for each number below `count`, in ascending order.
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each(count, &|number| {
        let result = work(number);
        *locked(&results[number]) = Some(result);
    });
    let unwrapped = results.into_iter().map(|result| {
        let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.expect("each number was worked on")
    });
    unwrapped.collect()
}

/// Divides the numbers below `count` into ranges of `size` numbers, the last of which may be
/// shorter. Returns the results of `work` for the ranges, in ascending order.
pub fn map_ranges<T: Send>(
    count: usize,
    size: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    map(count.div_ceil(size), |number| {
        let first = number * size;
        work(first..(first + size).min(count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_numbers() {
        assert_eq!(map(1000, |n| n * n), (0..1000).map(|n| n * n).collect::<Vec<_>>());
        assert_eq!(map_ranges(10, 4, |range| range), [0..4, 4..8, 8..10]);
        assert!(map(0, |n| n).is_empty());
        assert!(map_ranges(0, 4, |range| range).is_empty());
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let result = std::panic::catch_unwind(|| map(4, |n| assert!(n != 2)));
        assert!(result.is_err());
    }
}
