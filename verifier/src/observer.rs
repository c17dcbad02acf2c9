//! Progress of long work, and its end before its end.

use std::ops::ControlFlow;

/// Receives the progress of a verification or an audit, and may stop it. Called by several threads.
pub trait Observer: Sync {
    /// The work begins: about `positions` positions without en-passant rights, or places of a table.
    fn begin(&self, _positions: u64) {}
    /// `positions` more are done, so few that they take a moment. [`ControlFlow::Break`] ends the work with
    /// an error ([`crate::VerifyError::Stopped`], [`crate::audit::AuditError::Stopped`]).
    fn advance(&self, _positions: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    /// The work is over, and was not stopped.
    fn end(&self) {}
}

/// An observer that ignores the progress.
impl Observer for () {}
