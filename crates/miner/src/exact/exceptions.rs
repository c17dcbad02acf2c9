//! Lists of positions by number, packed: u8 form, u32 unpacked length, zstd frame. Numbers inside
//! are variable-length: seven bits a byte, the lowest first. Form 0 has, for each position, its
//! number minus the previous number, minus 1. Form 1 has the count of 64-bit words that contain a
//! position, the numbers of these words encoded as in form 0, then each word's bits as a u64. A
//! position's number is its index, the lowest over all orders of like men, plus the index count if
//! the second side is to move.

use drawproof_features::bytes::{Reader, put_number};

/// The reason why bytes are not exact outcomes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// The bytes belong to another kind of file.
    #[error("this is not a file of exact outcomes: make one with 'drawproof mine ENDGAME --exact'")]
    Foreign,
    /// The bytes were truncated or changed; the text names the damage.
    #[error("the exact outcomes are damaged ({0}): make them again with 'drawproof mine --exact'")]
    Damaged(&'static str),
}

/// The zstd compression level of all packed numbers.
pub const ZSTD_LEVEL: i32 = 19;

/// The positions that a tree answers wrongly, as ascending position numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    numbers: Vec<u64>,
}

/// The forms of packed numbers, stored in the first byte.
const GAPS: u8 = 0;
const WORDS: u8 = 1;

impl Exceptions {
    /// Creates a list. Panics unless the numbers ascend.
    pub fn new(numbers: Vec<u64>) -> Exceptions {
        assert!(numbers.is_sorted_by(|a, b| a < b), "numbers ascend");
        Exceptions { numbers }
    }

    /// Returns the number of positions in the list.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the position numbers in ascending order.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Returns whether the list contains the position `number`.
    pub fn has(&self, number: u64) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }

    /// Packs the numbers as gaps or as the words of a bit set, whichever is shorter.
    pub fn pack(&self) -> Vec<u8> {
        let forms = [(GAPS, self.gaps()), (WORDS, self.words())].map(|(form, bytes)| {
            let packed = zstd::bulk::compress(&bytes, ZSTD_LEVEL).expect("memory suffices");
            let length = (bytes.len() as u32).to_le_bytes();
            [&[form][..], &length, &packed].concat()
        });
        forms.into_iter().min_by_key(Vec::len).expect("there are two")
    }

    /// Unpacks a list. All numbers must be below `places`, the number of positions.
    pub fn unpack(bytes: &[u8], places: u64) -> Result<Exceptions, ExactError> {
        let damaged = ExactError::Damaged("the exceptions do not unpack");
        let (&[form, a, b, c, d], packed) = bytes.split_first_chunk().ok_or(damaged.clone())?;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        // In both forms a number takes at most as many bytes as its distance from the previous
        // number; the rest is for the count of words. This is checked before memory is allocated.
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

    /// Encodes each number's distance from the previous one.
    fn gaps(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut next = 0;
        for &number in &self.numbers {
            put_number(&mut bytes, number - next);
            next = number + 1;
        }
        bytes
    }

    /// Encodes the 64-bit words that contain a number: their distances, then their bits.
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
