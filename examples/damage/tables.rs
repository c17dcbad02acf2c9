//! Damaged tables, and forged ones whose checksums are right.

use drawproof_board::Color;
use drawproof_tables::{
    Layout, Material, NormalMaterial, Placement, TableSet, Value,
    file::{Sides, Table, pack, pack_one_side},
    probe::ProbeError,
};
use twox_hash::XxHash3_64;

use crate::{Outcome, damage::damaged, random::Random};

/// The number of indices probed in a damaged table.
const PROBES: usize = 8;

/// Intact table files: with both sides to move, in both versions of the format, or with one side to
/// move.
pub struct Tables {
    files: Vec<Vec<u8>>,
    /// The values of the tables, and of those that captures and promotions lead to.
    solved: TableSet,
}

impl Tables {
    /// Makes intact files of the tables of some endgames, with both sides to move.
    pub fn of_both_sides(names: &[&str], solved: &TableSet) -> Tables {
        let packed = names.iter().flat_map(|name| {
            let bytes = pack(solved.get(material(name)).expect("it was solved"), 5);
            let version_1 =
                [&bytes[..8], &1_u32.to_le_bytes(), &bytes[12..24], &bytes[32..]].concat();
            [bytes, version_1]
        });
        Tables { files: packed.collect(), solved: solved.clone() }
    }

    /// Makes intact files of the tables of some endgames, with one side to move.
    pub fn of_one_side(names: &[&str], solved: &TableSet) -> Tables {
        let packed = names.iter().map(|name| {
            let table = solved.get(material(name)).expect("it was solved");
            let decided = drawproof_generator::decided_by_conversions(table, solved);
            let decided = decided.expect("all that it depends on was solved");
            pack_one_side(table, decided.each_ref().map(|side| &side[..]), 5, &|_| {})
        });
        Tables { files: packed.collect(), solved: solved.clone() }
    }

    /// Reads a damaged table. The values must be right until the damage is found, and finding it
    /// must be an error.
    pub fn damaged(&self, random: &mut Random) -> Result<Outcome, String> {
        let sound = random.file(&self.files);
        let bytes = damaged(sound, random.file(&self.files), random);
        let same = self.files.contains(&bytes);
        let Ok(table) = Table::new(&bytes[..], "damaged") else {
            return if same {
                Err("a sound table is refused".into())
            } else {
                Ok(Outcome::Refused)
            };
        };
        let sound = Table::new(sound, "sound").expect("it is sound");
        if (table.material(), table.sides()) != (sound.material(), sound.sides()) {
            let (material, sides) = (table.material(), table.sides());
            return Err(format!("a table of {material}, {sides:?}, instead"));
        }
        for _ in 0..PROBES {
            let index = random.below(table.layout().count());
            for side in Color::ALL {
                let expected = self.solved.get(table.material()).expect("it was solved");
                let expected = expected.probe(&placement(&table, side, index));
                match self.value(&table, side, index) {
                    Ok(value) if value != expected => {
                        return Err(format!("{value:?} at {index} instead of {expected:?}"));
                    }
                    _ => {}
                }
            }
        }
        match (table.verify_checksums(), same) {
            (Err(_), false) => Ok(Outcome::Refused),
            (Ok(()), true) => Ok(Outcome::Accepted),
            (Err(error), true) => Err(format!("a sound table is refused: {error}")),
            (Ok(()), false) => Err("the damage is not noticed".into()),
        }
    }

    /// Reads a forged table, which must be refused, or return the same values twice.
    pub fn forged(&self, random: &mut Random) -> Result<Outcome, String> {
        let sound = random.file(&self.files);
        let mut bytes = damaged(sound, random.file(&self.files), random);
        if random.below(4) == 0 {
            let name: &&str = random.one(&NAMES);
            bytes = with_name(sound, name, random).unwrap_or(bytes);
        }
        if random.below(8) == 0
            && let Some(sides) = bytes.get_mut(SIDES)
        {
            *sides = random.below(4) as u8;
        }
        let blocks = Table::new(sound, "sound").map_or(0, |table| table.blocks());
        seal(&mut bytes, blocks);
        let Ok(table) = Table::new(&bytes[..], "forged") else { return Ok(Outcome::Refused) };
        for _ in 0..PROBES {
            let index = random.below(table.layout().count());
            let side = *random.one(&Color::ALL);
            if let Ok(value) = self.value(&table, side, index)
                && self.value(&table, side, index).ok() != Some(value)
            {
                return Err(format!("two values at {index}"));
            }
        }
        let sound = table.blocks() > 4096 || table.verify().is_ok();
        Ok(if sound { Outcome::Accepted } else { Outcome::Refused })
    }

