//! Fixes an unsound rule: finds the smallest list of exceptions that excludes all false claims.
//!
//! The exceptions must match every position with a false claim, and should match few of those with
//! a true one. The search starts with one pattern and adds patterns until the price is low enough.
//! A simple condition is preferred to a cheaper but obscure one.

use drawproof_features::Library;
use drawproof_verifier::{ClaimKind, Claimed, Counterexample, Domain, Tally, Verdict};
use serde::Serialize;

use crate::{
    patterns::{
        Effort, Found, ListRule, Patterns, Problem, RANGES_MAX, Range, Task, in_common,
        report::Figures, short_cover, single_condition,
    },
    report::Proof,
    withdrawals::Withdrawals,
    world::World,
};

/// A thorough search follows a quick one whose price is at most this multiple of the allowed price.
const NEAR: f64 = 1.5;

/// One exception that costs more, as a share of the right claims, is compared with two short ones...
const DEAR: f64 = 0.005;

/// ...which are preferred if they are cheaper by this factor: the rule has two separate mistakes.
const MUCH_CHEAPER: f64 = 4.0;

/// With more wrong claims than this for each right one, a rule is not worth a search.
const HOPELESS: u64 = 100;

/// A fix of more patterns is no short one.
const NATURAL_PATTERNS: usize = 2;

/// The exceptions that fix a rule, and the course of the search.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The exceptions.
    pub found: Found,
    /// The lists that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
    /// Whether the exceptions are short and within the allowed price: at most two patterns, each of
    /// at most [`RANGES_MAX`] ranges.
    pub natural: bool,
    /// The price of the best single exception of at most [`RANGES_MAX`] ranges, as a share of the
    /// right claims.
    pub short_price: Option<f64>,
    /// What all false claims have in common and most right ones have not.
    pub in_common: Vec<Range>,
}

impl Repair {
    /// The fix of a rule that needs none.
    pub fn needless() -> Repair {
        let found = Found { patterns: Patterns::default(), price: 0.0 };
        let (tried, in_common) = (Vec::new(), Vec::new());
        Repair { found, tried, natural: true, short_price: None, in_common }
    }
}

/// A list of exceptions that the search found.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// The number of patterns.
    pub patterns: usize,
    /// Bounds in all of them.
    pub bounds: usize,
    /// Its price as a share of the right claims of the rule, 0 to 1, counted on a sample.
    pub price_share: f64,
}

impl From<&Found> for Tried {
    fn from(found: &Found) -> Tried {
        let patterns = &found.patterns;
        let (count, bounds) = (patterns.list.len(), patterns.bounds());
        Tried { patterns: count, bounds, price_share: found.price }
    }
}

/// How a fix is searched.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The share of the right claims that it may cost.
    pub allowed: f64,
    /// The most patterns.
    pub most: usize,
    /// About the memory that learning may take besides the table.
    pub memory_bytes: u64,
}

/// The exceptions that exclude the wrong claims of a rule ([`repair`]), learned from all of these where they
/// fit into the memory, else from a sample to which claims are added that the exceptions leave. Exceptions
/// that still leave some after a few rounds are returned as they are. `note` receives the name of each step.
pub fn fix(
    world: &World,
    library: &Library,
    claimed: &Claimed,
    how: Search,
    note: &dyn Fn(&str),
) -> Repair {
    let (lanes, looking) = (lanes_of(world, claimed), "looking for claims that the fix leaves in");
    let Search { memory_bytes, .. } = how;
    let task = Task { world, library, lanes: &lanes, for_fix: true, memory_bytes, looking, note };
    let search = |problem: &Problem| {
        note("searching a fix for");
        repair(problem, how.allowed, how.most)
    };
    task.learned(search, |fix| vec![&fix.found.patterns])
}

/// The learning problem of the positions that a rule claims, rightly or wrongly.
pub fn problem(
    world: &World,
    library: &Library,
    claimed: &Claimed,
    note: &dyn Fn(&str),
) -> Problem {
    Problem::new(world, library, &lanes_of(world, claimed), note, true)
}

/// The right and the wrong claims by word of the world.
fn lanes_of<'a>(
    world: &'a World,
    claimed: &'a Claimed,
) -> impl Fn(usize) -> (u64, u64) + Sync + 'a {
    let words = claimed.right[0].len();
    move |word: usize| {
        let of = |claims: &[Vec<u64>; 2]| claims[word / words][word % words];
        let (right, wrong) = (of(&claimed.right), of(&claimed.wrong));
        if right | wrong == 0 {
            return (0, 0);
        }
        // Of positions that differ in the order of like men, one is enough.
        let (draws, decisive) = world.lanes(word);
        (right & (draws | decisive), wrong & (draws | decisive))
    }
}

