//! Every counterexample of a verification as EPD lines, on their way to a file.
//!
//! Chunks end in any order, and their lines may be more than fits the memory: they go to a temporary
//! file, compressed, and [`write_dumps`] puts them in order.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{helpmate::notation, parallel::locked};

use crate::{
    enumerate::{Class, TruthKind},
    findings::{cursed_result, signed_plies},
    position::write_fen,
};

/// A fast compression level: the file is read once and deleted.
const ZSTD_LEVEL: i32 = 1;

/// The counters ` 0 1` of a FEN, which an EPD line does not have.
const COUNTERS: usize = " 0 1".len();

/// A temporary file of counterexamples, written by several threads. For each chunk it has the
/// chunk's number and the length of the chunk's compressed lines in bytes, each as a little-endian
/// `u64`, and then the compressed lines.
#[derive(Debug)]
pub(crate) struct Dump(Mutex<State>);

#[derive(Debug)]
struct State {
    file: File,
    /// The error after which nothing more is written.
    failure: Option<io::Error>,
}

impl Dump {
    /// Creates the temporary file at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created.
    pub fn create(path: &Path) -> io::Result<Dump> {
        Ok(Dump(Mutex::new(State { file: File::create(path)?, failure: None })))
    }

    /// Writes the lines of a chunk. After a failure, which is kept, later lines are discarded.
    pub(crate) fn write_chunk(&self, chunk: usize, lines: &[u8]) {
        let block =
            zstd::bulk::compress(lines, ZSTD_LEVEL).expect("compressing in memory does not fail");
        let mut bytes = Vec::with_capacity(16 + block.len());
        bytes.extend((chunk as u64).to_le_bytes());
        bytes.extend((block.len() as u64).to_le_bytes());
        bytes.extend(block);
        let mut state = locked(&self.0);
        if state.failure.is_none() {
            state.failure = state.file.write_all(&bytes).err();
            if state.failure.is_some() {
                // The disk is full: the error itself may have to be written to it.
                let _ = state.file.set_len(0);
            }
        }
    }

    /// Returns whether something could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        locked(&self.0).failure.is_some()
    }

    /// Closes the temporary file, and returns the first error that occurred when it was written.
    ///
    /// # Errors
    ///
    /// Fails if any counterexample could not be written.
    pub fn finish(self) -> io::Result<()> {
        let state = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok(()), Err)
    }
}

/// Appends the EPD line of a counterexample, without its `id` and the end of the line. The
/// operations are `dm`, or the helpmate that refutes the claim; the claim; the class; and, if
/// `is_cursed`, the win or loss that the fifty-move rule turns into a draw. A position that is
/// drawn without that rule has no `dm`, and `plies` is [`DRAWN`].
pub(crate) fn write_line(
    position: &Position,
    (kind, plies): (TruthKind, u16),
    claim: Claim,
    class: Class,
    is_cursed: bool,
    out: &mut Vec<u8>,
) {
    write_fen(position, out);
    out.truncate(out.len() - COUNTERS);
    let dtm = signed_plies(plies);
    match (kind, dtm) {
        (_, None) => {}
        (TruthKind::CanMate, Some(_)) => {
            out.extend(format!(" helpmate \"{}\";", notation(plies)).bytes());
        }
        (TruthKind::Result, Some(plies)) => {
            // Moves of the winner: the last ply is his.
            let moves = (plies.abs() + 1) / 2 * plies.signum();
            out.extend(format!(" dm {moves};").bytes());
        }
    }
    let (claim, class) = (claim.word(position.stm()), class.name());
    out.extend(format!(" claim \"{claim}\"; class \"{class}\";").bytes());
    if is_cursed {
        out.extend(format!(" fifty \"{}\";", cursed_result(dtm)).bytes());
    }
    out.push(b'\n');
}

/// Writes the first `limit` lines of temporary files to `out`, in the order of positions. Each
/// element of `dumps` is the name of an endgame and the path of the file with its counterexamples.
/// Each line gets an `id`, such as `KRKB.17`. Returns the number of lines written.
///
/// # Errors
///
/// Fails if a file cannot be read, or if `out` cannot be written.
pub fn write_dumps<'a>(
    dumps: impl IntoIterator<Item = (&'a str, &'a Path)>,
    limit: u64,
    out: &mut impl Write,
) -> io::Result<u64> {
    let mut written = 0;
    for (endgame, path) in dumps {
        let mut file = BufReader::new(File::open(path)?);
        let mut number = 0;
        for (place, length) in blocks(&mut file)? {
            file.seek(SeekFrom::Start(place))?;
            let lines = zstd::stream::read::Decoder::new((&mut file).take(length))?;
            for line in io::BufRead::split(BufReader::new(lines), b'\n') {
                let line = line?;
                if written == limit {
                    break;
                }
                (number, written) = (number + 1, written + 1);
                out.write_all(&line)?;
                writeln!(out, " id \"{endgame}.{number}\";")?;
            }
        }
    }
    out.flush()?;
    Ok(written)
}

/// Returns the place and the length of the compressed lines of each chunk, in the order of the
/// chunks.
fn blocks(file: &mut (impl Read + Seek)) -> io::Result<Vec<(u64, u64)>> {
    let end = file.seek(SeekFrom::End(0))?;
    let mut place = file.seek(SeekFrom::Start(0))?;
    let mut found = Vec::new();
    while place < end {
        let mut numbers = [[0; 8]; 2];
        for number in &mut numbers {
            file.read_exact(number)?;
        }
        let [chunk, length] = numbers.map(u64::from_le_bytes);
        found.push((chunk, (place + 16, length)));
        place = file.seek(SeekFrom::Start(place + 16 + length))?;
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, block)| block).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_written_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dump");
        let dump = Dump::create(&path).unwrap();
        dump.write_chunk(7, b"c\nd\n");
        dump.write_chunk(2, b"a;\n");
        dump.write_chunk(3, b"b;\n");
        assert!(!dump.has_failed());
        let mut out = Vec::new();
        let dumps = [("KRK", path.as_path()), ("KQK", path.as_path())];
        assert_eq!(write_dumps(dumps, u64::MAX, &mut out).unwrap(), 8);
        let text = String::from_utf8(out).unwrap();
        let krk = "a; id \"KRK.1\";\nb; id \"KRK.2\";\nc id \"KRK.3\";\nd id \"KRK.4\";\n";
        assert_eq!(text, krk.to_owned() + &krk.replace("KRK", "KQK"));
        let mut first = Vec::new();
        assert_eq!(write_dumps(dumps, 5, &mut first).unwrap(), 5);
        assert_eq!(String::from_utf8(first).unwrap(), krk.to_owned() + "a; id \"KQK.1\";\n");
        // A file cut anywhere but between chunks is an error, not fewer lines.
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(write_dumps([("KRK", path.as_path())], u64::MAX, &mut Vec::new()).is_err());
    }
}
