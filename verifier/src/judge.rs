//! Compares a rule's answers with the truth and keeps what is found.

use std::time::Instant;

use cozy_chess::{BitBoard, Color};
use drawproof_recognizers::Position;
use drawproof_tables::{Cell, Layout, Placement, Transform, Value};

use crate::{
    Answers, Batch, Claims, Fault, Options, Subject, Tally, examples::Smallest,
    histogram::Histogram, questions::Question, recording::Recorder, times::Times,
    tune::FeatureCounts,
};

/// How a false claim is ordered: plies to mate (draws last), then the stored position.
pub(crate) type WrongKey = (u16, u64);

/// How many entries are kept for each one wanted: of a symmetry class, several stored positions
/// may be kept before they are recognised as one (two orders of two men of a kind and of two
/// more, two mirror images on the diagonal, two colours, with and without an en-passant right).
const SPARE: usize = 32;

/// A false claim: the position (with what makes it an order), and the claim and value by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wrong {
    /// 0 for a stored position, 1 for an image, 2 for a twin: the first of them is shown.
    guise: u8,
    pub place: Place,
    pub claim: usize,
    /// The table cell.
    pub cell: u8,
}

/// Two positions that are images of each other and the different claims about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unequal {
    pub places: [Place; 2],
    pub claims: [usize; 2],
}

/// A missed draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Missed {
    pub place: Place,
    pub patterns: u64,
}

/// A position in an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    side_to_move: u8,
    en_passant: u8,
    colour: [u64; 2],
    kind: [u64; 6],
}

impl From<&Position> for Place {
    fn from(p: &Position) -> Place {
        let &Position { colour, kind, side_to_move, en_passant } = p;
        Place { side_to_move, en_passant, colour, kind }
    }
}

impl From<Place> for Position {
    fn from(place: Place) -> Position {
        let Place { side_to_move, en_passant, colour, kind } = place;
        Position { colour, kind, side_to_move, en_passant }
    }
}

/// Where the men stand in missed draws: `[man][square]` of stored positions, for king pairs and
/// slices with four images (one without mirror image) and for the others apart.
type HeatCounts = [[[u64; 64]; 6]; 2];

/// Everything found in some of the questions; parts add up in any order to the same.
#[derive(Clone)]
pub(crate) struct Findings {
    pub sides: [Tally; 2],
    pub en_passant: Tally,
    pub calls: u64,
    /// Times of a sample of the calls.
    pub times: Times,
    pub histogram: Histogram,
    pub wrong: Smallest<WrongKey, Wrong>,
    pub unequal: Smallest<u64, Unequal>,
    pub missed: Smallest<u64, Missed>,
    heat: Box<HeatCounts>,
    pub features: Option<FeatureCounts>,
    pub recorder: Option<Recorder>,
    /// The claims about the word's stored positions themselves.
    base_claims: Claims,
    base_batch: Option<Batch>,
}

impl Findings {
    fn new(options: &Options) -> Findings {
        let examples = options.examples;
        Findings {
            sides: [Tally::default(); 2],
            en_passant: Tally::default(),
            calls: 0,
            times: Times::default(),
            histogram: Histogram::default(),
            wrong: Smallest::new(SPARE * examples),
            unequal: Smallest::new(SPARE * examples),
            missed: Smallest::new(SPARE * examples),
            heat: Box::new([[[0; 64]; 6]; 2]),
            features: options.features.then(FeatureCounts::default),
            recorder: options.record.then(Recorder::default),
            base_claims: Claims::default(),
            base_batch: None,
        }
    }

    pub fn add(mut self, other: Findings) -> Findings {
        for side in 0..2 {
            self.sides[side].add(&other.sides[side]);
        }
        self.en_passant.add(&other.en_passant);
        self.calls += other.calls;
        self.times.add(&other.times);
        self.histogram.add(&other.histogram);
        self.wrong.add(other.wrong);
        self.unequal.add(other.unequal);
        self.missed.add(other.missed);
        let counts = self.heat.as_flattened_mut().as_flattened_mut();
        for (count, more) in counts.iter_mut().zip(other.heat.as_flattened().as_flattened()) {
            *count += more;
        }
        if let (Some(own), Some(more)) = (&mut self.features, other.features) {
            own.add(more);
        }
        if let (Some(own), Some(more)) = (&mut self.recorder, other.recorder) {
            own.add(more);
        }
        self
    }

    /// Notes that all questions of a chunk have been judged.
    pub fn end_chunk(&mut self, chunk: usize) {
        if let Some(recorder) = &mut self.recorder {
            recorder.end_chunk(chunk);
        }
    }
}

