//! One self-contained HTML page: no network, no script, light and dark, wide and narrow.

mod boards;
mod changes;
mod endgame;
mod page;
mod plots;

pub(super) use page::html;
