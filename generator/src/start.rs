//! What is known before the first ply: legal positions, conversions, positions without a move.

use cozy_chess::{Color, Piece};

use crate::{
    arena::{Arena, Seat, Word},
    conversions::{Conversions, SolvedSlice},
    kernels,
    lanes::{attack_lanes, attacks, bit, pawn_attacks},
    timeline::{Entry, Timeline},
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

/// Finds the legal positions of a block, and for each side what its conversions bring.
///
/// Fills, by side to move and word: `legal`, and `cornered`, the legal positions without a
/// conversion that keeps the side from losing.
pub fn survey(
    arena: &Arena,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    block: usize,
    [legal_white, legal_black]: [&mut [u64]; 2],
    [cornered_white, cornered_black]: [&mut [u64]; 2],
) -> [BlockStart; 2] {
    let mut wins = [Vec::new(), Vec::new()];
    let mut releases = [Vec::new(), Vec::new()];
    for number in 0..arena.words {
        let word = arena.word(block, number);
        let legal = legal_lanes(arena, &word);
        legal_white[number] = legal[0];
        legal_black[number] = legal[1];
        for side in Color::ALL {
            let lanes = legal[side as usize];
            let cornered = match side {
                Color::White => &mut cornered_white[number],
                Color::Black => &mut cornered_black[number],
            };
            if lanes == 0 {
                *cornered = 0;
                continue;
            }
            let outcomes = conversions.fold(arena, side, &word, lanes, solved);
            let entry = |lanes| Entry { word: number as u32, lanes };
            *cornered = kernels::equal(&outcomes.escape, 0) & lanes;
            let temporary = lanes & !*cornered & !kernels::equal(&outcomes.escape, 255);
            kernels::by_value(&outcomes.escape, temporary, |ply, lanes| {
                releases[side as usize].push((u16::from(ply), entry(lanes)));
            });
            let winning = lanes & !kernels::equal(&outcomes.win, 255);
            kernels::by_value(&outcomes.win, winning, |ply, lanes| {
                wins[side as usize].push((u16::from(ply), entry(lanes)));
            });
        }
    }
    std::array::from_fn(|side| BlockStart {
        wins: Timeline::new(&wins[side]),
        releases: Timeline::new(&releases[side]),
    })
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
