//! The UCI conversation with one engine: its start, and one question after another.
//!
//! The commands for a position go out in one write: `ucinewgame`, `isready`, `position` and `go`.
//! An engine answers commands in order. So its output before `readyok`, such as a second
//! `bestmove`, belongs to the previous question and is ignored. Nothing is sent between `go` and
//! `bestmove`. For an engine that loses lines sent together with `isready`, the commands go out in
//! two writes, with `readyok` awaited in between.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use drawproof_board::{Board, notation::parse_uci_move};
use drawproof_verifier::subject::{NOT_STARTED, visible};

use super::{
    launch::{GoLimit, Launch, StartError},
    lines::{Reported, UciOption, setting_lines},
    process::{EngineProcess, Patience, Stop},
};
use crate::answer::{Answer, Failure};

/// The maximum number of characters quoted from an illegal move.
const QUOTED: usize = 60;

/// The maximum number of declared options; further ones are ignored.
const OPTIONS: usize = 1000;

/// An engine that is ready for questions.
#[derive(Debug)]
pub(super) struct Engine {
    process: EngineProcess,
    /// The engine's own name, if it has one.
    pub name: Option<String>,
    has_clear_hash: bool,
    /// The buffer for the bytes to send.
    message: Vec<u8>,
}

/// A position to ask an engine about, with the moves that led to it.
pub(crate) struct Asked<'a> {
    /// The FEN of the position before `moves`.
    pub fen: &'a str,
    /// The moves from there to `board`, in UCI notation and separated by blanks.
    pub moves: &'a str,
    /// The position asked about.
    pub board: &'a Board,
    /// The limit of the search; `None` for the limit [`Launch::go`].
    pub go: Option<GoLimit>,
}

/// The output of a search.
struct Searched {
    reported: Reported,
    /// The word after `bestmove`.
    best: Vec<u8>,
    /// The time from `readyok` to the move.
    took: Duration,
}

/// The reason why a question has no answer. The engine's process was ended.
#[derive(Debug)]
pub(super) enum Unanswered {
    Failed(Failure),
    Cancelled,
}

impl Engine {
    /// Starts an engine, sets its options, and waits until it is ready.
    pub fn start(launch: &Launch, cancelled: &AtomicBool) -> Result<Engine, StartError> {
        let command = launch.command();
        let not_started = |reason| StartError::NotStarted { command: command.clone(), reason };
        let mut process =
            EngineProcess::start(launch).map_err(|error| not_started(error.to_string()))?;
        let deadline = Instant::now() + launch.start_timeout;
        let patience = Patience { deadline, output_bytes_max: launch.output_bytes_max, cancelled };
        let mut greeting = Greeting::default();
        let greeted =
            converse(&mut process, b"uci\n", &patience, b"uciok", |line| greeting.note(line));
        if let Some(reason) = greeting.not_started {
            return Err(not_started(reason));
        }
        if let Err(stop) = greeted {
            let is_xboard = stop == Stop::TimedOut && speaks_xboard(&mut process, &patience);
            let hint = if is_xboard { IS_XBOARD } else { IS_UCI };
            return Err(start_error(launch, process, stop, "uci", hint));
        }
        let engine = greeting.name.clone().unwrap_or_else(|| command.clone());
        let settings = setting_lines(&engine, &greeting.options, &launch.options)?;
        let settings = settings + "isready\n";
        if let Err(stop) =
            converse(&mut process, settings.as_bytes(), &patience, b"readyok", |_| ())
        {
            return Err(start_error(launch, process, stop, "isready", IS_UCI));
        }
        let has_clear_hash = greeting.options.iter().any(|option| option.is_button("Clear Hash"));
        Ok(Engine { process, name: greeting.name, has_clear_hash, message: Vec::new() })
    }

