//! The cells of a block, which are written once, when nothing more is going to be decided.

use cozy_chess::{BitBoard, Color};
use drawproof_tables::Cell;

use crate::{
    arena::{Arena, Twins},
    blocks::Block,
    log::{Decisions, cell},
    pages,
    vectors::{Machine, on_every_machine},
};

on_every_machine! {
    /// Writes all cells of a block of `side`. `legal`: its legal positions; `zeros`: whether the cells
    /// are zeros, draws, whose pages need not be there yet; otherwise they mean nothing.
    pub fn write_cells(
        arena: &Arena,
        side: Color,
        block: &Block,
        legal: &[u64],
        decisions: &Decisions,
        zeros: bool,
        cells: &mut [u8],
    ) = write_cells_of_block;
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the context of one block")]
fn write_cells_of_block<M: Machine>(
    arena: &Arena,
    side: Color,
    block: &Block,
    legal: &[u64],
    decisions: &Decisions,
    zeros: bool,
    cells: &mut [u8],
) {
    let lists = || {
        // A quicker win by other moves overwrites that by a conversion.
        let conversions = block.events.wins.all().map(|(ply, chunks)| (cell(ply), chunks));
        conversions.chain(decisions.of(side, block.number))
    };
    if zeros {
        pages::expect(lists().flat_map(|(_, chunks)| chunks.firsts()), cells);
    } else {
        cells.fill(Cell::DRAW.byte());
    }
    for (cell, chunks) in lists() {
        chunks.for_each_word(|word, lanes| {
            let cells = &mut cells[word * 64..word * 64 + 64];
            M::store(cells.try_into().expect("64 lanes"), lanes, cell);
        });
    }
    if let Some(twins) = arena.twins {
        copy_to_twins(arena, twins, legal, block.undetermined, cells);
    }
}

/// Gives the words that were not worked on what was found for the others.
fn copy_to_twins(
    arena: &Arena,
    twins: Twins,
    legal: &[u64],
    undetermined: &[u64],
    cells: &mut [u8],
) {
    for first in (0..arena.words).step_by(64) {
        for low in BitBoard(arena.own_of_row(first)) {
            let word = first + low as usize;
            if legal[word] != undetermined[word] {
                let twin = twins.exchanged(word);
                cells.copy_within(word * 64..word * 64 + 64, twin * 64);
            }
        }
    }
}
