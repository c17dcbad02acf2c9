//! `stats --truth can-mate`: which colours can still mate, and the longest helpmates.

use std::io::Write;

use anyhow::Result;
use drawproof_tables::{
    census::{ByColour, HelpmateSideStats, HelpmateStats, Longest},
    helpmate::notation,
};

use crate::output::{counted, counting_note, grouped, share, stdout};

/// A line of the table: its title, and the text of a side's cell.
type Line = (&'static str, fn(&HelpmateSideStats) -> String);

/// Prints the counts of helpmates in an endgame as text.
pub fn print_text(stats: &HelpmateStats) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{} ({} counting): which sides can still mate", stats.endgame, stats.counting)?;
    let rows: [Line; 7] = [
        ("positions", |s| format!("{}{:10}", grouped(s.positions), "")),
        ("dead", |s| share(s.dead, s.positions)),
        ("only White can mate", |s| share(s.only_white, s.positions)),
        ("only Black can mate", |s| share(s.only_black, s.positions)),
        ("both can mate", |s| share(s.both, s.positions)),
        ("longest by White", |s| length(s.longest_white_plies)),
        ("longest by Black", |s| length(s.longest_black_plies)),
    ];
    writeln!(out, "{:19} {:>25} {:>25}", "", "White to move", "Black to move")?;
    for (name, cell) in rows {
        let (white, black) = (cell(&stats.white_to_move), cell(&stats.black_to_move));
        writeln!(out, "{}", format!("{name:19} {white:>25} {black:>25}").trim_end())?;
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
    write!(out, "{}", counting_note(stats.counting))?;
    Ok(())
}

/// Returns a length as problemists write it.
fn length(plies: Option<u16>) -> String {
    plies.map_or("-".into(), notation)
}
