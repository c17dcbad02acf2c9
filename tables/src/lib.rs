//! Endgame tables of drawproof: material, symmetry, layout, values, files and probing.
