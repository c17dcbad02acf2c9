//! The sample of one endgame.

use std::{error::Error, ops::Range, sync::Arc};

use drawproof_board::{BitBoard, Board, Color, Square};
use drawproof_tables::{
    Dtm, Layout, Metric, NormalMaterial, Placement, PlainTable, Transform, Value, Wdl,
    census::Classes,
    mixing::mixed,
    parallel,
    positions::{RandomPositions, Sample, Shuffled},
    probe::{ProbeError, Values, probe},
};
use drawproof_verifier::{Filter, LaneResults, Words};

use super::stratum::{Size, Stratum, StratumSize};
use crate::answer::Question;

/// The number of words that are counted together.
const CHUNK_WORDS: usize = 1 << 12;

/// The positions of one endgame that an engine is asked about.
///
/// The order of the positions is as random as their choice. The first positions of a sample are
/// therefore a sample themselves, and an interrupted run has asked about positions of all strata.
#[derive(Clone, Debug)]
pub struct EndgameSample {
    endgame: NormalMaterial,
    size: Size,
    seed: u64,
    images: &'static [Transform],
    positions: Positions,
    /// The sizes of the strata, by stratum number.
    strata: [StratumSize; Stratum::COUNT],
}

/// The chosen positions in their order.
#[derive(Clone, Debug)]
enum Positions {
    OfTable(Arc<PlainTable>, Vec<Place>),
    /// Looked up, with values of a metric.
    Random(Metric, Vec<(Placement, Value)>),
}

/// A position of a table under a symmetry: twice the index, plus one with Black to move. The
/// highest bits hold the number of the symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

impl Place {
    const IMAGE_SHIFT: u32 = 61;

    fn new(side: Color, index: usize, image: Transform) -> Place {
        let image = (image.number() as u64) << Place::IMAGE_SHIFT;
        Place(image | (index as u64) << 1 | side as u64)
    }

    fn side(self) -> Color {
        Color::ALL[(self.0 & 1) as usize]
    }

    fn index(self) -> usize {
        ((self.0 & ((1 << Place::IMAGE_SHIFT) - 1)) >> 1) as usize
    }

    fn image(self) -> Transform {
        Transform::ALL[(self.0 >> Place::IMAGE_SHIFT) as usize]
    }
}

impl EndgameSample {
    /// Draws a sample from the unique positions of a table. The sample does not depend on the
    /// number of threads.
    pub fn draw(table: Arc<PlainTable>, size: Size, seed: u64) -> EndgameSample {
        let drawn = EndgameSample::draw_with(table, size, seed, None, &|| {});
        drawn.expect("no filter fails")
    }

    /// Draws a sample as [`EndgameSample::draw`] does, from the positions that meet the filter. A
    /// position meets the filter if one of its symmetric images does; the sample then has this
    /// image. `reading` is called repeatedly while the table is read.
    ///
    /// # Errors
    ///
    /// Fails if the filter fails.
    pub fn draw_with(
        table: Arc<PlainTable>,
        size: Size,
        seed: u64,
        filter: Option<&dyn Filter>,
        reading: &(dyn Fn() + Sync),
    ) -> Result<EndgameSample, Box<dyn Error + Send + Sync>> {
        let classes = Classes::new(table.layout());
        let unique = Unique { table: &table, classes, filter, reading };
        let counts = unique.counts();
        let of = std::array::from_fn(|stratum| counts[stratum].iter().sum());
        let quotas = size.quotas(&of);
        // Endgames have independent choices with one seed.
        let seed_here = table
            .material()
            .to_string()
            .bytes()
            .fold(mixed(seed), |seed, byte| mixed(seed ^ u64::from(byte)));
        let chosen: [Vec<u64>; Stratum::COUNT] = std::array::from_fn(|stratum| {
            Shuffled::new(of[stratum], mixed(seed_here ^ stratum as u64)).first(quotas[stratum])
        });
        let mut places = unique.places(&counts, &chosen);
        if let Some(failure) = filter.and_then(|it| it.failure()) {
            return Err(failure);
        }
        // No two keys are equal.
        let order = mixed(!seed_here);
        places.sort_unstable_by_key(|place| mixed(place.0 ^ order));
        let strata = std::array::from_fn(|n| StratumSize { of: of[n], sampled: quotas[n] });
        let endgame = table.material();
        let images = match filter {
            // Of a position, the images that are not asked about may not meet the filter.
            Some(filter) if filter.images().len() > 1 => &Transform::ALL[..1],
            _ => endgame.symmetries(),
        };
        let positions = Positions::OfTable(table, places);
        Ok(EndgameSample { endgame, size, seed, images, positions, strata })
    }

