//! Fresh memory, got from the system many pages at a time where much of it will be written to.

/// Of the 64 equal parts of a block, those that are to be written to for all of it to be fetched.
const MANY_PARTS: u32 = 12;

/// Bytes below which pages may as well be fetched one by one.
const FEW_BYTES: usize = 16 * 4096;

/// Says which words of a block's `cells` are about to be written to, where their pages may not be
/// there yet; tells whether all of them are now. To leave some out costs time, no more.
///
/// Cells are zeros, draws, to begin with. Pages that no decisive position is on are never written
/// to and so never come into being; of a block with many others, all are asked for at once, which
/// costs less than one by one.
pub fn expect(words: impl Iterator<Item = usize>, cells: &mut [u8]) -> bool {
    if cells.len() < FEW_BYTES {
        return false;
    }
    // Blocks have a power of 64 words.
    let shift = (cells.len() / 64).ilog2() - 6;
    let parts = words.fold(0_u64, |parts, word| parts | 1 << (word >> shift));
    let many = parts.count_ones() >= MANY_PARTS;
    if many {
        fetch(cells);
    }
    many
}

/// Asks the system for the pages of memory, all at once rather than one by one as each is first
/// written to. Changes nothing but time; does nothing where the system cannot do so.
fn fetch(memory: &mut [u8]) {
    #[cfg(target_os = "linux")]
    linux::fetch(memory);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(target_os = "linux")]
mod linux {
    #![allow(unsafe_code, reason = "memory is advised")]

    pub fn fetch(memory: &mut [u8]) {
        let start = memory.as_mut_ptr().addr();
        // Where pages are larger, the system refuses and they are fetched when written to.
        let first = start.next_multiple_of(4096);
        let len = (start + memory.len()).saturating_sub(first) / 4096 * 4096;
        let pages = memory.as_mut_ptr().wrapping_add(first - start);
        // SAFETY: the pages lie within `memory`, and the advice does not change what they hold. An
        // error (a system that does not know the advice) leaves things as they were.
        unsafe { libc::madvise(pages.cast(), len, libc::MADV_POPULATE_WRITE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_stays_when_the_rest_is_fetched() {
        let mut cells = vec![0; 4096 * 64];
        for row in 0..64_usize {
            cells[row * 4096] = row as u8 + 1;
            let many = expect((row..64).map(|row| row * 64), &mut cells);
            assert_eq!(many, 64 - row >= MANY_PARTS as usize);
        }
        assert!((0..64).all(|row| cells[row * 4096] == row as u8 + 1));
        assert_eq!(cells.iter().filter(|&&cell| cell != 0).count(), 64);
        assert!(!expect(0..64, &mut cells[..4096]), "a few pages are not worth it");
    }
}
