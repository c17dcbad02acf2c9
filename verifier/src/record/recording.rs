//! Saved runs: files with a rule's claims and patterns about every position.
//!
//! A file is a magic line, the number of recordings, and for each recording a JSON header and its
//! chunks. Header and chunks are preceded by length and checksum; chunks are zstd blocks. A
//! recording holds stored positions, each with the number of positions of the whole board that it
//! stands for.

use std::io::{self, Read, Write};

use drawproof_tables::{Layout, MEN_MIN, Material, SOLVABLE_MEN_MAX, census::Counting};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::chunk::{RecordedChunk, RecordedWord, decode};
use crate::{enumerate::Domain, subject::Reason};

/// The first bytes of a saved run; the digit is the format's version.
const MAGIC: &[u8] = b"drawproof run 2\n";

/// The part of the first bytes that all versions have.
const MAGIC_OF_ALL: usize = b"drawproof run ".len();

/// The maximum length of a header or a packed chunk in bytes; a file with a longer one is damaged.
const PART_BYTES_MAX: u32 = 1 << 28;

/// The maximum length of an unpacked chunk in bytes; a file with a longer one is damaged. Those that
/// are written have at most 1024 words, each of less than a kilobyte.
const CHUNK_BYTES_MAX: u64 = 1 << 24;

/// The rule and the endgame of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub name: String,
    /// The counting convention.
    pub counting: Counting,
    /// The positions that the rule was asked about; others are not part of the recording.
    #[serde(default)]
    pub domain: Domain,
    /// Whether results are those within the fifty-move rule.
    #[serde(default)]
    pub fifty_move: bool,
    /// The rule's patterns by bit.
    pub patterns: Vec<Reason>,
    /// The number of chunks.
    chunks: usize,
}

/// The claims and patterns of a rule about every position of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The rule and the endgame.
    pub header: Header,
    /// The compressed chunks, in their order.
    blocks: Vec<Vec<u8>>,
}

/// Stored positions with a claim, as sets of lanes: `[White to move, Black to move][word]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The claim holds the true result possible.
    pub right: [Vec<u64>; 2],
    /// The claim excludes the true result.
    pub wrong: [Vec<u64>; 2],
}

