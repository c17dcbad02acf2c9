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

/// Copies a text, shortened at a character if it is too long, with a zero byte behind it.
pub fn copy<const SIZE: usize>(text: &str, to: &mut [c_char; SIZE]) {
    let mut end = text.len().min(SIZE - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    *to = [0; SIZE];
    for (to, byte) in to.iter_mut().zip(text[..end].bytes()) {
        // A zero byte would end the text too early.
        *to = if byte == 0 { b' ' } else { byte } as c_char;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_code() {
        assert_eq!(guarded(|| panic!("a test of the guard")), INTERNAL_ERROR);
        assert_eq!(guarded(|| 2), 2);
    }

    #[test]
    fn a_long_text_is_shortened_at_a_character() {
        let mut to = [1; 4];
        copy("aäö", &mut to);
        assert_eq!(to.map(|byte| byte as u8), [b'a', 0xc3, 0xa4, 0]);
        copy("aaä", &mut to);
        assert_eq!(to.map(|byte| byte as u8), [b'a', b'a', 0, 0]);
    }
}
