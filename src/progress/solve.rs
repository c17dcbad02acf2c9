//! The progress of reading, solving and writing tables, and of other work that reports its steps.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use drawproof_generator::Observer as SolveObserver;
use drawproof_session::observer::Observer as StoreObserver;
use drawproof_tables::{Layout, Metric, NormalMaterial, parallel::locked};

use super::{
    display::{Display, Report},
    series::{self, Stage},
};
use crate::output::print_error;

/// Shows the tables being read, solved and written, or another step of the work.
#[derive(Debug)]
pub struct SolveProgress {
    display: &'static Display,
    work: Mutex<Work>,
    /// Whether other work is shown meanwhile.
    in_background: AtomicBool,
}

/// The tables that a store is about to bring into memory.
#[derive(Debug)]
struct Work {
    begin: Instant,
    /// What they are for, if that is no matter of course, and a colon.
    purpose: &'static str,
    /// The work of each table.
    planned: BTreeMap<NormalMaterial, f64>,
    /// Tables that are solved or read.
    done: usize,
    /// Their work.
    done_work: f64,
    solving: BTreeMap<NormalMaterial, Solving>,
}

/// A table that is being solved or read.
#[derive(Debug)]
struct Solving {
    slices: usize,
    slices_done: usize,
    ply: u16,
}

impl SolveProgress {
    /// The display of the process; it shows nothing if `quiet` or if standard error is no terminal.
    pub fn new(quiet: bool) -> SolveProgress {
        SolveProgress {
            display: Display::of_process(quiet),
            work: Mutex::new(Work::new(&[])),
            in_background: AtomicBool::new(false),
        }
    }

    /// Whether tables are solved in the background, while other work is shown.
    pub fn set_in_background(&self, in_background: bool) {
        self.in_background.store(in_background, Ordering::Relaxed);
    }

    /// Begins a series of endgames whose rules are verified.
    pub fn expect_rules(&self, endgames: &[NormalMaterial]) {
        /// The share of an endgame's work that solving is, where its table is not at hand.
        const SOLVING: f64 = 0.3;
        series::begin("rules", endgames.iter().map(|&it| work_of(it)).collect(), SOLVING);
    }

    /// Begins a series of tables to be solved and written.
    pub fn expect(&self, tables: &[NormalMaterial]) {
        /// The share of a table's work that solving is; packing is the rest.
        const SOLVING: f64 = 0.1;
        series::begin("tables", tables.iter().map(|&table| work_of(table)).collect(), SOLVING);
    }

    /// Shows a step of the work on an endgame, such as "learning from" it.
    pub fn note(&self, material: NormalMaterial, what: &str) {
        let begin = self.work().begin;
        let work = || format!("{what} {material}");
        self.display.show(|| series::report(work(), Stage::Solving, None, begin));
    }

    /// Shows a step of long work on an endgame that begins with a share of the work done, 0 to 1, and
    /// ends with another.
    pub fn step(&self, material: NormalMaterial, what: &str, [from, until]: [f64; 2]) {
        let begin = self.work().begin;
        self.display.show(|| Report {
            work: format!("{what} {material}"),
            share: Some(from),
            until: Some(until),
            elapsed: begin.elapsed(),
            ..Report::default()
        });
    }

    /// The packing of a table begins.
    pub fn begin_packing(&self, material: NormalMaterial) {
        self.packing(material, 0.0);
    }

    /// Shows that a share of a table, 0 to 1, is packed.
    pub fn packing(&self, material: NormalMaterial, share: f64) {
        let begin = self.work().begin;
        let work = || format!("packing {material}");
        self.display.show(|| series::report(work(), Stage::Using, Some(share), begin));
    }

    /// Hides the display while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.display.suspend(print)
    }

    /// Prints a line above the display, on standard error.
    pub fn line(&self, text: &str) {
        self.display.suspend(|| print_error(text));
    }

    /// The endgame of a series that is at work is done; the next one begins.
    pub fn next(&self) {
        *self.work() = Work::new(&[]);
        series::next();
    }

    /// Removes the display.
    pub fn finish(&self) {
        self.display.clear();
        *self.work() = Work::new(&[]);
    }

    /// Prints a line of totals on standard error, where a display can be seen.
    pub fn totals(&self, text: impl FnOnce() -> String) {
        self.finish();
        if self.display.is_visible() {
            print_error(&text());
        }
    }

    /// Removes what a child process has left on the line of the display.
    pub fn finish_child(&self) {
        self.display.clear_foreign();
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        locked(&self.work)
    }

    /// Shows a step of the work and the share of all tables that is done.
    fn show(&self, text: impl FnOnce(&Work) -> String) {
        if self.in_background.load(Ordering::Relaxed) {
            return;
        }
        self.display.show(|| self.report(text));
    }

    fn report(&self, text: impl FnOnce(&Work) -> String) -> Report {
        let work = self.work();
        let text = format!("{}{}", work.purpose, text(&work));
        let report = series::report(text, Stage::Solving, work.share(), work.begin);
        let count = if report.count.is_empty() { work.count() } else { report.count };
        Report { count, ..report }
    }
}

impl StoreObserver for SolveProgress {
    fn begin_tables(&self, metric: Metric, tables: &[NormalMaterial]) {
        let work: f64 = tables.iter().map(|&table| work_of(table)).sum();
        let is_further = series::begin_further(work);
        let purpose = match metric {
            // A rule has made an incorrect claim about a win that the fifty-move rule may turn into a draw.
            Metric::Dtz if is_further => "for the fifty-move rule: ",
            _ => "",
        };
        *self.work() = Work { purpose, ..Work::new(tables) };
    }

