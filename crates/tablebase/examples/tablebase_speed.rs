//! Times probes: warm (the block is in the cache, or the table in memory) and cold (the folder is
//! opened first).
//!
//!     cargo run --release -p drawproof-tablebase --example tablebase_speed -- [ENDGAME]...
//!
//! Solves the endgames (default KRKB and KPKP), writes them to a scratch folder, and prints a line
//! for each. A line has the median and the 99th percentile of three times: a warm probe of the file
//! and of the solved table, in nanoseconds, and a cold probe, in microseconds.

use std::{error::Error, hint::black_box, time::Instant};

use drawproof_board::Color;
use drawproof_generator::solve_closure;
use drawproof_tablebase::{Options, Position, Tablebase};
use drawproof_tables::{
    NormalMaterial, Placement, PlainTable,
    file::{Folder, LEVEL_DEFAULT, pack},
};

/// The number of warm probes per reading of the clock, because reading the clock takes longer than
/// a probe.
const BATCH: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut endgames: Vec<String> = std::env::args().skip(1).collect();
    if endgames.is_empty() {
        endgames = ["KRKB", "KPKP"].map(String::from).to_vec();
    }
    println!("endgame  file warm ns  p99   memory warm ns  p99   cold us   p99");
    for endgame in endgames {
        let material = endgame.parse::<NormalMaterial>()?;
        let scratch = tempfile::tempdir()?;
        let tables = solve_closure(&[material], &())?;
        let folder = Folder::new(scratch.path());
        let table = tables.get(material).ok_or("the endgame was solved")?;
        folder.write(&folder.lock(material)?, material, &pack(table, LEVEL_DEFAULT))?;
        let positions = positions(table, 100 * BATCH);
        let file = warm(&Tablebase::open(scratch.path())?, &positions)?;
        let memory = warm(&Options::new().solve_within(4 << 30).open()?, &positions)?;
        let cold = cold(scratch.path(), &positions)?;
        println!(
            "{material:7}  {:12.1} {:5.1}  {:14.1} {:5.1}  {:7.1} {:6.1}",
            percentile(&file, 50),
            percentile(&file, 99),
            percentile(&memory, 50),
            percentile(&memory, 99),
            percentile(&cold, 50) / 1000.0,
            percentile(&cold, 99) / 1000.0,
        );
    }
    Ok(())
}

/// Returns random legal positions, the same in every run; half of them have their colours reversed.
fn positions(table: &PlainTable, count: usize) -> Vec<Position> {
    let layout = table.layout();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let index = (seed >> 8) as usize % layout.count();
        let side = Color::ALL[(seed & 1) as usize];
        if !table.is_legal(side, index) {
            continue;
        }
        let placement = Placement::new(layout, &layout.squares(index), side);
        let placement = if seed & 2 == 0 { placement } else { placement.swapped() };
        let kinds = std::array::from_fn(|kind| placement.men[0][kind].0 | placement.men[1][kind].0);
        let colours = Color::ALL.map(|color| placement.colour(color).0);
        positions.push(Position::new(colours, kinds, placement.side_to_move == Color::White));
    }
    positions
}

/// Returns the mean time of a warm probe in nanoseconds, one figure per batch.
fn warm(tablebase: &Tablebase, positions: &[Position]) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut times = Vec::new();
    // The first rounds fill the cache and are not timed.
    for round in 0..8 {
        for batch in positions.chunks(BATCH) {
            let started = Instant::now();
            for position in batch {
                black_box(tablebase.probe(black_box(position))?);
            }
            if round > 2 {
                times.push(started.elapsed().as_nanos() as f64 / batch.len() as f64);
            }
        }
    }
    Ok(times)
}

/// Returns the times in nanoseconds of opening the folder and probing once.
fn cold(folder: &std::path::Path, positions: &[Position]) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut times = Vec::new();
    for position in positions.iter().step_by(positions.len() / 1000) {
        let started = Instant::now();
        black_box(Tablebase::open(folder)?.probe(position)?);
        times.push(started.elapsed().as_nanos() as f64);
    }
    Ok(times)
}

fn percentile(times: &[f64], percent: usize) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(sorted.len() - 1) * percent / 100]
}
