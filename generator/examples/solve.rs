//! Solves endgames and all their sub-endgames in memory, for measurements.
//!
//! usage: solve [--plain] [--threads N] [--metric dtm|dtz|dtc|helpmate] [--again N | --total GIB]
//!              [--scratch FOLDER] --men N | ENDGAME...
//!
//! The default is one thread. `--plain` uses no vector instructions. `--men N` selects all endgames
//! of three to N men.
//!
//! `--again N` solves each named endgame N + 1 times. All figures are in seconds: the CPU time
//! (user and system) of the first, cold solve; the median and the minimum CPU time of the N warm
//! solves, which reuse buffers; and the median of their wall time.
//!
//! `--total GIB` solves each endgame once and prints its wall time, its CPU time and its longest
//! distance, then the sums of the times. Besides the tables that the current endgame needs, it
//! keeps solved tables of up to GIB gibibytes. A dropped table that is needed again is solved
//! again; that time is not counted. With `--scratch`, tables of six men and their working lists are
//! in scratch files in a folder.

use std::{collections::BTreeMap, error::Error, sync::Arc, time::Instant};

use cpu_time::ProcessTime;
use drawproof_generator::{
    Options, Request, SolveError, Vectors, estimate, solve, solve_closure_with,
};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, ScratchFiles, TableSet,
    progress::{Progress, Stage},
};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut options = Options::default();
    let mut endgames = Vec::new();
    let mut again = 0;
    let (mut total, mut threads, mut scratch) = (None, 1, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--plain" => options.vectors = Vectors::Plain,
            "--again" => again = args.next().ok_or("--again takes a number")?.parse()?,
            "--total" => {
                let gib: f64 = args.next().ok_or("--total takes a number")?.parse()?;
                total = Some((gib * f64::from(1 << 30)) as u64);
            }
            "--threads" => threads = args.next().ok_or("--threads takes a number")?.parse()?,
            "--scratch" => {
                let folder = args.next().ok_or("--scratch takes a folder")?;
                scratch = Some(ScratchFiles::new(folder.into()));
            }
            "--metric" => {
                let metric = args.next().ok_or("--metric takes a metric")?;
                options.metric = Metric::from_name(&metric).ok_or("--metric takes a metric")?;
            }
            "--men" => {
                let most: usize = args.next().ok_or("--men takes a number")?.parse()?;
                endgames.extend((3..=most).flat_map(NormalMaterial::all_with_men));
            }
            name => endgames.push(name.parse::<NormalMaterial>()?),
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    if again > 0 && total.is_some() {
        return Err("--again and --total do not go together".into());
    }
    if let Some(limit) = total {
        let (tables, used, took) = Default::default();
        let mut once = Once { options, limit, scratch, tables, used, took };
        return pool.install(|| once.solve_all(&endgames));
    }
    let tables = pool.install(|| solve_closure_with(&options, &endgames, &()))?;
    println!("{} tables", tables.iter().count());
    for &endgame in endgames.iter().filter(|_| again > 0) {
        let (mut cpu, mut clock): (Vec<f64>, Vec<f64>) =
            pool.install(|| time(&options, endgame, &tables, again))?.into_iter().unzip();
        let cold = cpu.remove(0);
        clock.remove(0);
        cpu.sort_by(f64::total_cmp);
        clock.sort_by(f64::total_cmp);
        let (minimum, median, wall) = (cpu[0], cpu[again / 2], clock[again / 2]);
        println!(
            "{endgame}: cold {cold:.4}, warm median {median:.4}, minimum {minimum:.4} CPU s, \
             median {wall:.4} s wall time"
        );
    }
    Ok(())
}

/// Solves an endgame `again` + 1 times, and returns the CPU time and the wall time of each solve in
/// seconds.
fn time(
    options: &Options,
    endgame: NormalMaterial,
    tables: &TableSet,
    again: usize,
) -> Result<Vec<(f64, f64)>, SolveError> {
    let mut seconds = Vec::new();
    for _ in 0..=again {
        let (start, cpu) = (Instant::now(), ProcessTime::now());
        let solution = solve(Request::new(options, endgame, tables))?;
        seconds.push((cpu.elapsed().as_secs_f64(), start.elapsed().as_secs_f64()));
        options.pool.take_back(solution.table);
    }
    Ok(seconds)
}

/// Prints when each ply of a large table is settled.
struct Plies(Instant);

impl Progress for Plies {
    fn begin(&self, stage: Stage, _: u64) {
        if let Stage::Ply(material, ply) = stage
            && material.is_large()
            && ply.is_multiple_of(20)
        {
            eprintln!("{material}: ply {ply}, {:.1} s", self.0.elapsed().as_secs_f64());
        }
    }
}

/// The state of `--total`: the solved tables in limited memory, and the times.
struct Once {
    options: Options,
    /// The most bytes of tables that are kept.
    limit: u64,
    scratch: Option<ScratchFiles>,
    tables: TableSet,
    /// The endgames of `tables`, the most recently used last.
    used: Vec<NormalMaterial>,
    /// The wall time and the CPU time of each endgame's first solve, in seconds.
    took: BTreeMap<NormalMaterial, [f64; 2]>,
}

impl Once {
    fn solve_all(
        &mut self,
        endgames: &[NormalMaterial],
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        for &endgame in endgames {
            if !self.took.contains_key(&endgame) {
                self.obtain(endgame, &[])?;
            }
        }
        let [clock, cpu] = [0, 1]
            .map(|which| endgames.iter().map(|endgame| self.took[endgame][which]).sum::<f64>());
        println!("{} endgames: {clock:.2} s wall time, {cpu:.2} CPU s", endgames.len());
        Ok(())
    }

    /// Solves an endgame and its missing sub-endgames, keeping the tables of `needed`.
    fn obtain(
        &mut self,
        endgame: NormalMaterial,
        needed: &[NormalMaterial],
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let from = endgame.conversions();
        let all_needed = [needed, &from].concat();
        for &table in &from {
            if self.tables.get(table).is_none() {
                self.obtain(table, &all_needed)?;
            }
            self.used.retain(|&used| used != table);
            self.used.push(table);
        }
        self.shrink(&all_needed);
        let mut request = Request::new(&self.options, endgame, &self.tables);
        if let Some(scratch) = self.scratch.as_ref().filter(|_| endgame.is_large()) {
            let layout = Layout::new(endgame);
            let memory = scratch.sparse_table(&layout)?;
            (request.memory, request.list_files) = (Some(memory), Some(scratch));
        }
        let (start, cpu) = (Instant::now(), ProcessTime::now());
        let solution = solve(Request { progress: &Plies(start), ..request })?;
        let took = [start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64()];
        self.took.entry(endgame).or_insert_with(|| {
            let plies = solution.plies.unwrap_or(0);
            println!("{endgame}: {:.3} s, {:.3} CPU s, {plies} plies", took[0], took[1]);
            took
        });
        self.tables.insert(Arc::new(solution.table));
        self.used.push(endgame);
        Ok(())
    }

    /// Drops the least recently used tables, except `needed`, until the rest fits.
    fn shrink(&mut self, needed: &[NormalMaterial]) {
        let bytes = |&table: &NormalMaterial| estimate(table).table_bytes;
        while self.used.iter().map(bytes).sum::<u64>() > self.limit {
            let Some(place) = self.used.iter().position(|table| !needed.contains(table)) else {
                return;
            };
            if let Some(table) =
                self.tables.remove(self.used.remove(place)).and_then(Arc::into_inner)
            {
                self.options.pool.take_back(table);
                self.options.pool.shrink_to(self.limit / 4);
            }
        }
    }
}
