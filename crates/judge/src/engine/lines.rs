//! The lines of an engine: its options, and its reports during a search.

use std::str::{self, FromStr};

use super::launch::StartError;
use crate::answer::{AtDepth, Score};

/// The maximum number of depths kept; engines stop at 127 or 245.
const DEPTHS: usize = 256;

/// The reports of one search so far, from the `info` lines about the first line of play.
#[derive(Debug, Default)]
pub(super) struct Reported {
    exact: Option<Score>,
    /// The last score marked `lowerbound` or `upperbound`.
    bound: Option<Score>,
    /// The depth of the last line with a score.
    pub depth: Option<u32>,
    /// The node count of the last line with a node count.
    pub nodes: Option<u64>,
    /// The last exact score of each depth, by increasing depth.
    pub by_depth: Vec<AtDepth>,
}

impl Reported {
    /// Returns the last exact score, or the last bound if all scores are bounds.
    pub fn score(&self) -> Option<Score> {
        self.exact.or(self.bound)
    }

    /// Reads a line without its word `info`. Unknown words and invalid numbers are skipped.
    pub fn note(&mut self, line: &[u8]) {
        let mut words =
            line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
        let (mut score, mut depth, mut nodes, mut first) = (None, None, None, None);
        let mut is_bound = false;
        while let Some(word) = words.next() {
            match word {
                b"string" => break,
                b"multipv" if number::<i64>(words.next()).is_some_and(|line| line != 1) => return,
                b"depth" => depth = number(words.next()),
                b"nodes" => nodes = number(words.next()),
                b"cp" => score = number(words.next()).map(|it| Score::Cp(clamped(it))),
                b"mate" => score = number(words.next()).map(|it| Score::Mate(clamped(it))),
                b"lowerbound" | b"upperbound" => is_bound = true,
                b"pv" => first = words.next().filter(|word| looks_like_a_move(word)),
                _ => {}
            }
        }
        self.nodes = nodes.or(self.nodes);
        let Some(score) = score else { return };
        self.depth = depth.or(self.depth);
        if is_bound {
            self.bound = Some(score);
            return;
        }
        self.exact = Some(score);
        if let Some(depth) = depth {
            let first = first.and_then(|word| str::from_utf8(word).ok()).map(str::to_owned);
            self.note_depth(AtDepth { depth, nodes, score, first });
        }
    }

    fn note_depth(&mut self, at: AtDepth) {
        let count = self.by_depth.len();
        match self.by_depth.last_mut() {
            Some(last) if last.depth == at.depth => *last = at,
            // The engine has restarted its search, or invents depths.
            Some(last) if last.depth > at.depth => {}
            _ if count < DEPTHS => self.by_depth.push(at),
            _ => {}
        }
    }
}

fn number<N: FromStr>(word: Option<&[u8]>) -> Option<N> {
    str::from_utf8(word?).ok()?.parse().ok()
}

fn clamped(number: i64) -> i32 {
    number.clamp((-i32::MAX).into(), i32::MAX.into()) as i32
}

/// Returns whether a word has the form of a move in UCI notation.
fn looks_like_a_move(word: &[u8]) -> bool {
    let square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    match *word {
        [file, rank, to_file, to_rank] => square(file, rank) && square(to_file, to_rank),
        [file, rank, to_file, to_rank, promotion] => {
            square(file, rank) && square(to_file, to_rank) && b"nbrq".contains(&promotion)
        }
        _ => false,
    }
}

/// The maximum number of names that an error suggests.
const CLOSEST: usize = 3;

/// An option as declared by an engine: `option name Hash type spin default 16 min 1 max 1024`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UciOption {
    pub name: String,
    kind: Kind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Button,
    Check,
    /// A whole number from the first to the second value, both included.
    Spin(i64, i64),
    /// One of several values.
    Combo(Vec<String>),
    /// Any text. Types that UCI does not have count as text.
    Text,
}

impl UciOption {
    /// Parses the declaration of an option, without its word `option`.
    pub fn parse(line: &str) -> Option<UciOption> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let start = words.iter().position(|&word| word == "name")? + 1;
        let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
        let name = words.get(start..end)?.join(" ");
        let rest = words.get(end + 1..).unwrap_or_default();
        let number = |key: &str| {
            let value = rest.iter().position(|&word| word == key)? + 1;
            rest.get(value)?.parse::<i64>().ok()
        };
        let kind = match rest.first().copied() {
            Some("button") => Kind::Button,
            Some("check") => Kind::Check,
            Some("spin") => {
                Kind::Spin(number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX))
            }
            Some("combo") => {
                let values = rest.split(|&word| word == "var").skip(1);
                Kind::Combo(values.map(|words| words.join(" ")).collect())
            }
            _ => Kind::Text,
        };
        (!name.is_empty()).then_some(UciOption { name, kind })
    }

    /// Returns whether the option is a button with this name.
    pub fn is_button(&self, name: &str) -> bool {
        self.kind == Kind::Button && self.name.eq_ignore_ascii_case(name)
    }

    /// Describes the accepted values if `value` is not one of them.
    fn refusal(&self, value: &str) -> Option<String> {
        let expected = match &self.kind {
            Kind::Check if !matches!(value, "true" | "false") => "true or false".into(),
            Kind::Spin(min, max) if !value.parse().is_ok_and(|it| (*min..=*max).contains(&it)) => {
                format!("a whole number from {min} to {max}")
            }
            // Engines may accept values that they do not list, and ignore case.
            Kind::Combo(values)
                if !values.is_empty()
                    && !values.iter().any(|it| it.eq_ignore_ascii_case(value)) =>
            {
                format!("one of {}", values.join(", "))
            }
            _ if value.contains(['\n', '\r']) => "a value is one line".into(),
            _ => return None,
        };
        Some(expected)
    }
}

