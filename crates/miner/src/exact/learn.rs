//! Learns the exact outcomes of a table in few bytes.

use std::ops::Range;

use drawproof_features::{Library, tree::Tree};
use drawproof_tables::{PlainTable, Value, census::Classes, parallel, progress::Steps};

use super::{
    exceptions::Exceptions,
    outcomes::{Answer, Exact, is_yes, worth_its_bytes},
};
use crate::{
    grow::{Grown, Growth, grow},
    sample::{Probe, Sample, Share},
    world::{WORDS, World, count_lanes},
};

/// The exponents of the cost that trees minimize (see `grow.rs`); exponent 1 is Gini impurity.
const EXPONENTS: [f64; 4] = [0.5, 0.65, 0.8, 1.0];

/// The maximum number of leaves of a tree.
const LEAVES: usize = 12_000;

/// The maximum number of different questions of a tree.
const QUESTIONS: usize = 256;

/// The maximum number of positions of each kind in the sample.
const POSITIONS_MAX: u64 = 3_000_000;

/// The assumed size of an exception in bits, before it is measured.
const EXCEPTION_BITS: f64 = 7.0;

/// The positions of an endgame by outcome.
struct Outcomes<'a> {
    table: &'a PlainTable,
    world: World<'a>,
}

impl Outcomes<'_> {
    /// Returns the lanes of a word in which the first side wins, and those in which the second side
    /// wins.
    fn wins(&self, word: usize) -> (u64, u64) {
        let (_, decisive) = self.world.lanes(word);
        let words = self.table.layout().words();
        let (side, place) = (usize::from(word >= words), word % words);
        let side = drawproof_board::Color::ALL[side];
        let to_move_wins = (0..64)
            .filter(|lane| decisive >> lane & 1 != 0)
            .filter(|&lane| matches!(self.table.value(side, place * 64 + lane), Value::Win(_)))
            .fold(0, |set, lane| set | 1_u64 << lane);
        let lost = decisive & !to_move_wins;
        if side == drawproof_board::Color::White {
            (to_move_wins, lost)
        } else {
            (lost, to_move_wins)
        }
    }

    /// Returns the lanes of a word with the answer yes, and those with the answer no. Question 0 is
    /// whether the position is drawn, question 1 whether the first side wins.
    fn lanes(&self, question: usize, word: usize) -> (u64, u64) {
        if question == 0 { self.world.lanes(word) } else { self.wins(word) }
    }

    /// Returns the number of positions with the answer yes, and with no.
    fn count(&self, question: usize) -> (u64, u64) {
        count_lanes(self.world.words(), &|word| self.lanes(question, word))
    }

    /// Returns the number of positions, one of each class of symmetric positions. A table stores
    /// more: both reflections if both kings are on the diagonal or the pawns are their own mirror
    /// image.
    fn classes(&self) -> u64 {
        let classes = Classes::new(self.table.layout());
        let words_a_side = self.table.layout().words();
        let of = |word: usize| {
            let (draws, decisive) = self.world.lanes(word);
            let found = classes.representatives(word % words_a_side, draws | decisive);
            u64::from(found.lanes.count_ones())
        };
        let of_words = |words: Range<usize>| words.map(of).sum::<u64>();
        parallel::map_ranges(self.world.words(), WORDS, of_words).iter().sum()
    }

    /// Returns the positions that a tree answers wrongly.
    fn exceptions(&self, question: usize, library: &Library, tree: &Tree) -> Exceptions {
        let used = tree.features();
        let probe = Probe::new(library, &used);
        let of_word = |columns: &mut Vec<_>, word: usize| -> Vec<u64> {
            let (yes, no) = self.lanes(question, word);
            if yes | no == 0 {
                return Vec::new();
            }
            let places = self.world.places(word).expect("there are lanes");
            probe.evaluate(&places.squares, columns);
            let is_wrong = |&lane: &usize| {
                let value = |feature| {
                    let place = used.binary_search(&feature).expect("it is used");
                    probe.value(columns, place, lane)
                };
                (yes | no) >> lane & 1 != 0 && is_yes(tree, value) != (yes >> lane & 1 != 0)
            };
            (0..64).filter(is_wrong).map(|lane| places.first + lane as u64).collect()
        };
        let of_words = |words: Range<usize>| {
            let mut columns = Vec::new();
            words.flat_map(|word| of_word(&mut columns, word)).collect::<Vec<u64>>()
        };
        let lists = parallel::map_ranges(self.world.words(), WORDS, of_words);
        Exceptions::new(lists.concat())
    }

    /// Returns the tree and exceptions that answer a question in the fewest bytes.
    fn answer(&self, question: usize, library: &Library) -> Answer {
        let (yes, no) = self.count(question);
        let features: Vec<usize> = (0..library.features().len()).collect();
        let of = |count: u64| count.div_ceil(POSITIONS_MAX).max(1);
        let share = Share { draws: of(yes), decisive: of(no) };
        let lanes = |word| self.lanes(question, word);
        let sample = Sample::take_of(&self.world, library, &features, share, &lanes);
        let growth =
            |exponent| Growth { exponent, leaves: LEAVES, least_draws: 0.0, questions: QUESTIONS };
        let grown = grow(&sample, &EXPONENTS.map(growth));
        let first = self.best(question, library, &grown, EXCEPTION_BITS);
        if first.exceptions.is_empty() {
            return first;
        }
        let bits = first.exceptions.pack().len() as f64 * 8.0 / first.exceptions.len() as f64;
        let second = self.best(question, library, &grown, bits);
        let bytes = |answer: &Answer| {
            let leaves = answer.tree.branches.len() * 13 / 8;
            leaves + answer.exceptions.pack().len()
        };
        if bytes(&second) < bytes(&first) { second } else { first }
    }

    /// Returns the best pruning of the best tree, if an exception takes `bits` bits.
    fn best(&self, question: usize, library: &Library, grown: &[Grown], bits: f64) -> Answer {
        let features: Vec<usize> = (0..library.features().len()).collect();
        let trees = grown.iter().map(|grown| worth_its_bytes(grown, bits, &features));
        let best = trees.min_by(|a, b| a.1.total_cmp(&b.1)).expect("some trees were grown");
        let exceptions = self.exceptions(question, library, &best.0);
        Answer { tree: best.0, exceptions }
    }
}

