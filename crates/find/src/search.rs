//! Searches all positions of an endgame in one pass: counts those that meet a condition, and keeps
//! some of them.

use std::{
    collections::{BTreeMap, BinaryHeap},
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use drawproof_board::Color;
use drawproof_tables::{
    Metric, Transform, Windows,
    census::{Counting, Selection},
    mixing::mixed,
    parallel::{self, locked},
    probe::ProbeError,
    progress::{Progress, Stage},
};

use crate::{
    field::FIELDS_MAX,
    found::{Found, Group, Match, Order},
    position::Sources,
    question::{self, Condition},
    watch::{Halt, Watch},
    word::{Asker, Values, View, Word},
};

/// The number of words of the table that one task examines.
const TASK_WORDS: usize = 1024;

/// The sample size in words from which the cost of a search is estimated. A smaller sample may cost
/// as much as one of this size.
const LEAST_SAMPLE: usize = 64;
const MOST_SAMPLE: usize = 512;

/// The factor by which the estimated cost must exceed the budget for a search to be refused.
const ERROR_FACTOR: f64 = 4.0;

/// The number of positions that a task keeps before it merges them with those of all tasks.
const TASK_KEPT_MAX: usize = 1024;

/// The maximum memory in bytes that a kept position takes, until the result is written.
pub(crate) const KEPT_BYTES: u64 = 96;

/// A search for the positions of an endgame that meet a condition.
pub struct Search<'s> {
    /// The condition that positions must meet.
    pub condition: &'s Condition,
    /// The counting convention. With unique counting, a class of symmetric positions counts if one
    /// of its positions meets the condition.
    pub counting: Counting,
    /// The order of found positions, which decides which ones are kept.
    pub order: Order,
    /// The maximum number of positions to keep, for each combination of the fields' values if there
    /// are fields.
    pub limit: usize,
    /// The maximum number of positions that memory allows ([`crate::Room`]). The search fails if it
    /// would have to keep more.
    pub room: usize,
    /// The sources of all values except the endgame's distances to mate.
    pub sources: Sources<'s>,
    /// The limit of the search's cost; `None` for no limit.
    pub budget: Option<Budget>,
    /// The observer of the search, which can stop it at any moment.
    pub progress: &'s dyn Progress,
}

/// The limit of a search's cost, in looks. A look is the time of looking up one position: some
/// tenths of a microsecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum cost of one position, in looks.
    pub position_looks: u64,
    /// The maximum cost of the whole search, in looks. A search does not begin if its estimated
    /// cost is several times this limit.
    pub looks: u64,
}

/// The reason why a search ended early.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A value could not be read.
    #[error(transparent)]
    Probe(ProbeError),
    /// The values of the endgame's table could not be read.
    #[error(transparent)]
    Unreadable(Box<dyn std::error::Error + Send + Sync>),
    /// The search would keep more positions than fit into memory.
    #[error(
        "more positions meet the condition than fit into the memory: keep fewer, or allow more memory"
    )]
    Room,
    /// The observer stopped the search.
    #[error("the search was stopped")]
    Stopped,
    /// The search would exceed its budget.
    #[error(
        "the condition costs too much: '{part}' takes more moves than a search may look at here; name cheap \
         tests before it, such as results and distances, or less far ahead"
    )]
    Costly {
        /// The most expensive part of the condition, as written.
        part: String,
    },
}

impl From<ProbeError> for SearchError {
    fn from(error: ProbeError) -> SearchError {
        match error {
            ProbeError::Unreadable(cause) => match cause.downcast::<Halt>() {
                Ok(halt) => match *halt {
                    Halt::Stopped => SearchError::Stopped,
                    Halt::Costly(part) => SearchError::Costly { part },
                },
                Err(cause) => SearchError::Probe(ProbeError::Unreadable(cause)),
            },
            other => SearchError::Probe(other),
        }
    }
}

/// The values of the fields as numbers; `None` where a position has none.
type Code = [Option<i32>; FIELDS_MAX];