    /// Asks about a position, in a new game or in the game of the previous question. Returns the
    /// answer with the duration of its search, and the engine if it can be asked again.
    pub fn ask(
        mut self,
        asked: &Asked,
        is_new_game: bool,
        launch: &Launch,
        in_two_writes: bool,
        cancelled: &AtomicBool,
    ) -> (Result<(Answer, Duration), Unanswered>, Option<Engine>) {
        let go = asked.go.as_ref().unwrap_or(&launch.go);
        let deadline = Instant::now() + launch.answer_timeout + go.granted();
        let patience = Patience { deadline, output_bytes_max: launch.output_bytes_max, cancelled };
        let forgets = is_new_game && !launch.keep_hash;
        let searched = self.search(asked, go, forgets, in_two_writes, &patience);
        let Searched { reported, best, took } = match searched {
            Ok(searched) => searched,
            Err(stop) => return (Err(self.unanswered(stop)), None),
        };
        let best = match played(asked.board, &best) {
            _ if launch.scores_only => None,
            Some(best) => best,
            None => {
                let sent: String = String::from_utf8_lossy(&best).chars().take(QUOTED).collect();
                return (Err(Unanswered::Failed(Failure::IllegalMove(visible(&sent)))), None);
            }
        };
        let score = reported.score();
        let Reported { depth, nodes, by_depth, .. } = reported;
        let answer = Answer { score, best, depth, nodes, by_depth };
        // An engine that ends after its answer is restarted for the next question.
        let is_left = !self.process.has_closed_output();
        (Ok((answer, took)), is_left.then_some(self))
    }

    /// Sends the question and reads up to `bestmove`.
    fn search(
        &mut self,
        asked: &Asked,
        go: &GoLimit,
        forgets: bool,
        in_two_writes: bool,
        patience: &Patience,
    ) -> Result<Searched, Stop> {
        self.process.count_output_from_here();
        self.message.clear();
        if forgets {
            self.message.extend_from_slice(b"ucinewgame\n");
            if self.has_clear_hash {
                self.message.extend_from_slice(b"setoption name Clear Hash\n");
            }
        }
        self.message.extend_from_slice(b"isready\n");
        if in_two_writes {
            converse(&mut self.process, &self.message, patience, b"readyok", |_| ())?;
            self.message.clear();
        }
        self.message.extend_from_slice(b"position fen");
        // A line break in the text would start another command.
        let moves = (!asked.moves.is_empty()).then_some("moves");
        let moves = moves.into_iter().chain(asked.moves.split_ascii_whitespace());
        for field in asked.fen.split_ascii_whitespace().chain(moves) {
            self.message.push(b' ');
            self.message.extend_from_slice(field.as_bytes());
        }
        self.message.extend_from_slice(format!("\ngo {go}\n").as_bytes());
        self.process.send(&self.message, patience)?;
        let mut is_ready = in_two_writes;
        let mut begin = Instant::now();
        let mut reported = Reported::default();
        loop {
            let line = self.process.line(patience)?;
            let (word, rest) = first_word(line);
            match word {
                b"readyok" => (is_ready, begin) = (true, Instant::now()),
                b"info" if is_ready => reported.note(rest),
                b"bestmove" if is_ready => {
                    let best = first_word(rest).0.to_vec();
                    return Ok(Searched { reported, best, took: begin.elapsed() });
                }
                _ => {}
            }
        }
    }

    /// Ends the process, and returns the reason why a question was not answered.
    fn unanswered(self, stop: Stop) -> Unanswered {
        match stop {
            Stop::Cancelled => Unanswered::Cancelled,
            Stop::TimedOut => Unanswered::Failed(Failure::Hung),
            Stop::TooMuchOutput => Unanswered::Failed(Failure::TooMuchOutput),
            Stop::Ended => Unanswered::Failed(Failure::Died(self.process.how_it_ended())),
        }
    }

    /// Sends `quit` to the engine.
    pub fn quit(&mut self) {
        self.process.quit();
    }

    /// Returns whether the engine's process has ended.
    pub fn is_gone(&mut self) -> bool {
        self.process.is_gone()
    }
}

