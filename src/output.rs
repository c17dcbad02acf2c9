//! Output: standard output and standard error, JSON documents, numbers for people, and files that
//! are written whole.

use std::{
    fs,
    hash::Hasher,
    io::{self, BufWriter, ErrorKind, Read, Write},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Error, Result, ensure};
use drawproof_report::{TextStyle, WIDTH_DEFAULT, percent, wrapped};
use drawproof_tables::census::Counting;
use drawproof_verifier::subject::visible;
use serde::Serialize;
use twox_hash::XxHash3_64;

pub use drawproof_report::{counted, grouped};

use crate::scratch::Registered;

/// Whether standard output was found closed.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Standard output. Once its reader has gone (`drawproof verify | head`), further output is
/// discarded, so that every command does its work and returns its exit status. Any other failure,
/// such as a full disk, is an error.
pub struct Stdout(io::Stdout);

/// Returns standard output as a writer that tolerates a reader who has gone.
pub fn stdout() -> Stdout {
    Stdout(io::stdout())
}

impl Stdout {
    /// Returns `written`, or `discarded` if nobody reads.
    fn outcome<T>(written: io::Result<T>, discarded: T) -> io::Result<T> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                IS_CLOSED.store(true, Ordering::Relaxed);
                Ok(discarded)
            }
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                let text = format!("standard output cannot be written: {error}");
                Err(io::Error::new(error.kind(), text))
            }
            other => other,
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if IS_CLOSED.load(Ordering::Relaxed) {
            return Ok(bytes.len());
        }
        Stdout::outcome(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if IS_CLOSED.load(Ordering::Relaxed) {
            return Ok(());
        }
        Stdout::outcome(self.0.flush(), ())
    }
}

/// Prints lines on standard error, with control characters escaped. Failures to write are ignored,
/// because there is no place to report them.
pub fn print_error(text: &str) {
    let lines: Vec<String> = text.lines().map(visible).collect();
    let _ = io::stderr().write_all((lines.join("\n") + "\n").as_bytes());
}

/// Prints a document as JSON on standard output.
pub fn print_json(document: &impl Serialize) -> Result<()> {
    // Standard output itself writes each line.
    let mut out = BufWriter::new(stdout());
    serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Formats a row of a table: the first cell is aligned to the left, the others to the right.
pub fn row<const N: usize>(widths: [usize; N], cells: [impl Into<String>; N]) -> String {
    let set = |(place, (width, cell)): (usize, (usize, String))| match place {
        0 => format!("{cell:width$}"),
        _ => format!(" {cell:>width$}"),
    };
    let cells = widths.into_iter().zip(cells.map(Into::into));
    cells.enumerate().map(set).collect()
}

/// Quotes a word for the shell, if it needs quotes.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns the style of text on standard output. The width is `$COLUMNS` if it is set, else the
/// terminal's, else the default width of documents.
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
    let width = width.map_or(WIDTH_DEFAULT, |width| width.max(NARROWEST));
    TextStyle { colour: console::colors_enabled(), width }
}

/// Formats a count, followed by its percentage of `all`.
pub fn share(count: u64, all: u64) -> String {
    format!("{} {:>9}", grouped(count), percent(count, all))
}

/// Returns the note below counts of positions: the counting convention, and the names of the other
/// conventions.
pub fn counting_note(counting: Counting) -> String {
    // What follows is about reports on rules.
    let sentence = counting.sentence().split("; a rule").next().unwrap_or_default();
    let end = if sentence.ends_with('.') { "" } else { "." };
    let others = Counting::ALL.into_iter().filter(|&it| it != counting);
    let others: Vec<String> = others.map(|it| it.to_string()).collect();
    let counted = wrapped("", &format!("{sentence}{end}"), text_style().width);
    format!("{counted}Other conventions: --counting {}.\n", others.join(", "))
}

/// Prints a document on standard output, or writes it to a file as [`write_file`] does.
pub fn print_or_write(document: &str, path: Option<&Path>) -> Result<()> {
    match path {
        Some(path) => write_file(path, |file| file.write_all(document.as_bytes())),
        None => Ok(stdout().write_all(document.as_bytes())?),
    }
}

/// Returns the end of a line of totals: the size and the path of a saved file; empty without a
/// file.
pub fn saved(path: Option<&Path>) -> String {
    let bytes = path.and_then(|path| Some((path, fs::metadata(path).ok()?.len())));
    bytes.map_or_else(String::new, |(path, bytes)| {
        let (size, unit) = if bytes < 1_000_000 { (1e3, "KB") } else { (1e6, "MB") };
        format!("; {:.1} {unit} saved in {}", bytes as f64 / size, path.display())
    })
}

