//! Adds the distances of other metrics to answers, and the result within the fifty-move rule.
//!
//! A win that the half-move clock of the position leaves no time for is a *cursed win*: see
//! [`FiftyMoves`].

use drawproof_board::{Board, Move};
use drawproof_tables::{
    Distance, Dtc, Dtz, FIFTY_MOVES_PLIES, FiftyMoves, Metric, MoveKinds, Value,
    probe::{self, ProbeError, Values},
};

use crate::{
    answer::{MoveAnswer, Parts, PositionAnswer, notation},
    distances::Distances,
    store::Store,
};

/// The stores of the metrics that are asked for besides DTM.
#[derive(Default)]
pub struct MetricStores {
    /// The store of DTZ.
    pub dtz: Option<Store>,
    /// The store of DTC.
    pub dtc: Option<Store>,
}

impl MetricStores {
    /// Whether no other metric is asked for.
    pub fn is_empty(&self) -> bool {
        self.dtz.is_none() && self.dtc.is_none()
    }

    /// Adds the distances to the answer about `board` and to those about its moves, and with DTZ a
    /// line. With DTZ, moves
    /// are put in the order of their results within the fifty-move rule: a move that keeps a win in
    /// time comes before one that mates sooner and too late.
    pub fn add_to(
        &self,
        answer: &mut PositionAnswer,
        board: &Board,
        parts: Parts,
    ) -> Result<(), ProbeError> {
        if self.is_empty() {
            return Ok(());
        }
        if let Some(store) = self.dtz.as_ref().filter(|_| parts.line) {
            let (uci, san) = notation(board, &dtz_line(board, store)?);
            (answer.dtz_line, answer.dtz_line_san) = (Some(uci), san);
        }
        let clock = u16::from(board.halfmove_clock());
        answer.distances = self.distances(board, clock)?.0;
        let Some(moves) = &mut answer.moves else { return Ok(()) };
        let mut ranked = Vec::with_capacity(moves.len());
        for mut answer in moves.drain(..) {
            let mv = uci_move(board, &answer)?;
            let mut after = board.clone();
            after.play_unchecked(mv);
            let clock = if answer.kinds.zeroing { 0 } else { clock + 1 };
            let (distances, fifty) = self.distances(&after, clock)?;
            answer.distances = distances;
            ranked.push((fifty, answer));
        }
        // Stable: moves of one result stay in the order of their distances to mate.
        ranked.sort_by_key(|(fifty, _)| *fifty);
        moves.extend(ranked.into_iter().map(|(_, answer)| answer));
        Ok(())
    }

    /// The distances of a position with a half-move clock, and its result if that is asked for.
    fn distances(
        &self,
        board: &Board,
        clock: u16,
    ) -> Result<(Distances, Option<FiftyMoves>), ProbeError> {
        let dtz: Option<Value<Dtz>> = value(board, &self.dtz)?;
        let dtc: Option<Value<Dtc>> = value(board, &self.dtc)?;
        let fifty = dtz.map(|dtz| FiftyMoves::new(dtz, clock));
        let distances = Distances {
            dtz: dtz.and_then(Value::signed_plies),
            dtc: dtc.and_then(Value::signed_plies),
            fifty: fifty.map(FiftyMoves::category),
        };
        Ok((distances, fifty))
    }
}

/// The value of a position, if its metric is asked for.
fn value<D: Distance>(
    board: &Board,
    store: &Option<Store>,
) -> Result<Option<Value<D>>, ProbeError> {
    store.as_ref().map(|store| probe::probe_as(board, store)).transpose()
}

/// A line that keeps the result within the fifty-move rule, to mate: the winner plays to the next
/// capture or pawn move as fast as he can, the loser puts it off. Empty for a draw, and where the
/// half-move clock or the rule leaves no time.
///
/// # Errors
///
/// As [`probe::probe`]; [`ProbeError::Contradiction`] if the tables contradict each other.
fn dtz_line(board: &Board, store: &Store) -> Result<Vec<Move>, ProbeError> {
    let (mut line, mut board) = (Vec::new(), board.clone());
    let mut value = probe::probe(&board, store)?;
    let fifty = FiftyMoves::new(Metric::Dtz.read(value), u16::from(board.halfmove_clock()));
    if !matches!(fifty, FiftyMoves::Win | FiftyMoves::Loss) {
        return Ok(line);
    }
    while let Some(1..) = Metric::Dtz.plies(value) {
        let next = best_move(&board, store, value)?;
        let Some((mv, after)) = next.filter(|_| line.len() < LINE_PLIES_MAX) else {
            return Err(ProbeError::Contradiction(board.to_string()));
        };
        board.play_unchecked(mv);
        line.push(mv);
        value = after;
    }
    Ok(line)
}

/// More plies than any line of five men within the fifty-move rule has: each phase has at most 100,
/// and there are fewer phases than captures and pawn moves.
const LINE_PLIES_MAX: usize = FIFTY_MOVES_PLIES as usize * 32;

/// A best move by DTZ, and the value after it. Of those that zero at once, one that leaves the
/// shortest distance; `None` if no move has the value of the position.
fn best_move(
    board: &Board,
    store: &(impl Values + ?Sized),
    value: Value,
) -> Result<Option<(Move, Value)>, ProbeError> {
    let wins = matches!(value, Value::Win(_));
    let mut best: Option<((i32, i32), Move, Value)> = None;
    for mv in probe::legal_moves(board) {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let next = probe::probe(&after, store)?;
        let kinds = MoveKinds::new(board, mv);
        let own = Metric::Dtz.before(kinds.of_metric(), next);
        if own != value {
            continue;
        }
        let left = i32::from(Metric::Dtz.plies(next).unwrap_or(0));
        let order = (if wins { left } else { -left }, i32::from(!kinds.conversion));
        if best.as_ref().is_none_or(|(least, ..)| order < *least) {
            best = Some((order, mv, next));
        }
    }
    Ok(best.map(|(_, mv, next)| (mv, next)))
}

/// The legal move of an answer.
fn uci_move(board: &Board, answer: &MoveAnswer) -> Result<Move, ProbeError> {
    let named = |mv: &Move| mv.to_string() == answer.uci;
    let mv = probe::legal_moves(board).into_iter().find(named);
    mv.ok_or_else(|| ProbeError::Contradiction(board.to_string()))
}
