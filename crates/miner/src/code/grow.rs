//! Grows a tree until each leaf has one answer, and encodes it in 16-bit words, which
//! [`super::view::leaf`] reads.

use super::{
    endgame::{Counts, KINDS, Positions, by_value},
    view::{FEATURE_MAX, FEATURES},
};
use crate::grow::divided;

/// The number of values of a feature.
const VALUES: usize = FEATURE_MAX as usize + 1;

/// The code for a child that is another branch.
const BRANCH: u16 = 3;

/// A node of a tree under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A leaf with its answer, the value 1, 0 or -1.
    Leaf(i8),
    /// A branch: the feature, its threshold, and the nodes for values up to the threshold and above
    /// it.
    Branch(u8, u8, [u32; 2]),
}

/// The number of positions of each kind by feature and value, `[feature][value]`.
type Histogram = Vec<Counts>;

/// A leaf to be split: its node, the range of its positions, their counts.
struct Open {
    node: usize,
    from: usize,
    to: usize,
    counts: Counts,
    histogram: Histogram,
}

/// Grows the tree of `positions`; node 0 is the root. `measure` selects the best split.
pub fn grow(positions: &Positions, measure: Measure) -> Vec<Node> {
    let price = Price::new(measure);
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    let mut waiting: Vec<u32> = Vec::new();
    let mut nodes = vec![Node::Leaf(0)];
    let histogram = histogram_of(positions, &order);
    let counts = histogram[..VALUES].iter().fold([0; KINDS], add);
    let mut open = vec![Open { node: 0, from: 0, to: order.len(), counts, histogram }];
    while let Some(leaf) = open.pop() {
        if let Some(value) = answer(&leaf.counts) {
            nodes[leaf.node] = Node::Leaf(value);
            continue;
        }
        let (feature, threshold, below) = split(&leaf.counts, &leaf.histogram, &price);
        let Open { node, from, to, counts, histogram: mut larger } = leaf;
        let is_low = |position| usize::from(positions.features(position)[feature]) <= threshold;
        let middle = from + divided(&mut order[from..to], &mut waiting, is_low);
        let first_is_smaller = middle - from <= to - middle;
        let smaller = if first_is_smaller { &order[from..middle] } else { &order[middle..to] };
        let smaller = histogram_of(positions, smaller);
        larger.iter_mut().zip(&smaller).for_each(|(all, part)| *all = subtract(*all, part));
        let histograms = if first_is_smaller { [smaller, larger] } else { [larger, smaller] };
        let first = nodes.len();
        nodes[node] =
            Node::Branch(feature as u8, threshold as u8, [first as u32, first as u32 + 1]);
        nodes.extend([Node::Leaf(0); 2]);
        let parts = [(from, middle, below), (middle, to, subtract(counts, &below))];
        for (side, ((from, to, counts), histogram)) in parts.into_iter().zip(histograms).enumerate()
        {
            open.push(Open { node: first + side, from, to, counts, histogram });
        }
    }
    nodes
}

/// Returns the value that is right for all counted positions, if there is one.
fn answer(&[won, drawn, lost, either]: &Counts) -> Option<i8> {
    match (won > 0, drawn > 0, lost > 0, either > 0) {
        (_, false, false, false) => Some(1),
        (false, _, false, _) => Some(0),
        (false, false, true, _) => Some(-1),
        _ => None,
    }
}

/// Returns the split that separates the answers best: feature, threshold, and the counts of the
/// positions up to the threshold.
fn split(total: &Counts, histogram: &[Counts], price: &Price) -> (usize, usize, Counts) {
    let mut best: Option<(i64, usize, usize, Counts)> = None;
    for feature in 0..FEATURES {
        let mut below = [0; KINDS];
        for (threshold, counts) in histogram[feature * VALUES..][..VALUES].iter().enumerate() {
            if *counts == [0; KINDS] {
                continue;
            }
            below = add(below, counts);
            if below == *total {
                break;
            }
            let mixed = price.of_set(&below) + price.of_set(&subtract(*total, &below));
            if best.is_none_or(|(least, ..)| mixed < least) {
                best = Some((mixed, feature, threshold, below));
            }
        }
    }
    let (_, feature, threshold, below) = best.expect("the squares of men differ");
    (feature, threshold, below)
}

fn histogram_of(positions: &Positions, numbers: &[u32]) -> Histogram {
    let mut histogram = vec![[0; KINDS]; FEATURES * VALUES];
    for &position in numbers {
        let kind = positions.kind(position);
        for (feature, &value) in positions.features(position).iter().enumerate() {
            histogram[feature * VALUES + usize::from(value)][kind] += 1;
        }
    }
    histogram
}

