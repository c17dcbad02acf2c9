//! Probing the embedded tables: unpacking once, then single positions.

use divan::{Bencher, black_box};
use drawproof_board::{Board, Color};
use drawproof_session::embedded::{self, NAMES};
use drawproof_tables::{Material, NormalMaterial, Placement, file::Table, probe::probe};

fn main() {
    divan::main();
}

fn material(name: &str) -> NormalMaterial {
    name.parse::<Material>().expect("an endgame").normalise().0
}

/// Legal positions of an endgame, in an order without pattern.
fn positions(name: &str) -> Vec<Placement> {
    let table = embedded::table(material(name)).expect("it is embedded");
    let count = table.layout().count();
    let mut index = 1;
    let mut positions = Vec::new();
    while positions.len() < 4096 {
        index = (index * 48271 + 11) % count;
        let side = if index % 2 == 0 { Color::White } else { Color::Black };
        if table.is_legal(side, index) {
            positions.push(Placement::new(table.layout(), &table.layout().squares(index), side));
        }
    }
    positions
}

/// All three tables from their packed bytes, as at the first use.
#[divan::bench(sample_count = 20)]
fn unpack_all() -> usize {
    let load = |bytes| Table::new(bytes, "embedded").and_then(|t| t.load()).expect("sound");
    embedded::PACKED.map(|bytes| load(bytes).layout().count()).iter().sum()
}

/// One position given by its men, 4,096 positions an iteration.
#[divan::bench(args = NAMES)]
fn probe_placement(bencher: Bencher, name: &str) {
    let positions = positions(name);
    let values = embedded::values(material(name)).expect("it is embedded");
    bencher.counter(divan::counter::ItemsCount::new(positions.len())).bench(|| {
        for placement in &positions {
            black_box(values.probe(black_box(placement)));
        }
    });
}

/// One position given as a board, through the probe that knows en passant and colours.
#[divan::bench(args = NAMES)]
fn probe_board(bencher: Bencher, name: &str) {
    let boards: Vec<Board> = positions(name).iter().filter_map(Placement::to_board).collect();
    bencher.counter(divan::counter::ItemsCount::new(boards.len())).bench(|| {
        for board in &boards {
            black_box(probe(black_box(board), embedded::tables()).expect("it is embedded"));
        }
    });
}
