//! The steps that bring tables into memory, and what they take.

use drawproof_generator::{Needs, StepNeeds, estimate};
use drawproof_tables::{Metric, NormalMaterial, Shelf, file::Sides};

use crate::{
    budget::{
        WINDOW_BYTES, least_solve_bytes, sparse_layer_bytes, spilled_list_bytes, table_bytes,
    },
    error::SessionError,
    figures::figures_of,
};

/// The ratio of times from which on solving is clearly quicker than reading files. It is high
/// because the figures are rough.
const CLEARLY: f64 = 2.0;

/// The CPU seconds of reading, on the machine of the figures, below which files are read in any
/// case.
const WORTH_SECONDS: f64 = 1.0;

/// A step of a [`Plan`]: one table is loaded or solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Reads the table's file.
    Load(NormalMaterial),
    /// Solves the table from tables that earlier steps bring into memory. If the table has a file,
    /// the result is compared with it.
    Solve(NormalMaterial),
}

impl Step {
    /// Returns the endgame whose table the step loads or solves.
    pub fn material(self) -> NormalMaterial {
        match self {
            Step::Load(material) | Step::Solve(material) => material,
        }
    }

    /// Returns the memory that the step adds, in bytes: for the table and, if it is solved, for
    /// working sets.
    pub fn bytes(self, metric: Metric) -> u64 {
        match self {
            Step::Load(material) => table_bytes(metric, material),
            Step::Solve(material) => {
                table_bytes(metric, material) + estimate(material).working_bytes
            }
        }
    }

    /// Returns the endgames whose tables the step needs in memory; reading a file needs none.
    pub fn sources(self) -> Vec<NormalMaterial> {
        match self {
            Step::Load(_) => Vec::new(),
            Step::Solve(material) => material.conversions(),
        }
    }
}

/// A sequence of steps that brings some tables into memory.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The remaining steps. Each one comes after the steps for its source tables.
    pub steps: Vec<Step>,
    /// The endgames whose tables the plan is for.
    pub wanted: &'a [NormalMaterial],
    /// The endgames that error messages name.
    pub named: &'a [NormalMaterial],
}

impl<'a> Plan<'a> {
    /// Plans how to bring the tables of `wanted` into memory. Errors name the endgames `named`. The
    /// plan uses the whole tables on the shelf, and the files in the shelf's folder that hold both
    /// sides to move.
    pub fn new(
        wanted: &'a [NormalMaterial],
        named: &'a [NormalMaterial],
        shelf: &Shelf,
    ) -> Result<Plan<'a>, SessionError> {
        let reads = |material| {
            // What cannot be opened is an error of the step that reads it. Solving takes no longer than
            // rebuilding the other side from one side to move.
            let folder = shelf.folder();
            let holds_both =
                || folder.open(material).map_or(true, |file| file.sides() == Sides::Both);
            Ok(folder.has(material)? && holds_both())
        };
        Plan { steps: Vec::new(), wanted, named }.with_all(shelf, &reads)
    }

    /// Returns a plan that reads only the files of large tables and solves all other tables; `None`
    /// unless the new plan is clearly quicker.
    pub fn quicker(&self, shelf: &Shelf) -> Result<Option<Plan<'a>>, SessionError> {
        let reads =
            |material: NormalMaterial| Ok(material.is_large() && shelf.folder().has(material)?);
        let solving = Plan { steps: Vec::new(), ..*self }.with_all(shelf, &reads)?;
        let metric = shelf.metric();
        let reading = self.seconds(metric);
        let is_quicker = reading > WORTH_SECONDS && CLEARLY * solving.seconds(metric) < reading;
        Ok(is_quicker.then_some(solving))
    }

    /// Returns the CPU seconds of all steps, on the machine on which the figures were measured.
    pub fn seconds(&self, metric: Metric) -> f64 {
        let seconds = |step: &Step| match *step {
            Step::Load(material) => figures_of(metric, material).read_seconds(),
            Step::Solve(material) => figures_of(metric, material).solve_seconds(),
        };
        self.steps.iter().map(seconds).sum()
    }

    /// Returns the plan with all steps that lead to the wanted tables. `reads` returns whether the
    /// file of an endgame is read.
    fn with_all(
        mut self,
        shelf: &Shelf,
        reads: &dyn Fn(NormalMaterial) -> Result<bool, SessionError>,
    ) -> Result<Plan<'a>, SessionError> {
        for &material in self.wanted {
            if !material.is_solvable() {
                return Err(SessionError::Men { material });
            }
            self.add(material, shelf, reads)?;
        }
        Ok(self)
    }

    fn add(
        &mut self,
        material: NormalMaterial,
        shelf: &Shelf,
        reads: &dyn Fn(NormalMaterial) -> Result<bool, SessionError>,
    ) -> Result<(), SessionError> {
        let is_planned = self.steps.iter().any(|step| step.material() == material);
        if is_planned || shelf.has_whole(material) {
            return Ok(());
        }
        if reads(material)? {
            self.steps.push(Step::Load(material));
            return Ok(());
        }
        // No file has helpmates.
        if material.is_large() && shelf.metric() != Metric::Helpmate {
            return Err(SessionError::Unmade { material });
        }
        for source in material.conversions() {
            self.add(source, shelf, reads)?;
        }
        self.steps.push(Step::Solve(material));
        Ok(())
    }

    /// Returns this plan with one more step at its end: solving `material`.
    pub fn and_solve(&self, material: NormalMaterial) -> Plan<'a> {
        let steps = self.steps.iter().copied().chain([Step::Solve(material)]).collect();
        Plan { steps, ..*self }
    }

    /// Returns the endgames whose tables the steps or the caller need; an endgame may occur more
    /// than once.
    pub fn needed(&self) -> Vec<NormalMaterial> {
        let sources = self.steps.iter().flat_map(|step| step.sources());
        self.wanted.iter().copied().chain(sources).collect()
    }

    /// Returns the bytes of the tables of a metric that are in use before each step and needed
    /// later, if each table is dropped after its last use.
    fn held_bytes(&self, metric: Metric) -> impl Iterator<Item = u64> {
        let last_use = move |material: NormalMaterial| {
            if self.wanted.contains(&material) {
                return Some(self.steps.len());
            }
            self.steps.iter().rposition(|step| step.sources().contains(&material))
        };
        (0..self.steps.len()).map(move |place| {
            let made = self.steps[..place].iter().map(|step| step.material());
            made.filter(|&material| last_use(material) >= Some(place))
                .map(|material| table_bytes(metric, material))
                .sum()
        })
    }

    /// Returns the memory and disk space that the steps need if each table is dropped after its
    /// last use.
    pub fn needs(&self, metric: Metric) -> Needs {
        let (mut steps, mut disk) = (Vec::new(), 0);
        for (held, step) in self.held_bytes(metric).zip(&self.steps) {
            let material = step.material();
            let layers = table_bytes(metric, material) + sparse_layer_bytes(metric, material);
            let (files, lists) = match step {
                Step::Load(_) => (WINDOW_BYTES, 0),
                Step::Solve(_) => (least_solve_bytes(material), spilled_list_bytes(material)),
            };
            steps.push(StepNeeds { material, memory: held + step.bytes(metric), files });
            disk = disk.max(held + layers + lists);
        }
        Needs { steps, lists: None, disk, beside: 0 }
    }
}

/// Returns the names of the endgames, separated by blanks.
pub fn names(materials: &[NormalMaterial]) -> String {
    materials.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
