//! `check KRvKN.rtbw`: a Syzygy file against its checksum and our values.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use drawproof_syzygy::KINDS;
use drawproof_tables::{Metric, NormalMaterial};

use super::compare::{self, CompareArgs, Size};
use crate::{
    arguments::{Format, parse_endgame},
    environment::Environment,
};

/// An argument of `check`: an endgame or a Syzygy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The endgame whose drawproof table is audited.
    Endgame(NormalMaterial),
    /// The path of a Syzygy file.
    File(PathBuf),
}

/// Parses an argument of `check`: a path if it has the extension of a Syzygy file, otherwise an
/// endgame.
pub fn parse_subject(text: &str) -> Result<Subject, String> {
    let path = Path::new(text);
    if is_syzygy(path) {
        return Ok(Subject::File(path.into()));
    }
    parse_endgame(text).map(Subject::Endgame)
}

/// Returns whether a path has the extension of a Syzygy file.
pub fn is_syzygy(path: &Path) -> bool {
    KINDS.iter().any(|kind| path.extension().is_some_and(|it| it == kind.extension()))
}

impl Subject {
    /// Returns the endgame of the argument; `None` if it is a file.
    pub fn endgame(&self) -> Option<NormalMaterial> {
        match self {
            Subject::Endgame(endgame) => Some(*endgame),
            Subject::File(_) => None,
        }
    }
}

/// Checks the checksum and structure of a Syzygy file, then compares the values of its endgame with
/// drawproof's. The comparison also reads the other files of its folder.
pub fn check(
    path: &Path,
    (sample, seed): (Option<Size>, u64),
    format: Format,
    environment: &Environment,
) -> Result<ExitCode> {
    drawproof_syzygy::check_file(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let compared = CompareArgs {
        folder: folder.unwrap_or(Path::new(".")).to_owned(),
        endgames: vec![name.parse()?],
        metric: Metric::Dtz,
        sample,
        seed,
        format,
    };
    compare::run(&compared, environment)
}
