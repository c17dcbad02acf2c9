//! Applies an operator to 64 positions with the widest vector instructions of the processor,
//! which is asked at run time.
//!
//! The compiler writes the instructions: it compiles one source once for each vector width.
#![allow(unsafe_code, reason = "functions with target features, called after detection")]

use crate::operator::{Column, Operator};

/// Computes an operator in 64 positions. Panics for inputs, which have no operands.
#[inline]
pub(crate) fn apply(operator: Operator, operands: [&Column; 3], out: &mut Column) {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            // SAFETY: the processor has the target features of the function.
            return unsafe { apply_avx512(operator, operands, out) };
        }
        if has_avx2() {
            // SAFETY: the processor has the target features of the function.
            return unsafe { apply_avx2(operator, operands, out) };
        }
    }
    apply_plain(operator, operands, out);
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

fn apply_plain(operator: Operator, operands: [&Column; 3], out: &mut Column) {
    operator.apply_all(operands, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,lzcnt")]
fn apply_avx2(operator: Operator, operands: [&Column; 3], out: &mut Column) {
    operator.apply_all(operands, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512cd,avx512dq,avx512vpopcntdq,popcnt,lzcnt")]
fn apply_avx512(operator: Operator, operands: [&Column; 3], out: &mut Column) {
    operator.apply_all(operands, out);
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let columns: [Column; 3] = takes_set
                    .map(|set| [(); 64].map(|()| if set { next() } else { next() & most }));
                let expected: Column =
                    std::array::from_fn(|lane| operator.apply(columns.map(|c| c[lane])));
                let operands = columns.each_ref();
                let ways: [fn(Operator, [&Column; 3], &mut Column); 2] = [apply, apply_plain];
                #[cfg(target_arch = "x86_64")]
                let avx2 = has_avx2().then_some::<fn(Operator, [&Column; 3], &mut Column)>(
                    // SAFETY: the processor has the target features of the function.
                    |operator, operands, out| unsafe { apply_avx2(operator, operands, out) },
                );
                #[cfg(not(target_arch = "x86_64"))]
                let avx2 = None;
                for way in ways.into_iter().chain(avx2) {
                    let mut out = [0; 64];
                    way(operator, operands, &mut out);
                    assert_eq!(out, expected, "{operator:?}");
                }
            }
        }
    }
}
