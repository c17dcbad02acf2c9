//! How engines are started and what limits hold for them.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use drawproof_verifier::subject::{split_command, visible};

use super::{go_limit::GoLimit, start_error::StartError};

/// A command that starts an engine, with its settings and its limits.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program: a path, or a name that is searched for in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// UCI options, set in this order: name, and value (not used by buttons).
    pub options: Vec<(String, String)>,
    /// The limit of each search.
    pub go: GoLimit,
    /// Whether the engine keeps what it knows from one position to the next. If not, it is sent
    /// `ucinewgame` before each position, and its button `Clear Hash` is pressed if it has one.
    pub keep_hash: bool,
    /// Whether positions without a legal move are asked too. If not, their answer has neither a
    /// score nor a move: many engines never meet such positions, and some crash on them.
    pub ask_finished: bool,
    /// Whether the program only has scores: its moves are ignored.
    pub scores_only: bool,
    /// The limit for a start: until the last `readyok` after the options are set.
    pub start_timeout: Duration,
    /// The limit for the answer about one position, beyond the time that `go` grants.
    pub answer_timeout: Duration,
    /// The limit of output in bytes during one start or one answer.
    pub output_bytes_max: u64,
    /// The number of failures of one process in a row, starts included, that ends all questions.
    pub failures_max: u32,
    /// The words of a command that runs, as a [guard](drawproof_verifier::subject::guard), the
    /// command whose words follow: no engine then outlives this process, even if this process is
    /// killed. Empty: engines are ended when [`Engines`](super::Engines) is dropped, and left alone
    /// if this process is killed.
    pub guard: Vec<OsString>,
}

impl Launch {
    /// A launch from a command line: words separated by blanks, quoted as in a shell. No options,
    /// no guard, 10 s for a start and for an answer, 16 MiB of output, 20 failures in a row; the
    /// hash is cleared, and finished positions are not asked.
    ///
    /// # Errors
    ///
    /// The command line is empty or has an open quote.
    pub fn new(command: &str, go: GoLimit) -> Result<Launch, StartError> {
        let words = split_command(command).unwrap_or_default();
        let (program, arguments) =
            words.split_first().ok_or_else(|| StartError::NoCommand(visible(command)))?;
        Ok(Launch::of_program(program.into(), arguments.to_vec(), go))
    }

    /// A launch of a program with arguments, otherwise as [`Launch::new`].
    pub fn of_program(program: PathBuf, arguments: Vec<String>, go: GoLimit) -> Launch {
        Launch {
            program,
            arguments,
            options: Vec::new(),
            go,
            keep_hash: false,
            ask_finished: false,
            scores_only: false,
            start_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(10),
            output_bytes_max: 16 << 20,
            failures_max: 20,
            guard: Vec::new(),
        }
    }

    /// The words of the command, separated by blanks, with control characters escaped.
    pub fn command(&self) -> String {
        let program = self.program.to_string_lossy();
        let words = [&*program].into_iter().chain(self.arguments.iter().map(String::as_str));
        visible(&words.collect::<Vec<_>>().join(" "))
    }

    /// The limit for one answer, the time that `go` grants included.
    pub(super) fn answer_limit(&self) -> Duration {
        self.answer_timeout + self.go.granted()
    }
}
