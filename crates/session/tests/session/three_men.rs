//! Tables of three men that are solved when they are needed.

use std::sync::Arc;

use drawproof_generator::solve_closure;
use drawproof_tables::{NormalMaterial, PlainTable, ThreeMen};

fn solve(material: NormalMaterial) -> Arc<PlainTable> {
    solve_closure(&[material], &()).unwrap().get(material).unwrap().clone()
}

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
