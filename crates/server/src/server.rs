//! The server: threads that answer requests, and the assignment of connections to them.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::{Arc, atomic::Ordering::Relaxed},
    thread,
    time::Duration,
};

use tokio::{
    net::TcpStream,
    runtime::{Builder, Handle, Runtime},
};

use crate::{
    events::{Event, Events},
    http::connection,
    metrics::Metrics,
    routes::Routes,
    settings::Settings,
    stop::{Signal, Stop},
    tables::Tables,
};

/// The response to a connection beyond the limit.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\n\
    retry-after: 2\r\nconnection: close\r\ncontent-length: 21\r\n\r\ntoo many connections\n";

/// A server that listens for connections.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Arc<Settings>,
    metrics: Arc<Metrics>,
    tables: Arc<Tables>,
    routes: Arc<Routes>,
    events: Arc<dyn Events>,
}

impl Server {
    /// Listens at the address of the settings.
    ///
    /// # Errors
    ///
    /// Fails if the address is in use or does not belong to this machine, the folder of tables
    /// cannot be listed, or the system refuses threads.
    pub fn bind(settings: Settings, events: Arc<dyn Events>) -> io::Result<Server> {
        let listener = TcpListener::bind(settings.listen)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let settings = Arc::new(settings);
        let metrics = Arc::new(Metrics::default());
        let tables = Tables::new(&settings, events.clone())?;
        let routes =
            Routes::new(tables.clone(), settings.clone(), metrics.clone(), events.clone())?;
        let routes = Arc::new(routes);
        Ok(Server { listener, address, settings, metrics, tables, routes, events })
    }

    /// Returns the address that the server listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is requested or the process receives a signal to end, and
    /// returns that signal. Requests that are open then are still answered.
    ///
    /// # Errors
    ///
    /// Fails if the system permanently refuses threads or connections.
    pub fn run(self, stop: &Stop) -> io::Result<Option<Signal>> {
        let Server { listener, settings, metrics, tables, routes, events, .. } = self;
        let own = runtime()?;
        let threads = settings.threads.max(1);
        let workers: Vec<Worker> = (1..threads).map(Worker::start).collect::<io::Result<_>>()?;
        let mut handles: Vec<Handle> = vec![own.handle().clone()];
        handles.extend(workers.iter().map(|worker| worker.handle.clone()));
        let signal = own.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let accepting = accept(&listener, &handles, &settings, &metrics, &routes, stop);
            let signal = either(accepting, Signal::wait(), stop).await?;
            stop.request();
            drop(listener);
            events.event(Event::Stopping { connections: metrics.connections.load(Relaxed) });
            tables.close();
            // A client that reads its response slowly is disconnected after its time.
            let end = tokio::time::Instant::now() + settings.request_time;
            while metrics.connections.load(Relaxed) > 0 && tokio::time::Instant::now() < end {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            io::Result::Ok(signal)
        })?;
        for worker in workers {
            worker.end();
        }
        Ok(signal)
    }
}

/// Runs `accepting` until it fails, a signal arrives or a stop is requested.
async fn either(
    accepting: impl Future<Output = io::Result<()>>,
    signal: impl Future<Output = io::Result<Signal>>,
    stop: &Stop,
) -> io::Result<Option<Signal>> {
    let (mut accepting, mut signal) = (std::pin::pin!(accepting), std::pin::pin!(signal));
    let mut stopped = std::pin::pin!(stop.requested());
    std::future::poll_fn(move |context| {
        use std::task::Poll;
        if let Poll::Ready(signal) = signal.as_mut().poll(context) {
            return Poll::Ready(signal.map(Some));
        }
        if stopped.as_mut().poll(context).is_ready() {
            return Poll::Ready(Ok(None));
        }
        accepting.as_mut().poll(context).map(|result| result.map(|()| None))
    })
    .await
}

/// Accepts connections and assigns them to the threads in turn.
async fn accept(
    listener: &tokio::net::TcpListener,
    handles: &[Handle],
    settings: &Arc<Settings>,
    metrics: &Arc<Metrics>,
    routes: &Arc<Routes>,
    stop: &Stop,
) -> io::Result<()> {
    for handle in handles.iter().cycle() {
        let stream = loop {
            match listener.accept().await {
                Ok((stream, _)) => break stream,
                // The client has disconnected, or all file descriptors are temporarily in use.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        };
        if metrics.connections.fetch_add(1, Relaxed) >= settings.connections {
            metrics.connections.fetch_sub(1, Relaxed);
            metrics.refused.fetch_add(1, Relaxed);
            // The buffer of a new connection is allocated at this size.
            let _ = stream.try_write(TOO_MANY);
            continue;
        }
        metrics.accepted.fetch_add(1, Relaxed);
        let open = Open(metrics.clone());
        let (settings, routes, stop) = (settings.clone(), routes.clone(), stop.clone());
        let Ok(stream) = stream.into_std() else { continue };
        handle.spawn(async move {
            let _open = open;
            if let Ok(stream) = TcpStream::from_std(stream) {
                connection::serve(stream, routes, &settings, stop).await;
            }
        });
    }
    Ok(())
}

/// Counts an open connection until it is dropped.
struct Open(Arc<Metrics>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Relaxed);
    }
}

/// A thread that answers requests.
struct Worker {
    handle: Handle,
    end: Stop,
    thread: thread::JoinHandle<()>,
}

impl Worker {
    fn start(number: usize) -> io::Result<Worker> {
        let runtime = runtime()?;
        let handle = runtime.handle().clone();
        let end = Stop::default();
        let ended = end.clone();
        let thread = thread::Builder::new().name(format!("answers-{number}"));
        let thread = thread.spawn(move || runtime.block_on(ended.requested()))?;
        Ok(Worker { handle, end, thread })
    }

    /// Ends the thread and its remaining connections.
    fn end(self) {
        self.end.request();
        let _ = self.thread.join();
    }
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}
