//! Counts and longest mates of an endgame.

use drawproof_board::Color;
use drawproof_tables::{Cell, Placement, PlainTable, Value};
use rayon::prelude::*;
use serde::Serialize;

use crate::{
    enumerate::{Counting, Selection, for_each_lane},
    zugzwang::{ZugzwangKind, both_legal},
};

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
    /// worse for both sides. The order of like men does not matter under any convention.
    pub mutual_zugzwangs: u64,
    /// The same by kind.
    pub zugzwang_kinds: ZugzwangKinds,
}

/// The number of mutual zugzwangs of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ZugzwangKinds {
    /// [`ZugzwangKind::DrawLoss`].
    #[serde(rename = "draw/loss")]
    pub draw_loss: u64,
    /// [`ZugzwangKind::LossDraw`].
    #[serde(rename = "loss/draw")]
    pub loss_draw: u64,
    /// [`ZugzwangKind::LossLoss`].
    #[serde(rename = "loss/loss")]
    pub loss_loss: u64,
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
    /// Wins and losses by distance to mate, shortest first; distances without any are left out.
    pub distances: Vec<Distance>,
}

/// The positions of one distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Distance {
    /// The distance in plies: odd for wins, even for losses.
    pub plies: u16,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
}

/// Counts of some king pairs or slices.
#[derive(Clone)]
struct Counts {
    /// Positions by `[side to move][cell]`.
    cells: [[u64; Cell::COUNT]; 2],
    /// By the number of their [`ZugzwangKind`].
    mutual_zugzwangs: [u64; 3],
    /// By side to move: the longest win in plies and the lowest index with it.
    longest_win: [Option<(u16, usize)>; 2],
}

impl Counts {
    const NONE: Counts =
        Counts { cells: [[0; Cell::COUNT]; 2], mutual_zugzwangs: [0; 3], longest_win: [None; 2] };

    fn plus(mut self, other: Counts) -> Counts {
        for side in 0..2 {
            for (count, more) in self.cells[side].iter_mut().zip(other.cells[side]) {
                *count += more;
            }
            self.longest_win[side] = longer(self.longest_win[side], other.longest_win[side]);
        }
        for (count, more) in self.mutual_zugzwangs.iter_mut().zip(other.mutual_zugzwangs) {
            *count += more;
        }
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
    let selection = Selection::new(layout, counting);
    let counts = (0..layout.outer_count())
        .into_par_iter()
        .map(|outer| count_outer(table, &selection, outer))
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
                    stats.distances.push(Distance { plies: dtm.plies(), wins: count, losses: 0 });
                }
                Value::Loss(dtm) => {
                    stats.losses += count;
                    stats.longest_loss_plies = Some(dtm.plies());
                    stats.distances.push(Distance { plies: dtm.plies(), wins: 0, losses: count });
                }
            }
        }
        stats.longest_win_fen = counts.longest_win[color as usize]
            .map(|(_, index)| Placement::new(layout, &layout.squares(index), color).to_fen());
        stats
    };
    let [draw_loss, loss_draw, loss_loss] = counts.mutual_zugzwangs;
    Stats {
        endgame: table.material().to_string(),
        counting,
        white_to_move: side(Color::White),
        black_to_move: side(Color::Black),
        mutual_zugzwangs: draw_loss + loss_draw + loss_loss,
        zugzwang_kinds: ZugzwangKinds { draw_loss, loss_draw, loss_loss },
    }
}

/// Counts the positions of one king pair or slice.
fn count_outer(table: &PlainTable, selection: &Selection, outer: usize) -> Counts {
    let mut counts = Counts::NONE;
    let words = 1 << (6 * (table.layout().digits() - 1));
    for word in outer * words..(outer + 1) * words {
        let lanes = Color::ALL.map(|side| selection.lanes(word, table.legal(side)[word]));
        if lanes == [0; 2] {
            continue;
        }
        let images = selection.images(word).count() as u64;
        if images == 0 {
            continue;
        }
        for side in Color::ALL {
            let weight = images * selection.orders();
            for_each_lane(lanes[side as usize], |lane| {
                count_position(table, side, word * 64 + lane, weight, &mut counts);
            });
        }
        for_each_lane(both_legal(table, selection, word), |lane| {
            let [white, black] = Color::ALL.map(|side| table.value(side, word * 64 + lane));
            if let Some(kind) = ZugzwangKind::of(white, black) {
                counts.mutual_zugzwangs[kind as usize] += images;
            }
        });
    }
    counts
}

/// Counts the stored position at an index, which stands for `weight` positions. Indices ascend.
#[inline]
fn count_position(table: &PlainTable, side: Color, index: usize, weight: u64, counts: &mut Counts) {
    counts.cells[side as usize][usize::from(table.cells(side)[index])] += weight;
    if let Value::Win(dtm) = table.value(side, index) {
        let longest = &mut counts.longest_win[side as usize];
        if longest.is_none_or(|(plies, _)| dtm.plies() > plies) {
            *longest = Some((dtm.plies(), index));
        }
    }
}
