//! What is known before the first ply: legal positions, conversions, positions without a move.

use cozy_chess::{Color, Piece};

use crate::{
    arena::{Arena, Seat, Word},
    conversions::{Conversions, Outcomes, SolvedSlice},
    exits::{RowOutcomes, RowSpace},
    geometry::Geometry,
    lanes::{attack_lanes, attacks, bit, pawn_attacks},
    rows::{Lanes, Row},
    timeline::{Entry, Timeline},
    vectors::{Machine, on_every_machine},
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

/// Space to survey blocks in, used again and again.
pub struct SurveySpace {
    row: RowSpace,
    events: Events,
}

/// What conversions bring in one block.
#[derive(Default)]
struct Events {
    /// By side to move.
    wins: [Vec<(u16, Entry)>; 2],
    releases: [Vec<(u16, Entry)>; 2],
}

impl SurveySpace {
    /// Space for the blocks of an endgame.
    pub fn new(conversions: &Conversions) -> SurveySpace {
        SurveySpace { row: RowSpace::new(conversions), events: Events::default() }
    }
}

impl Events {
    /// Takes note of what the conversions bring in the positions `lanes` of a word. Gives the
    /// cornered ones.
    #[inline(always)]
    fn note<M: Machine>(
        &mut self,
        side: Color,
        word: usize,
        lanes: u64,
        (win, escape): (&[u8; 64], &[u8; 64]),
    ) -> u64 {
        let entry = |lanes| Entry { word: word as u32, lanes };
        let cornered = M::equal(escape, 0) & lanes;
        let temporary = lanes & !cornered & !M::equal(escape, 255);
        by_value::<M>(escape, temporary, |ply, lanes| {
            self.releases[side as usize].push((u16::from(ply), entry(lanes)));
        });
        let winning = lanes & !M::equal(win, 255);
        by_value::<M>(win, winning, |ply, lanes| {
            self.wins[side as usize].push((u16::from(ply), entry(lanes)));
        });
        cornered
    }

    /// What has been noted of a block.
    fn take(&mut self) -> [BlockStart; 2] {
        let start = std::array::from_fn(|side| BlockStart {
            wins: Timeline::new(&self.wins[side]),
            releases: Timeline::new(&self.releases[side]),
        });
        for events in self.wins.iter_mut().chain(&mut self.releases) {
            events.clear();
        }
        start
    }
}

/// Gives each value among the cells of `lanes` with the lanes that hold it.
#[inline(always)]
fn by_value<M: Machine>(cells: &[u8; 64], mut lanes: u64, mut each: impl FnMut(u8, u64)) {
    while lanes != 0 {
        let value = cells[lanes.trailing_zeros() as usize];
        let equal = M::equal(cells, value) & lanes;
        each(value, equal);
        lanes &= !equal;
    }
}

on_every_machine! {
    /// Finds the legal positions of a block, and for each side what its conversions bring.
    ///
    /// Fills, by side to move and word: `legal`, and `cornered`, the legal positions without a
    /// conversion that keeps the side from losing. The latter, and what conversions bring, only in
    /// words that are worked on (see [`crate::arena::Twins`]).
    pub fn survey(
        arena: &Arena,
        conversions: &Conversions,
        solved: &[Option<SolvedSlice>],
        block: usize,
        legal: [&mut [u64]; 2],
        cornered: [&mut [u64]; 2],
        space: &mut SurveySpace,
    ) -> [BlockStart; 2] = survey_block;
}

#[inline(always)]
fn survey_block<M: Machine>(
    arena: &Arena,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    legal: [&mut [u64]; 2],
    cornered: [&mut [u64]; 2],
    space: &mut SurveySpace,
) -> [BlockStart; 2] {
    if arena.words < 64 {
        return survey_words::<M>(arena, conversions, solved, block, legal, cornered, space);
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
            legal[side as usize][words.clone()].copy_from_slice(lanes);
            let cornered = &mut cornered[side as usize][words.clone()];
            let own = arena.own_of_row(first);
            let lanes: &Lanes =
                &std::array::from_fn(|low| if own >> low & 1 != 0 { lanes[low] } else { 0 });
            let Some(row) = row.as_ref().filter(|_| lanes.iter().any(|&lanes| lanes != 0)) else {
                cornered.fill(0);
                continue;
            };
            let place = (block, first);
            conversions.fold_row::<M>(row, place, side, lanes, solved, &mut space.row);
            for low in 0..64 {
                cornered[low] = 0;
                if lanes[low] != 0 {
                    let RowOutcomes { win, escape } = &*space.row.outcomes;
                    let cells = (&win[low], &escape[low]);
                    cornered[low] = space.events.note::<M>(side, first + low, lanes[low], cells);
                }
            }
        }
    }
    space.events.take()
}

/// The same word by word.
#[inline(always)]
fn survey_words<M: Machine>(
    arena: &Arena,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    legal: [&mut [u64]; 2],
    cornered: [&mut [u64]; 2],
    space: &mut SurveySpace,
) -> [BlockStart; 2] {
    for number in 0..arena.words {
        let word = arena.word(block, number);
        let both = legal_lanes(arena, &word);
        for side in Color::ALL {
            let lanes = both[side as usize];
            legal[side as usize][number] = lanes;
            cornered[side as usize][number] = if lanes == 0 {
                0
            } else {
                let Outcomes { win, escape } = conversions.fold(arena, side, &word, lanes, solved);
                space.events.note::<M>(side, number, lanes, (&win, &escape))
            };
        }
    }
    space.events.take()
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
