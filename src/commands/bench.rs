//! `bench`: the engine's signature and speed.

use std::{io::Write, process::ExitCode};

use anyhow::Context;
use clap::Args;
use drawproof_engine::{
    bench,
    cutoffs::{Cutoffs, NUMBERS, Source},
    knowledge::Knowledge,
};

use crate::{embedded::THREE_MEN, output::stdout};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Depth to which each position is searched
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
    /// Search without draw recognizers
    #[arg(long)]
    pub without_recognizers: bool,
    /// Print the cut-offs by the move's source and number
    #[arg(long)]
    pub statistics: bool,
}

/// Runs `bench`: prints a line for each searched position, and the totals.
pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let depth = args.depth;
    let measured = bench::run(depth, !args.without_recognizers, &Knowledge::new(&THREE_MEN))
        .context("not enough memory for the benchmark's transposition table")?;
    let mut out = stdout();
    for (fen, (nodes, elapsed)) in bench::POSITIONS.iter().zip(&measured.positions) {
        writeln!(out, "{nodes:>10} nodes {:>7} ms  {fen}", elapsed.as_millis())?;
    }
    if args.statistics {
        print_statistics(&mut out, &measured.cutoffs)?;
    }
    writeln!(out, "depth     {depth}")?;
    writeln!(out, "time      {} ms", measured.elapsed.as_millis())?;
    writeln!(out, "nps       {}", measured.nps())?;
    writeln!(out, "signature {}", measured.nodes)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints cut-offs by source and by number of the move, as counts and shares.
fn print_statistics(out: &mut impl Write, cutoffs: &Cutoffs) -> std::io::Result<()> {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let total = cutoffs.total();
    writeln!(
        out,
        "\n{:<22} {:>9} {:>7} {:>15}",
        "cut-offs by source", "nodes", "share", "at first move"
    )?;
    for source in Source::ALL {
        let (nodes, first) =
            (cutoffs.by_source[source as usize], cutoffs.at_first[source as usize]);
        let (share, at_first) = (percent(nodes, total), percent(first, nodes));
        writeln!(out, "{:<22} {nodes:>9} {share:>5.1} % {at_first:>13.1} %", source.name())?;
    }
    let first = percent(cutoffs.by_number[0], total);
    writeln!(out, "{:<22} {total:>9} {:>5.1} % {first:>13.1} %", "all", 100.0)?;
    writeln!(out, "\n{:<22} {:>9} {:>7}", "cut-offs by move", "nodes", "share")?;
    for (place, &nodes) in cutoffs.by_number.iter().enumerate() {
        let last = if place + 1 == NUMBERS { " and later" } else { "" };
        let name = format!("{}{last}", place + 1);
        writeln!(out, "{name:<22} {nodes:>9} {:>5.1} %", percent(nodes, total))?;
    }
    writeln!(out)
}
