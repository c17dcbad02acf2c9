//! Pseudo-random numbers for tests and benchmarks.

/// Returns a function that generates pseudo-random numbers (xorshift), the same sequence every
/// time.
pub fn numbers() -> impl FnMut() -> u64 {
    let mut x = 0x9e3779b97f4a7c15_u64;
    move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    }
}
