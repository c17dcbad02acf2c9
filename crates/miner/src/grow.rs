//! Best-first growth of a decision tree on histograms of small integers.
//!
//! A leaf's cost is `draws * (decisive / (draws + decisive))^a`: the draws that cannot be claimed
//! there, weighted less in purer leaves. The next split is the one that lowers the cost most. The
//! cost favours leaves without decisive positions, because only those claim a draw.

use std::{cmp::Reverse, collections::BinaryHeap};

use drawproof_tables::parallel;

use crate::sample::{Rows, Sample};

/// A node of a growing tree.
#[derive(Clone, Copy, Debug)]
pub struct GrownNode {
    /// The weighted number of draws in the node.
    pub draws: f64,
    /// The weighted number of decisive positions in the node.
    pub decisive: f64,
    /// The split: the index of the feature in a row, the largest value that goes to the first
    /// child, and the number of the first child. The second child has the next number. `None` for a
    /// leaf.
    pub split: Option<(u16, u8, u32)>,
}

/// A grown tree; node 0 is the root.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The nodes of the tree. Children follow their parents, and siblings have consecutive numbers.
    pub nodes: Vec<GrownNode>,
    /// The exponent `a` of the cost that the splits of the tree reduce; see `grow.rs`.
    pub exponent: f64,
    /// The amount by which the splits on each feature lowered the cost, by the feature's index in a
    /// row.
    pub gains: Vec<f64>,
}

/// The parameters with which a tree is grown.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The exponent `a` of the cost that splits reduce; see `grow.rs`.
    pub exponent: f64,
    /// The maximum number of leaves of the tree.
    pub leaves: usize,
    /// The minimum number of draws that a leaf must have to be split.
    pub least_draws: f64,
    /// The maximum number of different questions (feature and threshold), so that a question's
    /// number fits into a byte.
    pub questions: usize,
}

/// The allowed questions: `[feature's index in a row][threshold]`.
pub type Questions = Vec<[bool; 32]>;

/// The counts `[draws, decisive]` for each feature and value.
type Histogram = Vec<[u32; 2]>;

/// A leaf that can be split.
struct Open {
    node: u32,
    /// The range of its positions in the list of draws, and below in that of decisive positions.
    draws: (usize, usize),
    decisive: (usize, usize),
    histogram: Histogram,
    best: Option<Split>,
}

#[derive(Clone, Copy, Debug)]
struct Split {
    gain: f64,
    feature: u16,
    threshold: u8,
}

/// The rank of a split: the highest gain first, then the oldest node.
type Rank = (u64, Reverse<u32>);

/// A tree under growth.
struct Grower<'a> {
    sample: &'a Sample,
    growth: Growth,
    /// The start of each feature's values in a histogram, from the [`Ground`].
    starts: &'a [usize],
    draws: Vec<u32>,
    decisive: Vec<u32>,
    /// A buffer for numbers while those of a node are divided.
    waiting: Vec<u32>,
    /// The questions that trees already ask, or are allowed to ask.
    asked: Questions,
    /// The number of questions added to `asked`.
    questions: usize,
    /// The features that the root may not ask about.
    skipped: Vec<u16>,
}

/// Grows one tree on `sample` for each of `growths`, in parallel.
pub fn grow(sample: &Sample, growths: &[Growth]) -> Vec<Grown> {
    let ground = Ground::new(sample);
    parallel::map(growths.len(), |n| ground.grow(growths[n], None, &[]))
}

/// The sample on which trees grow, with its histogram.
pub(crate) struct Ground<'a> {
    sample: &'a Sample,
    /// The start of each feature's values in a histogram, and the end of the last.
    starts: Vec<usize>,
    /// The histogram of all positions.
    histogram: Histogram,
}

