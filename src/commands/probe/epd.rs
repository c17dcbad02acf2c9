//! A position as people write it: a FEN, or an EPD line, which has operations after the position.

use drawproof_board::fen::excerpt;

/// A position and the operations that mean something here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The fields of the position as they were written.
    pub fen: String,
    /// The operand of `id`.
    pub id: Option<String>,
    /// The operand of `dm`: moves to mate, negative if the side to move is mated.
    pub dm: Option<String>,
}

/// Splits a line. What is no EPD line is taken for a FEN, for its parser to explain.
pub fn split(text: &str) -> Result<Epd, String> {
    let text = text.trim();
    let (fen, operations) = fields(text);
    if !operations.contains(';') {
        // Addresses of pages have underscores for blanks.
        let is_of_address = !text.contains(char::is_whitespace);
        let fen = if is_of_address { text.replace('_', " ") } else { text.to_owned() };
        return Ok(Epd { fen, id: None, dm: None });
    }
    let mut epd = Epd { fen: fen.to_owned(), id: None, dm: None };
    let mut rest = operations;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if rest.is_empty() {
            return Ok(epd);
        }
        let end = end_of_operation(rest)
            .ok_or_else(|| format!("a quotation mark is missing after '{}'", start(rest)))?;
        let (opcode, operand) =
            rest[..end].split_once(char::is_whitespace).unwrap_or((&rest[..end], ""));
        let operand = unquoted(operand.trim()).to_owned();
        match opcode {
            "id" => epd.id = Some(operand),
            "dm" => epd.dm = Some(operand),
            _ => {}
        }
        rest = &rest[end..];
    }
}

/// The fields of the position, four and up to two counters, and the text after them.
fn fields(text: &str) -> (&str, &str) {
    let mut end = 0;
    for number in 0..6 {
        let after = &text[end..];
        let begin = end + (after.len() - after.trim_start().len());
        let field = &text[begin..];
        let length = field.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(field.len());
        let is_counter = field[..length].bytes().all(|byte| byte.is_ascii_digit());
        if length == 0 || (number >= 4 && !is_counter) {
            break;
        }
        end = begin + length;
    }
    text.split_at(end)
}

/// The place of the semicolon that ends an operation, or of the end of the text; `None` if a
/// quotation does not end.
fn end_of_operation(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b';' if !is_quoted => return Some(place),
            _ => {}
        }
    }
    (!is_quoted).then_some(text.len())
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// The start of a text, for an error message.
fn start(text: &str) -> String {
    excerpt(text).chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "8/8/8/8/8/6k1/4P3/2K5 w - -";

    fn epd(text: &str) -> (String, Option<String>, Option<String>) {
        let Epd { fen, id, dm } = split(text).unwrap();
        (fen, id, dm)
    }

    #[test]
    fn operations_follow_four_to_six_fields() {
        let (id, dm) = (Some("a; b".to_owned()), Some("23".to_owned()));
        for fields in [FOUR.to_owned(), format!("{FOUR} 0 1"), format!("{FOUR} 12")] {
            for text in [
                format!("{fields} id \"a; b\"; dm 23;"),
                format!("{fields}  dm 23 ; bm e4; id \"a; b\""),
                format!("{fields}; c0 \"x\"; dm 23;id \"a; b\";"),
            ] {
                assert_eq!(epd(&text), (fields.clone(), id.clone(), dm.clone()), "{text}");
            }
            assert_eq!(epd(&fields), (fields.clone(), None, None));
        }
    }

    #[test]
    fn what_is_no_epd_line_stays_whole() {
        for text in ["nonsense", "8/8 w", "", &format!("{FOUR} x y"), &format!("{FOUR} 0 1 2")] {
            assert_eq!(epd(text), (text.to_owned(), None, None));
        }
        assert!(split(&format!("{FOUR} id \"a; dm 3;")).is_err());
    }
}
