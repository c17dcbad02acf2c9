//! Code compiled for the vector instructions of the processor that runs it.
//!
//! A kernel is code over arrays. Either the compiler vectorizes it, or it calls instructions whose
//! presence a witness of [`Vectors`] proves. Its results do not depend on the instructions.

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

/// A function that is compiled once for each instruction set of [`Vectors`]. The fields of the
/// implementing type are the function's arguments, and `run` is its body.
///
/// `run` and every function that it calls in a loop are `#[inline(always)]`: only code that is
/// inlined into the function for a processor is compiled with that processor's instructions.
pub trait Kernel {
    /// The type that the function returns.
    type Output;

    /// Runs the body of the function and returns its result.
    fn run(self) -> Self::Output;
}

/// A vector instruction set that this processor has. Kernels are compiled for each variant. The
/// field of a variant proves that the processor has the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// The instructions that every processor of the architecture has.
    Plain,
    /// AVX2 and the bit instructions of the same generation.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512 (F, BW, DQ, VL), and the instructions of [`Vectors::Avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// NEON. The compiler also uses it for kernels that run as [`Vectors::Plain`].
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

/// A token that proves that the processor has NEON, as every 64-bit ARM processor does.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon;

impl Vectors {
    /// Returns all instruction sets that this processor has, from the narrowest to the widest.
    pub fn available() -> Vec<Vectors> {
        #[cfg(target_arch = "x86_64")]
        let wider = [Avx2::detect().map(Vectors::Avx2), Avx512::detect().map(Vectors::Avx512)];
        #[cfg(target_arch = "aarch64")]
        let wider = [Some(Vectors::Neon(Neon))];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let wider: [Option<Vectors>; 0] = [];
        std::iter::once(Vectors::Plain).chain(wider.into_iter().flatten()).collect()
    }

    /// Returns the widest instruction set that this processor has.
    pub fn best() -> Vectors {
        *Vectors::available().last().expect("one kind is always available")
    }

    /// Runs the variant of a kernel that is compiled for these instructions.
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

    /// A token that proves that the processor has AVX2 and the bit instructions of the same
    /// generation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Avx2(());

    impl Avx2 {
        /// Detects the instructions at run time; returns `None` if the processor lacks them.
        pub fn detect() -> Option<Avx2> {
            let found = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            found.then_some(Avx2(()))
        }

        /// Runs the variant of a kernel that is compiled for AVX2.
        #[inline]
        pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[inline(never)]
            fn compiled<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            // SAFETY: `self` proves that the processor has the instructions.
            unsafe { compiled(kernel) }
        }
    }

    /// A token that proves that the processor has AVX2 and AVX-512 with byte operations.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Avx512(Avx2);

    impl Avx512 {
        /// Detects the instructions at run time; returns `None` if the processor lacks them.
        pub fn detect() -> Option<Avx512> {
            let found = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            Avx2::detect().filter(|_| found).map(Avx512)
        }

        /// Runs the variant of a kernel that is compiled for AVX-512.
        #[inline]
        pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl"
            )]
            #[inline(never)]
            fn compiled<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            // SAFETY: `self` proves that the processor has the instructions.
            unsafe { compiled(kernel) }
        }
    }
}