/// Returns the commands that set the options `set` of an engine.
///
/// # Errors
///
/// Fails if the engine has no such option, or if the option does not accept the value.
pub(super) fn setting_lines(
    engine: &str,
    declared: &[UciOption],
    set: &[(String, String)],
) -> Result<String, StartError> {
    let mut lines = String::new();
    for (name, value) in set {
        let option = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let Some(option) = option else {
            let closest = closest(declared, name);
            return Err(StartError::Option(format!("{engine} has no option '{name}'{closest}")));
        };
        let name = &option.name;
        if let Some(expected) = option.refusal(value) {
            let refused = format!("'{value}' for option '{name}': {expected}");
            return Err(StartError::Option(format!("{engine} does not take {refused}")));
        }
        lines += &match option.kind {
            Kind::Button => format!("setoption name {name}\n"),
            _ => format!("setoption name {name} value {value}\n"),
        };
    }
    Ok(lines)
}

/// Returns the option names closest to `name`, as the end of an error.
fn closest(declared: &[UciOption], name: &str) -> String {
    let name = name.to_lowercase();
    let distance =
        |option: &&UciOption| strsim::damerau_levenshtein(&option.name.to_lowercase(), &name);
    let mut names: Vec<&UciOption> = declared.iter().collect();
    names.sort_by_key(distance);
    let names: Vec<String> =
        names.iter().take(CLOSEST).map(|option| format!("'{}'", option.name)).collect();
    match names.as_slice() {
        [] => ": it declares no options".into(),
        names => format!(": the closest names are {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(lines: &[&[u8]]) -> Reported {
        let mut reported = Reported::default();
        lines.iter().for_each(|line| reported.note(line));
        reported
    }

    #[test]
    fn an_exact_score_counts_before_a_later_bound() {
        let search = reported(&[
            b"depth 3 seldepth 5 multipv 1 score cp 31 nodes 50 nps 9 pv e2e4 e7e5",
            b"depth 4 score cp 90 lowerbound nodes 80 pv e2e4",
            b"depth 4 currmove e2e4 currmovenumber 1",
            b"nodes 99 time 3",
        ]);
        assert_eq!(search.score(), Some(Score::Cp(31)));
        assert_eq!((search.depth, search.nodes), (Some(4), Some(99)));
        let first = Some("e2e4".to_owned());
        let only = AtDepth { depth: 3, nodes: Some(50), score: Score::Cp(31), first };
        assert_eq!(search.by_depth, [only]);
        let search =
            reported(&[b"depth 1 score upperbound cp -7", b"depth 1 score mate -2 upperbound"]);
        assert_eq!(search.score(), Some(Score::Mate(-2)));
    }

    #[test]
    fn other_lines_of_play_and_nonsense_are_skipped() {
        let search = reported(&[
            b"depth 2 multipv 1 score cp 5",
            b"depth 9 multipv 2 score cp 700 nodes 3",
            b"string score cp 100",
            b"score cp 1.5 depth x nodes -4 pv \xff\0",
            b"score cp",
            b"",
        ]);
        assert_eq!(
            (search.score(), search.depth, search.nodes),
            (Some(Score::Cp(5)), Some(2), None)
        );
        let far = reported(&[
            b"score cp 99999999999 depth 1",
            b"score cp -99999999999 depth 2 nodes 18446744073709551615",
            b"nodes 18446744073709551616 depth 4294967296",
        ]);
        assert_eq!(far.score(), Some(Score::Cp(-i32::MAX)));
        assert_eq!((far.depth, far.nodes), (Some(2), Some(u64::MAX)));
        let restarted =
            reported(&[b"depth 5 score cp 1", b"depth 1 score cp 2", b"depth 5 score cp 3"]);
        let depths: Vec<_> = restarted.by_depth.iter().map(|at| (at.depth, at.score)).collect();
        assert_eq!(depths, [(5, Score::Cp(3))]);
    }
}
