//! The options that a chess program can set.

use std::time::Duration;

use crate::quote::quote;

/// The options that select the tables and draw recognizers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndgameOptions {
    /// The folder of tables; empty for none.
    pub tables_path: String,
    /// The folders of Syzygy tables, separated as in `PATH`; empty for none.
    pub syzygy_path: String,
    /// Which draw recognizers to ask.
    pub recognizers: Recognizers,
}

/// The options of the opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// Whether the engine plays moves from the book.
    pub own: bool,
    /// The path of the book's file; empty for none.
    pub file: String,
    /// The number of the game's last move that is looked up in the book.
    pub depth: usize,
    /// Whether to play the move with the greatest weight, instead of a random one by weight.
    pub best: bool,
    /// Whether the results of games are added to the book and influence its choice.
    pub learning: bool,
}

impl Default for BookOptions {
    fn default() -> Self {
        BookOptions {
            own: false,
            file: String::new(),
            depth: MOST_BOOK_DEPTH,
            best: false,
            learning: false,
        }
    }
}

/// A choice of the draw recognizers to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recognizers {
    /// No recognizers are asked.
    None,
    /// The hand-written recognizers.
    Hand,
    /// The learned recognizers, and the hand-written ones where no learned one makes a claim.
    #[default]
    Learned,
}

impl Recognizers {
    /// Returns the word for the option's value.
    fn word(self) -> &'static str {
        match self {
            Recognizers::None => "none",
            Recognizers::Hand => "hand",
            Recognizers::Learned => "learned",
        }
    }
}

/// The values of all UCI options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in MiB.
    pub hash_mebibytes: usize,
    /// The maximum of `hash_mebibytes` that the user may set.
    pub hash_mebibytes_max: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Whether draw recognizers prune the search.
    pub use_recognizers: bool,
    /// Whether games are drawn by the fifty-move rule.
    pub fifty_move_rule: bool,
    /// The time lost at each move between the engine and the clock.
    pub overhead: Duration,
    /// The number of lines to report at each depth.
    pub lines: usize,
    /// Whether the engine analyses positions instead of playing a game.
    pub analyse: bool,
    /// The options of the opening book.
    pub book: BookOptions,
    /// The options that select the tables and draw recognizers.
    pub endgames: EndgameOptions,
}

/// The consequence of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Setting the option has no further effect.
    None,
    /// The transposition table must be allocated with another size.
    Resize,
    /// The transposition table must be cleared.
    Clear,
    /// The tables must be loaded again.
    Reload,
    /// The book must be opened again.
    Book,
}

const MOST_MEBIBYTES: usize = 32_768;
const MOST_THREADS: usize = 256;
const MOST_OVERHEAD_MS: usize = 5_000;
/// The maximum number of moves in a reachable position.
const MOST_LINES: usize = 218;
const MOST_BOOK_DEPTH: usize = 255;

impl Default for Options {
    fn default() -> Self {
        Options {
            hash_mebibytes: 64,
            hash_mebibytes_max: MOST_MEBIBYTES,
            threads: 1,
            use_recognizers: true,
            fifty_move_rule: true,
            overhead: Duration::from_millis(30),
            lines: 1,
            analyse: false,
            book: BookOptions::default(),
            endgames: EndgameOptions::default(),
        }
    }
}

impl Options {
    /// Returns the `option` lines of the answer to `uci`.
    pub fn describe(&self) -> String {
        let path = shown_path(&self.endgames.tables_path);
        let syzygy = shown_path(&self.endgames.syzygy_path);
        let book = &self.book;
        format!(
            "option name Hash type spin default {} min 1 max {}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {} min 1 max {MOST_THREADS}\n\
             option name Ponder type check default false\n\
             option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD_MS}\n\
             option name MultiPV type spin default {} min 1 max {MOST_LINES}\n\
             option name UCI_AnalyseMode type check default {}\n\
             option name OwnBook type check default {}\n\
             option name BookFile type string default {}\n\
             option name BookDepth type spin default {} min 1 max {MOST_BOOK_DEPTH}\n\
             option name BookBestMove type check default {}\n\
             option name BookLearning type check default {}\n\
             option name TablesPath type string default {path}\n\
             option name SyzygyPath type string default {syzygy}\n\
             option name FiftyMoveRule type check default {}\n\
             option name UseRecognizers type check default {}\n\
             option name Recognizers type combo default {} var none var hand var learned\n",
            self.hash_mebibytes,
            self.hash_mebibytes_max,
            self.threads,
            self.overhead.as_millis(),
            self.lines,
            self.analyse,
            book.own,
            shown_path(&book.file),
            book.depth,
            book.best,
            book.learning,
            self.fifty_move_rule,
            self.use_recognizers,
            self.endgames.recognizers.word(),
        )
    }

