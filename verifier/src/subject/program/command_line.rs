//! A command line given as one text, split into words as by a shell.

/// The words of a command line; `None` if a quote is not closed.
pub fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('\''), letter) => word.get_or_insert_default().push(letter),
            (_, '\\') => word.get_or_insert_default().push(letters.next()?),
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
    fn commands_are_split_as_by_a_shell() {
        let cases: [(&str, &[&str]); 5] = [
            ("rule --fast", &["rule", "--fast"]),
            ("  python3 'my rule.py'  ", &["python3", "my rule.py"]),
            (r#"a\ b "c \" d" ''"#, &["a b", "c \" d", ""]),
            (r"'a\b'", &[r"a\b"]),
            ("", &[]),
        ];
        for (command, words) in cases {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
        assert_eq!(split("a 'b"), None);
    }
}
