//! Compares answers with the results of their positions, and gathers the findings.
//!
//! A [`Collector`] is shared by all workers; each has its own [`Gathered`]. Only
//! [`Collector::close`] turns it into [`Findings`], which no longer wait for tables.

use std::{
    error::Error,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use drawproof_tables::{mixing::mixed, parallel::locked};

use super::{
    histogram::CallTimes,
    sum::{Findings, MissedDraw, Options, Unequal},
    tally::incorrect,
    wrong_claim::{Pardonable, WrongWord, count_pardoned},
};
use crate::{
    enumerate::{
        Batch, Class, Conversions, Cursed, DRAWN, Enumeration, FiftyMoveRule, Question,
        class_by_moves, class_in_lane, classes_of, for_each_lane,
    },
    position::{OrderedPosition, any_board_of},
    record::{Dump, write_line},
    subject::{Answers, Claims},
    tables::{TableError, TableSource},
};

/// The cursed wins and blessed losses, or the reason why their tables could not be loaded; `None`
/// if no claim needed them.
pub(crate) type Pardons = Option<Result<Arc<Cursed>, String>>;

/// Gathers findings about one endgame.
pub(crate) struct Collector<'a> {
    questions: &'a Enumeration<'a>,
    /// The tables that incorrect claims need.
    tables: &'a dyn TableSource,
    /// Where every counterexample goes.
    dump: Option<&'a Dump>,
    /// Whether the rule reports patterns.
    with_patterns: bool,
    options: Options,
    /// The results after captures and promotions, which classify incorrect claims: loaded when the
    /// first claim is incorrect. Those about a sample are classified by the moves of each position.
    conversions: OnceLock<Result<Arc<Conversions>, Arc<dyn Error + Send + Sync>>>,
    /// The cursed wins and blessed losses: loaded when the first incorrect claim may be pardoned by
    /// the fifty-move rule.
    cursed: OnceLock<Result<Arc<Cursed>, String>>,
    /// Why a position of a sample could not be classified.
    unclassifiable: OnceLock<TableError>,
    /// Locked while tables are loaded: at most one endgame's at a time are in memory for that.
    loading: Mutex<()>,
}

/// The findings of one worker thread, and the state of the word about which it is asking.
#[derive(Clone)]
pub(crate) struct Gathered {
    found: Findings,
    /// The EPD lines of the counterexamples of the chunk in question.
    dumped: Vec<u8>,
    /// The batch of the word's stored positions and the claims about them, which the claims about
    /// their images are compared with.
    stored: Option<(Batch, Claims)>,
    /// The incorrect claims about the word in question.
    wrong_word: Option<WrongWord>,
    /// Words with incorrect claims that wait for the tables needed to classify them.
    unclassified: Vec<WrongWord>,
    /// Incorrect claims that wait for the tables which decide whether the fifty-move rule pardons
    /// them.
    pardonable: Vec<Pardonable>,
}

impl Gathered {
    /// Returns the number of positions counted so far, in the domain or not.
    pub fn visited(&self) -> u64 {
        self.found.calls / 2 + self.found.outside
    }

    /// Returns whether any claims wait for tables. If so, [`Collector::settle`] must be called.
    pub fn waits(&self) -> bool {
        !(self.unclassified.is_empty() && self.pardonable.is_empty())
    }

    /// Adds call times that were measured separately from these findings.
    pub fn add_times(&mut self, times: &CallTimes) {
        self.found.times.add(times);
    }

    /// Adds the time that `calls` calls took together.
    pub fn note_calls(&mut self, time: Duration, calls: u64) {
        self.found.times.note(time, calls);
    }

    /// Adds the time that all calls so far took together.
    pub fn note_time(&mut self, time: Duration) {
        self.note_calls(time, self.found.calls);
    }

    /// Adds the findings of another worker. Both workers must have ended their current chunks.
    pub fn add(mut self, other: Gathered) -> Gathered {
        self.found = self.found.add(other.found);
        self.unclassified.extend(other.unclassified);
        self.pardonable.extend(other.pardonable);
        self
    }
}

