//! The inside of the tree: principal variation search.

use drawproof_board::{Board, Color, Move, Piece, Rank};

use super::worker::{Known, Worker};
use crate::game;
use crate::moves::{self, MoveList, after};
use crate::ordering::{self, LOSING_BOUND, Preceding};
use crate::score::{
    DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score, TABLE_BOUND, from_node, from_root, is_mate,
    mate_in, mated_in,
};
use crate::see;
use crate::tt::{Bound, Entry};

/// The half-move clock from which on scores in the transposition table are not used, because they
/// ignore the clock.
pub(super) const LATE_CLOCK: u8 = 80;
/// The maximum depth of pruning by evaluation.
const PRUNING_DEPTH: i32 = 6;
/// The assumed change of the evaluation by one ply, in centipawns.
const MARGIN: Score = 85;
/// The material in centipawns that a quiet move may lose by exchange, per ply of depth.
const QUIET_LOSS: Score = -35;
/// The minimum history score of a quiet move, per ply of depth.
const UNLUCKY: i32 = -3_500;

/// The properties of a node that its helper functions share.
struct Node {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    in_check: bool,
    /// The static evaluation; `-INFINITE` in check.
    eval: Score,
    /// Whether the evaluation is higher than two plies ago.
    improving: bool,
    /// Whether some move is expected to refute the move that led here.
    expects_cutoff: bool,
}

impl Node {
    fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl Worker<'_> {
    /// Returns the score of `board` within the alpha-beta window, after a search of `depth` plies.
    /// `preceding` is the move that led here; `None` after a pass.
    pub(super) fn negamax(
        &mut self,
        board: &Board,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        preceding: Preceding,
    ) -> Score {
        let in_check = !board.checkers().is_empty();
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(board, alpha, beta, ply);
        }
        self.lines.clear(ply);
        if self.enter(ply) {
            return DRAW;
        }
        let claim = match self.known(board, ply) {
            Known::Score(score) => return score,
            Known::Claim(claim) => claim,
        };
        // No line from here is better than mating at once, or worse than being mated here.
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let expects_cutoff = self.expected_cutoffs[ply];
        let mut node =
            Node { alpha, beta, depth, ply, in_check, eval: 0, improving: false, expects_cutoff };

