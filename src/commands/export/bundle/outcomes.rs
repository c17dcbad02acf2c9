//! Outcomes of a bundle: two sets of squares a block, wins and losses, each different set once.

use std::collections::HashMap;

use drawproof_tables::{Value, parallel::map};

use super::{
    super::code::Array,
    emit::Values,
    shape::{Block, Blocks},
};

/// Sets that a set is compared with, the last ones.
const COMPARED: usize = 1 << 12;

/// Different sets.
#[derive(Default)]
struct Sets {
    /// The squares in each set, and the squares for which this is known; all other squares may be
    /// in the set or not.
    sets: Vec<(u64, u64)>,
    seen: HashMap<(u64, u64), u64>,
}

/// Encodes the results of all endgames: the sets of won and of lost positions in each block.
pub fn values(endgames: &[Blocks]) -> Values {
    let mut sets = Sets::default();
    let (mut wins, mut losses) = (Vec::new(), Vec::new());
    let (mut sides, mut bytes) = (Vec::new(), Vec::new());
    for endgame in endgames {
        let (mut own, before) = (Vec::new(), (sets.sets.len(), wins.len()));
        for &side in &endgame.sides {
            own.push(vec![wins.len() as u64]);
            for block in map(endgame.count(), |number| endgame.block(number, side)) {
                wins.push(sets.number(&block, |value| matches!(value, Value::Win(_))));
                losses.push(sets.number(&block, |value| matches!(value, Value::Loss(_))));
            }
        }
        sides.push(own);
        bytes.push(8 * (sets.sets.len() - before.0) + 4 * (wins.len() - before.1));
    }
    let numbers = sets.sets.iter().map(|&(set, _)| set).collect();
    Values {
        columns: &["FIRST"],
        sides,
        bytes,
        constants: Vec::new(),
        arrays: vec![
            Array::narrow("WINS", wins),
            Array::narrow("LOSSES", losses),
            Array::new("SETS", 64, numbers),
        ],
    }
}

impl Sets {
    /// Returns the number of a set that has the squares of Black's king where `is_in` holds.
    fn number(&mut self, block: &Block, is_in: impl Fn(Value) -> bool) -> u64 {
        let (mut set, mut known) = (0, 0);
        for (square, value) in block.values.iter().enumerate() {
            known |= u64::from(value.is_some()) << square;
            set |= u64::from(value.is_some_and(&is_in)) << square;
        }
        let Sets { sets, seen } = self;
        *seen.entry((set, known)).or_insert_with(|| {
            let agrees = |other: &(u64, u64)| (other.0 ^ set) & other.1 & known == 0;
            let found = sets.iter().rev().take(COMPARED).position(agrees);
            let number = found.map_or(sets.len(), |back| sets.len() - 1 - back);
            if number == sets.len() {
                sets.push((0, 0));
            }
            sets[number].0 |= set;
            sets[number].1 |= known;
            number as u64
        })
    }
}
