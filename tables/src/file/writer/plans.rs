//! The plans by which a layer can be coded, the work that a compression level spends on them, and
//! the progress of that work.

use std::sync::atomic::{AtomicUsize, Ordering};

use drawproof_board::Color;

use crate::{endgame::layout::Layout, file::grid::Grid};

/// The compression level `fast`, which writes files quickly.
pub const LEVEL_FAST: u8 = 3;

/// The default compression level.
pub const LEVEL_DEFAULT: u8 = 5;

/// The compression level `small`, which makes small files.
pub const LEVEL_SMALL: u8 = 8;

/// The highest compression level.
pub const LEVEL_MAX: u8 = 9;

/// The maximum number of blocks whose coding decisions stay in memory after they are counted, at about 50 KB each.
pub const KEPT_BLOCKS_MAX: usize = 512;

/// A plan for coding: the grid of a table, and the order of its sides.
pub struct Plan {
    /// The grid, which divides the table into blocks.
    pub grid: Grid,
    /// The side to move that is coded first.
    pub first: Color,
}

impl Plan {
    /// Returns all plans for a layout: any two digits may vary within a block, and either side may
    /// be coded first.
    pub fn all(layout: &Layout) -> Vec<Plan> {
        let mut plans = Vec::new();
        for high in 1..layout.digits().max(2) as u8 {
            for low in 0..high {
                for first in [Color::Black, Color::White] {
                    plans.extend(Grid::new(layout, [high, low]).map(|grid| Plan { grid, first }));
                }
            }
        }
        plans
    }
}

/// Returns the number of blocks that [`super::pack`] codes at a level, including the trials that
/// choose the coding, and the number of blocks of the table.
pub fn blocks_walked(layout: &Layout, level: u8) -> (usize, usize) {
    let plans = Plan::all(layout);
    let blocks = plans.first().expect("every layout has a grid").grid.blocks();
    (walked(Effort::new(level, &plans), &plans), blocks)
}

/// Returns the number of blocks to walk: those on which `plans` are tried, those whose decisions
/// are counted, and all blocks for coding. If decisions are kept, counted blocks are not walked
/// again. All plans have about the same number of blocks.
fn walked(effort: Effort, plans: &[Plan]) -> usize {
    let blocks = plans.first().map_or(0, |plan| plan.grid.blocks());
    let counted = effort.counted_blocks.min(blocks);
    let twice = if counted <= KEPT_BLOCKS_MAX { 0 } else { counted };
    plans.len() * effort.tried_blocks.min(blocks) + twice + blocks
}

/// The progress of packing, measured in coded blocks.
pub struct Work<'a> {
    blocks: usize,
    done: AtomicUsize,
    progress: &'a (dyn Fn(f64) + Sync),
}

impl Work<'_> {
    /// Starts the progress of trying `plans` and coding by the best of them.
    pub fn new<'a>(effort: Effort, plans: &[Plan], progress: &'a (dyn Fn(f64) + Sync)) -> Work<'a> {
        Work { blocks: walked(effort, plans), done: AtomicUsize::new(0), progress }
    }

    /// Records `blocks` more blocks as done. Reports progress about every hundredth of the work.
    pub fn add(&self, blocks: usize) {
        let before = self.done.fetch_add(blocks, Ordering::Relaxed);
        let hundredth = |done: usize| 100 * done / self.blocks.max(1);
        if hundredth(before + blocks) > hundredth(before) {
            self.report();
        }
    }

    /// Reports progress again without advancing it. This is called after each block of a sample:
    /// reading blocks far apart brings much of a scratch file into memory, so the caller may have
    /// to evict pages.
    pub fn report(&self) {
        let done = self.done.load(Ordering::Relaxed);
        (self.progress)((done as f64 / self.blocks.max(1) as f64).min(1.0));
    }
}

/// The amount of work that a compression level spends.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The number of sample blocks on which each plan is tried.
    pub tried_blocks: usize,
    /// The number of blocks whose decisions determine the probabilities.
    pub counted_blocks: usize,
    /// The zstd level with which the model is compressed.
    pub zstd_level: i32,
}

impl Effort {
    /// Returns the effort of a level for tables with these plans.
    pub fn new(level: u8, plans: &[Plan]) -> Effort {
        /// Tables with more blocks, those of five men, need larger samples; otherwise files would
        /// grow by more than a tenth. The additional time is a small fraction of their total.
        const BLOCKS_OF_SMALL_TABLES: usize = 2048;
        let level = level.clamp(1, LEVEL_MAX);
        let tried_blocks = [0, 1, 8, 12, 40, 256, 1024, 4096, 16384];
        let counted_blocks = [64, 128, 192, 256, 512, 8192, 16384, 32768, 65536];
        let is_above_default = level > LEVEL_DEFAULT;
        let is_large = plans.iter().any(|plan| plan.grid.blocks() > BLOCKS_OF_SMALL_TABLES);
        let times = if is_large && !is_above_default { 4 } else { 1 };
        Effort {
            tried_blocks: times * tried_blocks[usize::from(level) - 1],
            counted_blocks: times * counted_blocks[usize::from(level) - 1],
            zstd_level: if is_above_default { 19 } else { 9 },
        }
    }
}
