//! Why an engine could not be started.

use std::time::Duration;

/// Why an engine could not be started.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StartError {
    /// The command line has no words.
    #[error("'{0}' is no command: it is empty or a quote is open")]
    NoCommand(String),
    /// The system did not start it.
    #[error("'{command}' cannot be started: {reason}")]
    NotStarted {
        /// The command.
        command: String,
        /// The system's message.
        reason: String,
    },
    /// It ended before it was ready.
    #[error("'{command}' {how} before it answered '{awaited}': is it an engine that speaks UCI?")]
    Ended {
        /// The command.
        command: String,
        /// How it ended, with the last lines of its standard error.
        how: String,
        /// The command of UCI that it was sent last.
        awaited: &'static str,
    },
    /// It was not ready in time.
    #[error(
        "'{command}' did not answer '{awaited}' within {} s: is it an engine that speaks UCI?",
        limit.as_secs_f64()
    )]
    TimedOut {
        /// The command.
        command: String,
        /// The command of UCI that it was sent last.
        awaited: &'static str,
        /// The limit for a start.
        limit: Duration,
    },
    /// It wrote more than the limit before it was ready.
    #[error("'{command}' wrote more than {limit} bytes before it answered '{awaited}'")]
    TooMuchOutput {
        /// The command.
        command: String,
        /// The command of UCI that it was sent last.
        awaited: &'static str,
        /// The limit in bytes.
        limit: u64,
    },
    /// The questions were cancelled meanwhile.
    #[error("'{0}' was stopped while it started")]
    Cancelled(String),
    /// It has no option of that name.
    #[error("{engine} has no option '{name}'{closest}")]
    UnknownOption {
        /// The engine's name.
        engine: String,
        /// The name that was set.
        name: String,
        /// The closest names as the end of the sentence.
        closest: String,
    },
    /// An option's value is not of its type or out of its range.
    #[error("{engine} does not take '{value}' for option '{name}': {expected}")]
    OptionValue {
        /// The engine's name.
        engine: String,
        /// The option.
        name: String,
        /// The value that was set.
        value: String,
        /// What values the option takes.
        expected: String,
    },
}
