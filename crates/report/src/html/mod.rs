//! One self-contained HTML page: no network, no script, light and dark, wide and narrow.

mod claims;
mod page;
pub mod position;
mod reasons;
mod rule;
pub mod svg;
pub mod table;
mod tuning;
mod wrong;

pub use page::{STYLE, html};
