//! The counts and the longest mates of an endgame.

use std::{error::Error, ops::Range, sync::Arc};

use drawproof_board::Color;
use serde::Serialize;

use super::{
    counting::Counting,
    selection::{Selection, for_each_lane},
    zugzwang::{MutualZugzwang, ZugzwangKind, both_legal, mutual_zugzwangs_among},
};
use crate::{
    endgame::{layout::Layout, placement::Placement},
    memory::{plain::PlainTable, windows::Windows},
    parallel,
    value::{
        metric::{FIFTY_MOVES_PLIES, Metric},
        outcome::{Number, Value},
        width::Width,
    },
};

/// The statistics of a table under a counting convention: positions, longest distances and mutual
/// zugzwangs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The name of the endgame.
    pub endgame: String,
    /// The counting convention.
    pub counting: Counting,
    /// The name of the metric: `dtm`, `dtz` or `dtc`.
    pub metric: &'static str,
    /// The counts of positions with White to move. White is the first side of the endgame's name.
    pub white_to_move: SideStats,
    /// The counts of positions with Black to move.
    pub black_to_move: SideStats,
    /// The number of mutual zugzwangs: placements, legal with either side to move, in which both
    /// sides are worse off if it is their move. Like men are interchangeable under every
    /// convention.
    pub mutual_zugzwangs: u64,
    /// The number of mutual zugzwangs of each kind.
    pub zugzwang_kinds: ZugzwangKinds,
}

/// The number of mutual zugzwangs of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ZugzwangKinds {
    /// The number of mutual zugzwangs of the kind [`ZugzwangKind::DrawLoss`].
    #[serde(rename = "draw/loss")]
    pub draw_loss: u64,
    /// The number of mutual zugzwangs of the kind [`ZugzwangKind::LossDraw`].
    #[serde(rename = "loss/draw")]
    pub loss_draw: u64,
    /// The number of mutual zugzwangs of the kind [`ZugzwangKind::LossLoss`].
    #[serde(rename = "loss/loss")]
    pub loss_loss: u64,
}

/// The counts of positions with one side to move, from that side's point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideStats {
    /// The number of legal positions.
    pub positions: u64,
    /// The number of positions that the side to move wins, cursed wins included.
    pub wins: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions that the side to move loses, blessed losses included.
    pub losses: u64,
    /// The number of wins that the fifty-move rule turns into draws; `None` unless the metric is
    /// DTZ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursed_wins: Option<u64>,
    /// The number of losses that the fifty-move rule turns into draws; `None` unless the metric is
    /// DTZ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blessed_losses: Option<u64>,
    /// The longest distance among the wins, in plies; `None` if there are no wins.
    pub longest_win_plies: Option<u16>,
    /// The longest distance among the losses, in plies; `None` if there are no losses.
    pub longest_loss_plies: Option<u16>,
    /// The FEN of a position with the longest win; `None` if there are no wins.
    pub longest_win_fen: Option<String>,
    /// The wins and losses by distance, shortest first. Distances without positions are left out.
    pub distances: Vec<Distance>,
}

/// The numbers of positions that are won or lost at a given distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Distance {
    /// The distance in plies. Distances to mate are odd for wins and even for losses.
    pub plies: u16,
    /// The number of positions that the side to move wins at this distance.
    pub wins: u64,
    /// The number of positions that the side to move loses at this distance.
    pub losses: u64,
}

/// The counts of some king pairs or slices.
#[derive(Clone)]
struct Counts {
    /// The number of positions, `[side to move][number of the value + 1]`; draws are at 0.
    numbers: [Box<[u64; NUMBERS]>; 2],
    /// The mutual zugzwangs by the number of their [`ZugzwangKind`].
    mutual_zugzwangs: [u64; 3],
    /// The greatest number of a win and the lowest index with it, `[side to move]`.
    longest_win: [Option<LongestWin>; 2],
}

/// A win and its index.
type LongestWin = (Number, usize);

/// The number of different values that a table can have.
const NUMBERS: usize = Width::Two.number_max() as usize + 2;

impl Counts {
    fn none() -> Counts {
        let numbers = [(); 2].map(|()| Box::new([0; NUMBERS]));
        Counts { numbers, mutual_zugzwangs: [0; 3], longest_win: [None; 2] }
    }

