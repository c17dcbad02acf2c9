//! One chunk of a recording, recorded while questions are asked, and its encoding as bytes.

use drawproof_board::Color;
use drawproof_recognizers::Claim;

use crate::{
    enumerate::{LaneResults, Question, TruthKind, for_each_lane},
    findings::incorrect,
    subject::{Answers, Claims},
};

/// The stored positions of one word of a table, with one side to move: results, claims, patterns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordedWord {
    /// The number of the word in the table.
    pub word: u32,
    /// The number of positions of the whole board that each stored position represents.
    pub weight: u8,
    /// Whether Black is to move.
    pub black: bool,
    /// The lanes that hold a position, as bits.
    pub lanes: u64,
    /// The kind of truth about positions; not part of the encoded bytes.
    pub truth: TruthKind,
    /// The lanes that are drawn; in the cooperative game, the lanes in which both sides can mate or
    /// neither side can.
    pub drawn: u64,
    /// The lanes that the side to move wins; in the cooperative game, the lanes in which the side
    /// to move can mate.
    pub won: u64,
    pub claims: Claims,
    /// The set of matching patterns of each position, in ascending order of lanes; empty if the
    /// rule reports no patterns.
    pub patterns: Vec<u64>,
}

impl RecordedWord {
    /// Returns the side to move.
    pub fn side(&self) -> Color {
        if self.black { Color::Black } else { Color::White }
    }

    /// Returns the set of matching reasons in a lane; the empty set if the rule reports no reasons.
    pub fn reasons(&self, lane: usize) -> u64 {
        let number = (self.lanes & ((1 << lane) - 1)).count_ones() as usize;
        self.patterns.get(number).copied().unwrap_or(0)
    }

    /// Returns the true results.
    pub fn results(&self) -> LaneResults {
        let draw = match self.truth {
            TruthKind::Result => self.drawn,
            TruthKind::CanMate => self.lanes,
        };
        LaneResults { draw, win: self.won, loss: self.lanes & !(self.drawn ^ self.won) }
    }

    /// Returns the lanes whose claim excludes the true result.
    pub fn incorrect(&self) -> u64 {
        incorrect(self.results(), self.claims)
    }

    /// Calls `own` with the set of reasons and the claim of each recorded position, and collects
    /// the claims that `own` returns. Positions for which `own` returns `None` count as not asked
    /// about.
    pub fn claims_of(&self, mut own: impl FnMut(u64, Claim) -> Option<Claim>) -> Claims {
        let mut claims = Claims::default();
        let mut sets = self.patterns.iter();
        for_each_lane(self.lanes, |lane| {
            let claim = self.claims.get(lane);
            if let Some(claim) = sets.next().and_then(|&set| own(set, claim)) {
                claims.note(lane, claim);
            }
        });
        claims
    }
}

/// The words of a chunk.
pub(crate) type RecordedChunk = Vec<RecordedWord>;

/// Encodes a chunk column by column, which compresses better than word by word. All numbers are
/// little-endian.
pub(super) fn encode(words: &RecordedChunk) -> Vec<u8> {
    let mut sets: Vec<u64> = words.iter().flat_map(|w| w.patterns.iter().copied()).collect();
    sets.sort_unstable();
    sets.dedup();
    // As of a rule that reports no reasons.
    if sets == [0] {
        sets.clear();
    }
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
    for set in words.iter().flat_map(|w| &w.patterns).filter(|_| !sets.is_empty()) {
        let number = sets.binary_search(set).expect("all sets were collected");
        put(number as u64, number_size(sets.len()));
    }
    bytes
}

