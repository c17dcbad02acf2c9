//! One of several shards that a long piece of work is divided into.

use std::{fmt, ops::Range, str::FromStr};

use serde::{Deserialize, Serialize};

/// One of the shards into which work is divided, given by its number and the number of all shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    number: u32,
    count: u32,
}

/// The error returned for a text that is not a shard in the form `I/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a shard as I/N, such as 1/8: the first of eight; at most 100000 shards")]
pub struct ShardError;

/// Work of one kind: items of the same weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The number of items.
    pub items: u64,
    /// The weight of each item; at least 1.
    pub weight: u64,
}

impl Shard {
    /// The maximum number of shards.
    pub const COUNT_MAX: u32 = 100_000;

    /// Returns shard `number` of `count`, counting from 1; `None` if there is no such shard.
    pub fn new(number: u32, count: u32) -> Option<Shard> {
        let exists = (1..=count).contains(&number) && count <= Shard::COUNT_MAX;
        exists.then_some(Shard { number, count })
    }

    /// Returns the number of the shard, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Returns the range of items that this shard processes, out of `items` items numbered from 0.
    pub fn range(self, items: u64) -> Range<u64> {
        self.ranges(&[Work { items, weight: 1 }]).pop().expect("one for each kind of work")
    }

    /// Returns the range of items that this shard processes, for each kind of `work`. Shards cut
    /// the sequence of all items into ranges of about the same weight, so one shard has items of
    /// few kinds.
    pub fn ranges(self, work: &[Work]) -> Vec<Range<u64>> {
        let weight = |it: &Work| u128::from(it.items) * u128::from(it.weight);
        let total: u128 = work.iter().map(weight).sum();
        let cut = |shard: u32| (total * u128::from(shard)).div_ceil(u128::from(self.count));
        let (begin, end) = (cut(self.number - 1), cut(self.number));
        let mut before = 0;
        let mut ranges = Vec::new();
        for it in work {
            // The first item that begins at or after a cut.
            let from = |cut: u128| {
                let item = cut.saturating_sub(before).div_ceil(u128::from(it.weight.max(1)));
                u64::try_from(item).map_or(it.items, |item| item.min(it.items))
            };
            ranges.push(from(begin)..from(end));
            before += weight(it);
        }
        ranges
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (number, count) = text.split_once('/').ok_or(ShardError)?;
        let parse = |text: &str| text.trim().parse().map_err(|_| ShardError);
        Shard::new(parse(number)?, parse(count)?).ok_or(ShardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_shard_and_shards_weigh_alike() {
        let pieces = [(7, 4), (0, 1), (1000, 1), (3, 4), (1, 1)];
        let work = pieces.map(|(items, weight)| Work { items, weight });
        for count in [1, 2, 3, 7, 50, 2000] {
            let mut next = vec![0; work.len()];
            for number in 1..=count {
                let shard = Shard::new(number, count).unwrap();
                let mut weight = 0;
                for ((range, next), it) in shard.ranges(&work).into_iter().zip(&mut next).zip(work)
                {
                    assert!(range.is_empty() || range.start == *next);
                    *next += range.end - range.start;
                    weight += (range.end - range.start) * it.weight;
                }
                assert!(weight <= 1041_u64.div_ceil(count.into()) + 4);
            }
            assert_eq!(next, work.map(|it| it.items));
        }
    }

    #[test]
    fn a_shard_is_written_as_its_number_and_the_count() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        for wrong in ["", "3", "0/8", "9/8", "1/0", "1/100001", "-1/2", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
