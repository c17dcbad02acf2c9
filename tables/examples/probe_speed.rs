//! Times probes of a table file: warm (the block is cached) and cold (the file is opened first).
//!
//!     cargo run --release -p drawproof-tables --example probe_speed -- [--mapped] [--one] FOLDER ENDGAME...
//!
//! With `--mapped`, the files are mapped, which the program does not do. With `--one`, they hold
//! one side to move, and a cold probe opens every file that it needs. Missing files are generated
//! first. Prints a line for each endgame with the median and the 99th percentile of three times: a
//! warm probe of a new position and of a repeated one, in nanoseconds, and opening with one probe,
//! in microseconds.

use std::{
    cell::RefCell, collections::BTreeMap, error::Error, hint::black_box, rc::Rc, time::Instant,
};

use drawproof_board::Color;
use drawproof_tables::{
    Layout, Metric, NormalMaterial, Placement, TableSet, Value,
    file::{FileBytes, Folder, LEVEL_DEFAULT, Table, pack, pack_one_side},
    probe::{ProbeError, Values},
};

/// Warm probes per reading of the clock, because reading the clock takes longer than a probe.
const BATCH: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let is_mapped = args.next_if_eq("--mapped").is_some();
    let has_one_side = args.next_if_eq("--one").is_some();
    let folder = args.next().ok_or("usage: probe_speed [--mapped] [--one] FOLDER ENDGAME...")?;
    let folder = Files { folder: Folder::new(folder), is_mapped };
    println!(
        "endgame  first median ns  first p99 ns  warm median ns  warm p99 ns  cold median us  cold mean us  cold p99 us  of that opening us"
    );
    for name in args {
        let material = name.parse::<NormalMaterial>()?;
        folder.make(material, has_one_side)?;
        // With five men most probes decode a block, because the cache holds only a few of all
        // blocks.
        let batches = if material.get().men() > 4 { 4 } else { 200 };
        let positions = positions(material, batches * BATCH);
        let [first, warm] = warm(&folder, material, &positions)?;
        let cold = cold(&folder, material, &positions)?;
        let opening = opening(&folder, material)?;
        println!(
            "{material:7}  {:15.1}  {:12.1}  {:14.1}  {:11.1}  {:14.1}  {:12.1}  {:11.1}  {:18.1}",
            percentile(&first, 50),
            percentile(&first, 99),
            percentile(&warm, 50),
            percentile(&warm, 99),
            percentile(&cold, 50) / 1000.0,
            cold.iter().sum::<f64>() / cold.len() as f64 / 1000.0,
            percentile(&cold, 99) / 1000.0,
            percentile(&opening, 50) / 1000.0
        );
    }
    Ok(())
}

/// A folder of table files, and how to open them.
struct Files {
    folder: Folder,
    is_mapped: bool,
}

impl Files {
    /// Makes the file of an endgame if it is missing; with one side to move, also the files that it
    /// depends on.
    fn make(&self, material: NormalMaterial, has_one_side: bool) -> Result<(), Box<dyn Error>> {
        let wanted = if has_one_side { material.closure() } else { vec![material] };
        let folder = &self.folder;
        let missing: Vec<_> = wanted.into_iter().filter(|&m| !folder.file(m).exists()).collect();
        let tables: TableSet = drawproof_generator::solve_closure(&missing, &())?;
        for material in missing {
            let table = tables.get(material).expect("just solved");
            let bytes = if has_one_side {
                let decided = drawproof_generator::decided_by_conversions(table, &tables)?;
                let decided = decided.each_ref().map(|side| &side[..]);
                pack_one_side(table, decided, LEVEL_DEFAULT, &|_| {})
            } else {
                pack(table, LEVEL_DEFAULT)
            };
            folder.write(&folder.lock(material)?, material, &bytes)?;
        }
        Ok(())
    }

    #[expect(unsafe_code, reason = "a file is mapped")]
    fn open(&self, material: NormalMaterial) -> Result<Table<FileBytes>, Box<dyn Error>> {
        if !self.is_mapped {
            return Ok(self.folder.open(material)?);
        }
        // SAFETY: nobody changes the files during the measurement.
        let bytes = unsafe { FileBytes::map(&self.folder.file(material)) }?;
        Ok(Table::new(bytes, material.to_string())?)
    }
}

/// The tables of a folder, opened as they are needed.
struct Opened<'f> {
    files: &'f Files,
    tables: RefCell<BTreeMap<NormalMaterial, Rc<Table<FileBytes>>>>,
}

impl<'f> Opened<'f> {
    fn new(files: &'f Files) -> Opened<'f> {
        Opened { files, tables: RefCell::default() }
    }

    fn table(&self, material: NormalMaterial) -> Result<Rc<Table<FileBytes>>, Box<dyn Error>> {
        if let Some(table) = self.tables.borrow().get(&material) {
            return Ok(table.clone());
        }
        let table = Rc::new(self.files.open(material)?);
        self.tables.borrow_mut().insert(material, table.clone());
        Ok(table)
    }
}

impl Values for Opened<'_> {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let table = self
            .table(material)
            .map_err(|error| ProbeError::Unreadable(error.to_string().into()))?;
        table.probe_among(placement, self)?.ok_or(ProbeError::Illegal(material))
    }
}

/// Returns random legal positions of the whole board, the same in every run.
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

/// Returns the nanoseconds of a probe of a cached block, one figure per batch: of new positions and
/// of repeated ones.
fn warm(
    folder: &Files,
    material: NormalMaterial,
    positions: &[Placement],
) -> Result<[Vec<f64>; 2], Box<dyn Error>> {
    let opened = Opened::new(folder);
    let table = opened.table(material)?;
    let mut times = [Vec::new(), Vec::new()];
    // The first half of the positions fills the block cache; then all blocks are rebuilt once.
    let (before, first) = positions.split_at(positions.len() / 2);
    let probe = |positions: &[Placement], times: Option<&mut Vec<f64>>| {
        let mut found = Vec::new();
        for batch in positions.chunks(BATCH) {
            let started = Instant::now();
            for placement in batch {
                black_box(table.probe_among(placement, &opened)?);
            }
            found.push(started.elapsed().as_nanos() as f64 / batch.len() as f64);
        }
        times.into_iter().for_each(|times| times.append(&mut found));
        Ok::<(), ProbeError>(())
    };
    probe(before, None)?;
    probe(first, Some(&mut times[0]))?;
    for _ in 0..5 {
        probe(positions, Some(&mut times[1]))?;
    }
    Ok(times)
}

/// Returns the nanoseconds of opening the file and probing once.
fn cold(
    folder: &Files,
    material: NormalMaterial,
    positions: &[Placement],
) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut times = Vec::new();
    for placement in positions.iter().step_by(positions.len() / 2000) {
        let started = Instant::now();
        let opened = Opened::new(folder);
        black_box(opened.table(material)?.probe_among(placement, &opened)?);
        times.push(started.elapsed().as_nanos() as f64);
    }
    Ok(times)
}

/// Returns the nanoseconds of opening the file.
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
