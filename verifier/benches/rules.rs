//! The cost of each built-in rule, hand-written or learned: nanoseconds of CPU time a call,
//! averaged over legal positions of its endgame, both sides to move. The limit of a hand-written
//! rule is 60.
//!
//! Two figures: for runs of neighbouring positions, as in a verification or a search, and for
//! single random positions, which make branches unpredictable. A star marks a figure above the
//! limit.
//!
//! ```text
//! cargo bench -p drawproof-verifier --bench rules
//! cargo bench -p drawproof-verifier --bench rules -- KRKB KRKN
//! ```

use std::hint::black_box;

use cpu_time::ThreadTime;
use drawproof_board::Color;
use drawproof_recognizers::{Position, Rule, catalogue, learned};
use drawproof_tables::{Layout, NormalMaterial, Placement};

/// The number of positions; more than a branch predictor remembers.
const SAMPLE: usize = 1 << 15;

/// The length of a run of neighbouring positions.
const RUN: usize = 64;

/// The number of passes over the sample; the minimum is reported.
const ROUNDS: usize = 25;

/// The limit of a call in nanoseconds.
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

/// The cost of a rule in words: for neighbouring positions and for random ones.
fn costs(rule: &dyn Rule) -> String {
    let [near, random] = [RUN, 1].map(|run| {
        let cost = cost(rule, &sample(rule.endgame(), run));
        format!("{cost:6.1} ns{}", if cost > LIMIT { "*" } else { " " })
    });
    format!("{near}, at random {random}")
}

/// The cost of a call in nanoseconds of CPU time, averaged over `positions`.
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

/// A reproducible random sample of the legal positions of an endgame, in runs of `run` neighbours.
fn sample(endgame: &str, run: usize) -> Vec<Position> {
    let material = endgame.parse::<NormalMaterial>().expect("an endgame");
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
            // Two like men on the same square would count as one.
            let board = placement.to_board().filter(|b| b.occupied().len() == men);
            positions.extend(board.as_ref().map(Position::from));
        }
    }
    positions
}
