//! Wins and losses by distance, as bars of text.

use std::fmt::Write;

use drawproof_tables::{Metric, census::Distance};

use crate::output::grouped;

/// The maximum number of rows of a chart. If there are more distances, several share a row.
const ROWS_MAX: usize = 25;

/// Characters of the longest bar; with the numbers beside it a line has at most 80.
const BAR_MAX: usize = 34;

/// Returns the chart of wins and losses by distance for one side to move; empty if there are none.
pub fn chart(side: &str, metric: Metric, distances: &[Distance]) -> String {
    let Some(last) = distances.last() else { return String::new() };
    let (plies_a_row, rows) = rows(distances);
    let most = rows.iter().map(|(wins, losses)| wins + losses).max().unwrap_or(0);
    let mut out = String::new();
    let until = match metric {
        Metric::Helpmate => "helpmate",
        Metric::Dtm => "mate",
        Metric::Dtz => "the next capture or pawn move",
        Metric::Dtc => "the next capture or promotion",
    };
    let _ = writeln!(out, "\n{side} to move, by plies to {until} (# wins, - losses)");
    let _ = writeln!(out, "  {:>7} {:>15} {:>15}", "plies", "wins", "losses");
    for (number, &(wins, losses)) in rows.iter().enumerate() {
        let first = number * plies_a_row;
        let plies = match (first + plies_a_row - 1).min(last.plies.into()) {
            last if last == first => first.to_string(),
            last => format!("{first}-{last}"),
        };
        let bars = bars(wins, losses, most);
        let (wins, losses) = (grouped(wins), grouped(losses));
        let line = format!("  {plies:>7} {wins:>15} {losses:>15}  {bars}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Wins and losses by row, and the plies that share a row: an even number.
fn rows(distances: &[Distance]) -> (usize, Vec<(u64, u64)>) {
    let all = distances.last().map_or(0, |last| usize::from(last.plies) + 1);
    let plies_a_row = all.div_ceil(ROWS_MAX).next_multiple_of(2);
    let mut rows = vec![(0, 0); all.div_ceil(plies_a_row)];
    for distance in distances {
        let row = &mut rows[usize::from(distance.plies) / plies_a_row];
        row.0 += distance.wins;
        row.1 += distance.losses;
    }
    (plies_a_row, rows)
}

/// Returns the bar of a row; no count is without a character.
fn bars(wins: u64, losses: u64, most: u64) -> String {
    let length = |count: u64| match count {
        0 => 0,
        _ => ((count as f64 / most as f64 * (BAR_MAX - 1) as f64) as usize).max(1),
    };
    "#".repeat(length(wins)) + &"-".repeat(length(losses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_every_position_and_fits_80_columns() {
        let of = |plies: u16| Distance {
            plies,
            wins: if plies % 2 == 1 { u64::from(plies) * 99_999_999 } else { 0 },
            losses: if plies.is_multiple_of(2) { 100_000_000_000 } else { 0 },
        };
        for longest in [0, 1, 40, 254, 700] {
            let distances: Vec<Distance> = (0..=longest).map(of).collect();
            let (plies_a_row, rows) = rows(&distances);
            assert!(rows.len() <= ROWS_MAX && plies_a_row % 2 == 0);
            let wins: u64 = distances.iter().map(|distance| distance.wins).sum();
            assert_eq!(rows.iter().map(|row| row.0).sum::<u64>(), wins);
            let text = chart("White", Metric::Dtm, &distances);
            assert_eq!(text.lines().count(), rows.len() + 3);
            assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        }
        assert_eq!(chart("White", Metric::Dtz, &[]), "");
    }
}
