//! `drawproof bench`: the engine's signature and speed.

use std::{
    io::{Write, stdout},
    process::ExitCode,
};

use crate::cli::BenchArgs;
use crate::engine::bench;
use crate::engine::knowledge::Knowledge;
use anyhow::Context;

/// Runs the benchmark and prints a line per position and the totals.
pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let depth = args.depth;
    let measured = bench::run(depth, !args.without_recognizers, &Knowledge::embedded())
        .context("not enough memory for the benchmark's transposition table")?;
    let mut out = stdout().lock();
    for (fen, (nodes, elapsed)) in bench::POSITIONS.iter().zip(&measured.positions) {
        writeln!(out, "{nodes:>10} nodes {:>7} ms  {fen}", elapsed.as_millis())?;
    }
    writeln!(out, "depth     {depth}")?;
    writeln!(out, "time      {} ms", measured.elapsed.as_millis())?;
    writeln!(out, "nps       {}", measured.nps())?;
    writeln!(out, "signature {}", measured.nodes)?;
    Ok(ExitCode::SUCCESS)
}
