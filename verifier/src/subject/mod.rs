//! Rules under verification, behind one interface: [`Subject`].
//!
//! A rule is built in ([`Builtin`], [`Predicate`]), a shared library ([`Plugin`]) or a program that
//! answers lines of text ([`Program`]). A library can crash or hang, and its process with it:
//! [`supervise`] watches the process that loads the library and returns the position at which it
//! failed. [`Exceptions`] withdraw some claims of another rule.
//!
//! A new kind of rule is a new file here that implements [`Subject`].

mod answers;
mod builtin;
mod exceptions;
mod interface;
mod plugin;
mod program;
mod slots;
mod supervise;

pub use answers::{Answers, Claims};
pub use builtin::{Builtin, Predicate};
pub use exceptions::{Exceptions, WithExceptions};
pub use interface::{Fault, PatternName, Subject};
pub use plugin::{Plugin, PluginError};
pub use program::Program;
pub(crate) use program::{AnswerLines, Pipe, ReadError, write_batch};
pub use slots::Slots;
pub use supervise::{Ending, supervise};
