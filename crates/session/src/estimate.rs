//! What making tables takes, before any is made: time, bytes on the disk, and memory.
//!
//! The bytes and the positions of each endgame are known ([`crate::figures`]); the speed of this
//! machine is measured by making one small table.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use drawproof_generator::{
    Limits, Options, Request, SolveError, decided_by_conversions, is_logged, place, solve,
    solve_closure,
};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, ThreeMen,
    file::{LEVEL_FAST, Table, TableError, blocks_walked, pack, pack_one_side},
    parallel,
};

use crate::{
    budget::{solve_needs, sum_bytes, surplus, table_bytes},
    figures::figures_of,
};

/// The endgame whose table is made to measure the speed, from tables of three men.
const SAMPLE: &str = "KQKR";

/// The number of times that the sample table is made.
const ROUNDS: u32 = 3;

/// The maximum number of men of tables that are solved by one thread each.
const ONE_THREAD_MEN_MAX: usize = 4;

/// The approximate share of a large file's reading time that goes to the values after promotions.
const NEEDED_SHARE: f64 = 0.3;

/// The approximate share of the packing time of slices that does not overlap with solving the next
/// slice.
const SLICE_WRITE_SHARE: f64 = 0.25;

/// The CPU seconds of packing Syzygy's files on the machine of the figures: for comparing orders,
/// seconds per index and the maximum per part; for the rest, seconds per index.
const SYZYGY_SECONDS: (f64, f64, f64) = (0.8e-6, 0.8, 0.12e-6);

/// The approximate size of Syzygy's two files relative to drawproof's file, `[without pawns, with
/// pawns]`.
const SYZYGY_BYTES: [f64; 2] = [0.5, 0.8];

/// The measured speed of this machine, with the threads of the current rayon pool.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The CPU time of solving, relative to that on the machine of the figures.
    solving: f64,
    /// The CPU seconds of packing per unit of [coding work](crate::figures::Figures::coding_work).
    packing: f64,
    /// The CPU seconds of reading a file with both sides to move, per unit of [coding
    /// work](crate::figures::Figures::coding_work); 0 if files have only one side to move.
    reading: f64,
    /// The size of a file, relative to its size in the figures, which is that at the default level.
    bytes: f64,
    /// The mean number of threads that work at the same time, as far as the machine and other
    /// programs let them.
    parallel: f64,
    /// The number of threads that may work at the same time.
    threads: f64,
    /// The compression level.
    level: u8,
    /// Whether files have one side to move, so that a table whose values are needed again is solved
    /// again.
    one_side: bool,
    /// Whether the files are Syzygy's.
    is_syzygy: bool,
}

/// Why the speed could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum SpeedError {
    /// The sample endgame cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The packed sample table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Speed {
    /// Measures in a fraction of a second how fast this machine makes tables of compression
    /// `level`. `one_side` is whether the files hold only one side to move.
    pub fn measure(level: u8, one_side: bool) -> Result<Speed, SpeedError> {
        let material = SAMPLE.parse::<NormalMaterial>().expect("an endgame name");
        let sources = &solve_closure(&material.conversions(), &())?;
        // The quickest round counts: other programs disturb each less or more.
        let [mut solving, mut packing, mut reading] = [Duration::MAX; 3];
        let (mut bytes, mut parallel) = (Vec::new(), 0.0_f64);
        let seconds = |time: Duration| time.as_secs_f64();
        for _ in 0..ROUNDS {
            let options = Options::default();
            let (cpu, solution) = timed(|| solve(Request::new(&options, material, sources)));
            solving = solving.min(cpu);
            let table = solution?.table;
            let wall = Instant::now();
            let (cpu, packed) = timed(|| match one_side {
                false => Ok(pack(&table, level)),
                true => decided_by_conversions(&table, sources).map(|decided| {
                    pack_one_side(&table, decided.each_ref().map(|side| &side[..]), level, &|_| {})
                }),
            });
            parallel = parallel.max(seconds(cpu) / seconds(wall.elapsed()));
            packing = packing.min(cpu);
            bytes = packed?;
            if !one_side {
                let (cpu, read) = timed(|| Table::new(&bytes[..], SAMPLE)?.load());
                reading = reading.min(cpu);
                read?;
            }
        }
        let known = figures_of(Metric::Dtm, material);
        let work = known.coding_work();
        let walked = walked(material, level);
        let cores = std::thread::available_parallelism().map_or(usize::MAX, usize::from);
        Ok(Speed {
            solving: seconds(solving) / known.solve_seconds(),
            packing: seconds(packing) / (work * walked),
            reading: if one_side { 0.0 } else { seconds(reading) / work },
            bytes: bytes.len() as f64 / known.file_bytes as f64,
            parallel,
            threads: parallel::threads().min(cores) as f64,
            level,
            one_side,
            is_syzygy: false,
        })
    }

    /// Estimates how fast this machine makes Syzygy's files. Only solving is measured; the speed of
    /// packing is derived from it.
    pub fn measure_syzygy() -> Result<Speed, SpeedError> {
        // A table that is not in memory is solved again, as where files have one side.
        Ok(Speed { is_syzygy: true, ..Speed::measure(LEVEL_FAST, true)? })
    }
}