fn add(mut a: Counts, b: &Counts) -> Counts {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

fn subtract(mut a: Counts, b: &Counts) -> Counts {
    a.iter_mut().zip(b).for_each(|(a, b)| *a -= b);
    a
}

/// Encodes a tree in 16-bit words; `None` if a part of the tree is too large for the code.
pub fn words(nodes: &[Node]) -> Option<Vec<u16>> {
    let Node::Branch(..) = nodes[0] else {
        let code = code(nodes[0]);
        return Some(vec![code << 2 | code]);
    };
    // The words of each node, computed from the children up; none for a leaf.
    let mut sizes = vec![0_usize; nodes.len()];
    for (number, node) in nodes.iter().enumerate().rev() {
        if let Node::Branch(_, _, children) = node {
            let [a, b] = children.map(|child| sizes[child as usize]);
            sizes[number] = 1 + usize::from(a > 0 && b > 0) + a + b;
        }
    }
    let mut words = Vec::with_capacity(sizes[0]);
    let mut open = vec![0];
    while let Some(number) = open.pop() {
        let Node::Branch(feature, threshold, children) = nodes[number] else { continue };
        let [a, b] = children.map(|child| child as usize);
        let codes = code(nodes[a]) << 2 | code(nodes[b]);
        words.push(u16::from(feature) << 9 | u16::from(threshold) << 4 | codes);
        if sizes[a] > 0 && sizes[b] > 0 {
            words.push(u16::try_from(sizes[a] + 1).ok()?);
        }
        open.extend([b, a]);
    }
    Some(words)
}

fn code(node: Node) -> u16 {
    match node {
        Node::Leaf(value) => (value + 1) as u16,
        Node::Branch(..) => BRANCH,
    }
}

/// Returns the number of leaves of a tree.
pub fn leaves(nodes: &[Node]) -> usize {
    nodes.iter().filter(|node| matches!(node, Node::Leaf(_))).count()
}

/// The number of fractional bits of a logarithm.
const FRACTION: u32 = 16;

/// Numbers below this one have a stored price.
const KEPT: usize = 1 << 15;

/// The measure of how mixed the answers of a set of positions are. Which measure is better differs
/// from endgame to endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The sum of the square roots of the products of the counts of each two answers.
    Roots,
    /// The entropy of the answers in bits, plus [`Measure::Roots`].
    BitsAndRoots,
}

/// Computes by a measure how mixed a set of positions is.
pub struct Price {
    measure: Measure,
    /// The values of `n log2 n` for small numbers.
    kept: Vec<i64>,
}

impl Price {
    /// Creates the computation for a measure.
    pub fn new(measure: Measure) -> Price {
        Price { measure, kept: (0..KEPT as u32).map(of).collect() }
    }

    #[inline(always)]
    fn of(&self, number: u32) -> i64 {
        self.kept.get(number as usize).copied().unwrap_or_else(|| of(number))
    }

    /// Returns how mixed the answers in a set of positions are, 0 if all answers agree.
    #[inline(always)]
    pub fn of_set(&self, counts: &Counts) -> i64 {
        let [a, b, c] = by_value(counts);
        let roots = root(a, b) + root(b, c) + root(a, c);
        match self.measure {
            Measure::Roots => roots,
            Measure::BitsAndRoots => {
                roots + self.of(a + b + c) - self.of(a) - self.of(b) - self.of(c)
            }
        }
    }
}

/// Returns the square root of a product. The product is exact, and the root is rounded alike on all
/// processors.
#[inline(always)]
fn root(a: u32, b: u32) -> i64 {
    ((f64::from(a) * f64::from(b)).sqrt() * f64::from(1 << FRACTION)) as i64
}

/// Returns `n log2 n`.
fn of(number: u32) -> i64 {
    i64::from(number) * log2(number)
}

/// Returns the logarithm to base 2, with [`FRACTION`] bits after the point; 0 for 0.
fn log2(number: u32) -> i64 {
    let whole = number.max(1).ilog2();
    // The mantissa, from 1 to 2, with 31 bits after the point. Each squaring yields one bit of the
    // logarithm.
    let mut mantissa = u64::from(number.max(1)) << (31 - whole);
    let mut log = i64::from(whole);
    for _ in 0..FRACTION {
        mantissa = (mantissa * mantissa) >> 31;
        let bit = mantissa >> 32;
        mantissa >>= bit;
        log = log << 1 | bit as i64;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_those_of_floating_point() {
        for number in (1..100_000).chain([1 << 20, (1 << 23) - 1, u32::MAX]) {
            let expected = f64::from(number).log2();
            let found = log2(number) as f64 / f64::from(1 << FRACTION);
            assert!((found - expected).abs() < 1e-4, "{number}: {found}, {expected}");
        }
    }
}
