//! `stats --truth can-mate`: which colours can still mate, and the longest helpmates.

use std::io::Write;

use anyhow::Result;
use drawproof_report::wrapped;
use drawproof_tables::{
    census::{ByColour, HelpmateSideStats, HelpmateStats, Longest},
    helpmate::notation,
};

use crate::output::{counted, grouped, stdout, text_style};

/// A line of the table: its title, and the text of a side's cell.
type Line = (&'static str, fn(&HelpmateSideStats) -> String);

/// Prints the counts of an endgame for people.
pub fn print_text(stats: &HelpmateStats) -> Result<()> {
    let mut out = stdout();
    writeln!(
        out,
        "{} ({} counting): what legal moves can bring about",
        stats.endgame, stats.counting
    )?;
    let rows: [Line; 7] = [
        ("positions", |s| grouped(s.positions)),
        ("dead", |s| grouped(s.dead)),
        ("only White can mate", |s| grouped(s.only_white)),
        ("only Black can mate", |s| grouped(s.only_black)),
        ("both can mate", |s| grouped(s.both)),
        ("longest by White", |s| length(s.longest_white_plies)),
        ("longest by Black", |s| length(s.longest_black_plies)),
    ];
    writeln!(out, "{:19} {:>20} {:>20}", "", "White to move", "Black to move")?;
    for (name, cell) in rows {
        let (white, black) = (cell(&stats.white_to_move), cell(&stats.black_to_move));
        writeln!(out, "{name:19} {white:>20} {black:>20}")?;
    }
    for (name, ByColour { white, black }) in
        [("longest helpmate", &stats.longest), ("longest with one solution", &stats.longest_single)]
    {
        for (colour, longest) in [("White", white), ("Black", black)] {
            let Some(Longest { plies, positions, fen }) = longest else { continue };
            let positions = counted(*positions, "position", "positions");
            writeln!(out, "{name}, {colour} mates: {} in {positions}", length(Some(*plies)))?;
            writeln!(out, "  {fen}")?;
        }
    }
    write!(out, "{}", wrapped("", stats.counting.sentence(), text_style().width))?;
    Ok(())
}

/// A length as problemists write it.
fn length(plies: Option<u16>) -> String {
    plies.map_or("-".into(), notation)
}