    fn reading(&self, material: NormalMaterial, share: f64) {
        /// The steps of the share.
        const STEPS: f64 = 1000.0;
        let (slices, slices_done) = (STEPS as usize, (share * STEPS) as usize);
        let mut work = self.work();
        work.solving.insert(material, Solving { slices, slices_done, ply: 0 });
        if share >= 1.0 {
            work.end(material);
        }
        drop(work);
        self.show(|_| format!("reading {material}"));
    }

    fn end_tables(&self) {
        if !series::is_begun() {
            self.finish();
        }
    }
}

impl SolveObserver for SolveProgress {
    fn begin(&self, material: NormalMaterial, slices: usize, _positions: u64) {
        let mut work = self.work();
        // A series solves tables that no call announced.
        work.planned.entry(material).or_insert_with(|| work_of(material));
        work.solving.insert(material, Solving { slices, slices_done: 0, ply: 0 });
        drop(work);
        self.show(|_| format!("solving {material}"));
    }

    fn ply(&self, material: NormalMaterial, ply: u16) {
        if self.display.is_quiet() {
            return;
        }
        if let Some(solving) = self.work().solving.get_mut(&material) {
            solving.ply = ply;
        }
        self.show(|work| match work.solving.get(&material) {
            Some(Solving { slices: 1, ply, .. }) => format!("solving {material}, ply {ply}"),
            Some(Solving { slices, slices_done, .. }) => {
                format!("solving {material}, slice {slices_done} of {slices}")
            }
            None => format!("solving {material}"),
        });
    }

    fn slice(&self, material: NormalMaterial) {
        let mut work = self.work();
        let Some(solving) = work.solving.get_mut(&material) else { return };
        solving.slices_done += 1;
        let share = solving.share();
        if solving.slices_done == solving.slices {
            work.end(material);
        }
        let begin = work.begin;
        drop(work);
        if material.is_sliced() {
            // It is packed while the next one is solved.
            series::report(String::new(), Stage::Using, Some(share), begin);
        }
    }
}

impl Work {
    fn new(tables: &[NormalMaterial]) -> Work {
        Work {
            begin: Instant::now(),
            purpose: "",
            planned: tables.iter().map(|&table| (table, work_of(table))).collect(),
            done: 0,
            done_work: 0.0,
            solving: BTreeMap::new(),
        }
    }

    /// A table is solved or read.
    fn end(&mut self, material: NormalMaterial) {
        self.solving.remove(&material);
        self.done += 1;
        self.done_work += self.planned.get(&material).copied().unwrap_or(0.0);
    }

    /// The share of all work that is done; `None` if the work is not known.
    fn share(&self) -> Option<f64> {
        let all: f64 = self.planned.values().sum();
        let solving = |(material, solving): (&NormalMaterial, &Solving)| {
            self.planned.get(material).map_or(0.0, |work| work * solving.share())
        };
        let done = self.done_work + self.solving.iter().map(solving).sum::<f64>();
        if all > 0.0 {
            return Some((done / all).min(1.0));
        }
        self.solving.values().next().map(Solving::share)
    }

    fn count(&self) -> String {
        match self.planned.len() {
            0 | 1 => String::new(),
            all => format!("{} of {all} tables", self.done.min(all)),
        }
    }
}

impl Solving {
    /// The share of the table that is solved. The number of plies is not known before the end, and
    /// early plies have more positions than late ones.
    fn share(&self) -> f64 {
        if self.slices > 1 {
            return self.slices_done as f64 / self.slices as f64;
        }
        let ply = f64::from(self.ply);
        ply / (ply + 10.0)
    }
}

/// The work of solving a table, in places of its index.
fn work_of(material: NormalMaterial) -> f64 {
    Layout::new(material).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process has one series.
    static IN_TURN: Mutex<()> = Mutex::new(());

    #[test]
    fn slices_of_six_men_are_the_work_on_their_table() {
        let _turn = locked(&IN_TURN);
        let endgame = "KRBPKR".parse::<NormalMaterial>().unwrap();
        let progress = SolveProgress::new(true);
        progress.expect(&[endgame]);
        progress.begin(endgame, 24, 0);
        (0..12).for_each(|_| progress.slice(endgame));
        let share = progress.report(|_| String::new()).share.unwrap();
        assert!((0.5..0.6).contains(&share), "{share}");
        (0..12).for_each(|_| progress.slice(endgame));
        assert_eq!(progress.report(|_| String::new()).share, Some(1.0));
    }

    #[test]
    fn tables_for_the_fifty_move_rule_say_what_they_are_for_and_take_a_part_of_the_rest() {
        let _turn = locked(&IN_TURN);
        let endgame = "KQRKR".parse::<NormalMaterial>().unwrap();
        let progress = SolveProgress::new(true);
        let solving = |_: &Work| "solving KQRKR".to_owned();
        progress.expect_rules(&[endgame]);
        progress.begin_tables(Metric::Dtm, &[endgame]);
        assert_eq!(progress.report(solving).work, "solving KQRKR");
        let using = |share| {
            series::report(String::new(), Stage::Using, Some(share), Instant::now()).share.unwrap()
        };
        let before = using(0.04);
        progress.begin_tables(Metric::Dtz, &[endgame]);
        let report = progress.report(solving);
        assert_eq!(report.work, "for the fifty-move rule: solving KQRKR");
        assert_eq!(report.share, Some(before), "it does not go back");
        progress.work().end(endgame);
        let after = progress.report(solving).share.unwrap();
        assert!(after > before + 0.2 && using(0.05) > after, "{before} {after}");
        assert_eq!(using(1.0), 1.0);
    }
}
