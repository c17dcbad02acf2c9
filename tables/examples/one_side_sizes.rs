//! Prints a Markdown row for each endgame: the bytes of its file with both sides to move and with
//! one.
//!
//!     cargo run --release -p drawproof-tables --example one_side_sizes -- [--one] [ENDGAME...]
//!
//! With `--one`, only files with one side are packed. Without endgames, all of three and four men
//! are.

use std::{error::Error, sync::Arc};

use drawproof_generator::{Options, Request, decided_by_conversions, solve};
use drawproof_tables::{
    NormalMaterial, TableSet,
    file::{LEVEL_DEFAULT, pack, pack_one_side},
};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::default();
    let mut materials = Vec::new();
    let mut args = std::env::args().skip(1).peekable();
    let is_one_only = args.next_if_eq("--one").is_some();
    for name in args {
        materials.push(name.parse::<NormalMaterial>()?);
    }
    if materials.is_empty() {
        materials = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect();
    }
    println!("| endgame | both sides | one side | share |\n|---|--:|--:|--:|");
    let mut totals = [0; 2];
    for material in &materials {
        let mut tables = TableSet::new();
        let steps = material.closure();
        for (place, &needed) in steps.iter().enumerate() {
            let solution = solve(Request::new(&options, needed, &tables))?;
            tables.insert(Arc::new(solution.table));
            let is_used = |made: NormalMaterial| {
                made == *material
                    || steps[place + 1..].iter().any(|&m| m.conversions().contains(&made))
            };
            let is_source = |made: NormalMaterial| material.conversions().contains(&made);
            steps[..=place].iter().filter(|&&m| !is_used(m) && !is_source(m)).for_each(|&m| {
                tables.remove(m);
            });
        }
        let table = tables.get(*material).expect("just solved");
        let decided = decided_by_conversions(table, &tables)?;
        let decided = decided.each_ref().map(|side| &side[..]);
        let both = if is_one_only { 0 } else { pack(table, LEVEL_DEFAULT).len() };
        let one = pack_one_side(table, decided, LEVEL_DEFAULT, &|_| {}).len();
        let share = one as f64 / both as f64;
        println!("| {material} | {both} | {one} | {share:.3} |");
        totals[0] += both;
        totals[1] += one;
    }
    let [both, one] = totals;
    println!("| all {} | {both} | {one} | {:.3} |", materials.len(), one as f64 / both as f64);
    Ok(())
}
