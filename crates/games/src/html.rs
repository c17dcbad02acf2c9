//! Reports on games as a page for browsers.

use std::fmt::Write;

use drawproof_report::{
    escape::escaped,
    html::frame::{self, page},
};
use drawproof_verifier::Line;

use crate::report::{HEADS, Report, in_words, meaning, position_in_words};

impl Report {
    /// Renders the report as an HTML page, with diagrams of the most expensive moves and positions.
    pub fn html(&self) -> String {
        let head = |out: &mut String| {
            let _ = writeln!(
                out,
                "<header><div class=\"head\"><h1>What games lose in endgames</h1></div>\n\
                 <p class=\"soft\">{}</p>",
                escaped(&self.account())
            );
            if let Some(text) = self.of_match() {
                let _ = writeln!(out, "<p>{}</p>", escaped(&text));
            }
            out.push_str("</header>\n");
        };
        let foot = "The truth is that of endgame tables, within the fifty-move rule.";
        page("What games lose in endgames", "", head, |out| self.sections(out), foot)
    }

    fn sections(&self, out: &mut String) {
        let tables = [("Endgames", self.rows(usize::MAX)), ("Players", self.players())];
        for (title, rows) in tables.into_iter().filter(|(_, rows)| rows.len() > 1) {
            let _ = writeln!(out, "<section>\n<h2>{title}</h2>\n<div class=\"wide\">");
            frame::numbers(out, &rows, None);
            out.push_str("</div>\n</section>\n");
        }
        let meaning = meaning(&HEADS.map(String::from));
        let _ = writeln!(out, "<p class=\"note\">{meaning}</p>");
        let none = Line { uci: Vec::new(), san: Vec::new(), fens: Vec::new() };
        let document = &self.document;
        let thrown = document.thrown.iter();
        let thrown: Vec<_> =
            thrown.map(|it| (&*it.fen, &*it.played, in_words(it), &*it.endgame)).collect();
        let positions = document.positions.iter().flatten();
        let positions: Vec<_> = positions
            .map(|it| {
                let most = it.moves.first().map_or("", |mv| &mv.uci);
                (&*it.fen, most, position_in_words(it), &*it.endgame)
            })
            .collect();
        let boards =
            [("The most expensive moves", thrown), ("The most expensive positions", positions)];
        for (title, boards) in boards.into_iter().filter(|(_, boards)| !boards.is_empty()) {
            let _ = writeln!(out, "<section>\n<h2>{title}</h2>\n<div class=\"boards games\">");
            for (fen, uci, text, endgame) in boards {
                let lead = format!("<p>{}</p>", escaped(&text));
                frame::game(out, fen, uci, &lead, endgame, &none);
            }
            out.push_str("</div>\n</section>\n");
        }
    }
}
