//! Incorrect claims that the fifty-move rule pardons: they hold a draw possible, and the position is
//! a cursed win or a blessed loss.

use super::tally::{Tally, incorrect};
use crate::{
    enumerate::{Cursed, LaneResults, Question, WordPlace},
    subject::Claims,
};

/// Claims about the positions of one word and their images that the fifty-move rule may pardon: they
/// are incorrect, hold a draw possible, and the mate is farther than the rule allows.
#[derive(Clone, Debug)]
pub(crate) struct Pardonable {
    pub place: WordPlace,
    /// The counted questions by their set of such lanes: `(lanes, questions)`.
    counted: Vec<(u64, u64)>,
}

impl Pardonable {
    /// No such claims about a word.
    pub fn new(place: WordPlace) -> Pardonable {
        Pardonable { place, counted: Vec::new() }
    }

    /// Adds a counted question with such claims about `lanes`.
    pub fn add(&mut self, lanes: u64) {
        match self.counted.iter_mut().find(|(known, _)| *known == lanes) {
            _ if lanes == 0 => {}
            Some((_, questions)) => *questions += 1,
            None => self.counted.push((lanes, 1)),
        }
    }

    /// Whether there are no such claims.
    pub fn is_empty(&self) -> bool {
        self.counted.is_empty()
    }

    /// The number of claims that the rule pardons.
    pub fn pardoned(&self, cursed: &Cursed) -> u64 {
        let cursed = cursed.lanes(self.place);
        let claims =
            |&(lanes, questions): &(u64, u64)| questions * u64::from((lanes & cursed).count_ones());
        self.counted.iter().map(claims).sum()
    }
}

/// Counts the claims of a question within the fifty-move rule that are right by it alone.
#[inline(never)]
pub(super) fn count_pardoned(q: &Question, claims: Claims, tally: &mut Tally) {
    let without_the_rule = LaneResults::of(q.stored.cells, q.stored.cursed);
    let pardoned = incorrect(without_the_rule, claims) & claims.draw;
    tally.incorrect_but_cursed += u64::from(pardoned.count_ones());
}
