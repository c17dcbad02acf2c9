//! One self-contained HTML page: no network, no script, light and dark, wide and narrow.

mod claims;
pub mod frame;
mod page;
mod rule;
pub mod svg;
mod tuning;
mod wrong;

pub use frame::STYLE;
pub use page::html;
