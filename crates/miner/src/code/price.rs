//! How mixed a set of positions is, in whole numbers and roots, which are the same on every processor.

use super::positions::{Counts, by_value};

/// Fractional bits of a logarithm.
const FRACTION: u32 = 16;

/// Numbers whose price is kept.
const KEPT: usize = 1 << 15;

/// Ways to say how mixed a set is. Which grows the smaller tree differs from endgame to endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The roots of the products of two answers' numbers.
    Roots,
    /// The bits that the answers take if nothing but their numbers is known, and [`Measure::Roots`].
    BitsAndRoots,
}

/// The price of sets of positions.
pub struct Price {
    measure: Measure,
    /// `n log2 n` of small numbers.
    kept: Vec<i64>,
}

impl Price {
    /// The price by a measure.
    pub fn new(measure: Measure) -> Price {
        Price { measure, kept: (0..KEPT as u32).map(of).collect() }
    }

    #[inline(always)]
    fn of(&self, number: u32) -> i64 {
        self.kept.get(number as usize).copied().unwrap_or_else(|| of(number))
    }

    /// How mixed the answers in a set of positions are: 0 if all are one, more the more they are
    /// mixed.
    #[inline(always)]
    pub fn of_set(&self, counts: &Counts) -> i64 {
        let [a, b, c] = by_value(counts);
        let roots = root(a, b) + root(b, c) + root(a, c);
        match self.measure {
            Measure::Roots => roots,
            Measure::BitsAndRoots => {
                roots + self.of(a + b + c) - self.of(a) - self.of(b) - self.of(c)
            }
        }
    }
}

/// The root of a product. The product is exact, and roots are rounded alike everywhere.
#[inline(always)]
fn root(a: u32, b: u32) -> i64 {
    ((f64::from(a) * f64::from(b)).sqrt() * f64::from(1 << FRACTION)) as i64
}

/// `n log2 n`.
fn of(number: u32) -> i64 {
    i64::from(number) * log2(number)
}

/// The logarithm to base 2, with [`FRACTION`] bits after the point; 0 for 0.
fn log2(number: u32) -> i64 {
    let whole = number.max(1).ilog2();
    // The mantissa, 1 to 2, with 31 bits after the point: a bit of the logarithm each time it is squared.
    let mut mantissa = u64::from(number.max(1)) << (31 - whole);
    let mut log = i64::from(whole);
    for _ in 0..FRACTION {
        mantissa = (mantissa * mantissa) >> 31;
        let bit = mantissa >> 32;
        mantissa >>= bit;
        log = log << 1 | bit as i64;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_those_of_floating_point() {
        for number in (1..100_000).chain([1 << 20, (1 << 23) - 1, u32::MAX]) {
            let expected = f64::from(number).log2();
            let found = log2(number) as f64 / f64::from(1 << FRACTION);
            assert!((found - expected).abs() < 1e-4, "{number}: {found}, {expected}");
        }
    }
}
