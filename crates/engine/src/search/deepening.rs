//! Iterative deepening with aspiration windows, and the root of the tree.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use drawproof_board::{Board, Move};

use super::report::Report;
use super::settled::mating_move;
use super::worker::Worker;
use crate::eval::evaluate;
use crate::moves::{self, after};
use crate::score::{DRAW, INFINITE, MATE, MAX_PLY, Score, is_mate, mated_in};

/// Half the width of the first aspiration window, in centipawns.
const WINDOW: Score = 22;
/// The depth in plies from which on the window is narrow.
const WINDOW_DEPTH: i32 = 5;
impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached. Returns the last report.
    pub fn deepen(&mut self, on_report: &mut dyn FnMut(&Report)) -> Report {
        let board = self.game.board().clone();
        if self.root.is_empty() {
            let score = if board.checkers().is_empty() { DRAW } else { mated_in(0) };
            let report = self.report(0, 0, score);
            on_report(&report);
            return report;
        }
        let deepest = self.shared.limits.depth.map_or(MAX_PLY - 1, |d| d as usize);
        let lines =
            if self.index == 0 { self.shared.resources.lines.min(self.root.len()) } else { 1 };
        let mut report = self.report(0, 0, DRAW);
        let mut steady = 0;
        // Threads start at different depths, so that they search different parts of the tree.
        let first = 1 + self.index % 2;
        for depth in first..=deepest.clamp(first, MAX_PLY - 1) {
            let before = self.root[0].mv;
            self.seldepth = 0;
            // The last iteration may have mixed preferred and other moves.
            self.root.sort_by_key(|root| Reverse(root.preferred));
            let score = self.aspire(&board, depth as i32, report.score, 0);
            if self.stopped {
                // Only the last move shows that all moves lose.
                let score = score.filter(|&score| !is_mate(score) || score > 0);
                // The order of the root moves includes the result of the unfinished iteration.
                let changed = score.is_some() && self.root[0].line != report.line;
                let score = score.unwrap_or(report.score);
                if changed && self.index == 0 && report.depth > 0 {
                    report = self.report(0, report.depth, score);
                    on_report(&report);
                } else if report.depth == 0 {
                    report = self.report(0, 0, score);
                }
                break;
            }
            self.root[0].score = score.expect("the iteration was finished");
            self.counts_nodes = true;
            let finished = self.further_lines(&board, depth as i32, lines);
            report = self.report(0, depth as u32, self.root[0].score);
            on_report(&report);
            for place in 1..finished {
                on_report(&self.report(place, depth as u32, self.root[place].score));
            }
            if self.stopped {
                break;
            }
            steady = if self.root[0].mv == before { steady + 1 } else { 0 };
            if self.index == 0 && self.is_enough(&report, steady) {
                break;
            }
        }
        self.share();
        report
    }

    /// Searches for further lines, up to `lines` in total, each among the moves that begin no other
    /// line. Returns the number of lines. They are then the first root moves, the best in front.
    fn further_lines(&mut self, board: &Board, depth: i32, lines: usize) -> usize {
        for first in 1..lines {
            let score = self.aspire(board, depth, self.root[first].score, first);
            match score.filter(|_| !self.stopped) {
                Some(score) => self.root[first].score = score,
                None => {
                    self.order_lines(first);
                    return first;
                }
            }
        }
        self.order_lines(lines);
        lines
    }

    /// Orders the first `lines` root moves by score. If only some moves may begin the first line,
    /// that line keeps its place.
    fn order_lines(&mut self, lines: usize) {
        let kept = usize::from(self.shared.preferred < self.root.len());
        if lines > kept {
            self.root[kept..lines].sort_by_key(|root| Reverse(root.score));
        }
    }

    /// Searches the root from move number `first` on, with a window around `guess` that is widened
    /// until it contains the score. `None` if the search was stopped before the first move was
    /// searched.
    fn aspire(&mut self, board: &Board, depth: i32, guess: Score, first: usize) -> Option<Score> {
        let narrow = depth >= WINDOW_DEPTH && !is_mate(guess);
        let mut width = WINDOW;
        let (mut alpha, mut beta) =
            if narrow { (guess - width, guess + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.search_root(board, alpha, beta, depth, first);
            if self.stopped {
                return score;
            }
            let score = score.expect("an unstopped search has a score");
            width *= 3;
            if score <= alpha {
                alpha = if width > 500 { -INFINITE } else { score - width };
            } else if score >= beta {
                beta = if width > 500 { INFINITE } else { score + width };
            } else {
                return Some(score);
            }
        }
    }

    /// Searches the root from move number `first` on. Moves keep their lines and their order, but a
    /// new best move goes to the place `first` immediately. For the first line, only preferred
    /// moves are searched.
    fn search_root(
        &mut self,
        board: &Board,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        first: usize,
    ) -> Option<Score> {
        let in_check = !board.checkers().is_empty();
        let depth = depth + i32::from(in_check);
        let mut best: Option<Score> = None;
        self.evals[0] = if in_check { -INFINITE } else { evaluate(board) };
        self.history.forget_killers(1);
        let end = if first == 0 { self.shared.preferred } else { self.root.len() };
        for i in first..end {
            let mv = self.root[i].mv;
            let nodes_before = self.nodes;
            let child = after(board, mv);
            let preceding = board.piece_on(mv.from).map(|piece| (piece, mv.to));
            self.game.push(&child);
            let mut score = -INFINITE;
            if i > first {
                let quiet = child.checkers().is_empty() && !moves::is_capture(board, mv);
                let reduction = i32::from(depth >= 3 && i > first + 4 && quiet);
                self.expected_cutoffs[1] = true;
                score =
                    -self.negamax(&child, -alpha - 1, -alpha, depth - 1 - reduction, 1, preceding);
            }
            if i == first || (score > alpha && !self.stopped) {
                self.expected_cutoffs[1] = false;
                score = -self.negamax(&child, -beta, -alpha, depth - 1, 1, preceding);
            }
            self.game.pop();
            if self.stopped {
                break;
            }
            self.root[i].nodes = self.nodes - nodes_before;
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if i == first || score > alpha {
                    self.lines.set(0, mv);
                    self.root[i].line = self.lines.line(0).to_vec();
                    self.root[first..=i].rotate_right(1);
                }
            }
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        if !self.stopped {
            self.root[first + 1..end].sort_by_key(|root| Reverse(root.nodes));
        }
        best
    }

    /// Returns whether another iteration would not change the move or is not worth its time.
    fn is_enough(&self, report: &Report, steady: u32) -> bool {
        let limits = self.shared.limits;
        if let Some(moves) = limits.mate
            && is_mate(report.score)
            && MATE - report.score < moves.saturating_mul(2).min(INFINITE as u32) as Score
        {
            return true;
        }
        let signals = self.shared.resources.signals;
        let Some(budget) = self.shared.budget else { return false };
        if signals.is_pondering() || limits.move_time.is_some() {
            return false;
        }
        let mate_plies = MATE - report.score.abs();
        if is_mate(report.score) && report.depth as Score > mate_plies {
            return true;
        }
        if self.root.len() == 1 && report.depth >= 6 {
            return true;
        }
        // A best move that has held for some iterations will probably hold in the next one.
        let percent = [130, 100, 85, 75, 65, 55][(steady as usize).min(5)];
        signals.spent() * 100 > budget.soft * percent * 6 / 10
    }

    /// Returns the report of the line that begins with the root's move number `place`.
    fn report(&self, place: usize, depth: u32, score: Score) -> Report {
        let resources = &self.shared.resources;
        let mut line = self.root.get(place).map_or(Vec::new(), |root| root.line.clone());
        if is_mate(score) {
            self.complete(&mut line, (MATE - score.abs()) as usize);
        }
        Report {
            number: place + 1,
            depth,
            seldepth: self.seldepth.max(depth as usize) as u32,
            score,
            nodes: self.shared.nodes.load(Relaxed) + self.unshared_nodes,
            table_hits: self.shared.table_hits.load(Relaxed) + self.unshared_hits,
            fullness_permille: resources.table.fullness_permille(),
            elapsed: resources.signals.elapsed(),
            line,
            cutoffs: self.cutoffs,
            faults: Vec::new(),
        }
    }

    /// Extends `line` towards mate, up to `plies`, with the best moves of exact tables.
    fn complete(&self, line: &mut Vec<Move>, plies: usize) {
        let endgames = self.shared.resources.endgames;
        let mut board = self.game.board().clone();
        line.iter().for_each(|&mv| board.play_unchecked(mv));
        while line.len() < plies {
            if board.occupied().len() > endgames.most_men() || board.has_castling_rights() {
                return;
            }
            let Some(mv) = mating_move(&board, endgames) else { return };
            line.push(mv);
            board.play_unchecked(mv);
        }
    }
}
