//! The bodies of requests.

use std::{future::poll_fn, pin::Pin};

use hyper::{
    StatusCode,
    body::{Body, Incoming},
};
use tokio::time::{Instant, timeout_at};

use super::{
    answer::Refusal,
    slots::{Slot, Slots},
};

/// The bytes of a request's body, at most `max`, all of them there before `deadline`, with the places
/// among the bytes of all bodies that they take.
pub async fn read(
    mut body: Incoming,
    max: usize,
    bytes_at_once: &Slots,
    deadline: Instant,
) -> Result<(Vec<u8>, Slot), Refusal> {
    let too_long = || {
        let message = format!("the body is longer than {max} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let no_room = || Refusal::busy("too many batches at once: try again later");
    if body.size_hint().lower() > max as u64 {
        return Err(too_long());
    }
    let whole = async {
        let mut bytes = Vec::new();
        let mut places = bytes_at_once.take_many(0).ok_or_else(no_room)?;
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let frame = frame.map_err(Refusal::bad_request)?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > max {
                return Err(too_long());
            }
            // What was announced takes no place before it is there.
            places.add(bytes_at_once.take_many(data.len()).ok_or_else(no_room)?);
            bytes.extend_from_slice(&data);
        }
        Ok((bytes, places))
    };
    let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time");
    timeout_at(deadline, whole).await.map_err(|_| late())?
}
