//! Events that a server reports to its program.

use std::{net::IpAddr, time::Duration};

use serde::{Serialize, Serializer};

/// An event in the life of a server.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// An endgame was solved.
    Solved {
        /// The name of the endgame.
        endgame: &'a str,
        /// The time for solving, including all tables that the endgame depends on.
        #[serde(rename = "seconds", serialize_with = "seconds")]
        time: Duration,
    },
    /// An endgame cannot be solved.
    Refused {
        /// The name of the endgame.
        endgame: &'a str,
        /// A sentence that states the reason.
        reason: &'a str,
    },
    /// A request was answered.
    Request {
        /// The address of the client; with [`Settings::trust_proxy`](crate::Settings::trust_proxy),
        /// the address that the proxy names.
        client: Option<IpAddr>,
        /// The HTTP method, such as `GET`.
        method: &'a str,
        /// The path and query of the request.
        target: &'a str,
        /// The HTTP status of the answer.
        status: u16,
        /// The time from the last header of the request to the headers of the answer.
        #[serde(rename = "seconds", serialize_with = "seconds")]
        time: Duration,
    },
    /// A request was answered with a server error.
    Failed {
        /// The path and query of the request.
        target: &'a str,
        /// A sentence that states the reason.
        reason: &'a str,
    },
    /// The server is stopping. It accepts no new connections, but answers open requests.
    Stopping {
        /// The number of connections still open.
        connections: usize,
    },
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// A receiver of events, which several threads call.
pub trait Events: Send + Sync {
    /// Receives one event.
    fn event(&self, event: Event);

    /// Returns whether to send [`Event::Request`] for every request.
    fn wants_requests(&self) -> bool {
        false
    }
}

/// Ignores all events.
impl Events for () {
    fn event(&self, _: Event) {}
}
