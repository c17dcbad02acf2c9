//! Learning from solved tables, end to end.

mod exact;
mod features;
mod learning;
mod patterns;
