//! The log of the server on standard error.

use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use drawproof_server::{Event, Events};
use humantime::format_rfc3339_seconds;
use serde::Serialize;

use crate::output::print_error;

/// The format of the server's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One object per line.
    Json,
    /// Nothing.
    None,
}

/// A log of the server's events on standard error.
pub struct Log {
    format: LogFormat,
    every_request: bool,
}

impl Log {
    /// Creates a log in `format`. `every_request` selects whether the log includes every request.
    pub fn new(format: LogFormat, every_request: bool) -> Log {
        Log { format, every_request }
    }
}

impl Events for Log {
    fn event(&self, event: Event) {
        match self.format {
            LogFormat::None => {}
            LogFormat::Text => {
                let now = format_rfc3339_seconds(SystemTime::now());
                print_error(&format!("drawproof: {now} {}", text(event)));
            }
            LogFormat::Json => print_error(&object(event)),
        }
    }

    fn wants_requests(&self) -> bool {
        self.every_request && self.format != LogFormat::None
    }
}

/// Returns an event as a sentence.
fn text(event: Event) -> String {
    match event {
        Event::Solved { endgame, time } => format!("solved {endgame} in {:.1?}", time),
        Event::Refused { endgame, reason } => format!("{endgame} is not served: {reason}"),
        Event::Request { client, method, target, status, time } => {
            let client = client.map_or_else(|| "-".into(), |client| client.to_string());
            format!("{client} {method} {target} {status} {:.0?}", time)
        }
        Event::Failed { target, reason } => format!("{target}: {reason}"),
        Event::Stopping { connections: 0 } => "stopping".into(),
        Event::Stopping { connections } => {
            format!("stopping; connections to answer: {connections}")
        }
    }
}

/// Returns an event as a JSON object: its time in seconds since 1970, its name, and what belongs to
/// it.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn requests_are_logged_with_their_client() {
        let event = Event::Request {
            client: "203.0.113.7".parse().ok(),
            method: "GET",
            target: "/monitor",
            status: 200,
            time: Duration::from_millis(3),
        };
        assert_eq!(text(event), "203.0.113.7 GET /monitor 200 3ms");
        assert!(object(event).contains(r#""client":"203.0.113.7""#));
    }
}
