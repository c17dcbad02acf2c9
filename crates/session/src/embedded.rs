//! The tables that are part of the program: KPK, KRK and KQK, exact distances to mate for both
//! sides to move.
//!
//! The build script solves them. [`values`] answers single positions from one byte each, without any
//! work before the first answer; [`table`] and [`tables`] return whole tables, unpacked at the first
//! call.

use std::sync::{Arc, LazyLock};

use drawproof_tables::{
    Cell, Layout, Material, NormalMaterial, Placement, PlainTable, TableSet, Value, file::Table,
};

/// The endgames that are embedded.
pub const NAMES: [&str; 3] = ["KPK", "KRK", "KQK"];

/// The tables of [`NAMES`] as files.
pub const PACKED: [&[u8]; 3] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/KPK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KRK.dpt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KQK.dpt")),
];

/// The values of [`NAMES`] by `[side to move][index]`: plies to mate, [`DRAW`] or [`ILLEGAL`]. Bytes
/// that need no decoding, because decoding the packed blocks takes longer than the rest of a probe.
const BYTES: [&[u8]; 3] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/KPK.values")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KRK.values")),
    include_bytes!(concat!(env!("OUT_DIR"), "/KQK.values")),
];

/// The byte of a draw; the build script names the same.
const DRAW: u8 = Cell::DRAW.file_byte();

/// The byte of a place that is no legal position: a distance that no position of three men has. The
/// build script names the same.
const ILLEGAL: u8 = Cell::PLIES_MAX as u8;

/// The men of an embedded endgame.
const MEN: usize = 3;

/// The values of an embedded endgame.
pub struct EmbeddedValues {
    layout: Layout,
    /// By `[side to move][index]`.
    bytes: &'static [u8],
}

impl EmbeddedValues {
    fn new(number: usize) -> EmbeddedValues {
        let layout = Layout::new(MATERIALS[number]);
        assert_eq!(BYTES[number].len(), 2 * layout.count(), "the build wrote every position");
        EmbeddedValues { layout, bytes: BYTES[number] }
    }

    /// The value of a position with the endgame's men; `None` if it is illegal.
    pub fn probe(&self, placement: &Placement) -> Option<Value> {
        let index = placement.index(&self.layout)?;
        match self.bytes[placement.side_to_move as usize * self.layout.count() + index] {
            ILLEGAL => None,
            DRAW => Some(Value::Draw),
            plies => Some(Value::from_plies(plies.into())),
        }
    }
}

static MATERIALS: LazyLock<[NormalMaterial; 3]> = LazyLock::new(|| {
    NAMES.map(|name| name.parse::<Material>().expect("an endgame name").normalise().0)
});

static VALUES: [LazyLock<EmbeddedValues>; 3] = [
    LazyLock::new(|| EmbeddedValues::new(0)),
    LazyLock::new(|| EmbeddedValues::new(1)),
    LazyLock::new(|| EmbeddedValues::new(2)),
];

static UNPACKED: [LazyLock<Arc<PlainTable>>; 3] = [
    LazyLock::new(|| unpack(PACKED[0])),
    LazyLock::new(|| unpack(PACKED[1])),
    LazyLock::new(|| unpack(PACKED[2])),
];

static TABLES: LazyLock<TableSet> = LazyLock::new(|| {
    let mut tables = TableSet::new();
    UNPACKED.iter().for_each(|table| tables.insert(Arc::clone(table)));
    tables
});

/// The values of an endgame for single positions, if it is embedded.
pub fn values(material: NormalMaterial) -> Option<&'static EmbeddedValues> {
    number(material).map(|number| &*VALUES[number])
}

/// The whole table of an endgame, if it is embedded. The first call unpacks it.
pub fn table(material: NormalMaterial) -> Option<&'static Arc<PlainTable>> {
    number(material).map(|number| &*UNPACKED[number])
}

/// All embedded tables. The first call unpacks them.
pub fn tables() -> &'static TableSet {
    &TABLES
}

/// The place of an endgame in [`NAMES`].
fn number(material: NormalMaterial) -> Option<usize> {
    if material.get().men() != MEN {
        return None;
    }
    MATERIALS.iter().position(|&embedded| embedded == material)
}

fn unpack(bytes: &'static [u8]) -> Arc<PlainTable> {
    let table = Table::new(bytes, "an embedded table").and_then(|table| table.load());
    Arc::new(table.expect("the build packed a sound table"))
}

#[cfg(test)]
mod tests {
    use drawproof_board::Color;
    use drawproof_generator::solve_closure;

    use super::*;

    #[test]
    fn embedded_tables_equal_solved_ones_and_are_small() {
        assert!(PACKED.iter().map(|bytes| bytes.len()).sum::<usize>() <= 64 << 10);
        for material in *MATERIALS {
            let solved = solve_closure(&[material], &()).unwrap();
            let (solved, embedded) = (solved.get(material).unwrap(), table(material).unwrap());
            let (values, layout) = (values(material).unwrap(), solved.layout());
            for side in Color::ALL {
                assert_eq!(solved.legal(side), embedded.legal(side), "{material}");
                for index in 0..layout.count() {
                    let placement = Placement::new(layout, &layout.squares(index), side);
                    assert_eq!(values.probe(&placement), solved.probe(&placement), "{material}");
                    if solved.is_legal(side, index) {
                        assert_eq!(solved.value(side, index), embedded.value(side, index));
                    }
                }
            }
        }
    }
}