        let key = game::key(board);
        let entry = self.shared.resources.table.probe(key);
        if let Some(score) = entry.and_then(|entry| cutoff(&entry, &node, board)) {
            return score;
        }
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| board.is_legal(mv));
        if table_move.is_none() && node.depth >= 5 {
            node.depth -= 1; // A shallower search finds a good first move more cheaply.
        }

        node.eval = match entry {
            _ if in_check => -INFINITE,
            Some(entry) => entry.eval,
            None => self.evaluate(board, claim),
        };
        self.evals[ply] = node.eval;
        node.improving = !in_check && ply >= 2 && node.eval > self.evals[ply - 2];
        let eval = node.eval;
        // A score that bounds the true one on the right side is better than the static evaluation.
        if let Some(entry) = entry.filter(|_| !in_check) {
            let score = from_root(entry.score, ply);
            let is_better = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
            };
            if is_better && !is_mate(score) {
                node.eval = score;
            }
        }
        self.history.forget_killers(ply + 1);
        if let Some(score) = self.prune(board, &node, preceding) {
            return score;
        }
        let (best, mv, bound) = self.search_moves(board, &node, table_move, preceding);
        if !self.stopped {
            let entry = Entry {
                mv,
                score: from_node(best, ply),
                eval: if in_check { 0 } else { eval },
                depth: node.depth,
                bound,
            };
            self.shared.resources.table.store(key, entry);
        }
        best
    }

    /// Decides a node without a search of all moves, if possible.
    fn prune(&mut self, board: &Board, node: &Node, preceding: Preceding) -> Option<Score> {
        let Node { alpha, beta, depth, ply, eval, .. } = *node;
        if node.is_pv() || node.in_check || is_mate(alpha) || is_mate(beta) {
            return None;
        }
        // The side to move is so far ahead that the other side cannot recover in the few plies
        // left.
        if depth <= PRUNING_DEPTH && eval - MARGIN * (depth - i32::from(node.improving)) >= beta {
            return Some(eval);
        }
        // The side to move is so far behind that only captures can help.
        if depth <= 2 && eval + 3 * MARGIN * depth < alpha {
            let score = self.quiesce(board, alpha, beta, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        // The side to move is so far ahead that it may even pass. It never passes twice in a row.
        if depth >= 3 && eval >= beta && preceding.is_some() && can_pass(board) {
            let passed = board.null_move()?;
            let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
            self.game.push(&passed);
            self.expected_cutoffs[ply + 1] = !node.expects_cutoff;
            let score =
                -self.negamax(&passed, -beta, 1 - beta, depth - 1 - reduction, ply + 1, None);
            self.game.pop();
            if score >= beta && !self.stopped {
                return Some(if score > TABLE_BOUND { beta } else { score });
            }
        }
        None
    }

    /// Tries the legal moves in order. Returns the best score, its move, and how the score bounds
    /// the true one.
    fn search_moves(
        &mut self,
        board: &Board,
        node: &Node,
        table_move: Option<Move>,
        preceding: Preceding,
    ) -> (Score, Option<Move>, Bound) {
        let mut list = MoveList::legal(board);
        if list.items().is_empty() {
            let score = if node.in_check { mated_in(node.ply) } else { DRAW };
            return (score, None, Bound::Exact);
        }
        self.history.order(board, &mut list, table_move, node.ply, preceding);
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut quiets: Vec<Move> = Vec::new();
        let mut number = 0;
        while let Some((mv, order)) = list.pick(number) {
            number += 1;
            let quiet = !moves::is_capture(board, mv) && mv.promotion.is_none();
            let child = after(board, mv);
            // Checks, and pawns about to promote, are neither skipped nor searched less deep.
            let urgent = !child.checkers().is_empty() || is_far_push(board, mv);
            if best > -MATE_BOUND
                && !urgent
                && self.is_hopeless(board, node, alpha, mv, order, quiet, quiets.len())
            {
                continue;
            }
            let reduction = if urgent { 0 } else { self.reduction(node, number, order, quiet) };
            let next = board.piece_on(mv.from).map(|piece| (piece, mv.to));
            self.game.push(&child);
            let score = self.search_child(&child, node, alpha, number, reduction, next);
            self.game.pop();
            if self.stopped {
                return (best.max(DRAW), best_move, Bound::Upper);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.lines.set(node.ply, mv);
                }
            }
            if alpha >= node.beta {
                self.cutoffs.count(ordering::source(order), number);
                if quiet {
                    self.history.reward(board, node.ply, node.depth, preceding, mv, &quiets);
                }
                return (best, best_move, Bound::Lower);
            }
            if quiet {
                quiets.push(mv);
            }
        }
        let bound = if best_move.is_some() { Bound::Exact } else { Bound::Upper };
        (best, best_move, bound)
    }

    /// Searches a child by principal variation search: the first move with the full window, the
    /// others with an empty window and reduced depth, and again in full only if they turn out
    /// better than expected.
    fn search_child(
        &mut self,
        child: &Board,
        node: &Node,
        alpha: Score,
        number: usize,
        reduction: i32,
        preceding: Preceding,
    ) -> Score {
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        let mut score = -INFINITE;
        if number > 1 || !node.is_pv() {
            self.expected_cutoffs[ply] = reduction > 0 || !node.expects_cutoff;
            score = -self.negamax(child, -alpha - 1, -alpha, depth - reduction, ply, preceding);
            if score > alpha && reduction > 0 && !self.stopped {
                self.expected_cutoffs[ply] = !node.expects_cutoff;
                score = -self.negamax(child, -alpha - 1, -alpha, depth, ply, preceding);
            }
        }
        if node.is_pv() && (number == 1 || (score > alpha && !self.stopped)) {
            self.expected_cutoffs[ply] = false;
            score = -self.negamax(child, -node.beta, -alpha, depth, ply, preceding);
        }
        score
    }

    /// Returns whether `mv`, which is not urgent, can be skipped near the leaves.
    #[allow(clippy::too_many_arguments)]
    fn is_hopeless(
        &self,
        board: &Board,
        node: &Node,
        alpha: Score,
        mv: Move,
        order: i32,
        quiet: bool,
        quiets: usize,
    ) -> bool {
        if node.is_pv() || node.in_check || board.occupied().len() <= 6 {
            return false;
        }
        let depth = node.depth;
        if quiet {
            let enough = (3 + depth * depth) as usize / if node.improving { 1 } else { 2 };
            let late = depth <= PRUNING_DEPTH && quiets > enough;
            let futile = depth <= PRUNING_DEPTH && node.eval + MARGIN * (depth + 1) <= alpha;
            let unlucky = depth <= 4 && order < UNLUCKY * depth;
            late || futile
                || unlucky
                || (depth <= PRUNING_DEPTH && see::exchange(board, mv) < QUIET_LOSS * depth)
        } else {
            depth <= PRUNING_DEPTH
                && order < LOSING_BOUND
                && see::exchange(board, mv) < -MARGIN * depth
        }
    }

    /// Returns the number of plies by which the search of a late move is reduced.
    fn reduction(&self, node: &Node, number: usize, order: i32, quiet: bool) -> i32 {
        if node.depth < 3 || number < 3 || !(quiet || order < LOSING_BOUND) {
            return 0;
        }
        let mut reduction = self.reductions[(node.depth as usize).min(63)][number.min(63)];
        reduction -= i32::from(node.is_pv()) + i32::from(node.in_check);
        reduction += i32::from(!node.improving) + i32::from(node.expects_cutoff);
        if quiet {
            reduction -= (order / 8_000).clamp(-2, 2);
        }
        reduction.clamp(0, node.depth - 2)
    }
}

/// Returns the score of a table entry if it decides the node. Nodes of the principal variation are
/// excluded, so that the variation is complete and none of its repetitions is overlooked.
fn cutoff(entry: &Entry, node: &Node, board: &Board) -> Option<Score> {
    if node.is_pv() || entry.depth < node.depth || board.halfmove_clock() >= LATE_CLOCK {
        return None;
    }
    let score = from_root(entry.score, node.ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= node.beta,
        Bound::Upper => score <= node.alpha,
    };
    settles.then_some(score)
}

/// Returns whether `mv` moves a pawn to the sixth rank or beyond.
fn is_far_push(board: &Board, mv: Move) -> bool {
    board.pieces(Piece::Pawn).has(mv.from)
        && mv.to.rank().relative_to(board.side_to_move()) >= Rank::Sixth
}

/// Returns whether passing is safe, because having to move is surely no disadvantage. With at most
/// one piece, zugzwang is likely.
fn can_pass(board: &Board) -> bool {
    let pieces = |color: Color| {
        (board.colors(color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King)).len()
    };
    pieces(board.side_to_move()) >= 2
}
