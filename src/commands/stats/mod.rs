//! `stats`: counts, longest mates, distances and mutual zugzwangs.

mod chart;
mod helpmates;

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::Args;
use drawproof_session::store::Store;
use drawproof_tables::{
    Metric, NormalMaterial,
    census::{
        Counting, HelpmateStats, MutualZugzwang, SideStats, Stats, helpmate_stats, stats_of_windows,
    },
    probe::ProbeError,
};
use drawproof_verifier::TruthKind;
use serde::Serialize;

use crate::{
    arguments::{Format, counting, metric, parse_endgame, truth},
    environment::Environment,
    output::{counted, counting_note, grouped, print_json, share, stdout},
    run::LongRun,
};

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof stats KRKR
  drawproof stats KBBKB --counting core10 --format json
  drawproof stats KRKN --distances
  drawproof stats KNNKP --metric dtz
  drawproof stats KPK --zugzwangs --counting unique
  drawproof stats KRKN --truth can-mate")]
pub struct StatsArgs {
    /// Endgames, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required = true)]
    pub endgames: Vec<NormalMaterial>,
    /// Which positions count
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// List the mutual zugzwangs
    ///
    /// Prints each one as a FEN with two results, separated by '/': the result for White with White
    /// to move, and the result for Black with Black to move
    #[arg(long)]
    pub zugzwangs: bool,
    /// The distance to count
    ///
    /// The distance to mate (dtm), to the next capture or pawn move within the fifty-move rule
    /// (dtz), or to the next capture or promotion (dtc)
    #[arg(long, value_name = "METRIC", default_value = "dtm", value_parser = metric())]
    pub metric: Metric,
    /// can-mate: which sides can still mate
    ///
    /// Instead of results, counts dead positions and the positions in which each side can mate, and
    /// finds the longest helpmates
    #[arg(long, value_name = "TRUTH", default_value = "result", hide_possible_values = true, value_parser = truth(), conflicts_with_all = ["metric", "zugzwangs", "distances"])]
    pub truth: TruthKind,
    /// Chart the wins and losses by distance
    ///
    /// JSON reports always contain these counts
    #[arg(long)]
    pub distances: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// The counts of an endgame as the JSON has them.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    stats: Stats,
    /// The mutual zugzwangs, with `--zugzwangs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    zugzwangs: Option<Vec<MutualZugzwang>>,
}

/// Runs `stats`. Prints one JSON object for one endgame, and an array for several.
pub fn run(args: &StatsArgs, environment: &Environment) -> Result<ExitCode> {
    let run = LongRun::unsaved(environment, "");
    match args.truth {
        TruthKind::Result => run_results(args, environment)?,
        TruthKind::CanMate => run_helpmates(args, environment)?,
    }
    run.end(true)
}

/// Does [`run`] for `--truth result`.
fn run_results(args: &StatsArgs, environment: &Environment) -> Result<()> {
    let mut reports = Vec::new();
    let store = &*environment.store_of(args.metric);
    for &endgame in &args.endgames {
        let mut values = store.windows(endgame)?;
        let mut zugzwangs = args.zugzwangs.then(Vec::new);
        let stats = stats_of_windows(&mut values, args.counting, zugzwangs.as_mut());
        let report = Report { stats: stats.map_err(anyhow::Error::from_boxed)?, zugzwangs };
        if args.format == Format::Text {
            print_text(&report, args)?;
        }
        reports.push(report);
    }
    if args.format == Format::Json {
        print_reports(&reports)?;
    }
    Ok(())
}

/// Does [`run`] for `--truth can-mate`.
fn run_helpmates(args: &StatsArgs, environment: &Environment) -> Result<()> {
    let mut reports = Vec::new();
    let store = &*environment.store_of(Metric::Helpmate);
    for &endgame in &args.endgames {
        let stats = helpmates_of(endgame, store, args.counting)?;
        if args.format == Format::Text {
            helpmates::print_text(&stats)?;
        }
        reports.push(stats);
    }
    if args.format == Format::Json {
        print_reports(&reports)?;
    }
    Ok(())
}

