//! Saved runs: files with a rule's claims and patterns about every position.
//!
//! A file in parts: the number of recordings, and for each recording a JSON header and its chunks,
//! which are zstd blocks. A recording holds stored positions, each with the number of positions of the
//! whole board that it stands for.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Read, Write},
};

use drawproof_board::Color;
use drawproof_recognizers::Claim;
use drawproof_tables::{
    Layout, MEN_MIN, Material, SOLVABLE_MEN_MAX, census::Counting, positions::Sample,
};
use serde::{Deserialize, Serialize};

use super::{
    chunk::{RecordedChunk, RecordedWord, decode},
    saved_file::{FileError, FileKind, unpacked},
};
use crate::{
    enumerate::{Domain, FiftyMoveRule, TruthKind},
    findings::{Options, Scope, first_to_move, incorrect},
    subject::{Claims, Half, Reason, Reasons},
    tables::TableHashes,
};

/// Saved runs.
pub(super) static SAVED_RUN: FileKind = FileKind {
    magic: "drawproof run 2\n",
    part_bytes_max: 1 << 28,
    noun: "saved run",
    made_by: "drawproof verify --save",
};

/// The maximum length of an unpacked chunk in bytes; a file with a longer one is damaged. Those that
/// are written have at most 1024 words, each of less than a kilobyte.
const CHUNK_BYTES_MAX: usize = 1 << 24;

/// The description of a recording: the rule, the endgame and the options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub name: String,
    /// The counting convention.
    pub counting: Counting,
    /// The domain of positions that the rule was asked about. The recording holds no other
    /// positions.
    #[serde(default)]
    pub domain: Domain,
    /// The kind of truth that claims were compared with.
    #[serde(default)]
    pub truth: TruthKind,
    /// Whether the fifty-move rule was applied to the results.
    #[serde(default)]
    pub fifty_move: bool,
    /// The random sample whose positions are recorded; `None` if all positions are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// The hashes of the tables that the results come from; empty in older files.
    #[serde(default)]
    pub tables: TableHashes,
    /// The rule's reasons; in a set of reasons, bit `i` is reason `i`.
    pub patterns: Vec<Reason>,
    /// The results that the branches of each recorded set leave possible, for a rule of halves.
    #[serde(default)]
    halves: Option<BTreeMap<u64, Vec<Half>>>,
    /// The number of chunks in the file.
    chunks: usize,
}

/// A saved run: the claims and patterns of a rule about every position of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The description of the recording.
    pub header: Header,
    /// The compressed chunks, in their order.
    blocks: Vec<Vec<u8>>,
}

/// Stored positions with a claim, as bits of 64-position words: `[White to move, Black to
/// move][word]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The positions whose claim leaves the true result possible.
    pub right: [Vec<u64>; 2],
    /// The positions whose claim excludes the true result.
    pub wrong: [Vec<u64>; 2],
}

impl Claimed {
    /// Returns whether any claim is wrong.
    pub fn has_wrong(&self) -> bool {
        self.wrong.iter().flatten().any(|&lanes| lanes != 0)
    }
}

impl Header {
    /// Returns whether its endgame is one that has tables, which a sample does not need.
    fn is_of_table(&self) -> bool {
        let material: Result<Material, _> = self.endgame.parse();
        let most = if self.sample.is_some() { usize::MAX } else { SOLVABLE_MEN_MAX };
        material.is_ok_and(|material| (MEN_MIN..=most).contains(&material.men()))
    }

    /// Returns the number of words of each side to move.
    fn words(&self, layout: &Layout) -> usize {
        self.sample.map_or_else(|| layout.words(), |it| it.words())
    }

    /// Returns whether the rule itself reports, for each branch, the results that the branch leaves
    /// possible.
    pub fn has_halves(&self) -> bool {
        self.halves.is_some()
    }

    /// Returns the reasons, and the meaning of the numbers of their sets.
    pub(super) fn reasons(&self) -> Reasons {
        Reasons::recorded(self.patterns.clone(), self.halves.clone())
    }
}

