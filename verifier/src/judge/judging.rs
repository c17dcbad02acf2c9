//! Puts questions to a rule and judges the answers.

use std::time::Instant;

use drawproof_tables::{Cell, Layout};

use super::{
    findings::{Findings, MissedDraw, Unequal, WrongClaim},
    options::Options,
    tally::incorrect,
};
use crate::{
    enumerate::{Batch, Question, for_each_lane},
    position::OrderedPosition,
    sample::mixed,
    subject::{Answers, Claims, Fault, Subject},
};

/// Judges the answers about one endgame.
pub(crate) struct Judge<'a> {
    pub layout: &'a Layout,
    /// Whether the rule reports patterns.
    with_patterns: bool,
    options: Options,
}

impl<'a> Judge<'a> {
    pub fn new(layout: &'a Layout, with_patterns: bool, options: &Options) -> Judge<'a> {
        Judge { layout, with_patterns, options: *options }
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
        if q.first {
            findings.stored = Some((q.batch, claims));
        }
        let (_, stored_claims) = findings.stored.expect("the first question sets it");
        let against_reversed = claims.differ(reversed);
        let against_stored = claims.differ(stored_claims);
        let lanes = q.batch.lanes();
        let tally = if q.en_passant {
            &mut findings.en_passant
        } else {
            &mut findings.sides[q.side_to_move as usize]
        };
        tally.count(lanes, q.results, claims, against_reversed | against_stored);
        findings.calls += 2 * u64::from(lanes.count_ones());
        if self.with_patterns && !q.en_passant {
            for_each_lane(lanes, |lane| {
                let claim = claims.code(lane);
                findings.histogram.count(own.patterns[lane], q.results.code(lane), claim);
            });
        }
        if incorrect(q.results, claims) | incorrect(q.results, reversed) != 0 {
            note_wrong(q, (&q.batch, u8::from(!q.first)), claims, findings);
            note_wrong(q, (&q.reversed, 2), reversed, findings);
        }
        if against_reversed | against_stored != 0 {
            note_unequal(q, claims, (&q.reversed, reversed), against_reversed, findings);
            let (stored, stored_claims) = findings.stored.expect("the first question sets it");
            note_unequal(q, claims, (&stored, stored_claims), against_stored, findings);
        }
        if q.first && !q.en_passant {
            self.judge_stored(q, own, findings);
        }
    }

    /// Records the findings that count stored positions only, not their images.
    #[inline]
    fn judge_stored(&self, q: &Question, own: &Answers, findings: &mut Findings) {
        if let Some(recorder) = &mut findings.recorder {
            recorder.word(q, own, self.with_patterns);
        }
        let missed = q.results.draw & !own.claims.draw;
        if let Some(features) = &mut findings.features {
            for_each_lane(q.results.draw, |lane| {
                let is_missed = missed >> lane & 1 != 0;
                features.count(&q.batch.position(lane), q.weight, is_missed, q.stored(lane));
            });
        }
        if missed != 0 {
            self.note_missed(q, missed, own, findings);
            findings.heat.count(self.layout, q, missed);
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

/// Keeps the incorrect claims about a batch. `variant` is that of [`WrongClaim`].
fn note_wrong(
    q: &Question,
    (batch, variant): (&Batch, u8),
    claims: Claims,
    findings: &mut Findings,
) {
    for_each_lane(incorrect(q.results, claims), |lane| {
        let cell = q.cells[lane];
        let plies = Cell::from_byte(cell).value().dtm().map_or(u16::MAX, |dtm| dtm.plies());
        let key = (plies, q.stored(lane));
        if findings.wrong.accepts(&key) {
            let position = OrderedPosition::from(&batch.position(lane));
            let claim = claims.code(lane);
            findings.wrong.insert(key, WrongClaim { variant, position, claim, cell });
        }
    });
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
            let claims = [claims.code(lane), other.1.code(lane)];
            findings.unequal.insert(key, Unequal { positions, claims });
        }
    });
}