/// Why a saved run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file is not a saved run.
    #[error("this is no saved run: make one with 'drawproof verify --save'")]
    Foreign,
    /// The file has another version of the format.
    #[error(
        "the saved run has another format, of an older or newer drawproof: make it again with \
         'drawproof verify --save'"
    )]
    Version,
    /// The file is damaged.
    #[error("the saved run is damaged ({0}): make it again with 'drawproof verify --save'")]
    Damaged(&'static str),
    /// The system cannot read the file.
    #[error("the saved run cannot be read")]
    Io(#[from] io::Error),
}

impl Header {
    /// Whether its endgame is one that has tables.
    fn is_of_table(&self) -> bool {
        let material: Result<Material, _> = self.endgame.parse();
        material.is_ok_and(|material| (MEN_MIN..=SOLVABLE_MEN_MAX).contains(&material.men()))
    }
}

impl Recording {
    /// The recording of a rule from its compressed chunks, with the counting convention and the
    /// domain that it is `about`, and whether the fifty-move rule was applied.
    pub(crate) fn new(
        endgame: String,
        name: String,
        about: (Counting, Domain, bool),
        patterns: Vec<Reason>,
        blocks: Vec<Vec<u8>>,
    ) -> Recording {
        let (counting, domain, fifty_move) = about;
        let chunks = blocks.len();
        let header = Header { endgame, name, counting, domain, fifty_move, patterns, chunks };
        Recording { header, blocks }
    }

    /// The stored positions with a claim, right or wrong.
    ///
    /// # Errors
    ///
    /// The recording is damaged, or of another endgame than `layout`.
    pub fn claimed(&self, layout: &Layout) -> Result<Claimed, RecordingError> {
        self.claimed_in(layout, RecordedWord::made)
    }

    /// The stored positions with a claim for which one of some reasons matches; a set of reasons by
    /// bit.
    ///
    /// # Errors
    ///
    /// The recording is damaged, or of another endgame than `layout`.
    pub fn claimed_because(
        &self,
        layout: &Layout,
        reasons: u64,
    ) -> Result<Claimed, RecordingError> {
        self.claimed_in(layout, |word| word.made() & word.lanes_with(reasons))
    }

    /// The stored positions with a claim in the `lanes` of each word.
    fn claimed_in(
        &self,
        layout: &Layout,
        lanes: impl Fn(&RecordedWord) -> u64,
    ) -> Result<Claimed, RecordingError> {
        let empty = || [vec![0; layout.words()], vec![0; layout.words()]];
        let mut claimed = Claimed { right: empty(), wrong: empty() };
        for chunk in 0..self.chunks() {
            for word in self.chunk(chunk)? {
                let side = usize::from(word.black);
                let number = word.word as usize;
                if number >= layout.words() {
                    return Err(RecordingError::Damaged("it is of another endgame"));
                }
                let made = lanes(&word);
                claimed.wrong[side][number] = made & word.incorrect();
                claimed.right[side][number] = made & !word.incorrect();
            }
        }
        Ok(claimed)
    }

    /// The number of positions of the whole board that each recorded position of a word stands for:
    /// `[White to move, Black to move][word]`, 0 where there is none.
    ///
    /// # Errors
    ///
    /// The recording is damaged, or of another endgame than `layout`.
    pub fn weights(&self, layout: &Layout) -> Result<[Vec<u8>; 2], RecordingError> {
        let mut weights = [vec![0; layout.words()], vec![0; layout.words()]];
        for chunk in 0..self.chunks() {
            for word in self.chunk(chunk)? {
                let of_side = &mut weights[usize::from(word.black)];
                *of_side
                    .get_mut(word.word as usize)
                    .ok_or(RecordingError::Damaged("it is of another endgame"))? = word.weight;
            }
        }
        Ok(weights)
    }

    /// The number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.blocks.len()
    }

    /// The words of a chunk.
    pub(crate) fn chunk(&self, number: usize) -> Result<RecordedChunk, RecordingError> {
        let damaged = || RecordingError::Damaged("a block does not unpack");
        let block = &self.blocks[number];
        // Checked before memory is allocated for it.
        let size = zstd::zstd_safe::get_frame_content_size(block).ok().flatten();
        let size = size.filter(|&size| size <= CHUNK_BYTES_MAX).ok_or_else(damaged)?;
        let bytes = zstd::bulk::decompress(block, size as usize).map_err(|_| damaged())?;
        decode(&bytes).ok_or(RecordingError::Damaged("a block has the wrong length"))
    }
}

/// Writes a file of recordings.
///
/// # Errors
///
/// `out` fails.
pub fn write_recordings(recordings: &[Recording], out: &mut impl Write) -> io::Result<()> {
    out.write_all(MAGIC)?;
    out.write_all(&(recordings.len() as u32).to_le_bytes())?;
    for recording in recordings {
        let header = serde_json::to_vec(&recording.header).expect("a header has text");
        for part in std::iter::once(&header).chain(&recording.blocks) {
            out.write_all(&(part.len() as u32).to_le_bytes())?;
            out.write_all(&XxHash3_64::oneshot(part).to_le_bytes())?;
            out.write_all(part)?;
        }
    }
    out.flush()
}