/// Outcomes that were compared with the table they were learned from.
pub struct Checked {
    /// The outcomes, decoded from `bytes`.
    pub exact: Exact,
    /// The outcomes encoded as bytes.
    pub bytes: Vec<u8>,
    /// The number of positions, one of each class of symmetric positions. If both sides have the
    /// same men, colour-reversed positions share a class.
    pub positions: u64,
    /// The number of positions with a wrong answer; 0 unless there is a bug.
    pub wrong: u64,
}

/// Learns the outcomes of an endgame, encodes them, decodes the bytes, and compares them with every
/// stored position. `steps` reports the progress.
pub fn learn(table: &PlainTable, library: &Library, steps: Steps) -> Checked {
    let outcomes = Outcomes { table, world: World::new(table) };
    _ = steps.begin("learning who draws in");
    let drawn = outcomes.answer(0, library);
    _ = steps.begin("learning who wins in");
    let won = outcomes.answer(1, library);
    let name = table.material().to_string();
    let exact = Exact::new(&name, table.layout().as_ref().clone(), [drawn, won]);
    let bytes = exact.expect("the library has the features").to_bytes();
    let exact = Exact::from_bytes(&bytes).expect("the written bytes are valid");
    _ = steps.begin("asking about every position of");
    let answers: Vec<Exceptions> = (0..2)
        .map(|question| outcomes.exceptions(question, library, &exact.answers()[question].tree))
        .collect();
    let wrong = answers.iter().zip(exact.answers()).map(|(found, answer)| {
        let known = &answer.exceptions;
        found.numbers().iter().filter(|&&n| !known.has(n)).count()
            + known.numbers().iter().filter(|&&n| !found.has(n)).count()
    });
    let wrong = wrong.sum::<usize>() as u64;
    Checked { wrong, positions: outcomes.classes(), exact, bytes }
}
