//! The names of the columns, and metadata that identify a table.

use drawproof_board::{Color, Piece};
use drawproof_tables::{Man, Metric, NormalMaterial, census::Counting};

/// Returns the column names of an endgame's men: `white_king`, `white_bishop`, `white_bishop_2`,
/// ...
pub fn man_names(men: &[Man]) -> Vec<String> {
    let name = |(place, man): (usize, &Man)| {
        let colour = match man.color {
            Color::White => "white",
            Color::Black => "black",
        };
        let piece = match man.piece {
            Piece::Pawn => "pawn",
            Piece::Knight => "knight",
            Piece::Bishop => "bishop",
            Piece::Rook => "rook",
            Piece::Queen => "queen",
            Piece::King => "king",
        };
        match men[..place].iter().filter(|other| *other == man).count() {
            0 => format!("{colour}_{piece}"),
            before => format!("{colour}_{piece}_{}", before + 1),
        }
    };
    men.iter().enumerate().map(name).collect()
}

/// Returns the metadata that identify a table of columns: the endgame, the counting convention, the
/// metrics, and the version of this schema.
pub fn metadata(
    material: NormalMaterial,
    counting: Counting,
    metrics: &[Metric],
) -> Vec<(String, String)> {
    let names: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
    let entry = |key: &str, value: String| (format!("drawproof.{key}"), value);
    vec![
        entry("endgame", material.to_string()),
        entry("counting", counting.name().into()),
        entry("metrics", names.join(",")),
        entry("columns", "1".into()),
    ]
}
