//! The sets of one side to move, over all blocks.

use drawproof_board::Color;
use drawproof_tables::Aligned;
use rayon::prelude::*;

use crate::{
    analysis::{
        block::{Activity, Block, Span},
        events::Events,
        run::End,
    },
    memory::pool::Pool,
    moves::dirty_words::DirtyWords,
    sets::{chunk_list::ChunkList, timeline::Timeline},
    shape::Shape,
};

/// The sets of positions with one side to move.
#[derive(Debug)]
pub struct Side {
    /// The legal positions not yet known to be won or lost, `[block][word]`.
    pub undetermined: Aligned<u64>,
    /// The undetermined positions, other than stalemates, that no conversion saves from losing,
    /// `[block][word]`; canonical words only.
    pub loss_candidates: Aligned<u64>,
    /// For each block, the lost positions whose predecessors the opponent wins next; canonical
    /// words only. While losses are being found, the list holds the new losses.
    pub lost: Vec<ChunkList>,
    /// For each block, the losses found at the last even ply, if losses wait
    /// ([`crate::analysis::run::Context::losses_wait`]).
    pub waiting: Vec<ChunkList>,
    /// Whether any list of `waiting` has positions.
    pub any_waiting: bool,
    /// The words in which positions were won at the last odd ply.
    pub won: DirtyWords,
    /// The conversion events of each block; canonical words only.
    pub events: Vec<Events>,
    /// The pending work in all blocks. Steps skip a side without pending work.
    pub activity: Activity,
}

/// Returns how many blocks are worth a separate task in one step of a ply.
fn ply_grain(shape: &Shape) -> usize {
    const WORDS: usize = 16 * 1024;
    WORDS.div_ceil(shape.words)
}

/// The most tasks for each thread that a step of a ply is split into.
const TASKS_MAX: usize = 16;

impl Side {
    /// Makes sets for a shape: the sets of positions have undefined contents, and there are no
    /// losses, wins or events.
    pub fn new(shape: &Shape, pool: &Pool) -> Side {
        Side {
            undetermined: pool.words(shape.blocks * shape.words),
            loss_candidates: pool.words(shape.blocks * shape.words),
            lost: vec![ChunkList::default(); shape.blocks],
            waiting: vec![ChunkList::default(); shape.blocks],
            any_waiting: false,
            won: DirtyWords::new(shape.blocks, shape.words),
            events: std::iter::repeat_with(Events::default).take(shape.blocks).collect(),
            activity: Activity::default(),
        }
    }

    /// Runs a step on each block, with scratch buffers for each task, and updates the pending work.
    /// Returns the first error of a task after all tasks have ended.
    pub fn for_each<S>(
        &mut self,
        shape: &Shape,
        scratch: impl Fn() -> S + Sync,
        step: impl Fn(&mut S, &mut Block) -> Result<(), End> + Sync,
    ) -> Result<(), End> {
        let tasks = TASKS_MAX * rayon::current_num_threads();
        let grain = ply_grain(shape).max(shape.blocks.div_ceil(tasks));
        self.activity = self.span(shape).for_each(grain, &scratch, &step)?;
        Ok(())
    }

    /// Recomputes the pending work from the contents of the blocks.
    pub fn look_for_activity(&mut self, shape: &Shape) -> Result<(), End> {
        self.for_each(shape, || (), |_, _| Ok(()))
    }

    /// Returns the memory of the sets to the pool.
    pub fn give_back(self, pool: &Pool) {
        let wins = self.give_back_but_wins(pool);
        wins.into_iter().for_each(|wins| wins.give_back(pool));
    }

    /// Returns the memory of the sets to the pool, except for the wins by conversions, which it
    /// returns to the caller by block.
    pub fn give_back_but_wins(self, pool: &Pool) -> Vec<Timeline> {
        pool.give_words(self.undetermined);
        pool.give_words(self.loss_candidates);
        let wins_of = |Events { wins, expiries }: Events| {
            expiries.give_back(pool);
            wins
        };
        self.events.into_iter().map(wins_of).collect()
    }

    /// Returns a parallel iterator over the blocks, divided into as many tasks as are worthwhile
    /// for one step.
    pub fn steps(&mut self, shape: &Shape) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.blocks(shape).with_min_len(ply_grain(shape))
    }

    /// Returns a parallel iterator over single blocks. Merging their pending work afterwards takes
    /// longer than [`Side::for_each`].
    pub fn blocks(&mut self, shape: &Shape) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.span(shape).into_blocks().into_par_iter()
    }

    /// Returns all blocks as one span.
    fn span(&mut self, shape: &Shape) -> Span<'_> {
        let (won_rows, rows, won_any) = self.won.split();
        Span {
            first: 0,
            words: shape.words,
            rows,
            undetermined: &mut self.undetermined,
            loss_candidates: &mut self.loss_candidates,
            lost: &mut self.lost,
            won_rows,
            won_any,
            events: &mut self.events,
        }
    }
}

/// Returns the side of `color` and the other side.
pub fn split(sides: &mut [Side; 2], color: Color) -> (&mut Side, &mut Side) {
    let [white, black] = sides;
    if color == Color::White { (white, black) } else { (black, white) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use drawproof_tables::{Layout, NormalMaterial};

    use super::*;

    #[test]
    fn steps_of_small_tables_stay_whole_and_others_are_shared() {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for (name, least, most) in [("KRKR", 1, 1), ("KBNK", 1, 1), ("KBNKR", 4, 32)] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let (shape, pool) = (Shape::new(&layout, 0), Pool::new());
            let mut side = Side::new(&shape, &pool);
            // Each task makes scratch buffers once.
            let tasks = AtomicUsize::new(0);
            let scratch = || {
                tasks.fetch_add(1, Ordering::Relaxed);
            };
            threads.install(|| side.for_each(&shape, scratch, |(), _| Ok(()))).unwrap();
            let tasks = tasks.into_inner();
            assert!((least..=most).contains(&tasks), "{name}: {tasks} tasks");
        }
    }

    #[test]
    fn every_block_is_seen_once_with_what_belongs_to_it() {
        for name in ["KRK", "KRKB", "KBNKR", "KRPKR"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let (shape, pool) = (Shape::new(&layout, 0), Pool::new());
            let (words, rows) = (shape.words, shape.words.div_ceil(64));
            let mut side = Side::new(&shape, &pool);
            side.for_each(
                &shape,
                || (),
                |(), block| {
                    let number = block.number;
                    block.undetermined[words - 1] += number as u64 + 1;
                    block.won.rows[rows - 1] += number as u64 + 1;
                    block.loss_candidates[0] += number as u64 + 1;
                    block.lost.push_word(number % words, 1);
                    *block.won.any = number % 3 == 0;
                    Ok(())
                },
            )
            .unwrap();
            let seen: Vec<usize> = side
                .blocks(&shape)
                .map(|block| {
                    let own = block.number as u64 + 1;
                    assert_eq!(block.undetermined[words - 1], own);
                    assert_eq!((block.won.rows[rows - 1], block.loss_candidates[0]), (own, own));
                    let lost: Vec<u32> = block.lost.entries().map(|entry| entry.word).collect();
                    assert_eq!(lost, [(block.number % words) as u32]);
                    assert_eq!(*block.won.any, block.number % 3 == 0);
                    block.number
                })
                .collect();
            assert_eq!(seen, (0..shape.blocks).collect::<Vec<_>>(), "{name}");
            assert!(side.activity.lost && side.activity.won);
        }
    }
}
