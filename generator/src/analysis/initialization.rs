//! What is known before the first ply: legal positions, conversions, positions without a move.

use cozy_chess::Color;

use crate::{
    analysis::block::BlockStart,
    conversions::by_row::RowSpace,
    conversions::{Conversions, Outcomes, SolvedSlice},
    memory::pool::Pool,
    sets::timeline::Buckets,
    shape::Shape,
    shape::geometry::Geometry,
    shape::legality::{check_lanes, legal_lanes},
    shape::row::{Row, RowSet},
    simd::{Chunk, Kernel, Simd},
};

/// What is found out of a block, for one side to move, by word.
pub struct SurveyedBlock<'b> {
    /// The legal positions.
    pub legal: &'b mut [u64],
    /// The legal positions without a conversion that keeps the side from losing, in words that are
    /// worked on (see [`crate::shape::LikePair`]).
    pub cornered: &'b mut [u64],
}

/// Space to survey blocks in, used again and again.
pub struct SurveySpace<'p> {
    row: RowSpace,
    events: Events,
    pool: &'p Pool,
}

/// What conversions bring in one block.
#[derive(Default)]
struct Events {
    /// By side to move.
    wins: [Buckets; 2],
    releases: [Buckets; 2],
}

impl<'p> SurveySpace<'p> {
    /// Space for the blocks of an endgame; what is found takes memory of a pool.
    pub fn new(conversions: &Conversions, pool: &'p Pool) -> SurveySpace<'p> {
        SurveySpace { row: RowSpace::new(conversions), events: Events::default(), pool }
    }
}

impl Events {
    /// Takes note of how long the conversions keep the positions `lanes` of some words, at most eight, of
    /// which `first` is the first, from being lost (`RowOutcomes::escapes`). Writes down which
    /// positions are cornered.
    #[inline(always)]
    fn note_escapes<S: Simd>(
        &mut self,
        simd: S,
        side: Color,
        first: usize,
        lanes: &[u64],
        escape: &[[u8; 64]],
        block: &mut SurveyedBlock,
    ) {
        let mut temporary = [0; 8];
        for (i, &lanes) in lanes.iter().enumerate() {
            let cornered = if lanes == 0 { 0 } else { simd.equal(&escape[i], 0) & lanes };
            block.cornered[first + i] = cornered;
            if lanes != cornered {
                temporary[i] = lanes & !cornered & !simd.equal(&escape[i], 255);
            }
        }
        note_by_value(simd, first, escape, temporary, &mut self.releases[side as usize]);
    }

    /// Takes note of the plies in which conversions win (`RowOutcomes::wins`).
    #[inline(always)]
    fn note_wins<S: Simd>(
        &mut self,
        simd: S,
        side: Color,
        first: usize,
        lanes: &[u64],
        win: &[[u8; 64]],
    ) {
        let mut winning = [0; 8];
        for (i, &lanes) in lanes.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
            winning[i] = lanes & !simd.equal(&win[i], 255);
        }
        note_by_value(simd, first, win, winning, &mut self.wins[side as usize]);
    }

    /// What has been noted of a block.
    fn take(&mut self, pool: &Pool) -> [BlockStart; 2] {
        std::array::from_fn(|side| BlockStart {
            wins: self.wins[side].drain(pool),
            releases: self.releases[side].drain(pool),
        })
    }
}

/// Puts the lanes of some words, of which `first` is the first, into the buckets of their cells.
#[inline(always)]
fn note_by_value<S: Simd>(
    simd: S,
    first: usize,
    cells: &[[u8; 64]],
    mut lanes: Chunk,
    buckets: &mut Buckets,
) {
    for word in 0..cells.len() {
        while lanes[word] != 0 {
            let value = cells[word][lanes[word].trailing_zeros() as usize];
            let mut equal = [0; 8];
            // Words before this one are done.
            for (other, cells) in cells.iter().enumerate().skip(word) {
                equal[other] = simd.equal(cells, value) & lanes[other];
                lanes[other] &= !equal[other];
            }
            buckets.ply(value).push_words(first, &equal);
        }
    }
}

