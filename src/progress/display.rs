//! The progress line on standard error: an indicatif bar that a thread redraws. Where that is no terminal, the
//! thread prints a line after ten seconds, then one a minute; on a terminal that is to be quiet, one line after
//! ten seconds.

use std::{
    io::IsTerminal,
    sync::{Mutex, MutexGuard, Once, OnceLock},
    thread,
    time::{Duration, Instant},
};

use console::Term;
use drawproof_tables::parallel::locked;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::print_error;

/// The time between two redraws of the progress line.
pub const TICK: Duration = Duration::from_millis(125);

/// The time before the first line is printed if there is no progress line.
const SILENCE: Duration = Duration::from_secs(10);

/// The time between later lines if standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// Work that ends sooner is not shown: its line would only flicker.
const PATIENCE: Duration = Duration::from_millis(250);

/// The length of the bar in its own units.
const LENGTH: u64 = 10_000;

/// The one display of the process, because standard error is one.
static DISPLAY: OnceLock<Display> = OnceLock::new();

/// A report of progress: the content of the progress line.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The kind of work and its object, such as "solving KRKN, ply 31".
    pub work: String,
    /// The number of finished items and of all items, such as "3 of 8 tables"; empty unless there
    /// are several.
    pub count: String,
    /// The finished share of all work, from 0 to 1; `None` if unknown.
    pub share: Option<f64>,
    /// The share of all work that will be finished at the end of the current step, if the step
    /// reports no progress; otherwise `None`.
    pub until: Option<f64>,
    /// The time since the work began.
    pub elapsed: Duration,
}

/// The progress line on standard error.
#[derive(Debug)]
pub struct Display {
    bar: ProgressBar,
    /// The report, if there is a line, and when it was made.
    shown: Mutex<Option<(Report, Instant)>>,
    is_visible: bool,
    is_quiet: bool,
    how: How,
}

/// The way in which progress reaches standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// As a line that is redrawn.
    Drawn,
    /// As a line now and then, for logs.
    Logged,
    /// As one line that says what takes so long.
    Once,
    Never,
}

impl How {
    fn of(is_visible: bool, is_quiet: bool, is_terminal: bool) -> How {
        match (is_quiet, is_terminal) {
            (true, true) => How::Once,
            (true, false) => How::Never,
            (false, _) if is_visible => How::Drawn,
            (false, _) => How::Logged,
        }
    }

    /// Returns how long to wait before the next redraw or line, `begun` if there was one; `None` if
    /// that was the last.
    fn pause(self, begun: bool) -> Option<Duration> {
        match (self, begun) {
            (How::Drawn, _) => Some(TICK),
            (How::Logged, true) => Some(LINE_EVERY),
            (How::Logged | How::Once, false) => Some(SILENCE),
            (How::Once, true) | (How::Never, _) => None,
        }
    }
}

/// Erases the progress line for good, at the end of the process.
pub fn erase() {
    if let Some(display) = DISPLAY.get() {
        // Whoever wants to show something from now on waits for the end.
        std::mem::forget(display.cleared());
    }
}

/// Removes a progress line that a child process, which ends with this one, may have drawn.
pub fn erase_foreign() {
    DISPLAY.get().inspect(|display| display.clear_foreign());
}

