//! Counts and longest mates of an endgame.

use std::cmp::Ordering;

use drawproof_board::Color;
use drawproof_tables::{Cell, Layout, Placement, PlainTable, Transform, Value};
use rayon::prelude::*;
use serde::Serialize;

use crate::enumerate::Counting;

/// Counts of all positions of a table that a convention counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The endgame.
    pub endgame: String,
    /// The convention.
    pub counting: Counting,
    /// White, the canonical first side, to move.
    pub white_to_move: SideStats,
    /// Black to move.
    pub black_to_move: SideStats,
    /// Mutual zugzwangs: placements, legal with either side to move, in which having the move is
    /// worse for both sides.
    pub mutual_zugzwangs: u64,
}

/// Counts for one side to move, from its point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideStats {
    /// Legal positions.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest distance to mate among the wins, in plies; `None` without wins.
    pub longest_win_plies: Option<u16>,
    /// The longest distance to mate among the losses, in plies; `None` without losses.
    pub longest_loss_plies: Option<u16>,
    /// The FEN of a position with the longest win.
    pub longest_win_fen: Option<String>,
}

/// Counts of some king pairs or slices.
#[derive(Clone)]
struct Counts {
    /// Positions by `[side to move][cell]`.
    cells: [[u64; Cell::COUNT]; 2],
    mutual_zugzwangs: u64,
    /// By side to move: the longest win in plies and the lowest index with it.
    longest_win: [Option<(u16, usize)>; 2],
}

impl Counts {
    const NONE: Counts =
        Counts { cells: [[0; Cell::COUNT]; 2], mutual_zugzwangs: 0, longest_win: [None; 2] };

    fn plus(mut self, other: Counts) -> Counts {
        for side in 0..2 {
            for (count, more) in self.cells[side].iter_mut().zip(other.cells[side]) {
                *count += more;
            }
            self.longest_win[side] = longer(self.longest_win[side], other.longest_win[side]);
        }
        self.mutual_zugzwangs += other.mutual_zugzwangs;
        self
    }
}

/// The longer win; of two equally long ones, the one with the lower index.
fn longer(a: Option<(u16, usize)>, b: Option<(u16, usize)>) -> Option<(u16, usize)> {
    a.into_iter().chain(b).max_by_key(|&(plies, index)| (plies, std::cmp::Reverse(index)))
}

/// Counts an endgame's positions, longest mates and mutual zugzwangs. Runs on the current rayon
/// pool.
pub fn stats(table: &PlainTable, counting: Counting) -> Stats {
    let layout = table.layout();
    let counts = (0..layout.outer_count())
        .into_par_iter()
        .map(|outer| count_outer(table, counting, outer))
        .reduce(|| Counts::NONE, Counts::plus);
    let side = |color: Color| {
        let mut stats = SideStats::default();
        for (byte, &count) in counts.cells[color as usize].iter().enumerate() {
            if count == 0 {
                continue;
            }
            stats.positions += count;
            match Cell::from_byte(byte as u8).value() {
                Value::Draw => stats.draws += count,
                Value::Win(dtm) => {
                    stats.wins += count;
                    stats.longest_win_plies = Some(dtm.plies());
                }
                Value::Loss(dtm) => {
                    stats.losses += count;
                    stats.longest_loss_plies = Some(dtm.plies());
                }
            }
        }
        stats.longest_win_fen = counts.longest_win[color as usize]
            .map(|(_, index)| Placement::new(layout, &layout.squares(index), color).to_fen());
        stats
    };
    Stats {
        endgame: table.material().to_string(),
        counting,
        white_to_move: side(Color::White),
        black_to_move: side(Color::Black),
        mutual_zugzwangs: counts.mutual_zugzwangs,
    }
}

/// Counts the positions of one king pair or slice.
fn count_outer(table: &PlainTable, counting: Counting, outer: usize) -> Counts {
    let layout = table.layout();
    let mut counts = Counts::NONE;
    let words = 1 << (6 * (layout.digits() - 1));
    for word in outer * words..(outer + 1) * words {
        let legal = Color::ALL.map(|side| table.legal(side)[word]);
        if legal == [0; 2] {
            continue;
        }
        let mut weight = None;
        for lane in 0..64 {
            let index = word * 64 + lane;
            let is_legal = legal.map(|lanes| lanes >> lane & 1 != 0);
            if is_legal == [false; 2] {
                continue;
            }
            // The weight is the same for a whole word unless the low man is the strong king.
            let weight = match weight {
                Some(weight) if layout.low_man() != 0 => weight,
                _ => *weight.insert(position_weight(layout, counting, outer, index)),
            };
            if weight > 0 {
                count_place(table, index, is_legal, weight, &mut counts);
            }
        }
    }
    counts
}

/// The number of counted positions of the whole board that an index stands for.
fn position_weight(layout: &Layout, counting: Counting, outer: usize, index: usize) -> u64 {
    let has_pawns = layout.material().get().has_pawns();
    let strong_king = layout.squares(index)[0];
    let counted = |image: &&Transform| counting.counts(has_pawns, image.square(strong_king));
    layout.images(outer).iter().filter(counted).count() as u64 * layout.pawn_orders()
}

/// Counts the placement at an index, once for each side to move for which it is legal.
fn count_place(
    table: &PlainTable,
    index: usize,
    is_legal: [bool; 2],
    weight: u64,
    counts: &mut Counts,
) {
    for side in Color::ALL {
        if !is_legal[side as usize] {
            continue;
        }
        counts.cells[side as usize][usize::from(table.cells(side)[index])] += weight;
        if let Value::Win(dtm) = table.value(side, index) {
            let longest = &mut counts.longest_win[side as usize];
            *longest = longer(*longest, Some((dtm.plies(), index)));
        }
    }
    if is_legal == [true; 2] {
        let [white, black] = Color::ALL.map(|side| result(table.value(side, index)));
        // White's result is worse with White to move than with Black to move.
        if white < black.reverse() {
            counts.mutual_zugzwangs += weight;
        }
    }
}

/// The result of a value; greater is better for the side to move.
fn result(value: Value) -> Ordering {
    match value {
        Value::Win(_) => Ordering::Greater,
        Value::Draw => Ordering::Equal,
        Value::Loss(_) => Ordering::Less,
    }
}
