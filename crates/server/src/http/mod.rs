//! HTTP: connections, requests and answers, within limits.

pub mod answer;
pub mod bare;
pub mod client;
pub mod connection;
pub mod guarded;
pub mod incoming;
pub mod query;
