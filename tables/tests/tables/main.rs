//! Tests of table files: a table read equals the table written, and damage is always detected.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, OnceLock},
};

use drawproof_tables::{Material, NormalMaterial, file::pack};

mod allocation;
mod damage;
mod folder;
mod round_trip;
mod versions;

/// The endgame of that name.
fn material(name: &str) -> NormalMaterial {
    name.parse::<Material>().unwrap().normalise().0
}

/// The bytes of an endgame's table, solved and packed once for all tests.
fn packed(name: &str, level: u8) -> Vec<u8> {
    type Tables = HashMap<(NormalMaterial, u8), Arc<OnceLock<Vec<u8>>>>;
    static TABLES: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);
    let material = material(name);
    let table = TABLES.lock().unwrap().entry((material, level)).or_default().clone();
    let bytes = table.get_or_init(|| {
        let tables = drawproof_generator::solve_closure(&[material], &()).unwrap();
        pack(tables.get(material).unwrap(), level)
    });
    bytes.clone()
}
