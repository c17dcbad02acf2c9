//! Solves the three-man endgames in which mate is possible, and packs their tables so that the
//! command can embed them. Also passes the build target to the command.

use std::{env, fs, path::Path};

use drawproof_generator::solve_closure;
use drawproof_tables::{
    Material, ThreeMen,
    file::{LEVEL_MAX, pack},
};

/// The most bytes that the packed tables may add to the program.
const PACKED_BYTES_MAX: usize = 64 << 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TARGET={}", env::var("TARGET").expect("cargo sets the target"));
    let materials = ThreeMen::NAMES.map(|name| {
        let material: Material = name.parse().expect("an endgame name");
        material.normalise().0
    });
    let tables = solve_closure(&materials, &()).expect("three-man endgames can be solved");
    let folder = env::var_os("OUT_DIR").expect("cargo sets the output folder");
    let mut packed_bytes = 0;
    for material in materials {
        let table = tables.get(material).expect("solve_closure returns every endgame given");
        let packed = pack(table, LEVEL_MAX);
        packed_bytes += packed.len();
        fs::write(Path::new(&folder).join(format!("{material}.dpt")), &packed)
            .expect("the output folder is writable");
    }
    assert!(
        packed_bytes <= PACKED_BYTES_MAX,
        "the packed tables take {packed_bytes} bytes, at most {PACKED_BYTES_MAX}"
    );
}
