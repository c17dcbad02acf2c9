//! Fathom's functions for engines that link with `libdrawproof_fathom` instead of Fathom. The header
//! is `bindings/c/include/tbprobe.h`.
//!
//! `memory.rs` and `tables.rs` answer about one position, `root.rs` about its moves. This file has the exported
//! functions and the tables that they share.

#![allow(unsafe_code)]
// The arguments are those of Fathom.
#![allow(clippy::too_many_arguments)]

mod memory;
mod root;
mod tables;

use std::{
    ffi::{CStr, c_char, c_int, c_uint},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use arc_swap::ArcSwapOption;
use drawproof_board::{
    BitBoard, Color, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use drawproof_tablebase::Position;

use crate::{
    root::{Root, RootMoves},
    tables::{FAILED, Tables},
};

/// The maximum number of men of positions that probes answer about; 0 while no tables are loaded.
#[allow(non_upper_case_globals)]
#[unsafe(no_mangle)]
pub static TB_LARGEST: AtomicU32 = AtomicU32::new(0);

/// The tables of the last `tb_init`.
static TABLES: ArcSwapOption<Tables> = ArcSwapOption::const_empty();

/// Returns the result of `answer`, or `failed` if it panics or has no answer.
fn guarded<T>(failed: T, answer: impl FnOnce() -> Option<T>) -> T {
    catch_unwind(AssertUnwindSafe(answer)).ok().flatten().unwrap_or(failed)
}

/// Solves the endgames of up to four men, and finds the files in the folders of `path`. Other
/// threads may probe meanwhile, and then use the previous tables.
///
/// # Safety
///
/// `path` is null, or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_init(path: *const c_char) -> bool {
    let path = match path.is_null() {
        true => c"",
        // SAFETY: the caller passes text that ends with a zero byte.
        false => unsafe { CStr::from_ptr(path) },
    };
    guarded(false, || {
        let tables = Tables::open(path, TABLES.load().as_deref())?;
        TB_LARGEST.store(tables.men_max(), Relaxed);
        TABLES.store(Some(Arc::new(tables)));
        Some(true)
    })
}

/// Frees the tables, once the probes of other threads have returned.
#[unsafe(no_mangle)]
pub extern "C" fn tb_free() {
    guarded((), || {
        TB_LARGEST.store(0, Relaxed);
        TABLES.store(None);
        Some(())
    });
}

/// Makes the position that the arguments of Fathom's functions describe.
macro_rules! position {
    ($white:ident $black:ident $kings:ident $queens:ident $rooks:ident $bishops:ident $knights:ident
     $pawns:ident $ep:ident $turn:ident) => {
        position(
            [$white, $black],
            [$pawns, $knights, $bishops, $rooks, $queens, $kings],
            $ep,
            $turn,
        )
    };
}

fn position(colours: [u64; 2], kinds: [u64; 6], ep: c_uint, white_to_move: bool) -> Position {
    let position = Position::new(colours, kinds, white_to_move);
    // A pawn that nothing can capture gives no right.
    let captors = Square::try_index(ep as usize).filter(|_| ep != 0).map(|square| {
        let passed_by = if white_to_move { Color::Black } else { Color::White };
        get_pawn_attacks(square, passed_by).0 & kinds[0] & colours[usize::from(!white_to_move)]
    });
    match captors {
        None | Some(0) => position,
        Some(_) => position.with_en_passant(ep as u8),
    }
}

/// Returns the result of a position with a half-move clock of 0 and without castling rights.
#[unsafe(no_mangle)]
pub extern "C" fn tb_probe_wdl_impl(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    ep: c_uint,
    turn: bool,
) -> c_uint {
    let at = position!(white black kings queens rooks bishops knights pawns ep turn);
    guarded(FAILED, || Some((TABLES.load().as_ref()?.wdl(&at)? + 2) as c_uint))
}

/// Returns the result and the best move of a position by distance to zeroing. Writes the result and
/// the distance of each legal move to `results`.
///
/// # Safety
///
/// `results` is null, or points to memory for `TB_MAX_MOVES` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_probe_root_impl(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    rule50: c_uint,
    ep: c_uint,
    turn: bool,
    results: *mut c_uint,
) -> c_uint {
    let at = position!(white black kings queens rooks bishops knights pawns ep turn);
    guarded(FAILED, || {
        let (root, values) = Root::by_dtz(TABLES.load().as_ref()?, &at, rule50)?;
        if !results.is_null() {
            for (place, result) in root.results(&values).chain([FAILED]).enumerate() {
                // SAFETY: no position has as many moves as `TB_MAX_MOVES`.
                unsafe { results.add(place).write(result) };
            }
        }
        Some(root.best(&values))
    })
}

