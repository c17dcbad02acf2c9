//! Writes the table of slider attacks as Rust source to `OUT_DIR`.

use std::{env, fmt::Write, fs, path::Path};

use cozy_chess_types::{
    BitBoard, SLIDING_MOVE_TABLE_SIZE, Square, get_bishop_moves_index, get_bishop_moves_slow,
    get_bishop_relevant_blockers, get_rook_moves_index, get_rook_moves_slow,
    get_rook_relevant_blockers,
};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut table = vec![0; SLIDING_MOVE_TABLE_SIZE];
    let rook = (get_rook_relevant_blockers, get_rook_moves_index, get_rook_moves_slow);
    let bishop = (get_bishop_relevant_blockers, get_bishop_moves_index, get_bishop_moves_slow);
    fill(&mut table, rook.0, rook.1, rook.2);
    fill(&mut table, bishop.0, bishop.1, bishop.2);

    let mut source = format!("static SLIDER_ATTACKS: [u64; {}] = [", table.len());
    for set in &table {
        write!(source, "{set},").expect("a string takes any text");
    }
    source.push_str("];\n");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = Path::new(&folder).join("slider_attacks.rs");
    fs::write(path, source).expect("OUT_DIR can be written");
}

/// Writes the attacks of one kind of slider for every square and every set of relevant blockers.
fn fill(
    table: &mut [u64],
    relevant_blockers: impl Fn(Square) -> BitBoard,
    index: impl Fn(Square, BitBoard) -> usize,
    attacks: impl Fn(Square, BitBoard) -> BitBoard,
) {
    for square in Square::ALL {
        for blockers in relevant_blockers(square).iter_subsets() {
            table[index(square, blockers)] = attacks(square, blockers).0;
        }
    }
}
