//! Solves the three-man endgames with a mate in them and packs their tables for embedding.

use std::{env, fs, path::Path};

use drawproof_generator::solve_closure;
use drawproof_tables::{
    Material,
    file::{LEVEL_MAX, pack},
};

/// The endgames to embed; `src/embedded.rs` includes one file for each.
const EMBEDDED: [&str; 3] = ["KPK", "KRK", "KQK"];

/// Most bytes that the embedded tables may add to a program.
const BYTES_MAX: usize = 64 << 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let materials = EMBEDDED.map(|name| {
        let material: Material = name.parse().expect("an endgame name");
        material.normalise().0
    });
    let tables = solve_closure(&materials, &()).expect("three-man endgames can be solved");
    let folder = env::var_os("OUT_DIR").expect("cargo sets the output folder");
    let mut bytes = 0;
    for material in materials {
        let table = tables.get(material).expect("solve_closure returns every endgame given");
        let packed = pack(table, LEVEL_MAX);
        bytes += packed.len();
        let path = Path::new(&folder).join(format!("{material}.dpt"));
        fs::write(&path, packed).expect("the output folder is writable");
    }
    assert!(bytes <= BYTES_MAX, "the embedded tables take {bytes} bytes, at most {BYTES_MAX}");
}
