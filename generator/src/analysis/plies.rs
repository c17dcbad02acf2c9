//! The analysis of one shape, ply by ply.
//!
//! For each side there is one set, the *undetermined* positions: legal and not yet known to be won
//! or lost. Then
//!
//! ```text
//! won(side, n + 1)  = undetermined(side) & (a move into lost(other, n))
//! lost(side, n + 2) = loss candidates(side) - (a quiet move into undetermined(other))
//! ```
//!
//! where the *loss candidates* are the undetermined positions, other than stalemates, without a
//! conversion that is still an escape. A position can be newly decided only if it has a move into
//! the positions decided last, or if its last escape by a conversion has just expired; the search
//! skips all others. Positions that are undetermined in the end are drawn.
//!
//! If the metric doubles its numbers, a ply of these equations is a number, and a win is three
//! numbers after the loss that it leads into. Losses therefore wait for one step before their
//! predecessors are won. Meanwhile they stay undetermined, because a move into them does not count
//! as lost yet.
//!
//! If both sides help one of them to mate, the only losses are the mates: a position is decided as
//! soon as it has a move into the positions decided last.
//!
//! ```text
//! reached(mating, n + 1) = undetermined(mating) & (a move into reached(other, n))
//! reached(other, n + 1)  = undetermined(other) & (a move into reached(mating, n))
//! ```
//!
//! If the side that mates is to move, n is odd, otherwise even; so each side has its own plies.
//!
//! If two upper men are like men ([`crate::shape::like_men::LikePair`]), only half of the words are
//! analysed. The undetermined positions and the dirty words are kept for all words, because moves
//! lead to all words.

use drawproof_board::Color;
use drawproof_tables::Width;

use crate::{
    analysis::{
        cells::Cells,
        initialization::initialize,
        log::{Decisions, Logs},
        losses::{find_losses, settle_losses},
        mates::find_mates,
        run::{Context, End, Run},
        side::Side,
        wins::find_wins,
    },
    conversions::kinds::Subproblem,
    sets::timeline::Timeline,
};

/// The results of an analysis other than the cells that it writes.
#[derive(Debug)]
pub struct Finding {
    /// The greatest number of any value: for DTM, the longest distance to mate in plies. `None` if
    /// no position is decisive.
    pub plies: Option<u16>,
    /// The stalemates by side to move, as pairs of a word of the slice and lanes, in ascending
    /// order of words.
    pub stalemates: [Vec<(usize, u64)>; 2],
    /// The number of rounds in which cells were written.
    #[cfg_attr(not(test), expect(dead_code, reason = "for tests"))]
    pub rounds: usize,
}

