//! The tests of stores, of what making tables takes, and of answers, in one program.

#[cfg(feature = "answers")]
mod answer;
#[cfg(feature = "answers")]
mod batch;
mod budget;
mod estimate;
mod faults;
mod figures;
mod one_side;
mod plan;
mod room;
mod scratch;
mod slices;
mod store;
mod three_men;
mod values;

use drawproof_tables::NormalMaterial;

/// The endgame with a name such as `KRKP`.
fn named(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}
