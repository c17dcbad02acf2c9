//! Records claims and patterns while questions are asked.

use super::chunk::{RecordedChunk, RecordedWord, encode};
use crate::{
    enumerate::{Question, for_each_lane},
    subject::Answers,
};

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
    /// Records the stored positions of a word: the first question about them.
    pub fn word(&mut self, question: &Question, answers: &Answers, with_patterns: bool) {
        let (lanes, place) = (question.batch.lanes(), question.stored.place);
        let mut patterns = Vec::new();
        if with_patterns {
            for_each_lane(lanes, |lane| patterns.push(answers.patterns[lane]));
        }
        self.current.push(RecordedWord {
            word: place.word as u32,
            weight: question.weight as u8,
            black: place.black_to_move,
            lanes,
            drawn: question.stored.results.draw,
            won: question.stored.results.win,
            claims: answers.claims,
            patterns,
        });
    }

    /// Ends a chunk and compresses its words.
    pub fn end_chunk(&mut self, chunk: usize) {
        let bytes = encode(&std::mem::take(&mut self.current));
        let block =
            zstd::bulk::compress(&bytes, ZSTD_LEVEL).expect("compressing in memory does not fail");
        self.blocks.push((chunk, block));
    }

    pub fn add(&mut self, other: Recorder) {
        self.blocks.extend(other.blocks);
    }

    /// The compressed chunks in their order.
    pub fn into_blocks(mut self) -> Vec<Vec<u8>> {
        self.blocks.sort_unstable_by_key(|&(chunk, _)| chunk);
        self.blocks.into_iter().map(|(_, block)| block).collect()
    }
}
