//! Perft: counting the legal move sequences of a given length.

use drawproof_board::Board;

use super::moves::after;

/// The number of sequences of `depth` legal moves from `board`. `None` if `stop`, which is called
/// from time to time, returns true.
pub fn perft(board: &Board, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        return Some(count);
    }
    let stopped = board.generate_moves(|moves| {
        for mv in moves {
            match perft(&after(board, mv), depth - 1, stop) {
                Some(below) => count += below,
                None => return true,
            }
        }
        depth > 3 && stop()
    });
    (!stopped).then_some(count)
}
