//! A rule in a shared library, called through the C interface of `drawproof.h`.

#![expect(unsafe_code, reason = "a foreign rule is called")]

use std::{
    ffi::c_int,
    path::{Path, PathBuf},
};

use drawproof_recognizers::{Claim, Position, Role};

use super::{
    halves::{Part, PartSets, claim_of, unnamed},
    interface::{Answers, Claims, Fault, Subject},
    library::Loaded,
    reasons::{Reason, Reasons},
    slots::{Phase, Slots},
    text::visible,
};
use crate::enumerate::Batch;

/// The version of the interface: `DRAWPROOF_ABI`. Version 1 goes on working.
const ABI: u32 = 2;

/// The claims of version 1 by number, for the side to move.
const CLAIMS_OF_VERSION_1: [Claim; 4] = [Claim::NONE, Claim::DRAW, Claim::WIN, Claim::LOSS];

/// The highest number of a branch whose name is asked for though it has taken part in no claim.
const DECLARED_MAX: u32 = 1023;

/// `drawproof_claim`.
type ClaimFn = unsafe extern "C-unwind" fn(*const Position, *mut u64) -> c_int;

/// `drawproof_parts`.
type PartsFn = unsafe extern "C-unwind" fn(*const Position, *mut Part) -> c_int;

/// `drawproof_score`.
type ScoreFn = unsafe extern "C-unwind" fn(*const Position) -> c_int;

/// `drawproof_scaled`.
type ScaledFn = unsafe extern "C-unwind" fn(*const Position, c_int) -> c_int;

const _: () = assert!(size_of::<Position>() == 72 && align_of::<Position>() == 8);

/// The scores of a position, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The result of `drawproof_score`; `None` if the library does not export the function.
    pub score: Option<i32>,
    /// The results of `drawproof_scaled` for [`Scores::ASKED`] and for its negative; `None` if the
    /// library does not export the function.
    pub scaled: Option<[i32; 2]>,
}

impl Scores {
    /// The evaluation, in centipawns, that `drawproof_scaled` is called with.
    pub const ASKED: i32 = 1000;

    /// The score by which a rule states a known draw: `DRAWPROOF_KNOWN_DRAW`.
    pub const KNOWN_DRAW: i32 = i32::MIN;
}

/// Returns the command that compiles a rule whose source was given instead of its library; empty
/// for a library.
fn compile_hint(path: &Path) -> String {
    let compiler = match path.extension().and_then(|it| it.to_str()) {
        Some("c") => "cc -O2 -shared -fPIC -I bindings/c/include",
        Some("cc" | "cpp" | "cxx") => "c++ -O2 -shared -fPIC -I bindings/c/include",
        Some("rs") => "rustc -O --crate-type cdylib",
        Some("py" | "js") => return "; it is a program: use --command".into(),
        _ => return String::new(),
    };
    let library = path.with_extension("so");
    let (library, source) = (library.display(), path.display());
    format!("; it is source code: compile it with '{compiler} -o {library} {source}'")
}

/// The reason why a library cannot be used as a rule.
#[derive(Debug, thiserror::Error)]
pub enum PluginError {
    /// The system did not load the library: there is no such file, or it is not a library for this
    /// machine.
    #[error("{} cannot be loaded: {reason}", path.display())]
    Load {
        /// The path of the library.
        path: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// The library lacks a required function.
    #[error(
        "{} has no function {name}: a rule exports drawproof_abi and drawproof_claim or drawproof_parts as \
         drawproof.h declares them (in C++ within extern \"C\")",
        path.display()
    )]
    Symbol {
        /// The path of the library.
        path: PathBuf,
        /// The name of the missing function.
        name: &'static str,
    },
    /// The library was built for another version of the interface.
    #[error(
        "{} was built for version {found} of drawproof.h, and this drawproof knows 1 to {ABI}: build \
         it with the header of this drawproof",
        path.display()
    )]
    Version {
        /// The path of the library.
        path: PathBuf,
        /// The interface version that the library was built for.
        found: u32,
    },
    /// The library's function `drawproof_init` failed.
    #[error("{}: drawproof_init returned {code}: the rule is not ready (0 = ready)", path.display())]
    Init {
        /// The path of the library.
        path: PathBuf,
        /// The number that `drawproof_init` returned.
        code: i32,
    },
}

/// A rule in a shared library, loaded into this process.
pub struct Plugin {
    asked: Asked,
    score: Option<ScoreFn>,
    scaled: Option<ScaledFn>,
    /// The version of the interface, 1 or 2.
    version: u32,
    name: String,
    reasons: Vec<Reason>,
    thread_safe: bool,
    loaded: Loaded,
}

/// The function that answers about a position.
enum Asked {
    Claim(ClaimFn),
    /// Claims in parts, and their sets so far.
    Parts(PartsFn, Box<PartSets>),
    /// A library that has scores and no claims.
    ScoresOnly,
}

