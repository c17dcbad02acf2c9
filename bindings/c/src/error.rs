//! Failures as codes and texts.

use std::ffi::{CStr, c_char, c_int};

use drawproof_tablebase::Error;

/// No failure.
pub const OK: c_int = 0;
/// An error: a null pointer, or text that is not a FEN or not the name of an endgame.
pub const BAD_ARGUMENT: c_int = -1;
/// An error: the position is illegal, or has castling rights, which neither rules nor tables support.
pub const BAD_POSITION: c_int = -2;
/// An error: a bug of the library made it panic.
pub const INTERNAL_ERROR: c_int = -3;
/// An error: there is no table of the endgame, or the position has too many men for one.
pub const NO_TABLE: c_int = -4;
/// An error: a table file is damaged.
pub const DAMAGED_FILE: c_int = -5;
/// An error: the operating system refused.
pub const SYSTEM_ERROR: c_int = -6;
/// An error: solving takes more memory than allowed.
pub const MEMORY: c_int = -7;
/// An error: the endgame cannot be solved.
pub const UNSOLVABLE: c_int = -8;

/// `drawproof_error`: a code and a sentence.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ErrorText {
    /// One of the codes of this module.
    pub code: i32,
    /// A sentence in UTF-8 that ends with a zero byte.
    pub text: [c_char; 508],
}

/// A failure inside of the library.
pub enum Failure {
    /// A code, with the sentence of [`drawproof_code_text`].
    Code(c_int),
    /// An error of the tablebase.
    Tablebase(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Tablebase(error)
    }
}

impl Failure {
    fn code(&self) -> c_int {
        match self {
            Failure::Code(code) => *code,
            Failure::Tablebase(error) => match error {
                Error::Fen(_) | Error::EndgameName(_) => BAD_ARGUMENT,
                Error::Illegal(_) | Error::CastlingRights => BAD_POSITION,
                Error::TooManyMen { .. } | Error::NoTable { .. } => NO_TABLE,
                Error::Damaged(_) | Error::Contradiction { .. } => DAMAGED_FILE,
                Error::System { .. } => SYSTEM_ERROR,
                Error::Memory { .. } => MEMORY,
                Error::Unsolvable { .. } => UNSOLVABLE,
                _ => INTERNAL_ERROR,
            },
        }
    }
}

/// The code of a failure; fills in `error` unless it is null.
///
/// # Safety
///
/// `error` is null, or points to memory of a `drawproof_error` that nobody else uses during the call.
#[cold]
pub unsafe fn report(failure: &Failure, error: *mut ErrorText) -> c_int {
    let code = failure.code();
    let mut written = ErrorText { code, text: [0; 508] };
    match failure {
        Failure::Code(code) => copy(&sentence(*code).to_string_lossy(), &mut written.text),
        Failure::Tablebase(error) => copy(&error.to_string(), &mut written.text),
    }
    if !error.is_null() {
        // SAFETY: the caller passes memory of a `drawproof_error`.
        unsafe { error.write(written) };
    }
    code
}

/// Returns a sentence about a code; never null.
#[unsafe(no_mangle)]
pub extern "C" fn drawproof_code_text(code: c_int) -> *const c_char {
    sentence(code).as_ptr()
}

fn sentence(code: c_int) -> &'static CStr {
    match code {
        BAD_ARGUMENT => c"a pointer is null, or a text is not a FEN or not the name of an endgame",
        BAD_POSITION => c"the position is illegal or has castling rights",
        INTERNAL_ERROR => c"a bug of the library",
        NO_TABLE => c"there is no table of the endgame",
        DAMAGED_FILE => c"a table file is damaged",
        SYSTEM_ERROR => c"the operating system refused",
        MEMORY => c"solving takes more memory than allowed",
        UNSOLVABLE => c"the endgame cannot be solved",
        OK.. => c"no error",
        _ => c"an unknown code",
    }
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
    fn a_long_text_is_shortened_at_a_character() {
        let mut to = [1; 4];
        copy("aäö", &mut to);
        assert_eq!(to.map(|byte| byte as u8), [b'a', 0xc3, 0xa4, 0]);
        copy("aaä", &mut to);
        assert_eq!(to.map(|byte| byte as u8), [b'a', b'a', 0, 0]);
    }
}
