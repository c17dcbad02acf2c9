//! One pass over all positions of an endgame: how many meet a condition, and some of them.

use std::{
    collections::{BTreeMap, BinaryHeap},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use drawproof_board::{Color, Square};
use drawproof_tables::{
    Layout, MEN_MAX, Metric, NormalMaterial, Placement, Transform, Value, Windows,
    census::{Counting, Selection},
    mixing::mixed,
    parallel::{self, locked},
    probe::ProbeError,
};
use drawproof_verifier::Observer;

use crate::{
    field::FIELDS_MAX,
    position::Sources,
    question::{self, Condition},
    word::{Asker, Values, View, Word},
};

/// Words that one task looks at.
const TASK_WORDS: usize = 1024;

/// Positions that a task keeps before it adds them to those of all.
const TASK_KEPT_MAX: usize = 1024;

/// Bytes that a kept position takes while a search runs and until what it found is written, at most.
pub(crate) const KEPT_BYTES: u64 = 96;

/// A search through an endgame.
pub struct Search<'s> {
    /// What positions have to meet.
    pub condition: &'s Condition,
    /// Which positions count. With unique counting, one of a class of symmetric positions counts if any of
    /// them meets the condition.
    pub counting: Counting,
    /// Which of those found are kept.
    pub order: Order,
    /// How many are kept at most; with fields, for each of their values.
    pub limit: usize,
    /// How many the memory has room for ([`crate::Room`]): of more, the search is an error.
    pub room: usize,
    /// Where other values than those of the endgame by distance to mate come from.
    pub sources: Sources<'s>,
    /// Follows the search, and may stop it.
    pub observer: &'s dyn Observer,
}

/// The order of positions, of which the first are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// That of the table.
    Table,
    /// By the squares of the men, in the order of the endgame's name.
    Squares,
    /// The nearest mates first, draws last.
    Nearest,
    /// The farthest mates first, draws last.
    Farthest,
    /// A random order, the same for the same number.
    Random(u64),
}

impl Order {
    /// The orders that have a name, by it.
    pub const NAMED: [(&str, Order); 4] = [
        ("table", Order::Table),
        ("dtm", Order::Nearest),
        ("-dtm", Order::Farthest),
        ("square", Order::Squares),
    ];

    /// The order of a name.
    pub fn named(name: &str) -> Option<Order> {
        Order::NAMED.into_iter().find(|(named, _)| *named == name).map(|(_, order)| order)
    }

    /// A random order of an endgame, so that endgames of one sample are drawn independently of each other.
    pub fn drawn(seed: u64, endgame: NormalMaterial) -> Order {
        let name = endgame.to_string();
        Order::Random(name.bytes().fold(seed, |seed, byte| mixed(seed ^ u64::from(byte))))
    }
}

/// A position that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The side to move.
    pub side: Color,
    /// The value for that side, by distance to mate.
    pub value: Value,
    /// Of a random order its random number, by which samples of several endgames are drawn together.
    pub place: u64,
    squares: [Square; MEN_MAX],
    men: u8,
}

impl Match {
    /// The squares of the men, in the order of the layout.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.men.into()]
    }

    /// The position in an endgame of its men.
    pub fn placement(&self, layout: &Layout) -> Placement {
        Placement::new(layout, self.squares(), self.side)
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The positions that count.
    pub asked: u64,
    /// Those of them that meet the condition.
    pub found: u64,
    /// For each value of the fields how many were found, and those kept, in the order of the search. Without
    /// a field, one group.
    pub groups: Vec<Group>,
}

/// The positions of one value of each field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The values, `-` where positions have none.
    pub values: Vec<String>,
    /// How many were found.
    pub found: u64,
    /// Those kept.
    pub kept: Vec<Match>,
}

/// Why a search did not end.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A value could not be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The values of the table could not be read.
    #[error(transparent)]
    Unreadable(Box<dyn std::error::Error + Send + Sync>),
    /// More positions would be kept than there is room for.
    #[error(
        "more positions meet the condition than fit into the memory: keep fewer, or allow more memory"
    )]
    Room,
    /// The observer said stop.
    #[error("the search was stopped")]
    Stopped,
}

/// The values of the fields as numbers; `None` where a position has none.
type Code = [Option<i32>; FIELDS_MAX];

/// The place of a position in the order: least first.
type Key = (i64, u64);

/// What was found so far.
#[derive(Default)]
struct Sum {
    asked: u64,
    found: u64,
    counts: BTreeMap<Code, u64>,
}

/// A position that is kept, by its key: the last in the order is the greatest.
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

// A heap grows by an eighth; afterwards its positions are copied, and listed.
const _: () = assert!(size_of::<Kept>() * 9 / 8 + size_of::<Match>() + 16 <= KEPT_BYTES as usize);

