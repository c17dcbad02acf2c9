//! `bench`: the engine's signature and speed.

use std::{io::Write, process::ExitCode};

use anyhow::Context;
use clap::Args;
use drawproof_engine::{bench, knowledge::Knowledge};

use crate::output::stdout;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Depth to which each position is searched
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
    /// Search without draw recognizers
    #[arg(long)]
    pub without_recognizers: bool,
}

/// Runs the benchmark and prints a line per position and the totals.
pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let depth = args.depth;
    let measured = bench::run(depth, !args.without_recognizers, &Knowledge::embedded())
        .context("not enough memory for the benchmark's transposition table")?;
    let mut out = stdout();
    for (fen, (nodes, elapsed)) in bench::POSITIONS.iter().zip(&measured.positions) {
        writeln!(out, "{nodes:>10} nodes {:>7} ms  {fen}", elapsed.as_millis())?;
    }
    writeln!(out, "depth     {depth}")?;
    writeln!(out, "time      {} ms", measured.elapsed.as_millis())?;
    writeln!(out, "nps       {}", measured.nps())?;
    writeln!(out, "signature {}", measured.nodes)?;
    Ok(ExitCode::SUCCESS)
}