impl Recording {
    /// Makes the recording of a rule from its compressed chunks. `options` are the options of the
    /// verification; `tables` are the hashes of the tables that the results come from.
    pub(crate) fn new(
        endgame: String,
        name: String,
        options: &Options,
        tables: TableHashes,
        reasons: Reasons,
        blocks: Vec<Vec<u8>>,
    ) -> Recording {
        let &Options { counting, domain, truth, sample, .. } = options;
        let fifty_move = options.fifty_moves == FiftyMoveRule::Applied;
        let chunks = blocks.len();
        let Reasons { list: patterns, halves, .. } = reasons;
        let header = Header {
            endgame,
            name,
            counting,
            domain,
            truth,
            fifty_move,
            sample,
            tables,
            patterns,
            halves,
            chunks,
        };
        Recording { header, blocks }
    }

    /// Returns the stored positions with a claim in `scope`: the positions with a right claim, and
    /// the positions with a wrong one.
    ///
    /// # Errors
    ///
    /// Fails if the recording is damaged, or is of another endgame than `layout`.
    pub fn claimed(&self, layout: &Layout, scope: Scope) -> Result<Claimed, FileError> {
        self.claimed_in(layout, scope, |word| word.claims)
    }

    /// Returns the stored positions in which at least one of some reasons contributes to a claim of
    /// `scope`. `places` are the indices of these reasons in [`Header::patterns`]. A claim counts
    /// as right or wrong by the results that these reasons alone leave possible.
    ///
    /// # Errors
    ///
    /// Fails if the recording is damaged, or is of another endgame than `layout`.
    pub fn claimed_because(
        &self,
        layout: &Layout,
        places: &[usize],
        scope: Scope,
    ) -> Result<Claimed, FileError> {
        let reasons = self.header.reasons();
        let mut known: HashMap<(u64, u8), Option<Claim>> = HashMap::new();
        self.claimed_in(layout, scope, |word| {
            word.claims_of(|set, claim| {
                *known.entry((set, claim.bits())).or_insert_with(|| {
                    let own = reasons.of(set, claim).into_iter();
                    let own = own.filter(|(place, _)| places.contains(place));
                    let bits = own.map(|(_, claim)| claim.bits()).reduce(|all, bits| all & bits)?;
                    Claim::from_bits(bits)
                })
            })
        })
    }

    /// Returns the stored positions with a claim of the scope among the `claims` of each word.
    fn claimed_in(
        &self,
        layout: &Layout,
        scope: Scope,
        mut claims: impl FnMut(&RecordedWord) -> Claims,
    ) -> Result<Claimed, FileError> {
        let words = self.header.words(layout);
        let empty = || [vec![0; words], vec![0; words]];
        let mut claimed = Claimed { right: empty(), wrong: empty() };
        let firsts = Color::ALL.map(|side| first_to_move(layout.material().get(), side));
        for chunk in 0..self.chunks() {
            for word in self.chunk(chunk)? {
                let side = usize::from(word.black);
                let number = word.word as usize;
                if number >= words {
                    return Err(SAVED_RUN.damaged("it is of another endgame"));
                }
                let claims = scope.within(claims(&word), firsts[side]);
                let (made, wrong) = (claims.made() & word.lanes, incorrect(word.results(), claims));
                claimed.wrong[side][number] = made & wrong;
                claimed.right[side][number] = made & !wrong;
            }
        }
        Ok(claimed)
    }

    /// Returns the number of positions of the whole board that each recorded position of a word
    /// represents: `[White to move, Black to move][word]`, 0 for a word without recorded positions.
    ///
    /// # Errors
    ///
    /// Fails if the recording is damaged, or is of another endgame than `layout`.
    pub fn weights(&self, layout: &Layout) -> Result<[Vec<u8>; 2], FileError> {
        self.each_word(layout, |word| word.weight)
    }

    /// Returns the drawn and the decisive positions of a recorded sample as bits, `[White to move,
    /// Black to move][word]`, each word as `(drawn, decisive)`. Sample number `n` is bit `n % 64`
    /// of word `n / 64`. If both sides have the same men, all positions are in White's words.
    ///
    /// # Errors
    ///
    /// Fails if the recording is damaged, or is of another endgame than `layout`.
    pub fn results(&self, layout: &Layout) -> Result<[Vec<(u64, u64)>; 2], FileError> {
        self.each_word(layout, |word| (word.drawn, word.lanes & !word.drawn))
    }

