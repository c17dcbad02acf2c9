//! The functions of `drawproof_library.h` that probe tables.

use std::{
    ffi::{c_char, c_int, c_uint},
    path::PathBuf,
    ptr::null_mut,
};

use drawproof_recognizers::Position as CPosition;
use drawproof_tablebase::{
    Error, Illegal, Metric, Options as LibraryOptions, Position, Square, Tablebase,
};

use crate::boundary::{
    Answer, BAD_ARGUMENT, ErrorText, Failure, INTERNAL_ERROR, MoveAnswer, OK, bytes, caught,
    guarded, report, text,
};

/// The memory that `drawproof_in_memory` uses if the caller passes 0.
const MEMORY_BYTES: u64 = 1 << 30;

/// `drawproof_tablebase` in the header: an open tablebase.
pub struct Handle(#[doc(hidden)] pub Tablebase);

/// `drawproof_options` in the header: the options of a tablebase.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The path of a folder of table files, or null.
    pub folder: *const c_char,
    /// The memory limit for solving in bytes; 0 disables solving.
    pub memory_bytes: u64,
    /// The metrics to use, one bit each; 0 for all metrics of the folder.
    pub metrics: u32,
    /// The number of threads for solving; 0 for one per processor.
    pub threads: u32,
    /// Reserved for later versions; must be 0.
    pub reserved: [u64; 2],
}

impl Options {
    const NONE: Options = Options {
        folder: std::ptr::null(),
        memory_bytes: 0,
        metrics: 0,
        threads: 0,
        reserved: [0; 2],
    };
}

/// Opens a tablebase over the table files of a folder, and writes its handle to `tablebase`.
///
/// # Safety
///
/// `folder` is null or a text that ends with a zero byte. `tablebase` and `error` are null or point to
/// memory that nobody else uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_open(
    folder: *const c_char,
    tablebase: *mut *mut Handle,
    error: *mut ErrorText,
) -> c_int {
    let options = Options { folder, ..Options::NONE };
    // SAFETY: the caller passes what `open` needs.
    unsafe { open(Some(options).filter(|_| !folder.is_null()), tablebase, error) }
}

/// Makes a tablebase without files, which solves every endgame that it is asked about in at most
/// `memory_bytes` of memory; 0 means 1 GiB.
///
/// # Safety
///
/// The same as for [`drawproof_open`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_in_memory(
    memory_bytes: u64,
    tablebase: *mut *mut Handle,
    error: *mut ErrorText,
) -> c_int {
    let memory_bytes = if memory_bytes == 0 { MEMORY_BYTES } else { memory_bytes };
    let options = Options { memory_bytes, ..Options::NONE };
    // SAFETY: the caller passes what `open` needs.
    unsafe { open(Some(options), tablebase, error) }
}

/// Opens a tablebase with the given options, and writes its handle to `tablebase`.
///
/// # Safety
///
/// The same as for [`drawproof_open`]; `options` is null or points to `drawproof_options`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_open_with(
    options: *const Options,
    tablebase: *mut *mut Handle,
    error: *mut ErrorText,
) -> c_int {
    // SAFETY: the caller passes null or options.
    let options = unsafe { options.as_ref() }.copied();
    // SAFETY: the caller passes what `open` needs.
    unsafe { open(options, tablebase, error) }
}

/// Opens a tablebase. `None` stands for a null pointer, which is an error.
///
/// # Safety
///
/// The same as for [`drawproof_open`].
unsafe fn open(
    options: Option<Options>,
    tablebase: *mut *mut Handle,
    error: *mut ErrorText,
) -> c_int {
    // SAFETY: the caller passes null or memory for a pointer.
    let Some(place) = (unsafe { tablebase.as_mut() }) else {
        // SAFETY: the caller passes what `report` needs.
        return unsafe { report(&Failure::Code(BAD_ARGUMENT), error) };
    };
    *place = null_mut();
    let opened = || -> Result<c_int, Failure> {
        // SAFETY: the folder of the caller's options is null or a text.
        let options = unsafe { library_options(&options.ok_or(Failure::Code(BAD_ARGUMENT))?) }?;
        *place = Box::into_raw(Box::new(Handle(options.open()?)));
        Ok(OK)
    };
    // SAFETY: the caller passes what `answered` needs.
    unsafe { answered(opened, error) }
}

