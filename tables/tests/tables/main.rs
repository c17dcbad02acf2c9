//! Tests of table files: a table read equals the table written, and damage is always detected.

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

/// The bytes of an endgame's table.
fn packed(name: &str, level: u8) -> Vec<u8> {
    let material = material(name);
    let tables = drawproof_generator::solve_closure(&[material], &()).unwrap();
    pack(tables.get(material).unwrap(), level)
}
