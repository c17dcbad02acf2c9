//! Rules under verification, behind one interface: [`Subject`].
//!
//! A rule is built in ([`Builtin`], [`Predicate`]), a shared library ([`Plugin`]), a program that
//! answers lines of text ([`Program`]), or a function over columns of positions ([`ColumnRule`]);
//! claims may be read from the scores of a library ([`Scored`]). A library can crash or hang, and its process with it:
//! [`supervise`] watches the process that loads the library and returns the function and the position
//! at which it failed. A [`guard`] ends all processes of foreign code, even if drawproof is killed.
//! [`Exceptions`] withdraw some claims of another rule.
//!
//! A new kind of rule is a new file here that implements [`Subject`].

mod answer;
mod builtin;
mod column_rule;
#[cfg(unix)]
mod guard;
mod halves;
mod interface;
#[cfg(windows)]
mod job_object;
mod library;
mod pipes;
mod plugin;
mod process_group;
mod program;
mod reasons;
mod scored;
mod slots;
mod supervise;
mod text;

pub use builtin::{Builtin, Halved, Predicate};
pub use column_rule::{ColumnRule, NO_EN_PASSANT, PositionColumns};
pub use drawproof_recognizers::Role;
#[cfg(unix)]
pub use guard::{GuardEnd, guard};
pub use halves::Part;
pub use interface::{Answers, Claims, Exceptions, Fault, Subject};
pub use pipes::NOT_STARTED;
pub(crate) use pipes::{AnswerLines, Pipe, ReadError, write_batch};
pub use plugin::{Plugin, PluginError, Scores};
pub use process_group::{ProcessGroup, crash, how_it_ended};
pub use program::{Program, not_started};
pub use reasons::{Half, Reason, Reasons};
pub use scored::{ScoreBounds, Scored};
pub use slots::{Phase, Slots};
pub use supervise::{Ending, supervise};
pub use text::{split_command, visible};