/// The answer of an engine to `uci`.
#[derive(Default)]
struct Greeting {
    name: Option<String>,
    options: Vec<UciOption>,
    /// The guard's message if it could not start the engine.
    not_started: Option<String>,
}

impl Greeting {
    fn note(&mut self, line: &[u8]) {
        if let Some(why) = line.strip_prefix(NOT_STARTED) {
            self.not_started = Some(visible(&String::from_utf8_lossy(why)));
            return;
        }
        let (word, rest) = first_word(line);
        let text = String::from_utf8_lossy(rest);
        match (word, text.strip_prefix("name ")) {
            (b"id", Some(name)) => self.name = Some(visible(name.trim())),
            (b"option", _) if self.options.len() < OPTIONS => {
                self.options.extend(UciOption::parse(&text));
            }
            _ => {}
        }
    }
}

/// Sends `message`, and reads lines up to one that begins with `last`.
fn converse(
    process: &mut EngineProcess,
    message: &[u8],
    patience: &Patience,
    last: &[u8],
    mut note: impl FnMut(&[u8]),
) -> Result<(), Stop> {
    // An engine that does not read may have written the reason.
    let sent = process.send(message, patience);
    loop {
        let line = process.line(patience)?;
        if first_word(line).0 == last {
            return sent;
        }
        note(line);
    }
}

/// A hint for engines that are not ready.
const IS_UCI: &str = ": is it an engine that speaks UCI?";

/// The error text for engines that speak the xboard protocol.
const IS_XBOARD: &str = ": it is an xboard engine, and drawproof speaks UCI";

/// Returns whether an engine that did not answer `uci` declares xboard features.
fn speaks_xboard(process: &mut EngineProcess, patience: &Patience) -> bool {
    /// The time limit for this check.
    const LIMIT: Duration = Duration::from_secs(2);
    let patience = Patience { deadline: Instant::now() + LIMIT, ..*patience };
    converse(process, b"xboard\nprotover 2\n", &patience, b"feature", |_| ()).is_ok()
}

/// Returns the error of a start that did not finish.
fn start_error(
    launch: &Launch,
    process: EngineProcess,
    stop: Stop,
    awaited: &'static str,
    hint: &'static str,
) -> StartError {
    let command = launch.command();
    // The process of a library speaks UCI, and has said what the library lacks.
    let hint = if launch.scores_only { "" } else { hint };
    let why = match stop {
        Stop::Ended => format!("{} before it answered '{awaited}'{hint}", process.how_it_ended()),
        Stop::TimedOut => {
            let seconds = launch.start_timeout.as_secs_f64();
            format!("did not answer '{awaited}' within {seconds} s{hint}")
        }
        Stop::TooMuchOutput => {
            let limit = launch.output_bytes_max;
            format!("wrote more than {limit} bytes before it answered '{awaited}'")
        }
        Stop::Cancelled => return StartError::Cancelled(command),
    };
    StartError::NotReady { command, why }
}

/// Splits a line into its first word and the rest.
fn first_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii_start();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    (&line[..end], line[end..].trim_ascii_start())
}

/// Parses the move `word` on `board` into UCI notation: `Some(None)` if there is no legal move and
/// the word states none, `None` if the word is not a legal move.
fn played(board: &Board, word: &[u8]) -> Option<Option<String>> {
    let text = std::str::from_utf8(word).ok()?.to_ascii_lowercase();
    // Some engines write promotions with a capital letter.
    let mv = parse_uci_move(board, &text).ok();
    if mv.is_some_and(|mv| board.is_legal(mv)) {
        return Some(Some(text));
    }
    let is_none = matches!(text.as_str(), "" | "(none)" | "none" | "0000" | "null")
        || mv.is_some_and(|mv| mv.from == mv.to);
    let is_over = !board.generate_moves(|_| true);
    (is_none && is_over).then_some(None)
}