    fn plus(mut self, other: Counts) -> Counts {
        for side in 0..2 {
            for (count, more) in self.numbers[side].iter_mut().zip(*other.numbers[side]) {
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

/// Returns the longer win; of two equally long wins, the one with the lower index.
fn longer(a: Option<LongestWin>, b: Option<LongestWin>) -> Option<LongestWin> {
    a.into_iter().chain(b).max_by_key(|&(number, index)| (number, std::cmp::Reverse(index)))
}

/// Counts an endgame's positions and mutual zugzwangs, and finds its longest distances. Runs on the
/// current rayon pool.
pub fn stats(table: &PlainTable, counting: Counting) -> Stats {
    let selection = Selection::new(table.layout(), counting);
    let counts = count_words(table, &selection, 0..table.layout().words());
    report(table.layout(), table.metric(), counting, counts)
}

/// Computes [`stats`] of values that may be in memory one window at a time. Appends the mutual
/// zugzwangs to `zugzwangs`, if given.
///
/// # Errors
///
/// Fails if the values cannot be read.
pub fn stats_of_windows(
    windows: &mut Windows,
    counting: Counting,
    mut zugzwangs: Option<&mut Vec<MutualZugzwang>>,
) -> Result<Stats, Box<dyn Error + Send + Sync>> {
    let layout = windows.layout().clone();
    let selection = Selection::new(&layout, counting);
    let words_of_part = 1 << (6 * (layout.digits() - 1));
    let mut counts = Counts::none();
    let count = |table: &Arc<PlainTable>, parts: Range<usize>| {
        let words = parts.start * words_of_part..parts.end * words_of_part;
        let of_window = count_words(table, &selection, words.clone());
        counts = std::mem::replace(&mut counts, Counts::none()).plus(of_window);
        if let Some(zugzwangs) = &mut zugzwangs {
            zugzwangs.extend(mutual_zugzwangs_among(table, &selection, words));
        }
        Ok(())
    };
    windows.each(0..layout.outer_count(), |unreadable| unreadable, count)?;
    Ok(report(&layout, windows.metric(), counting, counts))
}

/// Makes the report from the counts of a table.
fn report(layout: &Layout, metric: Metric, counting: Counting, counts: Counts) -> Stats {
    let side = |color: Color| {
        let (draws, decisive) = counts.numbers[color as usize].split_first().expect("draws");
        let mut stats = SideStats { draws: *draws, ..SideStats::default() };
        for (number, &count) in decisive.iter().enumerate().filter(|(_, count)| **count > 0) {
            stats.add(metric, Value::from_number(number as u16), count);
        }
        stats.positions = stats.wins + stats.draws + stats.losses;
        if metric == Metric::Dtz {
            let beyond = |of: fn(&Distance) -> u64| {
                let beyond = |distance: &&Distance| distance.plies > FIFTY_MOVES_PLIES;
                Some(stats.distances.iter().filter(beyond).map(of).sum())
            };
            stats.cursed_wins = beyond(|distance| distance.wins);
            stats.blessed_losses = beyond(|distance| distance.losses);
        }
        stats.longest_win_fen = counts.longest_win[color as usize]
            .map(|(_, index)| Placement::new(layout, &layout.squares(index), color).to_fen());
        stats
    };
    let [draw_loss, loss_draw, loss_loss] = counts.mutual_zugzwangs;
    Stats {
        endgame: layout.material().to_string(),
        counting,
        metric: metric.name(),
        white_to_move: side(Color::White),
        black_to_move: side(Color::Black),
        mutual_zugzwangs: draw_loss + loss_draw + loss_loss,
        zugzwang_kinds: ZugzwangKinds { draw_loss, loss_draw, loss_loss },
    }
}

impl SideStats {
    /// Adds `count` positions of a decisive value. Call it in ascending order of values.
    fn add(&mut self, metric: Metric, value: Value, count: u64) {
        let Some(plies) = metric.plies(value) else { return };
        if self.distances.last().is_none_or(|last| last.plies != plies) {
            self.distances.push(Distance { plies, wins: 0, losses: 0 });
        }
        let distance = self.distances.last_mut().expect("it was just pushed");
        if matches!(value, Value::Win(_)) {
            (distance.wins, self.longest_win_plies) = (count, Some(plies));
            self.wins += count;
        } else {
            (distance.losses, self.longest_loss_plies) = (count, Some(plies));
            self.losses += count;
        }
    }
}

/// Counts the positions of some words. Runs on the current rayon pool.
fn count_words(table: &PlainTable, selection: &Selection, words: Range<usize>) -> Counts {
    // The counts take some KiB, so there are only a few parts.
    let size = words.len().div_ceil(256);
    let counts = parallel::map_ranges(words.len(), size, |range| {
        let of_range = words.start + range.start..words.start + range.end;
        count_among(table, selection, of_range)
    });
    counts.into_iter().fold(Counts::none(), Counts::plus)
}

/// Counts the positions of some words on this thread.
fn count_among(table: &PlainTable, selection: &Selection, words: Range<usize>) -> Counts {
    let mut counts = Counts::none();
    for word in words {
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

/// Counts the stored position at an index, which stands for `weight` positions. Call it in
/// ascending order of indices.
#[inline]
fn count_position(table: &PlainTable, side: Color, index: usize, weight: u64, counts: &mut Counts) {
    let value = table.value(side, index);
    let number = value.number().map_or(0, |number| usize::from(number) + 1);
    counts.numbers[side as usize][number] += weight;
    if let Value::Win(number) = value {
        let longest = &mut counts.longest_win[side as usize];
        if longest.is_none_or(|(greatest, _)| number > greatest) {
            *longest = Some((number, index));
        }
    }
}
