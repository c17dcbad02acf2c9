//! Progress of long work, drawn on standard error where that is a terminal.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use drawproof_generator::Observer as SolveObserver;
use drawproof_session::observer::Observer as StoreObserver;
use drawproof_tables::NormalMaterial;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::print_error;

/// Shows the table being solved, its progress, and the tables left.
pub struct SolveProgress {
    bar: ProgressBar,
    tables: AtomicU64,
    tables_total: AtomicU64,
}

impl SolveProgress {
    /// A display, or none if `quiet` or standard error is no terminal.
    pub fn new(quiet: bool) -> SolveProgress {
        let bar = ProgressBar::with_draw_target(
            None,
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() },
        );
        let style = ProgressStyle::with_template(
            "{spinner} {prefix} [{bar:24}] {pos}/{len} {msg} {elapsed}",
        );
        bar.set_style(style.expect("the template is well formed"));
        SolveProgress { bar, tables: AtomicU64::new(0), tables_total: AtomicU64::new(0) }
    }

    /// Sets the number of tables to solve.
    pub fn expect(&self, tables: usize) {
        self.tables.store(0, Ordering::Relaxed);
        self.tables_total.store(tables as u64, Ordering::Relaxed);
    }

    /// Shows another step in the making of a table, such as "writing".
    pub fn note(&self, material: NormalMaterial, what: &str) {
        self.bar.set_message(format!("{what} {material}"));
        self.bar.tick();
    }

    /// Hides the display while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Prints a line above the display, on standard error.
    pub fn line(&self, text: &str) {
        self.bar.suspend(|| print_error(text));
    }

    /// Removes the display.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl StoreObserver for SolveProgress {
    fn begin_tables(&self, tables: usize) {
        self.expect(tables);
    }

    fn begin_reading(&self, material: NormalMaterial) {
        self.note(material, "reading");
    }

    fn end_tables(&self) {
        self.finish();
    }
}

impl SolveObserver for SolveProgress {
    fn begin(&self, material: NormalMaterial, slices: usize, positions: u64) {
        let table = self.tables.fetch_add(1, Ordering::Relaxed) + 1;
        let total = self.tables_total.load(Ordering::Relaxed).max(table);
        self.bar.set_prefix(format!("table {table} of {total}: {material}"));
        self.bar.set_length(slices as u64);
        self.bar.set_position(0);
        let millions = positions as f64 / 1e6;
        self.bar.set_message(format!("{millions:.1} M positions"));
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn ply(&self, _material: NormalMaterial, ply: u16) {
        self.bar.set_message(format!("ply {ply}"));
    }

    fn slice(&self, _material: NormalMaterial) {
        self.bar.inc(1);
    }
}

/// Shows the positions verified, the positions per second, and the time left.
pub struct VerifyProgress {
    bar: ProgressBar,
}

impl VerifyProgress {
    /// A display for the rule of an endgame, or none if `quiet` or standard error is no terminal.
    pub fn new(endgame: &str, quiet: bool) -> VerifyProgress {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template(
            "{spinner} {prefix} [{bar:24}] {human_pos}/{human_len} positions, {per_sec}, {eta} left",
        );
        bar.set_style(style.expect("the template is well formed"));
        bar.set_prefix(endgame.to_owned());
        VerifyProgress { bar }
    }
}

impl drawproof_verifier::audit::AuditObserver for VerifyProgress {
    fn begin(&self, _material: NormalMaterial, places: u64) {
        self.bar.set_length(places);
    }

    fn audited(&self, places: u64) {
        self.bar.inc(places);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl drawproof_verifier::Observer for VerifyProgress {
    fn begin(&self, positions: u64) {
        self.bar.set_length(positions);
    }

    fn advance(&self, positions: u64) {
        self.bar.inc(positions);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
