//! A few of many things found, chosen by a key: the choice is the same for any number of threads.
//!
//! An ordered key keeps the most interesting things (the quickest mates); a key from [`drawproof_tables::mixing::mixed`]
//! makes the choice a reproducible sample.

use std::collections::{BTreeMap, btree_map::Entry};

use serde::{Deserialize, Serialize};

/// Keeps the entries with the `limit` smallest keys, and of equal keys the smallest value, whatever
/// the order of insertion.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Smallest<K: Ord, V> {
    entries: BTreeMap<K, V>,
    #[serde(skip, default = "unlimited")]
    limit: usize,
}

/// Returns the limit of entries that were read: their number.
fn unlimited() -> usize {
    usize::MAX
}

impl<K: Ord + Clone, V: Ord> Smallest<K, V> {
    pub fn new(limit: usize) -> Smallest<K, V> {
        Smallest { entries: BTreeMap::new(), limit }
    }

    /// Returns whether `insert` may still keep an entry with this key, so that callers need not
    /// make a value that would be dropped.
    pub fn accepts(&self, key: &K) -> bool {
        self.entries.len() < self.limit
            || self.entries.last_key_value().is_some_and(|(last, _)| key <= last)
    }

    /// Returns the greatest kept key if the number of entries has reached the limit; entries with
    /// greater keys are not kept.
    pub fn last_key(&self) -> Option<&K> {
        let is_full = self.entries.len() >= self.limit;
        self.entries.last_key_value().filter(|_| is_full).map(|(last, _)| last)
    }

    pub fn insert(&mut self, key: K, value: V) {
        if !self.accepts(&key) {
            return;
        }
        match self.entries.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(value);
            }
            Entry::Occupied(mut entry) => {
                if value < *entry.get() {
                    entry.insert(value);
                }
            }
        }
        if self.entries.len() > self.limit {
            self.entries.pop_last();
        }
    }

    pub fn add(&mut self, other: Smallest<K, V>) {
        for (key, value) in other.entries {
            self.insert(key, value);
        }
    }

    /// Returns the entries, smallest key first.
    pub fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter()
    }

    /// Returns the entries, smallest key first.
    pub fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_insertion_does_not_matter() {
        let found: Vec<(u32, u32)> = (0..1000).map(|i| (i * 7919 % 100, i)).collect();
        let take = |order: Vec<&(u32, u32)>| {
            let mut smallest = Smallest::new(5);
            for &&(key, value) in &order {
                smallest.insert(key, value);
            }
            smallest.into_entries().collect::<Vec<_>>()
        };
        let forwards = take(found.iter().collect());
        assert_eq!(forwards, take(found.iter().rev().collect()));
        assert_eq!(forwards.iter().map(|e| e.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(forwards[1].1, found.iter().filter(|e| e.0 == 1).min().unwrap().1);
    }
}
