//! A position as people write it: a FEN, or an EPD line, which has operations after the position.

use drawproof_board::fen::excerpt;

/// A position, with the EPD operations that `probe` uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epd {
    /// The FEN of the position as written, with the counters of the operations `hmvc` and `fmvn`.
    pub fen: String,
    /// The operand of the operation `id`, a name of the position.
    pub id: Option<String>,
    /// The number of moves to mate as text, from `dm` or after `#` from `bm`; negative if the side
    /// to move is mated.
    pub dm: Option<String>,
}

/// Splits an EPD line. Any other text is taken for a FEN, so that the FEN's parser explains its
/// error.
pub fn split(text: &str) -> Result<Epd, String> {
    let text = text.trim();
    let (fen, operations) = fields(text);
    let is_position = matches!(fen.split_whitespace().nth(1), Some("w" | "b"));
    if !(operations.contains(';') || is_position && begins_with_opcode(operations)) {
        // Addresses of pages have underscores for blanks.
        let is_of_address = !text.contains(char::is_whitespace);
        let fen = if is_of_address { text.replace('_', " ") } else { text.to_owned() };
        return Ok(Epd { fen, ..Epd::default() });
    }
    let mut epd = Epd { fen: fen.to_owned(), ..Epd::default() };
    let mut counters = [None, None];
    let mut rest = operations;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if rest.is_empty() {
            break;
        }
        let end = end_of_operation(rest)
            .ok_or_else(|| format!("a quotation mark is missing after '{}'", start(rest)))?;
        let (opcode, operand) =
            rest[..end].split_once(char::is_whitespace).unwrap_or((&rest[..end], ""));
        let operand = unquoted(operand.trim()).to_owned();
        match opcode {
            "id" => epd.id = Some(operand),
            "dm" => epd.dm = Some(operand),
            "bm" => epd.dm = operand.strip_prefix('#').map(str::to_owned).or(epd.dm),
            "hmvc" => counters[0] = Some(operand),
            "fmvn" => counters[1] = Some(operand),
            _ => {}
        }
        rest = &rest[end..];
    }
    if counters != [None, None] {
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        let defaults = ["0", "1"].iter().skip(fields.len().saturating_sub(4));
        fields.extend(defaults);
        for (field, counter) in fields.iter_mut().skip(4).zip(&counters) {
            *field = counter.as_deref().unwrap_or(field);
        }
        epd.fen = fields.join(" ");
    }
    Ok(epd)
}

/// Returns whether a text begins with an opcode, as after an EPD line's position. Those of one
/// character are no standard ones, but slips in a FEN.
fn begins_with_opcode(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (2..=15).contains(&word.len())
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(is_part)
}

/// Returns the fields of the position, four and up to two counters, and the text after them.
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

/// Returns the place of the semicolon that ends an operation, or of the end of the text; `None` if
/// a quotation does not end.
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

/// Returns the start of a text, for an error message.
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
                format!("{fields} bm #23; id \"a; b\"; acd 4"),
                format!("{fields}; c0 \"x\"; dm 23;id \"a; b\";"),
            ] {
                assert_eq!(epd(&text), (fields.clone(), id.clone(), dm.clone()), "{text}");
            }
            assert_eq!(epd(&fields), (fields.clone(), None, None));
            // The semicolon of the only operation is missing.
            assert_eq!(epd(&format!("{fields} dm 23")), (fields.clone(), None, dm.clone()));
            assert_eq!(epd(&format!("{fields} bm #-3")), (fields.clone(), None, Some("-3".into())));
        }
    }

    #[test]
    fn counters_are_those_of_hmvc_and_fmvn() {
        for (text, expected) in [
            (format!("{FOUR} hmvc 98;"), format!("{FOUR} 98 1")),
            (format!("{FOUR} hmvc 98"), format!("{FOUR} 98 1")),
            (format!("{FOUR} fmvn 60; hmvc 98;"), format!("{FOUR} 98 60")),
            (format!("{FOUR} fmvn 60;"), format!("{FOUR} 0 60")),
            (format!("{FOUR} 12 hmvc 98;"), format!("{FOUR} 98 1")),
            (format!("{FOUR} 12 34 fmvn 60;"), format!("{FOUR} 12 60")),
            (format!("{FOUR} hmvc x;"), format!("{FOUR} x 1")),
        ] {
            assert_eq!(epd(&text), (expected, None, None), "{text}");
        }
    }

    #[test]
    fn what_is_no_epd_line_stays_whole() {
        let slips = ["x y", "0 1 2", "O 1", "0 l", "- 0 1", "Kf2 e4"];
        let slips = slips.map(|end| format!("{FOUR} {end}"));
        for text in ["nonsense", "8/8 w", ""].into_iter().chain(slips.iter().map(String::as_str)) {
            assert_eq!(epd(text), (text.to_owned(), None, None));
        }
        assert!(split(&format!("{FOUR} id \"a; dm 3;")).is_err());
    }
}
