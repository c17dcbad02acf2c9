//! Solved tables whose values are still a log: cells are assembled one king pair at a time when
//! they are read, and are never all in memory.

use std::sync::Arc;

use drawproof_board::Color;
use drawproof_tables::{Layout, Metric, TableParts};

use crate::{
    analysis::{cells::AssembleBlock, log::Decisions, plies::Logged},
    sets::timeline::Timeline,
    shape::{Shape, like_men::LikePair},
    simd::{self, Vectors},
};

/// A solved endgame without pawns whose values are kept as a log, for code that reads each value
/// only a few times.
#[derive(Debug)]
pub struct LoggedTable {
    layout: Arc<Layout>,
    metric: Metric,
    vectors: Vectors,
    /// The number of words in a block, which is a king pair.
    words: usize,
    like_pair: Option<LikePair>,
    /// The wins by conversions, `[side to move][block]`.
    wins: [Vec<Timeline>; 2],
    /// The decisions by moves within the endgame.
    decisions: Decisions,
}

impl LoggedTable {
    /// Makes a table from the decisions of an analysis. The endgame must have only one shape.
    pub(crate) fn new(
        layout: Arc<Layout>,
        metric: Metric,
        vectors: Vectors,
        Logged { wins, decisions, .. }: Logged,
    ) -> LoggedTable {
        let Shape { words, like_pair, .. } = Shape::new(&layout, 0);
        LoggedTable { layout, metric, vectors, words, like_pair, wins, decisions }
    }
}

impl TableParts for LoggedTable {
    fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    fn metric(&self) -> Metric {
        self.metric
    }

    fn assemble(&self, outer: usize, cells: [&mut [u8]; 2]) {
        let LoggedTable { vectors, words, like_pair, wins, decisions, .. } = self;
        for (side, cells) in Color::ALL.into_iter().zip(cells) {
            assert_eq!(cells.len(), 64 * words, "as many cells as places");
            simd::run(
                *vectors,
                AssembleBlock {
                    words: *words,
                    like_pair: *like_pair,
                    side,
                    block: outer,
                    wins: &wins[side as usize][outer],
                    decisions,
                    cells,
                },
            );
        }
    }
}
