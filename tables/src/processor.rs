//! Code compiled for the vector instructions of the processor that runs it.
//!
//! Here vectors are left to the compiler: a kernel is plain code over arrays. What it returns does not
//! depend on the instructions.

/// A function that is compiled for every kind of processor: its arguments, with `run` as its body.
///
/// `run` and every function that it calls in a loop are `#[inline(always)]`: only what is inlined into
/// the function of a processor is compiled with its instructions.
pub trait Kernel {
    /// What the function returns.
    type Output;

    /// The body.
    fn run(self) -> Self::Output;
}

/// The instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

impl Processor {
    /// What this processor has, from the fewest instructions to the most.
    pub fn kinds() -> impl Iterator<Item = Processor> {
        #[cfg(target_arch = "x86_64")]
        let wider = [x86::Avx2::detect().map(Kind::Avx2), x86::Avx512::detect().map(Kind::Avx512)];
        #[cfg(not(target_arch = "x86_64"))]
        let wider: [Option<Kind>; 0] = [];
        std::iter::once(Kind::Plain).chain(wider.into_iter().flatten()).map(Processor)
    }

    /// All that this processor has.
    pub fn this() -> Processor {
        Processor::kinds().last().expect("one kind is everywhere")
    }

    /// Runs a kernel, compiled for these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Kind::Plain => kernel.run(),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(witness) => witness.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(witness) => witness.run(kernel),
        }
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
        /// The witness, if the processor has the instructions.
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
        /// The witness, if the processor has the instructions.
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
