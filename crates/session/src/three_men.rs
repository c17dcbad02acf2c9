//! The tables of three men, for programs that have none.

use std::sync::Arc;

use drawproof_generator::solve_closure;
use drawproof_tables::{NormalMaterial, PlainTable, ThreeMen};

static SOLVED: ThreeMen = ThreeMen::solved(solve);

/// Returns the tables of three men. Each is solved when it is first needed.
pub fn three_men() -> &'static ThreeMen {
    &SOLVED
}

fn solve(material: NormalMaterial) -> Arc<PlainTable> {
    let solved = solve_closure(&[material], &()).expect("three men can be solved");
    solved.get(material).expect("it was solved").clone()
}
