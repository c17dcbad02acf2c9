//! Times probes of a table file: warm (the block is cached) and cold (the file is opened first).
//!
//!     cargo run --release -p drawproof-tables --example probe_speed -- [--mapped] FOLDER ENDGAME...
//!
//! With `--mapped` the files are mapped, which the program does not do. Missing files are generated first. Prints a line for each endgame: nanoseconds for a warm probe and
//! microseconds for opening and one probe, median and 99th percentile.

use std::{error::Error, hint::black_box, time::Instant};

use drawproof_board::Color;
use drawproof_tables::{
    Layout, Material, NormalMaterial, Placement, TableSet,
    file::{FileBytes, Folder, LEVEL_DEFAULT, Table, pack},
};

/// Warm probes per reading of the clock, which takes longer than a probe.
const BATCH: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let is_mapped = args.next_if_eq("--mapped").is_some();
    let folder = args.next().ok_or("usage: probe_speed [--mapped] FOLDER ENDGAME...")?;
    let folder = Files { folder: Folder::new(folder), is_mapped };
    println!(
        "endgame  warm median ns  warm p99 ns  cold median us  cold p99 us  of that opening us"
    );
    for name in args {
        let material = name.parse::<Material>()?.normalise().0;
        if !folder.folder.file(material).exists() {
            let tables: TableSet = drawproof_generator::solve_closure(&[material], &())?;
            let bytes = pack(tables.get(material).expect("just solved"), LEVEL_DEFAULT);
            let folder = &folder.folder;
            folder.write(&folder.lock(material)?, material, &bytes)?;
        }
        let positions = positions(material, 200 * BATCH);
        let warm = warm(&folder, material, &positions)?;
        let cold = cold(&folder, material, &positions)?;
        let opening = opening(&folder, material)?;
        println!(
            "{material:7}  {:14.1}  {:11.1}  {:14.1}  {:11.1}  {:18.1}",
            percentile(&warm, 50),
            percentile(&warm, 99),
            percentile(&cold, 50) / 1000.0,
            percentile(&cold, 99) / 1000.0,
            percentile(&opening, 50) / 1000.0
        );
    }
    Ok(())
}

/// Table files, and how they are opened.
struct Files {
    folder: Folder,
    is_mapped: bool,
}

impl Files {
    #[expect(unsafe_code, reason = "a file is mapped")]
    fn open(&self, material: NormalMaterial) -> Result<Table<FileBytes>, Box<dyn Error>> {
        if !self.is_mapped {
            return Ok(self.folder.open(material)?);
        }
        // SAFETY: whoever measures does not change the files meanwhile.
        let bytes = unsafe { FileBytes::map(&self.folder.file(material)) }?;
        Ok(Table::new(bytes, material.to_string())?)
    }
}

/// Random legal positions of the whole board, the same in every run.
fn positions(material: NormalMaterial, count: usize) -> Vec<Placement> {
    let layout = Layout::new(material);
    let mut seed = 0x9e3779b97f4a7c15_u64;
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let index = (seed >> 8) as usize % layout.count();
        let side = Color::ALL[(seed & 1) as usize];
        let squares = layout.squares(index);
        let images = layout.images(index >> (6 * layout.digits()));
        let image = images[(seed >> 1) as usize % 4 % images.len()];
        let moved: Vec<_> = squares.iter().map(|&square| image.square(square)).collect();
        let placement = Placement::new(&layout, &moved, side);
        positions.extend(legal(&placement).then_some(placement));
    }
    positions
}

fn legal(placement: &Placement) -> bool {
    let mut builder = drawproof_board::BoardBuilder::empty();
    builder.side_to_move = placement.side_to_move;
    let mut men = 0;
    for color in Color::ALL {
        for piece in drawproof_board::Piece::ALL {
            for square in placement.men[color as usize][piece as usize] {
                builder.board[square as usize] = Some((piece, color));
                men += 1;
            }
        }
    }
    builder.build().is_ok_and(|board| board.occupied().len() == men)
}

/// Nanoseconds for a probe, by batch.
fn warm(
    folder: &Files,
    material: NormalMaterial,
    positions: &[Placement],
) -> Result<Vec<f64>, Box<dyn Error>> {
    let table = folder.open(material)?;
    let mut times = Vec::new();
    // The first round fills the cache and is not timed.
    for round in 0..6 {
        for batch in positions.chunks(BATCH) {
            let started = Instant::now();
            for placement in batch {
                black_box(table.probe(placement)?);
            }
            if round > 0 {
                times.push(started.elapsed().as_nanos() as f64 / batch.len() as f64);
            }
        }
    }
    Ok(times)
}

/// Nanoseconds for opening the file and one probe.
fn cold(
    folder: &Files,
    material: NormalMaterial,
    positions: &[Placement],
) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut times = Vec::new();
    for placement in positions.iter().step_by(positions.len() / 2000) {
        let started = Instant::now();
        black_box(folder.open(material)?.probe(placement)?);
        times.push(started.elapsed().as_nanos() as f64);
    }
    Ok(times)
}

/// Nanoseconds for opening the file.
fn opening(folder: &Files, material: NormalMaterial) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..500 {
        let started = Instant::now();
        black_box(folder.open(material)?);
        times.push(started.elapsed().as_nanos() as f64);
    }
    Ok(times)
}

fn percentile(times: &[f64], percent: usize) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(sorted.len() - 1) * percent / 100]
}
