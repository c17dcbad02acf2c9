//! The analysis of one shape, ply by ply.
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
//!
//! Where two upper men are of one kind ([`LikePair`]), all this is done for half of the words, the *own*
//! ones. The undetermined positions and the dirty are kept for all words, as moves lead to all.

use cozy_chess::{BitBoard, Color};
use rayon::prelude::*;

use crate::{
    analysis::block::Block,
    analysis::cells::Cells,
    analysis::initialization::{Survey, SurveySpace, SurveyedBlock, mates_and_stalemates},
    analysis::log::{Log, Logs},
    analysis::scratch::Spaces,
    analysis::side::{SURVEY_GRAIN_WORDS, Side, split},
    conversions::{Conversions, SolvedSlice},
    moves::by_word::{self, without_escapes},
    moves::dirty_words::add_dirty_predecessors,
    moves::escapes::{EscapeScratch, EscapeSearch},
    moves::predecessors::add_predecessors,
    sets::accumulator::Accumulator,
    sets::chunk,
    sets::chunk_list::{ChunkList, Entry},
    sets::dirty_words::DirtyWords,
    shape::Shape,
    simd::{Kernel, Simd, Vectors},
};

/// How many chunks later is what is fetched ahead.
const AHEAD: usize = 8;

/// What an analysis leaves beside the cells.
#[derive(Debug)]
pub struct Finding {
    /// The longest distance to mate in plies; `None` if nothing is decisive.
    pub plies: Option<u16>,
    /// Stalemates as (word of the slice, lanes) in rising order, by side to move.
    pub stalemates: [Vec<(usize, u64)>; 2],
    /// The rounds that the cells were written in.
    #[cfg_attr(not(test), expect(dead_code, reason = "for tests"))]
    pub rounds: usize,
}