    /// Returns the results of `of` about each word, `[White to move, Black to move][word]`.
    fn each_word<T: Copy + Default>(
        &self,
        layout: &Layout,
        of: impl Fn(&RecordedWord) -> T,
    ) -> Result<[Vec<T>; 2], FileError> {
        let words = self.header.words(layout);
        let mut found = [vec![T::default(); words], vec![T::default(); words]];
        for chunk in 0..self.chunks() {
            for word in self.chunk(chunk)? {
                let of_side = &mut found[usize::from(word.black)];
                *of_side
                    .get_mut(word.word as usize)
                    .ok_or_else(|| SAVED_RUN.damaged("it is of another endgame"))? = of(&word);
            }
        }
        Ok(found)
    }

    /// Returns the number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.blocks.len()
    }

    /// Decodes and returns the words of chunk `number`.
    pub(crate) fn chunk(&self, number: usize) -> Result<RecordedChunk, FileError> {
        let bytes = unpacked(&self.blocks[number], CHUNK_BYTES_MAX)
            .ok_or_else(|| SAVED_RUN.damaged("a block does not unpack"))?;
        decode(&bytes, self.header.truth)
            .ok_or_else(|| SAVED_RUN.damaged("a block has the wrong length"))
    }
}

/// Writes a file of recordings to `out`.
///
/// # Errors
///
/// Fails if `out` cannot be written.
pub fn write_recordings(recordings: &[Recording], out: &mut impl Write) -> io::Result<()> {
    out.write_all(SAVED_RUN.magic.as_bytes())?;
    out.write_all(&(recordings.len() as u32).to_le_bytes())?;
    for recording in recordings {
        let header = serde_json::to_vec(&recording.header).expect("a header has text");
        for part in std::iter::once(&header).chain(&recording.blocks) {
            SAVED_RUN.write_part(part, out)?;
        }
    }
    out.flush()
}

/// Reads a file of recordings.
///
/// # Errors
///
/// Fails if the file is not a saved run, is damaged, or cannot be read.
pub fn read_recordings(input: &mut impl Read) -> Result<Vec<Recording>, FileError> {
    let mut parts = SAVED_RUN.open(input)?;
    let count = parts.number()?;
    let mut recordings = Vec::new();
    for _ in 0..count {
        let header: Header = serde_json::from_slice(&parts.part()?)
            .map_err(|_| SAVED_RUN.damaged("a header cannot be read"))?;
        if !header.is_of_table() {
            return Err(SAVED_RUN.damaged("its endgame has no table"));
        }
        let blocks = (0..header.chunks).map(|_| parts.part()).collect::<Result<_, _>>()?;
        recordings.push(Recording { header, blocks });
    }
    parts.end()?;
    Ok(recordings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::chunk::{RecordedWord, encode};

    fn recording() -> Recording {
        let words: RecordedChunk = (0..300)
            .map(|number| RecordedWord {
                word: number,
                truth: TruthKind::Result,
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
        let none = (TableHashes::new(), Reasons::default());
        let (name, options) = ("test".into(), Options::default());
        let recording = Recording::new("KRKR".into(), name, &options, none.0, none.1, vec![block]);
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
    fn headers_without_hashes_of_tables_are_read() {
        let older =
            r#"{"endgame":"KRKR","name":"a rule","counting":"full","patterns":[],"chunks":0}"#;
        let header: Header = serde_json::from_str(older).unwrap();
        assert!(header.tables.is_empty());
    }

    #[test]
    fn a_count_that_the_chunk_cannot_hold_takes_no_memory() {
        // Two counts of nearly 2^32 and 2^24 zeros: words of 20 GB, if they were believed.
        let mut bytes = vec![0; CHUNK_BYTES_MAX - 8];
        bytes[..8].fill(0xff);
        let claims_more = zstd::bulk::compress(&bytes, 3).unwrap();
        let is_longer = zstd::bulk::compress(&vec![0; CHUNK_BYTES_MAX + 1], 3).unwrap();
        let blocks = vec![claims_more, is_longer];
        let none = (TableHashes::new(), Reasons::default());
        let (name, options) = ("test".into(), Options::default());
        let recording = Recording::new("KRKR".into(), name, &options, none.0, none.1, blocks);
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
