//! Arrays of numbers as lines of source code.

/// Numbers in lines of at most 96 columns after `indent`.
pub(crate) fn lines(numbers: impl IntoIterator<Item = String>, indent: &str) -> String {
    let (mut text, mut line) = (String::new(), String::from(indent));
    for number in numbers {
        if line.len() + number.len() + 1 > 96 {
            text.push_str(line.trim_end());
            text.push('\n');
            line = indent.into();
        }
        line.push_str(&number);
        line.push_str(", ");
    }
    text + line.trim_end() + "\n"
}
