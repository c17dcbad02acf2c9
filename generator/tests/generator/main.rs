//! Tests of the generator through its public functions, in one binary.

mod against_naive_reference;
mod every_vector_width;
mod helpmates;
mod logged;
mod metrics;
mod naive_reference;
mod naive_reference_figures;
mod published_conversions;
mod published_figures;
mod slices;
mod stopping;
mod web_checksums;

use drawproof_tables::NormalMaterial;

/// Returns the endgame with a name such as `KRKP`.
fn named(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}
