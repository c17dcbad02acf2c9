//! Endgame tables and draw rules for programs in C, and in languages that can call C. The headers
//! are `bindings/c/include/drawproof_library.h` and `bindings/c/include/drawproof_recognizers.h`.
//!
//! Cargo builds a static library, a shared library, and a Rust crate for the tests. The functions
//! check their input, and no panic crosses the boundary. The verifier is not exported.
//!
//! Rust can call the exported functions as C does:
//!
//! ```
//! use drawproof_capi::drawproof_recognize_fen;
//!
//! // SAFETY: the text ends with a zero byte.
//! let claim = unsafe { drawproof_recognize_fen(c"8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1".as_ptr()) };
//! assert_eq!(claim, 2, "a draw");
//! ```

#![allow(unsafe_code)]

mod boundary;
mod rules;
mod tablebase;

pub use boundary::{
    Answer, BAD_ARGUMENT, BAD_POSITION, DAMAGED_FILE, ErrorText, INTERNAL_ERROR, MEMORY,
    MoveAnswer, NO_TABLE, OK, SYSTEM_ERROR, UNSOLVABLE, drawproof_code_text,
};
#[doc(hidden)]
pub use boundary::{copy, guarded};
pub use rules::{
    drawproof_recognize, drawproof_recognize_fen, drawproof_rules_claim, drawproof_rules_name,
    drawproof_rules_reason, drawproof_rules_sentence, is_legal,
};
pub use tablebase::{
    Handle, Options, drawproof_close, drawproof_in_memory, drawproof_moves, drawproof_open,
    drawproof_open_with, drawproof_parse_fen, drawproof_prepare, drawproof_probe,
    drawproof_probe_fen, drawproof_version,
};
