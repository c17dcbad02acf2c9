//! The search for escapes, a chunk at a time: which candidates have no quiet move into a set.

use drawproof_board::{BitBoard, Color, Piece, Square};

use crate::{
    moves::{by_chunk, by_word::upper_man_moves},
    sets::{chunk, chunk_list::ChunkList},
    shape::{KingStep, Seat, Shape},
    simd::{Chunk, Simd},
};

/// The search prefetches the dirty chunk that is this many dirty chunks ahead.
const PREFETCH_DISTANCE_CHUNKS: usize = 16;

/// Scratch buffers of a search for escapes.
#[derive(Debug, Default)]
pub struct EscapeBuffers {
    /// The chunks with a dirty word: the number of the chunk, and one bit for each dirty word.
    dirty_chunks: Vec<(u32, u8)>,
    /// The chunks with candidates for which no escape has been found yet: the first word and the
    /// candidates.
    left: Vec<(u32, Chunk)>,
}

/// The search for escapes of one side in one block.
pub struct EscapeSearch<'a> {
    shape: &'a Shape<'a>,
    /// The set that an escape leads into, `[block][word]`.
    open: &'a [u64],
    /// This block of `open`, `[word]`.
    own: &'a [u64],
    /// The squares of the men that are fixed within the block.
    standing: u64,
    /// The kind of the low man, if it belongs to the side.
    low_man: Option<Piece>,
    /// The blocks of `open`, `[chunk]`, that the king reaches by steps without a symmetry.
    steps: [&'a [Chunk]; 8],
    steps_len: usize,
    /// The king's steps to blocks that need a symmetry.
    transforming_steps: &'a [KingStep],
    /// The lowest bit of the king's square in the word's number, if the king is an upper man.
    king_digit: Option<u32>,
    /// The side's upper men except the king: the kind, and the lowest bit of the square in the
    /// word's number.
    upper_men: [(Piece, u32); 3],
    upper_men_len: usize,
}

