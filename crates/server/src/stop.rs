//! Stops a server from another thread.

use std::sync::Arc;

use tokio::sync::watch;

/// A handle that stops a server. Clones stop the same server.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

/// A signal of the system that asks a process to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C, or the closing of the terminal.
    Interrupt,
    /// A request to end, as service managers send it.
    Terminate,
}

impl Default for Stop {
    fn default() -> Stop {
        Stop(Arc::new(watch::channel(false).0))
    }
}

impl Stop {
    /// Asks the server to stop, without waiting for it.
    pub fn request(&self) {
        let _ = self.0.send(true);
    }

    /// Waits until the server is asked to stop.
    pub(crate) async fn requested(&self) {
        let mut receiver = self.0.subscribe();
        let _ = receiver.wait_for(|requested| *requested).await;
    }
}

impl Signal {
    /// Waits for a signal.
    ///
    /// # Errors
    ///
    /// Fails if the system does not report signals.
    #[cfg(unix)]
    pub(crate) async fn wait() -> std::io::Result<Signal> {
        use std::{future::poll_fn, task::Poll};

        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let mut hangup = signal(SignalKind::hangup())?;
        Ok(poll_fn(|context| {
            if terminate.poll_recv(context).is_ready() {
                return Poll::Ready(Signal::Terminate);
            }
            if hangup.poll_recv(context).is_ready() {
                return Poll::Ready(Signal::Interrupt);
            }
            interrupt.poll_recv(context).map(|_| Signal::Interrupt)
        })
        .await)
    }

    /// Waits for a signal.
    ///
    /// # Errors
    ///
    /// Fails if the system does not report signals.
    #[cfg(not(unix))]
    pub(crate) async fn wait() -> std::io::Result<Signal> {
        tokio::signal::ctrl_c().await.map(|()| Signal::Interrupt)
    }
}
