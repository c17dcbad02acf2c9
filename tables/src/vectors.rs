//! Code compiled for the vector instructions of the processor that runs it.
//!
//! A kernel is code over arrays whose vectors are left to the compiler, or that calls instructions which a
//! witness of [`Vectors`] shows to be there. What it returns does not depend on them.

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

/// A function that is compiled for every kind of processor: its arguments, with `run` as its body.
///
/// `run` and every function that it calls in a loop are `#[inline(always)]`: only what is inlined into
/// the function of a processor is compiled with its instructions.
pub trait Kernel {
    /// What the function returns.
    type Output;

    /// Returns the body.
    fn run(self) -> Self::Output;
}

/// The vector instructions to use: the kinds of processor that kernels are compiled for, with the witness
/// of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// Those that every processor of the architecture has.
    Plain,
    /// AVX2 and the bit instructions of its generation.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512 (F, BW, DQ, VL), too.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// NEON, which the compiler uses for the other kernels as well.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

/// Witness: the processor has NEON, as all of 64-bit ARM do.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon;

impl Vectors {
    /// Returns all that this processor supports, from the narrowest to the widest.
    pub fn available() -> Vec<Vectors> {
        #[cfg(target_arch = "x86_64")]
        let wider = [Avx2::detect().map(Vectors::Avx2), Avx512::detect().map(Vectors::Avx512)];
        #[cfg(target_arch = "aarch64")]
        let wider = [Some(Vectors::Neon(Neon))];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let wider: [Option<Vectors>; 0] = [];
        std::iter::once(Vectors::Plain).chain(wider.into_iter().flatten()).collect()
    }

    /// Returns the widest that this processor supports.
    pub fn best() -> Vectors {
        *Vectors::available().last().expect("one kind is always available")
    }

    /// Runs a kernel, compiled for these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Vectors::Plain => kernel.run(),
            #[cfg(target_arch = "aarch64")]
            Vectors::Neon(_) => kernel.run(),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(witness) => witness.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512(witness) => witness.run(kernel),
        }
    }
}

impl std::fmt::Display for Vectors {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Vectors::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Vectors::Neon(_) => "neon",
        })
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #![allow(unsafe_code, reason = "instructions that not every processor has")]

    use super::Kernel;

    /// Witness: the processor has AVX2 and the bit instructions of its generation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Avx2(());

    impl Avx2 {
        /// Returns the witness, if the processor has the instructions.
        pub fn detect() -> Option<Avx2> {
            let found = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            found.then_some(Avx2(()))
        }

        /// Runs a kernel, compiled for AVX2.
        #[inline]
        pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[inline(never)]
            fn compiled<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            // SAFETY: `self` witnesses the instructions.
            unsafe { compiled(kernel) }
        }
    }

    /// Witness: the processor has AVX-512 with bytes, and AVX2.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Avx512(Avx2);

    impl Avx512 {
        /// Returns the witness, if the processor has the instructions.
        pub fn detect() -> Option<Avx512> {
            let found = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            Avx2::detect().filter(|_| found).map(Avx512)
        }

        /// Runs a kernel, compiled for AVX-512.
        #[inline]
        pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl"
            )]
            #[inline(never)]
            fn compiled<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            // SAFETY: `self` witnesses the instructions.
            unsafe { compiled(kernel) }
        }
    }
}