impl<'a> EscapeSearch<'a> {
    /// Prepares the search in a block for moves of `side` into `open` (`[block][word]`, legal
    /// positions with the other side to move).
    #[inline(always)]
    pub fn new(shape: &'a Shape, side: Color, block: usize, open: &'a [u64]) -> EscapeSearch<'a> {
        let mut upper_men = [(Piece::King, 0); 3];
        let mut upper_men_len = 0;
        for &(man, shift) in &shape.upper_men {
            let piece = shape.man(man).piece;
            if shape.man(man).color == side && piece != Piece::King {
                upper_men[upper_men_len] = (piece, shift);
                upper_men_len += 1;
            }
        }
        let low_man = shape.man(shape.low_man);
        let block_of = |number: usize| &open[number * shape.words..(number + 1) * shape.words];
        let all_steps = shape.king_steps(side, block);
        let steps_len = all_steps.iter().take_while(|step| step.transform.number() == 0).count();
        let mut steps: [&[Chunk]; 8] = [&[]; 8];
        for (chunks, step) in steps.iter_mut().zip(&all_steps[..steps_len]) {
            *chunks = block_of(step.block).as_chunks().0;
        }
        EscapeSearch {
            shape,
            open,
            own: block_of(block),
            standing: shape.standing(block),
            low_man: (low_man.color == side).then_some(low_man.piece),
            steps,
            steps_len,
            transforming_steps: &all_steps[steps_len..],
            king_digit: match shape.seats[shape.kings[side as usize]] {
                Seat::Upper(shift) => Some(shift),
                _ => None,
            },
            upper_men,
            upper_men_len,
        }
    }

    /// Adds to `found` the `candidates` without an escape (`[word]`, legal positions of the block)
    /// in `dirty` words (`[row]`, one bit for each word).
    #[inline(always)]
    pub fn find<S: Simd>(
        &self,
        simd: S,
        candidates: &[u64],
        dirty: &[u64],
        space: &mut EscapeBuffers,
        found: &mut ChunkList,
    ) {
        let EscapeBuffers { dirty_chunks, left } = space;
        // Each chunk is written always, and counted only if it matters: the processor would
        // mispredict a branch.
        dirty_chunks.resize(dirty.len() * 8, (0, 0));
        let mut chunks = 0;
        for (row, &dirty) in dirty.iter().enumerate().filter(|(_, dirty)| **dirty != 0) {
            for chunk in 0..8 {
                let words = (dirty >> (8 * chunk)) as u8;
                dirty_chunks[chunks] = ((row * 8 + chunk) as u32, words);
                chunks += usize::from(words != 0);
            }
        }
        let dirty_chunks = &dirty_chunks[..chunks];
        left.resize(left.len().max(chunks + 1), (0, [0; 8]));
        let (candidates, _) = candidates.as_chunks::<8>();
        let chunks = match self.steps_len {
            0 => self.without_plain_steps::<S, 0>(simd, candidates, dirty_chunks, left),
            1 => self.without_plain_steps::<S, 1>(simd, candidates, dirty_chunks, left),
            2 => self.without_plain_steps::<S, 2>(simd, candidates, dirty_chunks, left),
            3 => self.without_plain_steps::<S, 3>(simd, candidates, dirty_chunks, left),
            4 => self.without_plain_steps::<S, 4>(simd, candidates, dirty_chunks, left),
            5 => self.without_plain_steps::<S, 5>(simd, candidates, dirty_chunks, left),
            6 => self.without_plain_steps::<S, 6>(simd, candidates, dirty_chunks, left),
            7 => self.without_plain_steps::<S, 7>(simd, candidates, dirty_chunks, left),
            _ => self.without_plain_steps::<S, 8>(simd, candidates, dirty_chunks, left),
        };
        for (first, candidates) in &left[..chunks] {
            self.find_in_chunk(simd, *first as usize, simd.load(candidates), found);
        }
    }

    /// Writes to `left` the dirty chunks, with the candidates for which none of the king's `STEPS`
    /// steps without a symmetry is an escape. Returns the number of chunks written.
    #[inline(always)]
    fn without_plain_steps<S: Simd, const STEPS: usize>(
        &self,
        simd: S,
        candidates: &[Chunk],
        dirty_chunks: &[(u32, u8)],
        left: &mut [(u32, Chunk)],
    ) -> usize {
        let len = candidates.len();
        let steps: [&[Chunk]; STEPS] = std::array::from_fn(|step| &self.steps[step][..len]);
        let mut chunks = 0;
        for (i, &(chunk, words)) in dirty_chunks.iter().enumerate() {
            if let Some(&(ahead, _)) = dirty_chunks.get(i + PREFETCH_DISTANCE_CHUNKS) {
                simd.prefetch(candidates, ahead as usize);
                for successors in steps {
                    simd.prefetch(successors, ahead as usize);
                }
            }
            let chunk = chunk as usize;
            let mut rest = simd.keep(simd.load(&candidates[chunk]), words);
            for successors in steps {
                rest = simd.without(rest, simd.load(&successors[chunk]));
            }
            put(simd, left, &mut chunks, 8 * chunk as u32, rest);
        }
        chunks
    }

    /// Adds to `found` the candidates that have no other escape either. The cheapest moves come
    /// first: king steps with a symmetry transform chunks, and slides of upper men go word by word.
    #[inline(always)]
    fn find_in_chunk<S: Simd>(
        &self,
        simd: S,
        first: usize,
        candidates: S::Words,
        found: &mut ChunkList,
    ) {
        let left = self.without_low_man_moves(simd, first, candidates);
        let left = self.without_knight_moves(simd, first, left);
        if simd.nonzero(left) == 0 {
            return;
        }
        let left = self.without_other_king_moves(simd, first, left);
        if self.upper_men().all(|(piece, _)| piece == Piece::Knight) {
            found.push(simd, first, left);
            return;
        }
        let mut words = [0; 8];
        simd.save(left, &mut words);
        for i in BitBoard(simd.nonzero(left).into()) {
            let i = i as usize;
            words[i] = self.without_slides(first + i, words[i]);
        }
        found.push(simd, first, simd.load(&words));
    }

    /// Returns the side's upper men except the king: the kind, and the lowest bit of the square in
    /// the word's number.
    #[inline(always)]
    fn upper_men(&self) -> impl Iterator<Item = (Piece, u32)> {
        self.upper_men[..self.upper_men_len].iter().copied()
    }

    /// Returns the squares of all men of a chunk except the first upper man and the low man.
    #[inline(always)]
    fn occupied(&self, first: usize) -> u64 {
        let upper = self.shape.upper_men.iter().filter(|(_, shift)| *shift > 0);
        upper.fold(self.standing, |occupied, &(_, shift)| occupied | 1 << (first >> shift & 63))
    }

    #[inline(always)]
    fn without_low_man_moves<S: Simd>(
        &self,
        simd: S,
        first: usize,
        candidates: S::Words,
    ) -> S::Words {
        let Some(piece) = self.low_man else { return candidates };
        let targets = simd.load(chunk::chunk(self.own, first));
        let moves = by_chunk::low_man_moves(simd, piece, targets, self.occupied(first), first & 63);
        simd.without(candidates, moves)
    }

    #[inline(always)]
    fn without_other_king_moves<S: Simd>(
        &self,
        simd: S,
        first: usize,
        candidates: S::Words,
    ) -> S::Words {
        let mut left = candidates;
        for step in self.transforming_steps {
            if simd.nonzero(left) == 0 {
                return left;
            }
            left = simd.without(left, self.transformed(simd, step, first));
        }
        match self.king_digit {
            None => left,
            Some(0) => {
                let row = &self.own[first & !63..][..64];
                simd.without(left, simd.load(&by_chunk::king_neighbours(row, first & 63)))
            }
            Some(shift) => {
                let from = first >> shift & 63;
                for to in drawproof_board::get_king_moves(Square::index(from)) {
                    let there = first ^ ((from ^ to as usize) << shift);
                    left = simd.without(left, simd.load(chunk::chunk(self.own, there)));
                }
                left
            }
        }
    }

    /// Returns the positions of `open` that a king's step with a symmetry leads to, mapped to the
    /// words and lanes of the chunk that starts with `first`.
    #[inline(always)]
    fn transformed<S: Simd>(&self, simd: S, step: &KingStep, first: usize) -> S::Words {
        let upper = self.shape.transform_word(step.transform, first & !63) & !63;
        let words = &self.open[step.block * self.shape.words + upper..][..64];
        let image: &[u8; 8] =
            step.transform.squares()[first & 63..][..8].try_into().expect("eight squares");
        if step.transform.keeps_ranks() {
            let there = simd.load(chunk::chunk(words, usize::from(image[0] & !7)));
            return chunk::transform_chunk(simd, step.transform.inverse(), there);
        }
        let mut image_words = [0; 8];
        for i in 0..8 {
            image_words[i] = words[usize::from(image[i])];
        }
        simd.load(&chunk::transform(step.transform.inverse(), image_words))
    }

    /// Returns the candidates for which no move of an upper knight is an escape. A move to an
    /// occupied square leads to no legal position, so occupied squares need no check.
    #[inline(always)]
    fn without_knight_moves<S: Simd>(&self, simd: S, first: usize, mut left: S::Words) -> S::Words {
        for (_, shift) in self.upper_men().filter(|(piece, _)| *piece == Piece::Knight) {
            if simd.nonzero(left) == 0 {
                return left;
            }
            if shift > 0 {
                let from = first >> shift & 63;
                for to in drawproof_board::get_knight_moves(Square::index(from)) {
                    let there = first ^ ((from ^ to as usize) << shift);
                    left = simd.without(left, simd.load(chunk::chunk(self.own, there)));
                }
                continue;
            }
            for (ranks, files) in [(-2, 1), (-1, 2), (1, 2), (2, 1)] {
                let there = first.wrapping_add_signed(8 * ranks);
                if there & !63 != first & !63 {
                    continue;
                }
                let there = simd.load(chunk::chunk(self.own, there));
                let (mut towards_h, mut towards_a) =
                    (simd.to_previous::<1>(there), simd.to_next::<1>(there));
                if files == 2 {
                    towards_h = simd.to_previous::<1>(towards_h);
                    towards_a = simd.to_next::<1>(towards_a);
                }
                left = simd.without(left, simd.or(towards_h, towards_a));
            }
        }
        left
    }

    /// Returns the lanes of a word for which no slide of an upper man is an escape.
    #[inline(always)]
    fn without_slides(&self, word: usize, mut lanes: u64) -> u64 {
        for (piece, shift) in self.upper_men().filter(|(piece, _)| *piece != Piece::Knight) {
            let rows = self.shape.upper_men.iter();
            let occupied = rows
                .fold(self.standing, |occupied, &(_, shift)| occupied | 1 << (word >> shift & 63));
            lanes &= !upper_man_moves(piece, shift, word, lanes, occupied, self.own);
            if lanes == 0 {
                return 0;
            }
        }
        lanes
    }
}

