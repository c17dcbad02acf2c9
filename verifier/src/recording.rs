//! Saved runs: the claims and patterns of every position, packed, so that two versions of a rule
//! can be compared without asking either again.
//!
//! A file is a magic line, the number of recordings, and for each a JSON header and its chunks,
//! every chunk a zstd block with its length and checksum. Stored positions are recorded, each with
//! the number of positions of the board it stands for.

use std::io::{self, Read, Write};

use cozy_chess::Color;
use drawproof_tables::Layout;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::{
    Answers, Claims, Counting, Options, PatternName, judge::for_each_lane, questions::Question,
    verify::Rule,
};

/// The first bytes of a saved run; the digit is the format's version.
const MAGIC: &[u8] = b"drawproof run 1\n";

/// Quick compression: runs are compared once or twice and thrown away.
const ZSTD_LEVEL: i32 = 3;

/// No header and no chunk is longer: a larger number means a damaged file.
const PART_BYTES_MAX: u32 = 1 << 28;

/// Stored positions of one word: what they are and what was claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordedWord {
    /// The word of the table.
    pub word: u32,
    /// Positions of the board for each stored one.
    pub weight: u8,
    /// The side to move is Black.
    pub black: bool,
    pub lanes: u64,
    /// Lanes that are drawn.
    pub drawn: u64,
    pub claims: Claims,
    /// Sets of matching patterns, lanes ascending; empty if the rule tells none.
    pub patterns: Vec<u64>,
}

/// The words of a chunk.
pub(crate) type RecordedChunk = Vec<RecordedWord>;

/// Records as questions are judged.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    current: RecordedChunk,
    /// `(chunk, block)`.
    blocks: Vec<(usize, Vec<u8>)>,
}

impl Recorder {
    pub fn word(&mut self, question: &Question, answers: &Answers, with_patterns: bool) {
        let lanes = question.batch.lanes();
        let mut patterns = Vec::new();
        if with_patterns {
            for_each_lane(lanes, |lane| patterns.push(answers.patterns[lane]));
        }
        self.current.push(RecordedWord {
            word: question.word as u32,
            weight: question.weight as u8,
            black: question.side_to_move == Color::Black,
            lanes,
            drawn: question.truths.draw,
            claims: answers.claims,
            patterns,
        });
    }

    pub fn end_chunk(&mut self, chunk: usize) {
        let bytes = encode(&std::mem::take(&mut self.current));
        let block = zstd::bulk::compress(&bytes, ZSTD_LEVEL).expect("memory suffices");
        self.blocks.push((chunk, block));
    }

    pub fn add(&mut self, other: Recorder) {
        self.blocks.extend(other.blocks);
    }

    pub fn finish(mut self, layout: &Layout, rule: &Rule, options: &Options) -> Recording {
        self.blocks.sort_unstable_by_key(|&(chunk, _)| chunk);
        let header = Header {
            endgame: layout.material().to_string(),
            name: rule.name.clone(),
            counting: options.counting,
            patterns: rule.patterns.clone(),
            chunks: self.blocks.len(),
        };
        Recording { header, blocks: self.blocks.into_iter().map(|(_, block)| block).collect() }
    }
}

/// What a recording is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub name: String,
    /// The counting convention.
    pub counting: Counting,
    /// The rule's patterns by bit.
    pub patterns: Vec<PatternName>,
    /// The number of chunks.
    chunks: usize,
}

/// The claims and patterns of a rule about every position of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// What it is of.
    pub header: Header,
    blocks: Vec<Vec<u8>>,
}

/// Why a saved run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// It is none.
    #[error("this is no saved run: make one with 'drawproof verify --save'")]
    Foreign,
    /// Its bytes are not those that were written.
    #[error("the saved run is damaged ({0}): make it anew with 'drawproof verify --save'")]
    Damaged(&'static str),
    /// It cannot be read at all.
    #[error("the saved run cannot be read")]
    Io(#[from] io::Error),
}

impl Recording {
    /// The stored positions claimed drawn: a word of lanes for each word of the table, White to
    /// move, then Black to move.
    pub fn claimed_draws(&self, layout: &Layout) -> Result<[Vec<u64>; 2], RecordingError> {
        let mut claimed = [vec![0; layout.words()], vec![0; layout.words()]];
        for chunk in 0..self.chunks() {
            for word in self.chunk(chunk)? {
                let side = &mut claimed[usize::from(word.black)];
                let lanes = side.get_mut(word.word as usize);
                let lanes = lanes.ok_or(RecordingError::Damaged("it is of another endgame"))?;
                *lanes = word.claims.draw;
            }
        }
        Ok(claimed)
    }

    /// The number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.blocks.len()
    }

    /// The words of a chunk.
    pub(crate) fn chunk(&self, number: usize) -> Result<RecordedChunk, RecordingError> {
        let bytes = zstd::bulk::decompress(&self.blocks[number], PART_BYTES_MAX as usize)
            .map_err(|_| RecordingError::Damaged("a block does not unpack"))?;
        decode(&bytes).ok_or(RecordingError::Damaged("a block has the wrong length"))
    }
}

/// Writes recordings.
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

