//! Answers about neighbouring places of a sample, packed once all are there.

use std::{borrow::Cow, collections::BTreeMap};

use drawproof_verifier::saved_file;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Failure};

/// The maximum length of an unpacked block in bytes; a file with a longer one is damaged.
const BYTES_MAX: usize = 1 << 28;

/// Answers by the index of the position within the block.
pub(super) type Answers = BTreeMap<u16, Result<Answer, Failure>>;

/// The answers about a block of up to [`Block::POSITIONS`] consecutive positions of a sample.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// Some answers are missing.
    Open(Answers),
    /// All answers, packed.
    Full(Vec<u8>),
}

/// An answer as files have it.
#[derive(Serialize, Deserialize)]
enum Saved {
    Answer(Answer),
    Died(String),
    Hung,
    IllegalMove(String),
    TooMuchOutput,
}

impl Default for Block {
    fn default() -> Block {
        Block::Open(Answers::new())
    }
}

impl Block {
    /// The number of positions of every block but the last.
    pub const POSITIONS: usize = 4096;

    /// Adds the answer about the position with index `place` in a block of `length` positions.
    pub fn add(&mut self, place: usize, answer: Result<Answer, Failure>, length: usize) {
        let mut answers = std::mem::take(self).into_answers();
        answers.insert(place as u16, answer);
        *self = Block::of(answers, length);
    }

    /// Returns a block of `length` positions with these answers.
    pub fn of(answers: Answers, length: usize) -> Block {
        if answers.len() < length { Block::Open(answers) } else { Block::Full(pack(&answers)) }
    }

    pub fn is_answered(&self, place: usize) -> bool {
        match self {
            Block::Open(answers) => answers.contains_key(&(place as u16)),
            Block::Full(_) => true,
        }
    }

    /// Returns the number of answered positions in a block of `length` positions.
    pub fn answered(&self, length: usize) -> usize {
        match self {
            Block::Open(answers) => answers.len(),
            Block::Full(_) => length,
        }
    }

    pub fn answers(&self) -> Cow<'_, Answers> {
        match self {
            Block::Open(answers) => Cow::Borrowed(answers),
            Block::Full(bytes) => Cow::Owned(unpacked(bytes)),
        }
    }

    fn into_answers(self) -> Answers {
        match self {
            Block::Open(answers) => answers,
            Block::Full(bytes) => unpacked(&bytes),
        }
    }

    /// Returns the block's answers, packed as in files.
    pub fn packed(&self) -> Cow<'_, [u8]> {
        match self {
            Block::Open(answers) => Cow::Owned(pack(answers)),
            Block::Full(bytes) => Cow::Borrowed(bytes),
        }
    }

    /// Unpacks the block of `length` positions from `bytes`; `None` if the bytes are damaged.
    pub fn unpack(bytes: Vec<u8>, length: usize) -> Option<Block> {
        let answers = unpack(&bytes)?;
        if answers.last_key_value().is_some_and(|(&last, _)| usize::from(last) >= length) {
            return None;
        }
        let is_full = answers.len() == length;
        Some(if is_full { Block::Full(bytes) } else { Block::Open(answers) })
    }
}

fn pack(answers: &Answers) -> Vec<u8> {
    let saved: Vec<(u16, Saved)> =
        answers.iter().map(|(&place, answer)| (place, answer.clone().into())).collect();
    let bytes = bincode::serde::encode_to_vec(&saved, bincode::config::standard())
        .expect("answers are numbers and text");
    assert!(bytes.len() <= BYTES_MAX, "answers are short");
    zstd::bulk::compress(&bytes, 3).expect("memory can be compressed")
}

/// Returns the answers of a block that was packed or checked before.
fn unpacked(bytes: &[u8]) -> Answers {
    unpack(bytes).expect("the block was checked")
}

fn unpack(bytes: &[u8]) -> Option<Answers> {
    let bytes = saved_file::unpacked(bytes, BYTES_MAX)?;
    let config = bincode::config::standard().with_limit::<{ 4 * BYTES_MAX }>();
    let (saved, length): (Vec<(u16, Saved)>, usize) =
        bincode::serde::decode_from_slice(&bytes, config).ok()?;
    let is_whole = length == bytes.len() && saved.is_sorted_by(|(a, _), (b, _)| a < b);
    is_whole.then(|| saved.into_iter().map(|(place, saved)| (place, saved.into())).collect())
}

impl From<Result<Answer, Failure>> for Saved {
    fn from(answer: Result<Answer, Failure>) -> Saved {
        match answer {
            Ok(answer) => Saved::Answer(answer),
            Err(Failure::Died(text)) => Saved::Died(text),
            Err(Failure::Hung) => Saved::Hung,
            Err(Failure::IllegalMove(text)) => Saved::IllegalMove(text),
            Err(Failure::TooMuchOutput) => Saved::TooMuchOutput,
        }
    }
}

impl From<Saved> for Result<Answer, Failure> {
    fn from(saved: Saved) -> Result<Answer, Failure> {
        Err(match saved {
            Saved::Answer(answer) => return Ok(answer),
            Saved::Died(text) => Failure::Died(text),
            Saved::Hung => Failure::Hung,
            Saved::IllegalMove(text) => Failure::IllegalMove(text),
            Saved::TooMuchOutput => Failure::TooMuchOutput,
        })
    }
}
