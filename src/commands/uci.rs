//! `uci`: the engine on standard input and output.

use std::{
    io::{BufReader, stdin, stdout},
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use anyhow::Context;
use drawproof_engine::{
    endgames::Endgames,
    knowledge::Knowledge,
    uci::{self, EndgameOptions, Options},
};
use drawproof_tables::file::Folder;

use crate::allocation;

/// Speaks UCI on standard input and output until `quit`. `folder` is the default of the option
/// `TablesPath`.
pub fn run(folder: &Path) -> anyhow::Result<ExitCode> {
    // The engine goes on without the memory for a hash table that is too large.
    allocation::return_large_failures();
    let mut options = Options::default();
    options.endgames.tables_path = folder.to_string_lossy().into_owned();
    uci::run(BufReader::new(stdin()), stdout(), options, &load)
        .context("standard output cannot be written")?;
    Ok(ExitCode::SUCCESS)
}

/// The endgame knowledge that the options select.
fn load(options: &EndgameOptions) -> Result<Arc<dyn Endgames>, String> {
    if options.tables_path.is_empty() {
        return Ok(Arc::new(Knowledge::embedded().asking(options.recognizers)));
    }
    let folder = Folder::new(&options.tables_path);
    let knowledge = Knowledge::with_folder(&folder).map_err(|error| error.to_string())?;
    Ok(Arc::new(knowledge.asking(options.recognizers)))
}
