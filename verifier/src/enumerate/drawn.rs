//! Questions about a random sample, or about listed positions: positions of the whole board whose values are looked up.

use std::ops::{ControlFlow, Range};

use drawproof_board::{Board, Rank, Square};
use drawproof_tables::{
    Cell, Layout, Placement, RawCell, Transform, parallel,
    positions::{RandomPosition, RandomPositions},
    probe::with_en_passant_rights,
};
use rayon::prelude::*;

use super::{
    domain::Domain,
    filter::Filter,
    question::Question,
    results::TruthKind,
    stored_word::{StoredWord, WordPlace},
    truths::{Truths, is_in},
    values::WordValues,
};
use crate::tables::TableError;

/// Numbers of a sample in one chunk: whole words of a recording.
const CHUNK: u64 = 1 << 12;

/// Chunks whose positions are drawn and looked up together.
const BATCH: usize = 1 << 8;

/// Positions that are looked up before the progress is told, at least.
const PIECE: usize = 1 << 14;

/// Positions of one task.
const TASK: usize = 1 << 10;

/// The origin of the positions about which a rule is asked.
pub(crate) enum Positions {
    /// A random sample. Positions that differ by an en-passant right are added.
    Random(RandomPositions),
    /// A list.
    Listed(Vec<Listed>),
}

/// A position of a list.
pub(crate) struct Listed {
    /// The number of the first position after this one: it is repeated as often as it occurs.
    end: u64,
    board: Board,
    index: usize,
    image: Transform,
}

/// The positions about which a rule is asked.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    pub positions: &'a Positions,
    pub layout: &'a Layout,
    /// The kind of truth that claims are compared with.
    pub kind: TruthKind,
    pub truths: &'a dyn Truths,
    /// The domain of positions that the rule is asked about.
    pub domain: Domain,
    pub filter: Option<&'a dyn Filter>,
}

/// The questions about some positions of a sample. Each position is followed by the positions that
/// differ from it only by an en-passant right.
pub(crate) struct Drawn<'a> {
    layout: &'a Layout,
    kind: TruthKind,
    /// By number.
    positions: Vec<DrawnPosition>,
    /// The number of drawn positions without an en-passant right.
    pub found: u64,
    /// The number of random placements that were tried to find these positions.
    pub tries: u64,
}

struct DrawnPosition {
    /// The number of the position in the sample.
    number: u64,
    /// The symmetry that maps the position in lane `lane` of the word `place` to this position.
    image: Transform,
    place: WordPlace,
    lane: usize,
    /// The cells of the position's value.
    cells: [RawCell; 2],
    is_asked: bool,
}

impl Positions {
    /// Makes a list of positions from pairs of a position and the number of times to include it.
    /// Leaves out illegal positions, and positions with other material.
    pub fn listed(layout: &Layout, all: &[(Board, u64)]) -> Positions {
        let mut end = 0;
        let listed = all.iter().filter_map(|(board, times)| {
            let (material, placement) = Placement::from(board).normalise();
            let board = placement.to_board().filter(|_| material == layout.material())?;
            let index = placement.index(layout)?;
            let is_image = |&image: &Transform| {
                let squares: Vec<Square> =
                    layout.squares(index).iter().map(|&square| image.square(square)).collect();
                Placement::new(layout, &squares, placement.side_to_move) == placement
            };
            let image = Transform::ALL.into_iter().find(is_image)?;
            end += times;
            Some(Listed { end, board, index, image })
        });
        Positions::Listed(listed.collect())
    }

    /// Returns the number of positions.
    pub fn size(&self) -> u64 {
        match self {
            Positions::Random(random) => random.size(),
            Positions::Listed(all) => all.last().map_or(0, |it| it.end),
        }
    }

    /// Returns the position with a number, or the number of placements that were tried in vain.
    fn get(&self, number: u64) -> Result<RandomPosition, u64> {
        match self {
            Positions::Random(random) => random.get(number).ok_or_else(|| random.tries(number)),
            Positions::Listed(all) => {
                let it = &all[all.partition_point(|it| it.end <= number)];
                let (board, index, image) = (it.board.clone(), it.index, it.image);
                Ok(RandomPosition { board, index, image, tries: 1 })
            }
        }
    }

    /// Returns the positions that differ from one by an en-passant right and are asked about, too.
    fn with_rights(&self, board: &Board) -> Vec<Board> {
        match self {
            Positions::Random(_) => with_en_passant_rights(board),
            Positions::Listed(_) => Vec::new(),
        }
    }
}

impl<'a> Drawing<'a> {
    /// Returns the chunk numbers of the sample, in ranges whose positions are drawn together.
    pub fn batches(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let chunks = self.positions.size().div_ceil(CHUNK) as usize;
        (0..chunks).step_by(BATCH).map(move |first| first..chunks.min(first + BATCH))
    }