impl Plugin {
    /// Loads a library. `slots` show its phase and positions to other processes.
    ///
    /// After the plugin is dropped, `slots` stay in the phase [`Phase::Unload`].
    ///
    /// # Errors
    ///
    /// Fails if the library cannot be loaded, lacks a required function, or was built for another
    /// version of the interface.
    pub fn load(path: &Path, slots: Slots) -> Result<Plugin, PluginError> {
        let own = || path.to_path_buf();
        // The system would search for a bare file name in its own folders only.
        let full = path.canonicalize();
        let load_error = |reason: String| PluginError::Load { path: own(), reason };
        let full = full.map_err(|error| load_error(error.to_string()))?;
        let hint = compile_hint(path);
        let loaded =
            Loaded::open(&full, slots).map_err(|reason| load_error(format!("{reason}{hint}")))?;
        let missing = |name| PluginError::Symbol { path: own(), name };
        let found = loaded.abi().ok_or_else(|| missing("drawproof_abi"))?;
        if !(1..=ABI).contains(&found) {
            return Err(PluginError::Version { path: own(), found });
        }
        // SAFETY: the function's type is the one that drawproof.h declares.
        let score = unsafe { loaded.function::<ScoreFn>(c"drawproof_score") };
        // SAFETY: the function's type is the one that drawproof.h declares.
        let scaled = unsafe { loaded.function::<ScaledFn>(c"drawproof_scaled") };
        // SAFETY: the function's type is the one that drawproof.h declares.
        let parts = unsafe { loaded.function::<PartsFn>(c"drawproof_parts") };
        let asked = match parts.filter(|_| found > 1) {
            Some(parts) => {
                loaded.slots.ask_for_parts();
                Asked::Parts(parts, Box::default())
            }
            None => {
                // SAFETY: the function's type is the one that drawproof.h declares.
                let claim = unsafe { loaded.function::<ClaimFn>(c"drawproof_claim") };
                match claim {
                    Some(claim) => Asked::Claim(claim),
                    None if score.is_some() || scaled.is_some() => Asked::ScoresOnly,
                    None => return Err(missing("drawproof_claim")),
                }
            }
        };
        let code = loaded.init();
        if code != 0 {
            return Err(PluginError::Init { path: own(), code });
        }
        let file = || visible(&path.file_name().unwrap_or_default().to_string_lossy());
        let (last, role) = match asked {
            Asked::Claim(_) | Asked::ScoresOnly => (63, Role::Unless),
            Asked::Parts(..) => (DECLARED_MAX, Role::Because),
        };
        Ok(Plugin {
            asked,
            score,
            scaled,
            version: found,
            name: loaded.name().unwrap_or_else(file),
            reasons: loaded.reasons(last, role),
            thread_safe: loaded.is_thread_safe(),
            loaded,
        })
    }

    /// Returns whether the rule applies to an endgame; `None` if the library exports no
    /// `drawproof_applies`.
    pub fn applies(&self, endgame: &str) -> Option<bool> {
        self.loaded.applies(endgame)
    }

    /// Returns whether the library exports `drawproof_score`.
    pub fn has_scores(&self) -> bool {
        self.score.is_some()
    }

    /// Returns the score of a position in centipawns for the side to move; `None` if the library
    /// has no scores. Only one thread at a time may call this.
    pub fn score(&self, position: &Position) -> Option<i32> {
        let score = self.score?;
        // SAFETY: it takes a position that lives until it returns, and returns a number; a library
        // that breaks the interface runs in a separate process.
        let score = self.loaded.slots.during(Phase::Score, || unsafe { score(position) });
        Some(if score == Scores::KNOWN_DRAW { 0 } else { score })
    }

    /// Returns whether the library exports `drawproof_scaled`.
    pub fn has_scale(&self) -> bool {
        self.scaled.is_some()
    }

    /// Calls `visit` with each lane that holds a position and the scores of the position.
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

    /// Returns the claim of an answer; `None` if it is not a claim.
    #[inline(always)]
    fn claim_of(&self, answer: c_int, position: &Position) -> Option<Claim> {
        if self.version == 1 {
            return CLAIMS_OF_VERSION_1.get(usize::try_from(answer).ok()?).copied();
        }
        claim_of(answer as u32, position)
    }

    /// Returns the highest number that is a claim.
    fn highest_claim(&self) -> u8 {
        if self.version == 1 { 3 } else { 15 }
    }
}

impl Subject for Plugin {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reasons(&self) -> Vec<Reason> {
        self.reasons.clone()
    }

    fn explains(&self) -> bool {
        matches!(self.asked, Asked::Parts(..)) || !self.reasons.is_empty()
    }

