//! Saved judgements, resumed ones, and the differences between two.
