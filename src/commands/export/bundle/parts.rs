//! What the source code of a bundle is made from: constants, arrays, a row of numbers an endgame.

/// A named array of unsigned numbers.
#[derive(Clone)]
pub struct Array {
    /// Its name in the source code.
    pub name: &'static str,
    /// Bits of each number: 8, 16, 32 or 64.
    pub bits: u32,
    /// The numbers.
    pub numbers: Vec<u64>,
}

impl Array {
    /// An array whose numbers take 8 to 64 bits, as many as the largest of them needs.
    pub fn narrow(name: &'static str, numbers: Vec<u64>) -> Array {
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let bits = [8, 16, 32].into_iter().find(|&bits| largest >> bits == 0).unwrap_or(64);
        Array { name, bits, numbers }
    }

    /// Bytes of the array in a compiled program.
    pub fn size_bytes(&self) -> usize {
        self.numbers.len() * self.bits as usize / 8
    }
}

/// The stored values of a bundle.
pub struct Values {
    /// Names of the columns of [`Values::sides`].
    pub columns: &'static [&'static str],
    /// By endgame and stored side to move, where its values are.
    pub sides: Vec<Vec<Vec<u64>>>,
    /// By endgame, the bytes that only its values take.
    pub bytes: Vec<usize>,
    /// Names and values.
    pub constants: Vec<(&'static str, u64)>,
    /// The arrays.
    pub arrays: Vec<Array>,
}
