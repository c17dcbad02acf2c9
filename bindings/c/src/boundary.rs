//! What every exported function does: texts are read, panics stopped.

use std::{
    ffi::{CStr, c_char, c_int},
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::error::INTERNAL_ERROR;

/// The result of `answer`; `None` if it panics.
///
/// What a panic leaves behind is a tablebase whose locks recover, or values that the caller does not
/// see.
#[inline]
pub fn caught<T>(answer: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(answer)).ok()
}

/// The result of `answer`, or [`INTERNAL_ERROR`] if it panics.
#[inline]
pub fn guarded(answer: impl FnOnce() -> c_int) -> c_int {
    caught(answer).unwrap_or(INTERNAL_ERROR)
}

/// The bytes of a text of a C program; `None` for a null pointer.
///
/// # Safety
///
/// `text` is null, or ends with a zero byte and is not written to while the result lives.
pub unsafe fn bytes<'a>(text: *const c_char) -> Option<&'a [u8]> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller passes text that ends with a zero byte.
    Some(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// The text of a C program; `None` for a null pointer, and if it is not UTF-8.
///
/// # Safety
///
/// As for [`bytes`].
pub unsafe fn text<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: the caller passes what `bytes` needs.
    std::str::from_utf8(unsafe { bytes(text) }?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_code() {
        assert_eq!(guarded(|| panic!("a test of the guard")), INTERNAL_ERROR);
        assert_eq!(guarded(|| 2), 2);
    }
}
