//! `stats`: counts and longest mates.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use drawproof_verifier::{SideStats, Stats, stats};

use super::{grouped, print_json};
use crate::{
    cli::{Format, StatsArgs},
    store::Store,
};

/// Runs the command. One endgame gives one JSON object, several an array.
pub fn run(args: &StatsArgs, store: &Store) -> Result<ExitCode> {
    let mut all = Vec::new();
    for &endgame in &args.endgames {
        let table = store.table(endgame)?;
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

/// A line of the table: what it is, and how a side's cell reads.
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
    plies.map_or("-".into(), |n| format!("{n} plies ({} moves)", n.div_ceil(2)))
}