/// Counts the helpmates of an endgame. Lines may go on through any number of conversions; the tables after the first
/// are made when a line reaches them, since most endgames need few of them.
fn helpmates_of(
    endgame: NormalMaterial,
    store: &Store,
    counting: Counting,
) -> Result<HelpmateStats> {
    let mut wanted = endgame.conversions();
    wanted.push(endgame);
    loop {
        let tables = store.set_of(wanted.clone(), endgame)?;
        match helpmate_stats(endgame, &tables, counting) {
            Err(ProbeError::NoTable(missing)) => wanted.push(missing),
            counted => return Ok(counted?),
        }
    }
}

/// Prints one report as an object, several as an array.
fn print_reports(reports: &[impl Serialize]) -> Result<()> {
    match reports {
        [one] => print_json(one),
        _ => print_json(&reports),
    }
}

/// A line of the table: its title, and the text of a side's cell.
type Line = (&'static str, fn(&SideStats) -> String);

fn print_text(report: &Report, args: &StatsArgs) -> Result<()> {
    let mut out = stdout();
    let stats = &report.stats;
    let metric = match args.metric {
        Metric::Dtm => String::new(),
        other => format!(", {other}"),
    };
    writeln!(out, "{} ({} counting{metric})", stats.endgame, stats.counting)?;
    let rows: [Line; 8] = [
        ("positions", |s| format!("{}{:10}", grouped(s.positions), "")),
        ("wins", |s| share(s.wins, s.positions)),
        ("  cursed", |s| s.cursed_wins.map_or(String::new(), |count| share(count, s.positions))),
        ("draws", |s| share(s.draws, s.positions)),
        ("losses", |s| share(s.losses, s.positions)),
        ("  blessed", |s| {
            s.blessed_losses.map_or(String::new(), |count| share(count, s.positions))
        }),
        ("longest win", |s| plies(s.longest_win_plies)),
        ("longest loss", |s| plies(s.longest_loss_plies)),
    ];
    writeln!(out, "{:14} {:>25} {:>25}", "", "White to move", "Black to move")?;
    for (name, cell) in rows {
        let (white, black) = (cell(&stats.white_to_move), cell(&stats.black_to_move));
        if white.is_empty() {
            continue;
        }
        writeln!(out, "{}", format!("{name:14} {white:>25} {black:>25}").trim_end())?;
    }
    writeln!(out, "mutual zugzwangs {}{}", grouped(stats.mutual_zugzwangs), kinds(stats))?;
    for side in [&stats.white_to_move, &stats.black_to_move] {
        if let Some(fen) = &side.longest_win_fen {
            writeln!(out, "longest win: {fen}")?;
        }
    }
    write!(out, "{}", counting_note(stats.counting))?;
    if args.distances {
        for (side, counts) in [("White", &stats.white_to_move), ("Black", &stats.black_to_move)] {
            out.write_all(chart::chart(side, args.metric, &counts.distances).as_bytes())?;
        }
    }
    if let Some(zugzwangs) = &report.zugzwangs {
        writeln!(out, "\nmutual zugzwangs: with White to move / with Black to move")?;
        for MutualZugzwang { fen, kind } in zugzwangs {
            writeln!(out, "  {fen}  {kind}")?;
        }
    }
    Ok(())
}

/// Returns the numbers of mutual zugzwangs by kind; empty if there are none.
fn kinds(stats: &Stats) -> String {
    let kinds = stats.zugzwang_kinds;
    let all = [
        ("draw/loss", kinds.draw_loss),
        ("loss/draw", kinds.loss_draw),
        ("loss/loss", kinds.loss_loss),
    ];
    let some = all.into_iter().filter(|(_, count)| *count > 0);
    let texts: Vec<_> = some.map(|(kind, count)| format!("{} {kind}", grouped(count))).collect();
    if texts.is_empty() { String::new() } else { format!(" ({})", texts.join(", ")) }
}

/// Returns a distance as people read it.
fn plies(plies: Option<u16>) -> String {
    plies.map_or("-".into(), |n| {
        let moves = counted(n.div_ceil(2).into(), "move", "moves");
        format!("{} ({moves})", counted(n.into(), "ply", "plies"))
    })
}
