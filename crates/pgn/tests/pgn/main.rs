//! Games as programs and people write them, and games written here read again.

mod games;
mod san;
mod write;