/// Finds the exceptions with the fewest patterns, at most `most`, whose price is at most the share
/// `allowed` of the right claims; if there are none, the cheapest ones. One short condition is
/// tried first. A number of patterns gets a thorough search only if a quick search comes near the
/// price.
pub fn repair(problem: &Problem, allowed: f64, most: usize) -> Repair {
    let single = single_condition(problem);
    let short_price = single.as_ref().map(|found| found.price);
    let mut tried: Vec<Tried> = Vec::new();
    let mut best: Option<Found> = None;
    let short = single.filter(|found| found.price <= allowed);
    let first = if short.is_some() { most + 1 } else { 1 };
    if let Some(short) = short {
        tried.push((&short).into());
        let two = (short.price > DEAR && most > 1).then(|| search(problem, allowed, 2, false));
        let two =
            two.filter(|two| two.price * MUCH_CHEAPER <= short.price && is_as_short(two, &short));
        tried.extend(two.as_ref().map(Tried::from));
        best = Some(two.unwrap_or(short));
    }
    for wanted in first..=most {
        let found = search(problem, allowed, wanted, wanted == most);
        tried.push((&found).into());
        let is_enough = found.price <= allowed;
        if best.as_ref().is_none_or(|best| found.price < best.price) {
            best = Some(found);
        }
        if is_enough {
            break;
        }
    }
    let found = best.expect("one pattern was tried");
    let list = &found.patterns.list;
    let is_short = list.iter().all(|pattern| pattern.ranges.len() <= RANGES_MAX);
    let natural = found.price <= allowed && list.len() <= NATURAL_PATTERNS && is_short;
    Repair { natural, tried, short_price, in_common: in_common(problem), found }
}

/// Whether a list of short patterns has hardly more conditions than a single pattern.
fn is_as_short(list: &Found, single: &Found) -> bool {
    let ranges = |found: &Found| -> usize {
        found.patterns.list.iter().map(|pattern| pattern.ranges.len()).sum()
    };
    let is_short = list.patterns.list.iter().all(|pattern| pattern.ranges.len() <= RANGES_MAX);
    is_short && ranges(list) <= ranges(single) + 1
}

/// The list of at most `wanted` patterns; searched for thoroughly if a quick search comes near the
/// allowed price, or at the last attempt.
fn search(problem: &Problem, allowed: f64, wanted: usize, is_last: bool) -> Found {
    let quick = short_cover(problem, wanted, Effort::Quick, allowed);
    if quick.price <= allowed || (quick.price > allowed * NEAR && !is_last) {
        return quick;
    }
    let thorough = short_cover(problem, wanted, Effort::Thorough, allowed);
    if thorough.price < quick.price { thorough } else { quick }
}

/// The claims of the rule before the fix.
#[derive(Clone, Debug, Serialize)]
pub struct Before {
    /// Draws claimed.
    pub spotted: u64,
    /// Right claims of any kind; the draws claimed if the rule claims nothing else.
    pub right: u64,
    /// Whether the rule claims only draws.
    pub only_draws: bool,
    /// False claims.
    pub incorrect: u64,
    /// False claims where a pawn can be taken en passant.
    pub incorrect_en_passant: u64,
    /// Positions answered differently mirrored or with colours reversed.
    pub asymmetric: u64,
}

impl Before {
    /// Whether there is nothing to fix: no false claim, and the same answer however the board is
    /// turned.
    pub fn is_sound(&self) -> bool {
        self.incorrect + self.incorrect_en_passant + self.asymmetric == 0
    }

    /// Whether the rule makes so few right claims that exceptions would leave nothing of it.
    pub fn is_hopeless(&self) -> bool {
        self.right < self.incorrect / HOPELESS
    }

    /// What a right claim is called: its singular and its plural.
    pub(crate) fn right_names(&self) -> [&'static str; 2] {
        if self.only_draws { ["draw", "draws"] } else { ["right claim", "right claims"] }
    }
}

/// The right claims of any kind.
fn right_claims(tally: &Tally) -> u64 {
    ClaimKind::ALL.into_iter().map(|kind| tally.claims.kind(kind).right).sum()
}

