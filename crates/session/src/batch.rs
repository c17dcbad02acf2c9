//! Answers about many positions at once.
//!
//! Positions of one endgame are answered together, so that each table is read or solved once, and
//! tables that do not fit into the memory of the store together take turns.

use std::sync::atomic::{AtomicUsize, Ordering};

use drawproof_board::Board;
use drawproof_tables::{MEN_MIN, NormalMaterial, Placement, SOLVABLE_MEN_MAX, probe::ProbeError};

use crate::{
    answer::{Parts, PositionAnswer},
    store::Store,
};

/// The number of positions of an endgame from which its whole table is brought into memory. Fewer
/// are looked up in its file, if it has one.
const WHOLE_TABLE: usize = 32;

/// The number of positions that a thread answers at a time.
const CHUNK: usize = 64;

/// Returns the answers about positions, in their order. Each position is given as a FEN and its
/// board.
///
/// Runs on as many threads as the current rayon pool has, but not on the pool's threads: a thread
/// that waits for the store must not be one that solves tables for it.
pub fn answers(
    questions: &[(String, Board)],
    store: &Store,
    parts: Parts,
) -> Vec<Result<PositionAnswer, ProbeError>> {
    let answer = |fen: &str, board: &_| PositionAnswer::new(fen.into(), board, store, parts);
    answers_by(questions, store, &answer)
}

/// Does what [`answers`] does, but calls `answer` to make each answer from a FEN, its board and the
/// tables of `store`.
pub fn answers_by<T: Send>(
    questions: &[(String, Board)],
    store: &Store,
    answer: &(dyn Fn(&str, &Board) -> Result<T, ProbeError> + Sync),
) -> Vec<Result<T, ProbeError>> {
    let mut order: Vec<(Option<NormalMaterial>, usize)> = questions
        .iter()
        .enumerate()
        .map(|(place, (_, board))| (material_with_table(board), place))
        .collect();
    order.sort_unstable();
    let groups = order.chunk_by(|a, b| a.0 == b.0);
    let chunks: Vec<_> = groups
        .flat_map(|group| group.chunks(CHUNK).map(|chunk| (chunk, group.len() >= WHOLE_TABLE)))
        .collect();
    let next = AtomicUsize::new(0);
    let answer_chunks = || {
        let mut answers = Vec::new();
        while let Some(&(chunk, whole)) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Why there is no table is reported with each position that needs it. A table with an owner stays.
            let material = chunk[0].0.filter(|_| whole);
            let _table = material.and_then(|material| store.table(material).ok());
            for &(_, place) in chunk {
                let (fen, board) = &questions[place];
                answers.push((place, answer(fen, board)));
            }
        }
        answers
    };
    let threads = rayon::current_num_threads().min(chunks.len());
    let mut answers = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(answer_chunks)).collect();
        let mut answers = answer_chunks();
        for other in others {
            answers.extend(other.join().expect("answering does not panic"));
        }
        answers
    });
    answers.sort_unstable_by_key(|(place, _)| *place);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Returns the endgame of a position that has a table.
fn material_with_table(board: &Board) -> Option<NormalMaterial> {
    let men = board.occupied().len() as usize;
    (MEN_MIN..=SOLVABLE_MEN_MAX).contains(&men).then(|| Placement::from(board).normalise().0)
}
