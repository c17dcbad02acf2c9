//! One connection: requests one after another, within limits, until the client or the server ends
//! it.

use std::{
    convert::Infallible,
    future::poll_fn,
    io,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use hyper::{
    Request,
    body::Incoming,
    rt::{Read, ReadBufCursor, Write},
    server::conn::http1::Builder,
    service::service_fn,
};
use hyper_util::rt::TokioTimer;
use tokio::{
    io::{AsyncWrite, Interest},
    net::TcpStream,
    time::{Instant, Sleep, sleep, sleep_until, timeout},
};

use super::{
    answer::{Answer, Refusal},
    bare::{is_bare, spelled_out},
};
use crate::{routes::Routes, settings::Settings, stop::Stop};

/// The minimum number of bytes per second that a client must read once it is slow.
const TAKEN_BYTES_A_SECOND: u64 = 16 << 10;

/// After the last response, input is read for this time, at most this many bytes. If a connection
/// is closed with unread bytes, it is reset, and the client may lose the response.
const LINGER: (Duration, usize) = (Duration::from_secs(2), 1 << 20);

/// The interval at which a long request checks whether its client is still connected.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Serves a connection to its end. When the server stops, the current request is answered and the
/// connection is closed.
pub async fn serve(stream: TcpStream, routes: Arc<Routes>, settings: &Settings, stop: Stop) {
    let _ = stream.set_nodelay(true);
    let stream = Arc::new(stream);
    let io = Timed {
        stream: stream.clone(),
        limit: settings.client_time,
        waited: Duration::ZERO,
        written_bytes: 0,
        stalled: None,
        refusal: None,
        head_bytes: settings.head_bytes,
    };
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        // A request is complete even if the client then closes its side (RFC 9112, 6.3).
        .half_close(true)
        .header_read_timeout(settings.client_time)
        // Longer heads are refused by their size, shorter ones for the part that is too long.
        .max_buf_size(2 * settings.head_bytes.max(4 << 10));
    let client_time = settings.client_time;
    let peer = stream.peer_addr().ok().map(|address| address.ip());
    let service = service_fn(|request: Request<Incoming>| {
        let (routes, stream) = (routes.clone(), stream.clone());
        Box::pin(async move {
            Ok::<_, Infallible>(
                while_client(&stream, client_time, routes.answer(request, peer)).await,
            )
        })
    });
    let mut connection = builder.serve_connection(io, service);
    let mut requested = pin!(stop.requested());
    let mut is_stopping = false;
    // An error of the connection is the client's: it ends the connection and is not reported.
    let _ = poll_fn(|context| {
        if !is_stopping && requested.as_mut().poll(context).is_ready() {
            is_stopping = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        connection.poll_without_shutdown(context)
    })
    .await;
    if !is_stopping {
        let io = connection.into_parts().io;
        drop(stream);
        if let Some(stream) = Arc::into_inner(io.stream) {
            linger(stream).await;
        }
    }
}

/// Returns the response unless the client disconnects first; its work is then dropped.
async fn while_client(
    stream: &TcpStream,
    client_time: Duration,
    answer: impl Future<Output = Answer>,
) -> Answer {
    let (mut answer, mut gone) = (pin!(answer), pin!(gone(stream, client_time)));
    poll_fn(|context| match answer.as_mut().poll(context) {
        Poll::Ready(answer) => Poll::Ready(answer),
        Poll::Pending => gone.as_mut().poll(context).map(|()| {
            Refusal::busy("the client closed its side, and the answer takes longer than it may")
                .into()
        }),
    })
    .await
}

/// Waits until a client has disconnected: its connection is reset, or it has closed its side and
/// sent nothing for `time`.
async fn gone(stream: &TcpStream, time: Duration) {
    let mut closed_since = None;
    loop {
        sleep(LOOK_EVERY).await;
        let ready = stream.ready(Interest::READABLE | Interest::WRITABLE);
        let Ok(Ok(ready)) = timeout(Duration::ZERO, ready).await else { continue };
        if ready.is_read_closed() {
            let since = *closed_since.get_or_insert_with(Instant::now);
            if ready.is_write_closed() || since.elapsed() >= time {
                return;
            }
        }
    }
}

/// Closes a connection after its last response so that a client that is still sending receives it.
async fn linger(mut stream: TcpStream) {
    let (time, most_bytes) = LINGER;
    let drain = async {
        poll_fn(|context| AsyncWrite::poll_shutdown(Pin::new(&mut stream), context)).await?;
        let (mut bytes, mut buffer) = (0, vec![0; 8 << 10]);
        while bytes < most_bytes {
            stream.readable().await?;
            match stream.try_read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => bytes += read,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    };
    let _ = timeout(time, drain).await;
}

/// A connection whose writes fail if the client reads too slowly.
struct Timed {
    stream: Arc<TcpStream>,
    limit: Duration,
    /// The total time that writes have waited for the client.
    waited: Duration,
    /// The bytes that the client has read since the first wait. Earlier ones went to buffers of the
    /// system.
    written_bytes: u64,
    /// The start of the current wait and its timeout; `None` while the client reads.
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
    /// The unsent rest of the response to a request that cannot be parsed.
    refusal: Option<Vec<u8>>,
    /// The maximum size of a request's head, for the text of such responses.
    head_bytes: usize,
}

impl Timed {
    /// Returns the result of a write, or an error if it has waited too long.
    fn timed(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = &poll {
            if self.waited > Duration::ZERO {
                self.written_bytes += *result.as_ref().unwrap_or(&0) as u64;
            }
            if let Some((since, _)) = self.stalled.take() {
                self.waited += since.elapsed();
            }
            return poll;
        }
        // A client that reads a byte now and then counts as one that reads nothing.
        let allowed =
            self.limit + Duration::from_millis(1_000 * self.written_bytes / TAKEN_BYTES_A_SECOND);
        let left = allowed.saturating_sub(self.waited);
        let (_, end) = self.stalled.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + left)))
        });
        end.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Timed {
    /// Returns the result of `write` once the connection is writable.
    fn poll_write_by(
        &mut self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        let poll = loop {
            match self.stream.poll_write_ready(context) {
                Poll::Ready(Ok(())) => match write(&self.stream) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    result => break Poll::Ready(result),
                },
                Poll::Ready(Err(error)) => break Poll::Ready(Err(error)),
                Poll::Pending => break Poll::Pending,
            }
        };
        self.timed(context, poll)
    }

    /// Writes a refusal in place of `bare`, hyper's response to a request that it cannot parse.
    fn poll_refuse(
        &mut self,
        context: &mut Context<'_>,
        bare: &[u8],
        mut text: Vec<u8>,
    ) -> Poll<io::Result<usize>> {
        while !text.is_empty() {
            match self.poll_write_by(context, |stream| stream.try_write(&text)) {
                Poll::Ready(Ok(written)) => drop(text.drain(..written)),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.refusal = Some(text);
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(bare.len()))
    }
}

impl Read for Timed {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut bytes = [0; 8 << 10];
        let room = bytes.len().min(buffer.remaining());
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(&mut bytes[..room]) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => {
                    buffer.put_slice(&bytes[..result?]);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl Write for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Some(text) = self.refusal.take().or_else(|| spelled_out(bytes, self.head_bytes)) {
            return self.poll_refuse(context, bytes, text);
        }
        self.poll_write_by(context, |stream| stream.try_write(bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// Does nothing: `linger` closes the connection after its last response.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let first = bytes.first().map_or(&[][..], |first| first);
        if self.refusal.is_some() || is_bare(first) {
            return self.poll_write(context, first);
        }
        self.poll_write_by(context, |stream| stream.try_write_vectored(bytes))
    }
}