    fn explanations(&self) -> Reasons {
        let Asked::Parts(_, sets) = &self.asked else { return self.reasons().into() };
        let declared = (0..self.reasons.len() as u64).collect();
        sets.reasons(declared, |branch| match self.reasons.get(branch as usize) {
            Some(reason) => reason.clone(),
            None => match self.loaded.reason_name(branch as u32) {
                Some(id) => Reason::new(id, self.loaded.role(branch as u32, Role::Because)),
                None => unnamed(branch),
            },
        })
    }

    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault> {
        match &self.asked {
            Asked::Claim(claim) => self.ask_claims(*claim, batch, with_patterns, answers),
            Asked::Parts(parts, sets) => {
                self.ask_parts(*parts, sets, batch, with_patterns, answers)
            }
            Asked::ScoresOnly => Err(Fault::Failed(format!(
                "'{}' has no function drawproof_claim or drawproof_parts: 'verify --score' reads claims \
                 from its scores",
                self.name
            ))),
        }
    }

    fn thread_safe(&self) -> bool {
        self.thread_safe
    }
}

/// Returns whether two answers have the same parts, of which there are `count`.
#[inline(always)]
fn same(parts: &[Part; Part::MAX], others: &[Part; Part::MAX], count: c_int) -> bool {
    let count = usize::try_from(count).unwrap_or(0).min(Part::MAX);
    // Field by field, as they were written just now: a processor waits where it reads two at once.
    let read = |part: &Part| {
        // SAFETY: the references are valid.
        unsafe { [(&raw const part.branch).read_volatile(), (&raw const part.set).read_volatile()] }
    };
    parts[..count].iter().zip(&others[..count]).all(|(a, b)| read(a) == [b.branch, b.set])
}

impl Plugin {
    /// Returns the claims about the positions of a batch, which `claim` returns by lane; or the
    /// first of its faults.
    #[inline(always)]
    fn claims(
        &self,
        batch: &Batch,
        mut claim: impl FnMut(usize, &Position) -> Result<Claim, Fault>,
    ) -> Result<Claims, Fault> {
        let mut claims = Claims::default();
        let mut wrong = None;
        self.loaded.slots.with_slot(|buffer| {
            batch.for_each_in(buffer, |lane, position| match claim(lane, position) {
                Ok(claim) => claims.note(lane, claim),
                Err(fault) => wrong = wrong.take().or(Some(fault)),
            });
        });
        wrong.map_or(Ok(claims), Err)
    }

    /// Asks as [`Subject::ask`], for a library with `drawproof_claim`.
    fn ask_claims(
        &self,
        claim: ClaimFn,
        batch: &Batch,
        with_patterns: bool,
        answers: &mut Answers,
    ) -> Result<(), Fault> {
        let patterns = &mut answers.patterns;
        answers.claims = self.claims(batch, |lane, position| {
            let patterns = &mut patterns[lane];
            *patterns = 0;
            let patterns = if with_patterns { patterns } else { std::ptr::null_mut() };
            // SAFETY: `position` is valid for the call, `patterns` is valid or NULL, as drawproof.h
            // requires; a rule that breaks the interface runs in a separate process.
            let answer = unsafe { claim(position, patterns) };
            let nonsense = || Fault::nonsense(answer.into(), self.highest_claim(), position);
            self.claim_of(answer, position).ok_or_else(nonsense)
        })?;
        Ok(())
    }

    /// Asks as [`Subject::ask`], for a library with `drawproof_parts`.
    fn ask_parts(
        &self,
        ask: PartsFn,
        sets: &PartSets,
        batch: &Batch,
        with_patterns: bool,
        answers: &mut Answers,
    ) -> Result<(), Fault> {
        let mut parts = [Part::default(); Part::MAX];
        // Neighbours mostly have the same parts, and one side to move.
        let mut last = (0, [Part::default(); Part::MAX], Claim::NONE);
        let mut last_set = 0;
        let claims = self.claims(batch, |lane, position| {
            // SAFETY: `position` is valid for the call and there is room for the parts, as drawproof.h
            // requires; a rule that breaks the interface runs in a separate process.
            let count = unsafe { ask(position, parts.as_mut_ptr()) };
            if count == last.0 && same(&parts, &last.1, count) {
                if with_patterns {
                    answers.patterns[lane] = last_set;
                }
                return Ok(last.2);
            }
            let parts = usize::try_from(count).ok().and_then(|count| parts.get(..count));
            let parts = parts.ok_or_else(|| Fault::too_many_parts(count.into(), position))?;
            let wanted = with_patterns.then_some((lane, &mut *answers));
            let claim = sets.claim(parts, position, wanted)?;
            last.0 = count;
            last.1[..parts.len()].copy_from_slice(parts);
            last.2 = claim;
            last_set = answers.patterns[lane];
            Ok(claim)
        });
        answers.claims = claims.map_err(|fault| self.with_names(fault))?;
        Ok(())
    }

    /// Returns a fault with the names of branches in the place of their numbers.
    fn with_names(&self, fault: Fault) -> Fault {
        let Fault::Contradiction { branches, fen } = fault else { return fault };
        let named = |number: String| {
            let name = number.parse().ok().and_then(|it| self.loaded.reason_name_while_asking(it));
            name.map_or(number, |name| format!("'{name}'"))
        };
        Fault::Contradiction { branches: branches.into_iter().map(named).collect(), fen }
    }
}
