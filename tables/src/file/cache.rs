//! A bounded cache of blocks of one table, shared by threads that never wait.

use std::sync::{OnceLock, RwLock, TryLockError};

/// Most blocks in the cache; a decoded block takes 9 KiB.
const SLOTS_MAX: usize = 2048;

/// Slots allocated together, when the first of them is written.
const SHELF: usize = 32;

/// Keeps each block in one of a fixed number of slots, chosen by the block's number.
///
/// No thread waits for another: a slot that another thread writes counts as empty, and a block whose
/// slot is locked is not kept.
#[derive(Debug)]
pub struct Cache<B> {
    shelves: Box<[OnceLock<Box<Shelf<B>>>]>,
}

type Shelf<B> = [Slot<B>; SHELF];

/// A block and its number.
type Slot<B> = RwLock<Option<(usize, Box<B>)>>;

impl<B> Cache<B> {
    /// An empty cache for a table of `blocks` blocks.
    pub fn new(blocks: usize) -> Cache<B> {
        let shelves = blocks.min(SLOTS_MAX).div_ceil(SHELF);
        Cache { shelves: (0..shelves).map(|_| OnceLock::new()).collect() }
    }

    /// The result of `read` on a block; `None` if the block is not in the cache.
    #[inline]
    pub fn read<T>(&self, number: usize, read: impl FnOnce(&B) -> T) -> Option<T> {
        let (shelf, place) = self.place(number);
        let slot = match shelf.get()?[place].try_read() {
            Ok(slot) => slot,
            // A slot holds a whole block at any time, even if a thread panicked.
            Err(TryLockError::Poisoned(slot)) => slot.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let (kept, block) = slot.as_ref()?;
        (*kept == number).then(|| read(block))
    }

    /// Keeps a block; it replaces the block in its slot.
    pub fn keep(&self, number: usize, block: Box<B>) {
        let (shelf, place) = self.place(number);
        let shelf = shelf.get_or_init(|| Box::new([const { RwLock::new(None) }; SHELF]));
        if let Ok(mut slot) = shelf[place].try_write() {
            *slot = Some((number, block));
        }
    }

    fn place(&self, number: usize) -> (&OnceLock<Box<Shelf<B>>>, usize) {
        let slot = number % SLOTS_MAX;
        (&self.shelves[slot / SHELF], slot % SHELF)
    }
}
