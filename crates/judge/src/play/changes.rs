//! Documents on the changes between the games of two engines.

use std::fmt::Write;

use drawproof_report::{
    Format, TextStyle,
    escape::cell,
    grouped,
    wrap::{fitting, table},
    wrapped,
};

use super::{compare::GamesComparison, report::json};

impl GamesComparison {
    /// Renders the comparison as text, JSON or Markdown; returns `None` for other formats.
    pub fn document(&self, format: Format, style: TextStyle) -> Option<String> {
        let heads =
            ["endgame", "games", "old kept", "new kept", "newly lost", "newly kept", "verdict"];
        let mut rows = vec![heads.map(String::from).to_vec()];
        rows.extend(self.endgames.iter().chain([&self.total]).map(|it| {
            let counts = [it.games, it.kept_old, it.kept_new, it.newly_lost, it.newly_kept];
            let mut row = vec![it.endgame.clone()];
            row.extend(counts.map(grouped));
            row.push(it.verdict.name().into());
            row
        }));
        let title = format!("{} against {}: {}", self.new, self.old, self.verdict.name());
        let examples = self.endgames.iter().flat_map(|of| {
            let text = |(fen, result): &(String, String)| format!("{fen}: now a {result}");
            of.examples.iter().map(text).map(|text| format!("{}: {text}", of.endgame))
        });
        let mut out = String::new();
        match format {
            Format::Json => return Some(json(self)),
            Format::Text => {
                out.push_str(&wrapped("", &title, style.width));
                out.push_str(&table(&fitting(rows, style.width), &[0], &[], style.width));
                for line in self.warnings.iter().cloned().chain(examples) {
                    out.push_str(&wrapped("  ", &line, style.width));
                }
            }
            Format::Markdown => {
                let _ = writeln!(out, "## {}\n", cell(&title));
                for (number, row) in rows.iter().enumerate() {
                    let _ = writeln!(out, "| {} |", row.join(" | "));
                    if number == 0 {
                        let _ = writeln!(out, "|---|{}", "---:|".repeat(row.len() - 1));
                    }
                }
                out.push('\n');
                for line in self.warnings.iter().cloned().chain(examples) {
                    let _ = writeln!(out, "- {}", cell(&line));
                }
            }
            Format::Junit | Format::Github | Format::Html => return None,
        }
        Some(out)
    }
}
