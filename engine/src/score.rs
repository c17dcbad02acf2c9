//! Scores: centipawns, and mates by their distance.
//!
//! A score is from the side to move, in centipawns. A mate in `n` plies from the root of the search
//! is `MATE - n`, being mated in `n` plies is `n - MATE`.

/// A score in centipawns from the side to move, between `-INFINITE` and `INFINITE`.
pub type Score = i32;

/// A bound outside all scores.
pub const INFINITE: Score = 32_000;

/// Mate on the board, seen from the winner.
pub const MATE: Score = 31_000;

/// A draw.
pub const DRAW: Score = 0;

/// The deepest ply of a search from its root.
pub const MAX_PLY: usize = 128;

/// The longest mate, in plies, that a score can hold: tables of six men reach 524 plies.
pub const LONGEST_MATE_PLIES: Score = 1_000;

/// Scores beyond this bound, in either direction, are mates.
pub const MATE_BOUND: Score = MATE - LONGEST_MATE_PLIES;

/// Evaluations stay inside this bound, well apart from mates.
pub const EVAL_BOUND: Score = 20_000;

const _: () = assert!(EVAL_BOUND < MATE_BOUND && MATE < INFINITE);
// Table entries hold scores as `i16`.
const _: () = assert!(INFINITE <= i16::MAX as Score);

/// The side to move mates in `plies` plies from the root.
pub fn mate_in(plies: usize) -> Score {
    MATE - plies as Score
}

/// The side to move is mated in `plies` plies from the root.
pub fn mated_in(plies: usize) -> Score {
    plies as Score - MATE
}

/// Whether `score` is a forced mate for either side.
pub fn is_mate(score: Score) -> bool {
    score.abs() > MATE_BOUND
}

/// `score`, seen from the root, as seen from a node `ply` plies deeper, as a table entry holds it.
pub fn from_node(score: Score, ply: usize) -> Score {
    match score {
        s if s > MATE_BOUND => s + ply as Score,
        s if s < -MATE_BOUND => s - ply as Score,
        s => s,
    }
}

/// The inverse of [`from_node`].
pub fn from_root(score: Score, ply: usize) -> Score {
    match score {
        s if s > MATE_BOUND => s - ply as Score,
        s if s < -MATE_BOUND => s + ply as Score,
        s => s,
    }
}

/// `score` as UCI writes it: `cp 13`, `mate 5` (moves, not plies) or `mate -3`.
pub fn to_uci(score: Score) -> String {
    if score > MATE_BOUND {
        format!("mate {}", (MATE - score + 1) / 2)
    } else if score < -MATE_BOUND {
        format!("mate {}", -(MATE + score) / 2)
    } else {
        format!("cp {score}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_written_in_moves() {
        assert_eq!(to_uci(mate_in(1)), "mate 1");
        assert_eq!(to_uci(mate_in(45)), "mate 23");
        assert_eq!(to_uci(mated_in(0)), "mate 0");
        assert_eq!(to_uci(mated_in(2)), "mate -1");
        assert_eq!(to_uci(-17), "cp -17");
    }

    #[test]
    fn a_mate_keeps_its_distance_from_the_node_that_stored_it() {
        for ply in 0..MAX_PLY {
            for score in [mate_in(ply + 7), mated_in(ply + 6), 0, 300, -300] {
                assert_eq!(from_root(from_node(score, ply), ply), score);
            }
            assert_eq!(from_node(mate_in(ply + 7), ply), mate_in(7));
        }
    }
}
