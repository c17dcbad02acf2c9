//! The rules of `drawproof_recognizers.h` and `drawproof_library.h`, hand-written and learned, with
//! reasons and texts. Checks the legality of positions that a C program passes as bitboards.

use std::{
    collections::BTreeMap,
    ffi::{CString, c_char, c_int, c_uint},
    ptr::null,
    sync::LazyLock,
};

use drawproof_board::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use drawproof_recognizers::{Claim, Position, Rule, catalogue, for_position, learned, recognize};

use crate::boundary::{BAD_ARGUMENT, BAD_POSITION, caught, guarded, text};

/// Returns the claim of the built-in rules about a position, or a negative error code.
///
/// The claim is a set of results by colour, as `drawproof.h` defines it. It is 7, which means no
/// claim, if there is no rule for the men on the board.
///
/// # Safety
///
/// `position` is null or points to a `drawproof_position` that no thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_recognize(position: *const Position) -> c_int {
    // SAFETY: the caller passes null or a valid pointer; `Position` has the layout of
    // `drawproof_position` and any bits are a value of it.
    let Some(&position) = (unsafe { position.as_ref() }) else { return BAD_ARGUMENT };
    guarded(|| answer(&position))
}

/// Returns the claim of the built-in rules about the position of a FEN, as [`drawproof_recognize`] does.
/// The en-passant square counts only if a capture is legal; the move counters are ignored.
///
/// # Safety
///
/// `fen` is null or points to text that ends with a zero byte and that no thread writes to during
/// the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_recognize_fen(fen: *const c_char) -> c_int {
    // SAFETY: the caller passes null or text that ends with a zero byte.
    let Some(text) = (unsafe { text(fen) }) else { return BAD_ARGUMENT };
    guarded(|| {
        let Ok(board) = text.parse::<Board>() else { return BAD_ARGUMENT };
        if board.has_castling_rights() {
            return BAD_POSITION;
        }
        answer(&Position::from(&board))
    })
}

fn answer(position: &Position) -> c_int {
    if !is_legal(position) {
        return BAD_POSITION;
    }
    recognize(position).by_colour(position.stm()).bits().into()
}

/// `DRAWPROOF_HAND_WRITTEN` of the header.
const HAND_WRITTEN: c_uint = 1;
/// `DRAWPROOF_LEARNED` of the header.
const LEARNED: c_uint = 2;

/// The texts of each rule, by set of rules and name of the endgame.
static TEXTS: LazyLock<BTreeMap<(c_uint, &str), RuleTexts>> = LazyLock::new(|| {
    let written = catalogue().iter().map(|&rule| (HAND_WRITTEN, rule));
    let learned = learned::catalogue().iter().map(|&rule| (LEARNED, rule));
    written
        .chain(learned)
        .map(|(set, rule)| ((set, rule.endgame()), RuleTexts::new(rule)))
        .collect()
});

/// The texts of a rule, each ended by a zero byte.
struct RuleTexts {
    name: CString,
    /// The identifier and the sentence of each pattern.
    patterns: Vec<[CString; 2]>,
}

impl RuleTexts {
    fn new(rule: &dyn Rule) -> RuleTexts {
        let ended = |text: &str| CString::new(text).expect("the texts of rules have no zero bytes");
        let patterns = rule.patterns().iter().map(|pattern| [pattern.id, pattern.says].map(ended));
        RuleTexts { name: ended(rule.name()), patterns: patterns.collect() }
    }
}

/// Returns the claim that the selected built-in rules make about a position, in the form of
/// [`drawproof_recognize`].
///
/// `rules` selects the sets: 1 hand-written, 2 learned, 3 both. The patterns of the hand-written
/// rule that match are written to `reasons`, one bit for each pattern.
///
/// # Safety
///
/// `position` is null or points to a `drawproof_position` that no thread writes to during the call.
/// `reasons` is null or points to memory that nobody else uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_claim(
    position: *const Position,
    rules: c_uint,
    reasons: *mut u64,
) -> c_int {
    // SAFETY: as in `drawproof_recognize`.
    let Some(&position) = (unsafe { position.as_ref() }) else { return BAD_ARGUMENT };
    // SAFETY: the caller passes null or memory for a number.
    let reasons = unsafe { reasons.as_mut() };
    guarded(|| {
        if rules == 0 || rules & !(HAND_WRITTEN | LEARNED) != 0 {
            return BAD_ARGUMENT;
        }
        if !is_legal(&position) {
            return BAD_POSITION;
        }
        let (claim, matching) = claim(&position, rules, reasons.is_some());
        if let Some(reasons) = reasons {
            *reasons = matching;
        }
        claim.by_colour(position.stm()).bits().into()
    })
}

/// Returns the claim of the selected rules and, if `wants_reasons`, the patterns that match.
fn claim(position: &Position, rules: c_uint, wants_reasons: bool) -> (Claim, u64) {
    let written = for_position(position).filter(|_| rules & HAND_WRITTEN != 0);
    let (claim, matching) = match written {
        Some(rule) if wants_reasons => rule.claim_and_patterns(position),
        Some(rule) => (rule.claim(position), 0),
        None => (Claim::NONE, 0),
    };
    let learned = || match rules & LEARNED {
        0 => Claim::NONE,
        _ => learned::recognize(position),
    };
    (claim.or_else(learned), matching)
}

