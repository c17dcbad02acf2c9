//! A bounded cache of decoded blocks of any number of tables, shared by threads that never wait.

use std::sync::{
    OnceLock, RwLock, TryLockError,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use super::{grid::Block, rebuilt::Rebuilt};

/// The number of slots in which a block can be kept.
const WAYS: usize = 4;

/// The number of slots that are allocated together, when the first of them is written.
const SHELF: usize = 8 * WAYS;

/// The bytes of a slot and its entry.
const ENTRY_BYTES: usize = (9 << 10) + 64;

const _: () = assert!(
    size_of::<Block>() + size_of::<Shelf>() / SHELF <= ENTRY_BYTES
        && size_of::<Rebuilt>() + size_of::<Shelf>() / SHELF <= ENTRY_BYTES
);

/// A cache of decoded blocks with a memory limit. New blocks replace old ones.
///
/// No thread waits for another. A reader treats a slot that another thread is writing as empty, and
/// a new block whose slot is locked is not cached.
#[derive(Debug)]
pub struct BlockCache {
    shelves: Box<[OnceLock<Box<Shelf>>]>,
    kept: AtomicUsize,
    /// Selects the slot that a block replaces if none of its slots is empty.
    turn: AtomicUsize,
}

#[derive(Debug)]
struct Shelf {
    /// The keys of the slots, so that a slot is read only if it has the wanted block.
    keys: [AtomicU64; SHELF],
    slots: [RwLock<Option<(Key, Entry)>>; SHELF],
}

/// Identifies a block among all open tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u64);

/// The cached data of a block.
#[derive(Debug)]
pub(super) enum Entry {
    /// The values that have been decoded so far.
    Decoded(Box<Block>),
    /// The values of the side that is not stored, as far as they are known.
    Rebuilt(Box<Rebuilt>),
}

/// The identity of one layer of a table in caches. It supplies the keys of the layer's blocks.
#[derive(Debug)]
pub(super) struct Keys(u64);

impl Keys {
    /// Makes the keys for the blocks of one layer, which differ from the keys of all other layers.
    pub fn new() -> Keys {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Keys(NEXT.fetch_add(1, Relaxed) << 32)
    }

    /// Returns the cache key of a block of the layer.
    #[inline]
    pub fn of(&self, block: usize) -> Key {
        Key(self.0 | block as u64)
    }
}

impl BlockCache {
    /// Makes an empty cache of at most `bytes` bytes, but with room for at least 32 blocks.
    pub fn new(bytes: u64) -> BlockCache {
        let shelves = (bytes / (SHELF * ENTRY_BYTES) as u64).max(1);
        let shelves = (0..shelves).map(|_| OnceLock::new()).collect();
        BlockCache { shelves, kept: AtomicUsize::new(0), turn: AtomicUsize::new(0) }
    }

    /// Returns the memory limit in bytes: the requested limit rounded down to a multiple of 32
    /// blocks, but at least 32 blocks.
    pub fn bytes_max(&self) -> u64 {
        (self.shelves.len() * SHELF * ENTRY_BYTES) as u64
    }

    /// Returns the total size of the cached blocks in bytes.
    pub fn bytes(&self) -> u64 {
        (self.kept.load(Relaxed) * ENTRY_BYTES) as u64
    }

    /// Removes all blocks except those that a thread is reading.
    pub fn clear(&self) {
        for shelf in self.shelves.iter().filter_map(OnceLock::get) {
            for (key, slot) in shelf.keys.iter().zip(&shelf.slots) {
                if let Ok(mut slot) = slot.try_write() {
                    self.kept.fetch_sub(usize::from(slot.take().is_some()), Relaxed);
                    key.store(0, Relaxed);
                }
            }
        }
    }

    /// Returns the result of `read` on the entry of a block; `None` if the block is not in the
    /// cache.
    #[inline]
    pub(super) fn read<T>(&self, key: Key, read: impl FnOnce(&Entry) -> T) -> Option<T> {
        let (shelf, first) = self.place(key);
        let shelf = shelf.get()?;
        let way = (first..first + WAYS).find(|&slot| shelf.keys[slot].load(Relaxed) == key.0)?;
        let slot = match shelf.slots[way].try_read() {
            Ok(slot) => slot,
            // A slot always holds a complete entry, even if a thread panicked.
            Err(TryLockError::Poisoned(slot)) => slot.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let (kept, entry) = slot.as_ref()?;
        (*kept == key).then(|| read(entry))
    }

    /// Caches a block, replacing the block's previous entry or another block.
    pub(super) fn keep(&self, key: Key, entry: Entry) {
        let (shelf, first) = self.place(key);
        let shelf = shelf.get_or_init(|| {
            let keys = [const { AtomicU64::new(0) }; SHELF];
            Box::new(Shelf { keys, slots: [const { RwLock::new(None) }; SHELF] })
        });
        let ways = first..first + WAYS;
        let has = |wanted: u64| ways.clone().find(|&n| shelf.keys[n].load(Relaxed) == wanted);
        let way = has(key.0)
            .or_else(|| has(0))
            .unwrap_or_else(|| first + self.turn.fetch_add(1, Relaxed) % WAYS);
        if let Ok(mut slot) = shelf.slots[way].try_write() {
            self.kept.fetch_add(usize::from(slot.is_none()), Relaxed);
            shelf.keys[way].store(key.0, Relaxed);
            *slot = Some((key, entry));
        }
    }

    /// Returns the shelf of a block, and the first of the block's slots in the shelf.
    #[inline]
    fn place(&self, key: Key) -> (&OnceLock<Box<Shelf>>, usize) {
        let hash = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let set = ((hash >> 32) * (self.shelves.len() * SHELF / WAYS) as u64) >> 32;
        let slot = set as usize * WAYS;
        (&self.shelves[slot / SHELF], slot % SHELF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_all_tables_stay_within_the_bytes() {
        let cache = BlockCache::new(1 << 20);
        let keys: Vec<Keys> = (0..10).map(|_| Keys::new()).collect();
        for block in 0..100 {
            for keys in &keys {
                cache.keep(keys.of(block), Entry::Decoded(Block::empty()));
                assert!(cache.read(keys.of(block), |_| ()).is_some());
                assert!(cache.bytes() <= cache.bytes_max() && cache.bytes_max() <= 1 << 20);
            }
        }
        assert!(cache.bytes() > cache.bytes_max() / 4 * 3);
        cache.clear();
        assert_eq!(cache.bytes(), 0);
        assert!((0..100).all(|block| cache.read(keys[9].of(block), |_| ()).is_none()));
    }
}
