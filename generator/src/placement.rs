//! Where the memory of tables is while they are made: the one decision, from what that takes and what there is.
//!
//! Who makes tables, estimates them or refuses them adds up the [`Needs`], and asks [`place`].

use drawproof_tables::NormalMaterial;

/// The maximum memory and disk space that making tables takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The steps in order, one for each table that is read or solved.
    pub steps: Vec<StepNeeds>,
    /// The peak memory in bytes if only the lists of the analysis are in scratch files; `None` if
    /// that is not an option.
    pub lists: Option<u64>,
    /// The size of the scratch files in bytes if they hold tables and lists.
    pub disk: u64,
    /// The size in bytes of the other tables that stay in memory during all steps.
    pub beside: u64,
}

/// The memory that making one table takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepNeeds {
    /// The endgame whose table the step makes.
    pub material: NormalMaterial,
    /// The memory in bytes if everything is in memory.
    pub memory: u64,
    /// The memory in bytes if tables and lists are in scratch files, assuming that pages are
    /// evicted as early as possible.
    pub files: u64,
}

/// The available memory and disk space.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum memory in bytes that may be in use at once.
    pub memory: u64,
    /// The part of `memory`, in bytes, that should be left to the buffers of reading and packing.
    pub buffers: u64,
    /// The free bytes on the disk for scratch files, [`u64::MAX`] if the system does not report
    /// them; `None` if scratch files are not allowed.
    pub disk: Option<u64>,
}

/// The places where tables and lists are kept while tables are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Everything is in memory, and the part of memory for the buffers stays free.
    Memory,
    /// Everything is in memory, including the part intended for the buffers, because scratch files
    /// would not fit on the disk.
    MemoryAndBuffers,
    /// The lists are in scratch files, the tables in memory.
    Lists,
    /// Tables and lists are in scratch files.
    Files,
}

/// The reason why tables cannot be made within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortage {
    /// There is too little memory. The field has the needs of the first step that takes too much.
    Memory(StepNeeds),
    /// There is too little disk space. The field is the size in bytes of the scratch files that
    /// would be needed.
    Disk(u64),
}

impl Needs {
    /// Makes the needs of a single step, which makes the table of `material`. The sizes are in
    /// bytes.
    pub fn of_step(material: NormalMaterial, memory: u64, files: u64, disk: u64) -> Needs {
        let steps = vec![StepNeeds { material, memory, files }];
        Needs { steps, lists: None, disk, beside: 0 }
    }

    /// Returns whether each step, with everything in memory, fits into `bytes` bytes.
    pub fn fit(&self, bytes: u64) -> bool {
        self.steps.iter().all(|step| self.beside + step.memory <= bytes)
    }

    /// Returns the maximum memory of a step in bytes, with everything in memory, without the tables
    /// counted in [`Needs::beside`].
    pub fn memory(&self) -> u64 {
        self.steps.iter().map(|step| step.memory).max().unwrap_or(0)
    }
}

/// Decides where tables and lists are kept while tables are made. If they do not fit into memory
/// beside the buffers, as little of them as possible is kept in scratch files. If scratch files do
/// not fit on the disk either, the memory for the buffers is used too.
pub fn place(needs: &Needs, limits: &Limits) -> Result<Placement, Shortage> {
    let Limits { memory, buffers, disk } = *limits;
    let shortage = |bytes: fn(&StepNeeds) -> u64| {
        needs.steps.iter().find(|step| bytes(step) > memory).copied().map(Shortage::Memory)
    };
    let Some(free) = disk else {
        return shortage(|step| step.memory).map_or(Ok(Placement::Memory), Err);
    };
    if needs.fit(memory.saturating_sub(buffers)) {
        return Ok(Placement::Memory);
    }
    let short = shortage(|step| step.files);
    match short.or_else(|| (needs.disk > free).then_some(Shortage::Disk(needs.disk))) {
        Some(_) if needs.fit(memory) => Ok(Placement::MemoryAndBuffers),
        Some(shortage) => Err(shortage),
        None if needs.lists.is_some_and(|lists| needs.beside + lists <= memory) => {
            Ok(Placement::Lists)
        }
        None => Ok(Placement::Files),
    }
}

#[cfg(test)]
mod tests {
    use super::{Placement::*, *};

    /// Returns the decision with 100 bytes of memory, 10 of them for buffers. Steps: bytes in
    /// memory and with files.
    fn placed(
        steps: &[(u64, u64)],
        (lists, disk, beside): (Option<u64>, u64, u64),
        free: Option<u64>,
    ) -> Result<Placement, Shortage> {
        let material = "KRKR".parse::<NormalMaterial>().unwrap();
        let step = |&(memory, files)| StepNeeds { material, memory, files };
        let steps = steps.iter().map(step).collect();
        place(
            &Needs { steps, lists, disk, beside },
            &Limits { memory: 100, buffers: 10, disk: free },
        )
    }

    #[test]
    fn needs_and_limits_decide() {
        let some = Some(50);
        for (steps, rest, free, expected) in [
            // All in memory.
            (&[][..], (None, 0, 0), None, Ok(Memory)),
            (&[], (None, 99, 200), some, Ok(Memory)),
            (&[(100, 200)], (None, 0, 0), None, Ok(Memory)),
            (&[(100, 200)], (None, 0, 99), None, Ok(Memory)),
            (&[(90, 200), (10, 300)], (None, 99, 0), some, Ok(Memory)),
            (&[(80, 200)], (None, 99, 10), some, Ok(Memory)),
            // In files where the buffers would have too little.
            (&[(91, 30)], (None, 50, 0), some, Ok(Files)),
            (&[(10, 30), (91, 40)], (None, 50, 0), some, Ok(Files)),
            (&[(80, 100)], (None, 50, 11), some, Ok(Files)),
            (&[(1000, 100)], (None, 1 << 40, 0), Some(u64::MAX), Ok(Files)),
            // But not if the disk is too small, and the memory is not.
            (&[(91, 30)], (None, 51, 0), some, Ok(MemoryAndBuffers)),
            (&[(91, 101)], (None, 50, 0), some, Ok(MemoryAndBuffers)),
            (&[(90, 30)], (None, 51, 10), some, Ok(MemoryAndBuffers)),
            // Only the lists in files.
            (&[(200, 30)], (Some(100), 50, 0), some, Ok(Lists)),
            (&[(90, 30)], (Some(100), 50, 0), some, Ok(Memory)),
            (&[(200, 30)], (Some(101), 50, 0), some, Ok(Files)),
            (&[(200, 30)], (Some(20), 50, 0), None, Err((200, 0))),
            // Refused.
            (&[(100, 0), (101, 0), (200, 0)], (None, 0, 0), None, Err((101, 0))),
            (&[(200, 100), (300, 101), (0, 200)], (None, 60, 0), some, Err((101, 0))),
            (&[(101, 30)], (None, 51, 0), some, Err((0, 51))),
            (&[(90, 30)], (None, 51, 11), some, Err((0, 51))),
        ] {
            let found = placed(steps, rest, free).map_err(|shortage| match shortage {
                Shortage::Memory(step) if free.is_some() => (step.files, 0),
                Shortage::Memory(step) => (step.memory, 0),
                Shortage::Disk(bytes) => (0, bytes),
            });
            assert_eq!(found, expected, "{steps:?} {rest:?} {free:?}");
        }
    }
}
