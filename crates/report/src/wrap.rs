//! Wraps and aligns text to a limited width.

/// The width of text for readers whose width is unknown.
pub const WIDTH_DEFAULT: usize = 100;

/// The style of text for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether to colour verdicts with terminal escapes.
    pub colour: bool,
    /// The maximum width of a line in characters; FENs are never cut.
    pub width: usize,
}

impl TextStyle {
    /// Wraps `text` in the escape code for bold and a colour, such as 31 for red; returns it
    /// unchanged without colours.
    pub fn painted(self, text: &str, code: u8) -> String {
        if self.colour { format!("\x1b[1;{code}m{text}\x1b[0m") } else { text.into() }
    }
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle { colour: false, width: WIDTH_DEFAULT }
    }
}

/// Wraps `text` into lines of at most `width` characters, each with a line break. The first line
/// begins with `first`; the others are indented to match. Lines break at spaces, and a word longer
/// than a line breaks after its hyphens. A longer word without hyphens gets a line of its own.
pub fn wrapped(first: &str, text: &str, width: usize) -> String {
    let indent = visible_width(first);
    let mut out = String::from(first);
    let mut at = indent;
    for word in text.split_whitespace() {
        for (number, part) in parts(word, width.saturating_sub(indent)).iter().enumerate() {
            let long = visible_width(part);
            if at > indent && (number > 0 || at + 1 + long > width) {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                at = indent;
            } else if at > indent {
                out.push(' ');
                at += 1;
            }
            out.push_str(part);
            at += long;
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Splits a word after hyphens into pieces of at most `room` characters, as far as possible.
fn parts(word: &str, room: usize) -> Vec<String> {
    if visible_width(word) <= room {
        return vec![word.to_owned()];
    }
    let mut parts: Vec<String> = Vec::new();
    for piece in word.split_inclusive('-') {
        match parts.last_mut() {
            Some(part) if visible_width(part) + visible_width(piece) <= room => {
                part.push_str(piece)
            }
            _ => parts.push(piece.to_owned()),
        }
    }
    parts
}

/// Returns the number of characters that a terminal shows, without escape codes.
pub fn visible_width(text: &str) -> usize {
    let mut in_escape = false;
    let shown = |&letter: &char| {
        let hidden = in_escape || letter == '\x1b';
        in_escape = hidden && letter != 'm';
        !hidden
    };
    text.chars().filter(shown).count()
}

/// Aligns rows of cells in columns, two spaces apart, after an indent of two. The columns `left`
/// are aligned to the left, the others to the right. `notes` follow the rows: on the same line if
/// all fit into `width`, else below.
///
/// First cells that are too long for `width` get lines of their own.
pub fn table(rows: &[Vec<String>], left: &[usize], notes: &[&str], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |column: usize, limit: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| visible_width(cell));
        cells.filter(|&long| long <= limit).max().unwrap_or(0)
    };
    let others: usize = (1..columns).map(|column| 2 + longest(column, usize::MAX)).sum();
    let first = longest(0, width.saturating_sub(2 + others));
    let total = 2 + first + others;
    let fits = |note: &&str| total + 2 + visible_width(note) <= width;
    let beside = notes.iter().all(fits);
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::from("  ");
        for (column, cell) in row.iter().enumerate() {
            let long = visible_width(cell);
            let room = if column == 0 { first } else { longest(column, usize::MAX) };
            if column == 0 && long > room {
                for part in parts(cell, width.saturating_sub(2)) {
                    out.push_str(&format!("  {part}\n"));
                }
                line.push_str(&" ".repeat(room));
                continue;
            }
            let space = " ".repeat(room - long);
            let gap = if column == 0 { "" } else { "  " };
            match left.contains(&column) {
                true => line.push_str(&format!("{gap}{cell}{space}")),
                false => line.push_str(&format!("{gap}{space}{cell}")),
            }
        }
        let note = notes.get(number).copied().unwrap_or("");
        if beside && !note.is_empty() {
            line.push_str(&format!("  {note}"));
        }
        out.push_str(line.trim_end());
        out.push('\n');
        if !beside && !note.is_empty() {
            out.push_str(&wrapped("      ", note, width));
        }
    }
    out
}

/// Writes a position in a numbered list: its label and FEN, then the non-empty `notes` below.
/// `number` counts from 0.
pub fn position(
    out: &mut String,
    number: usize,
    label: &str,
    fen: &str,
    notes: &[String],
    width: usize,
) {
    out.push_str(&format!("  {:>3}. {label:<9} {fen}\n", number + 1));
    for note in notes.iter().filter(|note| !note.is_empty()) {
        out.push_str(&wrapped("       ", note, width));
    }
}

/// Drops columns without a figure, then the last columns that do not fit into `width`. The first
/// row has the headings; columns are two spaces apart, after an indent of two.
pub fn fitting(rows: Vec<Vec<String>>, width: usize) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    let has_figure = |column: &usize| {
        let empty = |row: &Vec<String>| matches!(row[*column].as_str(), "" | "-");
        !rows.iter().skip(1).all(empty)
    };
    let wide =
        |column: usize| rows.iter().map(|row| visible_width(&row[column])).max().unwrap_or(0) + 2;
    let mut room = width;
    let fits = |column: &usize| {
        let left = room.checked_sub(wide(*column));
        room = left.unwrap_or(0);
        left.is_some()
    };
    let kept: Vec<usize> = (0..columns).filter(has_figure).take_while(fits).collect();
    let row = |row: &Vec<String>| kept.iter().map(|&column| row[column].clone()).collect();
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_keep_long_words_whole() {
        assert_eq!(wrapped("- ", "one two three", 9), "- one two\n  three\n");
        assert_eq!(wrapped("- ", "unbreakable", 5), "- unbreakable\n");
        assert_eq!(wrapped("- ", "", 5), "-\n");
        assert_eq!(
            wrapped("- ", "by un-break-able names", 10),
            "- by un-\n  break-\n  able\n  names\n"
        );
        assert_eq!(visible_width("\x1b[1;31mred\x1b[0m é"), 5);
    }

    #[test]
    fn notes_stand_beside_a_table_or_below_its_rows() {
        let rows = [vec!["name".into(), "1".into()], vec!["a".into(), "23".into()]];
        let notes = ["", "a note"];
        assert_eq!(table(&rows, &[0], &notes, 30), "  name   1\n  a     23  a note\n");
        assert_eq!(table(&rows, &[0], &notes, 15), "  name   1\n  a     23\n      a note\n");
        let long = [vec!["a very long name".into(), "1".into()], rows[1].clone()];
        assert_eq!(table(&long, &[0], &[], 12), "  a very long name\n      1\n  a  23\n");
    }

    #[test]
    fn the_last_columns_give_way_and_empty_ones_go() {
        let row = |cells: [&str; 4]| cells.map(String::from).to_vec();
        let rows = vec![row(["name", "none", "count", "share"]), row(["KRK", "-", "1,234", "5 %"])];
        assert_eq!(fitting(rows.clone(), 30)[1], ["KRK", "1,234", "5 %"]);
        assert_eq!(fitting(rows.clone(), 14)[0], ["name", "count"]);
        assert_eq!(fitting(rows, 5), [[""; 0]; 2]);
    }
}
