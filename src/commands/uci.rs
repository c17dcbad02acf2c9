//! `uci`: the engine on standard input and output.

use std::{
    io::{BufReader, Cursor, ErrorKind, Read, stdin, stdout},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use anyhow::Context;
use drawproof_engine::{
    endgames::Endgames,
    knowledge::Knowledge,
    uci::{self, EndgameOptions, Options},
};
use drawproof_syzygy::Syzygy;
use drawproof_tables::file::Folder;

use crate::{allocation, embedded::THREE_MEN, environment::half_of_memory_bytes, output::counted};

/// Speaks UCI on standard input and output until `quit` or the end of the input. `folder` is the
/// default of the option `TablesPath`. `first` holds the bytes that were already read from standard
/// input.
pub fn run(folder: &Path, first: Vec<u8>) -> anyhow::Result<ExitCode> {
    // The engine goes on without the memory for a hash table that is too large.
    allocation::return_large_failures();
    let mut options = Options::default();
    options.endgames.tables_path = folder.to_string_lossy().into_owned();
    options.endgames.syzygy_path = std::env::var_os("SYZYGY_PATH")
        .map_or(String::new(), |it| it.to_string_lossy().into_owned());
    let half_of_memory = (half_of_memory_bytes() >> 20) as usize;
    options.hash_mebibytes_max =
        options.hash_mebibytes_max.min(half_of_memory).max(options.hash_mebibytes);
    let default = options.endgames.tables_path.clone();
    let load = Arc::new(move |options: &EndgameOptions| load(options, &default));
    let Err(error) =
        uci::run(BufReader::new(Cursor::new(first).chain(stdin())), stdout(), options, load)
    else {
        return Ok(ExitCode::SUCCESS);
    };
    match error.kind() {
        // The chess program is gone: nobody is left to be told.
        ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        // What starting a thread returns.
        ErrorKind::OutOfMemory | ErrorKind::WouldBlock => {
            Err(error).context("the engine cannot start")
        }
        _ => Err(error).context("standard output cannot be written"),
    }
}

/// Returns the endgame knowledge that the options select. The folder that is the default need not
/// exist.
fn load(options: &EndgameOptions, default: &str) -> Result<Arc<dyn Endgames>, String> {
    let mut knowledge = Knowledge::new(&THREE_MEN).asking(options.recognizers);
    if !options.syzygy_path.is_empty() {
        let folders = std::env::split_paths(&options.syzygy_path);
        let folders: Vec<PathBuf> = folders.filter(|it| !it.as_os_str().is_empty()).collect();
        let (tables, errors) = Syzygy::open_readable(folders.iter().map(PathBuf::as_path));
        for error in errors {
            knowledge = knowledge.with_remark(error.to_string());
        }
        let found = counted(tables.tables().count() as u64, "Syzygy table", "Syzygy tables");
        knowledge = knowledge.with_syzygy(tables).with_remark(format!("Found {found}"));
    }
    if options.tables_path.is_empty() {
        return Ok(Arc::new(knowledge));
    }
    if options.tables_path != default && !Path::new(&options.tables_path).exists() {
        return Err(format!("there is no folder '{}'", options.tables_path));
    }
    let folder = Folder::new(&options.tables_path);
    let knowledge = knowledge.with_folder(&folder).map_err(|error| error.to_string())?;
    Ok(Arc::new(knowledge))
}
