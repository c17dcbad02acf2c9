//! Endgames: their men, their symmetries, and the mapping between positions and indices.

pub mod family;
pub mod layout;
#[cfg(not(target_arch = "wasm32"))]
pub mod legality;
pub mod like_men;
pub mod material;
pub mod outer;
pub mod placement;
pub mod symmetry;
