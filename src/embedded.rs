//! The tables that are part of the program: KPK, KRK and KQK, exact distance to mate for both sides
//! to move. The build solves and packs them; here they are unpacked, once, at the first use.

use std::sync::{Arc, LazyLock};

use drawproof_tables::{NormalMaterial, PlainTable, TableSet, file::Table};

/// The tables as the build packed them.
pub const PACKED: [&[u8]; 3] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/KPK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KRK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KQK.dpt")),
];

static TABLES: LazyLock<TableSet> = LazyLock::new(|| {
    let mut tables = TableSet::new();
    for bytes in PACKED {
        let table = Table::new(bytes, "an embedded table").and_then(|table| table.load());
        tables.insert(Arc::new(table.expect("the build packed a sound table")));
    }
    tables
});

/// The embedded tables, unpacked.
pub fn tables() -> &'static TableSet {
    &TABLES
}

/// The embedded table of an endgame, if it is one of the three.
pub fn table(material: NormalMaterial) -> Option<&'static Arc<PlainTable>> {
    if material.get().men() > 3 {
        return None;
    }
    TABLES.get(material)
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
            for side in Color::ALL {
                assert_eq!(solved.legal(side), embedded.legal(side), "{name}");
                for index in (0..solved.layout().count()).filter(|&i| solved.is_legal(side, i)) {
                    assert_eq!(solved.value(side, index), embedded.value(side, index), "{name}");
                }
            }
        }
    }
}
