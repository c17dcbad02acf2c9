//! `drawproof uci`: the engine on standard input and output.

use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;

use crate::engine::endgames::{Endgames, NoEndgames};
use crate::engine::uci::{self, Options};
use anyhow::Context;

/// Talks UCI on standard input and output until `quit`.
pub fn run() -> anyhow::Result<ExitCode> {
    let load = |_: &uci::EndgameOptions| Ok(Arc::new(NoEndgames) as Arc<dyn Endgames>);
    uci::run(BufReader::new(stdin()), stdout(), Options::default(), &load)
        .context("writing to the chess program")?;
    Ok(ExitCode::SUCCESS)
}