/// What an analysis fills; what it holds before means nothing.
pub struct Memory<'a> {
    /// `[side to move][block][word][lane]`.
    pub cells: [&'a mut [u8]; 2],
    /// Whether the cells are zeros, whose pages need not be there yet.
    pub zeros: bool,
    /// Legal positions, `[side to move][block][word]`.
    pub legal: [&'a mut [u64]; 2],
    /// The memory that the lists of logs may take before what is in them is written into the cells.
    /// Looked at after each step, whose decisions come on top.
    pub log_bytes: usize,
}

/// Solves an shape into `memory`. `solved` holds the slices it depends on, working sets come from
/// and go back to the pool of `spaces`. `on_ply` is told each ply that has been settled.
pub fn analyse(
    vectors: Vectors,
    shape: &Shape,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    memory: &mut Memory,
    spaces: &Spaces,
    on_ply: &(dyn Fn(u16) + Sync),
) -> Finding {
    let Memory { cells, zeros, legal, log_bytes } = memory;
    let mut sides = [(); 2].map(|()| Side::new(shape, spaces.pool));
    survey_all(vectors, shape, conversions, solved, &mut sides, legal, spaces);
    let stalemates =
        Color::ALL.map(|color| find_no_moves(vectors, shape, &mut sides, color, spaces));
    // Nothing more is done to the blocks; what is there is found out.
    sides.iter_mut().for_each(|side| side.for_each(shape, || (), |_, _| ()));
    let logs = Logs::new(spaces.pool);
    let mut cells = Cells::new(shape, cells.each_mut().map(|side| &mut **side), *zeros);
    let legal = legal.each_ref().map(|side| &**side);
    let mut rounds = 0;
    let mut write = |sides: &mut [Side; 2], logs: &Logs, last| {
        if last || logs.bytes() > *log_bytes {
            let decisions = logs.take(shape.blocks);
            cells.write(vectors, shape, sides, legal, &decisions, last);
            decisions.give_back();
            rounds += 1;
        }
    };
    let mut plies = None;
    let mut ply = 0;
    loop {
        for color in Color::ALL {
            settle_losses(vectors, shape, &mut sides, color, ply, &logs);
            write(&mut sides, &logs, false);
        }
        on_ply(ply);
        for color in Color::ALL {
            find_wins(vectors, shape, &mut sides, color, ply + 1, &logs, spaces);
            write(&mut sides, &logs, false);
        }
        let [lost, won] =
            [sides.iter().any(|side| side.any.lost), sides.iter().any(|side| side.any.won)];
        if lost || won {
            plies = Some(if won { ply + 1 } else { ply });
        } else if !sides.iter().any(|side| side.any.win.is_some() || side.any.release.is_some()) {
            break;
        }
        for color in Color::ALL {
            find_losses(vectors, shape, &mut sides, color, ply + 1, spaces);
        }
        ply += 2;
    }
    write(&mut sides, &logs, true);
    sides.into_iter().for_each(|side| side.give_back(spaces.pool));
    Finding { plies, stalemates, rounds }
}

/// Finds the legal positions and what conversions bring.
fn survey_all(
    vectors: Vectors,
    shape: &Shape,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    sides: &mut [Side; 2],
    [legal_white, legal_black]: &mut [&mut [u64]; 2],
    spaces: &Spaces,
) {
    let words = shape.words;
    let [white, black] = sides;
    white
        .blocks(shape)
        .zip(black.blocks(shape))
        .zip(legal_white.par_chunks_mut(words).zip(legal_black.par_chunks_mut(words)))
        .with_min_len(SURVEY_GRAIN_WORDS.div_ceil(words))
        .for_each_init(
            || spaces.survey.borrow(|| SurveySpace::new(conversions, spaces.pool)),
            |space, ((white, black), (legal_white, legal_black))| {
                let number = white.number;
                let mut blocks = [(white, legal_white), (black, legal_black)];
                let surveyed = blocks
                    .each_mut()
                    .map(|(block, legal)| SurveyedBlock { legal, cornered: block.cornered });
                let start = vectors.run(Survey {
                    shape,
                    conversions,
                    solved,
                    block: number,
                    sides: surveyed,
                    space,
                });
                for ((block, legal), start) in blocks.into_iter().zip(start) {
                    block.undetermined.copy_from_slice(legal);
                    *block.events = start;
                }
            },
        );
}

/// Finds the mates, as positions lost at ply 0, and takes the stalemates out of the cornered
/// positions; gives the stalemates.
fn find_no_moves(
    vectors: Vectors,
    shape: &Shape,
    sides: &mut [Side; 2],
    color: Color,
    spaces: &Spaces,
) -> Vec<(usize, u64)> {
    let (side, other) = split(sides, color);
    let open = &other.undetermined;
    side.steps(shape)
        .flat_map_iter(|block| {
            let mut stuck = ChunkList::default();
            let Block { number, cornered, lost, .. } = block;
            let mut space = spaces.losses.borrow(|| losses_space(shape));
            let (space, stuck_list) = (&mut space, &mut stuck);
            vectors.run(FindStuck {
                shape,
                color,
                number,
                cornered,
                open,
                space,
                stuck: stuck_list,
            });
            let mut stalemates = Vec::new();
            for Entry { word, lanes } in stuck.entries() {
                let place = word as usize;
                let (mates, stale) = mates_and_stalemates(shape, color, number, place, lanes);
                cornered[place] &= !stale;
                if mates != 0 {
                    lost.push_word(place, mates);
                }
                if stale != 0 {
                    let like_word = shape.like_pair.map(|like_pair| like_pair.exchanged(place));
                    let words = std::iter::once(place).chain(like_word);
                    stalemates.extend(words.map(|word| (number * shape.words + word, stale)));
                }
            }
            stalemates.sort_unstable();
            stalemates
        })
        .collect()
}

/// Adds to `stuck` the cornered positions of a block without a quiet move into `open`.
struct FindStuck<'a> {
    shape: &'a Shape<'a>,
    color: Color,
    number: usize,
    cornered: &'a [u64],
    open: &'a [u64],
    space: &'a mut (Vec<u64>, EscapeScratch),
    stuck: &'a mut ChunkList,
}

impl Kernel for FindStuck<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FindStuck { shape, color, number, cornered, open, space, stuck } = self;
        find_stuck_of_block(simd, shape, color, number, cornered, open, space, stuck);
    }
}

#[inline(always)]
fn find_stuck_of_block<S: Simd>(
    simd: S,
    shape: &Shape,
    color: Color,
    number: usize,
    cornered: &[u64],
    open: &[u64],
    (dirty, escapes): &mut (Vec<u64>, EscapeScratch),
    stuck: &mut ChunkList,
) {
    dirty.fill(u64::MAX >> (64 - shape.words.min(64)));
    find_escapeless(simd, shape, color, number, dirty, cornered, open, escapes, stuck);
}