/// Reads a file of recordings.
///
/// # Errors
///
/// The file is not a saved run, is damaged, or cannot be read.
pub fn read_recordings(input: &mut impl Read) -> Result<Vec<Recording>, RecordingError> {
    let mut magic = [0; MAGIC.len()];
    match input.read_exact(&mut magic) {
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        Ok(()) if magic == MAGIC => {}
        Ok(()) if magic[..MAGIC_OF_ALL] == MAGIC[..MAGIC_OF_ALL] => {
            return Err(RecordingError::Version);
        }
        _ => return Err(RecordingError::Foreign),
    }
    let count = u32::from_le_bytes(array(input)?);
    let mut recordings = Vec::new();
    for _ in 0..count {
        let header: Header = serde_json::from_slice(&part(input)?)
            .map_err(|_| RecordingError::Damaged("a header is none"))?;
        if !header.is_of_table() {
            return Err(RecordingError::Damaged("its endgame has no table"));
        }
        let blocks = (0..header.chunks).map(|_| part(input)).collect::<Result<_, _>>()?;
        recordings.push(Recording { header, blocks });
    }
    if input.read(&mut [0])? > 0 {
        return Err(RecordingError::Damaged("bytes are left over"));
    }
    Ok(recordings)
}

/// Reads `N` bytes.
fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], RecordingError> {
    let mut bytes = [0; N];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(RecordingError::Damaged("it ends too soon"))
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads a header or chunk and checks its length and checksum.
fn part(input: &mut impl Read) -> Result<Vec<u8>, RecordingError> {
    let length = u32::from_le_bytes(array(input)?);
    let checksum = u64::from_le_bytes(array(input)?);
    if length > PART_BYTES_MAX {
        return Err(RecordingError::Damaged("a length is out of range"));
    }
    let mut part = Vec::new();
    input.take(length.into()).read_to_end(&mut part)?;
    if part.len() != length as usize {
        return Err(RecordingError::Damaged("it ends too soon"));
    }
    if XxHash3_64::oneshot(&part) != checksum {
        return Err(RecordingError::Damaged("a checksum is wrong"));
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::chunk::{RecordedWord, encode},
        subject::Claims,
    };

    const ABOUT: (Counting, Domain, bool) = (Counting::Full, Domain::EVERYTHING, false);

    fn recording() -> Recording {
        let words: RecordedChunk = (0..300)
            .map(|number| RecordedWord {
                word: number,
                weight: 8,
                black: number % 2 == 1,
                lanes: 0b1011,
                drawn: 0b0011,
                won: 0b1000,
                claims: Claims { draw: 1, win: 8, loss: 3 },
                patterns: vec![u64::from(number), 1 << 63, 0],
            })
            .collect();
        let block = zstd::bulk::compress(&encode(&words), 3).unwrap();
        let recording =
            Recording::new("KRKR".into(), "test".into(), ABOUT, Vec::new(), vec![block]);
        assert_eq!(recording.chunk(0).unwrap(), words);
        recording
    }

    #[test]
    fn a_written_file_reads_the_same() {
        let mut file = Vec::new();
        let written = vec![recording(), recording()];
        write_recordings(&written, &mut file).unwrap();
        assert_eq!(read_recordings(&mut &file[..]).unwrap(), written);
    }

    #[test]
    fn a_count_that_the_chunk_cannot_hold_takes_no_memory() {
        // Two counts of nearly 2^32 and 2^24 zeros: words of 20 GB, if they were believed.
        let mut bytes = vec![0; CHUNK_BYTES_MAX as usize - 8];
        bytes[..8].fill(0xff);
        let claims_more = zstd::bulk::compress(&bytes, 3).unwrap();
        let is_longer = zstd::bulk::compress(&vec![0; CHUNK_BYTES_MAX as usize + 1], 3).unwrap();
        let blocks = vec![claims_more, is_longer];
        let recording = Recording::new("KRKR".into(), "test".into(), ABOUT, Vec::new(), blocks);
        for (chunk, expected) in [(0, "wrong length"), (1, "does not unpack")] {
            let error = recording.chunk(chunk).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_file_cut_or_changed_anywhere_is_refused() {
        let mut file = Vec::new();
        write_recordings(&[recording()], &mut file).unwrap();
        for length in 0..file.len() {
            assert!(read_recordings(&mut &file[..length]).is_err(), "cut at {length}");
        }
        assert!(read_recordings(&mut &[&file[..], &[0]].concat()[..]).is_err(), "a byte more");
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            let read = read_recordings(&mut &changed[..]);
            assert!(read.is_err(), "changed at {place}");
        }
    }
}
