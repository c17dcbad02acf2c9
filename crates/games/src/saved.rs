//! Saved findings, which `diff` compares.

use std::io::{self, Read, Write};

use drawproof_verifier::saved_file::{FileError, FileKind};

use crate::findings::Findings;

static SAVED_FINDINGS: FileKind = FileKind {
    magic: "drawproof lost points 1\n",
    part_bytes_max: 1 << 28,
    noun: "saved report on games",
    made_by: "drawproof games --save",
};

/// Returns whether the first bytes of a file are those of saved findings, of any version.
pub fn is_findings(first_bytes: &[u8]) -> bool {
    SAVED_FINDINGS.is_begun_by(first_bytes)
}

/// Writes findings to a file for [`read_findings`].
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_findings(findings: &Findings, out: &mut impl Write) -> io::Result<()> {
    out.write_all(SAVED_FINDINGS.magic.as_bytes())?;
    let part = serde_json::to_vec(findings).expect("findings have text as keys");
    SAVED_FINDINGS.write_part(&part, out)?;
    out.flush()
}

/// Reads findings that [`write_findings`] wrote.
///
/// # Errors
/// Fails if the file is of another kind, is damaged, or cannot be read.
pub fn read_findings(input: &mut impl Read) -> Result<Findings, FileError> {
    let mut parts = SAVED_FINDINGS.open(input)?;
    let findings = serde_json::from_slice(&parts.part()?)
        .map_err(|_| SAVED_FINDINGS.damaged("the findings cannot be read"))?;
    parts.end()?;
    Ok(findings)
}
