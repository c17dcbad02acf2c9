//! Rules from outside: shared libraries through the C interface, and programs through lines of
//! text.
//!
//! A library can crash or hang, and takes its process with it: [`supervise`] runs the process that
//! loads it and names the position it failed at. A program is a process of its own already.

mod plugin;
mod program;
mod slots;
mod supervise;

pub use plugin::{Plugin, PluginError};
pub use program::{Program, verify_program, verify_program_with};
pub use slots::Slots;
pub use supervise::{Ending, supervise};
