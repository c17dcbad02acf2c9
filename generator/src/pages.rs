//! Fresh memory, got from the system many pages at a time where most of it will be written to.

use crate::lists::Entry;

/// Of the 64 equal parts of a block, those that are written to before the whole block is fetched.
const MANY_PARTS: u32 = 12;

/// Which parts of a block's cells have been written to.
///
/// Cells are zeros, draws, to begin with. Pages that no decisive position is on are never written
/// to and so never come into being; of a block with many, all are asked for at once, which costs
/// less than one by one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pages {
    /// A bit for each of 64 parts of the block, all of them once its pages have been asked for.
    written: u64,
}

impl Pages {
    /// Those of memory that has been in use before.
    pub const THERE: Pages = Pages { written: u64::MAX };

    /// Takes note that `cells`, those of a block, are about to be written to in the words of
    /// `entries`.
    #[inline(always)]
    pub fn expect(&mut self, entries: impl Iterator<Item = Entry>, cells: &mut [u8]) {
        if self.written == u64::MAX || cells.len() < FEW_BYTES {
            return;
        }
        // Blocks have a power of 64 words.
        let shift = (cells.len() / 64).ilog2() - 6;
        for entry in entries {
            self.written |= 1 << (entry.word >> shift);
        }
        if self.written.count_ones() >= MANY_PARTS {
            fetch(cells);
            self.written = u64::MAX;
        }
    }
}

/// Bytes below which pages may as well be fetched one by one.
const FEW_BYTES: usize = 16 * 4096;

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
    fn what_is_written_stays_when_the_rest_is_fetched() {
        let mut cells = vec![0; 4096 * 64];
        let mut pages = Pages::default();
        for row in 0..64_usize {
            let entry = Entry { word: row as u32 * 64, lanes: 1 };
            pages.expect(std::iter::once(entry), &mut cells);
            cells[row * 4096] = row as u8 + 1;
            let fetched = row as u32 + 1 >= MANY_PARTS;
            assert_eq!(pages.written == u64::MAX, fetched);
        }
        assert!((0..64).all(|row| cells[row * 4096] == row as u8 + 1));
        assert_eq!(cells.iter().filter(|&&cell| cell != 0).count(), 64);
        let mut pages = Pages::default();
        pages.expect(std::iter::once(Entry { word: 63, lanes: 1 }), &mut cells[..4096]);
        assert_eq!(pages.written, 0, "a few pages are not worth it");
    }
}