    /// Draws legal positions uniformly from an endgame whose table is not loaded. `values` supplies
    /// their values. The numbers of positions in the strata are estimates.
    ///
    /// # Errors
    ///
    /// Fails if a value cannot be read.
    pub fn draw_random(
        endgame: NormalMaterial,
        size: u64,
        seed: u64,
        values: &(dyn Values + Sync),
    ) -> Result<EndgameSample, ProbeError> {
        let layout = Arc::new(Layout::new(endgame));
        let random = RandomPositions::new(&layout, Sample { size, seed });
        let found = parallel::map(random.size() as usize, |number| {
            let number = number as u64;
            let Some(found) = random.get(number) else { return Ok((random.tries(number), None)) };
            let value = probe(&found.board, values)?;
            Ok((found.tries, Some((Placement::from(&found.board), value))))
        });
        let found: Vec<(u64, Option<(Placement, Value)>)> =
            found.into_iter().collect::<Result<_, ProbeError>>()?;
        let tries: u64 = found.iter().map(|(tries, _)| tries).sum();
        let each = random.placements() / tries.max(1) as f64;
        let positions: Vec<_> = found.into_iter().filter_map(|(_, position)| position).collect();
        let mut strata = [StratumSize::default(); Stratum::COUNT];
        for (placement, value) in &positions {
            let (side_to_move, result) = (placement.side_to_move, value.wdl());
            strata[Stratum { side_to_move, result }.number()].sampled += 1;
        }
        for stratum in &mut strata {
            stratum.of = (stratum.sampled as f64 * each).round() as u64;
        }
        let positions = Positions::Random(values.metric(), positions);
        let (images, size) = (endgame.symmetries(), Size::Positions(size));
        Ok(EndgameSample { endgame, size, seed, images, positions, strata })
    }