/// Adds to `found` the positions of a block without a quiet move into `open` among the cornered
/// ones of dirty words.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the context of one block")]
fn find_escapeless<S: Simd>(
    simd: S,
    shape: &Shape,
    color: Color,
    number: usize,
    dirty: &[u64],
    cornered: &[u64],
    open: &[u64],
    space: &mut EscapeScratch,
    found: &mut ChunkList,
) {
    if shape.words >= 8 {
        let search = EscapeSearch::new(shape, color, number, open);
        search.find(simd, cornered, dirty, space, found);
        return;
    }
    // Three men: a block is one word.
    let standing = shape.standing(number);
    for word in BitBoard(dirty[0]) {
        let word = word as usize;
        let lanes = without_escapes(shape, color, number, standing, word, cornered[word], open);
        if lanes != 0 {
            found.push_word(word, lanes);
        }
    }
}

/// Settles the positions found lost at `ply`.
fn settle_losses(
    vectors: Vectors,
    shape: &Shape,
    sides: &mut [Side; 2],
    color: Color,
    ply: u16,
    logs: &Logs,
) {
    let (side, _) = split(sides, color);
    if side.any.lost {
        side.for_each(
            shape,
            || logs.borrow(),
            |log, block| {
                if !block.lost.is_empty() {
                    vectors.run(SettleLost { shape, block });
                    log.list(color, block.number, ply, shape.words).append(block.lost);
                }
            },
        );
    }
}

struct SettleLost<'a, 'b> {
    shape: &'a Shape<'a>,
    block: &'a mut Block<'b>,
}

impl Kernel for SettleLost<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let SettleLost { shape, block } = self;
        settle_lost_of_block(simd, shape, block);
    }
}

#[inline(always)]
fn settle_lost_of_block<S: Simd>(simd: S, shape: &Shape, block: &mut Block) {
    let lost = std::mem::take(block.lost);
    if shape.words < 64 {
        lost.entries().for_each(|entry| block.settle_word(entry.lanes));
    } else {
        let mut chunks = lost.chunks();
        let mut later = chunks.firsts();
        later.by_ref().take(AHEAD).for_each(|first| block.prefetch(simd, first));
        while let Some((first, _, words)) = chunks.next(simd) {
            if let Some(later) = later.next() {
                block.prefetch(simd, later);
            }
            block.settle(simd, shape.like_pair, first, words);
        }
    }
    *block.lost = lost;
}

/// Finds and settles the positions won at `ply` (odd).
fn find_wins(
    vectors: Vectors,
    shape: &Shape,
    sides: &mut [Side; 2],
    color: Color,
    ply: u16,
    logs: &Logs,
    spaces: &Spaces,
) {
    let (side, other) = split(sides, color);
    if !other.any.lost && side.any.win != Some(ply) && !side.any.won {
        return;
    }
    let lost = &other.lost;
    side.for_each(
        shape,
        || (spaces.wins.borrow(|| Accumulator::new(shape.words)), logs.borrow()),
        |(found, log), block| vectors.run(FindWon { shape, color, ply, lost, found, log, block }),
    );
}

struct FindWon<'a, 'b, 'l> {
    shape: &'a Shape<'a>,
    color: Color,
    ply: u16,
    lost: &'a [ChunkList],
    found: &'a mut Accumulator,
    log: &'a mut Log<'l>,
    block: &'a mut Block<'b>,
}

impl Kernel for FindWon<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FindWon { shape, color, ply, lost, found, log, block } = self;
        find_won_of_block(simd, shape, color, ply, lost, found, log, block);
    }
}

