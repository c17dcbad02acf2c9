//! A rule that is a program: positions to its standard input, claims from its standard output.
//!
//! A program may hold back as much of its output as it likes, so nothing ever waits for the answer
//! to one position: a thread writes all positions while another, going through the same questions
//! in the same order, reads the answers. Several processes share the questions.

use std::{
    io::{self, BufWriter, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use drawproof_recognizers::Position;
use drawproof_tables::NormalMaterial;

use crate::{
    Answers, Batch, Claims, Fault, Observer, Options, TableSource, VerifyError, Veto,
    judge::{Findings, Judge},
    notation::{fen_of, write_fen},
    questions::Questions,
    verify::{Outcome, Rule, conclude},
};

/// Bytes written and read at once.
const BUFFER_BYTES: usize = 1 << 16;

/// How long a program that has closed its output may take to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a program's progress is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// A program that answers lines.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
    workers: usize,
    limit: Duration,
}

impl Program {
    /// The program and its arguments as one text, as for a shell: words between blanks, quotes
    /// around what has blanks in it, a backslash before what means something. Runs `workers`
    /// processes and gives up when one of them neither reads nor writes for `limit`.
    pub fn new(command: &str, workers: usize, limit: Duration) -> Result<Program, Fault> {
        let words = split(command)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| Fault::Failed(format!("'{command}' is no command: a quote is open")))?;
        Ok(Program { words, workers: workers.max(1), limit })
    }

    /// The command as it was given, more or less.
    pub fn name(&self) -> String {
        self.words.join(" ")
    }

    /// The claims about positions, in order.
    pub fn ask_all(&self, positions: &[Position]) -> Result<Claims, Fault> {
        assert!(positions.len() <= 64, "as many as claims have lanes");
        self.converse(
            |out| {
                let mut line = Vec::new();
                let mut single = |p| write_batch(&Batch::single(p), &mut line, out);
                positions.iter().try_for_each(&mut single)
            },
            |answers| {
                let mut claims = Claims::default();
                for (lane, position) in positions.iter().enumerate() {
                    claims.note(lane, answers.next(position)?);
                }
                Ok(claims)
            },
        )
    }

    /// Starts a process, writes to it with `write` and reads its answers with `read`, both at the
    /// same time.
    fn converse<T: Send>(
        &self,
        write: impl FnOnce(&mut Pipe) -> io::Result<()> + Send,
        read: impl FnOnce(&mut AnswerLines) -> Result<T, ReadError> + Send,
    ) -> Result<T, Fault> {
        let mut child = self.start()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let clock = Clock::new();
        let over = AtomicBool::new(false);
        let ending = Mutex::new(None);
        thread::scope(|scope| {
            let stdin = stdin.expect("it was asked for");
            let writer = scope.spawn(|| {
                let pipe = Watched { pipe: stdin, clock: &clock };
                let mut out = BufWriter::with_capacity(BUFFER_BYTES, pipe);
                // A program that no longer reads is found out by its answers.
                let _ = write(&mut out).and_then(|()| out.flush());
            });
            let watcher = scope.spawn(|| self.watch(&mut child, &clock, &over, &ending));
            let stdout = stdout.expect("it was asked for");
            let mut answers = AnswerLines::new(stdout, &clock);
            let result = read(&mut answers).and_then(|result| {
                // Reading to the end tells too many answers from enough.
                writer.join().expect("the writer does not panic");
                answers.expect_end().map(|()| result)
            });
            if matches!(result, Err(ReadError::End { .. })) {
                let patience = Instant::now();
                while patience.elapsed() < PATIENCE && ending.lock().is_ok_and(|e| e.is_none()) {
                    thread::sleep(LOOK);
                }
            }
            over.store(true, Ordering::Relaxed);
            watcher.join().expect("the watcher does not panic");
            let ending = ending.lock().expect("no thread panicked").take();
            result.map_err(|error| self.explain(error, ending))
        })
    }

    /// What went wrong, in words.
    fn explain(&self, error: ReadError, ended: Option<Ended>) -> Fault {
        let ReadError::End { line, fen } = error else {
            let ReadError::Fault(fault) = error else { unreachable!("there are two kinds") };
            return fault;
        };
        let how = match ended {
            Some(Ended::Hung) => format!("did nothing for {} s", self.limit.as_secs_f64()),
            Some(Ended::Itself(status)) => format!("ended ({status})"),
            Some(Ended::NotNeeded) | None => "closed its output".into(),
        };
        let name = self.name();
        Fault::Failed(format!("'{name}' {how} before it answered line {line}: '{fen}'"))
    }

    fn start(&self) -> Result<Child, Fault> {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that what it starts can be stopped with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
            .spawn()
            .map_err(|e| Fault::Failed(format!("'{}' cannot be started: {e}", self.words[0])))
    }

    /// Waits for the end of a process; stops it if it does nothing for too long, or when the
    /// conversation is over.
    fn watch(
        &self,
        child: &mut Child,
        clock: &Clock,
        over: &AtomicBool,
        ending: &Mutex<Option<Ended>>,
    ) {
        loop {
            if let Ok(Some(status)) = child.try_wait() {
                *ending.lock().expect("no thread panicked") = Some(Ended::Itself(status));
                return;
            }
            let hangs = clock.idle() > self.limit;
            if hangs || over.load(Ordering::Relaxed) {
                let ended = if hangs { Ended::Hung } else { Ended::NotNeeded };
                *ending.lock().expect("no thread panicked") = Some(ended);
                stop(child);
                return;
            }
            thread::sleep(LOOK);
        }
    }
}

