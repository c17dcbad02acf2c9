//! Tables that become lists of rows on narrow screens.

use std::fmt::Write;

use crate::xml::escaped;

/// A cell of a table.
pub enum Cell {
    /// The title of a row.
    Title(String),
    /// The title of a row that is an identifier.
    Code(String),
    /// The title of a row about something wrong.
    WrongCode(String),
    /// A number.
    Number(String),
    /// A number of wrong claims.
    Wrong(String),
    /// Text.
    Text(String),
}

/// A table of as many columns as heads. Each cell carries the head of its column, which narrow
/// screens show beside it.
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
            let _ = match cell {
                Cell::Title(text) => write!(out, "<td class=\"h\">{}</td>", escaped(text)),
                Cell::Code(text) => {
                    write!(out, "<td class=\"h\"><code>{}</code></td>", escaped(text))
                }
                Cell::WrongCode(text) => {
                    write!(out, "<td class=\"h wrong\"><code>{}</code></td>", escaped(text))
                }
                Cell::Wrong(text) => {
                    let text = escaped(text);
                    write!(out, "<td class=\"wrong\" data-head=\"{name}\">{text}</td>")
                }
                Cell::Number(text) => {
                    write!(out, "<td data-head=\"{name}\">{}</td>", escaped(text))
                }
                Cell::Text(text) if text.is_empty() => write!(out, "<td class=\"t none\"></td>"),
                Cell::Text(text) => {
                    write!(out, "<td class=\"t\" data-head=\"{name}\">{}</td>", escaped(text))
                }
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
}
