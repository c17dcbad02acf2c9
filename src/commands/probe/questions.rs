//! Answers positions in batches, in their order, and counts what could not be answered.

use std::{
    io::{BufWriter, Write},
    process::ExitCode,
    sync::mpsc::TryRecvError,
};

use anyhow::{Context, Result, anyhow, bail};
use drawproof_api::{HelpmateDocument, HelpmateParts};
use drawproof_board::{Board, fen};
use drawproof_recognizers::Position;
use drawproof_session::{
    answer::{Parts, PositionAnswer, RecognizerAnswer},
    batch,
    metrics::Metrics,
    store::Store,
};
use drawproof_syzygy::Syzygy;
use drawproof_tables::{
    Metric, Placement,
    probe::{ProbeError, Values},
};
use drawproof_verifier::{Reason, TruthKind};
use rayon::prelude::*;
use serde::Serialize;

use super::{
    arguments::{ProbeArgs, ProbeFormat},
    epd,
    lines::{Line, lines},
    text::{helpmates, moves_to_mate, shown, text},
};
use crate::{
    environment::Environment,
    output::{Stdout, counted, grouped, print_error, stdout},
    process::{self, ERROR},
    rule::selection::{ask_learned_rule, ask_users_rule},
};

/// Lines that are answered together at most: enough for all threads, few enough for memory, and for
/// an answer not to wait long for those after it.
const BATCH_OF_VALUES: usize = 8192;

/// The size of a batch if lines to mate or moves take long.
const BATCH_OF_PARTS: usize = 256;

/// A position that `probe` is asked about.
pub struct Question {
    /// The line of standard input, if it is from there.
    line: Option<u64>,
    fen: String,
    board: Board,
    id: Option<String>,
    dm: Option<String>,
}

impl Question {
    /// Parses a position from a FEN or an EPD line. `line` is its line number in standard input.
    pub fn new(text: &str, line: Option<u64>) -> Result<Question> {
        let epd::Epd { fen, id, dm } = epd::split(text).map_err(|error| anyhow!(error))?;
        let board = fen::parse(&fen)?;
        Ok(Question { line, fen, board, id, dm })
    }

    /// Returns the question of a line, or what is wrong with the line.
    fn of_line(line: Line) -> Result<Question, (u64, String)> {
        let question = line
            .text
            .map_err(|error| anyhow!(error))
            .and_then(|text| Question::new(&text, Some(line.number)));
        question.map_err(|error| (line.number, format!("{error:#}")))
    }

    /// Returns the name of the question in messages.
    fn name(&self) -> String {
        self.line.map_or_else(|| position(&self.fen), |number| format!("line {number}"))
    }
}

/// Answers the positions of one run of `probe`, and counts the answers.
pub struct Questions<'a> {
    args: &'a ProbeArgs,
    environment: &'a Environment,
    /// The tables of the requested metrics besides DTM.
    dtz: Option<Store>,
    dtc: Option<Store>,
    /// The tables of helpmates, if these are requested instead of results.
    helpmates: Option<Store>,
    /// Where drawproof has no table. Folders that cannot be read are an error of positions that need them.
    syzygy: Result<Option<Syzygy>, String>,
    out: BufWriter<Stdout>,
    /// Answers written.
    answered: u64,
    /// Lines without an answer.
    failed: u64,
    /// Operations dm that are right, and wrong.
    right: u64,
    wrong: u64,
}

/// An answer with the name that its line gives the position.
#[derive(Serialize)]
struct WithId<'a, T> {
    #[serde(flatten)]
    answer: &'a T,
    id: &'a str,
}

/// An answer as it is written, and whether its dm is right, if that was asked.
struct Rendered {
    text: String,
    is_right: Option<bool>,
    complaint: Option<String>,
}

