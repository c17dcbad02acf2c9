//! The names and types of the columns.

use drawproof_board::{Color, Piece};
use drawproof_tables::{Layout, Man, Metric, NormalMaterial, census::Counting};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unsigned bytes, none missing.
    UInt8,
    /// Signed bytes, none missing.
    Int8,
    /// Signed 16-bit numbers; draws have none.
    NullableInt16,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The type.
    pub kind: Kind,
    /// What the numbers are, in one sentence.
    pub meaning: String,
}

/// The columns of an endgame's positions: a square a man, `side`, `result`, and a distance for each
/// metric.
pub fn schema(material: NormalMaterial, metrics: &[Metric]) -> Vec<Column> {
    let layout = Layout::new(material);
    let names = man_names(layout.men());
    let squares = names.into_iter().map(|name| {
        let meaning = format!("the square of the {}: a1 = 0, h8 = 63", name.replace('_', " "));
        Column { name, kind: Kind::UInt8, meaning }
    });
    let side = Column {
        name: "side".into(),
        kind: Kind::UInt8,
        meaning: "the side to move: 0 = White, 1 = Black".into(),
    };
    let result = Column {
        name: "result".into(),
        kind: Kind::Int8,
        meaning: "the result for the side to move: 1 = win, 0 = draw, -1 = loss".into(),
    };
    let distance = |&metric: &Metric| Column {
        name: metric.name().into(),
        kind: Kind::NullableInt16,
        meaning: format!(
            "{metric} in plies: positive for a win, negative for a loss, 0 = mated, null for a draw"
        ),
    };
    squares.chain([side, result]).chain(metrics.iter().map(distance)).collect()
}

/// The names of an endgame's men as columns: `white_king`, `white_bishop`, `white_bishop_2`.
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

/// Keys and values that identify a table with its columns: the endgame, the counting convention, the
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