/// Finds the legal positions of a block, and for each side what its conversions bring.
///
/// Fills it by side to move, and gives what conversions bring by ply.
pub struct Survey<'a, 'p> {
    pub shape: &'a Shape<'a>,
    pub conversions: &'a Conversions,
    pub solved: &'a [Option<SolvedSlice<'a>>],
    pub block: usize,
    pub sides: [SurveyedBlock<'a>; 2],
    pub space: &'a mut SurveySpace<'p>,
}

impl Kernel for Survey<'_, '_> {
    type Output = [BlockStart; 2];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> [BlockStart; 2] {
        let Survey { shape, conversions, solved, block, sides, space } = self;
        survey_block(simd, shape, conversions, solved, block, sides, space)
    }
}

#[inline(always)]
fn survey_block<S: Simd>(
    simd: S,
    shape: &Shape,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    mut sides: [SurveyedBlock; 2],
    space: &mut SurveySpace,
) -> [BlockStart; 2] {
    if shape.words < 64 {
        return survey_words(simd, shape, conversions, solved, block, sides, space);
    }
    let geometry = Geometry::get();
    space.row.next_block();
    for first in (0..shape.words).step_by(64) {
        let words = first..first + 64;
        let row = Row::new(shape, geometry, block, first);
        let row_legal = match &row {
            Some(row) => row.legal(),
            None => [[0; 64]; 2],
        };
        for side in Color::ALL {
            let lanes = &row_legal[side as usize];
            let surveyed = &mut sides[side as usize];
            surveyed.legal[words.clone()].copy_from_slice(lanes);
            let own = shape.canonical_in_row(first);
            let lanes: &RowSet = &std::array::from_fn(|first_upper| {
                if own >> first_upper & 1 != 0 { lanes[first_upper] } else { 0 }
            });
            let Some(row) = row.as_ref().filter(|_| lanes.iter().any(|&lanes| lanes != 0)) else {
                surveyed.cornered[words.clone()].fill(0);
                continue;
            };
            let place = (block, first);
            conversions.fold_row(simd, row, place, side, lanes, solved, &mut space.row);
            let outcomes = &*space.row.outcomes;
            let in_danger: RowSet =
                std::array::from_fn(|first_upper| lanes[first_upper] & !outcomes.safe[first_upper]);
            let events = &mut space.events;
            match outcomes.escapes() {
                None => surveyed.cornered[words.clone()].copy_from_slice(&in_danger),
                Some(escapes) => {
                    for first_upper in (0..64).step_by(8) {
                        let (first, eight) = (first + first_upper, first_upper..first_upper + 8);
                        let (lanes, escapes) = (&in_danger[eight.clone()], &escapes[eight]);
                        events.note_escapes(simd, side, first, lanes, escapes, surveyed);
                    }
                }
            }
            if let Some(wins) = outcomes.wins() {
                for first_upper in (0..64).step_by(8) {
                    let (first, eight) = (first + first_upper, first_upper..first_upper + 8);
                    let (lanes, wins) = (&lanes[eight.clone()], &wins[eight]);
                    events.note_wins(simd, side, first, lanes, wins);
                }
            }
        }
    }
    space.events.take(space.pool)
}

/// The same word by word.
#[inline(always)]
fn survey_words<S: Simd>(
    simd: S,
    shape: &Shape,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    mut sides: [SurveyedBlock; 2],
    space: &mut SurveySpace,
) -> [BlockStart; 2] {
    for number in 0..shape.words {
        let word = shape.word(block, number);
        let both = legal_lanes(shape, &word);
        for side in Color::ALL {
            let lanes = both[side as usize];
            sides[side as usize].legal[number] = lanes;
            let Outcomes { win, escape } = conversions.fold(shape, side, &word, lanes, solved);
            let block = &mut sides[side as usize];
            space.events.note_escapes(simd, side, number, &[lanes], &[escape], block);
            space.events.note_wins(simd, side, number, &[lanes], &[win]);
        }
    }
    space.events.take(space.pool)
}

/// Splits positions of a word without any move into mates and stalemates.
pub fn mates_and_stalemates(
    shape: &Shape,
    side: Color,
    block: usize,
    number: usize,
    lanes: u64,
) -> (u64, u64) {
    let word = shape.word(block, number);
    let check = check_lanes(shape, side, &word);
    (lanes & check, lanes & !check)
}
