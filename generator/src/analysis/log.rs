//! Logs of the decisions by moves within the shape. Tasks write them ply by ply; the cells are
//! written from them block by block.

use std::io;

use drawproof_board::Color;
use drawproof_tables::Aligned;

use crate::{
    memory::{
        buffers::{Borrowed, ScratchBuffers},
        lists::ListMemory,
        pool::Pool,
    },
    sets::chunk_list::{self, ChunkList, Chunks, LARGEST},
    simd::Simd,
};

/// The least number of words that a log takes from the pool at once.
const PIECE: usize = 16 * 1024;

/// Pieces are at least this many times as long as the longest list, so that little is left unused
/// at their ends. Unused zeros take no memory, but scratch files reserve disk space for them.
const LISTS_IN_PIECE: usize = 16;

/// Longer pieces are created in scratch files instead of being written to them later, because they
/// would take too much memory.
const SPILLED_PIECE_MAX: usize = 256 * 1024;

/// Returns the maximum size in bytes of the logs' lists, for a shape of `cells` cells per side to
/// move: a sixteenth of the size of all cells, but at least one MiB.
pub fn log_bytes(cells: usize) -> usize {
    (cells / 8).max(1 << 20)
}

/// The logs of a shape's analysis, one for each concurrent task.
pub struct Logs<'p> {
    lists: &'p ListMemory<'p>,
    /// See [`Logs::new`].
    number_max: u16,
    logs: ScratchBuffers<Log<'p>>,
}

impl<'p> Logs<'p> {
    /// Makes empty logs. `lists` supplies the memory. `number_max` is the last ply that a cell can
    /// hold.
    pub fn new(lists: &'p ListMemory<'p>, number_max: u16) -> Logs<'p> {
        Logs { lists, number_max, logs: ScratchBuffers::new() }
    }

    /// Borrows a log that no other task is using.
    pub fn borrow(&self) -> Borrowed<'_, Log<'p>> {
        self.logs.borrow(|| Log::new(self.lists, self.number_max))
    }

    /// Returns the size of the lists in bytes, without the unused rest of each log's last piece of
    /// memory.
    pub fn bytes(&self) -> usize {
        self.logs.inspect(|logs| logs.iter().map(Log::bytes).sum())
    }

    /// Returns the decisions for a shape of `blocks` blocks, and leaves the logs empty.
    pub fn take(&self, blocks: usize) -> Decisions {
        Decisions::new(self.logs.take_all(), blocks)
    }
}

/// A log of decisions, to which one task at a time writes.
#[derive(Debug)]
pub struct Log<'p> {
    memory: &'p ListMemory<'p>,
    number_max: u16,
    /// The lists, in the format of a [`ChunkList`], one after the other. The last piece is being
    /// filled.
    pieces: Vec<Aligned<u64>>,
    /// The number of used words in the last piece.
    len: usize,
    notes: Vec<Note>,
}

/// A list: its block, side to move and ply, and its location.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// The block and side to move, as [`key`] combines them.
    key: u32,
    /// The ply at which the positions of the list were decided.
    ply: u16,
    piece: u32,
    start: u32,
    end: u32,
}

/// Combines a block and a side to move into one number.
fn key(side: Color, block: usize) -> usize {
    2 * block + side as usize
}

