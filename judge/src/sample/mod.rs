//! Which positions of an endgame are asked, and what weight each has.
