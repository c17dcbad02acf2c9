//! Memory for whole tables: zeroed, not touched before it is used, in huge pages where possible.
//!
//! A table of five men is 242 MB. In pages of 4 KB, the first touch of each of them would cost as
//! much as solving, and so would finding them again.

#![allow(unsafe_code, reason = "memory is advised")]

/// Zeros. Their pages come into being as they are first used, by whichever thread that is.
pub fn zeros<T: Zero>(len: usize) -> Vec<T> {
    let memory = vec![T::ZERO; len];
    advise(&memory);
    memory
}

/// Numbers of which zero is all zero bits, so that fresh memory holds them.
pub trait Zero: Copy {
    /// The number.
    const ZERO: Self;
}

impl Zero for u8 {
    const ZERO: u8 = 0;
}

impl Zero for u64 {
    const ZERO: u64 = 0;
}

/// Smaller memory than this is left alone.
const HUGE_PAGE_BYTES: usize = 2 << 20;

/// Asks for huge pages. If there are none, all works as well, but slower.
fn advise<T>(memory: &[T]) {
    let bytes = std::mem::size_of_val(memory);
    if bytes < HUGE_PAGE_BYTES {
        return;
    }
    #[cfg(target_os = "linux")]
    {
        // Whole pages inside the memory only: what lies beside it is somebody else's.
        const PAGE_BYTES: usize = 4096;
        let start = (memory.as_ptr() as usize).next_multiple_of(PAGE_BYTES);
        let end = (memory.as_ptr() as usize + bytes) & !(PAGE_BYTES - 1);
        // SAFETY: the range lies inside `memory`; the advice changes no contents and its failure
        // changes nothing.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_zero_in_every_size() {
        for len in [0, 1, 4096, HUGE_PAGE_BYTES - 1, HUGE_PAGE_BYTES, 3 * HUGE_PAGE_BYTES + 5] {
            let bytes = zeros::<u8>(len);
            assert_eq!(bytes.len(), len);
            assert!(bytes.iter().all(|&byte| byte == 0));
            assert!(zeros::<u64>(len / 8).iter().all(|&word| word == 0));
        }
    }
}
