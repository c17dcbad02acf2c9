//! The rules of `drawproof_library.h`: hand-written and learned, with reasons and texts.

use std::{
    collections::BTreeMap,
    ffi::{CString, c_char, c_int, c_uint},
    ptr::null,
    sync::LazyLock,
};

use drawproof_recognizers::{Claim, Position, Rule, catalogue, for_position, learned};

use crate::{
    boundary::{caught, guarded},
    error::{BAD_ARGUMENT, BAD_POSITION},
    legality::is_legal,
};

/// `DRAWPROOF_HAND_WRITTEN`.
const HAND_WRITTEN: c_uint = 1;
/// `DRAWPROOF_LEARNED`.
const LEARNED: c_uint = 2;

/// The texts of all rules, by set of rules and endgame.
static TEXTS: LazyLock<BTreeMap<(c_uint, &str), RuleTexts>> = LazyLock::new(|| {
    let written = catalogue().iter().map(|&rule| (HAND_WRITTEN, rule));
    let learned = learned::catalogue().iter().map(|&rule| (LEARNED, rule));
    written
        .chain(learned)
        .map(|(set, rule)| ((set, rule.endgame()), RuleTexts::new(rule)))
        .collect()
});

/// The texts of a rule, ended by a zero byte.
struct RuleTexts {
    name: CString,
    /// Identifier and sentence of each pattern.
    patterns: Vec<[CString; 2]>,
}

impl RuleTexts {
    fn new(rule: &dyn Rule) -> RuleTexts {
        let ended = |text: &str| CString::new(text).expect("the texts of rules have no zero bytes");
        let patterns = rule.patterns().iter().map(|pattern| [pattern.id, pattern.says].map(ended));
        RuleTexts { name: ended(rule.name()), patterns: patterns.collect() }
    }
}

/// Returns the claim of the sets `rules` of built-in rules (1 hand-written, 2 learned, 3 both) about a
/// position, as [`crate::drawproof_recognize`] does. Writes the patterns of the hand-written rule that
/// match to `reasons`.
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
    // SAFETY: the caller passes null or memory of its own.
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

/// The claim, and the patterns that match if they are wanted.
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

/// Returns the name of the rule for the men of a position; null if there is none.
///
/// # Safety
///
/// As for [`crate::drawproof_recognize`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_name(
    position: *const Position,
    rules: c_uint,
) -> *const c_char {
    // SAFETY: the caller passes what `texts` needs.
    unsafe { texts(position, rules) }.map_or(null(), |texts| texts.name.as_ptr())
}

/// Returns the identifier of a pattern of the hand-written rule; null if there is none.
///
/// # Safety
///
/// As for [`crate::drawproof_recognize`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_reason(
    position: *const Position,
    bit: c_uint,
) -> *const c_char {
    // SAFETY: the caller passes what `pattern` needs.
    unsafe { pattern(position, bit) }.map_or(null(), |[id, _]| id.as_ptr())
}

/// Returns the sentence of a pattern of the hand-written rule; null if there is none.
///
/// # Safety
///
/// As for [`crate::drawproof_recognize`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drawproof_rules_sentence(
    position: *const Position,
    bit: c_uint,
) -> *const c_char {
    // SAFETY: the caller passes what `pattern` needs.
    unsafe { pattern(position, bit) }.map_or(null(), |[_, sentence]| sentence.as_ptr())
}

/// The texts of a pattern of the hand-written rule.
///
/// # Safety
///
/// As for [`crate::drawproof_recognize`].
unsafe fn pattern(position: *const Position, bit: c_uint) -> Option<&'static [CString; 2]> {
    // SAFETY: the caller passes what `texts` needs.
    unsafe { texts(position, HAND_WRITTEN) }?.patterns.get(bit as usize)
}

/// The texts of the first rule of the sets `rules` for the men of a position.
///
/// # Safety
///
/// As for [`crate::drawproof_recognize`].
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
