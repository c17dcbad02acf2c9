//! The verifier's overhead: positions a second of CPU time with a built-in no-op rule, five men,
//! one thread. Each position is two calls: one about the position, one about the colour-reversed
//! one.
//!
//! ```text
//! cargo bench -p drawproof-verifier --bench no_op
//! ```

use cpu_time::ProcessTime;
use drawproof_generator::solve_closure;
use drawproof_recognizers::{Claim, PatternText, Position, Rule};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Asker, Builtin, Options, Verification};

/// A rule that makes no claim.
struct NoOp;

impl Rule for NoOp {
    fn endgame(&self) -> &str {
        "KBBKR"
    }

    fn name(&self) -> &str {
        "no-op"
    }

    fn patterns(&self) -> &[PatternText] {
        &[]
    }

    fn claim(&self, _: &Position) -> Claim {
        Claim::NONE
    }

    fn claim_and_patterns(&self, _: &Position) -> (Claim, u64) {
        (Claim::NONE, 0)
    }
}

fn main() {
    let material = "KBBKR".parse::<NormalMaterial>().expect("an endgame");
    let tables = solve_closure(&[material], &()).expect("five men can be solved");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let start = ProcessTime::now();
    let subject = Builtin(&NoOp);
    let verify =
        || Verification::new(material, &tables, &Options::default()).run(Asker::Function(&subject));
    let verdict = pool.install(verify).expect("the rule answers").verdict;
    let seconds = start.elapsed().as_secs_f64();
    let positions = verdict.total().positions;
    println!(
        "{positions} positions, {} calls in {seconds:.2} s of CPU time: {:.0} M positions/s",
        verdict.calls,
        positions as f64 / seconds / 1e6
    );
}
