//! One connection: requests one after the other, within limits, until the client or the server ends it.

use std::{
    convert::Infallible,
    future::poll_fn,
    io,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use hyper::{
    Request,
    body::Incoming,
    rt::{Read, ReadBufCursor, Write},
    server::conn::http1::Builder,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::AsyncWrite,
    net::TcpStream,
    time::{Instant, Sleep, sleep_until, timeout},
};

use crate::{routes::Routes, settings::Settings, stop::Stop};

/// The bytes a second that a client takes at least, when the server waits for it longer than its time.
const TAKEN_BYTES_A_SECOND: u64 = 16 << 10;

/// The time for which what a client still sends is read after the last answer, and the most bytes of it.
/// A connection closed with bytes unread is reset, and the client may lose the answer.
const LINGER: (Duration, usize) = (Duration::from_secs(2), 1 << 20);

/// Serves a connection to its end. When the server stops, the request under way is answered and the
/// connection closed.
pub async fn serve(stream: TcpStream, routes: Arc<Routes>, settings: &Settings, stop: Stop) {
    let _ = stream.set_nodelay(true);
    let io = Timed {
        stream: TokioIo::new(stream),
        limit: settings.client_time,
        waited: Duration::ZERO,
        written_bytes: 0,
        stalled: None,
    };
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(settings.client_time)
        // Longer heads than this are refused by their first bytes, shorter ones by what is too long in them.
        .max_buf_size(2 * settings.head_bytes.max(4 << 10));
    let service = service_fn(|request: Request<Incoming>| {
        let routes = routes.clone();
        Box::pin(async move { Ok::<_, Infallible>(routes.answer(request).await) })
    });
    let mut connection = builder.serve_connection(io, service);
    let mut requested = pin!(stop.requested());
    let mut is_stopping = false;
    // What goes wrong with a connection is the client's: it ends, and nobody is told.
    let _ = poll_fn(|context| {
        if !is_stopping && requested.as_mut().poll(context).is_ready() {
            is_stopping = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        connection.poll_without_shutdown(context)
    })
    .await;
    if !is_stopping {
        linger(connection.into_parts().io.stream.into_inner()).await;
    }
}

/// Closes a connection after its last answer, so that the client gets it even while it sends.
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

/// A connection whose writes fail if the client takes too little for a time.
struct Timed {
    stream: TokioIo<TcpStream>,
    limit: Duration,
    /// The time that writes have waited for the client so far.
    waited: Duration,
    /// The bytes that it has taken since the first of these waits; those before went to buffers of the system.
    written_bytes: u64,
    /// Since when a write waits, and when it fails; `None` while the client takes what is sent.
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Timed {
    /// The result of a write. `bytes_of` returns what it has written.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
        bytes_of: impl Fn(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(result) = &poll {
            if self.waited > Duration::ZERO {
                self.written_bytes += result.as_ref().map_or(0, &bytes_of) as u64;
            }
            if let Some((since, _)) = self.stalled.take() {
                self.waited += since.elapsed();
            }
            return poll;
        }
        // A client that takes a byte now and then is as slow as one that takes nothing.
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

impl Read for Timed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl Write for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, poll, |&bytes| bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, poll, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.timed(context, poll, |&bytes| bytes)
    }
}