/// Reads recordings.
pub fn read_recordings(input: &mut impl Read) -> Result<Vec<Recording>, RecordingError> {
    let mut magic = [0; MAGIC.len()];
    match input.read_exact(&mut magic) {
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        Ok(()) if magic == MAGIC => {}
        _ => return Err(RecordingError::Foreign),
    }
    let count = u32::from_le_bytes(array(input)?);
    let mut recordings = Vec::new();
    for _ in 0..count {
        let header: Header = serde_json::from_slice(&part(input)?)
            .map_err(|_| RecordingError::Damaged("a header is none"))?;
        let blocks = (0..header.chunks).map(|_| part(input)).collect::<Result<_, _>>()?;
        recordings.push(Recording { header, blocks });
    }
    Ok(recordings)
}

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

/// A part with its length and checksum.
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

/// A chunk as bytes, column by column so that it packs well.
fn encode(words: &RecordedChunk) -> Vec<u8> {
    let mut sets: Vec<u64> = words.iter().flat_map(|w| w.patterns.iter().copied()).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut bytes = Vec::new();
    let mut put = |number: u64, size: usize| bytes.extend(&number.to_le_bytes()[..size]);
    put(words.len() as u64, 4);
    put(sets.len() as u64, 4);
    words.iter().for_each(|w| put(w.word.into(), 4));
    words.iter().for_each(|w| put(w.weight.into(), 1));
    words.iter().for_each(|w| put(w.black.into(), 1));
    for column in COLUMNS {
        words.iter().for_each(|w| put(column(w), 8));
    }
    sets.iter().for_each(|&set| put(set, 8));
    for set in words.iter().flat_map(|w| &w.patterns) {
        let number = sets.binary_search(set).expect("it was collected");
        put(number as u64, number_size(sets.len()));
    }
    bytes
}

/// Bytes of the number of one of `sets` sets.
fn number_size(sets: usize) -> usize {
    match sets {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

/// The columns of eight bytes.
const COLUMNS: [fn(&RecordedWord) -> u64; 5] =
    [|w| w.lanes, |w| w.drawn, |w| w.claims.draw, |w| w.claims.win, |w| w.claims.loss];

/// The chunk of some bytes; `None` if they are none.
fn decode(bytes: &[u8]) -> Option<RecordedChunk> {
    let mut left = bytes;
    let mut get = |size: usize| -> Option<u64> {
        let (number, rest) = left.split_at_checked(size)?;
        left = rest;
        let mut whole = [0; 8];
        whole[..size].copy_from_slice(number);
        Some(u64::from_le_bytes(whole))
    };
    let (count, sets) = (get(4)? as usize, get(4)? as usize);
    if count > bytes.len() || sets > bytes.len() {
        return None;
    }
    let mut words = vec![RecordedWord::default(); count];
    for word in &mut words {
        word.word = get(4)? as u32;
    }
    for word in &mut words {
        word.weight = get(1)? as u8;
    }
    for word in &mut words {
        word.black = get(1)? != 0;
    }
    let columns: [fn(&mut RecordedWord) -> &mut u64; 5] = [
        |w| &mut w.lanes,
        |w| &mut w.drawn,
        |w| &mut w.claims.draw,
        |w| &mut w.claims.win,
        |w| &mut w.claims.loss,
    ];
    for column in columns {
        for word in &mut words {
            *column(word) = get(8)?;
        }
    }
    let sets: Vec<u64> = (0..sets).map(|_| get(8)).collect::<Option<_>>()?;
    if !sets.is_empty() {
        for word in &mut words {
            for _ in 0..word.lanes.count_ones() {
                word.patterns.push(*sets.get(get(number_size(sets.len()))? as usize)?);
            }
        }
    }
    left.is_empty().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording() -> Recording {
        let words: RecordedChunk = (0..300)
            .map(|number| RecordedWord {
                word: number,
                weight: 8,
                black: number % 2 == 1,
                lanes: 0b1011,
                drawn: 0b0011,
                claims: Claims { draw: 1, win: 8, loss: 0 },
                patterns: vec![u64::from(number), 1 << 63, 0],
            })
            .collect();
        let mut recorder = Recorder { current: words.clone(), blocks: Vec::new() };
        recorder.end_chunk(0);
        let header = Header {
            endgame: "KRKR".into(),
            name: "test".into(),
            counting: Counting::Full,
            patterns: Vec::new(),
            chunks: 1,
        };
        let blocks = recorder.blocks.into_iter().map(|(_, block)| block).collect();
        let recording = Recording { header, blocks };
        assert_eq!(recording.chunk(0).unwrap(), words);
        recording
    }

    #[test]
    fn what_is_written_is_read() {
        let mut file = Vec::new();
        let written = vec![recording(), recording()];
        write_recordings(&written, &mut file).unwrap();
        assert_eq!(read_recordings(&mut &file[..]).unwrap(), written);
    }

    #[test]
    fn a_file_cut_or_changed_anywhere_is_refused() {
        let mut file = Vec::new();
        write_recordings(&[recording()], &mut file).unwrap();
        for length in 0..file.len() {
            assert!(read_recordings(&mut &file[..length]).is_err(), "cut at {length}");
        }
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            // More recordings than there are end too soon; none at all are too few to compare.
            let read = read_recordings(&mut &changed[..]);
            assert!(read.is_err(), "changed at {place}");
        }
    }
}
