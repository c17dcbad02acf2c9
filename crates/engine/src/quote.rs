//! Quotes text in messages: input, and messages of panics.

use std::any::Any;

use drawproof_board::fen::{EXCERPT_MAX, excerpt};

/// Returns `text` on one line: control characters become blanks, and text beyond 90 characters is
/// omitted.
pub fn quote(text: &str) -> String {
    let mut quoted = excerpt(text);
    if text.chars().nth(EXCERPT_MAX).is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// Returns the message of a panic, shortened by [`quote`].
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    quote(text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_one_short_line() {
        assert_eq!(quote("a\u{1b}[31m\nb"), "a [31m b");
        assert_eq!(quote(&"é".repeat(90)), "é".repeat(90));
        assert_eq!(quote(&"é".repeat(91)), format!("{}...", "é".repeat(90)));
        assert_eq!(panic_text(&String::from("a\nb")), "a b");
        assert_eq!((panic_text(&"c"), panic_text(&3)), ("c".into(), "unknown".into()));
    }
}
