//! `probe`: values of positions and of their moves, and the claims of the rules.

mod arguments;
mod epd;
mod lines;
mod questions;
mod text;

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};

use self::questions::{Question, Questions, position};
pub use self::{
    arguments::ProbeArgs,
    text::{moves_to_mate, shown},
};
use crate::environment::Environment;

/// Runs `probe`. Reads all positions of the command line before it answers the first.
pub fn run(args: &ProbeArgs, environment: &Environment) -> Result<ExitCode> {
    let read = |text: &String| match text.as_str() {
        "-" => Ok(None),
        text => Question::new(text, None).map(Some).with_context(|| position(text)),
    };
    let wanted: Result<Vec<Option<Question>>> = args.fens.iter().map(read).collect();
    let wanted = wanted.map_err(|error| {
        let whole = args.fens.join(" ");
        match args.fens.len() > 1 && Question::new(&whole, None).is_ok() {
            true => anyhow!("quote a FEN, or write it with underscores: drawproof probe '{whole}'"),
            false => error,
        }
    })?;
    let mut questions = Questions::new(args, environment);
    let done = questions.answer_all(wanted);
    questions.end(done)
}
