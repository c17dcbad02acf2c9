//! Text from outside: the name of a rule, made fit for a terminal, and a command line.

/// Returns `text` with its control characters as escapes such as `\n` or `\u{1b}`.
///
/// Escapes the characters that change the display around them: control characters, line ends, and
/// marks that reverse the writing direction or are invisible. A backslash stays as it is.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_hidden(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Returns whether a terminal obeys a character instead of showing it.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            // The Arabic letter mark, marks of direction, ends of lines and paragraphs, embeddings,
            // overrides and isolates.
            '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            // Characters without width, the byte-order mark, and tags.
            | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Splits the text of a command line into words as a shell does; `None` if a quote is not closed.
/// On Windows, a backslash escapes nothing, because paths contain it.
pub fn split_command(command: &str) -> Option<Vec<String>> {
    split(command, !cfg!(windows))
}

/// Splits as [`split_command`]. `escapes`: whether a backslash makes the next character an ordinary
/// one.
fn split(command: &str, escapes: bool) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('\''), letter) => word.get_or_insert_default().push(letter),
            (_, '\\') if escapes => word.get_or_insert_default().push(letters.next()?),
            (Some(_), letter) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_is_left() {
        let cases = [
            ("bishop & knight, 50 % | é 王", "bishop & knight, 50 % | é 王"),
            ("\x1b[2J\x1b]0;title\x07", "\\u{1b}[2J\\u{1b}]0;title\\u{7}"),
            ("two\nlines\r\tand \u{9b}31m", "two\\nlines\\r\\tand \\u{9b}31m"),
            (
                "\u{202e}reversed\u{2066}\u{feff}\u{7f}",
                "\\u{202e}reversed\\u{2066}\\u{feff}\\u{7f}",
            ),
            ("it's \\n", "it's \\n"),
        ];
        for (text, shown) in cases {
            assert_eq!(visible(text), shown);
        }
        let all: String = (0..=u32::from(char::MAX)).filter_map(char::from_u32).collect();
        assert!(!visible(&all).chars().any(char::is_control));
    }

    #[test]
    fn commands_are_split_as_by_a_shell() {
        let cases: [(&str, &[&str]); 5] = [
            ("rule --fast", &["rule", "--fast"]),
            ("  python3 'my rule.py'  ", &["python3", "my rule.py"]),
            (r#"a\ b "c \" d" ''"#, &["a b", "c \" d", ""]),
            (r"'a\b'", &[r"a\b"]),
            ("", &[]),
        ];
        for (command, words) in cases {
            assert_eq!(split(command, true).unwrap(), words, "{command}");
        }
        assert_eq!(split("a 'b", true), None);
        let paths = r#".\x.exe "C:\my rules\x.exe" 'C:\' \\host\x"#;
        let words = [r".\x.exe", r"C:\my rules\x.exe", r"C:\", r"\\host\x"];
        assert_eq!(split(paths, false).unwrap(), words);
        assert_eq!(split_command(r".\x").unwrap(), [if cfg!(windows) { r".\x" } else { ".x" }]);
    }
}
