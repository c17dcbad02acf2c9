//! What is known before the first ply: legal positions, conversions, positions without a move.

use cozy_chess::{Color, Piece};

use crate::{
    arena::{Arena, Seat, Word},
    conversions::{Conversions, Outcomes, SolvedSlice},
    exits::RowSpace,
    geometry::Geometry,
    lanes::{attack_lanes, attacks, bit, pawn_attacks},
    lists::{Buckets, Timeline},
    pool::Pool,
    rows::{Lanes, Row},
    vectors::{Chunk, Machine, on_every_machine},
};

/// What is known of the positions of one block and side to move from the start.
#[derive(Debug, Default)]
pub struct BlockStart {
    /// Positions by the ply in which a conversion wins.
    pub wins: Timeline,
    /// Positions by the ply at which the last conversion that kept them from being lost fails.
    pub releases: Timeline,
}

/// The lanes in which the king of `color` is attacked, by any man of the other side but its king.
#[inline]
pub fn check_lanes(arena: &Arena, color: Color, word: &Word) -> u64 {
    let king = arena.kings[color as usize];
    let mut lanes = 0;
    for man in 0..arena.seats.len() {
        let attacker = arena.man(man);
        if attacker.color == color || attacker.piece == Piece::King {
            continue;
        }
        lanes |= if arena.seats[man] == Seat::Lane {
            attacks(attacker.piece, word.squares[king], word.known)
        } else if arena.seats[king] == Seat::Lane {
            match attacker.piece {
                Piece::Pawn => pawn_attacks(attacker.color, word.squares[man]),
                piece => attacks(piece, word.squares[man], word.known),
            }
        } else {
            let (from, to) = (word.squares[man], word.squares[king]);
            attack_lanes(attacker.piece, attacker.color, from, to, word.known)
        };
    }
    lanes
}

/// The legal positions of a word, by side to move.
#[inline]
pub fn legal_lanes(arena: &Arena, word: &Word) -> [u64; 2] {
    if word.overlaps {
        return [0; 2];
    }
    let [white, black] = arena.kings.map(|king| word.squares[king]);
    let apart = if arena.kings.contains(&arena.lane) {
        let known = if arena.kings[0] == arena.lane { black } else { white };
        !attacks(Piece::King, known, 0)
    } else if attacks(Piece::King, white, 0) & bit(black) != 0 {
        0
    } else {
        u64::MAX
    };
    let placed = apart & !word.known;
    if placed == 0 {
        return [0; 2];
    }
    Color::ALL.map(|side| placed & !check_lanes(arena, !side, word))
}

/// What is found out of a block, for one side to move, by word.
pub struct SurveyedBlock<'b> {
    /// The legal positions.
    pub legal: &'b mut [u64],
    /// The legal positions without a conversion that keeps the side from losing, in words that are
    /// worked on (see [`crate::arena::Twins`]).
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
    fn note_escapes<M: Machine>(
        &mut self,
        side: Color,
        first: usize,
        lanes: &[u64],
        escape: &[[u8; 64]],
        block: &mut SurveyedBlock,
    ) {
        let mut temporary = [0; 8];
        for (i, &lanes) in lanes.iter().enumerate() {
            let cornered = if lanes == 0 { 0 } else { M::equal(&escape[i], 0) & lanes };
            block.cornered[first + i] = cornered;
            if lanes != cornered {
                temporary[i] = lanes & !cornered & !M::equal(&escape[i], 255);
            }
        }
        note_by_value::<M>(first, escape, temporary, &mut self.releases[side as usize]);
    }

    /// Takes note of the plies in which conversions win (`RowOutcomes::wins`).
    #[inline(always)]
    fn note_wins<M: Machine>(
        &mut self,
        side: Color,
        first: usize,
        lanes: &[u64],
        win: &[[u8; 64]],
    ) {
        let mut winning = [0; 8];
        for (i, &lanes) in lanes.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
            winning[i] = lanes & !M::equal(&win[i], 255);
        }
        note_by_value::<M>(first, win, winning, &mut self.wins[side as usize]);
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
fn note_by_value<M: Machine>(
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
                equal[other] = M::equal(cells, value) & lanes[other];
                lanes[other] &= !equal[other];
            }
            buckets.ply(value).push_words(first, &equal);
        }
    }
}