    /// Draws the positions of some chunks and looks up their values. Calls `looked_up` with the
    /// number of positions looked up since its last call. Returns `None` if `looked_up` stops the
    /// work.
    ///
    /// # Errors
    ///
    /// Fails if a value cannot be read.
    pub fn draw(
        &self,
        chunks: Range<usize>,
        looked_up: &dyn Fn(u64) -> ControlFlow<()>,
    ) -> Result<Option<Drawn<'a>>, TableError> {
        let first = chunks.start as u64 * CHUNK;
        let count = self.positions.size().min(chunks.end as u64 * CHUNK) - first;
        let drawn = parallel::map_ranges(count as usize, TASK, |numbers| {
            let (mut drawn, mut found, mut tries) = (Vec::new(), 0, 0);
            for number in numbers.map(|it| first + it as u64) {
                let it = match self.positions.get(number) {
                    Ok(it) => it,
                    Err(in_vain) => {
                        tries += in_vain;
                        continue;
                    }
                };
                (found, tries) = (found + 1, tries + it.tries);
                drawn.extend(self.positions.with_rights(&it.board).into_iter().map(|board| {
                    let position = DrawnPosition::new(number, &it, &board);
                    (position, board)
                }));
                drawn.push((DrawnPosition::new(number, &it, &it.board), it.board));
            }
            (drawn, found, tries)
        });
        let (mut all, mut found, mut tries) = (Vec::with_capacity(count as usize), 0, 0);
        for (drawn, more_found, more_tries) in drawn {
            all.extend(drawn);
            (found, tries) = (found + more_found, tries + more_tries);
        }
        // In the order of a table: then lookups near each other follow one another.
        all.par_sort_unstable_by_key(|(it, _)| (it.place.word, it.lane, it.number, it.place));
        let (mut positions, boards): (Vec<DrawnPosition>, Vec<Board>) = all.into_iter().unzip();
        // Whole king pairs or pawn slices at a time, whose blocks no others share.
        let outer = |it: &DrawnPosition| it.place.word >> (6 * (self.layout.digits() - 1));
        let (mut left, mut first) = (&mut positions[..], 0);
        while !left.is_empty() {
            let last = outer(&left[left.len().min(PIECE) - 1]);
            let piece = left.partition_point(|it| outer(it) <= last);
            let (now, later) = left.split_at_mut(piece);
            self.look_up(now, &boards[first..first + piece])?;
            if looked_up(piece as u64).is_break() {
                return Ok(None);
            }
            (left, first) = (later, first + piece);
        }
        positions.par_sort_unstable_by_key(|it| (it.number, it.place.target));
        Ok(Some(Drawn { layout: self.layout, kind: self.kind, positions, found, tries }))
    }

    /// Looks up the values of positions, and decides which positions the rule is asked about.
    fn look_up(&self, positions: &mut [DrawnPosition], boards: &[Board]) -> Result<(), TableError> {
        let values = self.truths.values(boards)?;
        let is_asked = |number: usize| {
            let board = &boards[number];
            let is_in = is_in(self.domain, board, values[number].truth, self.truths)?;
            Ok(is_in && self.filter.is_none_or(|filter| filter.holds(board)))
        };
        let asked = parallel::map_ranges(boards.len(), TASK, |range| {
            range.map(is_asked).collect::<Result<Vec<bool>, TableError>>()
        });
        let mut left = positions.iter_mut().zip(values);
        for asked in asked {
            for (is_asked, (position, value)) in asked?.into_iter().zip(&mut left) {
                position.is_asked = is_asked;
                position.cells = value.cells(self.kind, position.place.side_to_move());
            }
        }
        Ok(())
    }
}

impl DrawnPosition {
    /// Returns a random position, with the en-passant right that `board` has.
    fn new(number: u64, it: &RandomPosition, board: &Board) -> DrawnPosition {
        let side = board.side_to_move();
        let target = board.en_passant().map(|file| {
            it.image.inverse().square(Square::new(file, Rank::Sixth.relative_to(side)))
        });
        let (place, lane) = (WordPlace::new(side, it.index / 64, target), it.index % 64);
        DrawnPosition { number, image: it.image, place, lane, cells: [0; 2], is_asked: true }
    }
}

impl Drawn<'_> {
    /// Returns the layout of the endgame's table.
    pub fn layout(&self) -> &Layout {
        self.layout
    }

    /// Calls `visit` with the questions of a chunk in the order of their numbers, until `visit`
    /// fails.
    pub fn visit<E>(
        &self,
        chunk: usize,
        visit: &mut dyn FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let place =
            |chunk: usize| self.positions.partition_point(|it| it.number < chunk as u64 * CHUNK);
        for it in &self.positions[place(chunk)..place(chunk + 1)] {
            let mut cells = [[Cell::DRAW.byte(); 64]; 2];
            for (cells, cell) in cells.iter_mut().zip(it.cells) {
                cells[it.lane] = cell;
            }
            let [cells, beyond] = &cells;
            let values = WordValues { kind: self.kind, cells, beyond: Some(beyond) };
            let lanes = 1 << it.lane;
            let outside = if it.is_asked { 0 } else { lanes };
            let stored = StoredWord::new(it.place, lanes & !outside, values);
            let squares = self.layout.squares(it.place.word * 64);
            let reversed = it.image.then(Transform::FLIP_RANKS);
            visit(&Question {
                stored: &stored,
                batch: stored.batch(self.layout, &squares, it.image, false),
                outside,
                reversed: stored.batch(self.layout, &squares, reversed, true),
                image: it.image,
                first: true,
                first_of_image: true,
                weight: 1,
                half: 0,
                alone: None,
                drawn: Some(it.number),
            })?;
        }
        Ok(())
    }
}