/// Writes the legal moves with ranks and scores by distance to zeroing to `results`. Returns 0 if
/// that is not possible.
///
/// # Safety
///
/// `results` points to a `struct TbRootMoves`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_probe_root_dtz(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    rule50: c_uint,
    castling: c_uint,
    ep: c_uint,
    turn: bool,
    has_repeated: bool,
    use_rule50: bool,
    results: *mut RootMoves,
) -> c_int {
    let at = position!(white black kings queens rooks bishops knights pawns ep turn);
    guarded(0, || {
        let tables = TABLES.load();
        let (root, values) = Root::by_dtz(tables.as_ref().filter(|_| castling == 0)?, &at, rule50)?;
        // SAFETY: the caller passes memory for root moves.
        unsafe { root.write_by_dtz(&values, has_repeated, use_rule50, results) };
        Some(1)
    })
}

/// Writes the legal moves with ranks and scores by result to `results`. Returns 0 if that is not
/// possible.
///
/// # Safety
///
/// As for [`tb_probe_root_dtz`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_probe_root_wdl(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    _rule50: c_uint,
    castling: c_uint,
    ep: c_uint,
    turn: bool,
    use_rule50: bool,
    results: *mut RootMoves,
) -> c_int {
    let at = position!(white black kings queens rooks bishops knights pawns ep turn);
    guarded(0, || {
        let tables = TABLES.load();
        let (root, values) = Root::by_wdl(tables.as_ref().filter(|_| castling == 0)?, &at)?;
        // SAFETY: the caller passes memory for root moves.
        unsafe { root.write_by_wdl(&values, use_rule50, results) };
        Some(1)
    })
}

/// Returns the square with a number; numbers beyond h8 are reduced modulo 64.
fn square(number: c_uint) -> Square {
    Square::index(number as usize & 63)
}

/// Returns the number of squares in a set.
#[unsafe(no_mangle)]
pub extern "C" fn tb_pop_count(set: u64) -> c_uint {
    set.count_ones()
}

/// Returns the first square of a set, counted from a1 = 0.
#[unsafe(no_mangle)]
pub extern "C" fn tb_lsb(set: u64) -> c_uint {
    set.trailing_zeros()
}

/// Returns a set without its first square.
#[unsafe(no_mangle)]
pub extern "C" fn tb_pop_lsb(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Returns the squares that a king on `from` attacks.
#[unsafe(no_mangle)]
pub extern "C" fn tb_king_attacks(from: c_uint) -> u64 {
    get_king_moves(square(from)).0
}

/// Returns the squares that a queen on `from` attacks if the squares `occupied` are occupied.
#[unsafe(no_mangle)]
pub extern "C" fn tb_queen_attacks(from: c_uint, occupied: u64) -> u64 {
    tb_rook_attacks(from, occupied) | tb_bishop_attacks(from, occupied)
}

/// Returns the squares that a rook on `from` attacks if the squares `occupied` are occupied.
#[unsafe(no_mangle)]
pub extern "C" fn tb_rook_attacks(from: c_uint, occupied: u64) -> u64 {
    get_rook_moves(square(from), BitBoard(occupied)).0
}

/// Returns the squares that a bishop on `from` attacks if the squares `occupied` are occupied.
#[unsafe(no_mangle)]
pub extern "C" fn tb_bishop_attacks(from: c_uint, occupied: u64) -> u64 {
    get_bishop_moves(square(from), BitBoard(occupied)).0
}

/// Returns the squares that a knight on `from` attacks.
#[unsafe(no_mangle)]
pub extern "C" fn tb_knight_attacks(from: c_uint) -> u64 {
    get_knight_moves(square(from)).0
}

/// Returns the squares that a pawn on `from` attacks.
#[unsafe(no_mangle)]
pub extern "C" fn tb_pawn_attacks(from: c_uint, is_white: bool) -> u64 {
    get_pawn_attacks(square(from), if is_white { Color::White } else { Color::Black }).0
}
