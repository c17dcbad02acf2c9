//! Pseudo-random numbers, reproducible from a seed.

/// A generator of random numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    /// Creates the generator for one case of a run.
    pub fn of_case(seed: u64, case: u64) -> Random {
        let mut random = Random((seed ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1);
        for _ in 0..4 {
            random.next();
        }
        random
    }

    /// Returns the next random number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() >> 16) as usize % count
    }

    /// Returns a random element of `of`, which must not be empty.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Returns the bytes of a random file of `of`, which must not be empty.
    pub fn file<'a>(&mut self, of: &'a [Vec<u8>]) -> &'a [u8] {
        &of[self.below(of.len())]
    }

    /// Returns a random length from 1 to `most`; short lengths are more frequent.
    pub fn length(&mut self, most: usize) -> usize {
        let bits = self.below(most.ilog2() as usize + 1) as u32;
        1 + self.below(1 << bits).min(most - 1)
    }
}