    /// Sets the option `name` to `value`; the case of the name does not matter. Returns the effect,
    /// and a sentence for the user if the stored value differs from `value`. The text of an `Err`
    /// is shown to the user.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(Effect, Option<String>), String> {
        let mut note = None;
        let mut spin = |minimum, maximum| spin(name, value, minimum, maximum, &mut note);
        let check = || check(name, value);
        let path = if value == "<empty>" { "" } else { value };
        let mut effect = Effect::None;
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash_mebibytes = spin(1, self.hash_mebibytes_max)?;
                effect = Effect::Resize;
            }
            "clear hash" => effect = Effect::Clear,
            "threads" => self.threads = spin(1, MOST_THREADS)?,
            "ponder" => {} // `go ponder` starts pondering.
            "move overhead" => {
                self.overhead = Duration::from_millis(spin(0, MOST_OVERHEAD_MS)? as u64);
            }
            "multipv" => self.lines = spin(1, MOST_LINES)?,
            "uci_analysemode" => self.analyse = check()?,
            // Chess programs set this option by themselves.
            "uci_chess960" if check()? => {
                return Err("Chess960 is not supported: games are of standard chess".into());
            }
            "uci_chess960" => {}
            "ownbook" => self.book.own = self::check("OwnBook", value)?,
            "bookfile" => {
                self.book.file = path.into();
                effect = Effect::Book;
            }
            "bookdepth" => {
                self.book.depth = self::spin("BookDepth", value, 1, MOST_BOOK_DEPTH, &mut note)?;
            }
            "bookbestmove" => self.book.best = self::check("BookBestMove", value)?,
            "booklearning" => self.book.learning = self::check("BookLearning", value)?,
            "tablespath" => {
                self.endgames.tables_path = path.into();
                effect = Effect::Reload;
            }
            "syzygypath" => {
                self.endgames.syzygy_path = path.into();
                effect = Effect::Reload;
            }
            // Scores that were stored under other rules or knowledge are not comparable.
            "fiftymoverule" => {
                self.fifty_move_rule = check()?;
                effect = Effect::Clear;
            }
            "userecognizers" => {
                self.use_recognizers = check()?;
                effect = Effect::Clear;
            }
            "recognizers" => {
                let all = [Recognizers::None, Recognizers::Hand, Recognizers::Learned];
                let value = value.to_ascii_lowercase();
                let found = all.into_iter().find(|kind| kind.word() == value);
                self.endgames.recognizers = found.ok_or_else(|| {
                    format!("{name} is none, hand or learned, not '{}'", quote(&value))
                })?;
                effect = Effect::Reload;
            }
            _ => return Err(format!("no option is named '{}'", quote(name))),
        }
        Ok((effect, note))
    }
}

/// Returns a path as the value of an option.
fn shown_path(path: &str) -> String {
    let path = if path.is_empty() { "<empty>" } else { path };
    path.replace(char::is_control, " ")
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(format!("{name} is true or false, not '{}'", quote(value))),
    }
}

/// Parses `value` and limits it to the bounds, with a note if this changes it.
fn spin(
    name: &str,
    value: &str,
    minimum: usize,
    maximum: usize,
    note: &mut Option<String>,
) -> Result<usize, String> {
    let bounds = format!("{name} is a number from {minimum} to {maximum}");
    let number: i128 = value.parse().map_err(|_| bounds.clone())?;
    let set = number.clamp(minimum as i128, maximum as i128);
    *note = (set != number).then(|| format!("{bounds}: {set} instead of {number}"));
    Ok(set as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_name_in_any_case_and_kept_in_range() {
        let mut options = Options::default();
        let set = |effect: Effect| Ok((effect, None));
        let large = options.set("hAsH", "99999999").unwrap();
        let note = "hAsH is a number from 1 to 32768: 32768 instead of 99999999";
        assert_eq!(large, (Effect::Resize, Some(note.into())));
        assert_eq!(options.set("Hash", "16"), set(Effect::Resize));
        assert_eq!(options.hash_mebibytes, 16);
        options.set("Hash", "99999999").unwrap();
        assert_eq!(options.hash_mebibytes, MOST_MEBIBYTES);
        assert!(options.set("Threads", "-4").unwrap().1.is_some());
        assert_eq!(options.threads, 1);
        assert_eq!(options.set("UseRecognizers", "False"), set(Effect::Clear));
        assert!(!options.use_recognizers);
        assert!(options.fifty_move_rule);
        assert_eq!(options.set("FiftyMoveRule", "false"), set(Effect::Clear));
        assert!(!options.fifty_move_rule);
        assert_eq!(options.set("TablesPath", "/a b"), set(Effect::Reload));
        assert_eq!(options.endgames.tables_path, "/a b");
        assert_eq!(options.endgames.recognizers, Recognizers::Learned);
        assert_eq!(options.set("Recognizers", "Hand"), set(Effect::Reload));
        assert_eq!(options.endgames.recognizers, Recognizers::Hand);
        assert!(options.set("Recognizers", "both").is_err());
        for (name, value) in [("Hash", ""), ("Nonsense", "1"), ("UseRecognizers", "maybe")] {
            assert!(options.set(name, value).is_err());
        }
    }
}