impl<'a> Ground<'a> {
    /// Prepares a sample: computes the histogram of its positions.
    pub fn new(sample: &'a Sample) -> Ground<'a> {
        let mut starts = vec![0];
        for most in sample.largest() {
            starts.push(starts.last().expect("it is not empty") + usize::from(most) + 1);
        }
        let histogram = root(sample, &starts);
        Ground { sample, starts, histogram }
    }

    /// Grows a tree. `only` restricts its questions. The root asks no question about the features
    /// `skipped`, given by index in a row.
    pub fn grow(&self, growth: Growth, only: Option<&Questions>, skipped: &[u16]) -> Grown {
        let sample = self.sample;
        let questions = if only.is_some() { 0 } else { growth.questions };
        let grower = Grower {
            sample,
            growth: Growth { questions, ..growth },
            starts: &self.starts,
            draws: (0..sample.draws.len() as u32).collect(),
            decisive: (0..sample.decisive.len() as u32).collect(),
            waiting: Vec::new(),
            questions: 0,
            asked: only.cloned().unwrap_or_else(|| vec![[false; 32]; sample.features.len()]),
            skipped: skipped.to_vec(),
        };
        grower.run(self.histogram.clone())
    }
}

/// Returns the cost of a set with this many draws and decisive positions. `exponent` is the
/// exponent `a` of the cost; see `grow.rs`.
#[inline(always)]
pub(crate) fn cost(draws: f64, decisive: f64, exponent: f64) -> f64 {
    if draws == 0.0 || decisive == 0.0 {
        return 0.0;
    }
    draws * (decisive / (draws + decisive)).powf(exponent)
}

/// Returns the histogram of all positions.
fn root(sample: &Sample, starts: &[usize]) -> Histogram {
    let size = *starts.last().expect("it is not empty");
    let of = |rows: &Rows, kind: usize| {
        let counted = parallel::map_ranges(rows.len(), 1 << 16, |positions| {
            let mut histogram = vec![[0, 0]; size];
            for position in positions {
                count(&mut histogram, starts, rows.row(position), kind);
            }
            histogram
        });
        counted.into_iter().fold(vec![[0, 0]; size], |mut a, b| {
            a.iter_mut().zip(&b).for_each(|(a, b)| *a = [a[0] + b[0], a[1] + b[1]]);
            a
        })
    };
    let (draws, decisive) = (of(&sample.draws, 0), of(&sample.decisive, 1));
    draws.iter().zip(&decisive).map(|(a, b)| [a[0], b[1]]).collect()
}

#[inline(always)]
fn count(histogram: &mut [[u32; 2]], starts: &[usize], row: &[u8], kind: usize) {
    for (&start, &value) in starts.iter().zip(row) {
        histogram[start + usize::from(value)][kind] += 1;
    }
}

/// Partitions `numbers` so that the kept ones come first, and preserves the order within both
/// parts. Returns the number of kept ones. `others` is a scratch buffer.
#[inline(always)]
pub(crate) fn divided(
    numbers: &mut [u32],
    others: &mut Vec<u32>,
    is_kept: impl Fn(u32) -> bool,
) -> usize {
    others.resize(numbers.len(), 0);
    let (mut kept, mut waiting) = (0, 0);
    for place in 0..numbers.len() {
        let number = numbers[place];
        let is_kept = is_kept(number);
        // Writes to both places, so that no branch depends on unpredictable values.
        numbers[kept] = number;
        others[waiting] = number;
        kept += usize::from(is_kept);
        waiting += usize::from(!is_kept);
    }
    numbers[kept..].copy_from_slice(&others[..waiting]);
    kept
}

impl Grower<'_> {
    fn run(mut self, histogram: Histogram) -> Grown {
        let all = (0, self.draws.len());
        let decisive = (0, self.decisive.len());
        let mut nodes = vec![self.node(all, decisive)];
        let mut gains = vec![0.0; self.sample.features.len()];
        let mut open: Vec<Option<Open>> = Vec::new();
        let mut queue: BinaryHeap<(Rank, usize)> = BinaryHeap::new();
        let root = Open { node: 0, draws: all, decisive, histogram, best: None };
        self.wait(root, &mut open, &mut queue);
        self.skipped.clear();
        let mut leaves = 1;
        while leaves < self.growth.leaves {
            let Some((_, place)) = queue.pop() else { break };
            let mut leaf = open[place].take().expect("each waits once");
            let mut split = leaf.best.expect("only leaves with a split wait");
            if self.is_full() && !self.is_asked(split) {
                // The question was still available when the leaf was evaluated.
                leaf.best = self.best_split(&leaf.histogram);
                match leaf.best {
                    None => continue,
                    Some(best) if best.gain < split.gain => {
                        queue.push(((best.gain.to_bits(), Reverse(leaf.node)), place));
                        open[place] = Some(leaf);
                        continue;
                    }
                    Some(best) => split = best,
                }
            }
            self.ask(split);
            gains[usize::from(split.feature)] += split.gain;
            let children = self.divide(leaf, split, &mut nodes);
            leaves += 1;
            for child in children {
                self.wait(child, &mut open, &mut queue);
            }
        }
        Grown { nodes, exponent: self.growth.exponent, gains }
    }

    fn node(&self, draws: (usize, usize), decisive: (usize, usize)) -> GrownNode {
        GrownNode {
            draws: (draws.1 - draws.0) as f64 * self.sample.draw_weight,
            decisive: (decisive.1 - decisive.0) as f64 * self.sample.decisive_weight,
            split: None,
        }
    }