impl Display {
    /// Returns the display that the whole process shares. The display never shows anything if
    /// `quiet` was set when it was first requested.
    pub fn of_process(quiet: bool) -> &'static Display {
        DISPLAY.get_or_init(|| {
            // Hidden as well if standard error is no terminal, or one that does not move its cursor.
            let target = match quiet {
                true => ProgressDrawTarget::hidden(),
                false => ProgressDrawTarget::stderr(),
            };
            let bar = ProgressBar::with_draw_target(Some(LENGTH), target).with_style(style(""));
            let is_visible = !bar.is_hidden();
            let how = How::of(is_visible, quiet, std::io::stderr().is_terminal());
            Display { is_visible, is_quiet: quiet, how, bar, shown: Mutex::default() }
        })
    }

    /// Returns whether the display draws a line on the terminal.
    pub fn is_visible(&self) -> bool {
        self.is_visible
    }

    /// Returns whether the display was asked to show nothing.
    pub fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Sets the report that the next redraw shows.
    pub fn show(&self, report: impl FnOnce() -> Report) {
        static REDRAWN: Once = Once::new();
        if self.how == How::Never {
            return;
        }
        REDRAWN.call_once(|| {
            // Without the thread there is no line, which is no error of the work.
            let _ = thread::Builder::new().name("progress".into()).spawn(Display::keep_showing);
        });
        let report = report();
        *locked(&self.shown) = Some((report, Instant::now()));
    }

    /// Hides the progress line while `print` runs.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the progress line until the next report.
    pub fn clear(&self) {
        drop(self.cleared());
    }

    /// Removes the line; nothing is shown while the guard lives.
    fn cleared(&self) -> MutexGuard<'_, Option<(Report, Instant)>> {
        // Locked to the end, so that no redraw comes after it.
        let mut shown = locked(&self.shown);
        *shown = None;
        self.bar.set_style(style(""));
        self.bar.suspend(|| ());
        shown
    }

    /// Removes a progress line that another process has drawn.
    pub fn clear_foreign(&self) {
        if self.is_visible {
            // A terminal that is gone is no error of the work.
            let _ = Term::stderr().clear_line();
        }
    }

    /// Redraws or prints what is shown, in a thread of its own.
    fn keep_showing() {
        let Some(display) = DISPLAY.get() else { return };
        let mut begun = false;
        while let Some(pause) = display.how.pause(begun) {
            thread::sleep(pause);
            begun |= match display.how {
                How::Drawn => display.redraw(),
                _ => display.print_line(),
            };
        }
    }

    /// Prints the report as a line; returns whether there is one.
    fn print_line(&self) -> bool {
        let shown = locked(&self.shown);
        if let Some((report, since)) = &*shown {
            print_error(&report.line(report.elapsed + since.elapsed()));
        }
        shown.is_some()
    }

    /// Redraws the line; returns whether there is one.
    fn redraw(&self) -> bool {
        let shown = locked(&self.shown);
        let Some((report, since)) = &*shown else { return false };
        let elapsed = report.elapsed + since.elapsed();
        if elapsed < PATIENCE {
            return false;
        }
        let share = report.share_after(elapsed);
        let columns = Term::stderr().size().1;
        let bar = self.bar.clone().with_style(style(template(share.is_some(), columns)));
        let place = share.unwrap_or(0.0) * LENGTH as f64;
        let bar = bar.with_position(place as u64).with_elapsed(elapsed);
        bar.with_message(message(report, share, elapsed, columns)).tick();
        true
    }
}

impl Report {
    /// Returns the estimated finished share after `elapsed` time of work.
    fn share_after(&self, elapsed: Duration) -> Option<f64> {
        self.share.map(|share| match self.until {
            // The step goes on as fast as those before it did.
            Some(until) if !self.elapsed.is_zero() => {
                (share * elapsed.div_duration_f64(self.elapsed)).min(until)
            }
            _ => share,
        })
    }

    /// Returns a line for a log after `elapsed` time of work.
    fn line(&self, elapsed: Duration) -> String {
        let share = self.share_after(elapsed);
        let done = match share {
            Some(share) => format!("{:.0} %", 100.0 * share),
            None => format!("{:#}", HumanDuration(elapsed)),
        };
        format!("drawproof: {done}  {}", message(self, share, elapsed, u16::MAX))
    }
}

/// Returns a style in ASCII, which every terminal and font has.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    style.progress_chars("=> ")
}

/// Returns the template that fits a terminal of `columns` columns.
fn template(has_share: bool, columns: u16) -> &'static str {
    match (columns, has_share) {
        (..20, _) => "",
        (_, false) => "{elapsed}  {wide_msg}",
        (..75, _) => "{percent:>3} %  {wide_msg}",
        (..100, _) => "[{bar:12}]  {percent:>3} %  {wide_msg}",
        _ => "[{bar:24}]  {percent:>3} %  {wide_msg}",
    }
}