/// The kept positions, by the value of the field.
#[derive(Default)]
struct AllKept {
    heaps: BTreeMap<Code, BinaryHeap<Kept>>,
    count: usize,
}

impl Search<'_> {
    /// Looks at all positions of `windows`, whose values are distances to mate. Runs on the current rayon
    /// pool; the result is the same for any number of threads.
    ///
    /// # Errors
    ///
    /// A value cannot be read, or the observer says stop.
    pub fn run(&self, windows: &mut Windows) -> Result<Found, SearchError> {
        let layout = windows.layout().clone();
        let selection = Selection::new(&layout, self.counting);
        let words_of_part: usize = 1 << (6 * (layout.digits() - 1));
        self.observer.begin(2 * layout.count() as u64);
        let asker = Asker::new(self.condition);
        let (mut sum, kept) = (Sum::default(), Mutex::default());
        let orders = match self.counting.tells_like_men_apart() {
            // Each order of like pieces has a place of its own in the table.
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
            let first = parts.start * words_of_part;
            let stopped = AtomicBool::new(false);
            let sums = parallel::map_ranges(parts.len() * words_of_part, TASK_WORDS, |words| {
                if stopped.load(Relaxed) {
                    return Ok(Sum::default());
                }
                let looked_at = words.len() as u64 * 128;
                let found = pass.words(first + words.start..first + words.end);
                if found.is_err() || self.observer.advance(looked_at).is_break() {
                    stopped.store(true, Relaxed);
                }
                found
            });
            for part in sums {
                sum.add(part?);
            }
            if stopped.into_inner() { Err(SearchError::Stopped) } else { Ok(()) }
        })?;
        self.observer.end();
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

/// What all tasks of a pass share.
struct Pass<'p> {
    search: &'p Search<'p>,
    asker: &'p Asker<'p>,
    selection: &'p Selection,
    values: &'p Arc<Values<'p>>,
    /// The orders of like men, in lists of those that are one position.
    orders: Vec<Vec<question::Order>>,
    kept: &'p Mutex<AllKept>,
}

impl Pass<'_> {
    fn words(&self, words: std::ops::Range<usize>) -> Result<Sum, SearchError> {
        let (mut sum, mut kept) = (Sum::default(), AllKept::default());
        let mut word = Word::new(self.values);
        for number in words {
            for side in Color::ALL {
                let legal = self.values.table.legal(side)[number];
                let lanes = if legal == 0 { 0 } else { self.selection.lanes(number, legal) };
                if lanes != 0 {
                    word.begin(side, number);
                    self.word(&mut word, lanes, &mut sum, &mut kept)?;
                }
            }
        }
        self.keep(&mut kept)?;
        Ok(sum)
    }

    /// Adds what a task keeps to what all keep.
    fn keep(&self, kept: &mut AllKept) -> Result<(), SearchError> {
        let mut all = locked(self.kept);
        for (code, some) in std::mem::take(kept).heaps {
            some.into_iter().for_each(|it| all.push(code, self.search.limit, it));
        }
        if all.count > self.search.room { Err(SearchError::Room) } else { Ok(()) }
    }

    /// Asks about the counted images of the positions in `lanes` of a word.
    fn word(
        &self,
        word: &mut Word,
        lanes: u64,
        sum: &mut Sum,
        kept: &mut AllKept,
    ) -> Result<(), SearchError> {
        let condition = self.search.condition;
        let is_unique = self.search.counting == Counting::Unique;
        let images: Vec<Transform> = match is_unique {
            true => condition.symmetries().to_vec(),
            false => self.selection.images(word.number()).collect(),
        };
        let orders = self.selection.orders();
        let counted = if is_unique { 1 } else { images.len() as u64 };
        sum.asked += u64::from(lanes.count_ones()) * counted * orders;
        // Orders of like pawns that the condition does not tell apart are asked about together.
        let weight = orders / self.orders.len() as u64;
        for orders in &self.orders {
            let (mut of_first, mut before) = (None, 0);
            for &image in &images {
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

    /// Counts found positions by the field, and keeps those that come first.
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

    /// A found position and its place in the order.
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
    /// Adds a position to those of its values if it is among the first `limit`.
    fn push(&mut self, code: Code, limit: usize, it: Kept) {
        let heap = self.heaps.entry(code).or_default();
        if heap.len() < limit {
            if heap.len() == heap.capacity() {
                // Doubling would exceed the room.
                heap.reserve_exact((heap.len() / 8).max(8).min(limit - heap.len()));
            }
            heap.push(it);
            self.count += 1;
        } else if let Some(mut last) = heap.peek_mut().filter(|last| it < **last) {
            *last = it;
        }
    }
}
