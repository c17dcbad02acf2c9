//! Comparisons of numbers. Those of the squares of at most two men become lookups in a table.

use drawproof_board::Square;

use crate::{
    condition::{Number, Pairs, Place, Plies, Test},
    syntax::Comparison,
};

/// Returns a comparison as a test: a lookup in a table if it is about the squares of at most two
/// men.
pub(crate) fn compared(a: Number, how: Comparison, b: Number) -> Test {
    if let (Number::Distance(metric), Number::Constant(number)) = (&a, &b) {
        return Test::Distance(*metric, Plies::of(|plies| how.holds(plies, *number)));
    }
    if let (Number::Helpmate(mating), Number::Constant(number)) = (&a, &b) {
        return Test::Helpmate(*mating, Plies::of(|plies| how.holds(plies, *number)));
    }
    if !a.is_of_squares() || !b.is_of_squares() {
        return Test::Compare(a, how, b);
    }
    let mut men: Vec<usize> =
        [&a, &b].into_iter().flat_map(Number::places).filter_map(Place::man).collect();
    men.sort_unstable();
    men.dedup();
    let holds = |squares: &[(usize, Square)]| {
        let square = |man| squares.iter().find(|(it, _)| *it == man).map(|(_, square)| *square);
        matches!((a.of_squares(square), b.of_squares(square)), (Some(a), Some(b)) if how.holds(a, b))
    };
    let set = |holds: &dyn Fn(Square) -> bool| {
        Square::ALL.iter().fold(0, |set, &square| set | u64::from(holds(square)) << square as u64)
    };
    match men[..] {
        [] => always(holds(&[])),
        [man] => Test::Stands { man, on: set(&|square| holds(&[(man, square)])) },
        [first, second] => {
            let pairs = |a: usize, b: usize| {
                std::array::from_fn(|of| {
                    set(&|square| holds(&[(a, Square::index(of)), (b, square)]))
                })
            };
            let squares = Box::new(Pairs([pairs(first, second), pairs(second, first)]));
            Test::Together { men: [first, second], squares }
        }
        _ => Test::Compare(a, how, b),
    }
}

/// Returns a condition that is true of every position if `is_true` is set, otherwise of no
/// position.
pub(crate) fn always(is_true: bool) -> Test {
    Test::Compare(Number::Constant(0), Comparison::Equal, Number::Constant(i32::from(!is_true)))
}
