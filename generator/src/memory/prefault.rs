//! Prefaulting: maps all pages of a block in one system call if most of them will be written.
//!
//! New memory is zero, and zero cells are draws. A page without a decisive position is never
//! written and takes no memory, so a block is prefaulted only if many of its parts will be written.

/// A block is divided into 64 equal parts. It is prefaulted if at least this many parts are about
/// to be written.
const PARTS_MIN: u32 = 12;

/// Blocks below this size are not prefaulted.
const SIZE_MIN_BYTES: usize = 64 << 10;

/// Prefaults the `cells` of a block if `words`, the words about to be written, are in many parts of
/// the block. Returns whether the cells were prefaulted. Their contents do not change.
pub fn prefault_block(words: impl Iterator<Item = usize>, cells: &mut [u8]) -> bool {
    if cells.len() < SIZE_MIN_BYTES {
        return false;
    }
    // The number of words in a block is a power of 64.
    let shift = (cells.len() / 64).ilog2() - 6;
    let parts = words.fold(0_u64, |parts, word| parts | 1 << (word >> shift));
    let many = parts.count_ones() >= PARTS_MIN;
    if many {
        prefault(cells);
    }
    many
}

/// Maps all pages of `memory`. Does nothing on systems without such a call.
fn prefault(memory: &mut [u8]) {
    #[cfg(target_os = "linux")]
    linux::prefault(memory);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(target_os = "linux")]
mod linux {
    #![allow(unsafe_code, reason = "memory is advised")]

    /// A multiple of the page size: ARM has pages of 4, 16 and 64 KiB.
    const PAGE: usize = if cfg!(target_arch = "x86_64") { 4 << 10 } else { 64 << 10 };

    pub fn prefault(memory: &mut [u8]) {
        let start = memory.as_mut_ptr().addr();
        let first = start.next_multiple_of(PAGE);
        let len = (start + memory.len()).saturating_sub(first) / PAGE * PAGE;
        let pages = memory.as_mut_ptr().wrapping_add(first - start);
        // SAFETY: the pages lie within `memory`, and the advice does not change their contents. If
        // the system does not know the advice, it returns an error and changes nothing.
        unsafe { libc::madvise(pages.cast(), len, libc::MADV_POPULATE_WRITE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefaulting_keeps_the_contents() {
        let mut cells = vec![0; 4096 * 64];
        for row in 0..64_usize {
            cells[row * 4096] = row as u8 + 1;
            let many = prefault_block((row..64).map(|row| row * 64), &mut cells);
            assert_eq!(many, 64 - row >= PARTS_MIN as usize);
        }
        assert!((0..64).all(|row| cells[row * 4096] == row as u8 + 1));
        assert_eq!(cells.iter().filter(|&&cell| cell != 0).count(), 64);
        assert!(!prefault_block(0..64, &mut cells[..4096]), "a few pages are not prefaulted");
    }
}