#[inline(always)]
fn find_won_of_block<S: Simd>(
    simd: S,
    shape: &Shape,
    color: Color,
    ply: u16,
    lost: &[ChunkList],
    found: &mut Accumulator,
    log: &mut Log,
    block: &mut Block,
) {
    if *block.won.any {
        block.won.rows.fill(0);
        *block.won.any = false;
    }
    if shape.words < 64 {
        // Three men: a block is one word.
        by_word::add_predecessors(shape, color, block.number, lost, found);
        let wins = block.events.wins.take(ply);
        let lanes = wins.entries().fold(found.take_word(), |lanes, entry| lanes | entry.lanes);
        let new = lanes & block.undetermined[0];
        if new != 0 {
            block.settle_word(new);
            log.list(color, block.number, ply, 1).push(simd, 0, simd.keep(simd.splat(new), 1));
            block.mark_won(None, 0, 1);
        }
        return;
    }
    add_predecessors(simd, shape, color, block.number, lost, found);
    let mut won = log.list(color, block.number, ply, shape.words);
    found.drain(|first, lanes, later| {
        if let Some(later) = later {
            block.prefetch(simd, later);
        }
        let new = simd.and(simd.load(lanes), simd.load(chunk::chunk(block.undetermined, first)));
        let words = simd.nonzero(new);
        if words == 0 {
            return;
        }
        block.settle(simd, shape.like_pair, first, new);
        block.mark_won(shape.like_pair, first, words);
        won.push(simd, first, new);
    });
    if block.events.wins.next_ply().is_some_and(|next| next <= ply) {
        let mut events = std::mem::take(block.events);
        let mut wins = events.wins.take(ply);
        let mut later = wins.firsts();
        later.by_ref().take(AHEAD).for_each(|first| simd.prefetch(block.undetermined, first));
        while let Some((first, _, words)) = wins.next(simd) {
            if let Some(later) = later.next() {
                simd.prefetch(block.undetermined, later);
            }
            let new = simd.and(words, simd.load(chunk::chunk(block.undetermined, first)));
            let words = simd.nonzero(new);
            if words != 0 {
                // A conversion that wins is one that escapes, for good.
                block.settle_uncornered(simd, shape.like_pair, first, new);
                block.mark_won(shape.like_pair, first, words);
            }
        }
        *block.events = events;
    }
}

/// Finds the positions lost at the ply after `ply` (odd). They stay undetermined until both sides'
/// are found: a lost position is no escape for the other side before it is settled, but nor is a
/// move into it a loss.
fn find_losses(
    vectors: Vectors,
    shape: &Shape,
    sides: &mut [Side; 2],
    color: Color,
    ply: u16,
    spaces: &Spaces,
) {
    let (side, other) = split(sides, color);
    if !other.any.won && side.any.release != Some(ply) && !side.any.lost {
        return;
    }
    let (won, open) = (&other.won, &other.undetermined);
    side.for_each(
        shape,
        || spaces.losses.borrow(|| losses_space(shape)),
        |space, block| vectors.run(FindLost { shape, color, ply, won, open, space, block }),
    );
}

/// See [`Spaces::losses`].
fn losses_space(shape: &Shape) -> (Vec<u64>, EscapeScratch) {
    (vec![0; shape.words.div_ceil(64)], EscapeScratch::default())
}

struct FindLost<'a, 'b> {
    shape: &'a Shape<'a>,
    color: Color,
    ply: u16,
    won: &'a DirtyWords,
    open: &'a [u64],
    space: &'a mut (Vec<u64>, EscapeScratch),
    block: &'a mut Block<'b>,
}

impl Kernel for FindLost<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FindLost { shape, color, ply, won, open, space, block } = self;
        find_lost_of_block(simd, shape, color, ply, won, open, space, block);
    }
}

