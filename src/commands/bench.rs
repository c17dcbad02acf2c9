//! `drawproof bench`: the engine's signature and speed.

use std::io::{Write, stdout};

use anyhow::Context;
use drawproof::engine::bench;
use drawproof::engine::endgames::NoEndgames;

/// Runs the benchmark to `depth` and prints a line per position and the totals.
pub fn run(depth: u32, use_recognizers: bool) -> anyhow::Result<()> {
    let measured = bench::run(depth, use_recognizers, &NoEndgames)
        .context("not enough memory for the benchmark's transposition table")?;
    let mut out = stdout().lock();
    for (fen, (nodes, elapsed)) in bench::POSITIONS.iter().zip(&measured.positions) {
        writeln!(out, "{nodes:>10} nodes {:>7} ms  {fen}", elapsed.as_millis())?;
    }
    writeln!(out, "depth     {depth}")?;
    writeln!(out, "time      {} ms", measured.elapsed.as_millis())?;
    writeln!(out, "nps       {}", measured.nps())?;
    writeln!(out, "signature {}", measured.nodes)?;
    Ok(())
}