impl Speed {
    /// Returns the fraction of the threads' time that other programs took during the measurement;
    /// `None` if the fraction is so small that it may be the idle time of packing.
    pub fn busy_share(&self) -> Option<f64> {
        /// The approximate share of the threads' time that packing the sample table leaves unused.
        const IDLE_SHARE: f64 = 0.25;
        Some(1.0 - self.parallel / self.threads).filter(|&share| share > IDLE_SHARE)
    }
}

/// Returns the result of `work`, and the CPU time of the process meanwhile.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = ProcessTime::now();
    let result = work();
    (start.elapsed(), result)
}

/// Returns the number of times that packing walks over a table, to write the file and to choose its
/// coding.
fn walked(material: NormalMaterial, level: u8) -> f64 {
    let (walked, blocks) = blocks_walked(&Layout::new(material), level);
    walked as f64 / blocks as f64
}

/// The estimated cost of making one table.
#[derive(Clone, Debug)]
pub struct TableEstimate {
    /// The metric of the table.
    pub metric: Metric,
    /// The endgame of the table.
    pub material: NormalMaterial,
    /// Whether the table must be made; an existing table costs nothing.
    pub is_made: bool,
    /// The seconds for reading the source tables that are not in memory.
    pub read_seconds: f64,
    /// The seconds for solving.
    pub solve_seconds: f64,
    /// The seconds for packing and writing the file. For a table solved slice by slice, this
    /// includes only the time that does not overlap with solving the next slice.
    pub write_seconds: f64,
    /// The CPU time of all threads in seconds.
    pub cpu_seconds: f64,
    /// The size of the table's file in bytes.
    pub file_bytes: u64,
    /// The memory that solving takes, in bytes: the source tables, the working sets, and the table
    /// itself. For a pawnless table of five men that no other table of the run needs, the log of
    /// its values replaces the table.
    pub solve_bytes: u64,
    /// The peak memory while this table is made, in bytes: `solve_bytes` and all other tables in
    /// memory.
    pub memory_bytes: u64,
    /// Whether the table can be made within the limits. A large table may use memory and scratch
    /// files, other tables only memory.
    pub fits: bool,
}

impl TableEstimate {
    /// Returns the seconds for reading, solving and writing together.
    pub fn seconds(&self) -> f64 {
        self.read_seconds + self.solve_seconds + self.write_seconds
    }
}

