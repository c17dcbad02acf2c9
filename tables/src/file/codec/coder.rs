//! The interface of everything that codes binary decisions.

/// Takes binary decisions (a trace) or makes them (a decoder).
pub trait Coder {
    /// Codes `bit` in context `context`, a number below `CONTEXTS`, and returns the bit
    /// that the caller goes on with. A decoder ignores `bit`.
    fn flag(&mut self, context: usize, bit: bool) -> bool;
}
