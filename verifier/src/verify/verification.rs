//! What is asked, how, and by whom.

use std::{ops::Range, path::Path, sync::Arc, time::Instant};

use drawproof_board::Board;
use drawproof_tables::{
    Layout, NormalMaterial,
    positions::{RandomPositions, Sample},
    progress::{Progress, Stage},
};

use super::{
    asking::{Share, VerifyError},
    columns,
    conclude::{Outcome, Shown},
    function, program,
};
use crate::{
    enumerate::{Drawing, Enumeration, Filter, Positions, Questions, TruthKind, Truths},
    findings::{Collector, Gathered, Options, Sampled},
    record::Dump,
    subject::{ColumnRule, Exceptions, Program, Reasons, Subject},
    tables::{TableHashes, TableSource},
};

/// The verification of a rule for one endgame: the positions to ask about, the tables to check
/// claims with, and the options.
#[derive(Clone)]
pub struct Verification<'a> {
    pub(super) material: NormalMaterial,
    pub(super) tables: &'a dyn TableSource,
    pub(super) options: Options,
    exceptions: Option<&'a dyn Exceptions>,
    dump: Option<&'a Path>,
    filter: Option<&'a dyn Filter>,
    progress: &'a dyn Progress,
}

/// The rule to ask, and the way in which it is asked. A new kind of rule needs a variant here, and
/// a file beside this one.
pub enum Asker<'a> {
    /// All threads of the current rayon pool call the rule as a function.
    Function(&'a dyn Subject),
    /// The calling thread asks the rule about many positions at once. The claim about a position
    /// also counts as the claim about the colour-reversed position.
    Columns(&'a mut dyn ColumnRule),
    /// Processes of a program read positions and write claims as lines of text.
    Program(&'a Program),
}

impl Asker<'_> {
    pub(super) fn name(&self) -> String {
        match self {
            Asker::Function(rule) => rule.name(),
            Asker::Columns(rule) => rule.name(),
            Asker::Program(rule) => rule.name(),
        }
    }

    /// Returns whether the rule may report reasons.
    pub(super) fn explains(&self) -> bool {
        match self {
            Asker::Function(rule) => rule.explains(),
            Asker::Columns(_) => false,
            Asker::Program(_) => true,
        }
    }

    /// Returns the reasons of all answers so far.
    pub(super) fn reasons(&self) -> Reasons {
        match self {
            Asker::Function(rule) => rule.explanations(),
            Asker::Columns(_) => Reasons::default(),
            Asker::Program(rule) => rule.reasons(),
        }
    }

    /// Returns the findings in some chunks.
    fn ask(&mut self, share: Share, chunks: Vec<usize>) -> Result<Gathered, VerifyError> {
        match self {
            Asker::Function(rule) => function::ask(*rule, share, chunks),
            Asker::Columns(rule) => columns::ask(*rule, share, &chunks),
            Asker::Program(rule) => program::ask(rule, share, &chunks),
        }
    }
}

impl<'a> Verification<'a> {
    /// Makes a verification for an endgame, without exceptions, filter or progress.
    pub fn new(
        material: NormalMaterial,
        tables: &'a dyn TableSource,
        options: &Options,
    ) -> Verification<'a> {
        let (exceptions, dump, filter, progress) = (None, None, None, &());
        Verification {
            material,
            tables,
            options: options.clone(),
            exceptions,
            dump,
            filter,
            progress,
        }
    }

    /// Reports the progress of the verification to `progress`, which can stop it.
    #[must_use]
    pub fn followed_by(self, progress: &'a dyn Progress) -> Verification<'a> {
        Verification { progress, ..self }
    }

    /// Adds exceptions to the rule, if there are any. The rule's reported reasons are then those of
    /// the exceptions.
    #[must_use]
    pub fn with_exceptions(self, exceptions: Option<&'a dyn Exceptions>) -> Verification<'a> {
        Verification { exceptions, ..self }
    }

    /// Writes every counterexample to the temporary file `dump`, if given, which
    /// [`write_dumps`](crate::write_dumps) reads.
    #[must_use]
    pub fn dumped_to(self, dump: Option<&'a Path>) -> Verification<'a> {
        Verification { dump, ..self }
    }

    /// Limits the verification to positions of the domain that meet `filter`, if there is one. The
    /// filter evaluates [`Options::condition`]. A verification with a filter cannot be recorded.
    #[must_use]
    pub fn about(self, filter: Option<&'a dyn Filter>) -> Verification<'a> {
        Verification { filter, ..self }
    }

    /// Asks about every position and returns the outcome. Except for times, the outcome is the same
    /// for any number of threads or processes.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing, the rule fails, or the counterexamples cannot be written.
    ///
    /// # Panics
    ///
    /// Panics if the tables hold another kind of truth than the options request.
    pub fn run(&self, asker: Asker) -> Result<Outcome, VerifyError> {
        self.ask(asker, None)?.outcome(&self.options, Some(self.tables))
    }

    /// Returns the error of a position for which the condition could not be evaluated.
    pub(super) fn filter_failure(&self) -> Result<(), VerifyError> {
        let failure = self.filter.and_then(Filter::failure);
        failure.map_or(Ok(()), |error| Err(VerifyError::Table(error)))
    }

    /// Returns the findings about the positions of some chunks, or of all chunks.
    pub(super) fn ask(
        &self,
        asker: Asker,
        chunks: Option<Range<usize>>,
    ) -> Result<Shown, VerifyError> {
        let start = Instant::now();
        let is_filtered = self.filter.is_some();
        assert_eq!(is_filtered, self.options.condition.is_some(), "the filter is the condition");
        assert!(!(is_filtered && self.options.record), "all positions are recorded");
        assert_eq!(TruthKind::of(self.tables.metric()), self.options.truth, "the tables tell it");
        let Verification { material, tables, ref options, filter, .. } = *self;
        let mut values = tables.windows(material).map_err(VerifyError::Table)?;
        let questions =
            Enumeration::new(&values, options.asked(), tables).map_err(VerifyError::Table)?;
        let hashes = questions.table_hashes(tables).map_err(VerifyError::Table)?;
        let chunks = chunks.unwrap_or(0..questions.chunks());
        let positions = questions.positions_of(chunks.clone());
        let shown = self.gather(asker, &questions, positions, |ask| {
            values.each(questions.parts_of(&chunks), VerifyError::Table, |table, parts| {
                ask(&questions.about(table, filter), questions.chunks_about(&chunks, &parts))
            })
        })?;
        Ok(Shown { tables: hashes, elapsed: start.elapsed(), ..shown })
    }

    /// Asks about a random sample and returns the outcome. Except for times, the outcome is the
    /// same for any number of threads or processes. The rule is also asked about the
    /// colour-reversed position of each position, and about positions that differ from it by an
    /// en-passant right.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing, the rule fails, or the counterexamples cannot be written.
    pub fn sample(
        &self,
        asker: Asker,
        sample: Sample,
        truths: &dyn Truths,
    ) -> Result<Outcome, VerifyError> {
        let layout = Arc::new(Layout::new(self.material));
        let random = RandomPositions::new(&layout, sample);
        let placements = random.placements();
        let (mut outcome, [found, tries]) =
            self.look_up(asker, layout, &Positions::Random(random), truths)?;
        let of = (placements * found as f64 / (tries as f64).max(1.0)).round() as u64;
        let source = truths.source().into();
        outcome.verdict.sampled = Some(Sampled { of, seed: sample.seed, source });
        Ok(outcome)
    }

    /// Asks about a list of positions and returns the outcome. Each position comes with the number
    /// of times that it counts. En-passant rights and half-move clocks are ignored, and positions
    /// of other endgames are left out.
    ///
    /// # Errors
    ///
    /// Fails as [`Verification::sample`] does.
    pub fn listed(
        &self,
        asker: Asker,
        positions: &[(Board, u64)],
        truths: &dyn Truths,
    ) -> Result<Outcome, VerifyError> {
        let layout = Arc::new(Layout::new(self.material));
        let positions = Positions::listed(&layout, positions);
        Ok(self.look_up(asker, layout, &positions, truths)?.0)
    }

    /// Asks about positions whose values are looked up. Returns the outcome, the number of
    /// positions found, and the number of placements tried to find them.
    fn look_up(
        &self,
        asker: Asker,
        layout: Arc<Layout>,
        positions: &Positions,
        truths: &dyn Truths,
    ) -> Result<(Outcome, [u64; 2]), VerifyError> {
        let Options { truth: kind, domain, .. } = self.options;
        let (layout, filter) = (&layout, self.filter);
        let drawing = Drawing { positions, layout, kind, truths, domain, filter };
        let questions = Enumeration::of_sample(layout.clone(), truths);
        // The other half of the work on a position is to ask about it.
        let stage = Stage::Verifying(self.material);
        let looked_up = |positions: u64| self.progress.advance(stage, positions / 2);
        let (mut found, mut tries) = (0, 0);
        let shown = self.gather(asker, &questions, positions.size(), |ask| {
            drawing.batches().try_for_each(|chunks| {
                let drawn = drawing.draw(chunks.clone(), &looked_up).map_err(VerifyError::Table)?;
                let drawn = drawn.ok_or(VerifyError::Stopped)?;
                (found, tries) = (found + drawn.found, tries + drawn.tries);
                ask(&Questions::Drawn(drawn), chunks.collect())
            })
        })?;
        let tables = truths.has_distances().then_some(self.tables);
        Ok((shown.outcome(&self.options, tables)?, [found, tries]))
    }

    /// Returns the findings about `questions`: `each` calls its argument with some of them at a
    /// time, and the numbers of their chunks.
    fn gather(
        &self,
        mut asker: Asker,
        questions: &Enumeration,
        positions: u64,
        each: impl FnOnce(&mut Ask) -> Result<(), VerifyError>,
    ) -> Result<Shown, VerifyError> {
        let start = Instant::now();
        let Verification { material, tables, ref options, exceptions, progress, .. } = *self;
        let name = asker.name();
        let dump = self.dump.map(Dump::create).transpose().map_err(VerifyError::Dump)?;
        let (with_patterns, dump_of) = (exceptions.is_some() || asker.explains(), dump.as_ref());
        let collector = Collector::new(questions, tables, with_patterns, options, dump_of)
            .map_err(VerifyError::Table)?;
        let stage = Stage::Verifying(material);
        progress.begin(stage, positions);
        let mut all = Some(collector.nothing());
        each(&mut |questions, chunks| {
            let share = Share { questions, collector: &collector, exceptions, progress, stage };
            let gathered = asker.ask(share, chunks)?;
            all = all.take().map(|all| all.add(gathered));
            self.filter_failure()
        })?;
        let gathered = all.unwrap_or_else(|| collector.nothing());
        progress.end(stage);
        let reasons = exceptions.map_or_else(|| asker.reasons(), |it| it.patterns().into());
        let layout = questions.layout().clone();
        let (findings, pardons) = collector.close(gathered).map_err(VerifyError::Table)?;
        dump.map_or(Ok(()), Dump::finish).map_err(VerifyError::Dump)?;
        let (tables, elapsed) = (TableHashes::default(), start.elapsed());
        Ok(Shown { name, reasons, layout, findings, pardons, tables, elapsed })
    }
}

/// Asks questions of some chunks.
type Ask<'a> = dyn FnMut(&Questions, Vec<usize>) -> Result<(), VerifyError> + 'a;
