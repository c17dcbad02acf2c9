//! The limit of a search: what follows `go`.

use std::{fmt, str::FromStr, time::Duration};

/// The words of UCI that limit a search, each with a number.
const LIMITS: [&str; 9] =
    ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

/// The words of UCI that are refused, and why.
const REFUSED: [(&str, &str); 3] = [
    ("infinite", "such a search does not end"),
    ("ponder", "an engine ponders until its opponent has moved"),
    ("searchmoves", "the moves differ from position to position"),
];

/// The limit of a search, such as `nodes 1`, `depth 8` or `wtime 1000 btime 1000`.
///
/// Any combination of UCI's limits that ends every search, for either side to move. Displayed
/// with single blanks, as sent after `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoLimit {
    text: String,
    granted: Duration,
}

/// Why a text is not the limit of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoLimitError {
    /// A word that is refused.
    #[error("'{word}' cannot limit a search: {why}")]
    Refused {
        /// The word.
        word: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// A word that UCI does not have.
    #[error("'{word}' is not a limit of UCI: limits are {}", LIMITS.join(", "))]
    Unknown {
        /// The word, cut to 30 characters.
        word: String,
    },
    /// A word without a number, or with one out of range.
    #[error("'{0}' needs a whole number of at least {1}, as in '{0} 1'")]
    Number(&'static str, u64),
    /// The same word twice.
    #[error("'{0}' stands there twice")]
    Twice(&'static str),
    /// A limit that leaves a search without an end.
    #[error(
        "a limit has depth, nodes, mate, movetime, or both wtime and btime (either side may be to \
         move), as in 'nodes 1'"
    )]
    Endless,
}

impl GoLimit {
    /// The time that the limit itself grants the engine for one move; zero if it limits something
    /// else.
    pub fn granted(&self) -> Duration {
        self.granted
    }
}

impl FromStr for GoLimit {
    type Err = GoLimitError;

    /// Reads the words after `go`; a leading `go` is left out.
    fn from_str(text: &str) -> Result<GoLimit, GoLimitError> {
        let mut words = text.split_whitespace().peekable();
        words.next_if_eq(&"go");
        let mut limits: Vec<(&'static str, u64)> = Vec::new();
        while let Some(word) = words.next() {
            if let Some(&(word, why)) = REFUSED.iter().find(|(refused, _)| *refused == word) {
                return Err(GoLimitError::Refused { word, why });
            }
            let limit = LIMITS.into_iter().find(|limit| *limit == word);
            let limit = limit
                .ok_or_else(|| GoLimitError::Unknown { word: word.chars().take(30).collect() })?;
            // An engine may take 0 for no limit at all.
            let least = if matches!(limit, "winc" | "binc") { 0 } else { 1 };
            // Engines read numbers of 32 bits, nodes of 64.
            let most = if limit == "nodes" { i64::MAX as u64 } else { i32::MAX as u64 };
            let number = words.next().and_then(|number| number.parse().ok());
            let number = number
                .filter(|number| (least..=most).contains(number))
                .ok_or(GoLimitError::Number(limit, least))?;
            if limits.iter().any(|(other, _)| *other == limit) {
                return Err(GoLimitError::Twice(limit));
            }
            limits.push((limit, number));
        }
        let of = |word| limits.iter().find(|(limit, _)| *limit == word).map(|(_, number)| *number);
        let clock = of("wtime").zip(of("btime")).map(|(white, black)| white.max(black));
        let ends = ["depth", "nodes", "mate", "movetime"].into_iter().any(|it| of(it).is_some());
        if !ends && clock.is_none() {
            return Err(GoLimitError::Endless);
        }
        let granted = Duration::from_millis(of("movetime").or(clock).unwrap_or(0));
        let words: Vec<String> =
            limits.iter().map(|(limit, number)| format!("{limit} {number}")).collect();
        Ok(GoLimit { text: words.join(" "), granted })
    }
}

impl fmt::Display for GoLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
