//! A rule in a shared library, called through the C interface of `drawproof.h`.

#![expect(unsafe_code, reason = "a foreign rule is called")]

use std::{
    ffi::{CStr, CString, c_char, c_int, c_uint},
    path::{Path, PathBuf},
};

use drawproof_recognizers::{Claim, Position, Role};
use libloading::Library;

use super::{
    interface::{Answers, Claims, Fault, Reason, Subject},
    slots::{Phase, Slots},
    text::visible,
};
use crate::enumerate::Batch;

/// The version of the interface: `DRAWPROOF_ABI`. Version 1 goes on working.
const ABI: u32 = 2;

/// The claims of version 1 by number, for the side to move.
const CLAIMS_OF_VERSION_1: [Claim; 4] = [Claim::NONE, Claim::DRAW, Claim::WIN, Claim::LOSS];

/// The bit of a claim that names results by side to move: `DRAWPROOF_SIDE_TO_MOVE`.
const SIDE_TO_MOVE: c_int = 8;

/// `drawproof_claim`.
type ClaimFn = unsafe extern "C" fn(*const Position, *mut u64) -> c_int;

/// `drawproof_score`.
type ScoreFn = unsafe extern "C" fn(*const Position) -> c_int;

/// `drawproof_scaled`.
type ScaledFn = unsafe extern "C" fn(*const Position, c_int) -> c_int;

const _: () = assert!(size_of::<Position>() == 72 && align_of::<Position>() == 8);

/// The scores of a position, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// That of `drawproof_score`.
    pub score: Option<i32>,
    /// What `drawproof_scaled` makes of [`Scores::ASKED`] and of its negative.
    pub scaled: Option<[i32; 2]>,
}

impl Scores {
    /// The evaluation's score that a scale is asked about.
    pub const ASKED: i32 = 1000;
}

/// Why a library is not a rule.
#[derive(Debug, thiserror::Error)]
pub enum PluginError {
    /// The system did not load it: no such file, not a library, or not for this machine.
    #[error("{} cannot be loaded: {reason}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// It lacks a required function.
    #[error(
        "{} has no function {name}: a rule exports drawproof_abi and drawproof_claim as drawproof.h \
         declares them (in C++ within extern \"C\")",
        path.display()
    )]
    Symbol {
        /// The library.
        path: PathBuf,
        /// The function's name.
        name: &'static str,
    },
    /// It was built for another version of the interface.
    #[error(
        "{} was built for version {found} of drawproof.h, and this drawproof knows 1 to {ABI}: build \
         it with the header of this drawproof",
        path.display()
    )]
    Version {
        /// The library.
        path: PathBuf,
        /// The version that it was built for.
        found: u32,
    },
    /// `drawproof_init` failed.
    #[error("{}: drawproof_init returned {code}: the rule is not ready (0 = ready)", path.display())]
    Init {
        /// The library.
        path: PathBuf,
        /// The number that it returned.
        code: i32,
    },
}

/// A rule in a shared library.
pub struct Plugin {
    claim: ClaimFn,
    score: Option<ScoreFn>,
    scaled: Option<ScaledFn>,
    /// The version of the interface, 1 or 2.
    version: u32,
    name: String,
    reasons: Vec<Reason>,
    thread_safe: bool,
    loaded: Loaded,
}

/// A library that is loaded, and the slots that its process shows its phases in.
struct Loaded {
    library: Library,
    /// Dropped after the library.
    slots: Slots,
}

impl Drop for Loaded {
    /// The library is unloaded next. If it has thrown an exception, the phase remains that of the
    /// function that threw.
    fn drop(&mut self) {
        if self.slots.phase().0 == Phase::Own {
            self.slots.enter(Phase::Unload);
        }
    }
}

impl Plugin {
    /// Loads a library. `slots` show its phases and positions to other processes.
    ///
    /// After the plugin is dropped the phase remains [`Phase::Unload`].
    ///
    /// # Errors
    ///
    /// The library cannot be loaded, lacks a required function, or has another version.
    pub fn load(path: &Path, slots: Slots) -> Result<Plugin, PluginError> {
        let own = || path.to_path_buf();
        // The system would search for a bare file name in its own folders only.
        let full = path.canonicalize();
        let load_error = |reason: String| PluginError::Load { path: own(), reason };
        let full = full.map_err(|error| load_error(error.to_string()))?;
        let library = slots.during(Phase::Load, || open(&full)).map_err(load_error)?;
        let loaded = Loaded { library, slots };
        let missing = |name| PluginError::Symbol { path: own(), name };
        let found = loaded.abi().ok_or_else(|| missing("drawproof_abi"))?;
        if !(1..=ABI).contains(&found) {
            return Err(PluginError::Version { path: own(), found });
        }
        // SAFETY: the function's type is the one that drawproof.h declares.
        let claim = unsafe { loaded.function::<ClaimFn>(c"drawproof_claim") };
        let claim = claim.ok_or_else(|| missing("drawproof_claim"))?;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let score = unsafe { loaded.function::<ScoreFn>(c"drawproof_score") };
        // SAFETY: the function's type is the one that drawproof.h declares.
        let scaled = unsafe { loaded.function::<ScaledFn>(c"drawproof_scaled") };
        let code = loaded.init();
        if code != 0 {
            return Err(PluginError::Init { path: own(), code });
        }
        let file = || visible(&path.file_name().unwrap_or_default().to_string_lossy());
        Ok(Plugin {
            claim,
            score,
            scaled,
            version: found,
            name: loaded.name().unwrap_or_else(file),
            reasons: loaded.reasons(),
            thread_safe: loaded.is_thread_safe(),
            loaded,
        })
    }

