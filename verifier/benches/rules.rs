//! What each built-in rule, hand-written or learned, costs: nanoseconds of CPU time a call, averaged
//! over legal positions of its endgame drawn at random, both sides to move. A hand-written rule may
//! cost 60.
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

/// Times the sample is gone through; the quickest counts, as the least disturbed.
const ROUNDS: usize = 9;

/// What a call may cost, in nanoseconds.
const LIMIT: f64 = 60.0;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted =
        |rule: &dyn Rule| wanted.is_empty() || wanted.iter().any(|name| name == rule.endgame());
    for rule in catalogue().iter().filter(|rule| is_wanted(**rule)) {
        let nanoseconds = cost(*rule, &sample(rule.endgame()));
        let mark = if nanoseconds > LIMIT { "  over the limit" } else { "" };
        println!("{:7} {nanoseconds:6.1} ns{mark}", rule.endgame());
    }
    for rule in learned::catalogue().iter().filter(|rule| is_wanted(**rule)) {
        let nanoseconds = cost(*rule, &sample(rule.endgame()));
        println!("{:7} {nanoseconds:6.1} ns  learned", rule.endgame());
    }
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

/// Legal positions of an endgame, each as likely as any other; the same at every call.
fn sample(endgame: &str) -> Vec<Position> {
    let material = endgame.parse::<Material>().expect("an endgame").normalise().0;
    let layout = Layout::new(material);
    let mut positions = Vec::with_capacity(SAMPLE);
    let mut number = 0x9e37_79b9_7f4a_7c15_u64;
    while positions.len() < SAMPLE {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = ((u128::from(number) * layout.count() as u128) >> 64) as usize;
        let side_to_move = Color::ALL[(number >> 7 & 1) as usize];
        let placement = Placement::new(&layout, &layout.squares(index), side_to_move);
        positions.extend(placement.to_board().as_ref().map(Position::from));
    }
    positions
}
