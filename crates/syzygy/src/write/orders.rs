//! The orders that a part may number its men in.

use crate::index::Numbering;

/// An order of the kinds of men, in which the kind whose squares vary fastest in the index comes
/// first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The codes of the kinds, in the order of the type.
    kinds: Vec<u8>,
    /// The codes of the men in the order in which the file lists them, leading men first.
    pub codes: Vec<u8>,
    /// The position of the leading men's group in the order, followed by the position of the other
    /// side's pawns, if there are any.
    pub places: Vec<usize>,
}

impl Order {
    /// Returns the order that the kinds have in `kinds`, which are codes with numbers of men.
    /// Returns `None` if the first three men of the index, which must be single men (or the kings,
    /// if they lead), would not follow each other.
    fn new(kinds: &[(u8, usize)], numbering: &Numbering) -> Option<Order> {
        let mut codes = Vec::new();
        let mut add = |&(code, count): &(u8, usize)| codes.extend(std::iter::repeat_n(code, count));
        let names = kinds.iter().map(|it| it.0).collect();
        if numbering.leading_pawns == 0 {
            let leading = if numbering.kings_lead { 2 } else { 3 };
            let leads = |run: &[(u8, usize)]| run.iter().all(|it| it.1 == 1);
            let first = kinds.windows(leading).rposition(leads)?;
            kinds[first..first + leading].iter().rev().for_each(&mut add);
            kinds[..first].iter().chain(&kinds[first + leading..]).for_each(&mut add);
            return Some(Order { kinds: names, codes, places: vec![first] });
        }
        let pawns = |code: u8| kinds.iter().position(|it| it.0 == code);
        let mut places: Vec<usize> =
            [WHITE_PAWN, BLACK_PAWN].into_iter().filter_map(pawns).collect();
        if places.len() == 2 && kinds[places[0]].1 != numbering.leading_pawns {
            places.reverse();
        }
        places.iter().for_each(|&place| add(&kinds[place]));
        kinds.iter().filter(|it| it.0 & 7 != WHITE_PAWN).for_each(add);
        Some(Order { kinds: names, codes, places })
    }

    /// Returns all possible orders of an endgame's men. `men` has the number of men of each side
    /// and kind, pawns first.
    pub fn all(men: [[usize; 6]; 2], numbering: &Numbering) -> Vec<Order> {
        let mut kinds: Vec<(u8, usize)> = Vec::new();
        for (side, counts) in men.iter().enumerate() {
            let codes = counts
                .iter()
                .enumerate()
                .map(|(kind, &count)| (8 * side as u8 + kind as u8 + 1, count));
            kinds.extend(codes.filter(|it| it.1 > 0));
        }
        let mut orders = Vec::new();
        permute(&mut kinds, 0, &mut |kinds| orders.extend(Order::new(kinds, numbering)));
        orders
    }

    /// Returns the indices of the orders that were tried, by ascending `sizes`. The search is
    /// greedy: it tries all choices of the two fastest-varying kinds, fixes the best fastest kind,
    /// and continues with the next kind.
    pub fn best(orders: &[Order], sizes: impl Fn(usize) -> u64) -> Vec<usize> {
        let mut known: Vec<Option<u64>> = vec![None; orders.len()];
        let mut begin: Vec<u8> = Vec::new();
        for turn in 0..orders[0].kinds.len() - 1 {
            let mut tried: Vec<usize> = Vec::new();
            let begins = |order: &Order| order.kinds.starts_with(&begin);
            for (number, order) in orders.iter().enumerate().filter(|it| begins(it.1)) {
                let begin = &order.kinds[..turn + 2];
                if !tried.iter().any(|&other| orders[other].kinds.starts_with(begin)) {
                    tried.push(number);
                }
            }
            for &number in &tried {
                known[number].get_or_insert_with(|| sizes(number));
            }
            let best = tried.into_iter().min_by_key(|&it| known[it]).expect("an order is left");
            begin.push(orders[best].kinds[turn]);
        }
        let mut ranked: Vec<(u64, usize)> = known
            .iter()
            .enumerate()
            .filter_map(|(number, size)| Some(((*size)?, number)))
            .collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|it| it.1).collect()
    }
}

const WHITE_PAWN: u8 = 1;
const BLACK_PAWN: u8 = 9;

/// Calls `visit` with each permutation of the kinds from index `first` on.
fn permute(kinds: &mut [(u8, usize)], first: usize, visit: &mut impl FnMut(&[(u8, usize)])) {
    if first == kinds.len() {
        return visit(kinds);
    }
    for next in first..kinds.len() {
        kinds.swap(first, next);
        permute(kinds, first + 1, visit);
        kinds.swap(first, next);
    }
}
