//! The analysis of one arena, ply by ply.
//!
//! For each side there is one set, the *undetermined* positions: legal and not yet known to be won
//! or lost. Then
//!
//! ```text
//! won(side, n + 1)  = undetermined(side) & (a move into lost(other, n))
//! lost(side, n + 2) = cornered(side) - (a quiet move into undetermined(other))
//! ```
//!
//! where the *cornered* positions are the undetermined ones, other than stalemates, without a
//! conversion that still escapes. Only positions with a move into what was decided last, or whose
//! last conversion has just failed, can be new; the others are not looked at. What is left is drawn.

use cozy_chess::Color;
use rayon::prelude::*;

use crate::{
    arena::Arena,
    conversions::{Conversions, SolvedSlice},
    kernels,
    moves::{Accumulator, add_predecessors, without_escapes},
    start::{BlockStart, SurveySpace, mates_and_stalemates, survey},
    timeline::Entry,
};

/// What is known of one side to move.
#[derive(Debug)]
struct Side<'a> {
    /// Legal positions neither won nor lost so far, `[block][word]`.
    undetermined: Vec<u64>,
    /// Undetermined, no stalemate, and no conversion escapes; `[block][word]`.
    cornered: Vec<u64>,
    /// Cells to fill, `[block][word][lane]`.
    cells: &'a mut [u8],
    /// By block: the positions lost at the last even ply.
    lost: Vec<Vec<Entry>>,
    /// By block: the positions won at the last odd ply.
    won: Vec<Vec<Entry>>,
    /// By block: what conversions bring.
    events: Vec<BlockStart>,
}

/// One block of a [`Side`], to be changed.
struct Block<'b> {
    undetermined: &'b mut [u64],
    cornered: &'b mut [u64],
    cells: &'b mut [u8],
    lost: &'b mut Vec<Entry>,
    won: &'b mut Vec<Entry>,
    events: &'b mut BlockStart,
}

/// What an analysis leaves beside the cells.
#[derive(Debug)]
pub struct Finding {
    /// The longest distance to mate in plies; `None` if nothing is decisive.
    pub plies: Option<u16>,
    /// Stalemates as (word of the slice, lanes) in rising order, by side to move.
    pub stalemates: [Vec<(usize, u64)>; 2],
}

impl Side<'_> {
    fn blocks(&mut self, words: usize) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.undetermined
            .par_chunks_mut(words)
            .zip(self.cornered.par_chunks_mut(words))
            .zip(self.cells.par_chunks_mut(words * 64))
            .zip(self.lost.par_iter_mut())
            .zip(self.won.par_iter_mut())
            .zip(self.events.par_iter_mut())
            .map(|(((((undetermined, cornered), cells), lost), won), events)| Block {
                undetermined,
                cornered,
                cells,
                lost,
                won,
                events,
            })
    }
}

impl Block<'_> {
    /// Settles the positions `lanes` of a word as decided at `ply`.
    #[inline]
    fn settle(&mut self, word: usize, lanes: u64, ply: u8) {
        self.undetermined[word] &= !lanes;
        self.cornered[word] &= !lanes;
        let cells = &mut self.cells[word * 64..word * 64 + 64];
        kernels::store(cells.try_into().expect("64 lanes"), lanes, ply);
    }
}

/// The sides as (the one given, the other).
fn split<'s, 'a>(
    sides: &'s mut [Side<'a>; 2],
    side: Color,
) -> (&'s mut Side<'a>, &'s mut Side<'a>) {
    let [white, black] = sides;
    if side == Color::White { (white, black) } else { (black, white) }
}

/// Solves an arena. `cells` (`[side to move][block][word][lane]`, all draws) and `legal`
/// (`[side to move][block][word]`) are filled; `solved` holds the slices it depends on.
/// `on_ply` is told each ply that has been settled.
pub fn analyse(
    arena: &Arena,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    cells: [&mut [u8]; 2],
    mut legal: [&mut [u64]; 2],
    on_ply: &(dyn Fn(u16) + Sync),
) -> Finding {
    let words = arena.words;
    let vectors = crate::vectors::Vectors::best();
    let mut cornered = [0; 2].map(|_| vec![0; legal[0].len()]);
    let [legal_white, legal_black] = &mut legal;
    let [cornered_white, cornered_black] = &mut cornered;
    let starts: Vec<[BlockStart; 2]> = legal_white
        .par_chunks_mut(words)
        .zip(legal_black.par_chunks_mut(words))
        .zip(cornered_white.par_chunks_mut(words).zip(cornered_black.par_chunks_mut(words)))
        .enumerate()
        .map_init(
            || SurveySpace::new(conversions),
            |space, (block, ((legal_white, legal_black), (cornered_white, cornered_black)))| {
                let legal = [legal_white, legal_black];
                let cornered = [cornered_white, cornered_black];
                survey(vectors, arena, conversions, solved, block, legal, cornered, space)
            },
        )
        .collect();
    let mut events: [Vec<BlockStart>; 2] = [Vec::new(), Vec::new()];
    for [white, black] in starts {
        events[0].push(white);
        events[1].push(black);
    }
    let [events_white, events_black] = events;
    let [cells_white, cells_black] = cells;
    let [cornered_white, cornered_black] = cornered;
    let side = |legal: &[u64], cornered, cells, events| Side {
        undetermined: legal.to_vec(),
        cornered,
        cells,
        lost: vec![Vec::new(); arena.blocks],
        won: vec![Vec::new(); arena.blocks],
        events,
    };
    let mut sides = [
        side(legal[0], cornered_white, cells_white, events_white),
        side(legal[1], cornered_black, cells_black, events_black),
    ];
    let stalemates = Color::ALL.map(|color| find_no_moves(arena, &mut sides, color));
    let mut plies = None;
    let mut ply = 0;
    loop {
        let any_lost = Color::ALL.map(|color| settle_losses(arena, &mut sides, color, ply));
        if any_lost.contains(&true) {
            plies = Some(ply);
        }
        on_ply(ply);
        let any_won = Color::ALL.map(|color| find_wins(arena, &mut sides, color, ply + 1));
        if any_won.contains(&true) {
            plies = Some(ply + 1);
        }
        let decided = any_lost.contains(&true) || any_won.contains(&true);
        if !decided && !events_left(&sides) {
            return Finding { plies, stalemates };
        }
        for color in Color::ALL {
            find_losses(arena, &mut sides, color, ply + 1);
        }
        ply += 2;
    }
}