    /// Returns the source of the true values: `drawproof` or `syzygy`.
    pub fn source(&self) -> &'static str {
        match self.positions {
            Positions::Random(Metric::Dtz, _) => "syzygy",
            _ => "drawproof",
        }
    }

    /// Returns the material of the endgame.
    pub fn material(&self) -> NormalMaterial {
        self.endgame
    }

    /// Returns the name of the endgame in canonical notation.
    pub fn endgame(&self) -> String {
        self.endgame.to_string()
    }

    /// Returns the symmetries that do not change whether a position meets the filter: all
    /// symmetries of the endgame, or only the identity.
    pub(crate) fn images(&self) -> &'static [Transform] {
        self.images
    }

    /// Returns the size that was requested for the sample.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the seed of the random choice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of positions of the sample.
    pub fn len(&self) -> usize {
        match &self.positions {
            Positions::OfTable(_, places) => places.len(),
            Positions::Random(_, positions) => positions.len(),
        }
    }

    /// Returns whether the sample is empty: no position meets the filter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of positions to choose from: those that meet the filter, one of each
    /// class of symmetric positions. For a random sample it is an estimate of all legal positions,
    /// including symmetric ones and permutations of like men.
    pub fn of(&self) -> u64 {
        self.strata.iter().map(|stratum| stratum.of).sum()
    }

    /// Returns the sizes of the strata, in the order of [`Stratum::ALL`].
    pub fn strata(&self) -> &[StratumSize; Stratum::COUNT] {
        &self.strata
    }

    /// Returns the stratum of position `number` of the sample. Panics if there is no such position.
    pub fn stratum(&self, number: usize) -> Stratum {
        let side_to_move = match &self.positions {
            Positions::OfTable(_, places) => places[number].side(),
            Positions::Random(_, positions) => positions[number].0.side_to_move,
        };
        Stratum { side_to_move, result: self.result(number) }
    }

    /// Returns the metric and the stored value of position `number` of the sample.
    fn stored(&self, number: usize) -> (Metric, Value) {
        match &self.positions {
            Positions::OfTable(table, places) => {
                let place = places[number];
                (table.metric(), table.value(place.side(), place.index()))
            }
            Positions::Random(metric, positions) => (*metric, positions[number].1),
        }
    }

    /// Returns the result of position `number` of the sample for the side to move. Panics if there
    /// is no such position.
    pub fn result(&self, number: usize) -> Wdl {
        self.stored(number).1.wdl()
    }

    /// Returns the value of position `number` of the sample; `None` if its distance to mate is
    /// unknown. Panics if there is no such position.
    pub fn value(&self, number: usize) -> Option<Value<Dtm>> {
        let (metric, value) = self.stored(number);
        (metric == Metric::Dtm).then(|| metric.read(value))
    }

    /// Returns the men and the side to move of position `number` of the sample. Panics if there is
    /// no such position.
    pub fn placement(&self, number: usize) -> Placement {
        match &self.positions {
            Positions::OfTable(table, places) => {
                let (layout, place) = (table.layout(), places[number]);
                let squares = layout.squares(place.index());
                let squares: Vec<Square> =
                    squares.iter().map(|it| place.image().square(*it)).collect();
                Placement::new(layout, &squares, place.side())
            }
            Positions::Random(_, positions) => positions[number].0,
        }
    }

    /// Returns position `number` of the sample as a question. Panics if there is no such position.
    pub fn question(&self, number: usize) -> Question {
        let size = self.strata[self.stratum(number).number()];
        Question {
            fen: self.placement(number).to_fen(),
            truth: self.value(number),
            weight: size.of as f64 / size.sampled as f64,
        }
    }

    /// Returns a hash of the positions of the sample and their true values.
    pub fn truth(&self) -> u64 {
        (0..self.len()).fold(0, |hash, at| {
            let number = self.stored(at).1.number().map_or(0, |number| u64::from(number) + 1);
            mixed(hash ^ mixed(self.key(at)) ^ number)
        })
    }

    /// Returns a hash of the positions of the sample in their order.
    pub fn fingerprint(&self) -> u64 {
        (0..self.len()).fold(self.of(), |number, at| mixed(number ^ self.key(at)))
    }

    /// Returns a key that no other position of the sample has.
    fn key(&self, number: usize) -> u64 {
        match &self.positions {
            Positions::OfTable(_, places) => places[number].0,
            Positions::Random(_, positions) => {
                positions[number].0.to_board().as_ref().map_or(0, Board::hash)
            }
        }
    }
}

/// The unique positions of a table that meet a filter.
struct Unique<'a> {
    table: &'a PlainTable,
    classes: Classes,
    filter: Option<&'a dyn Filter>,
    reading: &'a (dyn Fn() + Sync),
}

/// The unique positions of a word as sets of lanes.
struct Found {
    /// The positions with each result: loss, draw, win.
    results: [u64; 3],
    /// By the number of the image that is asked about; the sets have no lane in common.
    images: [u64; Transform::ALL.len()],
}