impl Questions<'_> {
    pub fn new<'a>(args: &'a ProbeArgs, environment: &'a Environment) -> Questions<'a> {
        let out = BufWriter::with_capacity(1 << 16, stdout());
        let store = |metric: Metric| {
            args.metric.contains(&metric).then(|| environment.store.of_metric(metric))
        };
        let (dtz, dtc) = (store(Metric::Dtz), store(Metric::Dtc));
        let helpmates = (args.truth == TruthKind::CanMate)
            .then(|| environment.store.of_metric(Metric::Helpmate));
        Questions {
            args,
            environment,
            dtz,
            dtc,
            helpmates,
            syzygy: environment.open_syzygy().map_err(|error| format!("{error:#}")),
            out,
            answered: 0,
            failed: 0,
            right: 0,
            wrong: 0,
        }
    }

    /// Answers the positions in their order; `None` stands for the lines of standard input.
    pub fn answer_all(&mut self, wanted: Vec<Option<Question>>) -> Result<()> {
        let mut waiting = Vec::new();
        for question in wanted {
            match question {
                Some(question) => waiting.push(Ok(question)),
                None => {
                    self.answer(std::mem::take(&mut waiting))?;
                    self.answer_input()?;
                }
            }
        }
        self.answer(waiting)
    }

    /// Answers the lines of standard input. Answers leave at the latest when the input pauses.
    fn answer_input(&mut self) -> Result<()> {
        let Parts { line, moves, .. } = self.parts();
        let is_of_values = !line && !moves;
        let batch = if is_of_values { BATCH_OF_VALUES } else { BATCH_OF_PARTS };
        let input = lines(std::io::stdin());
        let mut waiting: Vec<Line> = Vec::new();
        loop {
            let read = match input.try_recv() {
                Ok(read) => read,
                Err(_) if !waiting.is_empty() => {
                    self.answer_lines(std::mem::take(&mut waiting), batch)?;
                    continue;
                }
                Err(TryRecvError::Disconnected) => return Ok(()),
                Err(TryRecvError::Empty) => {
                    self.out.flush()?;
                    match input.recv() {
                        Ok(read) => read,
                        Err(_) => return Ok(()),
                    }
                }
            };
            match read {
                Ok(lines) => waiting.extend(lines),
                Err(error) => {
                    self.answer_lines(waiting, batch)?;
                    return Err(error).context("standard input could not be read");
                }
            }
            if waiting.len() >= batch {
                self.answer_lines(std::mem::take(&mut waiting), batch)?;
            }
        }
    }

    fn answer_lines(&mut self, lines: Vec<Line>, batch: usize) -> Result<()> {
        let mut lines = lines.into_iter();
        loop {
            let some: Vec<Line> = lines.by_ref().take(batch).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.answer(some.into_par_iter().map(Question::of_line).collect())?;
        }
    }

    /// Answers a batch. A line that cannot be answered is reported, any other position is an error.
    fn answer(&mut self, batch: Vec<Result<Question, (u64, String)>>) -> Result<()> {
        let good: Vec<&Question> = batch.iter().flatten().collect();
        let asked = |question: &&Question| (question.fen.clone(), question.board.clone());
        let asked: Vec<(String, Board)> = good.iter().map(asked).collect();
        let rendered = match &self.helpmates {
            None => self.results(&good, &asked)?,
            Some(store) => self.helpmates(&good, &asked, store),
        };
        let mut rendered = rendered.into_iter();
        for question in batch {
            match question {
                Ok(question) => {
                    let rendered = rendered.next().expect("each question has an answer");
                    self.write(&question, rendered)?;
                }
                Err((line, error)) => {
                    self.failed += 1;
                    self.complain(&format!("line {line}: {error}"))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the answers by perfect play.
    fn results(
        &self,
        good: &[&Question],
        asked: &[(String, Board)],
    ) -> Result<Vec<Result<Rendered>>> {
        let users_claims = self.users_claims(good)?;
        let answers = batch::answers(asked, &self.environment.store, self.parts());
        let rendered = good
            .into_par_iter()
            .zip(answers)
            .enumerate()
            .map(|(place, (question, answer))| {
                let mut answer = self.own_or_syzygy(question, answer)?;
                if let Some(claim) = ask_learned_rule(&self.args.rule, &question.board)? {
                    answer.recognizers = vec![claim];
                }
                answer.recognizers.extend(users_claims.get(place).cloned());
                self.render(question, &answer)
            })
            .collect();
        Ok(rendered)
    }

    /// Returns our answer about a position, with the other distances that are asked for; Syzygy's
    /// where we have no table.
    fn own_or_syzygy(
        &self,
        question: &Question,
        own: Result<PositionAnswer, ProbeError>,
    ) -> Result<PositionAnswer> {
        let (board, parts) = (&question.board, self.parts());
        let syzygy = match (own, &self.syzygy) {
            (Err(_), Ok(Some(syzygy))) if !self.has_table(board)? => syzygy,
            (Err(_), Err(error)) if !self.has_table(board)? => bail!("{error}"),
            (own, _) => {
                let mut answer = own?;
                let values =
                    |store| Option::as_ref(store).map(|store: &Store| store as &dyn Values);
                let metrics = Metrics { dtz: values(&self.dtz), dtc: values(&self.dtc) };
                metrics.add_to(&mut answer, board, parts)?;
                answer.source = matches!(self.syzygy, Ok(Some(_))).then_some("drawproof");
                return Ok(answer);
            }
        };
        Ok(PositionAnswer::of_syzygy(question.fen.clone(), board, syzygy, parts)?)
    }

    /// Returns whether the table of a position is in the folder, or can be solved.
    fn has_table(&self, board: &Board) -> Result<bool> {
        let (endgame, _) = Placement::from(board).normalise();
        Ok(self.environment.store.has_table(endgame)?)
    }

    /// Returns the answers where both sides help.
    fn helpmates(
        &self,
        good: &[&Question],
        asked: &[(String, Board)],
        store: &Store,
    ) -> Vec<Result<Rendered>> {
        let Parts { line, moves, .. } = self.parts();
        let parts = HelpmateParts { lines: line, moves };
        let answers = batch::answers_by(asked, store, &|fen: &str, board: &Board| {
            drawproof_api::helpmates(fen, board, store, parts)
        });
        let render = |(question, answer): (&&Question, Result<HelpmateDocument, ProbeError>)| {
            let answer = answer?;
            let text = match &question.id {
                Some(id) => self.rendered(&WithId { answer: &answer, id }, || helpmates(&answer)),
                None => self.rendered(&answer, || helpmates(&answer)),
            };
            Ok(Rendered { text: text?, is_right: None, complaint: None })
        };
        good.iter().zip(answers).map(render).collect()
    }

    /// Returns the claims of the user's rule about positions; empty if there is no such rule.
    fn users_claims(&self, good: &[&Question]) -> Result<Vec<RecognizerAnswer>> {
        let boards = good.iter().map(|question| Position::from(&question.board));
        let positions: Vec<Position> = boards.collect();
        if positions.is_empty() {
            return Ok(Vec::new());
        }
        let rule = ask_users_rule(&self.args.rule, &positions, self.environment)?;
        Ok(rule.map_or_else(Vec::new, |rule| {
            let answer = |(claim, reasons): (Option<String>, Vec<Reason>)| {
                let roles = reasons.iter().map(|reason| reason.role).collect();
                let patterns = reasons.into_iter().map(|reason| reason.id).collect();
                RecognizerAnswer { name: rule.name.clone(), claim, patterns, roles }
            };
            rule.answers.into_iter().map(answer).collect()
        }))
    }

    fn parts(&self) -> Parts {
        self.args.parts()
    }

    fn render(&self, question: &Question, answer: &PositionAnswer) -> Result<Rendered> {
        let text = match &question.id {
            Some(id) => self.rendered(&WithId { answer, id }, || text(answer))?,
            None => self.rendered(answer, || text(answer))?,
        };
        let dm = question.dm.as_ref().filter(|_| self.args.check);
        let dm = dm
            .map(|dm| dm.parse::<i32>().map_err(|_| anyhow!("dm '{dm}' is not a number of moves")));
        let dm = dm.transpose()?;
        let is_right = dm.map(|dm| moves_to_mate(answer.value) == Some(dm));
        let complaint = dm
            .filter(|_| is_right == Some(false))
            .map(|dm| format!("{}: dm {dm} is wrong: {}", question.name(), shown(answer.value)));
        Ok(Rendered { text, is_right, complaint })
    }

    /// Returns the text of an answer, `record` in JSON, `text` for people.
    fn rendered(&self, record: &impl Serialize, text: impl Fn() -> String) -> Result<String> {
        Ok(match self.args.format {
            ProbeFormat::Text => text(),
            ProbeFormat::Jsonl => serde_json::to_string(record)? + "\n",
            // One level deeper: an element of the array.
            ProbeFormat::Json => serde_json::to_string_pretty(record)?.replace('\n', "\n  "),
        })
    }

    /// Writes an answer.
    fn write(&mut self, question: &Question, rendered: Result<Rendered>) -> Result<()> {
        let rendered = match (rendered, question.line) {
            (Ok(rendered), _) => rendered,
            (Err(error), None) => return Err(error.context(question.name())),
            (Err(error), Some(line)) => {
                self.failed += 1;
                return self.complain(&format!("line {line}: {error:#}"));
            }
        };
        if self.args.format == ProbeFormat::Json {
            let before = if self.answered == 0 { "[\n  " } else { ",\n  " };
            self.out.write_all(before.as_bytes())?;
        }
        self.out.write_all(rendered.text.as_bytes())?;
        self.answered += 1;
        self.right += u64::from(rendered.is_right == Some(true));
        self.wrong += u64::from(rendered.is_right == Some(false));
        match rendered.complaint {
            Some(complaint) => self.complain(&complaint),
            None => Ok(()),
        }
    }

    /// Prints a message after the answers before it.
    fn complain(&mut self, message: &str) -> Result<()> {
        self.out.flush()?;
        print_error(&format!("drawproof: {message}"));
        Ok(())
    }

    /// Ends the output, and returns the exit status. `done` is the result of answering all
    /// positions.
    pub fn end(mut self, done: Result<()>) -> Result<ExitCode> {
        if self.args.format == ProbeFormat::Json && (self.answered > 0 || done.is_ok()) {
            let end: &[u8] = if self.answered == 0 { b"[]\n" } else { b"\n]\n" };
            self.out.write_all(end)?;
        }
        self.out.flush()?;
        done?;
        let (right, wrong) = (self.right, self.wrong);
        if self.args.check && right + wrong == 0 {
            bail!("no position has a dm to check: write EPD lines with 'dm N;'");
        }
        if self.args.check && !self.environment.quiet {
            let without = counted(self.answered - right - wrong, "position", "positions");
            let (right, wrong) = (grouped(right), grouped(wrong));
            print_error(&format!("drawproof: dm: {right} right, {wrong} wrong; {without} without"));
        }
        if self.failed > 0 {
            let lines = counted(self.failed, "line was", "lines were");
            print_error(&format!("drawproof: {lines} not answered"));
            return Ok(ExitCode::from(ERROR));
        }
        Ok(process::verdict(wrong == 0))
    }
}

/// Returns the start of a position's text, on one line, for an error message.
pub(super) fn position(text: &str) -> String {
    format!("position '{}'", fen::excerpt(text.trim()))
}