/// Returns the style of a document that is printed, or written to the file at `path`.
pub fn style_of(path: Option<&Path>) -> TextStyle {
    path.map_or_else(text_style, |_| TextStyle::default())
}

/// Calls `read` with the file at `path`. Errors name the path.
pub fn read_file<T, E>(
    path: &Path,
    read: impl FnOnce(&mut io::BufReader<fs::File>) -> Result<T, E>,
) -> Result<T>
where
    Error: From<E>,
{
    let read = || -> Result<T> { Ok(read(&mut io::BufReader::new(fs::File::open(path)?))?) };
    read().with_context(|| path.display().to_string())
}

/// Reads a whole text file that people edit or commit, such as a baseline. Leaves out a byte-order
/// mark at its beginning.
///
/// # Errors
///
/// Fails if the file cannot be read, is not UTF-8, or is larger than 64 MiB. The error does not
/// name the file.
pub fn read_text(path: &Path) -> Result<String> {
    /// The maximum size of the file in bytes. A device may have no end.
    const BYTES_MAX: u64 = 64 << 20;
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= BYTES_MAX, "it has more than {} MiB", BYTES_MAX >> 20);
    let mut text = String::from_utf8(bytes).context("it is not UTF-8 text")?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Computes the XXH3-64 checksum of a file, which need not fit into memory.
///
/// # Errors
///
/// Fails if the file cannot be read, or is a device, which has no end.
pub fn hash_of(path: &Path) -> io::Result<u64> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    let mut file = fs::File::open(path)?;
    let (mut hash, mut bytes) = (XxHash3_64::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(hash.finish()),
            read => hash.write(&bytes[..read]),
        }
    }
}

/// Writes the file at `path` with `write`, whole or not at all.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut io::BufWriter<&fs::File>) -> io::Result<()>,
) -> Result<()> {
    let mut write = Some(write);
    write_whole(path, &mut |out| write.take().expect("it is called once")(out))
}

/// Files above this size are announced.
const LARGE_BYTES: u64 = 100_000_000;

/// Writes a file as [`write_file`] does. If the file is large, first prints its size and `hint`,
/// which names a way to make it smaller. Calls `write` twice.
pub fn write_sized_file(
    path: &Path,
    hint: &str,
    mut write: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let mut size = Size(0);
    write(&mut size).with_context(|| format!("{} cannot be written", path.display()))?;
    announcement(path, size.0, hint).inspect(|text| print_error(text));
    write_file(path, |file| write(file))
}

/// Returns the text about a file of `bytes` bytes before it is written.
fn announcement(path: &Path, bytes: u64, hint: &str) -> Option<String> {
    let megabytes = bytes / 1_000_000;
    let text = || format!("drawproof: {} takes {} MB{hint}", path.display(), grouped(megabytes));
    (bytes > LARGE_BYTES).then(text)
}

/// Counts bytes instead of writing them.
struct Size(u64);

impl Write for Size {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does [`write_file`], compiled once for all its callers.
fn write_whole(
    path: &Path,
    write: &mut dyn FnMut(&mut io::BufWriter<&fs::File>) -> io::Result<()>,
) -> Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        // A device or a pipe cannot be replaced by a renamed file.
        let file = fs::File::options().write(true).open(path);
        let written = file.and_then(|file| {
            let mut out = io::BufWriter::new(&file);
            write(&mut out).and_then(|()| out.flush())
        });
        return written.with_context(|| format!("{} cannot be written", path.display()));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut written = || -> Result<()> {
        // The usual permissions, not the stricter ones of temporary files.
        let open = |path: &Path| fs::File::create_new(path);
        let create = || tempfile::Builder::new().make_in(folder, open);
        let (file, registered) = Registered::create(create, |file| file.path())?;
        let mut out = io::BufWriter::new(file.as_file());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.persist(path)?;
        drop(registered);
        Ok(())
    };
    written().with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_files_are_announced_with_their_size() {
        let hint = ": --dump-limit N writes the first N lines";
        let said = |bytes| announcement(Path::new("wrong.epd"), bytes, hint);
        assert_eq!(said(LARGE_BYTES), None);
        let text = "drawproof: wrong.epd takes 1,989 MB: --dump-limit N writes the first N lines";
        assert_eq!(said(1_989_400_000).as_deref(), Some(text));
    }
}
