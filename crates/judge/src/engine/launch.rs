//! The start of an engine: its command, the limit of each search, and the errors of a start.

use std::{ffi::OsString, fmt, path::PathBuf, str::FromStr, time::Duration};

use drawproof_verifier::subject::{split_command, visible};

/// A command that starts an engine, with its settings and its limits.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The path of the program, or a name to look up in `PATH`.
    pub program: PathBuf,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The UCI options as name and value, set in this order. Buttons ignore the value.
    pub options: Vec<(String, String)>,
    /// The limit of each search.
    pub go: GoLimit,
    /// Whether the engine keeps its hash between positions. If not, each position is preceded by
    /// `ucinewgame` and, if the engine has the button `Clear Hash`, by a press of that button.
    pub keep_hash: bool,
    /// Whether positions without a legal move are sent to the engine. If not, their answers have
    /// neither score nor move. Many engines never meet such positions, and some crash on them.
    pub ask_finished: bool,
    /// Whether the program has only scores; its moves are then ignored.
    pub scores_only: bool,
    /// The time limit of a start, up to the last `readyok` after the options are set.
    pub start_timeout: Duration,
    /// The time limit of an answer, in addition to the time that `go` grants.
    pub answer_timeout: Duration,
    /// The output limit in bytes, for one start or one answer.
    pub output_bytes_max: u64,
    /// The number of consecutive failures of one process, failed starts included, that ends all
    /// questions.
    pub failures_max: u32,
    /// The first words of a command line that starts the engine under a
    /// [guard](drawproof_verifier::subject::guard), which ends the engine even if this process is
    /// killed. If empty, dropping [`Engines`](super::Engines) still ends the engines, but they keep
    /// running if this process is killed.
    pub guard: Vec<OsString>,
}

impl Launch {
    /// Creates a launch from a command line: words separated by blanks, quoted as in a shell. The
    /// defaults are: no options, no guard, 60 s for a start, 10 s for an answer, 16 MiB of output,
    /// 20 failures in a row. The hash is cleared, and finished positions are not asked.
    ///
    /// # Errors
    ///
    /// Fails if the command line is empty or has an open quote.
    pub fn new(command: &str, go: GoLimit) -> Result<Launch, StartError> {
        let words = split_command(command).unwrap_or_default();
        let (program, arguments) =
            words.split_first().ok_or_else(|| StartError::NoCommand(visible(command)))?;
        Ok(Launch::of_program(program.into(), arguments.to_vec(), go))
    }

    /// Creates a launch of a program with arguments, with the defaults of [`Launch::new`].
    pub fn of_program(program: PathBuf, arguments: Vec<String>, go: GoLimit) -> Launch {
        Launch {
            program,
            arguments,
            options: Vec::new(),
            go,
            keep_hash: false,
            ask_finished: false,
            scores_only: false,
            start_timeout: Duration::from_secs(60),
            answer_timeout: Duration::from_secs(10),
            output_bytes_max: 16 << 20,
            failures_max: 20,
            guard: Vec::new(),
        }
    }

    /// Returns the words of the command, separated by blanks, with control characters escaped.
    pub fn command(&self) -> String {
        let program = self.program.to_string_lossy();
        let words = [&*program].into_iter().chain(self.arguments.iter().map(String::as_str));
        visible(&words.collect::<Vec<_>>().join(" "))
    }
}

/// The UCI words that limit a search; each takes a number.
const LIMITS: [&str; 9] =
    ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

/// The UCI words that are refused, with the reason.
const REFUSED: [(&str, &str); 3] = [
    ("infinite", "such a search does not end"),
    ("ponder", "an engine ponders until its opponent has moved"),
    ("searchmoves", "the moves differ from position to position"),
];

/// The limit of a search, such as `nodes 1`, `depth 8` or `wtime 1000 btime 1000`.
///
/// Any combination of UCI's limits is accepted that ends every search, whichever side is to move.
/// `Display` writes the words that follow `go`, separated by single blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoLimit {
    text: String,
    granted: Duration,
}

/// The reason why words are not a valid limit of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoLimitError {
    /// The word is refused.
    #[error("'{word}' cannot limit a search: {why}")]
    Refused {
        /// The refused word.
        word: &'static str,
        /// The reason for the refusal.
        why: &'static str,
    },
    /// The word is not a UCI word.
    #[error("'{word}' is not a limit of UCI: limits are {}", LIMITS.join(", "))]
    Unknown {
        /// The unknown word, cut to 30 characters.
        word: String,
    },
    /// The word is not followed by a whole number in its range. Holds the word and its minimum.
    #[error("'{0}' needs a whole number of at least {1}, as in '{0} 1'")]
    Number(&'static str, u64),
    /// The word occurs twice.
    #[error("'{0}' occurs twice")]
    Twice(&'static str),
    /// The limit does not end every search.
    #[error(
        "a limit has depth, nodes, mate, movetime, or both wtime and btime (either side may be to \
         move), as in 'nodes 1'"
    )]
    Endless,
}

impl GoLimit {
    /// Returns the maximum time that the limit grants for one move: `movetime`, or the longer of
    /// the two clocks; zero if the limit has neither.
    pub fn granted(&self) -> Duration {
        self.granted
    }
}

impl FromStr for GoLimit {
    type Err = GoLimitError;

    /// Parses the words after `go`; a leading `go` is ignored.
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
            // An engine may read 0 as no limit.
            let least = if matches!(limit, "winc" | "binc") { 0 } else { 1 };
            // Engines read numbers as 32 bits, nodes as 64 bits.
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

/// The reason why an engine could not be started.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StartError {
    /// The command line has no words.
    #[error("'{0}' is not a command: it is empty, or a quote is open")]
    NoCommand(String),
    /// The system could not start the program.
    #[error("'{command}' cannot be started: {reason}")]
    NotStarted {
        /// The command line.
        command: String,
        /// The error message of the system.
        reason: String,
    },
    /// The engine did not become ready: it ended, did not answer in time, or wrote too much.
    #[error("'{command}' {why}")]
    NotReady {
        /// The command line.
        command: String,
        /// The cause, as the end of a sentence about the engine.
        why: String,
    },
    /// The questions were cancelled during the start.
    #[error("'{0}' was stopped while it started")]
    Cancelled(String),
    /// The engine has no option of that name, or the option does not accept the value. Holds the
    /// error message.
    #[error("{0}")]
    Option(String),
}
