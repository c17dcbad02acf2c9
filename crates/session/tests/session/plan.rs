//! The steps that bring tables into memory.

use drawproof_session::{
    plan::{Plan, Step},
    three_men,
};
use drawproof_tables::{Shelf, file::Folder};

use crate::named;

#[test]
fn sources_come_first_and_three_men_need_no_step() {
    let shelf = Shelf::new(Folder::none()).with_three_men(three_men());
    let steps_of = |name| Plan::new(&[named(name)], &[], &shelf).unwrap().steps;
    assert_eq!(steps_of("KQKR"), [Step::Solve(named("KQKR"))]);
    let promoting = steps_of("KPKR");
    assert_eq!(promoting.last(), Some(&Step::Solve(named("KPKR"))));
    assert!(promoting.contains(&Step::Solve(named("KQKR"))));
}

#[test]
fn tables_are_solved_where_reading_takes_clearly_longer() {
    let shelf = Shelf::new(Folder::none()).with_three_men(three_men());
    for (name, is_solved) in [("KRPKR", true), ("KRBKR", true), ("KPPKP", false)] {
        let wanted = &[named(name)];
        let plan = Plan { steps: vec![Step::Load(wanted[0])], wanted, named: wanted };
        assert_eq!(plan.quicker(&shelf).unwrap().is_some(), is_solved, "{name}");
    }
}