/// Puts questions to a rule and judges the answers.
pub(crate) struct Judge<'a> {
    pub layout: &'a Layout,
    /// Whether the rule tells patterns.
    with_patterns: bool,
    options: Options,
}

impl<'a> Judge<'a> {
    pub fn new(layout: &'a Layout, with_patterns: bool, options: &Options) -> Judge<'a> {
        Judge { layout, with_patterns, options: *options }
    }

    /// No findings yet.
    pub fn nothing(&self) -> Findings {
        Findings::new(&self.options)
    }

    /// Asks `subject` a question and its twin, and judges.
    #[inline]
    pub fn ask(
        &self,
        question: &Question,
        subject: &dyn Subject,
        answers: &mut [Answers; 2],
        findings: &mut Findings,
    ) -> Result<(), Fault> {
        let [own, twin] = answers;
        // One question in 32, spread evenly, is timed.
        let timed = splitmix(question.word as u64) >> 59 == 0;
        let start = timed.then(Instant::now);
        subject.ask(&question.batch, self.with_patterns, own)?;
        subject.ask(&question.twin, false, twin)?;
        if let Some(start) = start {
            findings.times.note(start.elapsed(), 2 * question.batch.len() as u64);
        }
        self.judge(question, own, twin.claims, findings);
        Ok(())
    }

    /// Judges the answers about a question and the claims about its twin.
    #[inline]
    pub fn judge(&self, q: &Question, own: &Answers, twin: Claims, findings: &mut Findings) {
        let claims = own.claims;
        if q.first {
            findings.base_claims = claims;
            findings.base_batch = Some(q.batch);
        }
        let against_twin = claims.differ(twin);
        let against_base = claims.differ(findings.base_claims);
        let lanes = q.batch.lanes();
        let tally = if q.en_passant {
            &mut findings.en_passant
        } else {
            &mut findings.sides[q.side_to_move as usize]
        };
        tally.count(lanes, q.truths, claims, against_twin | against_base);
        findings.calls += 2 * u64::from(lanes.count_ones());
        if self.with_patterns && !q.en_passant {
            for_each_lane(lanes, |lane| {
                let claim = claims.code(lane);
                findings.histogram.count(own.patterns[lane], q.truths.code(lane), claim);
            });
        }
        if q.truths.incorrect(claims) | q.truths.incorrect(twin) != 0 {
            self.note_wrong(q, (&q.batch, u8::from(!q.first)), claims, findings);
            self.note_wrong(q, (&q.twin, 2), twin, findings);
        }
        if against_twin | against_base != 0 {
            let base = (findings.base_batch.expect("set by the first"), findings.base_claims);
            note_unequal(q, claims, (&q.twin, twin), against_twin, findings);
            note_unequal(q, claims, (&base.0, base.1), against_base, findings);
        }
        if let Some(recorder) = findings.recorder.as_mut().filter(|_| q.first && !q.en_passant) {
            recorder.word(q, own, self.with_patterns);
        }
        let missed = q.truths.draw & !claims.draw;
        if let Some(features) = findings.features.as_mut().filter(|_| q.first && !q.en_passant) {
            for_each_lane(q.truths.draw, |lane| {
                let is_missed = missed >> lane & 1 != 0;
                features.count(&q.batch.position(lane), q.weight, is_missed, q.stored(lane));
            });
        }
        if missed != 0 && q.first && !q.en_passant {
            self.note_missed(q, missed, own, findings);
        }
    }

    fn note_wrong(
        &self,
        q: &Question,
        (batch, guise): (&Batch, u8),
        claims: Claims,
        findings: &mut Findings,
    ) {
        for_each_lane(q.truths.incorrect(claims), |lane| {
            let cell = q.cells[lane];
            let plies = Cell::from_byte(cell).value().dtm().map_or(u16::MAX, |dtm| dtm.plies());
            let key = (plies, q.stored(lane));
            if findings.wrong.wants(&key) {
                let place = Place::from(&batch.position(lane));
                findings.wrong.insert(key, Wrong { guise, place, claim: claims.code(lane), cell });
            }
        });
    }

    /// Notes missed draws among stored positions: one as an example now and then, and where the
    /// men stand.
    fn note_missed(&self, q: &Question, missed: u64, own: &Answers, findings: &mut Findings) {
        let key = splitmix((q.word as u64) << 1 | q.side_to_move as u64);
        if findings.missed.wants(&key) {
            let turn = (key & 63) as u32;
            let lane = ((missed.rotate_right(turn).trailing_zeros() + turn) & 63) as usize;
            let patterns = if self.with_patterns { own.patterns[lane] } else { 0 };
            let place = Place::from(&q.batch.position(lane));
            findings.missed.insert(key, Missed { place, patterns });
        }
        let squares = self.layout.squares(q.word * 64);
        let outer = q.word >> (6 * (self.layout.digits() - 1));
        let few = self.layout.images(outer).len() < all_images(self.layout).len();
        let heat = &mut findings.heat[usize::from(few)];
        let count = u64::from(missed.count_ones());
        let lane_man = self.layout.low_man();
        for (man, &square) in squares.iter().enumerate().filter(|&(man, _)| man != lane_man) {
            heat[man][square as usize] += count;
        }
        for_each_lane(missed, |lane| heat[lane_man][lane] += 1);
    }

    /// Counts by `[man][square]` of the whole board, men of one kind and colour together.
    pub fn heat(&self, findings: &Findings) -> Vec<(drawproof_tables::Man, [u64; 64])> {
        let men = self.layout.men();
        let mut result: Vec<(drawproof_tables::Man, [u64; 64])> = Vec::new();
        for (number, &man) in men.iter().enumerate() {
            if result.last().is_none_or(|(last, _)| *last != man) {
                result.push((man, [0; 64]));
            }
            let counts = &mut result.last_mut().expect("just pushed").1;
            let all = all_images(self.layout);
            for (few, images) in [all, &all[..all.len() / 2]].into_iter().enumerate() {
                for image in images {
                    for (square, count) in findings.heat[few][number].iter().enumerate() {
                        counts[image.squares()[square] as usize] += count;
                    }
                }
            }
        }
        result
    }
}

/// Notes positions answered differently from their images in `other`.
fn note_unequal(
    q: &Question,
    claims: Claims,
    other: (&Batch, Claims),
    differ: u64,
    findings: &mut Findings,
) {
    for_each_lane(differ, |lane| {
        let key = q.stored(lane);
        if findings.unequal.wants(&key) {
            let places = [&q.batch, other.0].map(|batch| Place::from(&batch.position(lane)));
            let claims = [claims.code(lane), other.1.code(lane)];
            findings.unequal.insert(key, Unequal { places, claims });
        }
    });
}

/// The symmetries of boards without pawns, or with.
fn all_images(layout: &Layout) -> &'static [Transform] {
    if layout.material().get().has_pawns() { &Transform::ALL[..2] } else { &Transform::ALL }
}

