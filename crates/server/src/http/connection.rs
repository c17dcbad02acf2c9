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
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

use crate::{routes::Routes, settings::Settings, stop::Stop};

/// Serves a connection to its end. When the server stops, the request under way is answered and the
/// connection closed.
pub async fn serve(stream: TcpStream, routes: Arc<Routes>, settings: &Settings, stop: Stop) {
    let _ = stream.set_nodelay(true);
    let io = Timed { stream: TokioIo::new(stream), limit: settings.client_time, stalled: None };
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(settings.client_time)
        .max_buf_size(settings.head_bytes.max(8 << 10))
        .pipeline_flush(true);
    let service = service_fn(|request: Request<Incoming>| {
        let routes = routes.clone();
        async move { Ok::<_, Infallible>(routes.answer(request).await) }
    });
    let mut connection = pin!(builder.serve_connection(io, service));
    let mut requested = pin!(stop.requested());
    let mut is_stopping = false;
    // What goes wrong with a connection is the client's: it ends, and nobody is told.
    poll_fn(|context| {
        if !is_stopping && requested.as_mut().poll(context).is_ready() {
            is_stopping = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(context).map(|_| ())
    })
    .await;
}

/// A connection whose writes fail if the client takes nothing for a time.
struct Timed {
    stream: TokioIo<TcpStream>,
    limit: Duration,
    /// When the writes fail; `None` while the client takes what is sent.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Timed {
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.stalled = None;
            return poll;
        }
        let limit = self.limit;
        let end = self.stalled.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + limit)));
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
        self.timed(context, poll)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, poll)
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
        self.timed(context, poll)
    }
}