impl Unique<'_> {
    fn chunks(&self) -> usize {
        self.table.layout().words().div_ceil(CHUNK_WORDS)
    }

    /// Returns the words of a chunk, and the filter's state for reading them. Reports that the
    /// table is being read.
    fn words(&self, chunk: usize) -> (Range<usize>, Option<Box<Words<'_>>>) {
        (self.reading)();
        let end = (chunk + 1) * CHUNK_WORDS;
        let words = chunk * CHUNK_WORDS..end.min(self.table.layout().words());
        (words, self.filter.map(|it| it.words(self.table)))
    }

    fn found(&self, asks: &mut Option<Box<Words>>, side: Color, word: usize) -> Found {
        let mut images = [0; Transform::ALL.len()];
        let legal = self.table.legal(side)[word];
        if legal == 0 {
            return Found { results: [0; 3], images };
        }
        let mut lanes = self.classes.representatives(word, legal).lanes;
        if let (Some(filter), Some(asks)) = (self.filter, asks) {
            let mut left = lanes;
            for &image in filter.images() {
                let met = if left == 0 { 0 } else { asks(side, word, image, left) };
                images[image.number()] = met;
                left &= !met;
            }
            lanes &= !left;
        } else {
            images[Transform::IDENTITY.number()] = lanes;
        }
        let cells = self.table.cells(side)[word * 64..][..64].try_into();
        let LaneResults { draw, win, loss } =
            LaneResults::of(cells.expect("a word is 64 cells"), lanes);
        Found { results: [loss, draw, win], images }
    }

    /// Returns the number of positions by stratum and chunk.
    fn counts(&self) -> [Vec<u64>; Stratum::COUNT] {
        let [white, black] = Color::ALL.map(|side| {
            let count = |chunk: usize| {
                let (words, mut asks) = self.words(chunk);
                words.fold([0; 3], |mut counts: [u64; 3], word| {
                    let sets = self.found(&mut asks, side, word).results;
                    counts
                        .iter_mut()
                        .zip(sets)
                        .for_each(|(n, set)| *n += u64::from(set.count_ones()));
                    counts
                })
            };
            parallel::map(self.chunks(), count)
        });
        std::array::from_fn(|stratum| {
            let side = if stratum < 3 { &white } else { &black };
            side.iter().map(|counts| counts[stratum % 3]).collect()
        })
    }

    /// Returns the positions with `chosen` ranks in their strata, by `counts`; each word is asked
    /// about once.
    fn places(
        &self,
        counts: &[Vec<u64>; Stratum::COUNT],
        chosen: &[Vec<u64>; Stratum::COUNT],
    ) -> Vec<Place> {
        let mut places = Vec::new();
        for side in Color::ALL {
            let strata = Stratum::ALL.into_iter().filter(|stratum| stratum.side_to_move == side);
            let strata: Vec<usize> = strata.map(|stratum| stratum.number()).collect();
            // By result: the rank of the first position of the next chunk, and the ranks from there on.
            let mut next: [_; 3] = std::array::from_fn(|it| (0, &chosen[strata[it]][..]));
            let of_chunk = |chunk: usize| {
                let wanted: [Wanted; 3] = std::array::from_fn(|result| {
                    let (first, left): &mut (u64, &[u64]) = &mut next[result];
                    let (rank, end) = (*first, *first + counts[strata[result]][chunk]);
                    let (ranks, beyond) = left.split_at(left.partition_point(|&n| n < end));
                    (*first, *left) = (end, beyond);
                    Wanted { rank, ranks }
                });
                wanted.iter().any(|it| !it.ranks.is_empty()).then_some((chunk, wanted))
            };
            let jobs: Vec<_> = (0..self.chunks()).filter_map(of_chunk).collect();
            let found = parallel::map(jobs.len(), |job| {
                let (chunk, wanted) = jobs[job];
                self.places_in(side, chunk, wanted)
            });
            places.extend(found.into_iter().flatten());
        }
        places
    }

    /// Returns the positions of a chunk that are wanted of each result.
    fn places_in(&self, side: Color, chunk: usize, mut wanted: [Wanted; 3]) -> Vec<Place> {
        let mut places = Vec::new();
        let (words, mut asks) = self.words(chunk);
        for word in words {
            let found = self.found(&mut asks, side, word);
            for (set, Wanted { rank, ranks }) in found.results.into_iter().zip(&mut wanted) {
                let end = *rank + u64::from(set.count_ones());
                let (here, beyond) = ranks.split_at(ranks.partition_point(|&n| n < end));
                let mut lanes = BitBoard(set).into_iter();
                let mut passed = *rank;
                for &wanted in here {
                    let lane = lanes.nth((wanted - passed) as usize).expect("a lane for each rank");
                    let lane = lane as usize;
                    let image = found.images.iter().position(|set| set >> lane & 1 != 0);
                    let image = Transform::ALL[image.expect("an image met the filter")];
                    places.push(Place::new(side, word * 64 + lane, image));
                    passed = wanted + 1;
                }
                (*rank, *ranks) = (end, beyond);
            }
            if wanted.iter().all(|it| it.ranks.is_empty()) {
                break;
            }
        }
        places
    }
}

/// The positions that are wanted of one stratum.
#[derive(Clone, Copy)]
struct Wanted<'r> {
    /// The rank, within the stratum, of the next position.
    rank: u64,
    /// The ranks of the wanted positions from there on, ascending.
    ranks: &'r [u64],
}
