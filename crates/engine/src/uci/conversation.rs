//! The loop that reads lines and executes commands. It never waits for a job, the input or the
//! reader of the output; each has its own thread.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use drawproof_book::Book;

use super::command::{Command, Go};
use super::jobs::{self, Finished, Loader, Search, internal_error};
use super::lines::{LINE_BYTES_MAX, Line, read_line};
use super::options::{Effect, EndgameOptions, Options};
use super::output::{Backlog, Output};
use super::record::{Played, Record};
use super::runner::{Event, Kind, Runner};
use super::setup::{limits, set_up};
use crate::endgames::{Endgames, NoEndgames};
use crate::game::Game;
use crate::quote::{panic_text, quote};
use crate::time::{Limits, Signals};
use crate::tt::Table;

/// The bytes of waiting commands, and of unread output, from which on no input is read.
const WAITING_BYTES_MAX: usize = 4 << 20;

/// The memory of a waiting line in addition to its text.
const LINE_BYTES: usize = 64;

/// The time that `quit` waits for searches to answer, and then for the output to be read.
const QUIT_PATIENCE: Duration = Duration::from_secs(2);

/// The interval at which a search after the end of the input writes a line. The search ends if
/// nobody reads.
const PULSE: Duration = Duration::from_secs(1);

/// A task that waits for the end of the current job.
enum Task {
    /// A command.
    Line {
        line: Line,
        arrived: Instant,
        /// Whether it is executed during a search, once it is the first waiting task.
        during_search: bool,
    },
    /// Creating a transposition table of the size that the options select.
    Resize,
    /// Loading the tables that the options select.
    Reload,
    /// Learning from a finished game, for the book.
    Learn(Played),
}

struct Conversation {
    options: Options,
    table: Arc<Table>,
    /// The size of `table`.
    mebibytes: usize,
    endgames: Arc<dyn Endgames>,
    /// The options that selected `endgames`; `None` before the first load.
    loaded: Option<EndgameOptions>,
    /// The opened book that the options select; `None` if no book is open.
    book: Option<Book>,
    game: Game,
    /// The game being played.
    record: Record,
    output: Output,
    load: Arc<Loader>,
    runner: Runner,
    /// The waiting tasks in the order of arrival.
    waiting: VecDeque<Task>,
    /// The number of `stop` commands in `waiting`.
    stops: usize,
    /// The bytes of `waiting` and of lines that have been read but not yet queued.
    backlog: Arc<Backlog>,
    input_ended: bool,
}

/// Speaks UCI until `quit` or the end of `input`. `load` opens tables; `options` are the defaults.
///
/// After `quit`, threads of the engine may still wait for `input`, for the reader of `output` or
/// for `load`. They end when the wait is over, or with the process.
///
/// # Errors
///
/// Fails if `output` cannot be written to, or a thread cannot be started.
pub fn run<R, W>(input: R, output: W, options: Options, load: Arc<Loader>) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let (sender, events) = channel();
    let lost = sender.clone();
    let output = Output::start(output, move |error| drop(lost.send(Event::OutputLost(error))))?;
    let backlog = Arc::new(Backlog::default());
    let conversation = Conversation {
        options,
        table: Arc::new(Table::new(1).ok_or(io::ErrorKind::OutOfMemory)?),
        mebibytes: 1,
        endgames: Arc::new(NoEndgames),
        loaded: None,
        book: None,
        game: Game::default(),
        record: Record::default(),
        output: output.clone(),
        load,
        runner: Runner::new(output.clone(), sender.clone()),
        waiting: VecDeque::from([Task::Resize, Task::Reload]),
        stops: 0,
        backlog: backlog.clone(),
        input_ended: false,
    };
    let hearing = move || {
        // A panic in reading the input counts as its end.
        let _ = catch_unwind(AssertUnwindSafe(|| hear(input, &sender, &backlog, &output)));
        let _ = sender.send(Event::End);
    };
    thread::Builder::new().name("input".into()).spawn(hearing)?;
    conversation.serve(&events)
}

