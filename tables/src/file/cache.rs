//! Decoded blocks of one table, a bounded number of them, shared by threads that never wait.

use std::sync::{RwLock, TryLockError};

use super::block::Block;

/// Blocks kept at most, some 9 KiB each.
const SLOTS_MAX: usize = 2048;

/// Keeps a block in one of a fixed number of slots, chosen by the block's number.
///
/// No thread waits for another: a slot that is being written counts as empty, and a block for which
/// the slot cannot be had at once is not kept.
#[derive(Debug)]
pub struct Cache {
    slots: Vec<Slot>,
}

/// A block and its number.
type Slot = RwLock<Option<(usize, Box<Block>)>>;

impl Cache {
    /// An empty cache for a table of that many blocks.
    pub fn new(blocks: usize) -> Cache {
        let slots = (0..blocks.min(SLOTS_MAX)).map(|_| RwLock::new(None)).collect();
        Cache { slots }
    }

    /// What `read` makes of the block, if it is here.
    #[inline]
    pub fn read<T>(&self, number: usize, read: impl FnOnce(&Block) -> T) -> Option<T> {
        let slot = match self.slot(number).try_read() {
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
        if let Ok(mut slot) = self.slot(number).try_write() {
            *slot = Some((number, block));
        }
    }

    fn slot(&self, number: usize) -> &Slot {
        &self.slots[number % self.slots.len()]
    }
}
