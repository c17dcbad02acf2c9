//! The search of one thread: its state, and the results of positions that need no search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use drawproof_board::{Board, Move};
use drawproof_recognizers::Claim;

use super::report::Resources;
use super::settled::Settled;
use crate::cutoffs::Cutoffs;
use crate::eval::{evaluate, is_dead_corner};
use crate::game::{self, FIFTY_MOVES_PLIES, Game, Occurrences};
use crate::ordering::History;
use crate::score::{DRAW, MAX_PLY, Score, from_root, mated_in};
use crate::time::{Budget, Limits};

/// The minimum evaluation of a claimed win or loss.
const CLAIMED_WIN: Score = 400;
/// The number of nodes between checks of the clock and the other threads' counters.
const LOOK_NODES: u64 = 512;

/// The state that all search threads share.
pub struct Shared<'a> {
    pub resources: Resources<'a>,
    /// The root moves to search. The moves for the first line come first.
    pub root: Vec<Move>,
    /// The number of moves at the start of `root` that may begin the first line.
    pub preferred: usize,
    pub limits: &'a Limits,
    pub budget: Option<Budget>,
    pub nodes: AtomicU64,
    pub table_hits: AtomicU64,
    /// Whether the reporting thread has finished, so that the others are no longer needed.
    pub finished: AtomicBool,
}

/// A legal move of the root.
pub(super) struct RootMove {
    pub mv: Move,
    pub line: Vec<Move>,
    /// The score of the line that begins with the move, if the move has been searched.
    pub score: Score,
    /// Whether the move may begin the first line.
    pub preferred: bool,
    /// The number of nodes in the move's last search. Moves with more nodes are searched first.
    pub nodes: u64,
}

/// The state of one search thread.
pub struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) game: Game,
    pub(super) history: Box<History>,
    pub(super) cutoffs: Cutoffs,
    pub(super) lines: Lines,
    /// The static evaluations along the current line, `[ply]`.
    pub(super) evals: Vec<Score>,
    /// Whether the node is expected to be cut off, `[ply]`. It is set before the node is searched.
    pub(super) expected_cutoffs: Vec<bool>,
    /// The reduction in plies, `[depth][move number]`.
    pub(super) reductions: Vec<[i32; 64]>,
    pub(super) seldepth: usize,
    pub(super) stopped: bool,
    /// Whether the node limit applies. It does not in the first iteration of the reporting thread,
    /// so that every search has a score.
    pub(super) counts_nodes: bool,
    pub(super) root: Vec<RootMove>,
    pub(super) index: usize,
    pub(super) nodes: u64,
    /// The numbers of nodes and table hits that are not yet added to the shared counters.
    pub(super) unshared_nodes: u64,
    pub(super) unshared_hits: u64,
}

/// The knowledge about a position without a search.
pub(super) enum Known {
    /// The score is known.
    Score(Score),
    /// The score is unknown. The claim may exclude a win, a draw or a loss.
    Claim(Claim),
}

impl<'a> Worker<'a> {
    /// Creates the worker of thread `index`; thread 0 reports.
    pub fn new(shared: &'a Shared<'a>, game: &Game, index: usize) -> Worker<'a> {
        let root_move = |(place, &mv): (usize, &Move)| RootMove {
            mv,
            line: vec![mv],
            score: DRAW,
            preferred: place < shared.preferred,
            nodes: 0,
        };
        let root = shared.root.iter().enumerate().map(root_move).collect();
        let reduction = |depth: usize, number: usize| {
            (0.6 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i32
        };
        Worker {
            shared,
            game: game.clone(),
            history: Box::default(),
            cutoffs: Cutoffs::default(),
            lines: Lines::default(),
            evals: vec![0; MAX_PLY + 2],
            expected_cutoffs: vec![false; MAX_PLY + 2],
            reductions: (0..64)
                .map(|d| std::array::from_fn(|n| reduction(d.max(1), n.max(1))))
                .collect(),
            seldepth: 0,
            stopped: false,
            counts_nodes: index > 0,
            root,
            index,
            nodes: 0,
            unshared_nodes: 0,
            unshared_hits: 0,
        }
    }

    /// Returns what the rules of chess and the endgame knowledge say about `board`, which must not
    /// be the root position.
    pub(super) fn known(&mut self, board: &Board, ply: usize) -> Known {
        let rule = self.shared.resources.fifty_move_rule;
        if rule && board.halfmove_clock() >= FIFTY_MOVES_PLIES {
            let mated = !board.checkers().is_empty() && !board.generate_moves(|_| true);
            return Known::Score(if mated { mated_in(ply) } else { DRAW });
        }
        let occurrences = self.game.occurrences(board);
        if game::insufficient_material(board) || occurrences == Occurrences::Drawn {
            return Known::Score(DRAW);
        }
        if self.shared.resources.use_recognizers && is_dead_corner(board) {
            return Known::Score(DRAW);
        }
        // Returning to an earlier position of the game is no progress, unless tables show
        // otherwise.
        let otherwise = match occurrences {
            Occurrences::Seen => Known::Score(DRAW),
            _ => Known::Claim(Claim::NONE),
        };
        let endgames = self.shared.resources.endgames;
        if board.occupied().len() > endgames.most_men() {
            return otherwise;
        }
        let castles = board.has_castling_rights();
        if !castles && let Some(settled) = Settled::new(board, &self.shared.resources) {
            self.unshared_hits += 1;
            return Known::Score(from_root(settled.score, ply));
        }
        let recognize = self.shared.resources.use_recognizers && !castles;
        if !recognize || matches!(otherwise, Known::Score(_)) {
            return otherwise;
        }
        let claim = endgames.claim(board);
        self.unshared_hits += u64::from(claim.is_made());
        if claim == Claim::DRAW { Known::Score(DRAW) } else { Known::Claim(claim) }
    }

    /// Returns the static evaluation of `board`, corrected by a recognizer's claim.
    pub(super) fn evaluate(&self, board: &Board, claim: Claim) -> Score {
        let score = evaluate(board);
        match claim {
            Claim::WIN => score.max(0) + CLAIMED_WIN,
            Claim::LOSS => score.min(0) - CLAIMED_WIN,
            Claim::NO_WIN => score.min(DRAW),
            Claim::NO_LOSS => score.max(DRAW),
            _ => score,
        }
    }

    /// Counts a node at `ply`, and regularly checks the limits. Returns whether the search must
    /// end.
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.unshared_nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if let Some(limit) = self.shared.limits.nodes.filter(|_| self.counts_nodes) {
            let total = self.shared.nodes.load(Relaxed) + self.unshared_nodes;
            self.stopped |= total >= limit;
        }
        if self.nodes.is_multiple_of(LOOK_NODES) {
            self.share();
            let signals = self.shared.resources.signals;
            let late = self
                .shared
                .budget
                .is_some_and(|budget| !signals.is_pondering() && signals.spent() >= budget.hard);
            let finished = self.shared.finished.load(Relaxed);
            self.stopped |= signals.is_stopped() || finished || late;
        }
        self.stopped
    }

    pub(super) fn share(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.unshared_nodes), Relaxed);
        self.shared.table_hits.fetch_add(std::mem::take(&mut self.unshared_hits), Relaxed);
    }
}

/// The best line found so far from the node at each ply, `lines[ply]`.
pub struct Lines {
    lines: Vec<Vec<Move>>,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { lines: vec![Vec::new(); MAX_PLY + 2] }
    }
}

impl Lines {
    /// Empties the line of `ply`, because a new node begins there.
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the best line from `ply` to `mv`, followed by the best line from the next ply.
    pub fn set(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Returns the best line from `ply`.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}