/// Returns the work, and before it, where there is room, the time left if the rest goes as the work
/// so far went, and the count.
fn message(report: &Report, share: Option<f64>, elapsed: Duration, columns: u16) -> String {
    // Before that it is a guess.
    let is_known = |share: &f64| *share >= 0.01 && elapsed >= Duration::from_secs(1);
    let left = share.filter(is_known).filter(|_| columns >= 36).map(|share| {
        let left = elapsed.mul_f64(((1.0 - share) / share).max(0.0));
        format!("{:#} left", HumanDuration(left))
    });
    let count = Some(report.count.clone()).filter(|it| columns >= 75 && !it.is_empty());
    [left, count, Some(report.work.clone())].into_iter().flatten().collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(share: Option<f64>, seconds: u64, columns: u16) -> String {
        let report = Report {
            work: "solving KRPKR, ply 31".into(),
            count: "12 of 35 tables".into(),
            ..Report::default()
        };
        message(&report, share, Duration::from_secs(seconds), columns)
    }

    #[test]
    fn a_line_has_what_there_is_room_for() {
        assert_eq!(text(Some(0.25), 60, 80), "3m left  12 of 35 tables  solving KRPKR, ply 31");
        assert_eq!(text(Some(0.25), 60, 40), "3m left  solving KRPKR, ply 31");
        assert_eq!(text(Some(0.25), 60, 20), "solving KRPKR, ply 31");
        assert_eq!(text(None, 60, 80), "12 of 35 tables  solving KRPKR, ply 31");
        let report = Report { work: "growing trees for KRPKR".into(), ..Report::default() };
        let line = report.line(Duration::from_secs(120));
        assert_eq!(line, "drawproof: 2m  growing trees for KRPKR");
        let line = Report { share: Some(0.25), ..report }.line(Duration::from_secs(60));
        assert_eq!(line, "drawproof: 25 %  3m left  growing trees for KRPKR");
        for columns in 0..300 {
            let templates = [true, false].map(|has_share| template(has_share, columns));
            assert_eq!(templates.contains(&""), columns < 20, "{columns}");
            // At least half of the line is the message's.
            for template in templates {
                let parts =
                    [("{bar:12}", 12), ("{bar:24}", 24), ("{percent:>3}", 3), ("{elapsed}", 8)];
                let filled = |text: String, (part, width): (&str, usize)| {
                    text.replace(part, &"-".repeat(width))
                };
                let rest = template.replace("{wide_msg}", "");
                let rest = parts.into_iter().fold(rest, filled);
                assert!(rest.len() <= usize::from(columns / 2), "{columns}: {rest}");
                assert!(!rest.contains('{'), "{rest}");
            }
            let bar = templates[0].contains("{bar");
            assert_eq!(bar, columns >= 75, "{columns}");
        }
    }

    #[test]
    fn a_silent_terminal_gets_one_line_and_a_log_one_a_minute() {
        let pauses = |how: How| [how.pause(false), how.pause(true)];
        let [visible, quiet, terminal] = [true; 3];
        assert_eq!(pauses(How::of(!visible, quiet, terminal)), [Some(SILENCE), None]);
        assert_eq!(pauses(How::of(!visible, quiet, !terminal)), [None, None]);
        assert_eq!(pauses(How::of(!visible, !quiet, !terminal)), [Some(SILENCE), Some(LINE_EVERY)]);
        // One that does not move its cursor.
        assert_eq!(How::of(!visible, !quiet, terminal), How::Logged);
        assert_eq!(pauses(How::of(visible, !quiet, terminal)), [Some(TICK), Some(TICK)]);
    }

    #[test]
    fn no_time_is_promised_at_the_start() {
        assert!(!text(Some(0.5), 0, 80).contains("left"));
        assert!(!text(Some(0.001), 60, 80).contains("left"));
    }
}