    /// Returns the value that a probe of the table finds at an index.
    fn value(
        &self,
        table: &Table<&[u8]>,
        side: Color,
        index: usize,
    ) -> Result<Option<Value>, ProbeError> {
        // The same as a probe of both sides to move, and without the position.
        if table.sides() == Sides::Both {
            let value = table.value(side, index);
            return value.map_err(|error| ProbeError::Unreadable(error.into()));
        }
        table.probe_among(&placement(table, side, index), &self.solved)
    }
}

/// Returns the position at an index of a table.
fn placement(table: &Table<&[u8]>, side: Color, index: usize) -> Placement {
    Placement::new(table.layout(), &table.layout().squares(index), side)
}

/// The offset of the sides to move in the prefix of version 2.
const SIDES: usize = 27;

/// Names for forged headers, some of endgames.
const NAMES: [&str; 14] = [
    "KRKR", "KK", "KQQQQK", "KPPPPK", "KPPKPP", "KRPKRP", "KQKKKK", "krk", "KRvK", "", "K",
    "KNNKNN", "KBKR", "KPKPP",
];

fn material(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().expect("an endgame name")
}

/// Returns the size of the prefix in bytes, by version.
fn prefix_bytes(bytes: &[u8]) -> Option<usize> {
    match bytes.get(8)? {
        1 => Some(24),
        2 => Some(32),
        _ => None,
    }
}

/// Renames the endgame in a table's header and adapts the number of blocks.
fn with_name(bytes: &[u8], name: &str, random: &mut Random) -> Option<Vec<u8>> {
    let prefix = prefix_bytes(bytes)?;
    let header_length = u32::from_le_bytes(*bytes.get(12..)?.first_chunk()?) as usize;
    let header = bytes.get(prefix..prefix + header_length)?;
    let blocks = name.parse::<Material>().ok().filter(|material| material.men() > 2).map(|found| {
        let layout = Layout::new(found.normalise().0);
        layout.count() >> (6 * layout.digits().min(2))
    });
    let mut forged = vec![name.len() as u8];
    forged.extend(name.as_bytes());
    forged.extend([
        *random.one(&[0, 1, 1, 1, 2]),
        *random.one(&[0, 0, 0, 1]),
        random.below(3) as u8,
    ]);
    for number in [blocks.unwrap_or(7) as u64, random.next() >> random.below(64)] {
        forged.push(253);
        forged.extend(number.to_le_bytes());
    }
    // The model follows the name, digits, side and two numbers of the intact header.
    let number_bytes = |first: u8| match first {
        251 => 3,
        252 => 5,
        253 => 9,
        _ => 1,
    };
    let mut place = 1 + usize::from(header[0]) + 3;
    place += number_bytes(*header.get(place)?);
    place += number_bytes(*header.get(place)?);
    forged.extend(header.get(place..)?);
    let mut table = bytes[..prefix].to_vec();
    table[12..16].copy_from_slice(&(forged.len() as u32).to_le_bytes());
    table.extend(forged);
    table.extend(&bytes[prefix + header_length..]);
    Some(table)
}

/// Corrects all checksums that the bytes have room for.
fn seal(bytes: &mut [u8], blocks: usize) -> Option<()> {
    let prefix = prefix_bytes(bytes)?;
    let length = u32::from_le_bytes(*bytes.get(12..)?.first_chunk()?) as usize;
    let header = bytes.get(prefix..prefix.checked_add(length)?)?;
    let sides = if prefix == 32 { u64::from(bytes[SIDES]) } else { 0 };
    let seed = sides << 33 | 1 << 32 | length as u64;
    let identity = XxHash3_64::oneshot_with_seed(seed, header);
    bytes[16..24].copy_from_slice(&identity.to_le_bytes());
    if prefix == 32 {
        let checksum = XxHash3_64::oneshot_with_seed(2, &bytes[..28]) as u32;
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
    }
    let index = prefix + length;
    let data = index + 6 * blocks + 12 * blocks.div_ceil(32);
    for group in 0..blocks.div_ceil(32) {
        let entries = 32.min(blocks - group * 32);
        let start = index + group * (32 * 6 + 12);
        let mut place = u64::from_le_bytes(*bytes.get(start..)?.first_chunk()?);
        for entry in 0..entries {
            let at = start + 8 + 6 * entry;
            let size = u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
            let end = place.saturating_add(size.into());
            let range = data.saturating_add(place as usize)..data.saturating_add(end as usize);
            if let Some(block) = bytes.get(range) {
                let seed = identity.wrapping_add(2 * (group * 32 + entry) as u64);
                let checksum = XxHash3_64::oneshot_with_seed(seed, block) as u32;
                bytes.get_mut(at + 2..at + 6)?.copy_from_slice(&checksum.to_le_bytes());
            }
            place = end;
        }
        let end = start + 8 + 6 * entries;
        let seed = identity.wrapping_add(2 * group as u64 + 1);
        let checksum = XxHash3_64::oneshot_with_seed(seed, bytes.get(start..end)?) as u32;
        bytes.get_mut(end..end + 4)?.copy_from_slice(&checksum.to_le_bytes());
    }
    Some(())
}
