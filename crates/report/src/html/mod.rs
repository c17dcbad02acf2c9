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

use crate::format::{Extras, Format, TextStyle};
use drawproof_verifier::{Run, Verdict, tune::Tuning};

/// One self-contained HTML page.
#[derive(Debug)]
pub(crate) struct Html;

impl Format for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn readers(&self) -> &'static str {
        "For browsers: one page, no network"
    }

    fn run(&self, run: &Run, extras: &Extras) -> String {
        html(run, extras.tunings)
    }

    fn tuning(&self, verdict: &Verdict, tuning: &Tuning, _: usize, _: TextStyle) -> Option<String> {
        let run = Run::new(verdict.counting, vec![verdict.clone()]);
        Some(html(&run, std::slice::from_ref(tuning)))
    }
}
