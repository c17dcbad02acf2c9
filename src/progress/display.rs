//! What the progress line shows, redrawn by a thread.

use std::{
    sync::{Arc, Mutex, OnceLock},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{
    line::Report,
    terminal::{self, OneLine},
};

/// How often the line is redrawn at most.
const TICK: Duration = Duration::from_millis(125);

/// Work that ends sooner is not shown: its line would only flicker.
const PATIENCE: Duration = Duration::from_millis(250);

/// The one display of the process.
static DISPLAY: OnceLock<Display> = OnceLock::new();

/// The progress line while some work goes on. Draws nothing unless standard error is a terminal.
#[derive(Debug)]
pub struct Display {
    bar: ProgressBar,
    shown: Arc<Mutex<Shown>>,
    is_visible: bool,
}

#[derive(Debug)]
struct Shown {
    report: Report,
    /// When the work began and `report.elapsed` was set.
    begin: Instant,
}

impl Display {
    /// The display of the process, which never shows anything if the first caller is `quiet`.
    pub fn of_process(quiet: bool) -> &'static Display {
        DISPLAY.get_or_init(|| Display::new(quiet))
    }

    fn new(quiet: bool) -> Display {
        let is_visible = !quiet && terminal::is_capable();
        let target = if is_visible {
            let hz = (1000 / TICK.as_millis()) as u8;
            ProgressDrawTarget::term_like_with_hz(Box::new(OneLine::default()), hz)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let shown =
            Arc::new(Mutex::new(Shown { report: Report::default(), begin: Instant::now() }));
        let of_line = shown.clone();
        let write = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            let report = now(&of_line);
            if report.elapsed >= PATIENCE {
                // Writing into a string does not fail.
                let _ = out.write_str(&report.line(terminal::columns()));
            }
        };
        let style = ProgressStyle::with_template("{line}").expect("the template is well formed");
        bar.set_style(style.with_key("line", write));
        bar.finish_and_clear();
        Display { bar, shown, is_visible }
    }

    /// Whether anything can be seen of this display.
    pub fn is_visible(&self) -> bool {
        self.is_visible
    }

    /// Shows a report; the next redraw puts it on the screen.
    pub fn show(&self, report: impl FnOnce() -> Report) {
        if !self.is_visible {
            return;
        }
        let shown = Shown { report: report(), begin: Instant::now() };
        *self.shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = shown;
        if self.bar.is_finished() {
            self.bar.reset();
            self.bar.enable_steady_tick(TICK);
        }
    }

    /// Hides the line while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the line until something is shown again.
    pub fn clear(&self) {
        if self.is_visible && !self.bar.is_finished() {
            self.bar.finish_and_clear();
        }
    }
}

/// The report with the time that has passed since.
fn now(shown: &Mutex<Shown>) -> Report {
    let shown = shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let elapsed = shown.report.elapsed + shown.begin.elapsed();
    let report = Report { elapsed, ..shown.report.clone() };
    match (report.share, report.until) {
        // The step goes on as fast as those before it did.
        (Some(share), Some(until)) if !shown.report.elapsed.is_zero() => {
            let pace = elapsed.as_secs_f64() / shown.report.elapsed.as_secs_f64();
            Report { share: Some((share * pace).min(until)), ..report }
        }
        _ => report,
    }
}
