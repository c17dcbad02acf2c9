//! Applies an operator to 64 positions with the widest vector instructions of the processor,
//! detected at run time.
//!
//! The compiler generates the instructions: it compiles one source once for each vector width.
#![allow(unsafe_code, reason = "functions with target features, called after detection")]

use crate::operator::{Column, Operator};

/// Applies an operator to 64 positions. Panics for inputs, which have no operands.
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

/// A compilation of the function that applies an operator to 64 positions.
pub type Way = fn(Operator, [&Column; 3], &mut Column);

/// Returns every compilation that this processor supports; for tests.
pub fn ways() -> Vec<Way> {
    #[allow(unused_mut, reason = "other processors have no more")]
    let mut ways: Vec<Way> = vec![apply, apply_plain];
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has the target features of the function.
        ways.push(|operator, operands, out| unsafe { apply_avx2(operator, operands, out) });
    }
    ways
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
