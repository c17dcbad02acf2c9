//! The orders of like pawns.

use drawproof_board::{Color, Piece};
use drawproof_tables::Man;

/// All orders of the like pawns of each colour: for each order, the man whose square each man takes.
/// The first order leaves every man where it is. The orders of other like men are positions of their
/// own in a table.
pub fn pawn_orders(men: &[Man]) -> Vec<Vec<usize>> {
    let mut orders = vec![(0..men.len()).collect::<Vec<usize>>()];
    for color in Color::ALL {
        let pawn = Man { color, piece: Piece::Pawn };
        let pawns: Vec<usize> = (0..men.len()).filter(|&man| men[man] == pawn).collect();
        let permutations = permutations(&pawns);
        let permuted = |order: &Vec<usize>, permutation: &[usize]| {
            let mut order = order.clone();
            for (&place, &man) in pawns.iter().zip(permutation) {
                order[place] = man;
            }
            order
        };
        let with_pawns = |order: &Vec<usize>| {
            permutations.iter().map(|p| permuted(order, p)).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(with_pawns).collect();
    }
    orders
}

/// All permutations of some numbers, in lexicographic order of their places.
fn permutations(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let beginning_with = |place: usize| {
        let mut others = numbers.to_vec();
        let first = others.remove(place);
        permutations(&others).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..numbers.len()).flat_map(beginning_with).collect()
}
