//! The steps that bring tables into memory, and whether they fit into it.

use drawproof_tables::{Metric, NormalMaterial, Shelf, file::Sides};

use crate::{
    budget::{
        least_load_bytes, least_solve_bytes, sparse_layer_bytes, spilled_list_bytes, table_bytes,
        working_bytes,
    },
    error::SessionError,
};

/// One step on the way to tables in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Read the table's file.
    Load(NormalMaterial),
    /// Solve the table from tables that earlier steps bring into memory. A file of one side to move is compared
    /// with it: solving takes no longer than rebuilding the other side from that.
    Solve(NormalMaterial),
}

impl Step {
    /// The endgame whose table the step loads or solves.
    pub fn material(self) -> NormalMaterial {
        match self {
            Step::Load(material) | Step::Solve(material) => material,
        }
    }

    /// Bytes that the step adds to the memory in use: the table and the memory that solving it takes.
    pub fn bytes(self, metric: Metric) -> u64 {
        match self {
            Step::Load(material) => table_bytes(metric, material),
            Step::Solve(material) => table_bytes(metric, material) + working_bytes(material),
        }
    }

    /// The tables that the step needs in memory.
    pub fn sources(self) -> Vec<NormalMaterial> {
        match self {
            Step::Load(_) => Vec::new(),
            Step::Solve(material) => material.conversions(),
        }
    }
}

/// The steps to the tables of `wanted`, each after the steps to its sources. Whole tables of the shelf and
/// files of its folder with both sides to move are used.
pub fn steps(wanted: &[NormalMaterial], shelf: &Shelf) -> Result<Vec<Step>, SessionError> {
    let mut steps = Vec::new();
    for &material in wanted {
        if !material.is_solvable() {
            return Err(SessionError::Men { material });
        }
        add(material, shelf, &mut steps)?;
    }
    Ok(steps)
}

fn add(material: NormalMaterial, shelf: &Shelf, steps: &mut Vec<Step>) -> Result<(), SessionError> {
    let is_planned = steps.iter().any(|step| step.material() == material);
    if is_planned || shelf.has_whole(material) {
        return Ok(());
    }
    // What cannot be opened is an error of the step that reads it.
    let folder = shelf.folder();
    let holds_both = || folder.open(material).map_or(true, |file| file.sides() == Sides::Both);
    if folder.has(material)? && holds_both() {
        steps.push(Step::Load(material));
        return Ok(());
    }
    if material.is_large() {
        return Err(SessionError::Unmade { material });
    }
    for source in material.conversions() {
        add(source, shelf, steps)?;
    }
    steps.push(Step::Solve(material));
    Ok(())
}

/// The tables that `steps` to those of `wanted` need.
pub fn needed(steps: &[Step], wanted: &[NormalMaterial]) -> Vec<NormalMaterial> {
    let sources = steps.iter().flat_map(|step| step.sources());
    wanted.iter().copied().chain(sources).collect()
}

/// The bytes of the tables of a metric that are in use before each of some steps and needed later, if
/// each table is dropped after its last use.
fn held_bytes(
    steps: &[Step],
    wanted: &[NormalMaterial],
    metric: Metric,
) -> impl Iterator<Item = u64> {
    let last_use = move |material: NormalMaterial| {
        if wanted.contains(&material) {
            return Some(steps.len());
        }
        steps.iter().rposition(|step| step.sources().contains(&material))
    };
    (0..steps.len()).map(move |place| {
        steps[..place]
            .iter()
            .map(|step| step.material())
            .filter(|&material| last_use(material) >= Some(place))
            .map(|material| table_bytes(metric, material))
            .sum()
    })
}

/// An error if the steps to tables of a metric do not fit into `memory_bytes` although each table is
/// dropped after its last use. `named` are the endgames that the error text names.
pub fn check_memory(
    steps: &[Step],
    wanted: &[NormalMaterial],
    named: &[NormalMaterial],
    (metric, memory_bytes): (Metric, u64),
) -> Result<(), SessionError> {
    let needed = held_bytes(steps, wanted, metric)
        .zip(steps)
        .map(|(held, step)| (step.material(), held + step.bytes(metric)));
    check(needed, named, memory_bytes)
}

/// An error if the steps do not fit into `memory_bytes` although all tables are in scratch files.
/// `named` are the endgames that the error text names.
pub fn check_working_memory(
    steps: &[Step],
    named: &[NormalMaterial],
    memory_bytes: u64,
) -> Result<(), SessionError> {
    let needed = steps.iter().map(|step| match *step {
        Step::Load(material) => (material, least_load_bytes()),
        Step::Solve(material) => (material, least_solve_bytes(material)),
    });
    check(needed, named, memory_bytes)
}

/// The most bytes of scratch files that are in use at once during some steps.
pub fn scratch_bytes(steps: &[Step], wanted: &[NormalMaterial], metric: Metric) -> u64 {
    let own = |step: &Step| {
        let material = step.material();
        let layers = table_bytes(metric, material) + sparse_layer_bytes(metric, material);
        match step {
            Step::Load(_) => layers,
            Step::Solve(_) => layers + spilled_list_bytes(material),
        }
    };
    held_bytes(steps, wanted, metric)
        .zip(steps)
        .map(|(held, step)| held + own(step))
        .max()
        .unwrap_or(0)
}

/// The names of endgames, separated by blanks.
pub fn names(materials: &[NormalMaterial]) -> String {
    materials.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// An error that names the first endgame that needs more than `memory_bytes`.
fn check(
    mut needed: impl Iterator<Item = (NormalMaterial, u64)>,
    named: &[NormalMaterial],
    memory_bytes: u64,
) -> Result<(), SessionError> {
    match needed.find(|&(_, bytes)| bytes > memory_bytes) {
        None => Ok(()),
        Some((material, needed_bytes)) => Err(SessionError::Memory {
            wanted: names(named),
            material,
            needed_bytes,
            allowed_bytes: memory_bytes,
        }),
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{NormalMaterial, file::Folder};

    use super::*;
    use crate::three_men;

    fn named(name: &str) -> NormalMaterial {
        name.parse::<NormalMaterial>().unwrap()
    }

    #[test]
    fn sources_come_first_and_three_men_need_no_step() {
        let shelf = Shelf::new(Folder::none()).with_three_men(three_men());
        let steps_of = |name| steps(&[named(name)], &shelf).unwrap();
        assert_eq!(steps_of("KQKR"), [Step::Solve(named("KQKR"))]);
        let promoting = steps_of("KPKR");
        assert_eq!(promoting.last(), Some(&Step::Solve(named("KPKR"))));
        assert!(promoting.contains(&Step::Solve(named("KQKR"))));
    }

    #[test]
    fn too_little_memory_is_refused_with_both_figures() {
        let steps = [Step::Solve(named("KQKR"))];
        let wanted = [named("KQKR")];
        let check = |memory| check_memory(&steps, &wanted, &wanted, (Metric::Dtm, memory));
        let error = check(1 << 10).unwrap_err();
        let SessionError::Memory { needed_bytes, allowed_bytes, .. } = error else { panic!() };
        assert!(needed_bytes > allowed_bytes && allowed_bytes == 1 << 10);
        assert!(check(1 << 30).is_ok());
    }
}
