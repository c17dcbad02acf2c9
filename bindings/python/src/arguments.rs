//! Converts arguments of Python functions into values of the other crates.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use drawproof_board::{Board, Color, fen};
use drawproof_tables::{MaterialError, Metric, NormalMaterial};
use drawproof_verifier::Counting;
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::errors::Failure;

/// Parses the name of an endgame, such as `KRKN`.
pub fn endgame(name: &str) -> PyResult<NormalMaterial> {
    Ok(name.parse().map_err(|error: MaterialError| Failure::new("EndgameError", error))?)
}

/// Parses the name of a value, such as a metric or a counting convention.
pub fn named<T: FromStr<Err: ToString>>(name: &str) -> PyResult<T> {
    Ok(name.parse().map_err(|error: T::Err| Failure::new("ArgumentError", error.to_string()))?)
}

/// Fails if any of `numbers`, the values of the argument `name`, is outside `range`.
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

/// Parses the name of a metric.
pub fn metric(name: &str) -> PyResult<Metric> {
    named(name)
}

/// Parses the name of a counting convention.
pub fn counting(name: &str) -> PyResult<Counting> {
    named(name)
}

/// Parses a side to move, `white` or `black`.
pub fn side(name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(Failure::new("ArgumentError", "a side is 'white' or 'black'").into()),
    }
}

/// Returns the FEN and the board of a position. The argument is a FEN, or an object with a method
/// `fen`, such as `chess.Board`.
pub fn board(position: &Bound<'_, PyAny>) -> PyResult<(String, Board)> {
    let mut is_chess960 = false;
    let text: String = match position.extract() {
        Ok(text) => text,
        Err(_) => {
            let fen = position.getattr("fen").map_err(|_| {
                PyTypeError::new_err("a position is a FEN, or an object with a method fen()")
            })?;
            // Boards of variants in python-chess may have FENs that look like those of chess.
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
                // Letters of castling rights in any variant. No table has such positions.
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
