//! The moves of kings between blocks.

use std::sync::LazyLock;

use drawproof_board::{BitBoard, Color, Square};
use drawproof_tables::{KING_PAIR_COUNT, KingPairs, Transform};

/// A king's move from one block to another.
#[derive(Clone, Copy, Debug)]
pub struct KingStep {
    /// The block that the king moves to.
    pub block: usize,
    /// Maps the squares of the block that the king leaves to the squares of [`KingStep::block`].
    pub transform: Transform,
}

/// The steps from a block whose number is the square of one king.
pub(super) fn of_one_king(block: usize) -> &'static [KingStep] {
    &STEPS[block]
}

/// The steps of the king of `color` from a block whose number is a king pair. Steps without a
/// symmetry come first.
pub(super) fn of_king_pair(color: Color, block: usize) -> &'static [KingStep] {
    &PAIR_STEPS[color as usize][block]
}

/// `[square]`.
static STEPS: LazyLock<Vec<Vec<KingStep>>> = LazyLock::new(|| {
    let step = |to: Square| KingStep { block: to as usize, transform: Transform::IDENTITY };
    let steps = |from| drawproof_board::get_king_moves(from).into_iter().map(step).collect();
    Square::ALL.into_iter().map(steps).collect()
});

/// `[color][pair]`.
static PAIR_STEPS: LazyLock<[Vec<Vec<KingStep>>; 2]> = LazyLock::new(|| {
    Color::ALL.map(|color| {
        let steps = |pair| {
            let kings = KingPairs::get().squares(pair);
            let destinations: BitBoard = drawproof_board::get_king_moves(kings[color as usize]);
            let mut steps: Vec<KingStep> = destinations
                .into_iter()
                .filter_map(|to| {
                    let mut moved = kings;
                    moved[color as usize] = to;
                    let (block, transform) = KingPairs::get().find(moved[0], moved[1])?;
                    Some(KingStep { block, transform })
                })
                .collect();
            steps.sort_by_key(|step| step.transform.number());
            steps
        };
        (0..KING_PAIR_COUNT).map(steps).collect()
    })
});
