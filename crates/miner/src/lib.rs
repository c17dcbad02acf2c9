//! Learns draw recognizers from perfect tables and writes them as source code.
//!
//! For engine authors who want a sound and strong rule. [`learn()`] grows decision trees on all
//! decisive positions and a sample of the draws, then improves them by trying other splits. If
//! memory is short, it samples the decisive positions too, and adds those that refute a tree. A
//! leaf claims a draw only if no decisive position falls into it, so a tree is sound by
//! construction. [`count`] counts the claims of a tree over all positions, the verifier proves it,
//! and [`emit`] writes it as C, C++, Rust or JSON. Nothing here prints or exits.
//!
//! ```
//! use drawproof_features::{Library, Men};
//! use drawproof_miner::{Size, learn, world::World};
//! use drawproof_tables::{NormalMaterial, progress::Steps};
//!
//! let kpk = "KPK".parse::<NormalMaterial>()?;
//! let tables = drawproof_generator::solve_closure(&[kpk], &())?;
//! let world = World::new(tables.get(kpk).expect("it was solved"));
//! let library = Library::new(Men::of_endgame("KPK").expect("the name of an endgame"));
//!
//! let steps = Steps { progress: &(), endgame: kpk };
//! let learning = learn(&world, &library, &[Size::Leaves(20)], 1 << 30, steps);
//! let learning = learning.continue_value().expect("nobody stops it");
//! let trees = learning.trees(&[Size::Leaves(20)]);
//! assert!(trees[0].as_ref().is_some_and(|tree| tree.leaves() <= 20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod branches;
pub mod code;
pub mod count;
pub mod emit;
pub mod exact;
pub mod families;
pub mod fixes;
mod grow;
mod improve;
mod learn;
mod lookahead;
pub mod near;
pub mod patterns;
mod prune;
mod refuting;
pub mod repair;
pub mod repair_text;
pub mod repaired;
pub mod report;
pub mod sample;
pub mod search;
pub mod tree_rule;
pub mod withdrawals;
pub mod world;

pub use learn::{Learning, checksum, counted_trees, learn, memory_needed};
pub use prune::Size;
