//! The bodies of requests.

use std::{future::poll_fn, pin::Pin, time::Duration};

use hyper::{
    StatusCode,
    body::{Body, Incoming},
};
use tokio::time::timeout;

use super::answer::Refusal;

/// The bytes of a request's body, at most `max`, all of them sent within `time`.
pub async fn read(mut body: Incoming, max: usize, time: Duration) -> Result<Vec<u8>, Refusal> {
    let too_long = || {
        let message = format!("the body is longer than {max} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    if body.size_hint().lower() > max as u64 {
        return Err(too_long());
    }
    let whole = async {
        let mut bytes = Vec::new();
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let frame = frame.map_err(Refusal::bad_request)?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > max {
                return Err(too_long());
            }
            bytes.extend_from_slice(&data);
        }
        Ok(bytes)
    };
    let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time");
    timeout(time, whole).await.map_err(|_| late())?
}
