//! The progress of a verification.

/// Receives the progress of a verification. Called by several threads.
pub trait Observer: Sync {
    /// The verification begins; it will ask about `positions` positions without en-passant rights.
    fn begin(&self, positions: u64);
    /// The rule has answered about `positions` more positions.
    fn advance(&self, positions: u64);
    /// The verification is over.
    fn end(&self);
}

/// An observer that ignores the progress.
pub struct NoObserver;

impl Observer for NoObserver {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
}
