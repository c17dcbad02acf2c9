//! The log of the server on standard error.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

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
            LogFormat::Text => {
                let seconds = now().as_secs();
                print_error(&format!("drawproof: {} {}", date(seconds), text(event)));
            }
            LogFormat::Json => print_error(&object(event)),
        }
    }

    fn wants_requests(&self) -> bool {
        self.every_request && self.format != LogFormat::None
    }
}

/// The time since 1970.
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A time in seconds since 1970 as `2026-11-28T23:21:43Z`.
fn date(seconds: u64) -> String {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400 years.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * era + year + month / 10, (month + 2) % 12 + 1);
    let [hour, minute, second] = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60];
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// An event as a sentence.
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

/// An event as a JSON object: its time in seconds since 1970, its name, and what belongs to it.
fn object(event: Event) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        time: f64,
        #[serde(flatten)]
        event: Event<'a>,
    }
    let time = (now().as_secs_f64() * 1e3).round() / 1e3;
    serde_json::to_string(&Line { time, event }).expect("an event is written to memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (978_307_199, "2000-12-31T23:59:59Z"),
            (1_795_908_103, "2026-11-28T23:21:43Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }

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
