//! What each built-in rule, hand-written or learned, costs: nanoseconds of CPU time a call, averaged
//! over legal positions of its endgame, both sides to move. A hand-written rule may cost 60.
//!
//! Two figures: positions as a verification or a search meets them, next to their neighbours, and
//! each drawn by itself at random, so that no branch can be foreseen. What is over the limit is
//! marked with a star.
//!
//! ```text
//! cargo bench -p drawproof-verifier --bench rules
//! cargo bench -p drawproof-verifier --bench rules -- KRKB KRKN
//! ```

use std::hint::black_box;

use cozy_chess::Color;
use cpu_time::ThreadTime;
use drawproof_recognizers::{Position, Rule, catalogue, learned};
use drawproof_tables::{Layout, Material, Placement};

/// Positions a rule is asked about; more than a branch predictor remembers.
const SAMPLE: usize = 1 << 15;

/// Neighbours asked about one after the other.
const RUN: usize = 64;

/// Times the sample is gone through; the quickest counts, as the least disturbed.
const ROUNDS: usize = 25;

/// What a call may cost, in nanoseconds.
const LIMIT: f64 = 60.0;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted =
        |rule: &dyn Rule| wanted.is_empty() || wanted.iter().any(|name| name == rule.endgame());
    for rule in catalogue().iter().filter(|rule| is_wanted(**rule)) {
        println!("{:7} {}", rule.endgame(), costs(*rule));
    }
    for rule in learned::catalogue().iter().filter(|rule| is_wanted(**rule)) {
        println!("{:7} {}  learned", rule.endgame(), costs(*rule));
    }
}

/// Nanoseconds a call, in words: of neighbours, and of positions at random.
fn costs(rule: &dyn Rule) -> String {
    let [near, random] = [RUN, 1].map(|run| {
        let cost = cost(rule, &sample(rule.endgame(), run));
        format!("{cost:6.1} ns{}", if cost > LIMIT { "*" } else { " " })
    });
    format!("{near}, at random {random}")
}

/// Nanoseconds a call.
fn cost(rule: &dyn Rule, positions: &[Position]) -> f64 {
    let round = |_| {
        let start = ThreadTime::now();
        for position in positions {
            black_box(rule.claim(black_box(position)));
        }
        start.elapsed().as_nanos() as f64 / positions.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// Legal positions of an endgame, the same at every call: runs of so many neighbours, each as
/// likely as any other.
fn sample(endgame: &str, run: usize) -> Vec<Position> {
    let material = endgame.parse::<Material>().expect("an endgame").normalise().0;
    let layout = Layout::new(material);
    let men = layout.men().len() as u32;
    let mut positions = Vec::with_capacity(SAMPLE + run);
    let mut number = 0x9e37_79b9_7f4a_7c15_u64;
    while positions.len() < SAMPLE {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let place = ((u128::from(number) * (layout.count() / run) as u128) >> 64) as usize;
        let side_to_move = Color::ALL[(number >> 7 & 1) as usize];
        for index in place * run..(place + 1) * run {
            let placement = Placement::new(&layout, &layout.squares(index), side_to_move);
            // Two men of one kind on a square would count as one.
            let board = placement.to_board().filter(|b| b.occupied().len() == men);
            positions.extend(board.as_ref().map(Position::from));
        }
    }
    positions
}
