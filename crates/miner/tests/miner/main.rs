//! Learning from solved tables, end to end.

mod code;
mod exact;
mod features;
mod learning;
mod patterns;
mod stopping;