/// The position's sort key; the lowest key comes first.
type Key = (i64, u64);

/// The counts of the positions examined and found so far.
#[derive(Default)]
struct Sum {
    asked: u64,
    found: u64,
    counts: BTreeMap<Code, u64>,
}

/// A kept position with its sort key. The position with the greatest key comes last.
#[derive(PartialEq, Eq)]
struct Kept(Key, Match);

impl Ord for Kept {
    fn cmp(&self, other: &Kept) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

// A heap grows by an eighth; at the end its positions are copied and listed.
const _: () = assert!(size_of::<Kept>() * 9 / 8 + size_of::<Match>() + 16 <= KEPT_BYTES as usize);

/// The kept positions for each combination of field values.
#[derive(Default)]
struct AllKept {
    heaps: BTreeMap<Code, BinaryHeap<Kept>>,
    count: usize,
}

impl Search<'_> {
    /// Searches all positions of `windows`, which hold distances to mate. Runs on the current rayon
    /// pool; the number of threads does not change the result.
    ///
    /// # Errors
    ///
    /// Fails if a value cannot be read, the observer stops the search, the cost limit is exceeded,
    /// or memory is too small for the kept positions.
    pub fn run(&self, windows: &mut Windows) -> Result<Found, SearchError> {
        let layout = windows.layout().clone();
        let selection = Selection::new(&layout, self.counting);
        let words_of_part: usize = 1 << (6 * (layout.digits() - 1));
        let stage = Stage::Searching(layout.material());
        self.progress.begin(stage, 2 * layout.count() as u64);
        let asker = Asker::new(self.condition);
        let (mut sum, kept) = (Sum::default(), Mutex::default());
        let orders = match self.counting.tells_like_men_apart() {
            // Each order of like pieces has its own index in the table.
            true => self.condition.orders()[1].iter().map(|&order| vec![order]).collect(),
            false => vec![self.condition.all_orders().collect::<Vec<_>>()],
        };
        windows.each(0..layout.outer_count(), SearchError::Unreadable, |table, parts| {
            let values = Arc::new(Values::new(self.condition, table, self.sources)?);
            let pass = Pass {
                search: self,
                asker: &asker,
                selection: &selection,
                values: &values,
                orders: orders.clone(),
                kept: &kept,
            };
            let (first, count) = (parts.start * words_of_part, parts.len() * words_of_part);
            if let Some(budget) = self.budget.filter(|_| first == 0) {
                pass.check_cost(count, budget)?;
            }
            let together = Together { progress: self.progress, is_over: AtomicBool::new(false) };
            let sums = parallel::map_ranges(count, TASK_WORDS, |words| {
                if together.is_over.load(Relaxed) {
                    return Ok(Sum::default());
                }
                let looked_at = words.len() as u64 * 128;
                let found = pass.words(first + words.start..first + words.end, &together);
                if found.is_err() || together.advance(stage, looked_at).is_break() {
                    together.is_over.store(true, Relaxed);
                }
                found
            });
            let mut end = Ok(());
            for part in sums {
                match part {
                    Ok(part) => sum.add(part),
                    // An error in one task stops the others.
                    Err(error) if matches!(end, Ok(()) | Err(SearchError::Stopped)) => {
                        end = Err(error)
                    }
                    Err(_) => {}
                }
            }
            if together.is_over.into_inner() { end.and(Err(SearchError::Stopped)) } else { end }
        })?;
        self.progress.end(stage);
        let kept: AllKept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut heaps = kept.heaps;
        let groups = sum.counts.into_iter().map(|(code, found)| Group {
            values: self.condition.by().iter().zip(code).map(|(it, code)| it.name(code)).collect(),
            found,
            kept: heaps.remove(&code).map_or_else(Vec::new, |heap| {
                heap.into_sorted_vec().into_iter().map(|Kept(_, it)| it).collect()
            }),
        });
        Ok(Found { asked: sum.asked, found: sum.found, groups: groups.collect() })
    }
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.asked += other.asked;
        self.found += other.found;
        for (code, count) in other.counts {
            *self.counts.entry(code).or_default() += count;
        }
    }
}