/// Estimates the cost of making the tables of `order` by a metric within `memory_bytes`. Each table
/// comes after its source tables. Only the tables in `missing` lack a file.
pub fn estimate_tables(
    metric: Metric,
    order: &[NormalMaterial],
    missing: &[NormalMaterial],
    memory_bytes: u64,
    speed: &Speed,
) -> Vec<TableEstimate> {
    let room_bytes = memory_bytes / 10 * 9;
    let mut held: Vec<NormalMaterial> = Vec::new();
    let mut estimates = Vec::new();
    for (number, &material) in order.iter().enumerate() {
        let is_made = missing.contains(&material);
        let mut estimate = TableEstimate {
            metric,
            material,
            is_made,
            read_seconds: 0.0,
            solve_seconds: 0.0,
            write_seconds: 0.0,
            cpu_seconds: 0.0,
            file_bytes: 0,
            solve_bytes: 0,
            memory_bytes: 0,
            fits: false,
        };
        let later = || order[number + 1..].iter().filter(|material| missing.contains(material));
        let needed: Vec<NormalMaterial> = later().flat_map(|later| later.conversions()).collect();
        // As `generate` does (`Store::is_logged`).
        let is_logged = material.get().men() == 5
            && !speed.one_side
            && !needed.contains(&material)
            && is_logged(metric, material);
        let needs = solve_needs(metric, material, is_logged);
        let disk = material.is_large().then_some(u64::MAX);
        let limits = Limits { memory: memory_bytes, buffers: 0, disk };
        estimate.fits = place(&needs, &limits).is_ok();
        estimate.solve_bytes = needs.memory();
        if is_made {
            let sources = material.conversions();
            let read: f64 = sources
                .iter()
                .filter(|&&source| !held.contains(&source))
                .filter(|&&source| metric != Metric::Dtm || !ThreeMen::has(source))
                // What promotions lead to there is taken when they are solved (`Store::keep_promotions`).
                .filter(|&source| {
                    !source.is_large() || source.is_sliced() || !missing.contains(source)
                })
                .map(|&source| speed.read_seconds(metric, source))
                .fold(0.0, |sum, seconds| sum + seconds);
            // As a store does: the sources are read, and others dropped for room.
            let step_bytes = estimate.solve_bytes - sum_bytes(metric, &sources);
            held.extend(&sources);
            held.sort_unstable();
            held.dedup();
            let of_table = |&table: &NormalMaterial| (true, table_bytes(metric, table), table);
            let left_bytes = room_bytes.saturating_sub(step_bytes);
            let (held_bytes, dropped) =
                surplus(held.iter().map(of_table).collect(), left_bytes, &sources);
            // Of one side, they go to scratch files.
            held.retain(|table| speed.one_side || !dropped.contains(table));
            estimate.memory_bytes = held_bytes + step_bytes;
            held.extend((!is_logged).then_some(material));
            speed.apply(&mut estimate, read);
        }
        held.retain(|table| needed.contains(table));
        estimates.push(estimate);
    }
    estimates
}

impl Speed {
    /// Returns the CPU seconds of bringing a table with a file into memory; of a large table, only
    /// the values after promotions.
    fn read_seconds(&self, metric: Metric, material: NormalMaterial) -> f64 {
        let figures = figures_of(metric, material);
        match self.one_side {
            false if material.is_large() => figures.coding_work() * self.reading * NEEDED_SHARE,
            false => figures.coding_work() * self.reading,
            true => figures.solve_seconds() * self.solving,
        }
    }

    /// Fills in the times and the bytes of a table that is made, after CPU seconds of reading others.
    fn apply(&self, estimate: &mut TableEstimate, read: f64) {
        let material = estimate.material;
        let figures = figures_of(estimate.metric, material);
        let solve = figures.solve_seconds() * self.solving;
        let write = if self.is_syzygy {
            syzygy_seconds(material) * self.solving
        } else {
            figures.coding_work() * walked(material, self.level) * self.packing
        };
        let is_small = material.get().men() <= ONE_THREAD_MEN_MAX;
        let solved_by = if is_small { self.parallel.min(1.0) } else { self.parallel };
        estimate.read_seconds = read / self.parallel;
        estimate.solve_seconds = solve / solved_by;
        let shown = if material.is_sliced() { SLICE_WRITE_SHARE } else { 1.0 };
        estimate.write_seconds = write * shown / self.parallel;
        estimate.cpu_seconds = read + solve + write;
        let bytes = match self.is_syzygy {
            true => SYZYGY_BYTES[usize::from(material.get().has_pawns())],
            false => self.bytes,
        };
        estimate.file_bytes = (figures.file_bytes as f64 * bytes) as u64;
    }
}

/// Returns the CPU seconds of packing Syzygy's files on the machine of the figures.
fn syzygy_seconds(material: NormalMaterial) -> f64 {
    let (order, order_most, rest) = SYZYGY_SECONDS;
    let places = 2.0 * Layout::new(material).count() as f64;
    let files = if material.get().has_pawns() { 2.0 } else { 1.0 };
    (order * places).min(2.0 * files * order_most) + rest * places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_busy_if_other_programs_take_a_quarter_of_its_threads() {
        let measured = Speed::measure(1, true).unwrap();
        let busy = |parallel| Speed { parallel, threads: 4.0, ..measured }.busy_share();
        assert_eq!([busy(4.0), busy(3.5), busy(3.0)], [None; 3]);
        assert_eq!([busy(2.0), busy(1.0)], [Some(0.5), Some(0.75)]);
        assert!(measured.parallel > 0.0 && measured.threads >= 1.0 && measured.reading == 0.0);
    }
}
