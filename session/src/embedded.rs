//! The tables that are part of the program: KPK, KRK and KQK, exact distances to mate for both
//! sides to move.
//!
//! The build script solves and packs them. A single position is decoded from the packed bytes
//! ([`packed`]); whoever needs all values unpacks a whole table once ([`table`], [`tables`]).

use std::sync::{Arc, LazyLock};

use drawproof_tables::{NormalMaterial, PlainTable, TableSet, file::Table};

/// The bytes of the tables as the build script packed them.
pub const PACKED: [&[u8]; 3] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/KPK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KRK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KQK.dpt")),
];

/// The men of an embedded endgame.
const MEN: usize = 3;

/// A table that decodes single positions from embedded bytes.
pub type PackedTable = Table<&'static [u8]>;

static OPENED: LazyLock<[PackedTable; 3]> = LazyLock::new(|| {
    PACKED.map(|bytes| Table::new(bytes, "an embedded table").expect("the build packed it"))
});

static UNPACKED: [LazyLock<Arc<PlainTable>>; 3] = [
    LazyLock::new(|| unpack(&OPENED[0])),
    LazyLock::new(|| unpack(&OPENED[1])),
    LazyLock::new(|| unpack(&OPENED[2])),
];

static TABLES: LazyLock<TableSet> = LazyLock::new(|| {
    let mut tables = TableSet::new();
    UNPACKED.iter().for_each(|table| tables.insert(Arc::clone(table)));
    tables
});

/// The packed table of an endgame, if it is embedded.
pub fn packed(material: NormalMaterial) -> Option<&'static PackedTable> {
    number(material).map(|number| &OPENED[number])
}

/// All values of an endgame, if it is embedded. The first call unpacks them.
pub fn table(material: NormalMaterial) -> Option<&'static Arc<PlainTable>> {
    number(material).map(|number| &*UNPACKED[number])
}

/// All embedded tables with all their values. The first call unpacks them.
pub fn tables() -> &'static TableSet {
    &TABLES
}

/// The place of an endgame in [`PACKED`].
fn number(material: NormalMaterial) -> Option<usize> {
    if material.get().men() != MEN {
        return None;
    }
    OPENED.iter().position(|table| table.material() == material)
}

fn unpack(table: &PackedTable) -> Arc<PlainTable> {
    Arc::new(table.load().expect("the build packed a sound table"))
}

#[cfg(test)]
mod tests {
    use cozy_chess::Color;
    use drawproof_generator::solve_closure;
    use drawproof_tables::Material;

    use super::*;

    #[test]
    fn embedded_tables_are_what_the_generator_makes_and_small() {
        assert!(PACKED.iter().map(|bytes| bytes.len()).sum::<usize>() <= 64 << 10);
        for name in ["KPK", "KRK", "KQK"] {
            let material = name.parse::<Material>().unwrap().normalise().0;
            let solved = solve_closure(&[material], &()).unwrap();
            let (solved, embedded) = (solved.get(material).unwrap(), table(material).unwrap());
            let packed = packed(material).unwrap();
            for side in Color::ALL {
                assert_eq!(solved.legal(side), embedded.legal(side), "{name}");
                for index in (0..solved.layout().count()).filter(|&i| solved.is_legal(side, i)) {
                    let value = solved.value(side, index);
                    assert_eq!(value, embedded.value(side, index), "{name}");
                    assert_eq!(packed.value(side, index).unwrap(), Some(value), "{name}");
                }
            }
        }
    }
}
