//! Statistics of helpmates: which colours can mate in an endgame, and the longest helpmates.

use std::{ops::Range, sync::Arc};

use drawproof_board::Color;
use serde::Serialize;

use super::{
    counting::Counting,
    selection::{Selection, for_each_lane},
};
use crate::{
    endgame::{material::NormalMaterial, placement::Placement},
    helpmate::solutions,
    memory::plain::{PlainTable, TableSet},
    parallel,
    probe::ProbeError,
    value::cell::Cell,
};

/// The numbers of an endgame's positions in which White, Black, both or neither can mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpmateStats {
    /// The name of the endgame.
    pub endgame: String,
    /// The counting convention.
    pub counting: Counting,
    /// The counts of positions with White to move. White is the first side of the endgame's name.
    pub white_to_move: HelpmateSideStats,
    /// The counts of positions with Black to move.
    pub black_to_move: HelpmateSideStats,
    /// The longest helpmates among positions with either side to move.
    pub longest: ByColour,
    /// The longest helpmates among positions with exactly one solution.
    pub longest_single: ByColour,
}

/// The numbers of positions with one side to move, by which colours can mate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct HelpmateSideStats {
    /// The number of legal positions.
    pub positions: u64,
    /// The number of dead positions, in which neither colour can mate.
    pub dead: u64,
    /// The number of positions in which only White can mate.
    pub only_white: u64,
    /// The number of positions in which only Black can mate.
    pub only_black: u64,
    /// The number of positions in which both colours can mate.
    pub both: u64,
    /// The maximum length of a shortest helpmate by White, in plies; `None` if White can never
    /// mate.
    pub longest_white_plies: Option<u16>,
    /// The FEN of a position with the longest helpmate by White; `None` if White can never mate.
    pub longest_white_fen: Option<String>,
    /// The maximum length of a shortest helpmate by Black, in plies; `None` if Black can never
    /// mate.
    pub longest_black_plies: Option<u16>,
    /// The FEN of a position with the longest helpmate by Black; `None` if Black can never mate.
    pub longest_black_fen: Option<String>,
}

/// The longest helpmates, by the colour that mates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByColour {
    /// The longest helpmates by White; `None` if there are none.
    pub white: Option<Longest>,
    /// The longest helpmates by Black; `None` if there are none.
    pub black: Option<Longest>,
}

/// The greatest length of a shortest helpmate, and the positions that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// The greatest length of a shortest helpmate, in plies.
    pub plies: u16,
    /// The number of positions whose shortest helpmate has this length.
    pub positions: u64,
    /// The FEN of one of the positions whose shortest helpmate has this length.
    pub fen: String,
}

/// The counts of some words.
struct Counts {
    /// The number of positions, `[side to move][1 if White can mate + 2 if Black can]`.
    able: [[u64; 4]; 2],
    /// The longest counted helpmate and the lowest index with it, `[mating][side to move]`.
    longest: [[Option<(u8, usize)>; 2]; 2],
    /// The number of positions, `[mating][cell]`.
    by_cell: Box<[[u64; Cell::COUNT]; 2]>,
}

impl Counts {
    fn none() -> Counts {
        let by_cell = Box::new([[0; Cell::COUNT]; 2]);
        Counts { able: [[0; 4]; 2], longest: [[None; 2]; 2], by_cell }
    }

    fn plus(mut self, other: Counts) -> Counts {
        let sums = self.able.iter_mut().zip(&other.able);
        sums.for_each(|(sums, more)| sums.iter_mut().zip(more).for_each(|(sum, it)| *sum += it));
        let sums = self.by_cell.iter_mut().zip(&*other.by_cell);
        sums.for_each(|(sums, more)| sums.iter_mut().zip(more).for_each(|(sum, it)| *sum += it));
        let longest = self.longest.iter_mut().flatten().zip(other.longest.iter().flatten());
        for (longest, other) in longest {
            let both = longest.iter().chain(other).copied();
            *longest = both.max_by_key(|&(cell, index)| (cell, std::cmp::Reverse(index)));
        }
        self
    }
}

/// Counts an endgame's positions and finds its longest helpmates. `tables` must have the endgame's
/// table of helpmates, and the tables of all endgames that helpmate lines lead to. Runs on the
/// current rayon pool.
///
/// # Errors
///
/// Fails if a table is missing ([`ProbeError::NoTable`]). The error is the same for any number of
/// threads.
pub fn helpmate_stats(
    material: NormalMaterial,
    tables: &TableSet,
    counting: Counting,
) -> Result<HelpmateStats, ProbeError> {
    let table = tables.get(material).ok_or(ProbeError::NoTable(material))?;
    let layout = table.layout();
    let selection = Selection::new(layout, counting);
    let words = layout.words();
    let counts = parallel::map_ranges(words, words.div_ceil(256), |words| {
        count_among(table, &selection, words)
    });
    let counts = counts.into_iter().fold(Counts::none(), Counts::plus);
    let by_colour = |wanted: Option<u64>| -> Result<ByColour, ProbeError> {
        let mut found = Color::ALL.into_iter().map(|mating| {
            let by_cell = &counts.by_cell[mating as usize];
            // A mate on the board is not a line.
            let cells = (2..Cell::COUNT).rev().filter(|&cell| by_cell[cell] > 0);
            let mut longest = cells
                .map(|cell| positions_of(tables, table, &selection, (mating, cell as u8), wanted));
            longest.find_map(Result::transpose).transpose()
        });
        let mut next = || found.next().expect("two colours");
        Ok(ByColour { white: next()?, black: next()? })
    };
    Ok(HelpmateStats {
        endgame: material.to_string(),
        counting,
        white_to_move: side_stats(table, &counts, Color::White),
        black_to_move: side_stats(table, &counts, Color::Black),
        longest: by_colour(None)?,
        longest_single: by_colour(Some(1))?,
    })
}

