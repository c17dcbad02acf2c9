//! `stats`: counts and longest mates.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::Args;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Counting, SideStats, Stats, stats};

use crate::{
    arguments::{Format, parse_endgame},
    environment::Environment,
    output::{counted, grouped, print_json},
};

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof stats KRKR
  drawproof stats KBBKB --counting core10 --format json")]
pub struct StatsArgs {
    /// Endgames, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required = true)]
    pub endgames: Vec<NormalMaterial>,
    /// Which positions are counted: full = all, core10 = strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3
    /// d4 (with pawns: on files a-d)
    #[arg(long, value_name = "CONVENTION", default_value = "full")]
    pub counting: Counting,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Runs the command. One endgame gives one JSON object, several an array.
pub fn run(args: &StatsArgs, environment: &Environment) -> Result<ExitCode> {
    let mut all = Vec::new();
    for &endgame in &args.endgames {
        let table = environment.store.table(endgame)?;
        let found = stats(&table, args.counting);
        if args.format == Format::Text {
            print_text(&found)?;
        }
        all.push(found);
    }
    if args.format == Format::Json {
        match &all[..] {
            [one] => print_json(one)?,
            _ => print_json(&all)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A line of the table: its title, and the text of a side's cell.
type Line = (&'static str, fn(&SideStats) -> String);

fn print_text(stats: &Stats) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} ({} counting)", stats.endgame, stats.counting)?;
    let rows: [Line; 6] = [
        ("positions", |s| grouped(s.positions)),
        ("wins", |s| grouped(s.wins)),
        ("draws", |s| grouped(s.draws)),
        ("losses", |s| grouped(s.losses)),
        ("longest win", |s| plies(s.longest_win_plies)),
        ("longest loss", |s| plies(s.longest_loss_plies)),
    ];
    writeln!(out, "{:14} {:>22} {:>22}", "", "White to move", "Black to move")?;
    for (name, cell) in rows {
        let (white, black) = (cell(&stats.white_to_move), cell(&stats.black_to_move));
        writeln!(out, "{name:14} {white:>22} {black:>22}")?;
    }
    writeln!(out, "mutual zugzwangs {}", grouped(stats.mutual_zugzwangs))?;
    for side in [&stats.white_to_move, &stats.black_to_move] {
        if let Some(fen) = &side.longest_win_fen {
            writeln!(out, "longest win: {fen}")?;
        }
    }
    Ok(())
}

/// A distance as people read it.
fn plies(plies: Option<u16>) -> String {
    plies.map_or("-".into(), |n| {
        let moves = counted(n.div_ceil(2).into(), "move", "moves");
        format!("{} ({moves})", counted(n.into(), "ply", "plies"))
    })
}
