//! Positions by number, packed: u8 the form, u32 the length when unpacked, a zstd frame. Numbers in it are
//! variable-length, seven bits a byte, the lowest first. Form 0: each position's number less the one
//! before it, less 1. Form 1: how many words of 64 numbers have one, the numbers of these words in the
//! same way, then a u64 of bits for each. A position's number is its index, the least of those of the
//! orders of like men, plus the count of the index where the second side is to move.

use drawproof_features::bytes::{Reader, put_number};

/// The reason why bytes are no outcomes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// Another kind of file.
    #[error("these are no exact outcomes: make them with 'drawproof mine ENDGAME --exact'")]
    Foreign,
    /// The bytes were cut or changed.
    #[error("the exact outcomes are damaged ({0}): make them again with 'drawproof mine --exact'")]
    Damaged(&'static str),
}

/// How hard numbers are packed.
pub const ZSTD_LEVEL: i32 = 19;

/// Numbers of positions, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    numbers: Vec<u64>,
}

/// Forms of packed numbers, the first byte of them.
const GAPS: u8 = 0;
const WORDS: u8 = 1;

impl Exceptions {
    /// Returns the numbers, which ascend.
    pub fn new(numbers: Vec<u64>) -> Exceptions {
        assert!(numbers.is_sorted_by(|a, b| a < b), "numbers ascend");
        Exceptions { numbers }
    }

    /// Returns the number of exceptions.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether there are no exceptions.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the numbers, ascending.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Returns whether a position is among them.
    pub fn has(&self, number: u64) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// Returns the numbers in few bytes: of the two forms the shorter.
    pub fn pack(&self) -> Vec<u8> {
        let forms = [(GAPS, self.gaps()), (WORDS, self.words())].map(|(form, bytes)| {
            let packed = zstd::bulk::compress(&bytes, ZSTD_LEVEL).expect("memory suffices");
            let length = (bytes.len() as u32).to_le_bytes();
            [&[form][..], &length, &packed].concat()
        });
        forms.into_iter().min_by_key(Vec::len).expect("there are two")
    }

    /// Returns the numbers of packed bytes, all of them below `places`.
    pub fn unpack(bytes: &[u8], places: u64) -> Result<Exceptions, ExactError> {
        let damaged = ExactError::Damaged("the exceptions do not unpack");
        let (&[form, a, b, c, d], packed) = bytes.split_first_chunk().ok_or(damaged.clone())?;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        // In either form a number takes at most as many bytes as places lie between it and the one
        // before; the rest is for the number of words. Checked before memory is allocated for it.
        if length as u64 > places.saturating_add(16) {
            return Err(damaged);
        }
        let plain = zstd::bulk::decompress(packed, length).map_err(|_| damaged.clone())?;
        let numbers = match form {
            GAPS => from_gaps(&plain),
            WORDS => from_words(&plain),
            _ => None,
        };
        let numbers = numbers.filter(|numbers| numbers.last().is_none_or(|&last| last < places));
        numbers.map(|numbers| Exceptions { numbers }).ok_or(damaged)
    }

    /// How far each number is from the one before.
    fn gaps(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut next = 0;
        for &number in &self.numbers {
            put_number(&mut bytes, number - next);
            next = number + 1;
        }
        bytes
    }

    /// Returns the words of 64 numbers that have one: first how far each is from the one before,
    /// then their bits.
    fn words(&self) -> Vec<u8> {
        let mut words: Vec<(u64, u64)> = Vec::new();
        for &number in &self.numbers {
            let bit = 1 << (number % 64);
            match words.last_mut() {
                Some((word, bits)) if *word == number / 64 => *bits |= bit,
                _ => words.push((number / 64, bit)),
            }
        }
        let mut bytes = Vec::new();
        put_number(&mut bytes, words.len() as u64);
        let mut next = 0;
        for &(word, _) in &words {
            put_number(&mut bytes, word - next);
            next = word + 1;
        }
        bytes.extend(words.iter().flat_map(|(_, bits)| bits.to_le_bytes()));
        bytes
    }
}

fn from_gaps(bytes: &[u8]) -> Option<Vec<u64>> {
    let mut left = Reader(bytes);
    let (mut numbers, mut next) = (Vec::new(), 0_u64);
    while !left.0.is_empty() {
        let number = next.checked_add(left.number()?)?;
        numbers.push(number);
        next = number + 1;
    }
    Some(numbers)
}

fn from_words(bytes: &[u8]) -> Option<Vec<u64>> {
    let mut left = Reader(bytes);
    let count = left.number()? as usize;
    let (mut words, mut next) = (Vec::new(), 0_u64);
    // Each word takes at least nine bytes.
    if count > left.0.len() / 9 {
        return None;
    }
    for _ in 0..count {
        let word = next.checked_add(left.number()?)?;
        words.push(word);
        next = word + 1;
    }
    let (sets, []) = left.0.as_chunks::<8>() else { return None };
    if sets.len() != words.len() {
        return None;
    }
    let mut numbers = Vec::new();
    for (word, set) in words.into_iter().zip(sets) {
        let mut left = u64::from_le_bytes(*set);
        while left != 0 {
            numbers.push(word.checked_mul(64)? + u64::from(left.trailing_zeros()));
            left &= left - 1;
        }
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_that_the_endgame_cannot_have_takes_no_memory() {
        let packed = zstd::bulk::compress(&vec![0; 1 << 20], 3).unwrap();
        let packed = [&[GAPS][..], &(1_u32 << 20).to_le_bytes(), &packed].concat();
        assert_eq!(Exceptions::unpack(&packed, 1 << 20).map(|numbers| numbers.len()), Ok(1 << 20));
        assert!(Exceptions::unpack(&packed, (1 << 20) - 17).is_err());
        assert!(Exceptions::unpack(&packed, (1 << 20) - 1).is_err(), "the last is out of range");
    }

    #[test]
    fn packed_exceptions_are_unpacked() {
        let sparse: Vec<u64> = (0..500).map(|n: u64| n * n * 37 + 3).collect();
        let dense: Vec<u64> = (0..5000).map(|n| n * 2 + 1000).collect();
        for numbers in [Vec::new(), vec![0], vec![1 << 40], sparse, dense] {
            let exceptions = Exceptions::new(numbers.clone());
            let packed = exceptions.pack();
            assert_eq!(Exceptions::unpack(&packed, 1 << 41), Ok(exceptions.clone()));
            assert_eq!(from_gaps(&exceptions.gaps()).as_ref(), Some(&numbers));
            assert_eq!(from_words(&exceptions.words()).as_ref(), Some(&numbers));
            assert!(
                numbers
                    .iter()
                    .all(|&n| exceptions.has(n)
                        && !exceptions.has(n + 1) | numbers.contains(&(n + 1)))
            );
        }
    }
}
