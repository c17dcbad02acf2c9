//! What a process with a foreign rule is at, in memory that another process can read: the phase, and
//! the position that each thread is asking about.
//!
//! Both are stored in a mapped file, so that the supervising process can read them after the rule has
//! crashed or while it hangs.

#![expect(unsafe_code, reason = "memory is mapped and shared between processes")]

use std::{
    fs::File,
    io,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use drawproof_recognizers::Position;
use memmap2::{MmapMut, MmapRaw};

/// The maximum number of threads with a slot at once.
const SLOTS: usize = 257;

/// The bit of the phase's word that is set if the library is asked for parts of claims.
const PARTS: u64 = 0x80;

/// The bit that is set if an exception left the library.
const EXCEPTION: u64 = 0x40;

/// The state of one thread.
#[repr(C, align(128))]
struct Slot {
    /// The position last passed to the rule.
    position: Position,
    /// Incremented when a batch begins and when it ends: odd within a batch.
    progress: AtomicU64,
}

/// The bytes of all slots and, after them, of the phase.
const BYTES: usize = SLOTS * size_of::<Slot>() + size_of::<AtomicU64>();

/// Shared memory that shows what a process with a foreign rule is doing: its phase, and the
/// position that each thread asks about.
pub struct Slots {
    map: MmapRaw,
}

impl Slots {
    /// Makes slots in memory that only this process sees.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot map the memory.
    pub fn private() -> io::Result<Slots> {
        let map = MmapMut::map_anon(BYTES)?;
        Ok(Slots { map: map.into() })
    }

    /// Makes slots in a file, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or mapped.
    pub fn shared(path: &Path) -> io::Result<Slots> {
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len(BYTES as u64)?;
        Ok(Slots { map: MmapRaw::map_raw(&file)? })
    }

    fn slot(&self, number: usize) -> *mut Slot {
        assert!(number < SLOTS);
        // SAFETY: the map is as long as all slots and aligned to a page.
        unsafe { self.map.as_mut_ptr().cast::<Slot>().add(number) }
    }

    fn progress(&self, number: usize) -> &AtomicU64 {
        // SAFETY: the slot is within the map, which lives as long as `self`; the field is accessed
        // only as an atomic, and any bytes are a valid atomic.
        unsafe { &(*self.slot(number)).progress }
    }

    /// Returns the number of the phase and [`PARTS`] in the low byte, the number of phases entered
    /// above it.
    fn phase_word(&self) -> &AtomicU64 {
        // SAFETY: the word lies behind the slots, within the map, and is aligned as they are; it is
        // accessed only as an atomic, and any bytes are a valid atomic.
        unsafe { &*self.map.as_mut_ptr().add(SLOTS * size_of::<Slot>()).cast::<AtomicU64>() }
    }

    /// Stores that the process enters `phase`. Only one thread at a time may enter phases.
    pub fn enter(&self, phase: Phase) {
        let word = self.phase_word().load(Ordering::Relaxed);
        let number = phase as u64 | word & (PARTS | EXCEPTION);
        self.phase_word().store(((word >> 8) + 1) << 8 | number, Ordering::Release);
    }

    /// Returns the current phase and the number of phases entered.
    pub fn phase(&self) -> (Phase, u64) {
        let word = self.phase_word().load(Ordering::Acquire);
        (Phase::from_number((word & !(PARTS | EXCEPTION)) as u8), word >> 8)
    }

    /// Returns whether the process ended because an exception left the library.
    pub fn exception(&self) -> bool {
        self.phase_word().load(Ordering::Acquire) & EXCEPTION != 0
    }

    /// Stores that positions are asked about by `drawproof_parts`.
    pub(super) fn ask_for_parts(&self) {
        self.phase_word().fetch_or(PARTS, Ordering::Relaxed);
    }

    /// Returns the phase in which threads ask about positions.
    pub(super) fn asking(&self) -> Phase {
        let of_parts = self.phase_word().load(Ordering::Relaxed) & PARTS != 0;
        if of_parts { Phase::Parts } else { Phase::Claim }
    }

    /// Calls a function of the library in `phase`, and returns to the program's own code.
    pub(super) fn during<R>(&self, phase: Phase, call: impl FnOnce() -> R) -> R {
        self.enter(phase);
        let exceptions = Exceptions(self);
        let result = call();
        std::mem::forget(exceptions);
        self.enter(Phase::Own);
        result
    }

    /// Runs `batch` with the position buffer of a free slot, which counts as working meanwhile.
    pub(super) fn with_slot<R>(&self, batch: impl FnOnce(&mut Position) -> R) -> R {
        let mut number = rayon::current_thread_index().unwrap_or(SLOTS - 1) % SLOTS;
        // Making its count odd takes a slot. Each thread of the pool starts at a different slot, so
        // the first is nearly always free.
        while !self.take(number) {
            number = (number + 1) % SLOTS;
        }
        // SAFETY: the slot was free and now belongs to this thread; any bytes are a valid position,
        // and other processes only read it.
        let buffer = unsafe { &mut (*self.slot(number)).position };
        let exceptions = Exceptions(self);
        let result = batch(buffer);
        std::mem::forget(exceptions);
        self.progress(number).fetch_add(1, Ordering::Release);
        result
    }

    /// Takes a slot if it is free; returns whether it was.
    fn take(&self, number: usize) -> bool {
        let progress = self.progress(number);
        let count = progress.load(Ordering::Relaxed);
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        count.is_multiple_of(2)
            && progress.compare_exchange(count, count + 1, acquire, relaxed).is_ok()
    }

    /// Returns the number and the progress count of each slot in use.
    pub fn working(&self) -> Vec<(usize, u64)> {
        let count = |number| (number, self.progress(number).load(Ordering::Relaxed));
        (0..SLOTS).map(count).filter(|(_, count)| count % 2 == 1).collect()
    }

    /// Returns the position last stored in a slot. While the rule runs, it may be a mix of two
    /// positions.
    pub fn position(&self, number: usize) -> Position {
        // SAFETY: the slot is within the map and any bytes are a valid position; the read is
        // volatile because another process may be writing.
        unsafe { std::ptr::read_volatile(&raw const (*self.slot(number)).position) }
    }
}

/// Lives while the library runs. An exception that leaves the library drops it.
struct Exceptions<'a>(&'a Slots);

