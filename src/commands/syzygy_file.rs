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

/// The subject of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Our table of an endgame.
    Endgame(NormalMaterial),
    /// A Syzygy file.
    File(PathBuf),
}

/// Returns the subject that a word names: a file by its extension, else an endgame.
pub fn parse_subject(text: &str) -> Result<Subject, String> {
    let path = Path::new(text);
    if is_syzygy(path) {
        return Ok(Subject::File(path.into()));
    }
    parse_endgame(text).map(Subject::Endgame)
}

/// Returns whether a file is called like one of Syzygy's.
pub fn is_syzygy(path: &Path) -> bool {
    KINDS.iter().any(|kind| path.extension().is_some_and(|it| it == kind.extension()))
}

impl Subject {
    /// Returns the endgame; `None` of a file.
    pub fn endgame(&self) -> Option<NormalMaterial> {
        match self {
            Subject::Endgame(endgame) => Some(*endgame),
            Subject::File(_) => None,
        }
    }
}

/// Checks a file: its checksum and structure, then its values, which its folder's other files complete.
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
