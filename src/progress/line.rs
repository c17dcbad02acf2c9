//! The progress of the command, told by all crates and drawn as one line.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use drawproof_tables::{
    Metric, NormalMaterial,
    parallel::locked,
    progress::{Progress, Stage},
};

use super::{
    display::{Display, Report, TICK},
    series::{Part, Series},
    tables::{Tables, work_of},
};
use crate::output::print_error;

/// The steps of learning in their order, each with its share of all work.
pub type StepShares = &'static [(&'static str, f64)];

/// The progress of a command in one line: the stage of the work, the finished share, and the time
/// left.
#[derive(Debug)]
pub struct Line {
    display: &'static Display,
    state: Mutex<State>,
    /// Whether tables are brought into memory while other work is shown.
    in_background: AtomicBool,
}

/// The known facts about the work.
#[derive(Debug)]
struct State {
    series: Option<Series>,
    /// The tables on their way into memory.
    tables: Tables,
    /// The use of the tables.
    using: Using,
    steps: StepShares,
    /// The time when progress was last shown.
    shown: Instant,
    /// The conditions that end steps early.
    stop: Option<Stop>,
}

/// The conditions that end steps early.
#[derive(Debug)]
struct Stop {
    /// A flag that ends steps once it is set.
    flag: &'static AtomicBool,
    /// The time at which steps end; `None` for no limit.
    deadline: Option<Instant>,
    /// Whether a step was told to end.
    is_told: bool,
}

/// A stage that is no table's way into memory.
#[derive(Debug)]
struct Using {
    begin: Instant,
    size: u64,
    done: u64,
}

impl Using {
    fn new(size: u64) -> Using {
        Using { begin: Instant::now(), size, done: 0 }
    }

    /// Returns the share that is done, if the size is known.
    fn share(&self) -> Option<f64> {
        (self.size > 0).then(|| (self.done as f64 / self.size as f64).min(1.0))
    }
}

impl Line {
    /// Makes a progress line on the display that the whole process shares. The display shows
    /// nothing if `quiet` was set when it was first requested.
    pub fn new(quiet: bool) -> Line {
        let (tables, using, shown) = (Tables::new("", &[]), Using::new(0), Instant::now());
        let state = State { series: None, tables, using, steps: &[], shown, stop: None };
        let display = Display::of_process(quiet);
        Line { display, state: Mutex::new(state), in_background: AtomicBool::new(false) }
    }

    /// Sets whether tables are solved in the background, while other work is shown.
    pub fn set_in_background(&self, in_background: bool) {
        self.in_background.store(in_background, Ordering::Relaxed);
    }

    /// Begins a series of endgames for which a rule is verified.
    pub fn expect_rules(&self, endgames: &[NormalMaterial]) {
        /// The share of an endgame's work that solving is, where its table is not at hand.
        const SOLVING: f64 = 0.3;
        self.expect("rules", endgames.iter().map(|&it| work_of(it)).collect(), SOLVING);
    }

    /// Begins a series of tables to be solved and written.
    pub fn expect_tables(&self, tables: &[NormalMaterial]) {
        /// The share of a table's work that solving is; packing is the rest.
        const SOLVING: f64 = 0.1;
        self.expect("tables", tables.iter().map(|&table| work_of(table)).collect(), SOLVING);
    }

    /// Begins a series of endgames in which an engine is asked or plays. `answers` is the number of
    /// answers or games in each endgame.
    pub fn expect_answers(&self, answers: &[f64]) {
        /// The share of an endgame's work that solving its table is.
        const SOLVING: f64 = 0.02;
        self.expect("endgames", answers.to_vec(), SOLVING);
    }

    fn expect(&self, noun: &'static str, weights: Vec<f64>, solving: f64) {
        self.state().series = Some(Series::new(noun, weights, solving));
    }

    /// Begins steps that belong to no series. `steps` has the share of each step; it is empty if
    /// the shares are unknown.
    pub fn expect_steps(&self, steps: StepShares) {
        let mut state = self.state();
        (state.series, state.using, state.steps) = (None, Using::new(0), steps);
    }

    /// Makes steps end early once `flag` is set or `deadline` has passed.
    pub fn stop_when(&self, flag: &'static AtomicBool, deadline: Option<Instant>) {
        self.state().stop = Some(Stop { flag, deadline, is_told: false });
    }

    /// Ends the steps. Returns whether any step was told to end early.
    pub fn end_steps(&self) -> bool {
        self.finish();
        self.state().stop.take().is_some_and(|stop| stop.is_told)
    }

    /// Shows a step of the work on an endgame. `what` names the step, such as "learning from".
    pub fn note(&self, what: &'static str, material: NormalMaterial) {
        self.begin(Stage::Step(what, material), 0);
    }

    /// Returns the number of finished endgames and of all endgames in the series, such as "11 of 20
    /// tables"; `None` unless there are several.
    pub fn done(&self) -> Option<String> {
        self.state().series.as_ref()?.count()
    }

