//! Scores: centipawns, and mates by their distance.
//!
//! A score is for the side to move, in centipawns. A mate in `n` plies from the root of the search
//! is `MATE - n`; being mated in `n` plies is `n - MATE`. A win within the fifty-move rule whose
//! length under the rule is unknown is near [`TABLE_WIN`]. A *cursed win*, which the rule turns
//! into a draw, is a few centipawns.

/// A score in centipawns for the side to move, between `-INFINITE` and `INFINITE`.
pub type Score = i32;

/// A bound above all scores; its negative is below all scores.
pub const INFINITE: Score = 32_000;

/// The score of a mate on the board, for the winner. Each ply from the root to the mate subtracts
/// 1.
pub const MATE: Score = 31_000;

/// The score of a draw.
pub const DRAW: Score = 0;

/// The maximum ply of a search, counted from its root.
pub const MAX_PLY: usize = 128;

/// The longest mate in plies that a score can represent; tables of six men reach 524 plies.
pub const LONGEST_MATE_PLIES: Score = 1_000;

/// The bound beyond which scores, in either direction, are mates.
pub const MATE_BOUND: Score = MATE - LONGEST_MATE_PLIES;

/// The score of a win within the fifty-move rule, before the plies to the position and its table
/// distance are subtracted.
pub const TABLE_WIN: Score = 29_500;

/// The bound beyond which scores, in either direction, are mates or table wins. Such scores depend
/// on the distance from the root.
pub const TABLE_BOUND: Score = TABLE_WIN - LONGEST_MATE_PLIES;

/// The maximum of evaluations, and negated their minimum. It is well below the scores of mates and
/// table wins.
pub const EVAL_BOUND: Score = 20_000;

/// The greatest and the lowest score of a cursed win.
const CURSED_WINS: (Score, Score) = (20, 4);

const _: () = assert!(EVAL_BOUND < TABLE_BOUND && TABLE_WIN < MATE_BOUND && MATE < INFINITE);
// Table entries hold scores as `i16`.
const _: () = assert!(INFINITE <= i16::MAX as Score);

/// Returns the score for mating in `plies` plies from the root.
pub fn mate_in(plies: usize) -> Score {
    MATE - plies as Score
}

/// Returns the score for being mated in `plies` plies from the root.
pub fn mated_in(plies: usize) -> Score {
    plies as Score - MATE
}

/// Returns the score of a win within the fifty-move rule, `ply` plies from the root and `distance`
/// plies from mate or from the next capture or pawn move.
pub fn table_win(ply: usize, distance: u16) -> Score {
    TABLE_WIN - (ply as Score + Score::from(distance)).min(LONGEST_MATE_PLIES - 1)
}

/// Returns the score of a cursed win whose next capture or pawn move is `plies_late` plies too
/// late. The fewer plies too late, the better the score, because the opponent may err.
pub fn cursed_win(plies_late: u16) -> Score {
    let (greatest, least) = CURSED_WINS;
    (greatest - Score::from(plies_late) / 8).max(least)
}

/// Returns whether `score` means a forced mate by either side.
pub fn is_mate(score: Score) -> bool {
    score.abs() > MATE_BOUND
}

/// Converts a score relative to the root into a score relative to a node `ply` plies deeper, the
/// form that entries of the transposition table store.
pub fn from_node(score: Score, ply: usize) -> Score {
    match score {
        s if s > TABLE_BOUND => s + ply as Score,
        s if s < -TABLE_BOUND => s - ply as Score,
        s => s,
    }
}

/// Inverts [`from_node`].
pub fn from_root(score: Score, ply: usize) -> Score {
    match score {
        s if s > TABLE_BOUND => s - ply as Score,
        s if s < -TABLE_BOUND => s + ply as Score,
        s => s,
    }
}

/// Converts `score` into UCI notation: `cp 13`, `mate 5` (moves, not plies) or `mate -3`.
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
            for score in [mate_in(ply + 7), mated_in(ply + 6), table_win(ply, 200), 0, 300, -300] {
                assert_eq!(from_root(from_node(score, ply), ply), score);
            }
            assert_eq!(from_node(mate_in(ply + 7), ply), mate_in(7));
            assert_eq!(from_node(table_win(ply, 200), ply), table_win(0, 200));
        }
    }

    #[test]
    fn scores_of_tables_lie_apart_and_in_order() {
        for plies in 1..LONGEST_MATE_PLIES as u16 {
            assert!((DRAW + 1..100).contains(&cursed_win(plies)));
            assert!(cursed_win(plies) >= cursed_win(plies + 1));
            assert!(table_win(MAX_PLY, plies) > TABLE_BOUND && !is_mate(table_win(0, plies)));
            assert!(table_win(0, plies) >= table_win(1, plies));
        }
    }
}