/// Visits the lanes of a set, lowest first.
#[inline(always)]
pub(crate) fn for_each_lane(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// A number that all positions share that are the same but for symmetry, colours, and the order of
/// men of one kind.
pub(crate) fn canonical(layout: &Layout, position: &Position) -> u64 {
    let placement = placement_of(position);
    let (material, placement) = placement.normalise();
    let own_swap = material.get() == material.get().swapped();
    let guises = [Some(placement), own_swap.then(|| placement.swapped())];
    let numbers = guises.into_iter().flatten().flat_map(|placement| {
        all_images(layout).iter().filter_map(move |&image| {
            let men = placement.men.map(|side| side.map(|set| BitBoard(image.set(set.0))));
            let index = Placement { men, ..placement }.index(layout)?;
            Some((index as u64) << 1 | placement.side_to_move as u64)
        })
    });
    numbers.min().expect("a position has an index")
}

/// The position without its en-passant right.
pub(crate) fn placement_of(position: &Position) -> Placement {
    let men = Color::ALL.map(|c| cozy_chess::Piece::ALL.map(|p| position.men(c, p)));
    Placement { men, side_to_move: position.stm() }
}

/// The position of a placement, without an en-passant right.
pub(crate) fn position_of(placement: &Placement) -> Position {
    let men = |piece: usize| (placement.men[0][piece] | placement.men[1][piece]).0;
    Position {
        colour: Color::ALL.map(|color| placement.colour(color).0),
        kind: std::array::from_fn(men),
        side_to_move: placement.side_to_move as u8,
        en_passant: 64,
    }
}

/// A well-mixed function of a number (Steele, Lea and Flood's SplitMix64 finaliser).
pub(crate) fn splitmix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The value of a cell as a signed number of plies: positive = the side to move wins.
pub(crate) fn signed_plies(cell: u8) -> Option<i32> {
    match Cell::from_byte(cell).value() {
        Value::Draw => None,
        Value::Win(dtm) => Some(dtm.plies().into()),
        Value::Loss(dtm) => Some(-i32::from(dtm.plies())),
    }
}
