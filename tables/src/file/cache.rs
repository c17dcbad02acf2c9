//! Decoded blocks of one table, a bounded number of them, shared by threads that never wait.

use std::sync::{OnceLock, RwLock, TryLockError};

use super::block::Block;

/// Blocks kept at most, some 9 KiB each.
const SLOTS_MAX: usize = 2048;

/// Slots that are made together, when the first of them is needed.
const SHELF: usize = 32;

/// Keeps a block in one of a fixed number of slots, chosen by the block's number.
///
/// No thread waits for another: a slot that is being written counts as empty, and a block for which
/// the slot cannot be had at once is not kept.
#[derive(Debug)]
pub struct Cache {
    shelves: Box<[OnceLock<Box<Shelf>>]>,
}

type Shelf = [Slot; SHELF];

/// A block and its number.
type Slot = RwLock<Option<(usize, Box<Block>)>>;

impl Cache {
    /// An empty cache for a table of that many blocks.
    pub fn new(blocks: usize) -> Cache {
        let shelves = blocks.min(SLOTS_MAX).div_ceil(SHELF);
        Cache { shelves: (0..shelves).map(|_| OnceLock::new()).collect() }
    }

    /// What `read` makes of the block, if it is here.
    #[inline]
    pub fn read<T>(&self, number: usize, read: impl FnOnce(&Block) -> T) -> Option<T> {
        let (shelf, place) = self.place(number);
        let slot = match shelf.get()?[place].try_read() {
            Ok(slot) => slot,
            // A slot holds a whole block at any time, whatever a thread did that panicked.
            Err(TryLockError::Poisoned(slot)) => slot.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let (kept, block) = slot.as_ref()?;
        (*kept == number).then(|| read(block))
    }

    /// Keeps a block in place of the one in its slot.
    pub fn keep(&self, number: usize, block: Box<Block>) {
        let (shelf, place) = self.place(number);
        let shelf = shelf.get_or_init(|| Box::new([const { RwLock::new(None) }; SHELF]));
        if let Ok(mut slot) = shelf[place].try_write() {
            *slot = Some((number, block));
        }
    }

    fn place(&self, number: usize) -> (&OnceLock<Box<Shelf>>, usize) {
        // There are as many slots as that, or as there are blocks.
        let slot = number % SLOTS_MAX;
        (&self.shelves[slot / SHELF], slot % SHELF)
    }
}