on_every_machine! {
    /// Finds the legal positions of a block, and for each side what its conversions bring.
    ///
    /// Fills it by side to move, and gives what conversions bring by ply.
    pub fn survey(
        arena: &Arena,
        conversions: &Conversions,
        solved: &[Option<SolvedSlice>],
        block: usize,
        sides: [SurveyedBlock; 2],
        space: &mut SurveySpace,
    ) -> [BlockStart; 2] = survey_block;
}

#[inline(always)]
fn survey_block<M: Machine>(
    arena: &Arena,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    mut sides: [SurveyedBlock; 2],
    space: &mut SurveySpace,
) -> [BlockStart; 2] {
    if arena.words < 64 {
        return survey_words::<M>(arena, conversions, solved, block, sides, space);
    }
    let geometry = Geometry::get();
    space.row.next_block();
    for first in (0..arena.words).step_by(64) {
        let words = first..first + 64;
        let row = Row::new(arena, geometry, block, first);
        let row_legal = match &row {
            Some(row) => row.legal(),
            None => [[0; 64]; 2],
        };
        for side in Color::ALL {
            let lanes = &row_legal[side as usize];
            let surveyed = &mut sides[side as usize];
            surveyed.legal[words.clone()].copy_from_slice(lanes);
            let own = arena.own_of_row(first);
            let lanes: &Lanes =
                &std::array::from_fn(|low| if own >> low & 1 != 0 { lanes[low] } else { 0 });
            let Some(row) = row.as_ref().filter(|_| lanes.iter().any(|&lanes| lanes != 0)) else {
                surveyed.cornered[words.clone()].fill(0);
                continue;
            };
            let place = (block, first);
            conversions.fold_row::<M>(row, place, side, lanes, solved, &mut space.row);
            let outcomes = &*space.row.outcomes;
            let in_danger: Lanes = std::array::from_fn(|low| lanes[low] & !outcomes.safe[low]);
            let events = &mut space.events;
            match outcomes.escapes() {
                None => surveyed.cornered[words.clone()].copy_from_slice(&in_danger),
                Some(escapes) => {
                    for low in (0..64).step_by(8) {
                        let (first, eight) = (first + low, low..low + 8);
                        let (lanes, escapes) = (&in_danger[eight.clone()], &escapes[eight]);
                        events.note_escapes::<M>(side, first, lanes, escapes, surveyed);
                    }
                }
            }
            if let Some(wins) = outcomes.wins() {
                for low in (0..64).step_by(8) {
                    let (first, eight) = (first + low, low..low + 8);
                    let (lanes, wins) = (&lanes[eight.clone()], &wins[eight]);
                    events.note_wins::<M>(side, first, lanes, wins);
                }
            }
        }
    }
    space.events.take(space.pool)
}

/// The same word by word.
#[inline(always)]
fn survey_words<M: Machine>(
    arena: &Arena,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    mut sides: [SurveyedBlock; 2],
    space: &mut SurveySpace,
) -> [BlockStart; 2] {
    for number in 0..arena.words {
        let word = arena.word(block, number);
        let both = legal_lanes(arena, &word);
        for side in Color::ALL {
            let lanes = both[side as usize];
            sides[side as usize].legal[number] = lanes;
            let Outcomes { win, escape } = conversions.fold(arena, side, &word, lanes, solved);
            let block = &mut sides[side as usize];
            space.events.note_escapes::<M>(side, number, &[lanes], &[escape], block);
            space.events.note_wins::<M>(side, number, &[lanes], &[win]);
        }
    }
    space.events.take(space.pool)
}

/// Splits positions of a word without any move into mates and stalemates.
pub fn mates_and_stalemates(
    arena: &Arena,
    side: Color,
    block: usize,
    number: usize,
    lanes: u64,
) -> (u64, u64) {
    let word = arena.word(block, number);
    let check = check_lanes(arena, side, &word);
    (lanes & check, lanes & !check)
}
