//! The text of the progress line for a given number of columns.

use std::time::Duration;

/// The most columns of a line; a longer one is no easier to read.
const COLUMNS_MAX: usize = 100;

/// The fewest and the most columns of the bar between its brackets.
const BAR: (usize, usize) = (8, 24);

/// Columns that stay free for the text after the bar, whose length changes: the bar does not.
const TEXT: usize = 67;

/// What a line reports.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What is being done to what, such as "solving KRKN, ply 31".
    pub work: String,
    /// How many of how many are done, such as "3 of 8 tables"; empty if there is one.
    pub count: String,
    /// The share of all work that is done, 0 to 1, if known.
    pub share: Option<f64>,
    /// The share at the end of a step that reports nothing while it goes on.
    pub until: Option<f64>,
    /// Time since the work began.
    pub elapsed: Duration,
}

impl Report {
    /// The line in at most `columns` columns: the work, and of the rest as much as there is room for.
    pub fn line(&self, columns: usize) -> String {
        let columns = columns.min(COLUMNS_MAX);
        let Some(share) = self.share else {
            return cut(format!("{}  {}", clock(self.elapsed), self.work), columns);
        };
        let percent = format!("{:3.0} %", (share * 100.0).floor());
        let left =
            self.left(share).map_or_else(String::new, |left| format!("{} left", clock(left)));
        let long = [&percent, &left, &self.count, &self.work].map(String::as_str);
        // Two brackets and two blanks come on top.
        let bar = columns.saturating_sub(TEXT).min(BAR.1);
        if bar >= BAR.0 {
            return cut(format!("{}  {}", drawn(share, bar), joined(&long)), columns);
        }
        let short = [&percent, &left, &self.work].map(String::as_str);
        let (short, shortest) = (joined(&short), joined(&[&percent, &self.work]));
        cut(if short.len() <= columns { short } else { shortest }, columns)
    }

    /// The time left if the rest goes as the work so far went; `None` while that is a guess.
    fn left(&self, share: f64) -> Option<Duration> {
        let is_known = share >= 0.01 && self.elapsed >= Duration::from_secs(1);
        is_known.then(|| self.elapsed.mul_f64(((1.0 - share) / share).max(0.0)))
    }
}

/// The parts that are not empty, two blanks between them.
fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join("  ")
}

/// The bar in ASCII, which every terminal and font has.
fn drawn(share: f64, columns: usize) -> String {
    let full = ((share * columns as f64) as usize).min(columns);
    let head = usize::from(full > 0 && full < columns);
    format!("[{}{}{}]", "=".repeat(full - head), ">".repeat(head), " ".repeat(columns - full))
}

/// A duration as minutes and seconds, with hours where it takes them: 0:07, 1:02:03.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// The start of a text of one-column characters.
fn cut(text: String, columns: usize) -> String {
    text.chars().take(columns).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(share: Option<f64>) -> Report {
        Report {
            work: "solving KRPKR, ply 31".into(),
            count: "12 of 35 tables".into(),
            share,
            until: None,
            elapsed: Duration::from_secs(60),
        }
    }

    #[test]
    fn a_line_is_never_longer_than_its_columns() {
        for share in [None, Some(0.0), Some(0.004), Some(0.5), Some(0.999), Some(1.0)] {
            let report = report(share);
            for columns in 0..300 {
                let line = report.line(columns);
                assert!(line.len() <= columns.min(COLUMNS_MAX), "{columns}: '{line}'");
                assert!(columns < 30 || line.contains("solving KRPKR"), "{columns}: '{line}'");
            }
        }
    }

    #[test]
    fn a_line_has_what_there_is_room_for() {
        let line = |columns| report(Some(0.25)).line(columns);
        assert_eq!(
            line(79),
            "[==>         ]   25 %  3:00 left  12 of 35 tables  solving KRPKR, ply 31",
        );
        assert_eq!(
            line(199),
            "[=====>                  ]   25 %  3:00 left  12 of 35 tables  solving KRPKR, ply 31",
        );
        assert_eq!(line(39), " 25 %  3:00 left  solving KRPKR, ply 31");
        assert_eq!(line(20), " 25 %  solving KRPKR");
        assert_eq!(report(None).line(79), "1:00  solving KRPKR, ply 31");
    }

    #[test]
    fn no_time_is_promised_at_the_start() {
        let early = Report { elapsed: Duration::from_millis(900), ..report(Some(0.5)) };
        assert!(!early.line(79).contains("left"));
        assert!(!report(Some(0.001)).line(79).contains("left"));
    }
}
