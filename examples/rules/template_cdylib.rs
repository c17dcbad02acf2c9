//! A template for engines in Rust. The rule is right: a rook that can take the pawn does not lose, and a
//! rook whose king stands in front of the pawn wins, unless the rook hangs or the weak side is stalemated.
//!
//! ```text
//! rustc -O --edition 2021 --crate-type cdylib -o template_cdylib.so examples/rules/template_cdylib.rs
//! drawproof verify KRKP --plugin ./template_cdylib.so
//! ```
//!
//! In a package: `[lib] crate-type = ["cdylib"]`, with the engine as a dependency. Replace the module
//! `engine` with it, and keep the rest. A panic must not leave an exported function.

use std::{
    ffi::{c_char, c_int, c_uint, CStr},
    sync::OnceLock,
};

/// The engine: sets of squares, tables that an initialization fills, an evaluation.
mod engine {
    /// A position as bitboards: a1 is bit 0, h8 is bit 63.
    pub struct Board {
        pub king: [u64; 2],
        pub rook: u64,
        pub pawn: u64,
        /// The side with the rook: 0 White, 1 Black.
        pub strong: usize,
        pub side_to_move: usize,
    }

    /// The squares that a king attacks, by the king's square.
    pub struct Tables {
        king: [u64; 64],
    }

    #[derive(Clone, Copy, PartialEq)]
    pub enum Verdict {
        Unknown,
        StrongWins,
        StrongCannotLose,
    }

    /// The identifiers of the reasons for a verdict, in the order of their bits.
    pub const REASONS: [&std::ffi::CStr; 4] =
        [c"pawn-falls", c"king-before-pawn", c"rook-hangs", c"stalemate"];
    pub const PAWN_FALLS: u64 = 1;
    pub const KING_BEFORE_PAWN: u64 = 2;
    pub const ROOK_HANGS: u64 = 4;
    pub const STALEMATE: u64 = 8;

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;

    fn sideways(set: u64) -> u64 {
        (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
    }

    impl Tables {
        pub fn new() -> Tables {
            let king = std::array::from_fn(|square| {
                let row = 1 << square | sideways(1 << square);
                (row | row << 8 | row >> 8) & !(1 << square)
            });
            Tables { king }
        }

        fn king_attacks(&self, king: u64) -> u64 {
            self.king[king.trailing_zeros() as usize]
        }

        /// Returns the verdict about a rook against a pawn, and its reasons.
        pub fn evaluate(&self, board: &Board) -> (Verdict, u64) {
            let weak = 1 - board.strong;
            let attacks = rook_attacks(board.rook, board.king[0] | board.king[1] | board.pawn);
            let strong_king = self.king_attacks(board.king[board.strong]);
            let weak_king = self.king_attacks(board.king[weak]);
            let has_move = board.side_to_move == board.strong;

            if has_move && (attacks | strong_king & !weak_king) & board.pawn != 0 {
                return (Verdict::StrongCannotLose, PAWN_FALLS);
            }
            // The rank of a square as the pawn sees it: 0 is the rank that it promotes on.
            let steps = |set: u64| {
                let rank = set.trailing_zeros() / 8;
                if board.strong == 0 { rank } else { 7 - rank }
            };
            let file = FILE_A << (board.pawn.trailing_zeros() % 8);
            let in_front = board.king[board.strong] & file != 0
                && steps(board.king[board.strong]) < steps(board.pawn);
            if !in_front {
                return (Verdict::Unknown, 0);
            }
            let forward = if weak == 0 { board.pawn << 8 } else { board.pawn >> 8 };
            let attacked = weak_king & !strong_king | sideways(forward);
            if !has_move && attacked & board.rook != 0 {
                return (Verdict::Unknown, ROOK_HANGS);
            }
            let blocked = forward & (board.king[0] | board.king[1] | board.rook) != 0;
            let king_moves = weak_king & !(strong_king | attacks | board.pawn);
            let in_check = attacks & board.king[weak] != 0;
            if !has_move && blocked && king_moves == 0 && !in_check {
                return (Verdict::Unknown, STALEMATE);
            }
            (Verdict::StrongWins, KING_BEFORE_PAWN)
        }
    }

    fn rook_attacks(rook: u64, occupied: u64) -> u64 {
        let square = rook.trailing_zeros() as i32;
        let mut attacks = 0;
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let target = 1 << (8 * rank + file);
                attacks |= target;
                if occupied & target != 0 {
                    break;
                }
                (file, rank) = (file + files, rank + ranks);
            }
        }
        attacks
    }
}

