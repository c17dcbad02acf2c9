//! The frame of all pages, and the elements that their sections share.

use std::fmt::Write;

use drawproof_verifier::Line;

use super::svg;
use crate::{
    escape::escaped,
    place::Place,
    words::{numbered, white_to_move},
};

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// Renders a page: one file that needs no network. `title` and `foot` are HTML; `style` extends the
/// style sheet.
pub fn page(
    title: &str,
    style: &str,
    header: impl FnOnce(&mut String),
    main: impl FnOnce(&mut String),
    foot: &str,
) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} - drawproof</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{}",
        svg::definitions()
    );
    header(&mut out);
    out.push_str("<main>\n");
    main(&mut out);
    let _ = writeln!(
        out,
        "</main>\n<footer><p>{foot} In the lines, the winner mates as fast and the loser resists as \
         long as possible.</p></footer>\n</body>\n</html>"
    );
    out
}

/// Renders a verdict as a badge, in the colour of success if `is_good`.
pub fn badge(is_good: bool, text: &str) -> String {
    format!("<span class=\"badge {}\">{text}</span>", if is_good { "ok" } else { "no" })
}

/// Writes the most important figures with their labels, the `wrong` ones first.
pub fn figures(out: &mut String, wrong: &[(String, &str)], others: &[(String, String)]) {
    out.push_str("<div class=\"figures\">");
    for (figure, what) in wrong {
        let _ = write!(out, "<div class=\"lead no\"><b>{figure}</b><span>{what}</span></div>");
    }
    for (figure, what) in others {
        let _ = write!(out, "<div><b>{figure}</b><span>{what}</span></div>");
    }
    out.push_str("</div>\n");
}

/// Writes a bar in a list of bars. `class` selects the colour; `text` is HTML.
pub fn small_bar(out: &mut String, title: &str, class: Option<&str>, share: f64, text: &str) {
    let class = class.map_or(String::new(), |class| format!("class=\"{class}\" "));
    let _ = writeln!(
        out,
        "<div class=\"bar-row\"><b>{title}</b><div class=\"bar\"><i {class}style=\"width:{:.3}%\">\
         </i></div><span>{text}</span></div>",
        share * 100.0
    );
}

/// Writes a position to play through: the board, on which the squares of the move `uci` are marked;
/// beside the board, `lead` (HTML) and a description; then the line as a strip of boards.
pub fn game(out: &mut String, fen: &str, uci: &str, lead: &str, class: &str, line: &Line) {
    let _ = write!(
        out,
        "<figure class=\"game\"><div class=\"lead\">{}<div>{lead}<p class=\"soft\">{}, {}</p>\
         <p><code>{}</code></p><p>{}</p></div></div>",
        svg::board(fen, &squares_of(uci)),
        to_move(fen),
        escaped(class),
        escaped(fen),
        analysis(fen)
    );
    play_through(out, fen, line);
    out.push_str("</figure>\n");
}

/// Returns the two squares of a move; empty texts if there is no move.
fn squares_of(uci: &str) -> [&str; 2] {
    [uci.get(..2).unwrap_or(""), uci.get(2..4).unwrap_or("")]
}

/// Returns the side to move of a FEN, in words.
pub fn to_move(fen: &str) -> &'static str {
    if white_to_move(fen) { "White to move" } else { "Black to move" }
}

/// Renders a link to the position on an analysis board.
pub fn analysis(fen: &str) -> String {
    let place = fen.replace(' ', "_");
    format!(
        "<a class=\"analysis\" rel=\"noopener noreferrer\" \
         href=\"https://lichess.org/analysis/standard/{}\">analysis board</a>",
        escaped(&place)
    )
}

/// Writes the line from a position as a folded strip of boards; nothing for an empty line.
fn play_through(out: &mut String, fen: &str, line: &Line) {
    if line.san.is_empty() {
        return;
    }
    let moves = numbered(&line.san, white_to_move(fen));
    let _ = write!(out, "<details><summary>Play through: {moves}</summary>");
    out.push_str("<div class=\"strip\" tabindex=\"0\">");
    let plies = line.uci.iter().zip(&line.san).zip(&line.fens);
    let begins = usize::from(!white_to_move(fen));
    for (ply, ((uci, san), fen)) in plies.enumerate() {
        let at = ply + begins;
        let number = at / 2 + 1;
        let dots = if at.is_multiple_of(2) { "." } else { "..." };
        let board = svg::board(fen, &squares_of(uci));
        let _ =
            write!(out, "<figure>{board}<figcaption>{number}{dots} {san}</figcaption></figure>");
    }
    out.push_str("</div></details>");
}

/// A cell of a table.
pub enum Cell {
    /// The title of a row.
    Title(String),
    /// The title of a row that is an identifier, linked if it names a line of a source file.
    Code(String),
    /// The title of a row about wrong claims.
    WrongCode(String),
    /// A number, aligned to the right.
    Number(String),
    /// A number of wrong claims.
    Wrong(String),
    /// Plain text.
    Text(String),
}

/// Writes a table with one column for each heading. Each cell carries its column's heading, which
/// narrow screens show beside the cell.
pub fn table(out: &mut String, head: &[&str], rows: &[Vec<Cell>]) {
    let is_text = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.into_iter().any(|cell| matches!(cell, Cell::Text(_)))
    };
    out.push_str("<table class=\"stack\"><thead><tr>");
    for (column, name) in head.iter().enumerate() {
        let class = if is_text(column) { " class=\"t\"" } else { "" };
        let _ = write!(out, "<th{class}>{name}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (name, cell) in head.iter().zip(row) {
            let code = |text: &str| {
                let code = format!("<code>{}</code>", escaped(text));
                match Place::of_branch(text) {
                    Some(place) => format!("<a href=\"{}\">{code}</a>", place.address()),
                    None => code,
                }
            };
            let head = format!(" data-head=\"{name}\"");
            let (class, head, text) = match cell {
                Cell::Title(text) => ("h", "", escaped(text)),
                Cell::Code(text) => ("h", "", code(text)),
                Cell::WrongCode(text) => ("h wrong", "", code(text)),
                Cell::Wrong(text) => ("wrong", &*head, escaped(text)),
                Cell::Number(text) => ("", &*head, escaped(text)),
                Cell::Text(text) if text.is_empty() => ("t none", "", String::new()),
                Cell::Text(text) => ("t", &*head, escaped(text)),
            };
            let class =
                if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
            let _ = write!(out, "<td{class}{head}>{text}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
}

/// Writes a table of numbers whose first row has the headings and whose first column has the
/// titles. Numbers other than 0 in the column `wrong` are marked as wrong claims.
pub fn numbers(out: &mut String, rows: &[Vec<String>], wrong: Option<usize>) {
    let Some((head, rows)) = rows.split_first() else { return };
    let cell = |(column, text): (usize, &String)| match column {
        0 => Cell::Title(text.clone()),
        _ if Some(column) == wrong && text != "0" => Cell::Wrong(text.clone()),
        _ => Cell::Number(text.clone()),
    };
    let rows: Vec<Vec<Cell>> =
        rows.iter().map(|row| row.iter().enumerate().map(cell).collect()).collect();
    table(out, &head.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
}