/// Stops a process and what it has started. It may have ended just now, which is as good.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// How a process came to its end.
enum Ended {
    /// By itself.
    Itself(ExitStatus),
    /// It was stopped because it neither read nor wrote.
    Hung,
    /// It was stopped because nothing more was wanted of it.
    NotNeeded,
}

/// Why answers could not be read.
enum ReadError {
    /// An answer is wrong.
    Fault(Fault),
    /// There are too few.
    End {
        /// The line that has no answer, counted from 1.
        line: u64,
        /// The position there.
        fen: String,
    },
}

/// Asks a program about every position of an endgame and judges its answers.
pub fn verify_program(
    program: &Program,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Outcome, VerifyError> {
    verify_program_with(program, None, material, tables, options, observer)
}

/// The same for a program that `veto` holds back.
pub fn verify_program_with(
    program: &Program,
    veto: Option<&dyn Veto>,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Outcome, VerifyError> {
    let start = Instant::now();
    let table = tables.table(material).map_err(VerifyError::Table)?;
    let questions = Questions::new(table, options.counting, tables)?;
    let patterns = veto.map_or_else(Vec::new, Veto::patterns);
    let judge = Judge::new(questions.table().layout(), !patterns.is_empty(), options);
    observer.begin(questions.positions());
    let workers = program.workers.min(questions.chunks());
    let parts: Vec<Result<Findings, Fault>> = thread::scope(|scope| {
        let work = |worker| {
            let (questions, judge) = (&questions, &judge);
            let chunks = (worker..questions.chunks()).step_by(workers);
            scope.spawn(move || part(program, veto, questions, chunks, judge, observer))
        };
        let workers: Vec<_> = (0..workers).map(work).collect();
        workers.into_iter().map(|w| w.join().expect("the worker does not panic")).collect()
    });
    let mut findings = judge.nothing();
    for part in parts {
        findings = findings.add(part?);
    }
    observer.end();
    let rule = Rule { name: program.name(), patterns };
    conclude(rule, &judge, findings, start.elapsed(), tables, options)
}

/// Asks one process about some of the chunks.
fn part(
    program: &Program,
    veto: Option<&dyn Veto>,
    questions: &Questions,
    chunks: impl Iterator<Item = usize> + Clone + Send,
    judge: &Judge,
    observer: &dyn Observer,
) -> Result<Findings, Fault> {
    let to_write = chunks.clone();
    let write = |out: &mut Pipe| -> io::Result<()> {
        let mut line = Vec::with_capacity(80);
        for chunk in to_write {
            questions.visit(chunk, &mut |question| {
                write_batch(&question.batch, &mut line, out)?;
                write_batch(&question.twin, &mut line, out)
            })?;
        }
        Ok(())
    };
    let read = |lines: &mut AnswerLines| -> Result<Findings, ReadError> {
        let mut findings = judge.nothing();
        let [mut answers, mut twin] = [Answers::default(), Answers::default()];
        let begin = Instant::now();
        for chunk in chunks {
            let before = findings.calls;
            questions.visit(chunk, &mut |question| {
                answers.claims = lines.claims(&question.batch)?;
                twin.claims = lines.claims(&question.twin)?;
                if let Some(veto) = veto {
                    veto.apply(&question.batch, &mut answers);
                    veto.apply(&question.twin, &mut twin);
                }
                judge.judge(question, &answers, twin.claims, &mut findings);
                Ok(())
            })?;
            findings.end_chunk(chunk);
            observer.advance((findings.calls - before) / 2);
        }
        findings.times.note(begin.elapsed(), findings.calls);
        Ok(findings)
    };
    program.converse(write, read)
}

/// A program's standard input.
type Pipe<'a> = BufWriter<Watched<'a>>;

fn write_batch(batch: &Batch, line: &mut Vec<u8>, out: &mut Pipe) -> io::Result<()> {
    let mut result = Ok(());
    batch.for_each(|_, position| {
        if result.is_ok() {
            line.clear();
            write_fen(position, line);
            line.push(b'\n');
            result = out.write_all(line);
        }
    });
    result
}

/// When a program last did something.
struct Clock {
    start: Instant,
    /// Milliseconds from the start.
    last: AtomicU64,
}

impl Clock {
    fn new() -> Clock {
        Clock { start: Instant::now(), last: AtomicU64::new(0) }
    }

    fn tick(&self) {
        self.last.store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    fn idle(&self) -> Duration {
        let last = Duration::from_millis(self.last.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(last)
    }
}

/// A program's input that notes when something was taken.
struct Watched<'a> {
    pipe: ChildStdin,
    clock: &'a Clock,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.pipe.write(bytes)?;
        self.clock.tick();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

/// A program's answers, one a line.
struct AnswerLines<'a> {
    pipe: ChildStdout,
    clock: &'a Clock,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    unread: std::ops::Range<usize>,
    /// Lines read.
    lines: u64,
}

/// The longest answer, with blanks.
const ANSWER_BYTES: usize = 200;

impl<'a> AnswerLines<'a> {
    fn new(pipe: ChildStdout, clock: &'a Clock) -> AnswerLines<'a> {
        AnswerLines { pipe, clock, buffer: vec![0; BUFFER_BYTES], unread: 0..0, lines: 0 }
    }

    /// The claims about a batch.
    fn claims(&mut self, batch: &Batch) -> Result<Claims, ReadError> {
        let mut claims = Claims::default();
        let mut result = Ok(());
        batch.for_each(|lane, position| {
            if result.is_ok() {
                result = self.next(position).map(|code| claims.note(lane, code));
            }
        });
        result.map(|()| claims)
    }

    /// The answer about a position by number.
    fn next(&mut self, position: &Position) -> Result<u32, ReadError> {
        let Some(line) = self.line() else {
            return Err(ReadError::End { line: self.lines + 1, fen: fen_of(position) });
        };
        let code = match self.buffer[line.clone()].trim_ascii() {
            b"-" => Some(0),
            b"draw" => Some(1),
            b"win" => Some(2),
            b"loss" => Some(3),
            _ => None,
        };
        self.lines += 1;
        code.ok_or_else(|| {
            let answer = String::from_utf8_lossy(&self.buffer[line]);
            let answer: String = answer.trim_end().chars().take(60).collect();
            let (number, fen) = (self.lines, fen_of(position));
            let text = format!(
                "the answer in line {number} to '{fen}' is '{answer}': answers are -, draw, win, loss"
            );
            ReadError::Fault(Fault::Failed(text))
        })
    }

    /// Where the next line stands in the buffer; `None` at the end.
    fn line(&mut self) -> Option<std::ops::Range<usize>> {
        loop {
            let unread = &self.buffer[self.unread.clone()];
            let length = unread.iter().position(|&byte| byte == b'\n');
            let too_long = length.is_none() && unread.len() > ANSWER_BYTES;
            if let Some(length) = length.or(too_long.then(|| unread.len() - 1)) {
                let line = self.unread.start..self.unread.start + length;
                self.unread.start = line.end + 1;
                return Some(line);
            }
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
            let free = &mut self.buffer[self.unread.end..];
            // A pipe that fails is one that ended.
            let read = self.pipe.read(free).unwrap_or(0);
            if read == 0 {
                return None;
            }
            self.clock.tick();
            self.unread.end += read;
        }
    }

    /// Reads to the end, where nothing but blank lines may come.
    fn expect_end(&mut self) -> Result<(), ReadError> {
        while let Some(line) = self.line() {
            if !self.buffer[line].trim_ascii().is_empty() {
                let text = format!("there are more answers than the {} positions", self.lines);
                return Err(ReadError::Fault(Fault::Failed(text)));
            }
        }
        Ok(())
    }
}

/// The words of a command line; `None` if a quote is left open.
fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('\''), letter) => word.get_or_insert_default().push(letter),
            (_, '\\') => word.get_or_insert_default().push(letters.next()?),
            (Some(_), letter) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_by_a_shell() {
        let cases: [(&str, &[&str]); 5] = [
            ("rule --fast", &["rule", "--fast"]),
            ("  python3 'my rule.py'  ", &["python3", "my rule.py"]),
            (r#"a\ b "c \" d" ''"#, &["a b", "c \" d", ""]),
            (r"'a\b'", &[r"a\b"]),
            ("", &[]),
        ];
        for (command, words) in cases {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
        assert_eq!(split("a 'b"), None);
    }
}
