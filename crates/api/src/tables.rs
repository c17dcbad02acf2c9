//! The tables that documents are made from.

use drawproof_board::Board;
use drawproof_tables::{
    Distance, Value,
    probe::{ProbeError, Values, probe, probe_as},
};

/// Sources of values, one for each metric. Where one is `None`, the documents have null.
#[derive(Clone, Copy, Default)]
pub struct Tables<'a> {
    /// Distances to mate.
    pub dtm: Option<&'a dyn Values>,
    /// Distances to zeroing, from which the result within the fifty-move rule follows.
    pub dtz: Option<&'a dyn Values>,
    /// Distances to conversion.
    pub dtc: Option<&'a dyn Values>,
}

/// The value of a position; `None` where no table has it: too many men, castling rights, no table.
///
/// # Errors
///
/// Those of the source.
pub(crate) fn value<D: Distance>(
    board: &Board,
    source: Option<&dyn Values>,
) -> Result<Option<Value<D>>, ProbeError> {
    source.map_or(Ok(None), |source| known(probe_as(board, source)))
}

/// [`value`] as the source has it, whatever its metric.
pub(crate) fn stored(
    board: &Board,
    source: Option<&dyn Values>,
) -> Result<Option<Value>, ProbeError> {
    source.map_or(Ok(None), |source| known(probe(board, source)))
}

fn known<V>(answer: Result<V, ProbeError>) -> Result<Option<V>, ProbeError> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(ProbeError::CastlingRights | ProbeError::TooManyMen(_) | ProbeError::NoTable(_)) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