impl From<&Verdict> for Before {
    fn from(verdict: &Verdict) -> Before {
        let total = verdict.total();
        Before {
            spotted: total.spotted,
            right: right_claims(&total),
            only_draws: !verdict.claims_wins(),
            incorrect: total.incorrect,
            incorrect_en_passant: verdict.en_passant.incorrect,
            asymmetric: total.asymmetric + verdict.en_passant.asymmetric,
        }
    }
}

/// A false claim that the exceptions withdraw.
#[derive(Clone, Debug, Serialize)]
pub struct Withdrawn {
    /// The position.
    pub fen: String,
    /// The claim as a word, such as `draw`.
    pub claim: String,
    /// The truth: `draw`, `win` or `loss` for the side to move.
    pub truth: String,
    /// Signed plies to mate: positive = the side to move wins; none for a draw.
    pub dtm: Option<i32>,
    /// The patterns that match.
    pub patterns: Vec<String>,
}

/// The false claims of a verdict with the exceptions that withdraw them.
fn withdrawn(verdict: &Verdict, exceptions: &ListRule) -> Vec<Withdrawn> {
    let of = |example: &Counterexample| {
        let board = drawproof_board::fen::parse(&example.fen).ok()?;
        let set = exceptions.matching(&(&board).into());
        Some(Withdrawn {
            fen: example.fen.clone(),
            claim: example.claim.clone(),
            truth: example.truth.clone(),
            dtm: example.dtm,
            patterns: (0..64)
                .filter(|n| set >> n & 1 != 0)
                .map(|n| format!("p{}", n + 1))
                .collect(),
        })
    };
    verdict.counterexamples.iter().filter_map(of).collect()
}

/// The report about a fix.
#[derive(Clone, Debug, Serialize)]
pub struct Repaired {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub rule: String,
    /// The positions that the rule was asked about.
    pub domain: Domain,
    /// The claims before the fix.
    pub before: Before,
    /// What all false claims have in common and most right ones have not, in words of chess.
    pub in_common: Vec<String>,
    /// Whether the fix is a short one within the allowed price: at most two patterns of at most
    /// three conditions.
    pub natural: bool,
    /// The price of the best single exception of at most three conditions, as a share of the right
    /// claims, counted on a sample; none if there is none.
    pub short_price_share: Option<f64>,
    /// The lists that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
    /// The exceptions, the claims that they withdraw, and the draws spotted with them.
    #[serde(rename = "veto")]
    pub exceptions: Figures,
    /// Whether the exceptions also match every position with a legal en-passant capture.
    #[serde(rename = "veto_en_passant")]
    pub except_en_passant: bool,
    /// The price: right claims that the rule makes before and does not make with the exceptions.
    pub price: u64,
    /// The price as a share of the right claims, 0 to 1; none if there are none.
    pub price_share: Option<f64>,
    /// Right claims with the exceptions.
    pub right_left: u64,
    /// Withdrawn false claims, quiet positions first.
    pub examples: Vec<Withdrawn>,
    /// The proof of the rule with the exceptions.
    pub proof: Proof,
    /// The time of the search in seconds.
    pub learning_seconds: f64,
}

impl Repaired {
    /// The report about a rule that was verified before and after a fix.
    pub fn new(
        [before, after]: [&Verdict; 2],
        library: &Library,
        fix: &Repair,
        counted: &Withdrawals,
        learning_seconds: f64,
    ) -> Repaired {
        let patterns = &fix.found.patterns;
        let exceptions = Figures::new(library, patterns, after).with_withdrawals(counted);
        let was = Before::from(before);
        let right_left = right_claims(&after.total());
        let price = was.right.saturating_sub(right_left);
        let rule = ListRule::new("exceptions", library, patterns);
        let is_needed = !patterns.list.is_empty();
        let in_common = fix.in_common.iter();
        Repaired {
            endgame: before.endgame.clone(),
            rule: before.name.clone(),
            domain: before.domain,
            in_common: in_common.map(|it| it.in_words(library)).collect(),
            natural: fix.natural,
            short_price_share: fix.short_price,
            tried: if is_needed { fix.tried.clone() } else { Vec::new() },
            except_en_passant: patterns.en_passant,
            price,
            price_share: (was.right > 0).then(|| price as f64 / was.right as f64),
            right_left,
            examples: if is_needed { withdrawn(before, &rule) } else { Vec::new() },
            proof: Proof::from(after),
            before: was,
            exceptions,
            learning_seconds,
        }
    }
}
