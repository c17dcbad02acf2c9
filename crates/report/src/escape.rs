//! Escapes text for XML, HTML, Markdown tables and GitHub workflow commands.

/// Escapes `text` for XML and HTML, in elements and in double-quoted attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML does not allow most control characters.
            letter if letter.is_control() && letter != '\n' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

/// Escapes `text` for a cell of a Markdown table: escapes pipes, replaces line breaks.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// Puts `text` on one line, so that none of its lines can begin a GitHub workflow command.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Escapes `text` for the message of a GitHub workflow command.
pub(crate) fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes `text` for a property of a GitHub workflow command.
pub(crate) fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