/// Returns the name of the rule for the men of a position; null if they have no rule.
///
/// # Safety
///
/// The same as for [`drawproof_recognize`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_name(
    position: *const Position,
    rules: c_uint,
) -> *const c_char {
    // SAFETY: the caller passes what `texts` needs.
    unsafe { texts(position, rules) }.map_or(null(), |texts| texts.name.as_ptr())
}

/// Returns the identifier of pattern `bit` of the hand-written rule; null if there is no such
/// pattern.
///
/// # Safety
///
/// The same as for [`drawproof_recognize`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_reason(
    position: *const Position,
    bit: c_uint,
) -> *const c_char {
    // SAFETY: the caller passes what `pattern` needs.
    unsafe { pattern(position, bit) }.map_or(null(), |[id, _]| id.as_ptr())
}

/// Returns the sentence that describes pattern `bit` of the hand-written rule; null if there is no
/// such pattern.
///
/// # Safety
///
/// The same as for [`drawproof_recognize`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_sentence(
    position: *const Position,
    bit: c_uint,
) -> *const c_char {
    // SAFETY: the caller passes what `pattern` needs.
    unsafe { pattern(position, bit) }.map_or(null(), |[_, sentence]| sentence.as_ptr())
}

/// Returns the identifier and the sentence of a pattern of the hand-written rule.
///
/// # Safety
///
/// The same as for [`drawproof_recognize`].
unsafe fn pattern(position: *const Position, bit: c_uint) -> Option<&'static [CString; 2]> {
    // SAFETY: the caller passes what `texts` needs.
    unsafe { texts(position, HAND_WRITTEN) }?.patterns.get(bit as usize)
}

/// Returns the texts of the first rule for the men of a position among the sets `rules`.
///
/// # Safety
///
/// The same as for [`drawproof_recognize`].
unsafe fn texts(position: *const Position, rules: c_uint) -> Option<&'static RuleTexts> {
    // SAFETY: as in `drawproof_recognize`.
    let &position = unsafe { position.as_ref() }?;
    caught(|| {
        let written = for_position(&position).map(|rule| (HAND_WRITTEN, rule.endgame()));
        let learned = learned::for_position(&position).map(|rule| (LEARNED, rule.endgame()));
        let asked = |key: &(c_uint, &str)| rules & key.0 != 0;
        let key = written.filter(asked).or(learned.filter(asked))?;
        TEXTS.get(&key)
    })?
}

/// Returns whether a position is legal: each side has one king, the kings are not adjacent, each
/// square holds at most one man, no pawn is on rank 1 or 8, and the side not to move is not in
/// check. An en-passant square also requires the pawn that passed it, empty squares behind that
/// pawn, and an enemy pawn that attacks the square.
///
/// Every bit pattern of `position` is valid input.
pub fn is_legal(position: &Position) -> bool {
    men_are_consistent(position)
        && !other_side_in_check(position)
        && en_passant_is_possible(position)
}

fn men_are_consistent(p: &Position) -> bool {
    let [white, black] = p.colour;
    let occupied = p.kind.iter().fold(0, |all, set| all | set);
    let men: u32 = p.kind.iter().map(|set| set.count_ones()).sum();
    let ends = (Rank::First.bitboard() | Rank::Eighth.bitboard()).0;
    p.side_to_move <= 1
        && white & black == 0
        && white | black == occupied
        && men == occupied.count_ones()
        && (p.kind[5] & white).count_ones() == 1
        && (p.kind[5] & black).count_ones() == 1
        && p.kind[0] & ends == 0
        && !get_king_moves(p.king(Color::White)).has(p.king(Color::Black))
}

fn other_side_in_check(p: &Position) -> bool {
    let (stm, king) = (p.stm(), p.king(!p.stm()));
    let occupied = BitBoard(p.colour[0] | p.colour[1]);
    let queens = p.men(stm, Piece::Queen);
    let checkers = get_pawn_attacks(king, !stm) & p.men(stm, Piece::Pawn)
        | get_knight_moves(king) & p.men(stm, Piece::Knight)
        | get_bishop_moves(king, occupied) & (p.men(stm, Piece::Bishop) | queens)
        | get_rook_moves(king, occupied) & (p.men(stm, Piece::Rook) | queens);
    !checkers.is_empty()
}

fn en_passant_is_possible(p: &Position) -> bool {
    if p.en_passant == 64 {
        return true;
    }
    let Some(target) = Square::try_index(p.en_passant.into()) else { return false };
    let (stm, occupied) = (p.stm(), BitBoard(p.colour[0] | p.colour[1]));
    if target.rank() != Rank::Sixth.relative_to(stm) {
        return false;
    }
    let passed = Square::new(target.file(), Rank::Fifth.relative_to(stm));
    let home = Square::new(target.file(), Rank::Seventh.relative_to(stm));
    p.men(!stm, Piece::Pawn).has(passed)
        && !occupied.has(target)
        && !occupied.has(home)
        && !(get_pawn_attacks(target, !stm) & p.men(stm, Piece::Pawn)).is_empty()
}
