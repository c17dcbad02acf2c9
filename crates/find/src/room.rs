//! Memory of a store for the positions that a search keeps.

use drawproof_session::store::Store;

use crate::search::KEPT_BYTES;

/// Memory of a store that is set aside for kept positions while this lives.
pub struct Room<'s> {
    store: &'s Store,
    /// Positions that earlier searches have kept.
    before: usize,
    set_aside_bytes: u64,
}

impl<'s> Room<'s> {
    /// Sets memory aside for `limit` positions beside the `before` that earlier searches have kept, but no more than half of
    /// the store's memory. To be made before the tables of the search.
    pub fn new(store: &'s Store, before: usize, limit: usize) -> Room<'s> {
        let bytes = |positions: usize| (positions as u64).saturating_mul(KEPT_BYTES);
        let wanted_bytes = bytes(before.saturating_add(limit)).min(store.memory_bytes() / 2);
        let set_aside_bytes = wanted_bytes.max(bytes(before));
        store.set_used_elsewhere_bytes(set_aside_bytes);
        Room { store, before, set_aside_bytes }
    }

    /// How many positions the search may keep beside the tables that are in memory now.
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
