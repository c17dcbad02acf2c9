//! What making tables takes.

use drawproof_session::estimate::{Speed, estimate_tables};
use drawproof_tables::Metric;

use crate::named;

#[test]
fn tables_that_exist_take_nothing() {
    let speed = Speed::measure(1, false).unwrap();
    let order = named("KRPK").closure();
    let all = estimate_tables(Metric::Dtm, &order, &order, 1 << 30, &speed);
    assert!(all.iter().all(|table| table.seconds() > 0.0 && table.file_bytes > 0));
    let last = [named("KRPK")];
    let one = estimate_tables(Metric::Dtm, &order, &last, 1 << 30, &speed);
    for (table, other) in one.iter().zip(&all) {
        if table.is_made {
            assert_eq!(table.file_bytes, other.file_bytes);
            assert!(table.read_seconds > 0.0, "the sources are in files");
        } else {
            assert_eq!((table.seconds(), table.file_bytes, table.memory_bytes), (0.0, 0, 0));
        }
    }
}

#[test]
fn with_little_memory_tables_are_read_again() {
    let speed = Speed::measure(1, false).unwrap();
    let order: Vec<_> = ["KRK", "KNK", "KBK", "KRKN", "KRKB", "KRBKN"].map(named).into();
    let estimate = |bytes| estimate_tables(Metric::Dtm, &order, &order[3..], bytes, &speed);
    let reads = |bytes| estimate(bytes).iter().map(|table| table.read_seconds).sum::<f64>();
    assert!(reads(1 << 20) > reads(1 << 34));
}
