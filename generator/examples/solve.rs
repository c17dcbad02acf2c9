//! Solves endgames and all they depend on in memory, on one thread: for measuring from outside.
//!
//! usage: solve [--plain] [--again N] --men N | ENDGAME...
//!
//! `--plain` uses no vector instructions. `--men N` takes all endgames of three to N men. `--again N`
//! solves each endgame named N times more, in memory that goes from one time to the next, and prints
//! the CPU seconds, user and system, of the first time, and the median and the least of the others.

use cpu_time::ProcessTime;
use drawproof_generator::{Options, Vectors, solve_closure_with, solve_with};
use drawproof_tables::{Material, NormalMaterial, TableSet};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let mut endgames = Vec::new();
    let mut again = 0;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--plain" => options.vectors = Vectors::PLAIN,
            "--again" => again = args.next().ok_or("--again takes a number")?.parse()?,
            "--men" => {
                let most: usize = args.next().ok_or("--men takes a number")?.parse()?;
                endgames.extend((3..=most).flat_map(NormalMaterial::all_with_men));
            }
            name => endgames.push(name.parse::<Material>()?.normalise().0),
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let tables = pool.install(|| solve_closure_with(&options, &endgames, &()))?;
    println!("{} tables", tables.iter().count());
    for &endgame in endgames.iter().filter(|_| again > 0) {
        let seconds = pool.install(|| time(&options, endgame, &tables, again))?;
        let (first, mut others) = (seconds[0], seconds[1..].to_vec());
        others.sort_by(f64::total_cmp);
        let (least, median) = (others[0], others[again / 2]);
        println!("{endgame}: first {first:.4}, then median {median:.4}, least {least:.4} CPU s");
    }
    Ok(())
}

/// Solves an endgame some times more than once; the CPU seconds of each time.
fn time(
    options: &Options,
    endgame: NormalMaterial,
    tables: &TableSet,
    again: usize,
) -> Result<Vec<f64>, drawproof_generator::SolveError> {
    let mut seconds = Vec::new();
    for _ in 0..=again {
        let start = ProcessTime::now();
        let solution = solve_with(options, endgame, tables, &())?;
        seconds.push(start.elapsed().as_secs_f64());
        options.pool.take_back(solution.table);
    }
    Ok(seconds)
}