    /// Whether the rule is about an endgame; `None` if it exports no `drawproof_applies`.
    pub fn applies(&self, endgame: &str) -> Option<bool> {
        type AppliesFn = unsafe extern "C" fn(*const c_char) -> c_int;
        let name = CString::new(endgame).ok()?;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let applies = unsafe { self.loaded.function::<AppliesFn>(c"drawproof_applies") }?;
        let slots = &self.loaded.slots;
        // SAFETY: it takes a string that lives until it returns.
        Some(slots.during(Phase::Applies, || unsafe { applies(name.as_ptr()) != 0 }))
    }

    /// Whether the library has scores: exports `drawproof_score`.
    pub fn has_scores(&self) -> bool {
        self.score.is_some()
    }

    /// The score of a position in centipawns for the side to move; `None` if the library has no
    /// scores. One thread at a time calls this.
    pub fn score(&self, position: &Position) -> Option<i32> {
        let score = self.score?;
        // SAFETY: it takes a position that lives until it returns, and returns a number; a library
        // that breaks the interface runs in a separate process.
        Some(self.loaded.slots.during(Phase::Score, || unsafe { score(position) }))
    }

    /// Whether the library scales scores: exports `drawproof_scaled`.
    pub fn has_scale(&self) -> bool {
        self.scaled.is_some()
    }

    /// Visits the scores of the positions of a batch with their lanes.
    pub(super) fn ask_scores(&self, batch: &Batch, mut visit: impl FnMut(usize, Scores)) {
        self.loaded.slots.with_slot(|buffer| {
            batch.for_each_in(buffer, |lane, position| {
                // SAFETY: as in `Plugin::score`.
                let score = self.score.map(|score| unsafe { score(position) });
                let scaled = self.scaled.map(|scaled| {
                    // SAFETY: it takes a position that lives until it returns, and a number.
                    [Scores::ASKED, -Scores::ASKED].map(|asked| unsafe { scaled(position, asked) })
                });
                visit(lane, Scores { score, scaled });
            });
        });
    }

    /// The claim of an answer; `None` if it is not a claim.
    #[inline(always)]
    fn claim_of(&self, answer: c_int, position: &Position) -> Option<Claim> {
        if self.version == 1 {
            return CLAIMS_OF_VERSION_1.get(usize::try_from(answer).ok()?).copied();
        }
        let claim = Claim::from_bits((answer & !SIDE_TO_MOVE).try_into().ok()?)?;
        let by_colour = answer & SIDE_TO_MOVE == 0;
        Some(if by_colour { claim.by_colour(position.stm()) } else { claim })
    }

    /// The highest number that is a claim.
    fn highest_claim(&self) -> u8 {
        if self.version == 1 { 3 } else { 15 }
    }
}

