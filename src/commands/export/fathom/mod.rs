//! `export --as fathom`: Fathom's functions for endgames of up to four men, as one C file and its
//! header.
//!
//! Results are those of [`exact`], distances to zeroing are found when they are asked for, from the
//! results after captures and pawn moves.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result, bail};
use drawproof_tables::{MEN_MIN, NormalMaterial};

use super::{
    code::{Language, Source},
    exact,
};
use crate::{
    environment::Environment,
    output::{print_error, write_file},
};

/// The header.
const HEADER: &str = include_str!("../../../../bindings/c/include/tbprobe.h");

/// The prefix of names, but for the functions of the header.
const PREFIX: &str = "tb_local";

/// The prefix of names of the results' code.
const RESULTS_PREFIX: &str = "tb_exact";

/// Returns the source code of Fathom's functions for endgames of up to `men` men.
pub fn source(men: usize, language: Language, environment: &Environment) -> Result<Source> {
    if language == Language::Rust {
        bail!("--as fathom is for C and C++: write --emit c");
    }
    let endgames: Vec<NormalMaterial> =
        (MEN_MIN..=men).flat_map(NormalMaterial::all_with_men).collect();
    let results = exact::source(&endgames, Language::C, RESULTS_PREFIX, environment)?;
    let about = format!(
        "\
/*
 * Fathom's functions for endgames of up to {men} men, without files. tbprobe.h describes them; tb_init reads no
 * folder. Any number of threads may call tb_probe_wdl, one at a time the functions for root moves: these find
 * distances to zeroing in memory, of which 64 MB are freed and 32 MB are kept, as long as the men stay the same.
 */
#if !defined(__cplusplus) && !defined(bool)
#include <stdbool.h>
#endif
#include <stdlib.h>
#include <string.h>

"
    );
    let code = [
        Language::C.attacks().as_str(),
        &Language::C.moves(),
        include_str!("slice.c.txt"),
        include_str!("probe.c.txt"),
    ]
    .concat()
    .replace("@RESULTS@", RESULTS_PREFIX)
    .replace("@MEN@", &men.to_string())
    .replace('@', PREFIX);
    let text = [&about, HEADER, "\n", &results.text, &code].concat();
    Ok(Source { text, report: results.report })
}

/// Writes `tbprobe.h` beside the source code. An existing file of that name stays, because Fathom's
/// own header serves as well.
pub fn write_header(source: &Path, environment: &Environment) -> Result<()> {
    let path = source.with_file_name("tbprobe.h");
    if fs::exists(&path).with_context(|| path.display().to_string())? {
        if !environment.quiet {
            print_error(&format!("{} is there, and stays as it is", path.display()));
        }
        return Ok(());
    }
    write_file(&path, |file| file.write_all(HEADER.as_bytes()))
}
