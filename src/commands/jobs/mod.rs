//! `jobs`: the graph of jobs that make tables and prove rules, with what each takes, for a scheduler.

mod graph;
mod scripts;

use std::{io::Write, path::absolute, process::ExitCode};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use drawproof_session::budget::size;
use drawproof_tables::{Metric, NormalMaterial, file::LEVEL_DEFAULT};
use drawproof_verifier::Shard;

use self::graph::{Graph, Request};
use crate::{
    arguments::{MEN, distinct, metric, parse_endgame},
    commands::generate::{self, parse_level},
    environment::Environment,
    output::{print_json, row, stdout},
    rule::selection::with_rule,
};

/// Arguments of `jobs`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof jobs --men 4 --format snakemake > Snakefile && snakemake --cores 2
  drawproof jobs --men 5 --proof 64 -j 8 --format slurm > submit.sh
  drawproof jobs KRPKR --format json  # for another scheduler

Each job uses the number of threads that -j sets. Estimates are for this machine.")]
pub struct JobsArgs {
    /// Endgames, such as KRPKR; their dependencies are added
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required_unless_present = "men")]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of N men; their dependencies are added
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// The distances of the tables, separated by commas
    #[arg(long, value_name = "METRIC", default_value = "dtm", value_delimiter = ',', value_parser = metric())]
    pub metric: Vec<Metric>,
    /// Compression: fast, default, small, or 1 to 9
    #[arg(long, value_name = "LEVEL", value_parser = parse_level)]
    pub level: Option<u8>,
    /// Prove built-in rules too, in N shards
    ///
    /// Proves the rules of the endgames and of their dependencies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Shard::COUNT_MAX)))]
    pub proof: Option<u32>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: JobsFormat,
}

/// The output format of `jobs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JobsFormat {
    /// For people: one line per job.
    Text,
    /// For programs: one document.
    Json,
    /// A Snakefile.
    Snakemake,
    /// A shell script that submits the jobs with sbatch.
    Slurm,
}

/// Runs `jobs`: prints the graph of jobs.
pub fn run(args: &JobsArgs, environment: &Environment) -> Result<ExitCode> {
    let store = &environment.store;
    let endgames = generate::order(args.men, &args.endgames);
    let metrics = distinct(&args.metric);
    generate::check_metrics(&endgames, &metrics)?;
    let rules: Vec<NormalMaterial> = match args.proof {
        Some(_) => with_rule().into_iter().filter(|it| endgames.contains(it)).collect(),
        None => Vec::new(),
    };
    if args.proof.is_some() {
        ensure!(!rules.is_empty(), "none of these endgames has a built-in rule: leave --proof out");
        ensure!(
            metrics.contains(&Metric::Dtm),
            "--proof needs tables of distances to mate: add dtm to --metric"
        );
    }
    let request = Request {
        endgames: &endgames,
        metrics: &metrics,
        level: args.level,
        rules: &rules,
        shards: args.proof.unwrap_or(0),
        folder: absolute(store.folder().path())?,
        memory_bytes: store.memory_bytes(),
        threads: rayon::current_num_threads(),
    };
    let graph = Graph::new(&request, args.level.unwrap_or(LEVEL_DEFAULT), environment)?;
    match args.format {
        JobsFormat::Text => print_text(&graph)?,
        JobsFormat::Json => print_json(&graph)?,
        JobsFormat::Snakemake => scripts::print_snakefile(&graph, &mut stdout())?,
        JobsFormat::Slurm => scripts::print_slurm(&graph, &mut stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(graph: &Graph) -> Result<()> {
    const WIDTHS: [usize; 6] = [16, 5, 10, 10, 9, 9];
    let line = |name: &str, level: usize, [memory, disk]: [u64; 2], [cpu, wall]: [f64; 2]| {
        let (cpu, wall) = (format!("{cpu:.2}"), format!("{wall:.2}"));
        row(WIDTHS, [name.to_owned(), level.to_string(), size(memory), size(disk), cpu, wall])
    };
    let mut out = stdout();
    writeln!(out, "{}", row(WIDTHS, ["job", "level", "memory", "disk", "CPU s", "wall s"]))?;
    for job in &graph.jobs {
        let (bytes, seconds) = ([job.memory_bytes, job.disk_bytes], [job.cpu_seconds, job.seconds]);
        let done = if job.done { "  (done)" } else { "" };
        writeln!(out, "{}{done}", line(&job.name, job.level, bytes, seconds))?;
    }
    let all = &graph.total;
    let (bytes, seconds) = ([all.memory_bytes, all.disk_bytes], [all.cpu_seconds, all.seconds]);
    writeln!(out, "{}", line(&format!("{} jobs", all.jobs), all.levels, bytes, seconds))?;
    Ok(())
}
