//! The document about one position: its category and distances, and the source of these values.

use std::ops::Neg;

use drawproof_board::Board;
use drawproof_tables::{
    Distance, Dtc, Dtm, Dtz, FIFTY_MOVES_PLIES, FiftyMoves, Value,
    helpmate::HelpmateSource,
    probe::{ProbeError, Values, insufficient_material, probe, probe_as},
};
use serde::Serialize;

/// Sources of values, one for each metric. Fields of a missing source are null in the documents.
#[derive(Clone, Copy, Default)]
pub struct Tables<'a> {
    /// The source of distances to mate.
    pub dtm: Option<&'a dyn Values>,
    /// The source of distances to zeroing, from which the result within the fifty-move rule
    /// follows.
    pub dtz: Option<&'a dyn Values>,
    /// The source of distances to conversion.
    pub dtc: Option<&'a dyn Values>,
    /// The source of helpmates.
    pub helpmates: Option<&'a dyn HelpmateSource>,
    /// The Syzygy tables, which are probed for positions that the other sources lack.
    pub syzygy: Option<&'a dyn SyzygySource>,
}

/// A source of values from Syzygy tables. This is a trait because a web page has no files.
pub trait SyzygySource {
    /// Looks up a position; `None` if the tables do not have it.
    ///
    /// # Errors
    ///
    /// Fails if a table is damaged.
    fn value(&self, board: &Board) -> Result<Option<SyzygyBrief>, ProbeError>;
}

/// The values of a position in Syzygy tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyBrief {
    /// The result within the fifty-move rule, given the position's half-move clock.
    pub category: Category,
    /// The signed distance to zeroing in plies, negative for a loss; `None` if the DTZ table is
    /// missing.
    pub dtz: Option<i32>,
    /// Whether the true distance may be one ply longer, because the table rounds.
    pub is_rounded: bool,
}

/// Returns the value of a position; `None` if the position has too many men, castling rights or no
/// table.
///
/// # Errors
///
/// Returns the other errors of the source.
pub(crate) fn value<D: Distance>(
    board: &Board,
    source: Option<&dyn Values>,
) -> Result<Option<Value<D>>, ProbeError> {
    source.map_or(Ok(None), |source| known(probe_as(board, source)))
}

/// Returns the [`value`] of a position as stored, whatever the metric.
pub(crate) fn stored(
    board: &Board,
    source: Option<&dyn Values>,
) -> Result<Option<Value>, ProbeError> {
    source.map_or(Ok(None), |source| known(probe(board, source)))
}

pub(crate) fn known<V>(answer: Result<V, ProbeError>) -> Result<Option<V>, ProbeError> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(ProbeError::CastlingRights | ProbeError::TooManyMen(_) | ProbeError::NoTable(_)) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// A result for the side to move, within the fifty-move rule. The variants are in the order in
/// which moves are sorted by the result that they lead to, best move first. An unknown result is
/// sorted just after a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// A loss within the rule.
    Loss,
    /// No table has the position.
    Unknown,
    /// A loss that may be too slow for the rule, depending on a ply that the Syzygy table rounds.
    SyzygyLoss,
    /// A loss that may be too slow for the rule, because the distance is unknown.
    MaybeLoss,
    /// A loss that the rule turns into a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the rule turns into a draw.
    CursedWin,
    /// A win that may be too slow for the rule, because the distance is unknown.
    MaybeWin,
    /// A win that may be too slow for the rule, depending on a ply that the Syzygy table rounds.
    SyzygyWin,
    /// A win within the rule.
    Win,
}

impl Category {
    /// Returns whether the side to move wins if the fifty-move rule is ignored.
    pub fn is_win(self) -> bool {
        matches!(
            self,
            Category::Win | Category::SyzygyWin | Category::MaybeWin | Category::CursedWin
        )
    }

    /// Returns the category of the position once the fifty-move rule has turned every win into a
    /// draw.
    pub(crate) fn after_the_rule(self) -> Category {
        match self {
            Category::Win | Category::SyzygyWin | Category::MaybeWin => Category::CursedWin,
            Category::Loss | Category::SyzygyLoss | Category::MaybeLoss => Category::BlessedLoss,
            other => other,
        }
    }
}

impl From<FiftyMoves> for Category {
    fn from(result: FiftyMoves) -> Category {
        match result {
            FiftyMoves::Loss => Category::Loss,
            FiftyMoves::BlessedLoss => Category::BlessedLoss,
            FiftyMoves::Draw => Category::Draw,
            FiftyMoves::CursedWin => Category::CursedWin,
            FiftyMoves::Win => Category::Win,
        }
    }
}

/// Returns the result for the other side.
impl Neg for Category {
    type Output = Category;

    fn neg(self) -> Category {
        match self {
            Category::Loss => Category::Win,
            Category::Unknown => Category::Unknown,
            Category::SyzygyLoss => Category::SyzygyWin,
            Category::MaybeLoss => Category::MaybeWin,
            Category::BlessedLoss => Category::CursedWin,
            Category::Draw => Category::Draw,
            Category::CursedWin => Category::BlessedLoss,
            Category::MaybeWin => Category::MaybeLoss,
            Category::SyzygyWin => Category::SyzygyLoss,
            Category::Win => Category::Loss,
        }
    }
}