impl Drop for Exceptions<'_> {
    fn drop(&mut self) {
        // A panic comes from this program, not from the library.
        if !std::thread::panicking() {
            self.0.phase_word().fetch_or(EXCEPTION, Ordering::Release);
            // No Rust code catches an exception of C++: the runtime would abort, with a message for each thread.
            std::process::abort();
        }
    }
}

/// The code that the process runs: drawproof's own, or a function of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The process runs drawproof's own code, which has no time limit.
    Own,
    /// The process runs the library's constructors.
    Load,
    /// The process runs `drawproof_abi`.
    Abi,
    /// The process runs `drawproof_init`.
    Init,
    /// The process runs `drawproof_name`.
    Name,
    /// The process runs `drawproof_reason_name`, or `drawproof_pattern_name` of version 1.
    ReasonName,
    /// The process runs `drawproof_reason_role`.
    ReasonRole,
    /// The process runs `drawproof_thread_safe`.
    ThreadSafe,
    /// The process runs `drawproof_applies`.
    Applies,
    /// The process runs `drawproof_claim`.
    Claim,
    /// The process runs `drawproof_parts`.
    Parts,
    /// The process runs `drawproof_score`.
    Score,
    /// The process runs the library's destructors.
    Unload,
}

impl Phase {
    /// All phases with the function of drawproof.h that runs in each.
    const ALL: [(Phase, Option<&str>); 13] = [
        (Phase::Own, None),
        (Phase::Load, None),
        (Phase::Abi, Some("drawproof_abi")),
        (Phase::Init, Some("drawproof_init")),
        (Phase::Name, Some("drawproof_name")),
        (Phase::ReasonName, Some("drawproof_reason_name")),
        (Phase::ReasonRole, Some("drawproof_reason_role")),
        (Phase::ThreadSafe, Some("drawproof_thread_safe")),
        (Phase::Applies, Some("drawproof_applies")),
        (Phase::Claim, Some("drawproof_claim")),
        (Phase::Parts, Some("drawproof_parts")),
        (Phase::Score, Some("drawproof_score")),
        (Phase::Unload, None),
    ];

    /// Returns the phase with a number; any other number counts as the process's own code.
    pub(super) fn from_number(number: u8) -> Phase {
        Phase::ALL.get(usize::from(number)).map_or(Phase::Own, |it| it.0)
    }

    /// Returns the function of drawproof.h that runs in this phase; `None` if none does.
    pub fn function(self) -> Option<&'static str> {
        Phase::ALL[self as usize].1
    }

    /// Describes the phase as the end of a sentence, such as "in drawproof_claim".
    pub fn place(self) -> String {
        match (self, self.function()) {
            (_, Some(function)) => format!("in {function}"),
            (Phase::Load, _) => "while the library was loaded (constructors)".into(),
            (Phase::Unload, _) => "while the library was unloaded (destructors)".into(),
            _ => "outside of the rule's functions".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_map_of_the_file_sees_the_slots_in_use() {
        let path = std::env::temp_dir().join(format!("drawproof-slots-{}", std::process::id()));
        let (own, other) = (Slots::shared(&path).unwrap(), Slots::shared(&path).unwrap());
        let board: drawproof_board::Board = "8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1".parse().unwrap();
        own.with_slot(|buffer| {
            *buffer = Position::from(&board);
            let working = other.working();
            assert_eq!(working.len(), 1);
            assert_eq!(other.position(working[0].0), Position::from(&board));
        });
        assert!(other.working().is_empty());
        assert_eq!(other.phase(), (Phase::Own, 0));
        own.during(Phase::Abi, || assert_eq!(other.phase(), (Phase::Abi, 1)));
        assert_eq!(other.phase(), (Phase::Own, 2));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn every_phase_has_its_number() {
        for (number, (phase, _)) in Phase::ALL.into_iter().enumerate() {
            assert_eq!(phase as usize, number);
            assert_eq!(Phase::from_number(number as u8), phase);
            assert!((number as u64) < PARTS);
        }
        assert_eq!(Phase::from_number(255), Phase::Own);
    }
}