/// A progress that stops all tasks of a pass once one of them has ended early.
struct Together<'p> {
    progress: &'p dyn Progress,
    is_over: AtomicBool,
}

impl Progress for Together<'_> {
    fn advance(&self, stage: Stage, positions: u64) -> ControlFlow<()> {
        let is_over =
            self.is_over.load(Relaxed) || self.progress.advance(stage, positions).is_break();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The state that all tasks of a pass share.
struct Pass<'p> {
    search: &'p Search<'p>,
    asker: &'p Asker<'p>,
    selection: &'p Selection,
    values: &'p Arc<Values<'p>>,
    /// The orders of like men, grouped by the orders that are the same position.
    orders: Vec<Vec<question::Order>>,
    kept: &'p Mutex<AllKept>,
}

impl Pass<'_> {
    /// Starts a watch that ends when `progress` asks to stop.
    fn watch<'w>(&'w self, progress: &'w dyn Progress) -> Watch<'w> {
        let stage = Stage::Searching(self.values.table.material());
        Watch::new(self.values.sources, progress, stage)
    }

    /// Fails if a random sample of the table's words shows that the whole search would cost several
    /// times its budget.
    fn check_cost(&self, words: usize, budget: Budget) -> Result<(), SearchError> {
        let least = LEAST_SAMPLE.min(words / 16).max(1);
        let watch = self.watch(self.search.progress);
        let watch = watch.with_most_looks(budget.position_looks);
        let mut word = Word::new(self.values, Some(&watch));
        let mut sum = Sum::default();
        for done in 1..=(words / 128).clamp(least, MOST_SAMPLE) {
            let share = done.max(least) as f64 / words as f64;
            watch.end_at((ERROR_FACTOR * share * budget.looks as f64) as u64);
            let number = (mixed(done as u64) % words as u64) as usize;
            self.both_sides(&mut word, number, &mut sum, &mut AllKept::default())?;
        }
        Ok(())
    }

    fn words(
        &self,
        words: std::ops::Range<usize>,
        progress: &dyn Progress,
    ) -> Result<Sum, SearchError> {
        let (mut sum, mut kept) = (Sum::default(), AllKept::default());
        let mut watch = self.watch(progress);
        if let Some(budget) = self.search.budget {
            watch = watch.with_most_looks(budget.position_looks);
        }
        let mut word = Word::new(self.values, Some(&watch));
        for number in words {
            self.both_sides(&mut word, number, &mut sum, &mut kept)?;
        }
        self.keep(&mut kept)?;
        Ok(sum)
    }

    /// Examines the positions of a word with White and with Black to move.
    fn both_sides(
        &self,
        word: &mut Word,
        number: usize,
        sum: &mut Sum,
        kept: &mut AllKept,
    ) -> Result<(), SearchError> {
        for side in Color::ALL {
            let legal = self.values.table.legal(side)[number];
            let lanes = if legal == 0 { 0 } else { self.selection.lanes(number, legal) };
            if lanes != 0 {
                word.begin(side, number);
                self.word(word, lanes, sum, kept)?;
            }
        }
        Ok(())
    }

    /// Merges the kept positions of a task into those of all tasks.
    fn keep(&self, kept: &mut AllKept) -> Result<(), SearchError> {
        let mut all = locked(self.kept);
        for (code, some) in std::mem::take(kept).heaps {
            some.into_iter().for_each(|it| all.push(code, self.search.limit, it));
        }
        if all.count > self.search.room { Err(SearchError::Room) } else { Ok(()) }
    }

    /// Examines the counted images of the positions in `lanes` of a word.
    fn word(
        &self,
        word: &mut Word,
        lanes: u64,
        sum: &mut Sum,
        kept: &mut AllKept,
    ) -> Result<(), SearchError> {
        let condition = self.search.condition;
        let is_unique = self.search.counting == Counting::Unique;
        let of_word: Vec<Transform> = match is_unique {
            true => Vec::new(),
            false => self.selection.images(word.number()).collect(),
        };
        let images = if is_unique { condition.symmetries() } else { &of_word };
        let orders = self.selection.orders();
        let counted = if is_unique { 1 } else { images.len() as u64 };
        sum.asked += u64::from(lanes.count_ones()) * counted * orders;
        // Orders of like pawns that the condition does not distinguish are examined together.
        let weight = orders / self.orders.len() as u64;
        for orders in &self.orders {
            let (mut of_first, mut before) = (None, 0);
            for &image in images {
                let found = match of_first.filter(|_| condition.is_symmetric()) {
                    Some(found) => found,
                    None => {
                        let mut found = 0;
                        for &order in orders {
                            let left = lanes & !found & !before;
                            found |= self.asker.lanes(word, &View { image, order }, left)?;
                        }
                        found
                    }
                };
                of_first.get_or_insert(found);
                if is_unique {
                    before |= found;
                }
                sum.found += u64::from(found.count_ones()) * weight;
                self.count(word, &View { image, order: orders[0] }, (found, weight), sum, kept)?;
            }
        }
        Ok(())
    }

    /// Counts found positions by field values, and keeps the first ones.
    fn count(
        &self,
        word: &mut Word,
        view: &View,
        (found, weight): (u64, u64),
        sum: &mut Sum,
        kept: &mut AllKept,
    ) -> Result<(), SearchError> {
        let (fields, mut code) = (self.search.condition.by(), Code::default());
        if fields.is_empty() && found != 0 {
            *sum.counts.entry(code).or_default() += u64::from(found.count_ones()) * weight;
        }
        if fields.is_empty() && self.search.limit == 0 {
            return Ok(());
        }
        let mut left = found;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            if !fields.is_empty() {
                for (code, field) in code.iter_mut().zip(fields) {
                    *code = self.asker.code(field, word, view, lane)?;
                }
                *sum.counts.entry(code).or_default() += weight;
            }
            if self.search.limit > 0 {
                kept.push(code, self.search.limit, self.kept(word, view.image, lane));
                if kept.count > TASK_KEPT_MAX {
                    self.keep(kept)?;
                }
            }
        }
        Ok(())
    }

    /// Returns a found position with its sort key.
    fn kept(&self, word: &Word, image: Transform, lane: usize) -> Kept {
        let (side, men) = (word.side(), word.men());
        let squares = word.squares(lane).map(|square| image.square(square));
        let value = word.value(self.values.table, lane);
        let place = (word.number() * 64 + lane) as u64;
        let number = (place * 2 + side as u64) * 8 + image.number() as u64;
        let plies = Metric::Dtm.plies(value).map(i64::from);
        let key = match self.search.order {
            Order::Table => 0,
            Order::Squares => {
                squares[..men].iter().fold(0, |key, &square| key << 6 | square as i64)
            }
            Order::Nearest => plies.unwrap_or(i64::MAX),
            Order::Farthest => plies.map_or(i64::MAX, |plies| -plies),
            Order::Random(seed) => (mixed(mixed(seed) ^ number) >> 1) as i64,
        };
        Kept((key, number), Match { side, value, place: key as u64, squares, men: men as u8 })
    }
}

impl AllKept {
    /// Adds a position to the kept ones if it is among the first `limit` of its group.
    fn push(&mut self, code: Code, limit: usize, it: Kept) {
        let heap = self.heaps.entry(code).or_default();
        if heap.len() < limit {
            if heap.len() == heap.capacity() {
                // Doubling the heap would exceed the memory limit.
                heap.reserve_exact((heap.len() / 8).max(8).min(limit - heap.len()));
            }
            heap.push(it);
            self.count += 1;
        } else if let Some(mut last) = heap.peek_mut().filter(|last| it < **last) {
            *last = it;
        }
    }
}
