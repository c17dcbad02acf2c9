//! Answers: status, headers and body.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use hyper::{
    Response, StatusCode,
    body::{Body, Bytes, Frame, SizeHint},
    header::{
        ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName,
        HeaderValue, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
    },
};
use tokio::sync::mpsc;

/// An HTTP response.
pub type Answer = Response<Content>;

/// An error response: an HTTP status and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status of the response.
    pub status: StatusCode,
    /// A sentence that states the reason and what the client can do.
    pub message: String,
}

impl Refusal {
    /// Creates a refusal with a status and a sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into() }
    }

    /// Creates a refusal of an invalid request (400).
    pub fn bad_request(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, message.to_string())
    }

    /// Creates a refusal for something that the server does not have (404).
    pub fn not_found(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message.to_string())
    }

    /// Creates a refusal because of damaged files or an internal error (500).
    pub fn fault(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message.to_string())
    }

    /// Creates a refusal because the server is overloaded (503).
    pub fn busy(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message.to_string())
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        let mut answer = text(refusal.status, refusal.message + "\n");
        if refusal.status == StatusCode::SERVICE_UNAVAILABLE {
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        answer
    }
}

/// Returns a response whose content has the media type `kind` and may be read by web pages of any
/// origin.
pub fn answer(status: StatusCode, kind: &'static str, content: Content) -> Answer {
    let mut answer = Response::new(content);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    // Browsers must not guess another type, and must not show the response inside another page.
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'"));
    answer
}

/// Returns a response with `text` as plain text.
pub fn text(status: StatusCode, text: String) -> Answer {
    answer(status, "text/plain; charset=utf-8", Content::Whole(text.into()))
}

/// Returns a response (200) with a JSON document.
pub fn json(document: Bytes) -> Answer {
    answer(StatusCode::OK, "application/json", Content::Whole(document))
}

/// Returns a response that lists the methods allowed: the answer to `OPTIONS`, or to a method that
/// a path does not support.
pub fn methods(status: StatusCode, allowed: &'static str) -> Answer {
    const CORS: [(&str, &str); 3] = [
        ("access-control-allow-methods", "GET, HEAD, POST, OPTIONS"),
        ("access-control-allow-headers", "*"),
        ("access-control-max-age", "86400"),
    ];
    let mut answer = match status {
        StatusCode::NO_CONTENT => {
            let mut answer = Response::new(Content::Whole(Bytes::new()));
            *answer.status_mut() = status;
            let origin = HeaderValue::from_static("*");
            answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            for (name, value) in CORS {
                let name = HeaderName::from_static(name);
                answer.headers_mut().insert(name, HeaderValue::from_static(value));
            }
            answer
        }
        other => text(other, format!("this path has the methods {allowed}\n")),
    };
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    answer
}

/// The body of a response.
pub enum Content {
    /// A complete body, which is empty after it has been taken.
    Whole(Bytes),
    /// A body in parts, which are computed while the response is being sent.
    Parts(mpsc::Receiver<Bytes>),
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = match &mut *self {
            Content::Whole(bytes) if bytes.is_empty() => return Poll::Ready(None),
            Content::Whole(bytes) => Poll::Ready(Some(std::mem::take(bytes))),
            Content::Parts(parts) => parts.poll_recv(context),
        };
        part.map(|part| part.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Content::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Content::Parts(_) => SizeHint::default(),
        }
    }
}
