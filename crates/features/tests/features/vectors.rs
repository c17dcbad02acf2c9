//! Operators at every vector width.

use drawproof_features::{
    operator::{Column, Operator},
    vectors::ways,
};

#[test]
fn every_vector_width_agrees_with_single_positions() {
    let mut number = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        number = number.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        number ^ number >> 29
    };
    for &operator in Operator::WORKING {
        // Squares and small numbers are valid for every operand, sets only where a set is expected.
        let takes_set = match operator.function() {
            None | Some("steps" | "jumps" | "count" | "any") => [true; 3],
            Some("rook" | "bishop") => [false, true, false],
            Some(_) => [false; 3],
        };
        for most in [63, 63, 63, 7, 7, 7] {
            let columns: [Column; 3] =
                takes_set.map(|set| [(); 64].map(|()| if set { next() } else { next() & most }));
            let expected: Column =
                std::array::from_fn(|lane| operator.apply(columns.map(|c| c[lane])));
            let operands = columns.each_ref();
            for way in ways() {
                let mut out = [0; 64];
                way(operator, operands, &mut out);
                assert_eq!(out, expected, "{operator:?}");
            }
        }
    }
}
