//! The lanes of a word.

/// Visits the lanes of a set, lowest first.
#[inline(always)]
pub fn for_each_lane(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
