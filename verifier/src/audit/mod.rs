//! The audit: proves that a table is right.
//!
//! The audit derives the value of every position again from its legal successors, which an ordinary
//! move generator finds, and compares it with the value in the table. By induction, a table that
//! passes is right if the tables that it leads to have passed: mates and stalemates are recognised
//! on the board, and every other value is one ply away from right ones. Legality is checked on the
//! board too, so no position can be missing unnoticed. Values with an en-passant right are audited
//! as well.
//!
//! The audit finds wrong values, not their cause; it neither makes nor repairs tables. [`compare`]
//! visits all positions as well, to compare two tables.

mod compared;
mod outcome;
mod places;
mod probed;
mod successors;
mod table;

pub use compared::{Agreement, Compared, compare};
pub use outcome::{Audit, AuditError, ERRORS_MAX, Entry, Extent, MissingTable, WrongValue};
pub use probed::audit_probed;
pub use successors::Successors;
pub use table::{audit, audit_part, tasks_of};
