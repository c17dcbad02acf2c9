//! The syntax of conditions. Names are resolved later.

use std::{fmt, ops::Range};

/// A condition as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// At least one of the conditions holds.
    Or(Vec<Expression>),
    /// All of the conditions hold.
    And(Vec<Expression>),
    /// The inner condition does not hold.
    Not(Box<Expression>),
    /// A comparison of two operands, such as `dtm > 40`.
    Compare(Operand, Comparison, Operand),
    /// The membership of an operand in a list, such as `wk in (a1, h1)`.
    In(Operand, Vec<Operand>),
    /// An operand that is a condition by itself, such as `check`.
    Holds(Operand),
    /// A condition after moves, such as `after(only_move, check)`: the range of the whole
    /// expression, the start of the word for the moves, this word, and the condition.
    After(Range<usize>, usize, String, Box<Expression>),
}

/// An operand of a comparison or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operand {
    /// The byte index of the operand's first character in the text.
    pub at: usize,
    pub what: What,
}

/// The content of an operand: a number, a name, or a function with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Number(i32),
    Name(String),
    Call(String, Vec<Operand>),
}

/// Prints the operand as it was written.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.what {
            What::Number(number) => write!(f, "{number}"),
            What::Name(name) => f.write_str(name),
            What::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
        }
    }
}

/// The way in which two operands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// Returns whether the comparison is true of two numbers.
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
        }
    }
}

/// The words of the grammar, which are not names.
const KEYWORDS: [&str; 7] = ["and", "or", "not", "in", "is", "to", "after"];

peg::parser! {
    grammar grammar() for str {
        pub rule alone() -> Operand = _ it:operand() _ { it }

        pub rule condition() -> Expression = _ it:or() _ { it }

        rule or() -> Expression = all:(and() ++ (_ keyword("or") _)) { one_or(all, Expression::Or) }

        rule and() -> Expression = all:(not() ++ (_ keyword("and") _)) { one_or(all, Expression::And) }

        // A chain of any length counts as one level of nesting.
        rule not() -> Expression = nots:(keyword("not") _)* it:one() {
            if nots.len() % 2 == 1 { Expression::Not(it.into()) } else { it }
        }

        rule one() -> Expression
            = "(" _ it:or() _ ")" { it }
            / first:position!() "after" _ "(" _ at:position!() moves:name() _ "," _ it:or() _ ")" end:position!() {
                Expression::After(first..end, at, moves, it.into())
            }
            / comparison()

        rule comparison() -> Expression = left:operand() it:(
            _ how:how() _ right:operand() { Expression::Compare(left.clone(), how, right) }
            / _ keyword("in") _ "(" _ all:(operand() ++ (_ "," _)) _ ")" { Expression::In(left.clone(), all) }
            / _ keyword("is") _ right:operand() { Expression::Compare(left.clone(), Comparison::Equal, right) }
            / _ keyword("to") _ keyword("move") { to_move(&left) }
            / { Expression::Holds(left.clone()) }
        ) { it }

        rule how() -> Comparison
            = "!=" { Comparison::Unequal } / "<=" { Comparison::AtMost } / ">=" { Comparison::AtLeast }
            / "=" "="? { Comparison::Equal } / "<" { Comparison::Less } / ">" { Comparison::Greater }

        rule operand() -> Operand = at:position!() what:(number() / call()) { Operand { at, what } }

        rule number() -> What = quiet!{ digits:$("-"? ['0'..='9']+) { What::Number(number_of(digits)) } }
            / expected!("a number")

        rule call() -> What = name:name() arguments:(_ "(" _ all:(operand() ++ (_ "," _)) _ ")" { all })? {
            match arguments {
                Some(all) => What::Call(name, all),
                None => What::Name(name),
            }
        }

        rule name() -> String
            = quiet!{ name:$(letter() part()*) {?
                if KEYWORDS.contains(&name) { Err("a name") } else { Ok(name.to_ascii_lowercase()) }
            } }
            / expected!("a name")

        // `cursed-win` and `draw/loss` are names too.
        rule part() = letter() / ['0'..='9' | '_' | '.'] / ['-' | '/'] letter()

        rule letter() = ['a'..='z' | 'A'..='Z']

        rule keyword(word: &'static str) = quiet!{ found:$(letter()+) !part() {?
            if found == word { Ok(()) } else { Err("another word") }
        } } / expected!(word)

        rule _() = quiet!{ [' ' | '\t' | '\n' | '\r']* }
    }
}