/// # Safety
///
/// The folder is null or a text that ends with a zero byte.
unsafe fn library_options(options: &Options) -> Result<LibraryOptions, Failure> {
    let mut library = LibraryOptions::new().threads(options.threads as usize);
    // SAFETY: the folder is null or a text.
    if let Some(folder) = unsafe { bytes(options.folder) } {
        library = library.folder(path(folder)?);
    }
    if options.memory_bytes > 0 {
        library = library.solve_within(options.memory_bytes);
    }
    let bits = 0..Metric::ALL.len();
    if options.metrics >> bits.end != 0 || options.reserved != [0; 2] {
        return Err(Failure::Code(BAD_ARGUMENT));
    }
    if options.metrics != 0 {
        let named = |&bit: &usize| options.metrics >> bit & 1 != 0;
        let metrics: Vec<Metric> = bits.filter(named).map(|bit| Metric::ALL[bit]).collect();
        library = library.metrics(&metrics);
    }
    Ok(library)
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> Result<PathBuf, Failure> {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    Ok(OsStr::from_bytes(bytes).into())
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Result<PathBuf, Failure> {
    std::str::from_utf8(bytes).map(PathBuf::from).map_err(|_| Failure::Code(BAD_ARGUMENT))
}

/// Frees a tablebase; null is allowed.
///
/// # Safety
///
/// `tablebase` is null, or comes from a function that opens a tablebase and is no longer in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_close(tablebase: *mut Handle) {
    if !tablebase.is_null() {
        // SAFETY: `open` made the pointer from a box, and the caller passes it once.
        let tablebase = unsafe { Box::from_raw(tablebase) };
        guarded(|| {
            drop(tablebase);
            OK
        });
    }
}

/// Writes the values of a position to `answer`. `clock` is the half-move clock of the position in
/// plies.
///
/// # Safety
///
/// `tablebase` is null or open, `position` null or a `drawproof_position` that no thread writes to,
/// `answer` and `error` null or memory that nobody else uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_probe(
    tablebase: *const Handle,
    position: *const CPosition,
    clock: c_uint,
    answer: *mut Answer,
    error: *mut ErrorText,
) -> c_int {
    let probe = || {
        // SAFETY: the caller passes null or valid pointers; any bits are a valid
        // `drawproof_position`.
        let (tablebase, position) = given(unsafe { (tablebase.as_ref(), position.as_ref()) })?;
        let position = library_position(position, clock)?;
        // SAFETY: the caller passes null or memory for an answer.
        unsafe { write_answer(tablebase, position, answer) }
    };
    // SAFETY: the caller passes what `answered` needs.
    unsafe { answered(probe, error) }
}

/// Writes the values of the position that a FEN describes to `answer`.
///
/// # Safety
///
/// The same as for [`drawproof_probe`]; `fen` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_probe_fen(
    tablebase: *const Handle,
    fen: *const c_char,
    answer: *mut Answer,
    error: *mut ErrorText,
) -> c_int {
    let probe = || {
        // SAFETY: the caller passes null or valid pointers.
        let (tablebase, fen) = given(unsafe { (tablebase.as_ref(), text(fen)) })?;
        // SAFETY: the caller passes null or memory for an answer.
        unsafe { write_answer(tablebase, fen.parse()?, answer) }
    };
    // SAFETY: the caller passes what `answered` needs.
    unsafe { answered(probe, error) }
}

/// # Safety
///
/// `answer` is null or memory that nobody else uses.
#[inline]
unsafe fn write_answer(
    tablebase: &Tablebase,
    position: Position,
    answer: *mut Answer,
) -> Result<c_int, Failure> {
    if answer.is_null() {
        return Err(Failure::Code(BAD_ARGUMENT));
    }
    let probed = tablebase.probe(position)?;
    // SAFETY: the caller passes memory for an answer, perhaps not initialized.
    unsafe { answer.write(probed.into()) };
    Ok(OK)
}

