//! Arguments of Python functions as values of the other crates.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use drawproof_board::{Board, Color, fen};
use drawproof_tables::{MaterialError, Metric, NormalMaterial};
use drawproof_verifier::Counting;
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::errors::Failure;

/// Returns the endgame with a name such as `KRKN`.
pub fn endgame(name: &str) -> PyResult<NormalMaterial> {
    Ok(name.parse().map_err(|error: MaterialError| Failure::new("EndgameError", error))?)
}

/// Returns a value with a name: a metric, a counting convention.
pub fn named<T: FromStr<Err: ToString>>(name: &str) -> PyResult<T> {
    Ok(name.parse().map_err(|error: T::Err| Failure::new("ArgumentError", error.to_string()))?)
}

/// Returns an error if a number is out of its range.
pub fn within<T: PartialOrd + Display + Copy>(
    name: &str,
    numbers: &[T],
    range: RangeInclusive<T>,
) -> PyResult<()> {
    match numbers.iter().find(|number| !range.contains(number)) {
        Some(wrong) => {
            let (least, most) = range.into_inner();
            let text = format!("{name} is from {least} to {most}, not {wrong}");
            Err(Failure::new("ArgumentError", text).into())
        }
        None => Ok(()),
    }
}

/// Returns the metric with a name.
pub fn metric(name: &str) -> PyResult<Metric> {
    named(name)
}

/// Returns the counting convention with a name.
pub fn counting(name: &str) -> PyResult<Counting> {
    named(name)
}

/// Returns the side to move with a name: `white` or `black`.
pub fn side(name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(Failure::new("ArgumentError", "a side is 'white' or 'black'").into()),
    }
}

/// Returns a position as a board, with its FEN: a text, or an object with a method `fen`, such as
/// `chess.Board`.
pub fn board(position: &Bound<'_, PyAny>) -> PyResult<(String, Board)> {
    let mut is_chess960 = false;
    let text: String = match position.extract() {
        Ok(text) => text,
        Err(_) => {
            let fen = position.getattr("fen").map_err(|_| {
                PyTypeError::new_err("a position is a FEN, or an object with a method fen()")
            })?;
            // python-chess has boards of variants, whose FENs may look like those of chess.
            let attribute = |name: &str| position.getattr(name).ok();
            let variant = attribute("uci_variant").and_then(|it| it.extract::<String>().ok());
            if let Some(variant) = variant.filter(|variant| variant != "chess") {
                let text = format!("the tables are of chess, and the board is of {variant}");
                return Err(Failure::new("MissingTableError", text).into());
            }
            is_chess960 = attribute("chess960").is_some_and(|it| it.is_truthy().unwrap_or(false));
            fen.call0()?.extract()?
        }
    };
    match fen::parse(&text) {
        Ok(board) => Ok((text, board)),
        Err(error) => {
            let failure = match error {
                // Letters of castling rights, of any variant: no table has such positions.
                fen::FenError::CastlingRights(ref rights) if fen::is_castling_field(rights) => {
                    let of = if is_chess960 { "a board of Chess960 with " } else { "" };
                    Failure::new("MissingTableError", format!("{of}{error}"))
                }
                _ => Failure::new("IllegalPositionError", error),
            };
            Err(failure.into())
        }
    }
}