/// Writes a chunk to `left[count]`, and counts it if it is not empty.
#[inline(always)]
fn put<S: Simd>(
    simd: S,
    left: &mut [(u32, Chunk)],
    count: &mut usize,
    first: u32,
    words: S::Words,
) {
    let (place, chunk) = &mut left[*count];
    *place = first;
    simd.save(words, chunk);
    *count += usize::from(simd.nonzero(words) != 0);
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, NormalMaterial};

    use super::*;
    use crate::test_numbers::numbers;
    use crate::{moves::by_word::without_escapes, sets::chunk_list::Entry, simd::Plain};

    #[test]
    fn escapes_of_chunks_are_those_of_their_words() {
        let mut next = numbers();
        for name in [
            "KRKB", "KNNKQ", "KQBKR", "KNKN", "KRNKN", "KPK", "KRKP", "KRPKN", "KBPKP", "KRNKNN",
            "KQRBKN", "KBKRNN",
        ] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let shape = Shape::new(&layout, 0);
            // No legal position has two men on one square.
            let mut open = vec![0; shape.blocks * shape.words];
            let (blocks, near) = shape.sample_of_blocks();
            // With six men, only a few rows are filled.
            let is_left_out = |row: usize| shape.words > 4096 && !row.is_multiple_of(17);
            for &block in &near {
                for number in 0..shape.words {
                    if is_left_out(number / 64) {
                        continue;
                    }
                    let word = shape.word(block, number);
                    let lanes = next() & next() & next() & !word.occupied;
                    open[block * shape.words + number] = if word.overlaps { 0 } else { lanes };
                }
            }
            for side in Color::ALL {
                for &block in &blocks {
                    let search = EscapeSearch::new(&shape, side, block, &open);
                    let standing = shape.standing(block);
                    let mut candidates = vec![0; shape.words];
                    let mut expected = Vec::new();
                    for (number, candidates) in candidates.iter_mut().enumerate() {
                        if is_left_out(number / 64 + 5) {
                            continue;
                        }
                        let word = shape.word(block, number);
                        if word.overlaps || next().is_multiple_of(3) {
                            continue;
                        }
                        *candidates = next() & !word.occupied;
                        let all = *candidates;
                        let lanes =
                            without_escapes(&shape, side, block, standing, number, all, &open);
                        if lanes != 0 {
                            expected.push(Entry { word: number as u32, lanes });
                        }
                    }
                    let dirty = vec![u64::MAX; shape.words / 64];
                    let mut found = ChunkList::default();
                    let mut space = EscapeBuffers::default();
                    search.find(Plain, &candidates, &dirty, &mut space, &mut found);
                    assert_eq!(found.entries().collect::<Vec<_>>(), expected, "{name} {side}");
                }
            }
        }
    }
}