/// Loads a library; the text of `Err` is the system's reason. Its initialisers run, as the user requested;
/// callers that must survive them load it in a separate process (see `supervise`).
#[cfg(unix)]
fn open(full: &Path) -> Result<Library, String> {
    use std::{
        ffi::{CStr, CString, c_char, c_int, c_void},
        os::unix::ffi::OsStrExt,
    };
    // An initialiser may throw, and a declaration that rules that out would make the exception undefined
    // behaviour instead of an abort.
    unsafe extern "C-unwind" {
        fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
        fn dlerror() -> *const c_char;
    }
    const RTLD_LAZY: c_int = 1;
    let path = CString::new(full.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: the path ends with a zero.
    let handle = unsafe { dlopen(path.as_ptr(), RTLD_LAZY) };
    if handle.is_null() {
        // SAFETY: after a failure the reason is a text, until the next call of these functions in the thread.
        let reason = unsafe { CStr::from_ptr(dlerror()) };
        return Err(reason.to_string_lossy().into_owned());
    }
    // SAFETY: the handle is open, and nobody else closes it.
    Ok(unsafe { libloading::os::unix::Library::from_raw(handle) }.into())
}

/// As on Unix.
#[cfg(not(unix))]
fn open(full: &Path) -> Result<Library, String> {
    // SAFETY: as on Unix.
    unsafe { Library::new(full) }.map_err(|error| error.to_string())
}

/// A function without arguments that returns a number.
type NumberFn = unsafe extern "C" fn() -> c_int;

impl Loaded {
    /// A function that the library exports; `None` if it does not.
    ///
    /// # Safety
    ///
    /// The function has the type `F`: drawproof.h declares it so.
    unsafe fn function<F: Copy>(&self, name: &CStr) -> Option<F> {
        // SAFETY: the caller states that the type is right.
        unsafe { self.library.get::<F>(name.to_bytes_with_nul()) }.ok().map(|function| *function)
    }

    fn abi(&self) -> Option<u32> {
        // SAFETY: the function's type is the one that drawproof.h declares.
        let abi = unsafe { self.function::<unsafe extern "C" fn() -> u32>(c"drawproof_abi") }?;
        // SAFETY: it takes no argument and returns a number.
        Some(self.slots.during(Phase::Abi, || unsafe { abi() }))
    }

    /// The result of `drawproof_init`; 0 if the library does not export it.
    fn init(&self) -> c_int {
        // SAFETY: the function's type is the one that drawproof.h declares.
        let init = unsafe { self.function::<NumberFn>(c"drawproof_init") };
        // SAFETY: it takes no argument and returns a number.
        init.map_or(0, |init| self.slots.during(Phase::Init, || unsafe { init() }))
    }

    fn name(&self) -> Option<String> {
        type NameFn = unsafe extern "C" fn() -> *const c_char;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let name = unsafe { self.function::<NameFn>(c"drawproof_name") }?;
        // SAFETY: it returns a string or NULL.
        self.slots.during(Phase::Name, || text(unsafe { name() }))
    }

    /// The names and roles of all reasons, up to the first bit without a name.
    fn reasons(&self) -> Vec<Reason> {
        type NameFn = unsafe extern "C" fn(c_uint) -> *const c_char;
        let names = [c"drawproof_reason_name", c"drawproof_pattern_name"];
        // SAFETY: the function's type is the one that drawproof.h declares, the second that of version 1.
        let name = names.into_iter().find_map(|name| unsafe { self.function::<NameFn>(name) });
        let Some(name) = name else { return Vec::new() };
        // SAFETY: it takes any number and returns a string or NULL.
        let name_of = |bit| self.slots.during(Phase::ReasonName, || text(unsafe { name(bit) }));
        let names = (0..64).map_while(|bit| Some((bit, name_of(bit)?)));
        names.map(|(bit, id)| Reason::new(id, self.role(bit))).collect()
    }

    /// The role of a reason.
    fn role(&self, bit: c_uint) -> Role {
        type RoleFn = unsafe extern "C" fn(c_uint) -> c_int;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let role = unsafe { self.function::<RoleFn>(c"drawproof_reason_role") };
        // SAFETY: it takes any number and returns a number.
        match role.map(|role| self.slots.during(Phase::ReasonRole, || unsafe { role(bit) })) {
            Some(1) => Role::Because,
            _ => Role::Unless,
        }
    }

    fn is_thread_safe(&self) -> bool {
        // SAFETY: the function's type is the one that drawproof.h declares.
        let is_safe = unsafe { self.function::<NumberFn>(c"drawproof_thread_safe") };
        is_safe.is_none_or(|is_safe| {
            // SAFETY: it takes no argument and returns a number.
            self.slots.during(Phase::ThreadSafe, || unsafe { is_safe() != 0 })
        })
    }
}

/// A copy of a C string, with control characters escaped; `None` for NULL.
fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: drawproof.h requires a string that ends with a zero byte and is never freed.
    Some(visible(&unsafe { CStr::from_ptr(pointer) }.to_string_lossy()))
}

impl Subject for Plugin {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reasons(&self) -> Vec<Reason> {
        self.reasons.clone()
    }

    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        let mut wrong = None;
        self.loaded.slots.with_slot(|buffer| {
            batch.for_each_in(buffer, |lane, position| {
                let patterns = &mut answers.patterns[lane];
                *patterns = 0;
                let patterns = if with_patterns { patterns } else { std::ptr::null_mut() };
                // SAFETY: `position` is valid for the call, `patterns` is valid or NULL, as
                // drawproof.h requires; a rule that breaks the interface runs in a separate
                // process.
                let answer = unsafe { (self.claim)(position, patterns) };
                match self.claim_of(answer, position) {
                    Some(claim) => claims.note(lane, claim),
                    None if wrong.is_none() => {
                        wrong =
                            Some(Fault::nonsense(answer.into(), self.highest_claim(), position));
                    }
                    None => {}
                }
            });
        });
        answers.claims = claims;
        wrong.map_or(Ok(()), Err)
    }

    fn thread_safe(&self) -> bool {
        self.thread_safe
    }
}
