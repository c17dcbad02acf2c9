//! Solves endgames and all they depend on in memory, on one thread: for measuring from outside.
//!
//! usage: solve [--plain] --men N | ENDGAME...
//!
//! `--plain` uses no vector instructions. `--men N` takes all endgames of three to N men.

use drawproof_generator::{Options, Vectors, solve_closure_with};
use drawproof_tables::{Material, NormalMaterial};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let mut endgames = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--plain" => options.vectors = Vectors::PLAIN,
            "--men" => {
                let most: usize = args.next().ok_or("--men takes a number")?.parse()?;
                endgames.extend((3..=most).flat_map(NormalMaterial::all_with_men));
            }
            name => endgames.push(name.parse::<Material>()?.normalise().0),
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let tables = pool.install(|| solve_closure_with(&options, &endgames, &()))?;
    println!("{} tables", tables.iter().count());
    Ok(())
}
