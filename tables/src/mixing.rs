//! Pseudo-random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, 2014).

/// The constant that is added to the state of the random number generator for each output.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a hash of a number. Every bit of the result depends on every bit of the number.
pub fn mixed(number: u64) -> u64 {
    finalised(number.wrapping_add(STEP))
}

/// Returns the output of the random number generator for a state; 0 for state 0.
pub fn finalised(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
