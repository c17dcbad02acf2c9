//! What tells tables of one name apart: hashes of their values.

use std::{collections::BTreeMap, sync::Arc};

use drawproof_board::Color;
use drawproof_tables::{
    Layout, Metric, NormalMaterial, Placement, TableSource, mixing::mixed, probe::ProbeError,
};

use super::TableError;

/// The words of 64 positions that are hashed for each side to move.
const WORDS: u64 = 64;

/// The hashes of the tables that results come from, in hexadecimal digits, by the name of the
/// tables' metric. Empty for runs saved by versions that stored no hashes.
pub type TableHashes = BTreeMap<String, String>;

/// Returns the hash of the values of an endgame at positions that are spread over its table. It is
/// the same for a table that was solved and for its file, however that is compressed.
///
/// # Errors
///
/// Fails if a value cannot be read.
pub(crate) fn hash_of(
    tables: &dyn TableSource,
    material: NormalMaterial,
) -> Result<(String, String), TableError> {
    // Helpmates have two values.
    let of_helpmates = match tables.metric() {
        Metric::Helpmate => Some(tables.table(material)?),
        _ => None,
    };
    // One more, so that a draw differs from every number.
    let coded = |number: Option<u16>| number.map_or(0, |number| u64::from(number) + 1);
    let layout = Arc::new(Layout::new(material));
    let mut hash = mixed(layout.count() as u64);
    for side in Color::ALL {
        for number in 0..WORDS {
            let word = (mixed(number) % layout.words() as u64) as usize;
            for index in word * 64..word * 64 + 64 {
                let placement = Placement::new(&layout, &layout.squares(index), side);
                let number = match &of_helpmates {
                    Some(table) => match table.probe_helpmates(&placement) {
                        Some([white, black]) => coded(white) << 16 | coded(black),
                        None => continue,
                    },
                    None => match tables.value(material, &placement) {
                        Ok(value) => coded(value.number()),
                        Err(ProbeError::Illegal(_)) => continue,
                        Err(error) => return Err(error.into()),
                    },
                };
                hash = mixed(hash ^ mixed(index as u64) ^ number);
            }
        }
    }
    Ok((tables.metric().name().to_owned(), format!("{hash:016x}")))
}

/// Returns the first metric for which two sets of tables have different hashes; `None` if there is
/// no such metric.
pub(crate) fn conflict<'a>(one: &'a TableHashes, other: &TableHashes) -> Option<&'a str> {
    let differs = |(metric, hash): &(&String, &String)| {
        other.get(*metric).is_some_and(|of_other| of_other != *hash)
    };
    one.iter().find(differs).map(|(metric, _)| metric.as_str())
}
