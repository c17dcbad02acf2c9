//! Solves the three-man endgames with a mate in them and writes their tables for embedding: packed
//! as a file, and as one byte per position for probes.

use std::{env, fs, path::Path};

use drawproof_board::Color;
use drawproof_generator::solve_closure;
use drawproof_tables::{
    Cell, Material, PlainTable, Value,
    file::{LEVEL_MAX, pack},
};

/// The endgames to embed; `src/embedded.rs` includes two files for each.
const EMBEDDED: [&str; 3] = ["KPK", "KRK", "KQK"];

/// Most bytes that the packed tables may add to a program.
const PACKED_BYTES_MAX: usize = 64 << 10;

/// The byte of a draw; `src/embedded.rs` names the same.
const DRAW: u8 = Cell::DRAW.file_byte();

/// The byte of a place that is no legal position: a distance that no position of three men has.
/// `src/embedded.rs` names the same.
const ILLEGAL: u8 = Cell::PLIES_MAX as u8;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let materials = EMBEDDED.map(|name| {
        let material: Material = name.parse().expect("an endgame name");
        material.normalise().0
    });
    let tables = solve_closure(&materials, &()).expect("three-man endgames can be solved");
    let folder = env::var_os("OUT_DIR").expect("cargo sets the output folder");
    let write = |name: String, bytes: &[u8]| {
        fs::write(Path::new(&folder).join(name), bytes).expect("the output folder is writable");
    };
    let mut packed_bytes = 0;
    for material in materials {
        let table = tables.get(material).expect("solve_closure returns every endgame given");
        let packed = pack(table, LEVEL_MAX);
        packed_bytes += packed.len();
        write(format!("{material}.dpt"), &packed);
        write(format!("{material}.values"), &values(table));
    }
    assert!(
        packed_bytes <= PACKED_BYTES_MAX,
        "the packed tables take {packed_bytes} bytes, at most {PACKED_BYTES_MAX}"
    );
}

/// Plies to mate by `[side to move][index]`, or [`DRAW`], or [`ILLEGAL`].
fn values(table: &PlainTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    for side in Color::ALL {
        bytes.extend((0..table.layout().count()).map(|index| {
            if !table.is_legal(side, index) {
                return ILLEGAL;
            }
            match table.value(side, index) {
                Value::Draw => DRAW,
                Value::Win(dtm) | Value::Loss(dtm) => {
                    let plies = u8::try_from(dtm.plies()).expect("the plies fit a byte");
                    assert!(
                        plies < ILLEGAL,
                        "{plies} plies collide with the byte of illegal places"
                    );
                    plies
                }
            }
        }));
    }
    bytes
}