impl<'a> Collector<'a> {
    /// Makes a collector of the answers to `questions`. `with_patterns` is whether the rule reports
    /// patterns. Every counterexample is written to `dump` if there is one.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing that is needed to classify dumped counterexamples.
    pub fn new(
        questions: &'a Enumeration<'a>,
        tables: &'a dyn TableSource,
        with_patterns: bool,
        options: &Options,
        dump: Option<&'a Dump>,
    ) -> Result<Collector<'a>, TableError> {
        let conversions = questions.conversions().cloned();
        let collector = Collector {
            questions,
            tables,
            dump,
            with_patterns,
            options: options.clone(),
            conversions: conversions.map_or_else(OnceLock::new, |it| OnceLock::from(Ok(it))),
            cursed: questions
                .cursed()
                .cloned()
                .map_or_else(OnceLock::new, |it| OnceLock::from(Ok(it))),
            unclassifiable: OnceLock::new(),
            loading: Mutex::default(),
        };
        if dump.is_some() && questions.truths().is_none() {
            collector.load_conversions()?;
        }
        Ok(collector)
    }

    /// Returns whether the rule is asked for its matching patterns.
    pub fn with_patterns(&self) -> bool {
        self.with_patterns
    }

    /// Returns whether writing counterexamples has failed, so that continuing is useless.
    pub fn has_failed_to_dump(&self) -> bool {
        self.dump.is_some_and(Dump::has_failed)
    }

    /// Returns whether the distances to mate of positions are known.
    fn has_distances(&self) -> bool {
        self.questions.truths().is_none_or(|truths| truths.has_distances())
    }

    /// Returns empty findings, for a new worker.
    pub fn nothing(&self) -> Gathered {
        Gathered {
            found: Findings::new(&self.options),
            dumped: Vec::new(),
            stored: None,
            wrong_word: None,
            unclassified: Vec::new(),
            pardonable: Vec::new(),
        }
    }

    /// Loads the tables that incorrect claims wait for, each once, and classifies these claims. A
    /// thread of the pool that loads tables must not call this: it would wait for itself.
    ///
    /// # Errors
    ///
    /// Fails if a table that is needed to classify claims is missing.
    pub fn settle(&self, gathered: &mut Gathered) -> Result<(), TableError> {
        if !gathered.unclassified.is_empty() {
            self.load_conversions()?;
        }
        for word in std::mem::take(&mut gathered.unclassified) {
            self.classify(word, gathered);
        }
        if !gathered.pardonable.is_empty() {
            self.once(&self.cursed, || {
                let cursed = self.questions.find_cursed(self.tables).map(Arc::new);
                cursed.map_err(|error| error.to_string())
            });
        }
        for claims in std::mem::take(&mut gathered.pardonable) {
            self.pardon(&claims, &mut gathered.found);
        }
        Ok(())
    }

    /// Returns the final findings of all workers together, which `gathered` has, and the cursed
    /// wins and blessed losses, if they were needed.
    ///
    /// # Errors
    ///
    /// Fails as [`Collector::settle`] does.
    pub fn close(self, mut gathered: Gathered) -> Result<(Findings, Pardons), TableError> {
        self.settle(&mut gathered)?;
        if let Some(error) = self.unclassifiable.into_inner() {
            return Err(error);
        }
        Ok((gathered.found, self.cursed.into_inner()))
    }

    /// Loads the tables that classify incorrect claims, once.
    fn load_conversions(&self) -> Result<(), TableError> {
        let material = self.questions.layout().material();
        let load = || Conversions::new(material, self.tables).map(Arc::new).map_err(Arc::from);
        match self.once(&self.conversions, load) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.clone().into()),
        }
    }

    /// Returns the value of `cell`, which `load` sets if it is empty.
    fn once<'c, T>(&self, cell: &'c OnceLock<T>, load: impl FnOnce() -> T) -> &'c T {
        cell.get().unwrap_or_else(|| {
            let _one_at_a_time = locked(&self.loading);
            cell.get_or_init(load)
        })
    }

    /// Ends a chunk. All its questions must have been answered.
    pub fn end_chunk(&self, chunk: usize, gathered: &mut Gathered) {
        self.end_word(gathered);
        if let Some(dump) = self.dump
            && !gathered.dumped.is_empty()
        {
            dump.write_chunk(chunk, &gathered.dumped);
            gathered.dumped.clear();
        }
        if let Some(recorder) = &mut gathered.found.recorder {
            recorder.end_chunk(chunk);
        }
    }

    /// Compares the answers about a question's positions, and the claims about the colour-reversed
    /// positions, with the true results, and adds the findings to `gathered`.
    #[inline(always)]
    pub fn take(&self, q: &Question, own: &Answers, reversed: Claims, gathered: &mut Gathered) {
        let (claims, stored, place) = (own.claims, q.stored, q.stored.place);
        if q.outside != 0 {
            count_outside(q, &mut gathered.found);
            if q.batch.is_empty() {
                return;
            }
        }
        if q.first {
            if gathered.wrong_word.is_some() {
                self.end_word(gathered);
            }
            gathered.stored = Some((q.alone.unwrap_or(q.batch), claims));
        }
        let (_, stored_claims) = gathered.stored.expect("the first question sets it");
        let against_reversed = claims.differ(reversed);
        let against_stored = claims.differ(stored_claims);
        let lanes = q.batch.lanes();
        let found = &mut gathered.found;
        let tally = found.tally(place);
        let differ = (against_reversed | against_stored) & lanes;
        tally.count(place.side_to_move(), lanes, stored.results, claims, differ);
        if stored.cursed != 0 {
            count_pardoned(q, claims, tally);
        }
        found.calls += 2 * u64::from(lanes.count_ones());
        if self.with_patterns && !place.is_en_passant() {
            for_each_lane(lanes & claims.asked(), |lane| {
                let claim = claims.get(lane);
                found.histogram.count(own.patterns[lane], stored.results.code(lane), claim);
            });
        }
        let wrong = [incorrect(stored.results, claims), incorrect(stored.results, reversed)];
        if wrong[0] | wrong[1] != 0 {
            self.note_wrong(q, wrong, own, reversed, gathered);
        }
        if differ != 0 {
            let (stored, stored_claims) = gathered.stored.expect("the first question sets it");
            let found = &mut gathered.found;
            note_unequal(q, claims, (&q.reversed, reversed), against_reversed & lanes, found);
            note_unequal(q, claims, (&stored, stored_claims), against_stored & lanes, found);
        }
        if q.first && !place.is_en_passant() {
            self.take_stored(q, own, &mut gathered.found);
        }
    }

    /// Records the findings that count stored positions only, not their images.
    #[inline]
    fn take_stored(&self, q: &Question, own: &Answers, findings: &mut Findings) {
        if let Some(recorder) = &mut findings.recorder {
            let material = self.questions.layout().material().get();
            recorder.take(q, own, self.with_patterns, material == material.swapped());
        }
        let draws = q.stored.results.drawn() & own.claims.asked();
        let missed = draws & (own.claims.win | own.claims.loss);
        if let Some(features) = &mut findings.features {
            for_each_lane(draws, |lane| {
                let is_missed = missed >> lane & 1 != 0;
                features.count(
                    &q.batch.position(lane),
                    q.weight,
                    is_missed,
                    q.stored.place.number(lane),
                );
            });
        }
        if missed != 0 {
            self.note_missed(q, missed, own, findings);
            findings.heat.count(self.questions.layout(), q, missed);
        }
    }

    /// Collects the incorrect claims of a question: the lanes in which those about the positions
    /// and those about the colour-reversed positions are `wrong`.
    #[inline(never)]
    fn note_wrong(
        &self,
        q: &Question,
        wrong: [u64; 2],
        own: &Answers,
        reversed: Claims,
        gathered: &mut Gathered,
    ) {
        let (stored, _) = gathered.stored.expect("the first question sets it");
        let counts_pardons =
            self.options.fifty_moves == FiftyMoveRule::Counted && self.questions.truths().is_none();
        let new = || WrongWord::new(q, stored, counts_pardons);
        let word = gathered.wrong_word.get_or_insert_with(new);
        word.add(q, wrong[0], own, self.with_patterns);
        word.add_reversed(q, wrong[1], reversed);
        if self.dump.is_some() && q.first_of_image {
            let lanes = self.questions.ordered(q.stored.place.word, wrong[0]);
            word.images.push((lanes, q.batch, own.claims));
        }
    }

    /// Classifies the incorrect claims about the word in question, or puts them aside.
    #[inline(never)]
    fn end_word(&self, gathered: &mut Gathered) {
        if let Some(word) = gathered.wrong_word.take() {
            if !word.pardonable.is_empty() {
                match self.cursed.get() {
                    Some(_) => self.pardon(&word.pardonable, &mut gathered.found),
                    None => gathered.pardonable.push(word.pardonable.clone()),
                }
            }
            match self.questions.truths().is_some() || self.conversions.get().is_some() {
                true => self.classify(word, gathered),
                false => gathered.unclassified.push(word),
            }
        }
    }

    /// Counts the claims that the fifty-move rule pardons, if its tables could be loaded.
    fn pardon(&self, claims: &Pardonable, findings: &mut Findings) {
        if let Some(Ok(cursed)) = self.cursed.get() {
            findings.tally(claims.place).incorrect_but_cursed += claims.pardoned(cursed);
        }
    }

    /// Returns the lanes of each class with an incorrect claim about a word; `None` if its tables
    /// cannot be read.
    fn classes(&self, word: &WrongWord) -> Option<[u64; Class::COUNT]> {
        let Some(truths) = self.questions.truths() else {
            let conversions = self.conversions.get()?.as_ref().ok()?;
            return Some(classes_of(&word.stored, word.lanes(), word.values(), conversions));
        };
        let mut classes = [0; Class::COUNT];
        let mut failure = None;
        for_each_lane(word.lanes(), |lane| {
            let board = any_board_of(&word.stored.position(lane)).expect("it was drawn as a board");
            match class_by_moves(&board, word.results.truth(lane), truths) {
                Ok(class) => classes[class as usize] |= 1 << lane,
                Err(error) => failure = Some(error),
            }
        });
        let Some(error) = failure else { return Some(classes) };
        // The first one is reported.
        let _ = self.unclassifiable.set(error);
        None
    }

    /// Counts the incorrect claims about a word by class and distance, and offers them as examples.
    fn classify(&self, word: WrongWord, gathered: &mut Gathered) {
        let Some(classes) = self.classes(&word) else { return };
        let findings = &mut gathered.found;
        for part in &word.parts {
            for (class, lanes) in Class::ALL.into_iter().zip(classes) {
                for_each_lane(part.lanes & lanes, |lane| {
                    let plies = word.plies(lane, part.claims.get(lane));
                    let number = word.place.number(lane);
                    findings.wrong.offer(class, plies, number, || word.candidate(part, lane));
                });
            }
        }
        let drawn = self.questions.cursed().map_or(0, |cursed| cursed.lanes(word.place));
        for (lanes, batch, claims) in &word.images {
            for_each_lane(*lanes, |lane| {
                let class = class_in_lane(&classes, lane);
                let (position, claim) = (batch.position(lane), claims.get(lane));
                let plies = if self.has_distances() { word.plies(lane, claim) } else { DRAWN };
                let is_cursed = drawn >> lane & 1 != 0;
                let plies = (word.values().kind, plies);
                write_line(&position, plies, claim, class, is_cursed, &mut gathered.dumped);
            });
        }
        for (class, lanes) in Class::ALL.into_iter().zip(classes) {
            for counted in &word.counted {
                let (lanes, questions) = (counted.lanes & lanes, counted.questions);
                let claims = questions * u64::from(lanes.count_ones());
                findings.tally(word.place).incorrect_by_class.count(class, claims);
                if self.has_distances() {
                    for_each_lane(lanes, |lane| {
                        let plies = word.plies(lane, counted.claims.get(lane));
                        findings.distances.count(plies, class, questions);
                    });
                }
                let Some(patterns) = &counted.patterns else { continue };
                let by_pattern = &mut findings.wrong_patterns[class as usize];
                for_each_lane(lanes, |lane| {
                    let (result, claim) = (word.results.code(lane), counted.claims.get(lane));
                    by_pattern.count_many(patterns[lane], result, claim, questions);
                });
            }
        }
    }

    /// Keeps a sample of the missed draws: at most one of each word.
    fn note_missed(&self, q: &Question, missed: u64, own: &Answers, findings: &mut Findings) {
        let place = q.stored.place;
        let key = mixed((place.word as u64) << 1 | u64::from(place.black_to_move));
        if findings.missed.accepts(&key) {
            let turn = (key & 63) as u32;
            let lane = ((missed.rotate_right(turn).trailing_zeros() + turn) & 63) as usize;
            let patterns = if self.with_patterns { own.patterns[lane] } else { 0 };
            let position = OrderedPosition::from(&q.batch.position(lane));
            findings.missed.insert(key, MissedDraw { position, patterns });
        }
    }
}

/// Counts the positions outside of the domain, with the first question about a word.
#[inline(never)]
fn count_outside(q: &Question, findings: &mut Findings) {
    if q.first {
        let positions = u64::from(q.outside.count_ones()) * q.weight;
        findings.tally(q.stored.place).not_asked += positions;
        findings.outside += positions;
    }
}

/// Keeps positions answered differently from their images in `other`, in the lanes `differ`.
fn note_unequal(
    q: &Question,
    claims: Claims,
    other: (&Batch, Claims),
    differ: u64,
    findings: &mut Findings,
) {
    for_each_lane(differ, |lane| {
        let key = q.stored.place.number(lane);
        if findings.unequal.accepts(&key) {
            let position = |batch: &Batch| OrderedPosition::from(&batch.position(lane));
            let positions = [position(&q.batch), position(other.0)];
            let claims = [claims, other.1].map(|claims| claims.get(lane).bits());
            findings.unequal.insert(key, Unequal { positions, claims });
        }
    });
}
