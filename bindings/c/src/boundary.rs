//! What every exported function shares: it reads texts, stops panics, writes answers as C structs,
//! and returns failures as codes and texts.

use std::{
    ffi::{CStr, c_char, c_int},
    panic::{AssertUnwindSafe, catch_unwind},
};

use drawproof_tablebase::{Error, FiftyMoves, MoveAnswer as LibraryMove};

/// Returns the result of `answer`; `None` if it panics.
///
/// After a panic, a caller sees no broken state: the locks of a tablebase recover, and half-written
/// values are dropped.
#[inline]
pub fn caught<T>(answer: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(answer)).ok()
}

/// Returns the result of `answer`, or [`INTERNAL_ERROR`] if it panics.
#[inline]
pub fn guarded(answer: impl FnOnce() -> c_int) -> c_int {
    caught(answer).unwrap_or(INTERNAL_ERROR)
}

/// Returns the bytes of a C string; `None` for a null pointer.
///
/// # Safety
///
/// `text` is null, or points to bytes that end with a zero byte and that nobody writes to while the
/// result is in use.
pub unsafe fn bytes<'a>(text: *const c_char) -> Option<&'a [u8]> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller passes text that ends with a zero byte.
    Some(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// Returns the text of a C string; `None` for a null pointer, and if it is not UTF-8.
///
/// # Safety
///
/// The same as for [`bytes`].
pub unsafe fn text<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: the caller passes what `bytes` needs.
    std::str::from_utf8(unsafe { bytes(text) }?).ok()
}

/// `DRAWPROOF_NO_DISTANCE` of the header.
const NO_DISTANCE: i32 = i32::MIN;

/// `drawproof_answer` in the header: the values of a position for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i32,
    /// The plies to mate, negative for a loss; `i32::MIN` if there is no distance, as for a draw.
    pub dtm: i32,
    /// The plies to zeroing, with the conventions of `dtm`.
    pub dtz: i32,
    /// The plies to conversion, with the conventions of `dtm`.
    pub dtc: i32,
    /// The result under the fifty-move rule: 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss;
    /// 3 if the DTZ is not available.
    pub fifty: i32,
    /// Always 0.
    pub reserved: [i32; 3],
}

/// `drawproof_move` in the header: a legal move, and the values of the position after it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MoveAnswer {
    /// The move in UCI notation, ended by a zero byte.
    pub uci: [c_char; 8],
    /// The move in standard algebraic notation, ended by a zero byte.
    pub san: [c_char; 16],
    /// The answer about the position after the move, for the side to move there.
    pub answer: Answer,
}

impl From<drawproof_tablebase::Answer> for Answer {
    #[inline]
    fn from(answer: drawproof_tablebase::Answer) -> Answer {
        Answer {
            result: answer.result as i32,
            dtm: answer.dtm.unwrap_or(NO_DISTANCE),
            dtz: answer.dtz.unwrap_or(NO_DISTANCE),
            dtc: answer.dtc.unwrap_or(NO_DISTANCE),
            fifty: match answer.fifty {
                Some(FiftyMoves::Loss) => -2,
                Some(FiftyMoves::BlessedLoss) => -1,
                Some(FiftyMoves::Draw) => 0,
                Some(FiftyMoves::CursedWin) => 1,
                Some(FiftyMoves::Win) => 2,
                None => 3,
            },
            reserved: [0; 3],
        }
    }
}

impl From<LibraryMove> for MoveAnswer {
    fn from(mv: LibraryMove) -> MoveAnswer {
        let mut answer = MoveAnswer { uci: [0; 8], san: [0; 16], answer: mv.answer.into() };
        copy(&mv.uci(), &mut answer.uci);
        copy(&mv.san, &mut answer.san);
        answer
    }
}

/// The call succeeded.
pub const OK: c_int = 0;
/// An error: a null pointer, or text that is not a FEN or not the name of an endgame.
pub const BAD_ARGUMENT: c_int = -1;
/// An error: the position is illegal, or has castling rights, which neither rules nor tables
/// support.
pub const BAD_POSITION: c_int = -2;
/// An error: a bug of the library made it panic.
pub const INTERNAL_ERROR: c_int = -3;
/// An error: there is no table of the endgame, or the position has too many men for one.
pub const NO_TABLE: c_int = -4;
/// An error: a table file is damaged.
pub const DAMAGED_FILE: c_int = -5;
/// An error: the operating system refused a request.
pub const SYSTEM_ERROR: c_int = -6;
/// An error: solving takes more memory than allowed.
pub const MEMORY: c_int = -7;
/// An error: the endgame cannot be solved.
pub const UNSOLVABLE: c_int = -8;

/// `drawproof_error` in the header: an error code and a sentence.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ErrorText {
    /// The error code: one of the constants of this module.
    pub code: i32,
    /// A sentence in UTF-8 that explains the error, ended by a zero byte.
    pub text: [c_char; 508],
}

/// The reason why a call to the library failed.
pub enum Failure {
    /// An error code, which [`drawproof_code_text`] explains.
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

/// Returns the code of a failure, and fills in `error` unless it is null.
///
/// # Safety
///
/// `error` is null, or points to memory for a `drawproof_error` that nobody else uses during the
/// call.
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

/// Returns a sentence that explains a code; never null.
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

/// Copies `text` to `to`, followed by a zero byte. A text that is too long is cut off between two
/// characters.
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