/// A position, declared as `drawproof_position` in drawproof.h.
#[repr(C)]
pub struct Position {
    colour: [u64; 2],
    kind: [u64; 6],
    side_to_move: u8,
    en_passant: u8,
}

const ABI: u32 = 2;
const PAWN: usize = 0;
const ROOK: usize = 3;
const KING: usize = 5;

/// Claims: sums of the results that are possible.
const BLACK_WINS: c_int = 1;
const DRAWN: c_int = 2;
const WHITE_WINS: c_int = 4;
const NO_CLAIM: c_int = 7;

static TABLES: OnceLock<engine::Tables> = OnceLock::new();

#[no_mangle]
pub extern "C" fn drawproof_abi() -> u32 {
    ABI
}

#[no_mangle]
pub extern "C" fn drawproof_name() -> *const c_char {
    c"rook against pawn (Rust template)".as_ptr()
}

/// Initializes the engine; called once at the start. Returns 0 if the engine is ready.
#[no_mangle]
pub extern "C" fn drawproof_init() -> c_int {
    c_int::from(TABLES.set(engine::Tables::new()).is_err())
}

/// # Safety
///
/// `endgame` is a C string.
#[no_mangle]
pub unsafe extern "C" fn drawproof_applies(endgame: *const c_char) -> c_int {
    // SAFETY: the caller passes a C string.
    c_int::from(unsafe { CStr::from_ptr(endgame) } == c"KRKP")
}

#[no_mangle]
pub extern "C" fn drawproof_reason_name(bit: c_uint) -> *const c_char {
    engine::REASONS.get(bit as usize).map_or(std::ptr::null(), |name| name.as_ptr())
}

/// Returns 1 for a branch, which makes a claim, and 0 for an exception, which prevents one.
#[no_mangle]
pub extern "C" fn drawproof_reason_role(bit: c_uint) -> c_int {
    c_int::from((engine::PAWN_FALLS | engine::KING_BEFORE_PAWN) >> bit & 1 != 0)
}

/// # Safety
///
/// `position` is a valid pointer; `reasons` is valid or null (see drawproof.h).
#[no_mangle]
pub unsafe extern "C" fn drawproof_claim(position: *const Position, reasons: *mut u64) -> c_int {
    let tables = TABLES.get().expect("drawproof_init has run");
    // SAFETY: the caller passes a valid position.
    let position = unsafe { &*position };
    let strong = usize::from(position.colour[1] & position.kind[ROOK] != 0);
    let (verdict, why) = tables.evaluate(&engine::Board {
        king: position.colour.map(|men| men & position.kind[KING]),
        rook: position.kind[ROOK],
        pawn: position.kind[PAWN],
        strong,
        side_to_move: position.side_to_move.into(),
    });
    // SAFETY: the caller passes a valid pointer or null.
    if let Some(reasons) = unsafe { reasons.as_mut() } {
        *reasons = why;
    }
    let strong_wins = [WHITE_WINS, BLACK_WINS][strong];
    match verdict {
        engine::Verdict::Unknown => NO_CLAIM,
        engine::Verdict::StrongWins => strong_wins,
        engine::Verdict::StrongCannotLose => strong_wins | DRAWN,
    }
}