/// The values of a position, for the side to move.
///
/// A distance is negative if the side to move loses, 0 for a draw, and `None` if no table has the
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PositionDocument {
    /// Whether the side to move is mated.
    pub checkmate: bool,
    /// Whether the side to move has no legal move and is not in check.
    pub stalemate: bool,
    /// Always `false`; the Lichess API uses the field for variants of chess.
    pub variant_win: bool,
    /// Always `false`; the Lichess API uses the field for variants of chess.
    pub variant_loss: bool,
    /// Whether neither side has enough material to mate.
    pub insufficient_material: bool,
    /// The plies to the next capture or pawn move that keeps the result, or to mate. A mated
    /// position has -1, as in Syzygy tables.
    pub dtz: Option<i32>,
    /// The same number as `dtz`, because no distance is rounded.
    pub precise_dtz: Option<i32>,
    /// The plies to mate; `None` for a mate on the board, because 0 is a draw.
    pub dtm: Option<i32>,
    /// Always `None`; the Lichess API uses the field for a variant of chess.
    pub dtw: Option<i32>,
    /// The winner's moves to the next capture or promotion that keeps the result, or to mate.
    pub dtc: Option<i32>,
    /// The result within the fifty-move rule.
    pub category: Category,
    /// The source of the values, `drawproof` or `syzygy`; `None` without Syzygy tables, or if no
    /// table has the position. Not in the Lichess API.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

impl PositionDocument {
    /// Creates the document about a position, given whether it has legal moves.
    ///
    /// `clock_before` is the half-move clock before the move that led to the position. If it is 100
    /// or more, the game was drawn before that move.
    ///
    /// # Errors
    ///
    /// Returns the errors of the sources.
    pub(crate) fn new(
        board: &Board,
        has_moves: bool,
        clock_before: u16,
        tables: &Tables,
    ) -> Result<PositionDocument, ProbeError> {
        let is_check = !board.checkers().is_empty();
        let (checkmate, stalemate) = (!has_moves && is_check, !has_moves && !is_check);
        let insufficient_material = insufficient_material(board);
        let (dtm, dtz) = (value(board, tables.dtm)?, value(board, tables.dtz)?);
        let dtc = value(board, tables.dtc)?;
        let category = if stalemate || insufficient_material {
            Category::Draw
        } else {
            let within = match checkmate {
                true => Category::Loss,
                false => category(board, dtm, dtz),
            };
            if clock_before >= FIFTY_MOVES_PLIES { within.after_the_rule() } else { within }
        };
        let is_own = dtm.is_some() || dtz.is_some();
        let dtz = dtz.map(signed_dtz);
        let own = PositionDocument {
            checkmate,
            stalemate,
            variant_win: false,
            variant_loss: false,
            insufficient_material,
            dtz,
            precise_dtz: dtz,
            dtm: dtm.and_then(signed_dtm),
            dtw: None,
            dtc: dtc.map(moves_to_conversion),
            category,
            source: tables.syzygy.filter(|_| is_own).map(|_| "drawproof"),
        };
        let syzygy = tables.syzygy.filter(|_| !is_own).map(|it| it.value(board)).transpose()?;
        let Some(SyzygyBrief { category, dtz, is_rounded }) = syzygy.flatten() else {
            return Ok(own);
        };
        let late = clock_before >= FIFTY_MOVES_PLIES;
        let dtz = if checkmate { Some(-1) } else { dtz };
        Ok(PositionDocument {
            dtz,
            precise_dtz: dtz.filter(|_| !is_rounded),
            category: if late { category.after_the_rule() } else { category },
            source: Some("syzygy"),
            ..own
        })
    }
}

/// Returns the result of a position that is not mate, given its half-move clock.
pub(crate) fn category(
    board: &Board,
    dtm: Option<Value<Dtm>>,
    dtz: Option<Value<Dtz>>,
) -> Category {
    let clock = u16::from(board.halfmove_clock());
    match (dtz, dtm) {
        (Some(dtz), _) => FiftyMoves::new(dtz, clock).into(),
        (None, None) => Category::Unknown,
        (None, Some(Value::Draw)) => Category::Draw,
        // A mate before the rule applies needs no zeroing move.
        (None, Some(Value::Win(dtm))) if dtm.plies() + clock <= FIFTY_MOVES_PLIES => Category::Win,
        (None, Some(Value::Loss(dtm))) if dtm.plies() + clock <= FIFTY_MOVES_PLIES => {
            Category::Loss
        }
        (None, Some(Value::Win(_))) => Category::MaybeWin,
        (None, Some(Value::Loss(_))) => Category::MaybeLoss,
    }
}

/// Converts a distance to zeroing into the API's signed number.
pub(crate) fn signed_dtz(value: Value<Dtz>) -> i32 {
    match value.signed_plies() {
        None => 0,
        Some(0) => -1,
        Some(plies) => plies,
    }
}

/// Converts a distance to mate into the API's signed number; `None` for a mate on the board.
pub(crate) fn signed_dtm(value: Value<Dtm>) -> Option<i32> {
    match value.signed_plies() {
        None => Some(0),
        Some(plies) => Some(plies).filter(|&plies| plies != 0),
    }
}

/// Converts a distance to conversion into signed moves of the winner.
fn moves_to_conversion(value: Value<Dtc>) -> i32 {
    let plies = value.signed_plies().unwrap_or(0);
    // The first move belongs to the winner or to the loser.
    (plies + plies.signum()) / 2
}
