//! Memory that a store leaves free for the positions that a search keeps.

use drawproof_session::store::Store;

use crate::search::KEPT_BYTES;

/// Reserves a store's memory for the positions that a search keeps, until it is dropped.
pub struct Room<'s> {
    store: &'s Store,
    /// The number of positions that earlier searches have kept.
    before: usize,
    set_aside_bytes: u64,
}

impl<'s> Room<'s> {
    /// Reserves memory for `limit` positions, and for the `before` positions that earlier searches
    /// have kept. Reserves at most half of the store's memory, unless the earlier positions alone
    /// take more. Call this before the search loads its tables.
    pub fn new(store: &'s Store, before: usize, limit: usize) -> Room<'s> {
        let bytes = |positions: usize| (positions as u64).saturating_mul(KEPT_BYTES);
        let wanted_bytes = bytes(before.saturating_add(limit)).min(store.memory_bytes() / 2);
        let set_aside_bytes = wanted_bytes.max(bytes(before));
        store.set_used_elsewhere_bytes(set_aside_bytes);
        Room { store, before, set_aside_bytes }
    }

    /// Returns the number of positions that the search may keep in addition to the tables now in
    /// memory.
    pub fn positions(&self) -> usize {
        let tables = self.store.shelf().tables().into_iter().filter(|it| !it.is_in_scratch());
        let held_bytes: u64 = tables.map(|table| table.size_bytes()).sum();
        let left_bytes = self.store.memory_bytes().saturating_sub(held_bytes);
        (left_bytes.max(self.set_aside_bytes) / KEPT_BYTES) as usize - self.before
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.store.set_used_elsewhere_bytes(0);
    }
}