/// Whether a conversion has yet to win or to fail.
fn events_left(sides: &[Side; 2]) -> bool {
    let left = |events: &BlockStart| {
        events.wins.next_ply().is_some() || events.releases.next_ply().is_some()
    };
    sides.iter().any(|side| side.events.iter().any(left))
}

/// Finds the mates, as positions lost at ply 0, and takes the stalemates out of the cornered
/// positions; gives the stalemates.
fn find_no_moves(arena: &Arena, sides: &mut [Side; 2], color: Color) -> Vec<(usize, u64)> {
    let (side, other) = split(sides, color);
    let open = &other.undetermined;
    side.blocks(arena.words)
        .enumerate()
        .flat_map_iter(|(number, block)| {
            let standing = arena.standing(number);
            let mut stalemates = Vec::new();
            for word in 0..arena.words {
                let candidates = block.cornered[word];
                if candidates == 0 {
                    continue;
                }
                let stuck = without_escapes(arena, color, number, standing, word, candidates, open);
                if stuck == 0 {
                    continue;
                }
                let (mates, stale) = mates_and_stalemates(arena, color, number, word, stuck);
                block.cornered[word] &= !stale;
                if mates != 0 {
                    block.lost.push(Entry { word: word as u32, lanes: mates });
                }
                if stale != 0 {
                    stalemates.push((number * arena.words + word, stale));
                }
            }
            stalemates
        })
        .collect()
}

/// Settles the positions found lost at `ply`. Tells whether there are any.
fn settle_losses(arena: &Arena, sides: &mut [Side; 2], color: Color, ply: u16) -> bool {
    let byte = cell(ply);
    let (side, _) = split(sides, color);
    let settle = |mut block: Block| {
        let lost = std::mem::take(block.lost);
        for entry in &lost {
            block.settle(entry.word as usize, entry.lanes, byte);
        }
        *block.lost = lost;
        !block.lost.is_empty()
    };
    side.blocks(arena.words).map(settle).reduce(|| false, |a, b| a | b)
}

/// Finds and settles the positions won at `ply` (odd). Tells whether there are any.
fn find_wins(arena: &Arena, sides: &mut [Side; 2], color: Color, ply: u16) -> bool {
    let byte = cell(ply);
    let (side, other) = split(sides, color);
    let lost = &other.lost;
    side.blocks(arena.words)
        .enumerate()
        .map_init(
            || Accumulator::new(arena.words),
            |found, (number, mut block)| {
                add_predecessors(arena, color, number, lost, found);
                for entry in block.events.wins.take(ply) {
                    found.add(entry.word as usize, entry.lanes);
                }
                block.won.clear();
                found.drain(|word, lanes| {
                    let lanes = lanes & block.undetermined[word];
                    if lanes != 0 {
                        block.settle(word, lanes, byte);
                        block.won.push(Entry { word: word as u32, lanes });
                    }
                });
                !block.won.is_empty()
            },
        )
        .reduce(|| false, |a, b| a | b)
}

/// Finds the positions lost at the ply after `ply` (odd). They stay undetermined until both sides'
/// are found: a lost position is no escape for the other side before it is settled, but nor is a
/// move into it a loss.
fn find_losses(arena: &Arena, sides: &mut [Side; 2], color: Color, ply: u16) {
    let (side, other) = split(sides, color);
    let (won, open) = (&other.won, &other.undetermined);
    side.blocks(arena.words).enumerate().for_each_init(
        || Accumulator::new(arena.words),
        |found, (number, block)| {
            add_predecessors(arena, color, number, won, found);
            for entry in block.events.releases.take(ply) {
                let word = entry.word as usize;
                block.cornered[word] |= entry.lanes & block.undetermined[word];
                found.add(word, entry.lanes);
            }
            block.lost.clear();
            let standing = arena.standing(number);
            found.drain(|word, lanes| {
                let candidates = lanes & block.cornered[word];
                if candidates == 0 {
                    return;
                }
                let lanes = without_escapes(arena, color, number, standing, word, candidates, open);
                if lanes != 0 {
                    block.lost.push(Entry { word: word as u32, lanes });
                }
            });
        },
    );
}

/// The cell of a position decided at `ply`.
fn cell(ply: u16) -> u8 {
    let cell = drawproof_tables::Cell::from_plies(ply);
    cell.expect("endgames of up to five men mate within 254 plies").byte()
}