/// Writes the legal moves of a position to `moves`, best move first, and returns their number.
/// Moves beyond `capacity` are counted but not written.
///
/// # Safety
///
/// The same as for [`drawproof_probe`]; `moves` has room for `capacity` moves, or is null if
/// `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_moves(
    tablebase: *const Handle,
    position: *const CPosition,
    clock: c_uint,
    moves: *mut MoveAnswer,
    capacity: usize,
    error: *mut ErrorText,
) -> c_int {
    let write = || {
        // SAFETY: the caller passes null or valid pointers; any bits are a valid
        // `drawproof_position`.
        let (tablebase, position) = given(unsafe { (tablebase.as_ref(), position.as_ref()) })?;
        if moves.is_null() && capacity > 0 {
            return Err(Failure::Code(BAD_ARGUMENT));
        }
        let found = tablebase.moves(library_position(position, clock)?)?;
        let count = found.len();
        for (place, mv) in found.into_iter().take(capacity).enumerate() {
            // SAFETY: the caller has room for `capacity` moves, and `place` is below it.
            unsafe { moves.add(place).write(mv.into()) };
        }
        Ok(count as c_int)
    };
    // SAFETY: the caller passes what `answered` needs.
    unsafe { answered(write, error) }
}

/// Opens or solves the tables of an endgame and of all endgames that its captures and promotions
/// lead to.
///
/// # Safety
///
/// The same as for [`drawproof_probe`]; `endgame` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_prepare(
    tablebase: *const Handle,
    endgame: *const c_char,
    error: *mut ErrorText,
) -> c_int {
    let prepare = || {
        // SAFETY: the caller passes null or valid pointers.
        let (tablebase, endgame) = given(unsafe { (tablebase.as_ref(), text(endgame)) })?;
        tablebase.prepare(endgame)?;
        Ok(OK)
    };
    // SAFETY: the caller passes what `answered` needs.
    unsafe { answered(prepare, error) }
}

/// Reads a FEN into a position and its half-move clock.
///
/// # Safety
///
/// `fen` is null or a text that ends with a zero byte; the other pointers are null or memory that nobody
/// else uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_parse_fen(
    fen: *const c_char,
    position: *mut CPosition,
    clock: *mut c_uint,
    error: *mut ErrorText,
) -> c_int {
    let parse = || {
        // SAFETY: the caller passes null or a text.
        let fen = unsafe { text(fen) }.filter(|_| !position.is_null());
        let parsed: Position = fen.ok_or(Failure::Code(BAD_ARGUMENT))?.parse()?;
        let written = CPosition {
            colour: parsed.colours(),
            kind: parsed.kinds(),
            side_to_move: u8::from(!parsed.is_white_to_move()),
            en_passant: parsed.en_passant().map_or(64, |square| square as u8),
        };
        // SAFETY: the pointer is not null, and the caller passes memory for a position.
        unsafe { position.write(written) };
        if !clock.is_null() {
            // SAFETY: the caller passes memory for a number.
            unsafe { clock.write(parsed.halfmove_clock().into()) };
        }
        Ok(OK)
    };
    // SAFETY: the caller passes what `answered` needs.
    unsafe { answered(parse, error) }
}

/// Returns the version of the library as text that ends with a zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn drawproof_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Converts the position of a C program; an error if a field has an invalid value.
#[inline]
fn library_position(position: &CPosition, clock: c_uint) -> Result<Position, Failure> {
    let CPosition { colour, kind, side_to_move, en_passant } = *position;
    if side_to_move > 1 || usize::from(en_passant) > Square::NUM {
        return Err(Failure::Tablebase(Error::Illegal(Illegal::Field)));
    }
    let position = Position::new(colour, kind, side_to_move == 0);
    Ok(position.with_en_passant(en_passant).with_halfmove_clock(clock))
}

/// Returns the tablebase and the second argument; an error if one of them is missing.
#[inline]
fn given<T>((handle, what): (Option<&Handle>, Option<T>)) -> Result<(&Tablebase, T), Failure> {
    let Handle(tablebase) = handle.ok_or(Failure::Code(BAD_ARGUMENT))?;
    Ok((tablebase, what.ok_or(Failure::Code(BAD_ARGUMENT))?))
}

/// Returns the number that `answer` returns, or the code of its failure.
///
/// # Safety
///
/// `error` is null, or points to memory for a `drawproof_error` that nobody else uses during the
/// call.
#[inline]
unsafe fn answered(
    answer: impl FnOnce() -> Result<c_int, Failure>,
    error: *mut ErrorText,
) -> c_int {
    let answered = caught(answer).unwrap_or(Err(Failure::Code(INTERNAL_ERROR)));
    match answered {
        Ok(number) => number,
        // SAFETY: the caller passes what `report` needs.
        Err(failure) => guarded(|| unsafe { report(&failure, error) }),
    }
}
