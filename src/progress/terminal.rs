//! The line of the terminal on which progress is drawn. One for the process, because standard error is.

use std::{
    io::{self, Write},
    sync::{Mutex, MutexGuard},
};

use console::Term;
use indicatif::TermLike;

/// The line as it is now.
static LINE: Mutex<Line> = Mutex::new(Line { is_drawn: false, is_closed: false });

struct Line {
    /// Whether the line holds text of ours.
    is_drawn: bool,
    /// Whether the process is about to end, so that nothing may be drawn any more.
    is_closed: bool,
}

/// Erases the line for good: for the end of the process.
pub fn erase() {
    let mut line = locked();
    line.write("");
    line.is_closed = true;
}

/// Erases text on the line that another process has drawn.
pub fn erase_foreign() {
    let mut line = locked();
    line.is_drawn = true;
    line.write("");
}

/// Prints a line on standard error. A reader that is gone is no error of the work.
pub fn line(text: &str) {
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}

/// Whether progress can be drawn: standard error is a terminal that moves its cursor.
pub fn is_capable() -> bool {
    Term::stderr().is_term() && !console::is_dumb()
}

/// The columns that text may fill. The last one stays empty: in it, many terminals begin a new line.
pub fn columns() -> usize {
    usize::from(Term::stderr().size().1).saturating_sub(1)
}

fn locked() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Line {
    /// Replaces the text of the line. A terminal that is gone is no error of the work.
    fn write(&mut self, text: &str) {
        if self.is_closed || (text.is_empty() && !self.is_drawn) {
            return;
        }
        self.is_drawn = !text.is_empty();
        // In one call, so that no other output comes between and nothing flickers.
        let _ = io::stderr().lock().write_all(format!("\r{text}\x1b[K").as_bytes());
    }
}

/// The line as indicatif draws on it. Text that it writes appears at once when it flushes.
#[derive(Debug, Default)]
pub struct OneLine {
    text: Mutex<String>,
}

impl OneLine {
    /// Columns that indicatif is told: more than any text has, so that it never counts two lines.
    const WIDTH: u16 = 256;
}

impl TermLike for OneLine {
    fn width(&self) -> u16 {
        OneLine::WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.text.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push_str(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let mut text = self.text.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // indicatif fills the line up with blanks.
        locked().write(text.trim_end());
        text.clear();
        Ok(())
    }
}
