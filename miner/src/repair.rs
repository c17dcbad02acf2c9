//! Fixes an unsound rule: finds the smallest list of exceptions that excludes all false claims.
//!
//! The exceptions must match every position with a false claim, and should match few of those with
//! a true one. The search starts with one pattern and adds patterns until the
//! price is low enough.

use std::fmt::Write;

use drawproof_features::Library;
use drawproof_verifier::{
    Claimed, Domain, Verdict,
    report::{counted, domain_sentence, grouped, wrapped},
};
use serde::Serialize;

use crate::{
    patterns::{Effort, Found, ListRule, Problem, cover, report::Figures},
    report::{Proof, percent},
    world::World,
};

/// A thorough search follows a quick one whose price is at most this multiple of the allowed price.
const NEAR: f64 = 1.5;

/// The exceptions that fix a rule, and the course of the search.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The exceptions.
    pub found: Found,
    /// The lists that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
}

/// A list of exceptions that the search found.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// The number of patterns.
    pub patterns: usize,
    /// Bounds in all of them.
    pub bounds: usize,
    /// Its price as a share of the draws that the rule spots, 0 to 1, counted on a sample.
    pub price_share: f64,
}

/// The learning problem of the positions that a rule claims, rightly or wrongly.
pub fn problem(
    world: &World,
    library: &Library,
    claimed: &Claimed,
    note: &dyn Fn(&str),
) -> Problem {
    let words = claimed.right[0].len();
    let lanes = |word: usize| {
        let of = |claims: &[Vec<u64>; 2]| claims[word / words][word % words];
        (of(&claimed.right), of(&claimed.wrong))
    };
    Problem::new(world, library, &lanes, note)
}

/// Finds the exceptions with the fewest patterns, at most `most`, whose price is at most the share
/// `allowed` of the draws that the rule spots; if there are none, the cheapest ones. A number of
/// patterns gets a thorough search only if a quick search comes near the price.
pub fn repair(problem: &Problem, allowed: f64, most: usize) -> Repair {
    let mut tried = Vec::new();
    let mut best: Option<Found> = None;
    for wanted in 1..=most {
        let mut found = cover(problem, wanted, Effort::Quick);
        let is_near = found.price <= allowed * NEAR || wanted == most;
        if found.price > allowed && is_near {
            let thorough = cover(problem, wanted, Effort::Thorough);
            if thorough.price < found.price {
                found = thorough;
            }
        }
        let patterns = found.patterns.list.len();
        tried.push(Tried { patterns, bounds: found.patterns.bounds(), price_share: found.price });
        let is_enough = found.price <= allowed;
        if best.as_ref().is_none_or(|best| found.price < best.price) {
            best = Some(found);
        }
        if is_enough {
            break;
        }
    }
    Repair { found: best.expect("one pattern was tried"), tried }
}

/// The claims of the rule before the fix.
#[derive(Clone, Debug, Serialize)]
pub struct Before {
    /// Draws claimed.
    pub spotted: u64,
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
}

impl From<&Verdict> for Before {
    fn from(verdict: &Verdict) -> Before {
        let total = verdict.total();
        Before {
            spotted: total.spotted,
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
    /// The truth: `win` or `loss` for the side to move.
    pub truth: String,
    /// Signed plies to mate: positive = the side to move wins.
    pub dtm: Option<i32>,
    /// The patterns that match.
    pub patterns: Vec<String>,
}

/// The false claims of a verdict with the exceptions that withdraw them.
pub fn withdrawn(verdict: &Verdict, exceptions: &ListRule) -> Vec<Withdrawn> {
    let of = |example: &drawproof_verifier::Counterexample| {
        let board = drawproof_board::fen::parse(&example.fen).ok()?;
        let set = exceptions.matching(&(&board).into());
        Some(Withdrawn {
            fen: example.fen.clone(),
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
    /// The lists that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
    /// The exceptions, the claims that they withdraw, and the draws spotted with them.
    #[serde(rename = "veto")]
    pub exceptions: Figures,
    /// Whether the exceptions also match every position with a legal en-passant capture.
    #[serde(rename = "veto_en_passant")]
    pub except_en_passant: bool,
    /// The price: draws that the rule spotted before and does not spot with the exceptions.
    pub price: u64,
    /// The price as a share of the draws that the rule spotted, 0 to 1; none if it spotted none.
    pub price_share: Option<f64>,
    /// Withdrawn false claims, quiet positions first.
    pub examples: Vec<Withdrawn>,
    /// The proof of the rule with the exceptions.
    pub proof: Proof,
    /// The time of the search in seconds.
    pub learning_seconds: f64,
}

/// The report as text in lines of at most `width` characters.
pub fn text(repaired: &Repaired, width: usize) -> String {
    let mut out = String::new();
    let Repaired { endgame, rule, before, exceptions, proof, .. } = repaired;
    let head = format!(
        "{endgame}, rule '{rule}': {}, {}",
        counted(before.spotted, "draw spotted", "draws spotted"),
        counted(before.incorrect, "false claim", "false claims")
    );
    out.push_str(&wrapped("", &head, width));
    if let Some(domain) = domain_sentence(repaired.domain) {
        out.push_str(&wrapped("", &domain, width));
    }
    if before.is_sound() {
        let _ = writeln!(out, "\nThe rule is sound as it is: it needs no fix.");
        out.push_str(&format!("\n{}", wrapped("  ", &proof.text("proof"), width)));
        return out;
    }
    if before.incorrect_en_passant > 0 {
        let _ = writeln!(
            out,
            "{} where an en-passant capture is legal",
            counted(before.incorrect_en_passant, "more false claim", "more false claims")
        );
    }
    if !repaired.tried.is_empty() {
        let _ = writeln!(out, "\n  patterns  bounds  price, about");
    }
    for tried in &repaired.tried {
        let _ = writeln!(
            out,
            "  {:8}  {:6}  {:9.2} % of the draws it spots",
            tried.patterns,
            tried.bounds,
            tried.price_share * 100.0
        );
    }
    if !exceptions.patterns.is_empty() {
        let _ =
            writeln!(out, "\nThe rule must claim nothing where one of these exceptions matches:\n");
        out.push_str(&exceptions.text(width));
    }
    if repaired.except_en_passant {
        let _ = writeln!(out, "\nand nothing where an en-passant capture is legal.");
    }
    let _ = writeln!(
        out,
        "\n  price: {} of {} ({} %); left: {} spotted ({} % of all)",
        grouped(repaired.price),
        counted(before.spotted, "draw", "draws"),
        percent(repaired.price, before.spotted),
        grouped(exceptions.spotted),
        percent(exceptions.spotted, exceptions.draws)
    );
    if !repaired.examples.is_empty() {
        let _ = writeln!(out, "\n  claimed drawn until now:");
    }
    for example in &repaired.examples {
        let moves = example.dtm.map_or(0, |plies| (plies.abs() + 1) / 2);
        let what = match example.truth.as_str() {
            "win" => format!("the side to move mates in {moves}"),
            _ if moves == 0 => "mate".into(),
            _ => format!("the side to move is mated in {moves}"),
        };
        let first = format!("  {}  ", example.fen);
        out.push_str(&wrapped(&first, &format!("{what}: {}", example.patterns.join(" ")), width));
    }
    let _ = writeln!(out, "\n  {}", proof.text("proof with the exceptions"));
    out
}
