//! Puts questions to a rule and judges the answers.

use std::{
    sync::{Arc, Mutex, OnceLock},
    time::Instant,
};

use drawproof_tables::Layout;

use super::{
    findings::{Findings, MissedDraw, Unequal},
    options::{FiftyMoveRule, Options},
    pardons::{Pardonable, count_pardoned},
    tally::incorrect,
    wrong_word::WrongWord,
};
use crate::{
    enumerate::{
        Batch, Class, Conversions, Cursed, Question, Questions, classes_of, for_each_lane,
    },
    position::OrderedPosition,
    record::{Dump, write_line},
    sample::mixed,
    subject::{Answers, Claims, Fault, Subject},
    tables::{TableError, TableSource},
};

/// Judges the answers about one endgame.
pub(crate) struct Judge<'a> {
    pub layout: &'a Layout,
    questions: &'a Questions,
    /// Where every counterexample goes.
    dump: Option<&'a Dump>,
    /// Whether the rule reports patterns.
    with_patterns: bool,
    options: Options,
    /// The results after captures and promotions, which classify incorrect claims: loaded when the
    /// first claim is incorrect; `None` if the tables could not be loaded.
    conversions: OnceLock<Option<Arc<Conversions>>>,
    /// The cursed wins and blessed losses: loaded when the first incorrect claim may be pardoned by
    /// the fifty-move rule; the reason if the tables could not be loaded.
    cursed: OnceLock<Result<Arc<Cursed>, String>>,
    /// Why they could not be loaded; locked while they are being loaded.
    failure: Mutex<Option<TableError>>,
}

