//! The loop that hears lines and obeys commands. It never waits for a job, for the input or for the
//! reader of the output: each has a thread of its own.

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

/// Bytes of commands that wait, and of unread output, at which no more input is read.
const WAITING_BYTES_MAX: usize = 4 << 20;

/// What a waiting line takes besides its text.
const LINE_BYTES: usize = 64;

/// How long `quit` waits for searches to answer, and then for the output to be read.
const QUIT_PATIENCE: Duration = Duration::from_secs(2);

/// How often a search that goes on after the end of the input writes a line: it ends if nobody reads.
const PULSE: Duration = Duration::from_secs(1);

/// What waits until the job before has ended.
enum Task {
    /// A command.
    Line {
        line: Line,
        arrived: Instant,
        /// Whether it is obeyed during a search, once it is the first that waits.
        during_search: bool,
    },
    /// A transposition table of the size that the options select.
    Resize,
    /// The tables that the options select.
    Reload,
    /// A finished game that the book learns from.
    Learn(Played),
}

struct Conversation {
    options: Options,
    table: Arc<Table>,
    /// Size of `table`.
    mebibytes: usize,
    endgames: Arc<dyn Endgames>,
    /// The options that selected `endgames`, once some are loaded.
    loaded: Option<EndgameOptions>,
    /// The book of the options, once it is open.
    book: Option<Book>,
    game: Game,
    /// The game being played.
    record: Record,
    output: Output,
    load: Arc<Loader>,
    runner: Runner,
    /// In the order of arrival.
    waiting: VecDeque<Task>,
    /// How many of `waiting` are `stop`.
    stops: usize,
    /// Bytes of `waiting` and of the lines on their way to it.
    backlog: Arc<Backlog>,
    input_ended: bool,
}

/// Speaks UCI until `quit` or the end of `input`. `load` opens tables; `options` are the defaults.
///
/// After `quit` threads of the engine may still wait for `input`, for the reader of `output` or for
/// `load`: they end when these do, or with the process.
///
/// # Errors
/// When `output` cannot be written to, or a thread cannot be started.
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
        // A panicking input has ended.
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

    /// Returns the next event, or `None` when it is time for a sign of life.
    fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        let patience = if self.input_ended { PULSE } else { Duration::MAX };
        match events.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the conversation has a sender"),
        }
    }

    /// Obeys a command that can be obeyed during any job, else lets it wait. Returns the command.
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
                    // It also stops the searches that wait.
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

    /// Begins what waits, until a job runs. A search that nothing else would end is stopped if
    /// something waits for its end.
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

    /// Returns the next task, if it can be begun now.
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

    /// Obeys a command of those that wait for their turn. Of a line that was `cut`, the part that is
    /// left may mean something else.
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

    /// Starts a job that is no search.
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

    /// Lets `next` see the record of the game. If a game is finished by that, the book learns from it
    /// before anything else that waits. Returns whether there is such a game.
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

    /// Returns the book, if a search within `limits` plays a game and may ask it.
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

    /// Returns the signals of a search whose command `arrived`. Its clock does not run during the
    /// search before. It is stopped if a `stop` already waits behind it.
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

    /// Takes over the result of the job that has ended.
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

    /// The tables that the options select cannot be loaded: those before stay; at the start the engine
    /// goes without a folder.
    fn keep_endgames(&mut self) {
        if let Some(loaded) = &self.loaded {
            self.options.endgames = loaded.clone();
        } else if !self.options.endgames.tables_path.is_empty() {
            self.options.endgames.tables_path.clear();
            self.waiting.push_front(Task::Reload);
        }
    }

    /// Writes a line while a search goes on after the end of the input.
    fn pulse(&self) {
        if let Some(elapsed) = self.runner.elapsed() {
            self.output.say(&format!("info time {}", elapsed.as_millis()));
        }
    }

    /// Ends the search, those that wait, and the conversation.
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

/// The error of the output, if there was one among the events that nobody has taken.
fn output_lost(events: &Receiver<Event>) -> io::Result<()> {
    let lost = events.try_iter().find_map(|event| match event {
        Event::OutputLost(error) => Some(error),
        _ => None,
    });
    lost.map_or(Ok(()), Err)
}
