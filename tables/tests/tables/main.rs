//! Tests of table files: a table read equals the table written, and damage is always detected.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, OnceLock},
};

use drawproof_board::Color;
use drawproof_tables::{
    NormalMaterial, TableMemory, TableSet, Width,
    file::{SliceValues, Table, head_of_slices, pack, pack_one_side, pack_slice},
};

mod allocation;
mod damage;
mod folder;
mod one_side;
mod parts;
mod round_trip;
mod shelf;
mod versions;
mod windows;

/// Returns the endgame with this name.
fn material(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}

/// All 35 tables of three and four men.
static SMALL: LazyLock<TableSet> = LazyLock::new(|| {
    let all: Vec<_> = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect();
    drawproof_generator::solve_closure(&all, &()).unwrap()
});

/// Packs the table of an endgame of three or four men, once for all tests.
fn packed(name: &str, level: u8) -> Vec<u8> {
    type Tables = HashMap<(NormalMaterial, u8), Arc<OnceLock<Vec<u8>>>>;
    static TABLES: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);
    let material = material(name);
    let table = TABLES.lock().unwrap().entry((material, level)).or_default().clone();
    let bytes = table.get_or_init(|| pack(SMALL.get(material).unwrap(), level));
    bytes.clone()
}

/// Packs a table with pawns slice by slice.
fn packed_by_slices(name: &str, level: u8) -> Vec<u8> {
    let table = Table::new(packed(name, level), name).unwrap().load().unwrap();
    let (layout, metric) = (table.layout(), table.metric());
    let slices = (0..layout.slices().len()).map(|slice| {
        let memory = &mut TableMemory { far: None, ..TableMemory::of_slice(layout) };
        for side in Color::ALL {
            memory.cells[side as usize].copy_from_slice(table.part(side, slice).cells);
        }
        pack_slice(&SliceValues { layout, metric, slice, memory }, level, &|_| {})
    });
    let slices: Vec<Vec<u8>> = slices.collect();
    let sizes = slices.iter().map(|bytes| bytes.len() as u64).collect();
    let mut bytes = head_of_slices(table.material(), (metric, Width::One), sizes);
    slices.into_iter().for_each(|slice| bytes.extend(slice));
    bytes
}

/// Packs a solved table with one side to move. `tables` has the tables that it was solved from.
fn packed_one_side(material: NormalMaterial, tables: &TableSet, level: u8) -> Vec<u8> {
    let table = tables.get(material).unwrap();
    let decided = drawproof_generator::decided_by_conversions(table, tables).unwrap();
    pack_one_side(table, decided.each_ref().map(|side| &side[..]), level, &|_| {})
}
