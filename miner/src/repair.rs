//! Makes an unsound rule sound: the smallest veto under which no false claim is left.
//!
//! What has to be vetoed are the decisive positions that the rule claims drawn, what had better not
//! be the draws it claims. One pattern is tried, then two, until the veto is cheap enough.

use std::fmt::Write;

use drawproof_features::Library;
use drawproof_verifier::Verdict;
use serde::Serialize;

use crate::{
    patterns::{Effort, Found, ListRule, Problem, cover, report::Figures},
    report::{Proof, grouped, percent},
    world::World,
};

/// A quick search that comes within so many times the price allowed is followed by a thorough one.
const NEAR: f64 = 1.5;

/// The patterns that repair a rule, and how they were found.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The veto.
    pub found: Found,
    /// What was tried, fewest patterns first.
    pub tried: Vec<Tried>,
}

/// A veto that was tried.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// Its patterns.
    pub patterns: usize,
    /// Bounds in all of them.
    pub bounds: usize,
    /// Its price as a share of the draws that the rule spots, 0 to 1, counted on a sample.
    pub price_share: f64,
}

/// The positions that a rule claims drawn, right or wrong, ready to be learned from. `claimed` are
/// lanes by word, White to move, then Black to move.
pub fn problem(
    world: &World,
    library: &Library,
    claimed: &[Vec<u64>; 2],
    note: &dyn Fn(&str),
) -> Problem {
    let words = claimed[0].len();
    let lanes = |word: usize| {
        let claims = claimed[word / words][word % words];
        if claims == 0 {
            return (0, 0);
        }
        let (draws, decisive) = world.lanes(word);
        (draws & claims, decisive & claims)
    };
    Problem::new(world, library, &lanes, note)
}

/// Finds the veto with the fewest patterns, `most` at most, whose price is at most the share
/// `allowed` of the draws that the rule spots; where none is that cheap, the cheapest. A number of
/// patterns is given up after a quick search if that comes nowhere near.
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

/// What a rule claimed before.
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

/// A false claim that the veto withdraws.
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

/// The false claims of a verdict with what withdraws them.
pub fn withdrawn(verdict: &Verdict, veto: &ListRule) -> Vec<Withdrawn> {
    let of = |example: &drawproof_verifier::Counterexample| {
        let board = drawproof_tables::fen::parse(&example.fen).ok()?;
        let set = veto.matching(&(&board).into());
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
    let false_draws = verdict.counterexamples.iter().filter(|example| example.claim == "draw");
    false_draws.filter_map(of).collect()
}

/// All that is told about a repair.
#[derive(Clone, Debug, Serialize)]
pub struct Repaired {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub rule: String,
    /// What it claimed.
    pub before: Before,
    /// Vetoes by number of patterns.
    pub tried: Vec<Tried>,
    /// The veto and what it withdraws of the rule's claims; what is spotted with it.
    pub veto: Figures,
    /// Whether it also matches wherever a pawn can be taken en passant.
    pub veto_en_passant: bool,
    /// Its price: draws that the rule spotted and does not any more.
    pub price: u64,
    /// The price as a share of the draws that the rule spotted, 0 to 1; none if it spotted none.
    pub price_share: Option<f64>,
    /// False claims that are withdrawn, quickest mate first.
    pub examples: Vec<Withdrawn>,
    /// The proof of the rule with the veto.
    pub proof: Proof,
    /// Seconds until the veto was found.
    pub learning_seconds: f64,
}

/// The repair as text.
pub fn text(repaired: &Repaired) -> String {
    let mut out = String::new();
    let Repaired { endgame, rule, before, veto, proof, .. } = repaired;
    let _ = writeln!(
        out,
        "{endgame}, rule '{rule}': {} draws spotted, {} false claims",
        grouped(before.spotted),
        grouped(before.incorrect)
    );
    if before.incorrect_en_passant > 0 {
        let _ = writeln!(
            out,
            "{} more false claims where a pawn can be taken en passant",
            grouped(before.incorrect_en_passant)
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
    if !veto.patterns.is_empty() {
        let _ = writeln!(out, "\nLet it claim nothing where one of these holds:\n");
        out.push_str(&veto.text());
    }
    if repaired.veto_en_passant {
        let _ = writeln!(out, "\nand nothing where a pawn can be taken en passant.");
    }
    let _ = writeln!(
        out,
        "\n  price: {} of {} draws ({} %); left: {} spotted ({} % of all)",
        grouped(repaired.price),
        grouped(before.spotted),
        percent(repaired.price, before.spotted),
        grouped(veto.spotted),
        percent(veto.spotted, veto.draws)
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
        let _ = writeln!(out, "  {}  {what}: {}", example.fen, example.patterns.join(" "));
    }
    let _ = writeln!(out, "\n  {}", proof.text("proof with the veto"));
    out
}
