//! Quiescence search: captures and promotions until the position is quiet, and all evasions in
//! check.

use drawproof_board::{Board, Move, Piece, Rank, Square};

use super::tree::LATE_CLOCK;
use super::worker::{Known, Worker};
use crate::eval::blocked::is_rammed;
use crate::game;
use crate::moves::{MoveList, after};
use crate::ordering::{LOSING_BOUND, capture_score};
use crate::score::{DRAW, INFINITE, MAX_PLY, Score, from_node, from_root, mated_in};
use crate::see;
use crate::tt::{Bound, Entry};

/// The margin in centipawns below the window at which captures are no longer tried.
const DELTA: Score = 180;

impl Worker<'_> {
    /// Returns the score of `board` after a search of only captures, promotions and evasions.
    pub(super) fn quiesce(
        &mut self,
        board: &Board,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.lines.clear(ply.min(MAX_PLY));
        if self.enter(ply) {
            return DRAW;
        }
        let claim = match self.known(board, ply) {
            Known::Score(score) => return score,
            Known::Claim(claim) => claim,
        };
        if ply >= MAX_PLY {
            return self.evaluate(board, claim);
        }
        let key = game::key(board);
        let entry = self.shared.resources.table.probe(key);
        if let Some(entry) = entry
            && beta - alpha == 1
            && board.halfmove_clock() < LATE_CLOCK
        {
            let score = from_root(entry.score, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return score;
            }
        }

        let in_check = !board.checkers().is_empty();
        let mut eval = -INFINITE;
        if !in_check {
            // The captures alone would not show a stalemate.
            if !board.generate_moves(|_| true) {
                return DRAW;
            }
            eval = entry.map_or_else(|| self.evaluate(board, claim), |entry| entry.eval);
            if eval >= beta {
                return eval;
            }
        }
        let lowest = alpha;
        alpha = alpha.max(eval);
        let (best, mv) = self.settle(board, alpha, beta, ply, eval);
        if !self.stopped {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > lowest => Bound::Exact,
                _ => Bound::Upper,
            };
            let eval = if in_check { 0 } else { eval };
            let score = from_node(best, ply);
            self.shared.resources.table.store(key, Entry { mv, score, eval, depth: 0, bound });
        }
        best
    }

    /// Tries captures and promotions or, in check (`eval` is then `-INFINITE`), all evasions.
    fn settle(
        &mut self,
        board: &Board,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        eval: Score,
    ) -> (Score, Option<Move>) {
        let in_check = eval == -INFINITE;
        let mut list = if in_check { MoveList::legal(board) } else { forcing(board) };
        if in_check && list.items().is_empty() {
            return (mated_in(ply), None);
        }
        for (mv, score) in list.items_mut() {
            *score = capture_score(board, *mv);
        }
        // Where pawns block each other, a capture can decide more than its material.
        let rammed = is_rammed(board);
        let mut best = eval;
        let mut best_move = None;
        let mut number = 0;
        while let Some((mv, order)) = list.pick(number) {
            number += 1;
            if !in_check {
                if order < LOSING_BOUND {
                    break;
                }
                let victim = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
                let gain = see::VALUES[victim as usize] + DELTA;
                if eval + gain <= alpha && mv.promotion.is_none() && !rammed {
                    best = best.max(eval + gain);
                    continue;
                }
            }
            let child = after(board, mv);
            self.game.push(&child);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1);
            self.game.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.lines.set(ply, mv);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }
}

/// Returns the captures and the promotions to a queen.
fn forcing(board: &Board) -> MoveList {
    let stm = board.side_to_move();
    let pawns = board.colored_pieces(stm, Piece::Pawn);
    let enemy = board.colors(!stm);
    let last_rank = Rank::Eighth.relative_to(stm).bitboard();
    let en_passant = board
        .en_passant()
        .map(|file| Square::new(file, Rank::Sixth.relative_to(stm)).bitboard())
        .unwrap_or_default();
    let mut list = MoveList::default();
    board.generate_moves(|mut moves| {
        moves.to &= if pawns.has(moves.from) { enemy | last_rank | en_passant } else { enemy };
        for mv in moves {
            if mv.promotion.is_none_or(|piece| piece == Piece::Queen) {
                list.push(mv, 0);
            }
        }
        false
    });
    list
}
