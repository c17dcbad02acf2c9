//! The log of the server on standard error.

use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use drawproof_server::{Event, Events};
use serde::Serialize;

use crate::output::print_error;

/// What is logged how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One object a line.
    Json,
    /// Nothing.
    None,
}

/// Writes events to standard error.
pub struct Log {
    format: LogFormat,
    every_request: bool,
}

impl Log {
    /// A log of this format, with every request or without.
    pub fn new(format: LogFormat, every_request: bool) -> Log {
        Log { format, every_request }
    }
}

impl Events for Log {
    fn event(&self, event: Event) {
        match self.format {
            LogFormat::None => {}
            LogFormat::Text => print_error(&format!("drawproof: {}", text(event))),
            LogFormat::Json => print_error(&object(event)),
        }
    }

    fn wants_requests(&self) -> bool {
        self.every_request && self.format != LogFormat::None
    }
}

/// An event as a sentence.
fn text(event: Event) -> String {
    match event {
        Event::Solved { endgame, time } => format!("solved {endgame} in {:.1?}", time),
        Event::Refused { endgame, reason } => format!("{endgame} is not served: {reason}"),
        Event::Request { method, target, status, time } => {
            format!("{method} {target} {status} {:.0?}", time)
        }
        Event::Failed { target, reason } => format!("{target}: {reason}"),
        Event::Stopping { connections: 0 } => "stopping".into(),
        Event::Stopping { connections } => {
            format!("stopping; connections to answer: {connections}")
        }
    }
}

/// An event as a JSON object: its time in seconds since 1970, its name, and what belongs to it.
fn object(event: Event) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        time: f64,
        #[serde(flatten)]
        event: Event<'a>,
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let time = (now.as_secs_f64() * 1e3).round() / 1e3;
    serde_json::to_string(&Line { time, event }).expect("an event is written to memory")
}