    /// Hides the progress line while `print` runs.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.display.suspend(print)
    }

    /// Prints a line on standard error, above the progress line.
    pub fn line(&self, text: &str) {
        self.display.suspend(|| print_error(text));
    }

    /// Ends the current endgame of the series, and begins the next one.
    pub fn next(&self) {
        let mut state = self.state();
        state.tables = Tables::new("", &[]);
        state.series.as_mut().map(Series::next);
    }

    /// Removes the progress line until more work is shown.
    pub fn finish(&self) {
        self.display.clear();
        self.state().tables = Tables::new("", &[]);
    }

    /// Prints a line of totals on standard error, if the progress line is visible.
    pub fn totals(&self, text: impl FnOnce() -> String) {
        self.finish();
        if self.display.is_visible() {
            print_error(&text());
        }
    }

    /// Removes the progress line that a child process has left.
    pub fn finish_child(&self) {
        self.display.clear_foreign();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Shows a stage.
    fn show(&self, stage: Stage) {
        let of_table = matches!(stage, Stage::Reading(_) | Stage::Solving(_) | Stage::Ply(..));
        if !(of_table && self.in_background.load(Ordering::Relaxed)) {
            self.display.show(|| self.state().report(stage));
        }
    }
}

impl Progress for Line {
    fn begin(&self, stage: Stage, size: u64) {
        if matches!(stage, Stage::Ply(..)) && self.display.is_quiet() {
            return;
        }
        let mut state = self.state();
        match stage {
            Stage::Tables(metric, tables) => return state.begin_tables(metric, tables),
            Stage::Reading(of) => state.tables.begin(of, size),
            Stage::Solving(of) => {
                // A series solves tables that no call announced.
                state.tables.plan(of);
                state.tables.begin(of, size);
            }
            Stage::Ply(of, ply) => state.tables.settle(of, ply),
            Stage::Step(..) if size == 0 => {}
            _ => state.using = Using::new(size),
        }
        drop(state);
        self.show(stage);
    }

