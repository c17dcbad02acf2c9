//! The tables of three men, for programs that have none.

use std::sync::Arc;

use drawproof_generator::solve_closure;
use drawproof_tables::{NormalMaterial, PlainTable, ThreeMen};

static SOLVED: ThreeMen = ThreeMen::solved(solve);

/// The tables of three men, solved when the first of them is needed.
pub fn three_men() -> &'static ThreeMen {
    &SOLVED
}

fn solve(material: NormalMaterial) -> Arc<PlainTable> {
    let solved = solve_closure(&[material], &()).expect("three men can be solved");
    solved.get(material).expect("it was solved").clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_of_a_pool_may_need_them_at_once() {
        let krk = "KRK".parse::<NormalMaterial>().unwrap();
        for _ in 0..20 {
            let fresh = ThreeMen::solved(solve);
            rayon::scope(|scope| {
                for _ in 0..64 {
                    scope.spawn(|_| assert!(fresh.table(krk).is_some()));
                }
            });
        }
    }
}
