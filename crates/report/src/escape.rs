//! Text in documents of a markup: escapes.

/// Returns `text` in XML and HTML, safe in an element and in an attribute with double quotes.
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

/// Returns `text` in a cell of a Markdown table: with pipes escaped and line breaks replaced.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// Returns `text` on one line, so that no line of it begins a GitHub workflow command.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Returns `text` as the message of a GitHub workflow command.
pub(crate) fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns `text` as a property of a GitHub workflow command.
pub(crate) fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
