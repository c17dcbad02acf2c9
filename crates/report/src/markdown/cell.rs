//! Text in a cell of a Markdown table.

/// `text` with pipes escaped and line breaks replaced, so that it does not end the cell.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
