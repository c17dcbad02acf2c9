//! The loop that answers commands, and the search it runs beside it.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Duration;

use super::command::{Command, Go, Start};
use super::format;
use super::options::{Effect, EndgameOptions, Options};
use crate::endgames::{Endgames, NoEndgames};
use crate::game::{Game, parse_fen};
use crate::moves::{self, MoveList, after};
use crate::perft::perft;
use crate::search::{self, Resources};
use crate::time::{Limits, Signals};
use crate::tt::Table;

/// How often a finished search checks whether it may answer (`go infinite`, `go ponder`).
const LOOK: Duration = Duration::from_millis(2);

/// Opens the tables that the options select. The text of an error is shown to the user.
pub type Loader<'a> = dyn Fn(&EndgameOptions) -> Result<Arc<dyn Endgames>, String> + 'a;

/// What wakes the loop.
enum Event {
    Line(Command),
    /// The input ended.
    End,
    /// The search has written its answer.
    Done,
}

/// A search that runs beside the loop.
struct Running {
    signals: Arc<Signals>,
    /// Whether only `stop` ends it.
    endless: bool,
}

struct Conversation<'a, W> {
    options: Options,
    table: Arc<Table>,
    endgames: Arc<dyn Endgames>,
    game: Game,
    output: Arc<Mutex<W>>,
    load: &'a Loader<'a>,
    events: Sender<Event>,
    running: Option<Running>,
    /// Commands in the order of arrival that wait for the search to end.
    waiting: VecDeque<Command>,
}

/// Speaks UCI until `quit` or the end of `input`. `load` opens tables; `options` are the defaults.
///
/// # Errors
/// When `output` cannot be written to.
pub fn run<R, W>(input: R, output: W, options: Options, load: &Loader) -> std::io::Result<()>
where
    R: BufRead + Send,
    W: Write + Send,
{
    let table = Table::new(options.hash_mebibytes)
        .or_else(|| Table::new(1))
        .ok_or(std::io::ErrorKind::OutOfMemory)?;
    let (sender, events) = channel();
    let mut conversation = Conversation {
        options,
        table: Arc::new(table),
        endgames: Arc::new(NoEndgames),
        game: Game::default(),
        output: Arc::new(Mutex::new(output)),
        load,
        events: sender.clone(),
        running: None,
        waiting: VecDeque::new(),
    };
    conversation.reload()?;
    thread::scope(|scope| {
        scope.spawn(move || read(input, &sender));
        conversation.serve(scope, &events)
    })
}

/// Sends every line of `input`; ends after `quit`.
fn read(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let count = input.read_until(b'\n', &mut bytes).unwrap_or(0);
        let event = match count {
            0 => Event::End,
            _ => Event::Line(Command::parse(&String::from_utf8_lossy(&bytes))),
        };
        let last = matches!(event, Event::End | Event::Line(Command::Quit));
        if events.send(event).is_err() || last {
            return;
        }
    }
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> std::io::Result<()> {
    let mut output = output.lock().expect("no writer panics");
    writeln!(output, "{text}")?;
    output.flush()
}

