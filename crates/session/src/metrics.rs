//! Adds the distances of other metrics to answers, and the result within the fifty-move rule.
//!
//! A win that the half-move clock of the position leaves no time for is a *cursed win*: see
//! [`FiftyMoves`].

use drawproof_board::{Board, Move, notation::display_line};
use drawproof_tables::{
    Distance, Dtc, Dtz, FIFTY_MOVES_PLIES, FiftyMoves, Metric, MoveKinds, Value,
    probe::{self, MoveValue, ProbeError, Values},
};

use crate::answer::{Distances, Parts, PositionAnswer};

/// The sources of the metrics besides DTM that a caller requests.
#[derive(Clone, Copy, Default)]
pub struct Metrics<'a> {
    /// The source of DTZ values; `None` if not requested.
    pub dtz: Option<&'a dyn Values>,
    /// The source of DTC values; `None` if not requested.
    pub dtc: Option<&'a dyn Values>,
}

impl Metrics<'_> {
    /// Adds the distances to the answer about `board` and to the answers about its moves. With DTZ,
    /// also adds a line that wins within the fifty-move rule, and orders the moves by their results
    /// under the rule. A move that wins within the rule then comes before a move that mates sooner
    /// but is a win only without the rule.
    pub fn add_to(
        &self,
        answer: &mut PositionAnswer,
        board: &Board,
        parts: Parts,
    ) -> Result<(), ProbeError> {
        if self.dtz.is_none() && self.dtc.is_none() {
            return Ok(());
        }
        if let Some(values) = self.dtz.filter(|_| parts.line) {
            let (uci, san) = display_line(board, &dtz_line(board, values)?);
            (answer.dtz_line, answer.dtz_line_san) = (Some(uci), san);
        }
        let clock = u16::from(board.halfmove_clock());
        answer.distances = self.distances(board, clock)?.0;
        let Some(moves) = &mut answer.moves else { return Ok(()) };
        let mut ranked = Vec::with_capacity(moves.len());
        for mut answer in moves.drain(..) {
            let mut after = board.clone();
            after.play_unchecked(answer.mv);
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

    /// Returns the distances of a position with a half-move clock, and its result if requested.
    fn distances(
        &self,
        board: &Board,
        clock: u16,
    ) -> Result<(Distances, Option<FiftyMoves>), ProbeError> {
        let dtz: Option<Value<Dtz>> = value(board, self.dtz)?;
        let dtc: Option<Value<Dtc>> = value(board, self.dtc)?;
        let fifty = dtz.map(|dtz| FiftyMoves::new(dtz, clock));
        let distances = Distances {
            dtz: dtz.and_then(Value::signed_plies),
            dtc: dtc.and_then(Value::signed_plies),
            fifty: fifty.map(FiftyMoves::category),
            dtz_rounded: None,
        };
        Ok((distances, fifty))
    }
}

/// Returns the value of a position, if its metric is requested.
fn value<D: Distance>(
    board: &Board,
    values: Option<&dyn Values>,
) -> Result<Option<Value<D>>, ProbeError> {
    values.map(|values| probe::probe_as(board, values)).transpose()
}

/// Returns a line that keeps the result within the fifty-move rule, to mate: the winner plays to
/// the next capture or pawn move as fast as possible, and the loser delays it. Empty for a draw,
/// and if the half-move clock or the rule leaves no time.
///
/// # Errors
///
/// Fails as [`probe::probe`] does; [`ProbeError::Contradiction`] if the tables contradict each
/// other.
fn dtz_line(board: &Board, values: &dyn Values) -> Result<Vec<Move>, ProbeError> {
    let (mut line, mut board) = (Vec::new(), board.clone());
    let mut value = probe::probe(&board, values)?;
    let fifty = FiftyMoves::new(Metric::Dtz.read(value), u16::from(board.halfmove_clock()));
    if !matches!(fifty, FiftyMoves::Win | FiftyMoves::Loss) {
        return Ok(line);
    }
    while let Some(1..) = Metric::Dtz.plies(value) {
        let next = best_move(&board, values, value)?;
        let Some(next) = next.filter(|_| line.len() < LINE_PLIES_MAX) else {
            return Err(ProbeError::Contradiction(board.to_string()));
        };
        (board, value) = (next.after, next.value);
        line.push(next.mv);
    }
    Ok(line)
}

/// The maximum number of plies of a line. No line of five men within the fifty-move rule is longer:
/// each phase has at most 100 plies, and there are fewer phases than captures and pawn moves.
const LINE_PLIES_MAX: usize = FIFTY_MOVES_PLIES as usize * 32;

/// Returns a best move by DTZ from a position of a value. Among moves that zero the clock at once,
/// it is one that leaves the shortest distance; `None` if no move has the value of the position.
fn best_move(
    board: &Board,
    values: &dyn Values,
    value: Value,
) -> Result<Option<MoveValue>, ProbeError> {
    let wins = matches!(value, Value::Win(_));
    let mut best: Option<((i32, i32), MoveValue)> = None;
    for (mv, after) in probe::successors(board) {
        let next = MoveValue { mv, value: probe::probe(&after, values)?, after };
        let kinds = MoveKinds::new(board, mv);
        if Metric::Dtz.before(kinds.of_metric(), next.value) != value {
            continue;
        }
        let left = i32::from(Metric::Dtz.plies(next.value).unwrap_or(0));
        let order = (if wins { left } else { -left }, i32::from(!kinds.conversion));
        if best.as_ref().is_none_or(|(least, _)| order < *least) {
            best = Some((order, next));
        }
    }
    Ok(best.map(|(_, next)| next))
}
