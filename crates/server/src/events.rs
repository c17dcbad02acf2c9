//! What a server reports to the program that runs it.

use std::{net::IpAddr, time::Duration};

use serde::{Serialize, Serializer};

/// An event in the life of a server.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// An endgame has been solved.
    Solved {
        /// The endgame.
        endgame: &'a str,
        /// The time that it took, its sub-tables included.
        #[serde(rename = "seconds", serialize_with = "seconds")]
        time: Duration,
    },
    /// An endgame cannot be solved.
    Refused {
        /// The endgame.
        endgame: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// A request has been answered.
    Request {
        /// Who asked; with [`Settings::trust_proxy`](crate::Settings::trust_proxy), whom the proxy names.
        client: Option<IpAddr>,
        /// The method, such as `GET`.
        method: &'a str,
        /// Path and query.
        target: &'a str,
        /// The status of the answer.
        status: u16,
        /// The time from the request's headers to those of the answer.
        #[serde(rename = "seconds", serialize_with = "seconds")]
        time: Duration,
    },
    /// A request was answered with an error of the server.
    Failed {
        /// Path and query.
        target: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// The server stops: no new connections, open requests are answered.
    Stopping {
        /// Connections that are still open.
        connections: usize,
    },
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// Is called at each event, from several threads.
pub trait Events: Send + Sync {
    /// Something has happened.
    fn event(&self, event: Event);

    /// Returns whether [`Event::Request`] is wanted for every request.
    fn wants_requests(&self) -> bool {
        false
    }
}

/// Ignores all events.
impl Events for () {
    fn event(&self, _: Event) {}
}