impl<'a> Judge<'a> {
    pub fn new(
        questions: &'a Questions,
        with_patterns: bool,
        options: &Options,
        dump: Option<&'a Dump>,
    ) -> Judge<'a> {
        let conversions = questions.conversions();
        Judge {
            layout: questions.table().layout(),
            questions,
            dump,
            with_patterns,
            options: *options,
            conversions: conversions.map_or_else(OnceLock::new, |it| OnceLock::from(Some(it))),
            cursed: questions.cursed().map_or_else(OnceLock::new, |it| OnceLock::from(Ok(it))),
            failure: Mutex::default(),
        }
    }

    /// Loads what must be there before the first question: every counterexample that is dumped has
    /// its class when its chunk ends.
    ///
    /// # Errors
    ///
    /// A table is missing.
    pub fn prepare(&self, tables: &dyn TableSource) -> Result<(), TableError> {
        if self.dump.is_some() {
            self.load_conversions(tables);
        }
        self.failure().map_or(Ok(()), Err)
    }

    /// Whether `findings` wait for [`Judge::load`].
    pub fn waits(&self, findings: &Findings) -> bool {
        !(findings.unclassified.is_empty() && findings.pardonable.is_empty())
    }

    /// Loads the tables that the incorrect claims of `findings` wait for, each once, and judges
    /// these claims. Not to be called by a thread of the pool that loading may use, which would wait
    /// for itself.
    pub fn load(&self, tables: &dyn TableSource, findings: &mut Findings) {
        if !findings.unclassified.is_empty() {
            self.load_conversions(tables);
        }
        for word in std::mem::take(&mut findings.unclassified) {
            self.classify(word, findings);
        }
        if !findings.pardonable.is_empty() {
            let _one_at_a_time = self.failure.lock().expect("loading does not panic");
            self.cursed.get_or_init(|| {
                let cursed = self.questions.find_cursed(tables).map(Arc::new);
                cursed.map_err(|error| error.to_string())
            });
        }
        for claims in std::mem::take(&mut findings.pardonable) {
            self.pardon(&claims, findings);
        }
    }

    /// Loads the tables that classify incorrect claims, once.
    fn load_conversions(&self, tables: &dyn TableSource) {
        let mut failure = self.failure.lock().expect("loading does not panic");
        self.conversions.get_or_init(|| match Conversions::new(self.layout.material(), tables) {
            Ok(conversions) => Some(Arc::new(conversions)),
            Err(error) => {
                *failure = Some(error);
                None
            }
        });
    }

    /// Whether cursed wins and blessed losses are draws.
    pub fn applies_fifty_moves(&self) -> bool {
        self.options.fifty_moves == FiftyMoveRule::Applied
    }

    /// The cursed wins and blessed losses, if they were needed and the tables could be loaded.
    pub fn cursed(&self) -> Option<&Cursed> {
        self.cursed.get()?.as_deref().ok()
    }

    /// Why incorrect claims that the fifty-move rule may pardon could not be counted; `None` if they
    /// were, or if there are none.
    pub fn why_not_pardoned(&self) -> Option<String> {
        self.cursed.get()?.as_ref().err().cloned()
    }

    /// How loading the tables of the fifty-move rule ended; `None` if no claim needed them.
    pub fn pardons(&self) -> Option<Result<(), String>> {
        Some(self.cursed.get()?.as_ref().map(|_| ()).map_err(String::clone))
    }

    /// Loads the tables of the fifty-move rule as another judge did, or takes its failure over.
    pub fn load_pardons(&self, tables: &dyn TableSource, outcome: Result<(), String>) {
        self.cursed.get_or_init(|| {
            outcome?;
            let cursed = self.questions.find_cursed(tables).map(Arc::new);
            cursed.map_err(|error| error.to_string())
        });
    }

    /// Why tables that classify incorrect claims could not be loaded, if any was needed.
    pub fn failure(&self) -> Option<TableError> {
        self.failure.lock().expect("loading does not panic").take()
    }

    /// Ends a chunk: all its questions have been judged.
    pub fn end_chunk(&self, chunk: usize, findings: &mut Findings) {
        self.end_word(findings);
        if let Some(dump) = self.dump
            && !findings.dumped.is_empty()
        {
            dump.write_chunk(chunk, &findings.dumped);
            findings.dumped.clear();
        }
        if let Some(recorder) = &mut findings.recorder {
            recorder.end_chunk(chunk);
        }
    }

    /// Findings without any question judged.
    pub fn nothing(&self) -> Findings {
        Findings::new(&self.options)
    }

    /// Asks `subject` about both batches of a question, and judges. `answers` is a scratch buffer.
    #[inline]
    pub fn ask(
        &self,
        question: &Question,
        subject: &dyn Subject,
        answers: &mut [Answers; 2],
        findings: &mut Findings,
    ) -> Result<(), Fault> {
        if question.batch.is_empty() {
            count_outside(question, findings);
            return Ok(());
        }
        let [own, reversed] = answers;
        // Reading the clock costs as much as a few calls: one question in 32 is timed.
        let timed = mixed(question.word as u64) >> 59 == 0;
        let start = timed.then(Instant::now);
        subject.ask(&question.batch, self.with_patterns, own)?;
        subject.ask(&question.reversed, false, reversed)?;
        if let Some(start) = start {
            findings.times.note(start.elapsed(), 2 * question.batch.len() as u64);
        }
        self.judge(question, own, reversed.claims, findings);
        Ok(())
    }

    /// Judges the answers about a question's positions and the claims about their colour-reversed
    /// positions.
    #[inline]
    pub fn judge(&self, q: &Question, own: &Answers, reversed: Claims, findings: &mut Findings) {
        let claims = own.claims;
        if q.outside != 0 {
            count_outside(q, findings);
            if q.batch.is_empty() {
                return;
            }
        }
        if q.first {
            if findings.wrong_word.is_some() {
                self.end_word(findings);
            }
            findings.stored = Some((q.batch, claims));
        }
        let (_, stored_claims) = findings.stored.expect("the first question sets it");
        let against_reversed = claims.differ(reversed);
        let against_stored = claims.differ(stored_claims);
        let lanes = q.batch.lanes();
        let tally = findings.tally(q.is_en_passant(), q.side_to_move);
        let differ = (against_reversed | against_stored) & lanes;
        tally.count(q.side_to_move, lanes, q.results, claims, differ);
        if q.cursed != 0 {
            count_pardoned(q, claims, tally);
        }
        findings.calls += 2 * u64::from(lanes.count_ones());
        if self.with_patterns && !q.is_en_passant() {
            for_each_lane(lanes & claims.asked(), |lane| {
                let claim = claims.get(lane);
                findings.histogram.count(own.patterns[lane], q.results.code(lane), claim);
            });
        }
        let wrong = [claims, reversed].map(|claims| incorrect(q.results, claims));
        if wrong[0] | wrong[1] != 0 {
            self.note_wrong(q, wrong, own, reversed, findings);
        }
        if differ != 0 {
            note_unequal(q, claims, (&q.reversed, reversed), against_reversed & lanes, findings);
            let (stored, stored_claims) = findings.stored.expect("the first question sets it");
            note_unequal(q, claims, (&stored, stored_claims), against_stored & lanes, findings);
        }
        if q.first && !q.is_en_passant() {
            self.judge_stored(q, own, findings);
        }
    }

    /// Records the findings that count stored positions only, not their images.
    #[inline]
    fn judge_stored(&self, q: &Question, own: &Answers, findings: &mut Findings) {
        if let Some(recorder) = &mut findings.recorder {
            recorder.word(q, own, self.with_patterns);
        }
        let draws = q.results.draw & own.claims.asked();
        let missed = draws & (own.claims.win | own.claims.loss);
        if let Some(features) = &mut findings.features {
            for_each_lane(draws, |lane| {
                let is_missed = missed >> lane & 1 != 0;
                features.count(&q.batch.position(lane), q.weight, is_missed, q.stored(lane));
            });
        }
        if missed != 0 {
            self.note_missed(q, missed, own, findings);
            findings.heat.count(self.layout, q, missed);
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
        findings: &mut Findings,
    ) {
        let (stored, _) = findings.stored.expect("the first question sets it");
        let counts_pardons = self.options.fifty_moves == FiftyMoveRule::Counted;
        let new = || WrongWord::new(q, stored, counts_pardons);
        let word = findings.wrong_word.get_or_insert_with(new);
        word.add(q, wrong[0], own, self.with_patterns);
        word.add_reversed(q, wrong[1], reversed);
        if self.dump.is_some() && q.first_of_image {
            let lanes = self.questions.ordered(q.word, wrong[0]);
            word.images.push((lanes, q.batch, own.claims));
        }
    }

    /// Classifies the incorrect claims about the word in question, or puts them aside.
    #[inline(never)]
    fn end_word(&self, findings: &mut Findings) {
        if let Some(word) = findings.wrong_word.take() {
            if !word.pardonable.is_empty() {
                match self.cursed.get() {
                    Some(_) => self.pardon(&word.pardonable, findings),
                    None => findings.pardonable.push(word.pardonable.clone()),
                }
            }
            match self.conversions.get() {
                Some(_) => self.classify(word, findings),
                None => findings.unclassified.push(word),
            }
        }
    }

    /// Counts the claims that the fifty-move rule pardons, if its tables could be loaded.
    fn pardon(&self, claims: &Pardonable, findings: &mut Findings) {
        if let Some(cursed) = self.cursed() {
            let is_en_passant = claims.place.target.is_some();
            let tally = findings.tally(is_en_passant, claims.side_to_move());
            tally.incorrect_but_cursed += claims.pardoned(cursed);
        }
    }

    /// Counts the incorrect claims about a word by class and distance, and offers them as examples.
    fn classify(&self, word: WrongWord, findings: &mut Findings) {
        let Some(Some(conversions)) = self.conversions.get() else { return };
        let classes = classes_of(&word.stored, word.lanes(), &word.cells, conversions);
        for part in &word.parts {
            for (class, lanes) in Class::ALL.into_iter().zip(classes) {
                for_each_lane(part.lanes & lanes, |lane| {
                    let (plies, number) = (word.plies(lane), word.stored_number(lane));
                    findings.wrong.offer(class, plies, number, || word.candidate(part, lane));
                });
            }
        }
        let drawn = match self.cursed() {
            Some(cursed) if self.applies_fifty_moves() => cursed.lanes(word.place),
            _ => 0,
        };
        for (lanes, batch, claims) in &word.images {
            for_each_lane(*lanes, |lane| {
                let is_of = |class: &Class| classes[*class as usize] >> lane & 1 != 0;
                let class = Class::ALL.into_iter().find(is_of).expect("it was classified");
                let (position, claim) = (batch.position(lane), claims.get(lane));
                let (plies, is_cursed) = (word.plies(lane), drawn >> lane & 1 != 0);
                write_line(&position, plies, claim, class, is_cursed, &mut findings.dumped);
            });
        }
        let tally = findings.tally(word.place.target.is_some(), word.side_to_move);
        for (class, lanes) in Class::ALL.into_iter().zip(classes) {
            for &(wrong, questions) in &word.counted {
                let claims = questions * u64::from((wrong & lanes).count_ones());
                tally.incorrect_by_class.count(class, claims);
            }
        }
        for (class, lanes) in Class::ALL.into_iter().zip(classes) {
            for &(wrong, questions) in &word.counted {
                for_each_lane(wrong & lanes, |lane| {
                    findings.distances.count(word.plies(lane), class, questions);
                });
            }
        }
    }

    /// Keeps a sample of the missed draws: at most one of each word.
    fn note_missed(&self, q: &Question, missed: u64, own: &Answers, findings: &mut Findings) {
        let key = mixed((q.word as u64) << 1 | q.side_to_move as u64);
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
        findings.tally(q.is_en_passant(), q.side_to_move).not_asked += positions;
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
        let key = q.stored(lane);
        if findings.unequal.accepts(&key) {
            let position = |batch: &Batch| OrderedPosition::from(&batch.position(lane));
            let positions = [position(&q.batch), position(other.0)];
            let claims = [claims.get(lane), other.1.get(lane)];
            findings.unequal.insert(key, Unequal { positions, claims });
        }
    });
}
