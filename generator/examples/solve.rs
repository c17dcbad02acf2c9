//! Solves endgames and all they depend on in memory: for measuring from outside.
//!
//! usage: solve [--plain] [--threads N] [--again N | --total GIB] --men N | ENDGAME...
//!
//! On one thread without `--threads`. `--plain` uses no vector instructions. `--men N` takes all
//! endgames of three to N men.
//!
//! `--again N` solves each endgame named N times more, in memory that goes from one time to the next,
//! and prints the CPU seconds, user and system, of the first time, the median and the least of the
//! others, and the median of their seconds on the clock.
//!
//! `--total GIB` solves each endgame once and prints what all of them took together, on the clock and in
//! CPU seconds. It keeps tables in so many GiB, beside those needed for the one at hand; what it has
//! given up and needs again it solves anew, which is not counted.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use cpu_time::ProcessTime;
use drawproof_generator::{Options, SolveError, Vectors, estimate, solve_closure_with, solve_with};
use drawproof_tables::{Material, NormalMaterial, TableSet};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let mut endgames = Vec::new();
    let mut again = 0;
    let (mut total, mut threads) = (None, 1);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--plain" => options.vectors = Vectors::PLAIN,
            "--again" => again = args.next().ok_or("--again takes a number")?.parse()?,
            "--total" => {
                let gib: f64 = args.next().ok_or("--total takes a number")?.parse()?;
                total = Some((gib * f64::from(1 << 30)) as u64);
            }
            "--threads" => threads = args.next().ok_or("--threads takes a number")?.parse()?,
            "--men" => {
                let most: usize = args.next().ok_or("--men takes a number")?.parse()?;
                endgames.extend((3..=most).flat_map(NormalMaterial::all_with_men));
            }
            name => endgames.push(name.parse::<Material>()?.normalise().0),
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    if again > 0 && total.is_some() {
        return Err("--again and --total do not go together".into());
    }
    if let Some(limit) = total {
        let (tables, used, took) = Default::default();
        let mut once = Once { options, limit, tables, used, took };
        return Ok(pool.install(|| once.solve_all(&endgames))?);
    }
    let tables = pool.install(|| solve_closure_with(&options, &endgames, &()))?;
    println!("{} tables", tables.iter().count());
    for &endgame in endgames.iter().filter(|_| again > 0) {
        let (mut cpu, mut clock): (Vec<f64>, Vec<f64>) =
            pool.install(|| time(&options, endgame, &tables, again))?.into_iter().unzip();
        let first = cpu.remove(0);
        clock.remove(0);
        cpu.sort_by(f64::total_cmp);
        clock.sort_by(f64::total_cmp);
        let (least, median, on_clock) = (cpu[0], cpu[again / 2], clock[again / 2]);
        println!(
            "{endgame}: first {first:.4}, then median {median:.4}, least {least:.4} CPU s, median \
             {on_clock:.4} s on the clock"
        );
    }
    Ok(())
}

/// Solves an endgame some times more than once; the CPU seconds, and those on the clock, of each time.
fn time(
    options: &Options,
    endgame: NormalMaterial,
    tables: &TableSet,
    again: usize,
) -> Result<Vec<(f64, f64)>, SolveError> {
    let mut seconds = Vec::new();
    for _ in 0..=again {
        let (start, cpu) = (Instant::now(), ProcessTime::now());
        let solution = solve_with(options, endgame, tables, &())?;
        seconds.push((cpu.elapsed().as_secs_f64(), start.elapsed().as_secs_f64()));
        options.pool.take_back(solution.table);
    }
    Ok(seconds)
}

/// Tables in limited memory.
struct Once {
    options: Options,
    /// Bytes.
    limit: u64,
    tables: TableSet,
    /// Those that are there, the one used last at the end.
    used: Vec<NormalMaterial>,
    /// What solving took the first time: seconds on the clock and CPU seconds.
    took: BTreeMap<NormalMaterial, [f64; 2]>,
}

impl Once {
    fn solve_all(&mut self, endgames: &[NormalMaterial]) -> Result<(), SolveError> {
        for &endgame in endgames {
            if !self.took.contains_key(&endgame) {
                self.obtain(endgame, &[])?;
            }
        }
        let [clock, cpu] = [0, 1]
            .map(|which| endgames.iter().map(|endgame| self.took[endgame][which]).sum::<f64>());
        println!("{} endgames: {clock:.2} s on the clock, {cpu:.2} CPU s", endgames.len());
        Ok(())
    }

    /// Solves an endgame and what it lacks. `needed` stays.
    fn obtain(
        &mut self,
        endgame: NormalMaterial,
        needed: &[NormalMaterial],
    ) -> Result<(), SolveError> {
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
        let (start, cpu) = (Instant::now(), ProcessTime::now());
        let solution = solve_with(&self.options, endgame, &self.tables, &())?;
        let took = [start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64()];
        self.took.entry(endgame).or_insert_with(|| {
            println!("{endgame}: {:.3} s, {:.3} CPU s", took[0], took[1]);
            took
        });
        self.tables.insert(Arc::new(solution.table));
        self.used.push(endgame);
        Ok(())
    }

    /// Gives up the tables used longest ago until the others fit.
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