impl<W: Write + Send> Conversation<'_, W> {
    fn serve<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        events: &Receiver<Event>,
    ) -> std::io::Result<()>
    where
        W: 'scope,
    {
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(Command::Quit) => {
                    self.stop();
                    return Ok(());
                }
                Event::Line(command) => {
                    if command == Command::Stop {
                        self.stop();
                    }
                    self.waiting.push_back(command);
                }
                Event::End => self.waiting.push_back(Command::Quit),
                Event::Done => self.running = None,
            }
            while let Some(command) = self.next_command() {
                if command == Command::Quit {
                    return Ok(());
                }
                self.obey(scope, command)?;
            }
        }
        Ok(())
    }

    /// The next command, if it can be obeyed now. A command that waits for the end of a search stops
    /// the search if nothing else would.
    fn next_command(&mut self) -> Option<Command> {
        use Command::{IsReady, Nothing, PonderHit, Stop, Uci, Unknown};
        let at_any_time = matches!(
            self.waiting.front()?,
            Stop | PonderHit | Uci | IsReady | Nothing | Unknown(_)
        );
        match &self.running {
            Some(running) if !at_any_time => {
                if running.endless {
                    self.stop();
                }
                None
            }
            _ => self.waiting.pop_front(),
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    fn obey<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        command: Command,
    ) -> std::io::Result<()>
    where
        W: 'scope,
    {
        match command {
            Command::Uci => self.say(&format!(
                "id name drawproof {}\nid author the drawproof authors\n{}uciok",
                env!("CARGO_PKG_VERSION"),
                self.options.describe()
            ))?,
            Command::IsReady => self.say("readyok")?,
            Command::NewGame => self.table.clear(),
            Command::Position(start, moves) => self.set_position(start, &moves)?,
            Command::Go(go) => self.go(scope, &go),
            Command::Perft(depth) => self.perft(scope, depth),
            Command::SetOption(name, value) => self.set_option(&name, &value)?,
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(running) = &mut self.running {
                    running.signals.ponder_hit();
                    running.endless = false;
                }
            }
            Command::Unknown(line) => self.complain(&format!("not understood: {line}"))?,
            Command::Nothing | Command::Quit => {}
        }
        Ok(())
    }

    fn say(&self, text: &str) -> std::io::Result<()> {
        say(&self.output, text)
    }

    fn complain(&self, problem: &str) -> std::io::Result<()> {
        // One line, even if the text that the problem quotes has several.
        self.say(&format!("info string {}", problem.replace(char::is_control, " ")))
    }

    /// Sets up a position. A bad start leaves the old position; a bad move ends the moves played.
    fn set_position(&mut self, start: Start, played: &[String]) -> std::io::Result<()> {
        let board = match start {
            Start::Initial => Ok(drawproof_board::Board::default()),
            Start::Fen(fen) => parse_fen(&fen).map_err(|problem| format!("{problem} FEN: {fen}")),
        };
        match board {
            Ok(board) => self.game = Game::new(board),
            Err(problem) => return self.complain(&problem),
        }
        for text in played {
            match moves::from_uci(self.game.board(), text) {
                Some(mv) => self.game.play(mv),
                None => return self.complain(&format!("not a legal move: {text}")),
            }
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> std::io::Result<()> {
        match self.options.set(name, value) {
            Ok(Effect::None) => Ok(()),
            Ok(Effect::Clear) => {
                self.table.clear();
                Ok(())
            }
            Ok(Effect::Resize) => match Table::new(self.options.hash_mebibytes) {
                Some(table) => {
                    self.table = Arc::new(table);
                    Ok(())
                }
                None => self.complain("not enough memory for this Hash; the old one is kept"),
            },
            Ok(Effect::Reload) => self.reload(),
            Err(problem) => self.complain(&problem),
        }
    }

    /// Opens the tables that the options select. The open tables stay if that fails.
    fn reload(&mut self) -> std::io::Result<()> {
        match (self.load)(&self.options.endgames) {
            Ok(endgames) => {
                self.endgames = endgames;
                self.table.clear();
                Ok(())
            }
            Err(problem) => self.complain(&problem),
        }
    }

    fn limits(&self, go: &Go) -> Limits {
        let board = self.game.board();
        let limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        let timed = go.move_time.is_some() || go.clock[board.side_to_move() as usize].is_some();
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            move_time: go.move_time,
            clock: go.clock,
            increment: go.increment,
            moves_to_go: go.moves_to_go,
            mate: go.mate,
            infinite: go.infinite || !(limited || timed),
            ponder: go.ponder,
            search_moves: go
                .search_moves
                .iter()
                .filter_map(|text| moves::from_uci(board, text))
                .collect(),
        }
    }

    fn go<'scope, 'env>(&mut self, scope: &'scope Scope<'scope, 'env>, go: &Go)
    where
        W: 'scope,
    {
        let limits = self.limits(go);
        let (table, endgames) = (self.table.clone(), self.endgames.clone());
        let (options, game) = (self.options.clone(), self.game.clone());
        self.start(scope, limits.ponder, limits.infinite || limits.ponder, move |signals, out| {
            let resources = Resources {
                table: &table,
                endgames: &*endgames,
                use_recognizers: options.use_recognizers,
                threads: options.threads,
                overhead: options.overhead,
                signals,
            };
            let report = search::run(&game, &limits, resources, &mut |report| {
                out(&format::info(game.board(), report));
            });
            while (limits.infinite || signals.is_pondering()) && !signals.is_stopped() {
                thread::sleep(LOOK);
            }
            out(&format::best_move(game.board(), &report.line));
        });
    }

    fn perft<'scope, 'env>(&mut self, scope: &'scope Scope<'scope, 'env>, depth: u32)
    where
        W: 'scope,
    {
        let board = self.game.board().clone();
        self.start(scope, false, false, move |signals, out| {
            let mut total = if depth == 0 { 1 } else { 0 };
            for &(mv, _) in MoveList::legal(&board).items() {
                if depth == 0 {
                    break;
                }
                let below = perft(&after(&board, mv), depth - 1, &|| signals.is_stopped());
                let Some(count) = below else { return out("info string perft was stopped") };
                total += count;
                out(&format!("{}: {count}", moves::to_uci(&board, mv)));
            }
            out(&format!("\nNodes searched: {total}"));
        });
    }

    /// Runs `job` on a new thread, with its signals and a function that writes a line.
    fn start<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        pondering: bool,
        endless: bool,
        job: impl FnOnce(&Signals, &(dyn Fn(&str) + Sync)) + Send + 'scope,
    ) where
        W: 'scope,
    {
        let signals = Arc::new(Signals::new(pondering));
        self.running = Some(Running { signals: signals.clone(), endless });
        let (output, events) = (self.output.clone(), self.events.clone());
        scope.spawn(move || {
            // The loop notices a closed output.
            job(&signals, &|text| drop(say(&output, text)));
            let _ = events.send(Event::Done);
        });
    }
}