/// Returns the bytes that a number below `sets` takes.
fn number_size(sets: usize) -> usize {
    match sets {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

/// The bytes of a word without its patterns: number, weight, side to move, and [`COLUMNS`].
const WORD_BYTES: usize = 4 + 1 + 1 + 8 * COLUMNS.len();

/// The columns of eight bytes a word.
const COLUMNS: [fn(&RecordedWord) -> u64; 6] =
    [|w| w.lanes, |w| w.drawn, |w| w.won, |w| w.claims.draw, |w| w.claims.win, |w| w.claims.loss];

/// Decodes a chunk; `None` if the bytes are not an encoded chunk.
pub(super) fn decode(bytes: &[u8], truth: TruthKind) -> Option<RecordedChunk> {
    let mut left = bytes;
    let mut get = |size: usize| -> Option<u64> {
        let (number, rest) = left.split_at_checked(size)?;
        left = rest;
        let mut whole = [0; 8];
        whole[..size].copy_from_slice(number);
        Some(u64::from_le_bytes(whole))
    };
    let (count, sets) = (get(4)? as usize, get(4)? as usize);
    // Checked before memory is allocated for them.
    if count * WORD_BYTES + sets * 8 > bytes.len() {
        return None;
    }
    let mut words = vec![RecordedWord { truth, ..RecordedWord::default() }; count];
    for word in &mut words {
        word.word = get(4)? as u32;
    }
    for word in &mut words {
        word.weight = get(1)? as u8;
    }
    for word in &mut words {
        word.black = get(1)? != 0;
    }
    let columns: [fn(&mut RecordedWord) -> &mut u64; 6] = [
        |w| &mut w.lanes,
        |w| &mut w.drawn,
        |w| &mut w.won,
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

/// A fast compression level: most runs are compared once and deleted.
const ZSTD_LEVEL: i32 = 3;

/// The chunks recorded so far, in any order.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    /// The words of the chunk in question.
    current: RecordedChunk,
    /// Finished chunks: number and compressed bytes.
    blocks: Vec<(usize, Vec<u8>)>,
}

impl Recorder {
    /// Records a question: the first about some stored positions, or that about a position of a
    /// sample. If `is_even`, both sides have the same men, and sampled positions are recorded with
    /// White to move.
    pub fn take(&mut self, q: &Question, answers: &Answers, with_patterns: bool, is_even: bool) {
        match q.drawn {
            None => self.word(q, answers, with_patterns),
            Some(number) => self.position(number, q, answers, with_patterns, is_even),
        }
    }

    /// Records the stored positions of a word: the first question about them.
    fn word(&mut self, question: &Question, answers: &Answers, with_patterns: bool) {
        let (lanes, place) = (question.batch.lanes(), question.stored.place);
        let results = question.stored.results;
        let mut patterns = Vec::new();
        if with_patterns {
            for_each_lane(lanes, |lane| patterns.push(answers.patterns[lane]));
        }
        self.current.push(RecordedWord {
            word: place.word as u32,
            weight: question.weight as u8,
            black: place.black_to_move,
            lanes,
            truth: question.stored.values.kind,
            drawn: results.drawn() | results.win & results.loss,
            won: results.win,
            claims: answers.claims,
            patterns,
        });
    }

    /// Records a position of a sample by its number, the numbers of a chunk ascending.
    fn position(
        &mut self,
        number: u64,
        q: &Question,
        answers: &Answers,
        with_patterns: bool,
        is_even: bool,
    ) {
        let (word, lane) = ((number / 64) as u32, number % 64);
        let (truth, results, claims) = (q.stored.values.kind, q.stored.results, answers.claims);
        let black = !is_even && q.stored.place.black_to_move;
        let from = q.batch.lanes().trailing_zeros();
        let is_same = |it: &&mut RecordedWord| it.word == word && it.black == black;
        if !self.current.iter_mut().rev().take(2).any(|it| is_same(&it)) {
            let new = RecordedWord { word, weight: 1, black, truth, ..RecordedWord::default() };
            self.current.push(new);
        }
        let own = self.current.iter_mut().rev().find(is_same).expect("it was added");
        let bit = |lanes: u64| (lanes >> from & 1) << lane;
        own.lanes |= 1 << lane;
        own.drawn |= bit(results.drawn() | results.win & results.loss);
        own.won |= bit(results.win);
        own.claims.draw |= bit(claims.draw);
        own.claims.win |= bit(claims.win);
        own.claims.loss |= bit(claims.loss);
        own.patterns.extend(with_patterns.then(|| answers.patterns[from as usize]));
    }

    /// Ends a chunk: compresses its words and stores them under the chunk's number.
    pub fn end_chunk(&mut self, chunk: usize) {
        let bytes = encode(&std::mem::take(&mut self.current));
        let block =
            zstd::bulk::compress(&bytes, ZSTD_LEVEL).expect("compressing in memory does not fail");
        self.blocks.push((chunk, block));
    }

    pub fn add(&mut self, other: Recorder) {
        self.blocks.extend(other.blocks);
    }

    /// Returns the compressed chunks in the order of their numbers.
    pub fn into_blocks(mut self) -> Vec<Vec<u8>> {
        self.blocks.sort_unstable_by_key(|&(chunk, _)| chunk);
        self.blocks.into_iter().map(|(_, block)| block).collect()
    }
}