impl<'p> Log<'p> {
    /// Returns an empty log.
    fn new(memory: &'p ListMemory<'p>, number_max: u16) -> Log<'p> {
        Log { memory, number_max, pieces: Vec::new(), len: 0, notes: Vec::new() }
    }

    /// Returns what [`Logs::bytes`] counts for this log.
    fn bytes(&self) -> usize {
        let full = self
            .pieces
            .split_last()
            .map_or(0, |(_, full)| full.iter().map(|piece| piece.len()).sum());
        8 * (full + self.len)
    }

    /// Begins another piece for lists of at most `most` words.
    #[cold]
    fn begin_piece(&mut self, most: usize) -> io::Result<()> {
        let memory = self.memory;
        let is_spilled = memory.are_in_files();
        let len = if most > PIECE || is_spilled { LISTS_IN_PIECE * most } else { PIECE.max(most) };
        let piece = match self.pieces.last_mut() {
            // A full piece is written to a scratch file, and its memory is reused.
            Some(full) if is_spilled && !full.is_in_scratch() && full.len() == len => {
                let mut written = memory.words(len)?;
                written.put(0, &full[..self.len])?;
                std::mem::replace(full, written)
            }
            _ if is_spilled && len <= SPILLED_PIECE_MAX => memory.pool.words(len),
            _ => memory.words(len)?,
        };
        self.pieces.push(piece);
        self.len = 0;
        Ok(())
    }

    /// Returns a list for the positions decided at `ply` in a block of `words` words. Each word may
    /// be added at most once. Panics if a position is added at a ply that the cells cannot hold;
    /// the endgame then has more men than [`crate::solve::solve`] accepts.
    #[inline(always)]
    pub fn list(
        &mut self,
        side: Color,
        block: usize,
        ply: u16,
        words: usize,
    ) -> io::Result<BlockLog<'_>> {
        // A word alone in its chunk takes two words, and a chunk must fit behind the end.
        let most = 2 * words + LARGEST;
        if self.pieces.last().is_none_or(|piece| piece.len() < self.len + most) {
            self.begin_piece(most)?;
        }
        let number = self.pieces.len() as u32 - 1;
        let piece = self.pieces.last_mut().expect("there is one");
        let (start, key) = (self.len as u32, key(side, block) as u32);
        let (number_max, len, notes) = (self.number_max, &mut self.len, &mut self.notes);
        Ok(BlockLog { key, ply, number_max, number, piece, start, len, notes })
    }
}

/// A list that is being written for one block and ply. Dropping the value records the list in the
/// log, unless the list is empty.
pub struct BlockLog<'l> {
    key: u32,
    ply: u16,
    number_max: u16,
    /// The number of the piece that holds the list.
    number: u32,
    piece: &'l mut [u64],
    start: u32,
    len: &'l mut usize,
    notes: &'l mut Vec<Note>,
}

impl Drop for BlockLog<'_> {
    fn drop(&mut self) {
        let BlockLog { key, ply, number_max, number: piece, start, .. } = *self;
        let end = *self.len as u32;
        if end > start {
            assert!(ply <= number_max, "ply {ply} is not within {number_max} plies");
            self.notes.push(Note { key, ply, piece, start, end });
        }
    }
}

impl BlockLog<'_> {
    /// Appends the chunk that starts with word `first`, unless it is empty.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, first: usize, words: S::Words) {
        let place = (&mut self.piece[*self.len..][..LARGEST]).try_into().expect("there is room");
        *self.len += chunk_list::pack(simd, place, first, words);
    }

    /// Appends all chunks of `list`.
    pub fn append(&mut self, list: &ChunkList) {
        let packed = list.packed();
        self.piece[*self.len..][..packed.len()].copy_from_slice(packed);
        *self.len += packed.len();
    }
}

/// The decisions of all logs, by side to move and block.
#[derive(Debug)]
pub struct Decisions {
    /// The pieces of each log.
    logs: Vec<Vec<Aligned<u64>>>,
    lists: Vec<Listed>,
    /// The last list of each key, as an index of `lists`.
    last: Vec<Option<u32>>,
}

/// A list and its log.
#[derive(Clone, Copy, Debug)]
struct Listed {
    /// The number of the log.
    log: usize,
    note: Note,
    /// The previous list of the same block and side to move.
    before: Option<u32>,
}