/// The memory that an analysis writes the table to. Its previous contents are meaningless.
pub struct Memory<'a> {
    /// The cells of the first layer, `[side to move][block][word][lane]`.
    pub cells: [&'a mut [u8]; 2],
    /// Whether the cells are zeros that the system has not allocated yet.
    pub zeros: bool,
    /// Whether the cells are in scratch files.
    pub in_scratch: bool,
    /// The second layer in the same order, all zeros; `None` if all numbers fit into a cell.
    pub far: Option<[&'a mut [u8]; 2]>,
    /// The legal positions, `[side to move][block][word]`.
    pub legal: [&'a mut [u64]; 2],
    /// The size in bytes of the logs' lists above which their positions are written into the cells.
    /// The size is checked only after each step, so a step may exceed it.
    pub log_bytes: usize,
}

/// Solves a subproblem and writes its values into `memory`.
pub fn analyse(run: &Run, problem: &Subproblem, memory: &mut Memory) -> Result<Finding, End> {
    let (shape, pool) = (problem.shape, run.lists.pool);
    let Memory { cells, zeros, in_scratch, far, legal, log_bytes } = memory;
    let width = if far.is_some() { Width::Two } else { Width::One };
    let logs = &Logs::new(&run.lists, width.number_max());
    let context = &Context::new(run, problem, logs);
    let legal_memory = legal.each_mut().map(|side| &mut **side);
    let (mut sides, stalemates) = begin(context, problem, Some(legal_memory))?;
    let far = far.as_mut().map(|far| far.each_mut().map(|side| &mut **side));
    let cells = cells.each_mut().map(|side| &mut **side);
    let mut cells = Cells::new(shape, cells, (*zeros, *in_scratch), far);
    let legal = legal.each_ref().map(|side| &**side);
    let mut rounds = 0;
    let mut write = |sides: &mut [Side; 2], last| {
        if last || logs.bytes() > *log_bytes {
            let decisions = logs.take(shape.blocks);
            cells.write(run, shape, sides, legal, &decisions, last)?;
            decisions.give_back(pool);
            rounds += 1;
        }
        Ok(())
    };
    let plies = settle(context, &mut sides, &mut |sides| write(sides, false))?;
    write(&mut sides, true)?;
    sides.into_iter().for_each(|side| side.give_back(pool));
    Ok(Finding { plies, stalemates, rounds })
}

/// The result of an analysis that keeps its log instead of writing cells.
#[derive(Debug)]
pub struct Logged {
    /// The greatest number of a value; see [`Finding::plies`].
    pub plies: Option<u16>,
    /// The positions that conversions win, `[side to move][block]`.
    pub wins: [Vec<Timeline>; 2],
    /// The positions that moves within the shape decide.
    pub decisions: Decisions,
}

/// Solves a subproblem whose numbers fit into a cell, and returns the decisions as a log.
pub fn log(run: &Run, problem: &Subproblem) -> Result<Logged, End> {
    let logs = &Logs::new(&run.lists, Width::One.number_max());
    let context = &Context::new(run, problem, logs);
    let (mut sides, _) = begin(context, problem, None)?;
    let plies = settle(context, &mut sides, &mut |_| Ok(()))?;
    let decisions = logs.take(problem.shape.blocks);
    let wins = sides.map(|side| side.give_back_but_wins(run.lists.pool));
    Ok(Logged { plies, wins, decisions })
}

/// Returns the sides before the first ply, and the stalemates as in [`Finding::stalemates`].
#[expect(clippy::type_complexity, reason = "it occurs once")]
fn begin(
    context: &Context,
    problem: &Subproblem,
    legal: Option<[&mut [u64]; 2]>,
) -> Result<([Side; 2], [Vec<(usize, u64)>; 2]), End> {
    let Context { run, shape, .. } = *context;
    let mut sides = [(); 2].map(|()| Side::new(shape, run.lists.pool));
    initialize(run, problem, &mut sides, legal)?;
    if run.lists.are_in_files() {
        // Memory is limited, and the buckets of the largest blocks are long.
        run.initialization.take_all();
    }
    let mut stalemates = [(); 2].map(|()| Vec::new());
    for color in Color::ALL.into_iter().filter(|&color| context.mating != Some(color)) {
        stalemates[color as usize] = find_mates(context, &mut sides, color)?;
    }
    sides.iter_mut().try_for_each(|side| side.look_for_activity(shape))?;
    Ok((sides, stalemates))
}

/// Settles positions ply by ply and returns [`Finding::plies`]. Calls `logged` whenever the logs
/// have grown.
fn settle(
    context: &Context,
    sides: &mut [Side; 2],
    logged: &mut dyn FnMut(&mut [Side; 2]) -> Result<(), End>,
) -> Result<Option<u16>, End> {
    if let Some(mating) = context.mating {
        return settle_helpmates(context, sides, mating, logged);
    }
    let mut plies = None;
    let mut ply = 0;
    loop {
        for color in Color::ALL {
            settle_losses(context, sides, color, ply)?;
            logged(sides)?;
        }
        context.run.settle(ply);
        for color in Color::ALL {
            find_wins(context, sides, color, ply + 1)?;
            logged(sides)?;
        }
        let [white, black] = sides.each_ref().map(|side| side.activity);
        let activity = white.or(black);
        let waiting = sides.iter().any(|side| side.any_waiting);
        let found_lost = if context.losses_wait { waiting } else { activity.lost };
        if found_lost || activity.won {
            plies = Some(if activity.won { ply + 1 } else { ply });
        }
        if activity.is_none() && !waiting {
            return Ok(plies);
        }
        for color in Color::ALL {
            find_losses(context, sides, color, ply + 1)?;
        }
        ply += 2;
    }
}

/// Does what [`settle`] does for helpmates of `mating`.
fn settle_helpmates(
    context: &Context,
    sides: &mut [Side; 2],
    mating: Color,
    logged: &mut dyn FnMut(&mut [Side; 2]) -> Result<(), End>,
) -> Result<Option<u16>, End> {
    settle_losses(context, sides, !mating, 0)?;
    logged(sides)?;
    let mut plies = sides[!mating as usize].activity.lost.then_some(0);
    let (mut color, mut ply) = (mating, 0);
    loop {
        ply += 1;
        find_wins(context, sides, color, ply)?;
        logged(sides)?;
        context.run.settle(ply);
        let found = sides[color as usize].activity.lost;
        if found {
            plies = Some(ply);
        } else if sides.iter().all(|side| side.activity.next_win.is_none()) {
            return Ok(plies);
        }
        color = !color;
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Cell, Layout, Metric, NormalMaterial, TableSet};

    use super::*;
    use crate::{
        analysis::block::Activity,
        conversions::kinds::Conversions,
        memory::pool::Pool,
        request::{Options, Request},
        sets::chunk_list::Entry,
        shape::Shape,
        simd::Vectors,
        solve::solve_closure,
    };

    /// Makes a context of KRK in which nothing is known, except that White is to be found lost in
    /// the first word of block 0.
    fn one_loss(check: impl FnOnce(&Context, &mut [Side; 2])) {
        let layout = Layout::new("KRK".parse::<NormalMaterial>().unwrap());
        let shape = Shape::new(&layout, 0);
        let pool = Pool::new();
        let mut sides = [Side::new(&shape, &pool), Side::new(&shape, &pool)];
        sides[0].undetermined[0] = 1;
        sides[0].lost[0].push_word(0, 1);
        sides[0].activity.lost = true;
        let options = Options { vectors: Vectors::Plain, ..Options::default() };
        let tables = TableSet::new();
        let run = &Run::new(&Request::new(&options, layout.material(), &tables));
        let logs = &Logs::new(&run.lists, Cell::NUMBER_MAX);
        check(&Context { run, shape: &shape, logs, losses_wait: false, mating: None }, &mut sides);
    }

    #[test]
    fn nothing_is_found_after_the_last_ply_of_a_cell() {
        one_loss(|context, sides| {
            settle_losses(context, sides, Color::White, Cell::NUMBER_MAX).unwrap();
            sides[0].lost[0].clear();
            for color in Color::ALL {
                // Makes the steps look at all blocks.
                sides.iter_mut().for_each(|side| side.activity.lost = true);
                find_wins(context, sides, color, Cell::NUMBER_MAX + 1).unwrap();
                sides.iter_mut().for_each(|side| side.activity.lost = true);
                find_losses(context, sides, color, Cell::NUMBER_MAX + 1).unwrap();
                assert_eq!(sides[color as usize].activity, Activity::default());
                settle_losses(context, sides, color, Cell::NUMBER_MAX + 2).unwrap();
            }
            let blocks = context.shape.blocks;
            let decisions = context.logs.take(blocks);
            let last = Cell::NUMBER_MAX;
            let decided = Color::ALL.map(|side| {
                let all = (0..blocks).flat_map(|block| decisions.of(side, block));
                all.map(|(ply, chunks)| (ply, chunks.entries().collect())).collect::<Vec<_>>()
            });
            assert_eq!(decided, [vec![(last, vec![Entry { word: 0, lanes: 1 }])], vec![]]);
        });
    }

    #[test]
    fn logs_that_are_written_often_give_the_same_cells() {
        for name in ["KRK", "KRKN", "KBBKN"] {
            let material = name.parse::<NormalMaterial>().unwrap();
            let tables = solve_closure(&[material], &()).unwrap();
            let expected = tables.get(material).unwrap();
            let layout = Layout::new(material);
            let shape = Shape::new(&layout, 0);
            let conversions =
                Conversions::new(&layout, &tables, (Metric::Dtm, None), None).unwrap();
            let options = Options::default();
            // The last two numbers are the least and the most rounds in which the cells of five men
            // are written.
            for (log_bytes, zeros, least, most) in
                [(0, false, 40, 200), (20_000_000, true, 3, 39), (usize::MAX, true, 1, 1)]
            {
                let before = u8::from(!zeros);
                let mut cells = [(); 2].map(|()| vec![before; layout.count()]);
                let mut legal = [(); 2].map(|()| vec![1; layout.words()]);
                let mut memory = Memory {
                    cells: cells.each_mut().map(|side| &mut **side),
                    zeros,
                    in_scratch: false,
                    far: None,
                    legal: legal.each_mut().map(|side| &mut **side),
                    log_bytes,
                };
                let run = Run::new(&Request::new(&options, material, &tables));
                let problem = Subproblem { shape: &shape, conversions: &conversions, slices: &[] };
                let Finding { rounds, .. } = analyse(&run, &problem, &mut memory).unwrap();
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
        one_loss(|context, sides| {
            settle_losses(context, sides, Color::White, Cell::NUMBER_MAX + 2).unwrap();
        });
    }
}