/// Makes the report of one side to move.
fn side_stats(table: &PlainTable, counts: &Counts, side: Color) -> HelpmateSideStats {
    let able = counts.able[side as usize];
    let [dead, only_white, only_black, both] = able;
    let longest = |mating: Color| counts.longest[mating as usize][side as usize];
    let plies = |mating| longest(mating).map(|(cell, _)| u16::from(cell) - 1);
    let fen = |mating| longest(mating).map(|(_, index)| fen_of(table, side, index));
    HelpmateSideStats {
        positions: able.iter().sum(),
        dead,
        only_white,
        only_black,
        both,
        longest_white_plies: plies(Color::White),
        longest_white_fen: fen(Color::White),
        longest_black_plies: plies(Color::Black),
        longest_black_fen: fen(Color::Black),
    }
}

fn fen_of(table: &PlainTable, side: Color, index: usize) -> String {
    let layout = table.layout();
    Placement::new(layout, &layout.squares(index), side).to_fen()
}

/// Counts the positions of some words on this thread.
fn count_among(table: &Arc<PlainTable>, selection: &Selection, words: Range<usize>) -> Counts {
    let mut counts = Counts::none();
    for word in words {
        let weight = weight(selection, word);
        if weight == 0 {
            continue;
        }
        for side in Color::ALL {
            let cells = Color::ALL.map(|mating| table.helpmate_cells(mating, side));
            for_each_lane(selection.lanes(word, table.legal(side)[word]), |lane| {
                let index = word * 64 + lane;
                let cells = cells.map(|cells| cells[index]);
                let able = usize::from(cells[0] != 0) + 2 * usize::from(cells[1] != 0);
                counts.able[side as usize][able] += weight;
                for (mating, cell) in cells.into_iter().enumerate() {
                    counts.by_cell[mating][usize::from(cell)] += weight;
                    let longest = &mut counts.longest[mating][side as usize];
                    if cell != 0 && longest.is_none_or(|(greatest, _)| cell > greatest) {
                        *longest = Some((cell, index));
                    }
                }
            });
        }
    }
    counts
}

/// Returns how many positions each counted position of a word stands for.
fn weight(selection: &Selection, word: usize) -> u64 {
    selection.images(word).count() as u64 * selection.orders()
}

/// Finds the positions whose helpmate by a colour has this cell and, if `wanted` is given, that
/// number of solutions; `None` if there are no such positions.
fn positions_of(
    tables: &TableSet,
    table: &PlainTable,
    selection: &Selection,
    (mating, cell): (Color, u8),
    wanted: Option<u64>,
) -> Result<Option<Longest>, ProbeError> {
    // The parity of a helpmate's plies determines the side to move.
    let side = if cell.is_multiple_of(2) { mating } else { !mating };
    let (layout, cells) = (table.layout(), table.helpmate_cells(mating, side));
    let words = layout.words();
    let found = parallel::map_ranges(words, words.div_ceil(1024), |words| {
        let (mut count, mut first) = (0, None);
        for word in words {
            let weight = weight(selection, word);
            if weight == 0 || !cells[word * 64..][..64].contains(&cell) {
                continue;
            }
            let mut lanes = selection.lanes(word, table.legal(side)[word]);
            while lanes != 0 {
                let index = word * 64 + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if cells[index] != cell {
                    continue;
                }
                if let Some(wanted) = wanted {
                    let placement = Placement::new(layout, &layout.squares(index), side);
                    let board = placement.to_board().expect("it is legal");
                    if solutions(&board, mating, wanted + 1, tables)? != wanted {
                        continue;
                    }
                }
                count += weight;
                first = first.or(Some(index));
            }
        }
        Ok((count, first))
    });
    let found: Vec<(u64, Option<usize>)> = found.into_iter().collect::<Result<_, ProbeError>>()?;
    let index = found.iter().find_map(|(_, first)| *first);
    Ok(index.map(|index| Longest {
        plies: u16::from(cell) - 1,
        positions: found.iter().map(|(count, _)| count).sum(),
        fen: fen_of(table, side, index),
    }))
}