/// Returns the only expression, or combines all of them.
fn one_or(mut all: Vec<Expression>, several: fn(Vec<Expression>) -> Expression) -> Expression {
    if all.len() == 1 { all.remove(0) } else { several(all) }
}

/// Parses digits. Numbers too large for a position saturate.
fn number_of(digits: &str) -> i32 {
    digits.parse().unwrap_or(if digits.starts_with('-') { i32::MIN } else { i32::MAX })
}

/// Returns the condition `white to move` for a side.
fn to_move(side: &Operand) -> Expression {
    let field = Operand { at: side.at, what: What::Name("side".into()) };
    Expression::Compare(field, Comparison::Equal, side.clone())
}

/// The maximum length of a condition in bytes.
const BYTES_MAX: usize = 4000;
/// The maximum nesting of parentheses.
const DEPTH_MAX: usize = 50;

/// Parses a condition. An error is the byte index and what is allowed there.
pub(crate) fn parse(text: &str) -> Result<Expression, (usize, String)> {
    if text.len() > BYTES_MAX {
        return Err((BYTES_MAX, format!("a condition has at most {BYTES_MAX} characters")));
    }
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH_MAX {
            return Err((at, format!("parentheses may be nested {DEPTH_MAX} times")));
        }
    }
    grammar::condition(text).map_err(fault)
}

/// Parses a single operand. An error is the byte index and what is allowed there.
pub(crate) fn operand(text: &str) -> Result<Operand, (usize, String)> {
    grammar::alone(text).map_err(fault)
}

/// Returns the byte index of an error, and what is allowed there.
fn fault(error: peg::error::ParseError<peg::str::LineCol>) -> (usize, String) {
    let shown = |it| if it == "EOF" { "the end" } else { it };
    let mut allowed: Vec<&str> = error.expected.tokens().map(shown).collect();
    allowed.sort_unstable();
    (error.location.offset, format!("here {} is allowed", list(&allowed)))
}

/// Joins words into a list such as `a, b or c`.
pub(crate) fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn and_binds_before_or_and_not_before_both() {
        let bare = |name: &str| Expression::Holds(Operand { at: 0, what: What::Name(name.into()) });
        let Ok(Expression::Or(all)) = parse("not check and win or draw") else { panic!() };
        let Expression::And(first) = &all[0] else { panic!() };
        assert!(matches!(first[0], Expression::Not(_)) && all.len() == 2);
        assert_eq!(parse("check"), Ok(bare("check")));
        assert!(matches!(parse("White to move"), Ok(Expression::Compare(..))));
        assert!(matches!(parse("notable"), Ok(Expression::Holds(_))));
        assert!(parse("not(check)").is_ok());
        assert_eq!(parse("dtm > 99999999999"), parse("dtm > 2147483647"));
    }

    #[test]
    fn errors_say_where_and_what_is_allowed() {
        for (text, place) in [
            ("", 0),
            ("dtm >", 5),
            ("dtm > 4 and", 11),
            ("wk in a1", 6),
            ("(check", 6),
            ("check check", 6),
            ("after(any)", 9),
        ] {
            let (at, allowed) = parse(text).unwrap_err();
            assert_eq!(at, place, "{text}: {allowed}");
        }
        assert!(parse(&"(".repeat(60)).unwrap_err().1.contains("nested"));
        assert!(parse(&" ".repeat(5000)).unwrap_err().1.contains("4000"));
        let nots = |count| parse(&format!("{}check", "not ".repeat(count)));
        assert!(matches!(nots(900), Ok(Expression::Holds(_))));
        assert!(matches!(nots(901), Ok(Expression::Not(_))));
    }
}
