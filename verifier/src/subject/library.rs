//! A shared library, and the functions of `drawproof.h` that describe its rule.

#![expect(unsafe_code, reason = "a foreign rule is called")]

use std::{
    ffi::{CStr, CString, c_char, c_int, c_uint},
    path::Path,
};

use drawproof_recognizers::Role;
use libloading::Library;

use super::{
    reasons::Reason,
    slots::{Phase, Slots},
    text::visible,
};

/// A loaded library, and the slots in which its process shows its current phase.
pub(super) struct Loaded {
    library: Library,
    /// The slots in which the process shows its phases; dropped after the library.
    pub slots: Slots,
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

/// A function without arguments that returns a number.
type NumberFn = unsafe extern "C-unwind" fn() -> c_int;

impl Loaded {
    /// Loads a library. If this fails, `Err` is the system's error message.
    pub fn open(full: &Path, slots: Slots) -> Result<Loaded, String> {
        let library = slots.during(Phase::Load, || open(full))?;
        Ok(Loaded { library, slots })
    }

    /// Returns the function named `name`; `None` if the library does not export it.
    ///
    /// # Safety
    ///
    /// `F` must be the type with which drawproof.h declares the function.
    pub unsafe fn function<F: Copy>(&self, name: &CStr) -> Option<F> {
        // SAFETY: the caller states that the type is right.
        unsafe { self.library.get::<F>(name.to_bytes_with_nul()) }.ok().map(|function| *function)
    }

    /// Returns the interface version that the library was built for; `None` if it does not export
    /// `drawproof_abi`.
    pub fn abi(&self) -> Option<u32> {
        // SAFETY: the function's type is the one that drawproof.h declares.
        let abi =
            unsafe { self.function::<unsafe extern "C-unwind" fn() -> u32>(c"drawproof_abi") }?;
        // SAFETY: it takes no argument and returns a number.
        Some(self.slots.during(Phase::Abi, || unsafe { abi() }))
    }

    /// Calls `drawproof_init` and returns its result; 0 if the library does not export the
    /// function.
    pub fn init(&self) -> c_int {
        // SAFETY: the function's type is the one that drawproof.h declares.
        let init = unsafe { self.function::<NumberFn>(c"drawproof_init") };
        // SAFETY: it takes no argument and returns a number.
        init.map_or(0, |init| self.slots.during(Phase::Init, || unsafe { init() }))
    }

    /// Returns whether the rule applies to an endgame; `None` if the library does not export
    /// `drawproof_applies`.
    pub fn applies(&self, endgame: &str) -> Option<bool> {
        type AppliesFn = unsafe extern "C-unwind" fn(*const c_char) -> c_int;
        let name = CString::new(endgame).ok()?;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let applies = unsafe { self.function::<AppliesFn>(c"drawproof_applies") }?;
        // SAFETY: it takes a string that lives until it returns.
        Some(self.slots.during(Phase::Applies, || unsafe { applies(name.as_ptr()) != 0 }))
    }

    /// Returns the rule's name; `None` if the library exports no name.
    pub fn name(&self) -> Option<String> {
        type NameFn = unsafe extern "C-unwind" fn() -> *const c_char;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let name = unsafe { self.function::<NameFn>(c"drawproof_name") }?;
        // SAFETY: it returns a string or NULL.
        self.slots.during(Phase::Name, || text(unsafe { name() }))
    }

    /// Returns the reasons from number 0 to number `last`, or to the last one before the first
    /// number without a name. A reason has the role `usual` if the library states no role.
    pub fn reasons(&self, last: u32, usual: Role) -> Vec<Reason> {
        let names = (0..=last).map_while(|number| Some((number, self.reason_name(number)?)));
        names.map(|(number, id)| Reason::new(id, self.role(number, usual))).collect()
    }

    /// Returns the name of a reason; `None` if the library gives no name.
    pub fn reason_name(&self, number: c_uint) -> Option<String> {
        self.slots.during(Phase::ReasonName, || self.reason_name_while_asking(number))
    }

    /// Returns the name of a reason as [`Loaded::reason_name`] does, but enters no phase, for
    /// threads that ask about positions.
    pub fn reason_name_while_asking(&self, number: c_uint) -> Option<String> {
        type ReasonNameFn = unsafe extern "C-unwind" fn(c_uint) -> *const c_char;
        let names = [c"drawproof_reason_name", c"drawproof_pattern_name"];
        // SAFETY: the function's type is the one that drawproof.h declares, the second that of version 1.
        let name = names.into_iter().find_map(|it| unsafe { self.function::<ReasonNameFn>(it) })?;
        // SAFETY: it takes any number and returns a string or NULL.
        text(unsafe { name(number) })
    }

    /// Returns the role of a reason; `usual` if the library states no role.
    pub fn role(&self, number: c_uint, usual: Role) -> Role {
        type RoleFn = unsafe extern "C-unwind" fn(c_uint) -> c_int;
        // SAFETY: the function's type is the one that drawproof.h declares.
        let role = unsafe { self.function::<RoleFn>(c"drawproof_reason_role") };
        // SAFETY: it takes any number and returns a number.
        match role.map(|role| self.slots.during(Phase::ReasonRole, || unsafe { role(number) })) {
            Some(1) => Role::Because,
            Some(_) => Role::Unless,
            None => usual,
        }
    }

    /// Returns whether several threads may call the rule at once.
    pub fn is_thread_safe(&self) -> bool {
        // SAFETY: the function's type is the one that drawproof.h declares.
        let is_safe = unsafe { self.function::<NumberFn>(c"drawproof_thread_safe") };
        is_safe.is_none_or(|is_safe| {
            // SAFETY: it takes no argument and returns a number.
            self.slots.during(Phase::ThreadSafe, || unsafe { is_safe() != 0 })
        })
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

    use libloading::os::unix::{RTLD_LAZY, RTLD_LOCAL};

    // An initialiser may throw, and a declaration that rules that out would make the exception undefined
    // behaviour instead of an abort.
    unsafe extern "C-unwind" {
        fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
        fn dlerror() -> *const c_char;
    }
    let path = CString::new(full.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: the path ends with a zero.
    let handle = unsafe { dlopen(path.as_ptr(), RTLD_LAZY | RTLD_LOCAL) };
    if handle.is_null() {
        // SAFETY: it takes nothing.
        let reason = unsafe { dlerror() };
        if reason.is_null() {
            return Err("the system tells no reason".into());
        }
        // SAFETY: the reason is a text, until the next call of these functions in the thread.
        let reason = unsafe { CStr::from_ptr(reason) };
        return Err(reason.to_string_lossy().into_owned());
    }
    // SAFETY: the handle is open, and nobody else closes it.
    Ok(unsafe { libloading::os::unix::Library::from_raw(handle) }.into())
}

/// Opens a library as on Unix. Libraries that it needs are searched for beside it first.
#[cfg(windows)]
fn open(full: &Path) -> Result<Library, String> {
    use libloading::os::windows::{LOAD_WITH_ALTERED_SEARCH_PATH, Library};

    // SAFETY: as on Unix.
    let library = unsafe { Library::load_with_flags(full, LOAD_WITH_ALTERED_SEARCH_PATH) };
    library.map(Into::into).map_err(|error| error.to_string())
}

/// Returns a copy of a C string, with control characters escaped; `None` for NULL.
fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: drawproof.h requires a string that ends with a zero byte and is never freed.
    Some(visible(&unsafe { CStr::from_ptr(pointer) }.to_string_lossy()))
}