    fn advance(&self, stage: Stage, done: u64) -> ControlFlow<()> {
        // Work asks often whether to go on.
        if done > 0 && self.state().advance(stage, done) {
            self.show(stage);
        }
        match stage {
            Stage::Step(..) => self.state().go_on(),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Removes the progress line after a stage, except within a series, for its next endgame.
    fn end(&self, stage: Stage) {
        if matches!(stage, Stage::Reading(_)) || self.state().series.is_some() {
            return;
        }
        match stage {
            Stage::Tables(..) => self.finish(),
            _ => self.display.clear(),
        }
    }
}

impl State {
    fn begin_tables(&mut self, metric: Metric, tables: &[NormalMaterial]) {
        let work: f64 = tables.iter().map(|&table| work_of(table)).sum();
        let is_further = self.series.as_mut().is_some_and(|series| series.begin_further(work));
        let purpose = match metric {
            // A rule has made an incorrect claim about a win that the fifty-move rule may turn into a draw.
            Metric::Dtz if is_further => "for the fifty-move rule: ",
            _ => "",
        };
        self.tables = Tables::new(purpose, tables);
    }

    /// Records progress in a stage. Returns whether to show it now.
    fn advance(&mut self, stage: Stage, done: u64) -> bool {
        match stage {
            Stage::Reading(of) => _ = self.tables.advance(of, done),
            Stage::Solving(of) => {
                let share = self.tables.advance(of, done).filter(|_| of.is_sliced());
                if let (Some(share), Some(series)) = (share, &mut self.series) {
                    // It is packed while the next one is solved.
                    series.advance(Part::Using, share);
                }
                return false;
            }
            _ => self.using.done += done,
        }
        let is_due = self.shown.elapsed() >= TICK;
        if is_due {
            self.shown = Instant::now();
        }
        is_due
    }

    /// Returns whether steps go on.
    fn go_on(&mut self) -> ControlFlow<()> {
        let Some(stop) = &mut self.stop else { return ControlFlow::Continue(()) };
        let is_late = stop.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        stop.is_told |= is_late || stop.flag.load(Ordering::Relaxed);
        if stop.is_told { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the report of the line in a stage.
    fn report(&mut self, stage: Stage) -> Report {
        let Using { begin, size, .. } = self.using;
        let (work, part, share, begin) = match stage {
            Stage::Tables(..) | Stage::Reading(_) | Stage::Solving(_) | Stage::Ply(..) => {
                (self.tables.text(stage), Part::Solving, self.tables.share(), self.tables.begin)
            }
            Stage::Step(what, _) => {
                let elapsed = self.tables.begin.elapsed();
                if let Some([from, until]) = shares_of(what, self.steps) {
                    let (share, until) = (Some(from), Some(until));
                    let work = stage.to_string();
                    return Report { work, share, until, elapsed, ..Report::default() };
                }
                match self.using.share().filter(|_| self.series.is_none()) {
                    share @ Some(_) => (stage.to_string(), Part::Using, share, begin),
                    None => (stage.to_string(), Part::Solving, None, self.tables.begin),
                }
            }
            Stage::Packing(_) => (stage.to_string(), Part::Using, self.using.share(), begin),
            Stage::Judging(_) => {
                let rate = self.using.done as f64 / begin.elapsed().as_secs_f64().max(1.0);
                (format!("{stage}, {rate:.0}/s"), Part::Using, self.using.share(), begin)
            }
            Stage::Verifying(_) | Stage::Comparing(_) | Stage::Searching(_) => {
                let millions = size as f64 / 1e6;
                let work = format!("{stage}, {millions:.1} M positions");
                (work, Part::Using, self.using.share(), begin)
            }
        };
        let (share, begin) = match &mut self.series {
            Some(series) => (Some(series.advance(part, share.unwrap_or(0.0))), series.begin),
            None => (share, begin),
        };
        let of_series = self.series.as_ref().and_then(Series::count);
        let of_tables = (part == Part::Solving).then(|| self.tables.count());
        let count = of_series.or(of_tables).unwrap_or_default();
        Report { work, count, share, elapsed: begin.elapsed(), ..Report::default() }
    }
}

/// Returns the shares of all work with which a step begins and ends.
fn shares_of(what: &str, steps: StepShares) -> Option<[f64; 2]> {
    let place = steps.iter().position(|(name, _)| *name == what)?;
    let from: f64 = steps[..place].iter().map(|(_, share)| share).sum();
    Some([from, from + steps[place].1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn using(line: &Line, done: u64) -> f64 {
        let stage = Stage::Verifying("KQRKR".parse().unwrap());
        line.state().using = Using { done, ..Using::new(100) };
        line.state().report(stage).share.unwrap()
    }

    #[test]
    fn slices_of_six_men_are_the_work_on_their_table() {
        let endgame = "KRBPKR".parse::<NormalMaterial>().unwrap();
        let (line, stage) = (Line::new(true), Stage::Solving(endgame));
        line.expect_tables(&[endgame]);
        line.begin(stage, 24);
        let share = || line.state().report(stage).share;
        assert!(line.advance(stage, 12).is_continue());
        assert!((0.5..0.6).contains(&share().unwrap()), "{:?}", share());
        assert!(line.advance(stage, 12).is_continue());
        assert_eq!(share(), Some(1.0));
    }

    #[test]
    fn a_search_shows_its_share_and_ends_when_it_is_told_to() {
        static FLAG: AtomicBool = AtomicBool::new(false);
        let of = "KRKB".parse().unwrap();
        let (line, search) = (Line::new(true), Stage::Step("searching a fix for", of));
        let share = |stage| line.state().report(stage).share;
        // Of the rule before it nothing is left.
        line.expect_rules(&[of]);
        line.expect_steps(&[]);
        line.stop_when(&FLAG, None);
        assert_eq!(share(search), None);
        line.begin(search, 200);
        assert!(line.advance(search, 50).is_continue());
        line.begin(Stage::Step("growing trees for", of), 0);
        assert_eq!(share(Stage::Step("growing trees for", of)), Some(0.25));
        FLAG.store(true, Ordering::Relaxed);
        assert!(line.advance(Stage::Verifying(of), 1).is_continue(), "a verdict is whole");
        assert!(line.advance(search, 0).is_break() && line.end_steps());
        assert!(line.advance(search, 0).is_continue());
        FLAG.store(false, Ordering::Relaxed);
        line.stop_when(&FLAG, Some(Instant::now()));
        assert!(line.advance(search, 0).is_break() && line.end_steps());
        line.stop_when(&FLAG, None);
        assert!(line.advance(search, 0).is_continue() && !line.end_steps());
    }

    #[test]
    fn tables_for_the_fifty_move_rule_say_what_they_are_for_and_take_a_part_of_the_rest() {
        let endgame = "KQRKR".parse::<NormalMaterial>().unwrap();
        let (line, stage) = (Line::new(true), Stage::Solving(endgame));
        let report = || line.state().report(stage);
        line.expect_rules(&[endgame]);
        line.begin(Stage::Tables(Metric::Dtm, &[endgame]), 1);
        assert_eq!(report().work, "solving KQRKR");
        let before = using(&line, 4);
        line.begin(Stage::Tables(Metric::Dtz, &[endgame]), 1);
        assert_eq!(report().work, "for the fifty-move rule: solving KQRKR");
        assert_eq!(report().share, Some(before), "it does not go back");
        line.begin(stage, 1);
        assert!(line.advance(stage, 1).is_continue());
        let after = report().share.unwrap();
        assert!(after > before + 0.2 && using(&line, 5) > after, "{before} {after}");
        assert_eq!(using(&line, 100), 1.0);
    }
}