impl Decisions {
    /// Collects the decisions of a shape of `blocks` blocks.
    fn new(mut logs: Vec<Log>, blocks: usize) -> Decisions {
        let (mut lists, mut last) = (Vec::new(), vec![None; 2 * blocks]);
        for (log, notes) in logs.iter_mut().map(|log| &mut log.notes).enumerate() {
            for note in notes.drain(..) {
                let before = last[note.key as usize].replace(lists.len() as u32);
                lists.push(Listed { log, note, before });
            }
        }
        let logs = logs.into_iter().map(|log| log.pieces).collect();
        Decisions { logs, lists, last }
    }

    /// Returns the lists of a block, each with the ply at which its positions were decided.
    pub fn of(&self, side: Color, block: usize) -> impl Iterator<Item = (u16, Chunks<'_>)> {
        let mut next = self.last[key(side, block)];
        std::iter::from_fn(move || {
            let Listed { log, note, before } = self.lists[next? as usize];
            next = before;
            let piece = &self.logs[log][note.piece as usize];
            Some((note.ply, Chunks::new(piece, note.start as usize..note.end as usize)))
        })
    }

    /// Returns the memory of the logs to a pool.
    pub fn give_back(self, pool: &Pool) {
        self.logs.into_iter().flatten().for_each(|piece| pool.give_words(piece));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sets::chunk_list::Entry, simd::Plain, test_numbers::numbers};

    #[test]
    fn decisions_are_found_by_block() {
        let (words, blocks) = (4096, 5);
        let (pool, mut next) = (Pool::new(), numbers());
        let memory = ListMemory::new(&pool, None);
        let mut logs = [Log::new(&memory, 254), Log::new(&memory, 254)];
        let mut expected = Vec::new();
        for ply in 0..40 {
            for (block, side) in (0..blocks).flat_map(|block| Color::ALL.map(|side| (block, side)))
            {
                let log = &mut logs[(next() % 2) as usize];
                let mut list = log.list(side, block, ply, words).unwrap();
                // A third of the lists are full, and a third are empty.
                let (mut appended, kind) = (ChunkList::default(), next() % 3);
                for first in (0..words).step_by(8) {
                    let chunk: [u64; 8] = std::array::from_fn(|_| match kind {
                        0 => next() | 1,
                        1 if next() % 64 == 0 => next() | 1,
                        _ => 0,
                    });
                    if ply % 2 == 0 {
                        list.push(Plain, first, chunk);
                    } else {
                        appended.push(Plain, first, chunk);
                    }
                    for (word, &lanes) in
                        (first as u32..).zip(&chunk).filter(|(_, lanes)| **lanes != 0)
                    {
                        expected.push((side as usize, block, ply, Entry { word, lanes }));
                    }
                }
                list.append(&appended);
            }
        }
        assert!(logs.iter().all(|log| log.pieces.len() > 2));
        for log in &logs {
            let listed: u32 = log.notes.iter().map(|note| note.end - note.start).sum();
            let (room, bytes) = (log.pieces.len() * (2 * words + LARGEST), log.bytes());
            assert!(
                (8 * listed as usize..8 * (listed as usize + room)).contains(&bytes),
                "{bytes}"
            );
        }
        let decisions = Decisions::new(logs.into(), blocks);
        let mut found = Vec::new();
        for (block, side) in (0..blocks).flat_map(|block| Color::ALL.map(|side| (block, side))) {
            for (ply, chunks) in decisions.of(side, block) {
                let mut left = chunks;
                let read = std::iter::from_fn(|| left.next(Plain)).map(|(first, ..)| first);
                assert!(read.eq(chunks.firsts()));
                found.extend(chunks.entries().map(|entry| (side as usize, block, ply, entry)));
            }
        }
        let order = |entry: &(usize, usize, u16, Entry)| (entry.0, entry.1, entry.2, entry.3.word);
        found.sort_by_key(order);
        expected.sort_by_key(order);
        assert!(found == expected && !found.is_empty());
        let bytes = pool.bytes();
        decisions.give_back(&pool);
        assert!(bytes == 0 && pool.bytes() > 0);
    }
}
