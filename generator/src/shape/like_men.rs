//! Like men: two upper men of one kind and colour. They double the number of words without adding
//! positions.

use drawproof_tables::Layout;

/// Two upper men of one kind and colour: the first upper man and a higher one.
///
/// A word and the word with their squares exchanged hold the same positions. The *canonical* word
/// of the two has the first upper man on the higher square. The analysis works on canonical words
/// and copies the results to the others. A word with both men on one square holds no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikePair {
    /// The lowest bit of the higher upper man's square in the word's number.
    shift: u32,
}

impl LikePair {
    /// Returns the first upper man and a man like it among `upper_men` (man, lowest bit of its
    /// square in the word's number); `None` without such a man.
    pub(super) fn find(layout: &Layout, upper_men: &[(usize, u32)]) -> Option<LikePair> {
        let men = layout.men();
        let &(first, _) = upper_men.iter().find(|(_, shift)| *shift == 0)?;
        let is_like = |&&(man, shift): &&(usize, u32)| shift > 0 && men[man] == men[first];
        let &(_, shift) = upper_men.iter().find(is_like)?;
        Some(LikePair { shift })
    }

    /// Returns the word in which the two men have exchanged their squares.
    #[inline(always)]
    pub fn exchanged(self, word: usize) -> usize {
        let change = (word ^ word >> self.shift) & 63;
        word ^ change ^ change << self.shift
    }

    /// Returns the canonical word of two: `word` and its [`LikePair::exchanged`] word.
    #[inline(always)]
    pub fn canonical(self, word: usize) -> usize {
        if (word >> self.shift & 63) > word & 63 { self.exchanged(word) } else { word }
    }

    /// Returns the canonical words of the row that starts with `first_word`, one bit each. The word
    /// with both men on one square is left out.
    #[inline(always)]
    pub fn canonical_in_row(self, first_word: usize) -> u64 {
        u64::MAX << (first_word >> self.shift & 63) << 1
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, NormalMaterial};

    use crate::shape::Shape;

    #[test]
    fn one_of_two_words_with_exchanged_squares_is_canonical() {
        let words = |name: &str| {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let shape = Shape::new(&layout, 0);
            let mut canonical = 0;
            for word in 0..shape.words {
                let is_canonical = shape.canonical_in_row(word & !63) >> (word & 63) & 1 != 0;
                canonical += usize::from(is_canonical);
                let Some(like_pair) = shape.like_pair else { continue };
                let exchanged = like_pair.exchanged(word);
                let (this, other) = (shape.word(7, word), shape.word(7, exchanged));
                assert_eq!((this.occupied, this.overlaps), (other.occupied, other.overlaps));
                assert_eq!(like_pair.exchanged(exchanged), word);
                assert_eq!(like_pair.canonical(word), like_pair.canonical(exchanged));
                let on_one_square = exchanged == word;
                assert_eq!(
                    is_canonical,
                    like_pair.canonical(word) == word && !on_one_square,
                    "{word}"
                );
            }
            (shape.words, canonical)
        };
        assert_eq!(words("KBBKR"), (4096, 2016));
        assert_eq!(words("KNNKN"), (4096, 2016));
        // In these endgames the like men are not both upper men.
        assert_eq!(words("KRBBK"), (4096, 4096));
        assert_eq!(words("KBNKR"), (4096, 4096));
        assert_eq!(words("KNNK"), (64, 64));
        assert_eq!(words("KRKP"), (4096, 4096));
    }
}
