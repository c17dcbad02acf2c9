//! `drawproof uci`: the engine on standard input and output.

use std::io::{BufReader, stdin, stdout};
use std::sync::Arc;

use anyhow::Context;
use drawproof::engine::endgames::{Endgames, NoEndgames};
use drawproof::engine::uci::{self, Options};

/// Talks UCI on standard input and output until `quit`.
pub fn run() -> anyhow::Result<()> {
    let load = |_: &uci::EndgameOptions| Ok(Arc::new(NoEndgames) as Arc<dyn Endgames>);
    uci::run(BufReader::new(stdin()), stdout(), Options::default(), &load)
        .context("writing to the chess program")
}
