//! Output: JSON documents, numbers for people, and files that are written whole.

use std::{fs, io::Write, path::Path};

use anyhow::{Context, Result};
use drawproof_verifier::report::{self, TextStyle};
use serde::Serialize;

/// Prints a document as JSON on standard output.
pub fn print_json(document: &impl Serialize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// How text on standard output is set. Its width is `$COLUMNS` if that is set, else the terminal's,
/// else that of documents.
pub fn text_style() -> TextStyle {
    /// Below this nothing fits.
    const NARROWEST: usize = 40;
    let chosen = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || {
        let terminal = console::Term::stdout();
        let size = terminal.is_term().then(|| terminal.size_checked()).flatten();
        size.map(|(_, columns)| columns.into())
    };
    let width: Option<usize> = chosen.filter(|&columns| columns > 0).or_else(terminal);
    let width = width.map_or(report::WIDTH_DEFAULT, |width| width.max(NARROWEST));
    TextStyle { colour: console::colors_enabled(), width }
}

/// A number with commas between groups of three digits: 15138064 is 15,138,064.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a file whole or not at all.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut std::io::BufWriter<&fs::File>) -> std::io::Result<()>,
) -> Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        // A device or a pipe cannot be replaced by a renamed file.
        let file = fs::File::options().write(true).open(path);
        let written = file.and_then(|file| {
            let mut out = std::io::BufWriter::new(&file);
            write(&mut out).and_then(|()| out.flush())
        });
        return written.with_context(|| format!("{} cannot be written", path.display()));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let written = || -> Result<()> {
        // The usual permissions, not the stricter ones of temporary files.
        let open = |path: &Path| fs::File::create_new(path);
        let file = tempfile::Builder::new().make_in(folder, open)?;
        let mut out = std::io::BufWriter::new(file.as_file());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.persist(path)?;
        Ok(())
    };
    written().with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let shown = [0, 999, 1000, 15_138_064].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "15,138,064"]);
    }
}
