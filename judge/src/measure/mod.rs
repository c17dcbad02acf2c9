//! Answers against values: results told from scores, moves, errors, and their intervals.
