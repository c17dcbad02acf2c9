//! Solves the three-man endgames with a mate in them and packs their tables for embedding.

use std::{env, fs, path::Path};

use drawproof_generator::solve_closure;
use drawproof_tables::{
    Material,
    file::{LEVEL_MAX, pack},
};

/// The endgames that are embedded; `src/embedded.rs` names the same.
const EMBEDDED: [&str; 3] = ["KPK", "KRK", "KQK"];

/// Most bytes that the embedded tables may add to the program.
const BYTES_MAX: usize = 64 << 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let materials = EMBEDDED.map(|name| {
        let material: Material = name.parse().expect("the name of an endgame");
        material.normalise().0
    });
    let tables = solve_closure(&materials, &()).expect("three men can be solved");
    let folder = env::var_os("OUT_DIR").expect("cargo names a folder for output");
    let mut bytes = 0;
    for material in materials {
        let table = tables.get(material).expect("it was solved");
        let packed = pack(table, LEVEL_MAX);
        bytes += packed.len();
        let path = Path::new(&folder).join(format!("{material}.dpt"));
        fs::write(&path, packed).expect("the output folder can be written");
    }
    assert!(bytes <= BYTES_MAX, "the embedded tables take {bytes} bytes, at most {BYTES_MAX}");
}