    fn is_full(&self) -> bool {
        self.questions >= self.growth.questions
    }

    fn is_asked(&self, split: Split) -> bool {
        self.asked[usize::from(split.feature)][usize::from(split.threshold)]
    }

    fn ask(&mut self, split: Split) {
        self.questions += usize::from(!self.is_asked(split));
        self.asked[usize::from(split.feature)][usize::from(split.threshold)] = true;
    }

    /// Queues a leaf that can be split.
    fn wait(
        &self,
        mut leaf: Open,
        open: &mut Vec<Option<Open>>,
        queue: &mut BinaryHeap<(Rank, usize)>,
    ) {
        if (leaf.draws.1 - leaf.draws.0) as f64 * self.sample.draw_weight < self.growth.least_draws
        {
            return;
        }
        leaf.best = self.best_split(&leaf.histogram);
        if let Some(best) = leaf.best {
            queue.push(((best.gain.to_bits(), Reverse(leaf.node)), open.len()));
            open.push(Some(leaf));
        }
    }

    /// Returns the split that lowers the cost most.
    fn best_split(&self, histogram: &Histogram) -> Option<Split> {
        let (draw_weight, weight) = (self.sample.draw_weight, self.sample.decisive_weight);
        let first = &histogram[..self.starts[1]];
        let sum = |kind: usize| first.iter().map(|c| u64::from(c[kind])).sum::<u64>() as f64;
        let (draws, decisive) = (sum(0) * draw_weight, sum(1) * weight);
        if draws == 0.0 || decisive == 0.0 {
            return None;
        }
        let cost = |draws, decisive| cost(draws, decisive, self.growth.exponent);
        let before = cost(draws, decisive);
        let mut best: Option<Split> = None;
        for feature in 0..self.sample.features.len() {
            if self.skipped.contains(&(feature as u16)) {
                continue;
            }
            let values = &histogram[self.starts[feature]..self.starts[feature + 1]];
            let (mut below, mut lost_below) = (0, 0);
            for (threshold, counts) in values[..values.len() - 1].iter().enumerate() {
                below += u64::from(counts[0]);
                lost_below += u64::from(counts[1]);
                if counts[0] + counts[1] == 0 {
                    continue;
                }
                if self.is_full() && !self.asked[feature][threshold] {
                    continue;
                }
                let (a, b) = (below as f64 * draw_weight, lost_below as f64 * weight);
                let after = cost(a, b) + cost(draws - a, decisive - b);
                let gain = before - after;
                if gain > best.map_or(before * 1e-9, |best| best.gain) {
                    best =
                        Some(Split { gain, feature: feature as u16, threshold: threshold as u8 });
                }
            }
        }
        best
    }

    /// Splits a leaf. Returns the two new leaves.
    fn divide(&mut self, leaf: Open, split: Split, nodes: &mut Vec<GrownNode>) -> [Open; 2] {
        let feature = usize::from(split.feature);
        let mut part = |rows: &Rows, numbers: &mut Vec<u32>, (from, to): (usize, usize)| {
            let is_kept = |number: u32| rows.row(number as usize)[feature] <= split.threshold;
            let kept = from + divided(&mut numbers[from..to], &mut self.waiting, is_kept);
            [(from, kept), (kept, to)]
        };
        let draws = part(&self.sample.draws, &mut self.draws, leaf.draws);
        let decisive = part(&self.sample.decisive, &mut self.decisive, leaf.decisive);
        let size =
            |side: usize| draws[side].1 - draws[side].0 + decisive[side].1 - decisive[side].0;
        let small = usize::from(size(1) < size(0));
        let mut histogram = vec![[0, 0]; leaf.histogram.len()];
        for &number in &self.draws[draws[small].0..draws[small].1] {
            count(&mut histogram, self.starts, self.sample.draws.row(number as usize), 0);
        }
        for &number in &self.decisive[decisive[small].0..decisive[small].1] {
            count(&mut histogram, self.starts, self.sample.decisive.row(number as usize), 1);
        }
        let mut rest = leaf.histogram;
        rest.iter_mut().zip(&histogram).for_each(|(a, b)| *a = [a[0] - b[0], a[1] - b[1]]);
        let first = nodes.len() as u32;
        nodes[leaf.node as usize].split = Some((split.feature, split.threshold, first));
        nodes.extend([0, 1].map(|side| self.node(draws[side], decisive[side])));
        let mut histograms = if small == 0 { [histogram, rest] } else { [rest, histogram] };
        [0, 1].map(|side| Open {
            node: first + side as u32,
            draws: draws[side],
            decisive: decisive[side],
            histogram: std::mem::take(&mut histograms[side]),
            best: None,
        })
    }
}