#[inline(always)]
fn find_lost_of_block<S: Simd>(
    simd: S,
    shape: &Shape,
    color: Color,
    ply: u16,
    won: &DirtyWords,
    open: &[u64],
    (dirty, escapes): &mut (Vec<u64>, EscapeScratch),
    block: &mut Block,
) {
    let Block { number, cornered, undetermined, lost, events, .. } = block;
    let number = *number;
    lost.clear();
    dirty.fill(0);
    let mut any = add_dirty_predecessors(shape, color, number, won, dirty);
    for (row, dirty) in dirty.iter_mut().enumerate().filter(|_| shape.like_pair.is_some()) {
        *dirty &= shape.canonical_in_row(row * 64);
    }
    for entry in events.releases.take(ply).entries() {
        let word = entry.word as usize;
        cornered[word] |= entry.lanes & undetermined[word];
        dirty[word / 64] |= 1 << (word % 64);
        any = true;
    }
    if !any {
        return;
    }
    find_escapeless(simd, shape, color, number, dirty, cornered, open, escapes, lost);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::block::Any, memory::pool::Pool, solve_closure};
    use drawproof_tables::{Cell, Layout, Material};

    /// KRK with nothing known, but that White is to be found lost in the first word of block 0.
    fn one_loss(check: impl FnOnce(&Shape, &mut [Side; 2], Logs, &Spaces)) {
        let layout = Layout::new("KRK".parse::<Material>().unwrap().normalise().0);
        let shape = Shape::new(&layout, 0);
        let pool = Pool::new();
        let mut sides = [Side::new(&shape, &pool), Side::new(&shape, &pool)];
        sides[0].undetermined[0] = 1;
        sides[0].lost[0].push_word(0, 1);
        sides[0].any.lost = true;
        check(&shape, &mut sides, Logs::new(&pool), &Spaces::new(&pool));
    }

    #[test]
    fn looking_for_more_after_the_last_ply_of_a_cell_finds_nothing() {
        one_loss(|shape, sides, logs, spaces| {
            let vectors = Vectors::PLAIN;
            settle_losses(vectors, shape, sides, Color::White, Cell::PLIES_MAX, &logs);
            sides[0].lost[0].clear();
            for color in Color::ALL {
                // So that all blocks are looked at.
                sides.iter_mut().for_each(|side| side.any.lost = true);
                find_wins(vectors, shape, sides, color, Cell::PLIES_MAX + 1, &logs, spaces);
                sides.iter_mut().for_each(|side| side.any.lost = true);
                find_losses(vectors, shape, sides, color, Cell::PLIES_MAX + 1, spaces);
                assert_eq!(sides[color as usize].any, Any::default());
                settle_losses(vectors, shape, sides, color, Cell::PLIES_MAX + 2, &logs);
            }
            let decisions = logs.take(shape.blocks);
            let last = Cell::from_plies(Cell::PLIES_MAX).unwrap().byte();
            let decided = Color::ALL.map(|side| {
                let all = (0..shape.blocks).flat_map(|block| decisions.of(side, block));
                all.map(|(cell, chunks)| (cell, chunks.entries().collect())).collect::<Vec<_>>()
            });
            assert_eq!(decided, [vec![(last, vec![Entry { word: 0, lanes: 1 }])], vec![]]);
        });
    }

    #[test]
    fn logs_that_are_written_often_give_the_same_cells() {
        for name in ["KRK", "KRKN", "KBBKN"] {
            let material = name.parse::<Material>().unwrap().normalise().0;
            let tables = solve_closure(&[material], &()).unwrap();
            let expected = tables.get(material).unwrap();
            let layout = Layout::new(material);
            let shape = Shape::new(&layout, 0);
            let conversions = Conversions::new(&layout, &tables).unwrap();
            let pool = Pool::new();
            // With the rounds that the cells of five men are then written in, at least and at most.
            for (log_bytes, zeros, least, most) in
                [(0, false, 40, 200), (20_000_000, true, 3, 39), (usize::MAX, true, 1, 1)]
            {
                let before = u8::from(!zeros);
                let mut cells = [(); 2].map(|()| vec![before; layout.count()]);
                let mut legal = [(); 2].map(|()| vec![1; layout.words()]);
                let mut memory = Memory {
                    cells: cells.each_mut().map(|side| &mut **side),
                    zeros,
                    legal: legal.each_mut().map(|side| &mut **side),
                    log_bytes,
                };
                let (vectors, spaces) = (Vectors::best(), Spaces::new(&pool));
                let Finding { rounds, .. } =
                    analyse(vectors, &shape, &conversions, &[], &mut memory, &spaces, &|_| ());
                let least = if name == "KBBKN" { least } else { 1 };
                assert!((least..=most).contains(&rounds), "{name}, {log_bytes}: {rounds}");
                for side in Color::ALL {
                    assert!(cells[side as usize] == expected.cells(side), "{name}, {log_bytes}");
                    assert!(legal[side as usize] == expected.legal(side), "{name}, {log_bytes}");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "within 254 plies")]
    fn a_ply_that_does_not_fit_a_cell_is_never_wrapped() {
        one_loss(|shape, sides, logs, _| {
            let (vectors, white) = (Vectors::PLAIN, Color::White);
            settle_losses(vectors, shape, sides, white, Cell::PLIES_MAX + 2, &logs);
        });
    }
}