/// Sends every line of `input`.
fn hear(mut input: impl BufRead, events: &Sender<Event>, backlog: &Backlog, output: &Output) {
    while let Some(line) = read_line(&mut input) {
        backlog.add(line.text.len() + LINE_BYTES);
        if events.send(Event::Line(line, Instant::now())).is_err() {
            return;
        }
        backlog.wait_until_at_most(WAITING_BYTES_MAX);
        output.wait_until_at_most(WAITING_BYTES_MAX);
    }
}

impl Conversation {
    fn serve(mut self, events: &Receiver<Event>) -> io::Result<()> {
        self.advance();
        loop {
            match self.next_event(events) {
                Some(Event::Line(line, arrived)) => {
                    if self.hear(line, arrived) == Command::Quit {
                        return self.quit(events);
                    }
                }
                Some(Event::End) => self.input_ended = true,
                Some(Event::Done(finished)) => self.take(finished),
                Some(Event::OutputLost(error)) => {
                    self.runner.stop();
                    return Err(error);
                }
                None => self.pulse(),
            }
            self.advance();
            if self.input_ended && self.runner.is_idle() {
                if self.learns(Record::end) {
                    self.advance();
                    continue;
                }
                return self.end(events);
            }
        }
    }

    /// Returns the next event; `None` when a sign of life is due.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        let patience = if self.input_ended { PULSE } else { Duration::MAX };
        match events.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the conversation has a sender"),
        }
    }

    /// Executes a command that does not depend on the current job, or queues it. Returns the
    /// command.
    fn hear(&mut self, line: Line, arrived: Instant) -> Command {
        if line.cut {
            self.output.inform(&format!("a line is cut after {LINE_BYTES_MAX} bytes"));
        }
        let command = Command::parse(&line.text);
        match &command {
            Command::Uci => self.greet(),
            Command::IsReady => self.output.say("readyok"),
            Command::Unknown(text) => {
                self.output.inform(&format!("not understood: {}", quote(text)));
            }
            Command::Nothing | Command::Quit => {}
            _ => {
                if command == Command::Stop {
                    // The command also stops waiting searches.
                    self.runner.stop();
                    self.stops += 1;
                }
                let during_search = matches!(command, Command::Stop | Command::PonderHit);
                self.waiting.push_back(Task::Line { line, arrived, during_search });
                return command;
            }
        }
        self.backlog.remove(line.text.len() + LINE_BYTES);
        command
    }

    fn greet(&self) {
        self.output.say(&format!(
            "id name drawproof {}\nid author the drawproof authors\n{}uciok",
            env!("CARGO_PKG_VERSION"),
            self.options.describe()
        ));
    }

    /// Starts waiting tasks until a job runs. A search that nothing else would end is stopped if
    /// some task waits for it.
    fn advance(&mut self) {
        while let Some(task) = self.next_task() {
            match task {
                Task::Line { line, arrived, .. } => {
                    self.backlog.remove(line.text.len() + LINE_BYTES);
                    self.obey_whatever_happens(&line, arrived);
                }
                Task::Resize => self.resize(),
                Task::Reload => self.reload(),
                Task::Learn(played) => self.learn(played),
            }
        }
        if self.runner.is_endless() && (self.input_ended || !self.waiting.is_empty()) {
            self.runner.stop();
        }
    }

    /// Returns the next task if it can start now.
    fn next_task(&mut self) -> Option<Task> {
        let now = |task: &Task| matches!(task, Task::Line { during_search: true, .. });
        let idle = self.runner.is_idle();
        self.waiting.pop_front_if(|task| idle || now(task))
    }

    fn obey_whatever_happens(&mut self, line: &Line, arrived: Instant) {
        let command = Command::parse(&line.text);
        let goes = matches!(command, Command::Go(_));
        let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(command, line.cut, arrived)));
        if let Err(panic) = obeyed {
            internal_error(&self.output, "the command is ignored", &panic_text(&*panic));
            if goes && self.runner.is_idle() {
                self.output.say(&jobs::any_move(self.game.board(), &[]));
            }
        }
    }

    /// Executes a queued command. If its line was `cut`, the remaining text may have another
    /// meaning.
    fn obey(&mut self, command: Command, cut: bool, arrived: Instant) {
        match command {
            Command::Position(..) | Command::SetOption(..) if cut => {
                self.output.inform("the command is ignored, because its line was cut");
            }
            Command::NewGame => {
                self.learns(Record::end);
                self.endgames.begin_game();
                self.clear();
            }
            Command::Position(fen, moves) => match set_up(fen.as_deref(), &moves) {
                Ok((game, start, moves)) => {
                    self.learns(|record| record.set_up(&start, &moves, game.board()));
                    self.game = game;
                }
                Err(problem) => {
                    self.output
                        .inform(&format!("position refused, the one before is kept: {problem}"));
                }
            },
            Command::Go(go) => self.go(&go, arrived),
            Command::Perft(depth) => self.perft(depth),
            Command::SetOption(name, value) => self.set_option(&name, &value),
            Command::Stop => self.stops -= 1,
            Command::PonderHit => self.runner.ponder_hit(),
            Command::Uci
            | Command::IsReady
            | Command::Quit
            | Command::Nothing
            | Command::Unknown(_) => {}
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let (effect, note) = match self.options.set(name, value) {
            Ok(set) => set,
            Err(problem) => (Effect::None, Some(problem)),
        };
        note.iter().for_each(|note| self.output.inform(note));
        match effect {
            Effect::None => {}
            Effect::Clear => self.clear(),
            Effect::Resize => self.resize(),
            Effect::Reload => self.reload(),
            Effect::Book => self.open_book(),
        }
    }

    fn clear(&mut self) {
        let table = self.table.clone();
        self.work(move |_| {
            table.clear();
            Finished::Nothing
        });
    }

    /// Starts a job other than a search.
    fn work(&mut self, job: impl FnOnce(&Output) -> Finished + Send + 'static) {
        self.runner.start(Kind::Work, Signals::new(false), move |_, output| job(output));
    }

    fn resize(&mut self) {
        let (old, old_mebibytes) = (self.table.clone(), self.mebibytes);
        let mebibytes = self.options.hash_mebibytes;
        self.work(move |output| jobs::resize(old, old_mebibytes, mebibytes, output));
    }

    fn reload(&mut self) {
        let (load, table) = (self.load.clone(), self.table.clone());
        let options = self.options.endgames.clone();
        self.work(move |output| jobs::load(&*load, options, &table, output));
    }

    fn open_book(&mut self) {
        let path = self.options.book.file.clone();
        if path.is_empty() {
            self.book = None;
            return;
        }
        self.work(move |output| jobs::open_book(&path, output));
    }

    /// Calls `next` with the record of the game. If this finishes a game, the book learns from it
    /// before any other waiting task. Returns whether a game was finished.
    fn learns(&mut self, next: impl FnOnce(&mut Record) -> Option<Played>) -> bool {
        let played = next(&mut self.record);
        let learning = self.options.book.learning && self.book.is_some();
        let played = played.filter(|_| learning);
        let learns = played.is_some();
        if let Some(played) = played {
            self.waiting.push_front(Task::Learn(played));
        }
        learns
    }

    fn learn(&mut self, played: Played) {
        let Some(book) = self.book.clone() else { return };
        self.work(move |output| jobs::learn(&book, &played, output));
    }

    /// Returns the book if a search within `limits` is a move of a game and may use it.
    fn book_for(&self, limits: &Limits) -> Option<Book> {
        let Options { book, analyse, lines, .. } = &self.options;
        let plays = !analyse
            && *lines == 1
            && !limits.infinite
            && limits.mate.is_none()
            && limits.search_moves.is_empty();
        self.book.clone().filter(|_| book.own && plays)
    }

    fn go(&mut self, go: &Go, arrived: Instant) {
        let limits = limits(go, self.game.board(), &self.output);
        let kind = if limits.infinite { Kind::InfiniteSearch } else { Kind::Search };
        let signals = self.signals(arrived, limits.ponder);
        let wanted = limits.search_moves.clone();
        let (options, table) = (self.options.clone(), self.table.clone());
        let (game, endgames) = (self.game.clone(), self.endgames.clone());
        let book = self.book_for(&limits);
        let started = self.runner.start(kind, signals, move |signals, output| {
            Search { game, limits, options, table, endgames, book, signals }.run(output)
        });
        if !started {
            self.output.say(&jobs::any_move(self.game.board(), &wanted));
        }
    }

    /// Creates the signals of a search whose command `arrived`. Its clock did not run during the
    /// previous search. It is stopped if a `stop` already waits behind it.
    fn signals(&self, arrived: Instant, pondering: bool) -> Signals {
        let waited = arrived.max(self.runner.search_end()).elapsed();
        let signals = Signals::after_waiting(waited, pondering);
        if self.stops > 0 {
            signals.stop();
        }
        signals
    }

    fn perft(&mut self, depth: u32) {
        let (board, signals) = (self.game.board().clone(), self.signals(Instant::now(), false));
        self.runner.start(Kind::Search, signals, move |signals, output| {
            jobs::count_moves(&board, depth, &signals, output)
        });
    }

    /// Takes the result of the job that has ended.
    fn take(&mut self, finished: Finished) {
        self.runner.ended();
        match finished {
            Finished::Nothing => {}
            Finished::Table(table, mebibytes) => {
                let old = std::mem::replace(&mut self.table, table);
                // Returning much memory to the system takes a while.
                let _ = thread::Builder::new().spawn(move || drop(old));
                self.mebibytes = mebibytes;
                self.options.hash_mebibytes = mebibytes;
            }
            Finished::Endgames(Some((endgames, options))) => {
                (self.endgames, self.loaded) = (endgames, Some(options));
            }
            Finished::Endgames(None) => self.keep_endgames(),
            Finished::Answer(mv, score) => {
                self.record.answer(self.game.board(), mv, score);
            }
            Finished::Book(Some(book)) => self.book = Some(book),
            Finished::Book(None) => {
                let kept =
                    self.book.as_ref().map(|book| book.path().to_string_lossy().into_owned());
                self.options.book.file = kept.unwrap_or_default();
            }
        }
    }

    /// Keeps the previous tables, because those of the options cannot be loaded. At the start, the
    /// engine continues without a folder.
    fn keep_endgames(&mut self) {
        if let Some(loaded) = &self.loaded {
            self.options.endgames = loaded.clone();
        } else if !self.options.endgames.tables_path.is_empty() {
            self.options.endgames.tables_path.clear();
            self.waiting.push_front(Task::Reload);
        }
    }

    /// Writes a line during a search after the end of the input.
    fn pulse(&self) {
        if let Some(elapsed) = self.runner.elapsed() {
            self.output.say(&format!("info time {}", elapsed.as_millis()));
        }
    }

    /// Ends the current search, the waiting ones, and the conversation.
    fn quit(mut self, events: &Receiver<Event>) -> io::Result<()> {
        self.runner.stop();
        self.stops += 1;
        let deadline = Instant::now() + QUIT_PATIENCE;
        loop {
            let idle = self.runner.is_idle() && self.waiting.is_empty();
            if idle && self.learns(Record::end) {
                self.advance();
            } else if idle {
                break;
            }
            match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Done(finished)) => self.take(finished),
                Ok(Event::OutputLost(error)) => return Err(error),
                Ok(_) => {}
                Err(_) => break,
            }
            self.advance();
        }
        let _ = self.output.written().recv_timeout(QUIT_PATIENCE);
        output_lost(events)
    }

    /// Ends the conversation when all output is written.
    fn end(self, events: &Receiver<Event>) -> io::Result<()> {
        let _ = self.output.written().recv();
        output_lost(events)
    }
}

/// Returns the error of the output, if the remaining events contain one.
fn output_lost(events: &Receiver<Event>) -> io::Result<()> {
    let lost = events.try_iter().find_map(|event| match event {
        Event::OutputLost(error) => Some(error),
        _ => None,
    });
    lost.map_or(Ok(()), Err)
}
