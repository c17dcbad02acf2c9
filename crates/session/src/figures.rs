//! Known figures of every endgame of three to five men, for estimates. They are in `figures.txt`.

use std::{collections::HashMap, str::FromStr, sync::LazyLock};

use drawproof_board::{Color, Piece};
use drawproof_tables::{Metric, NormalMaterial, Width};

/// The work of coding a bit, relative to that of walking over a position. The value is fitted to 30
/// tables of four men and seven of five.
const BIT_WORK: f64 = 1.5;

/// The CPU seconds of reading a file per unit of [`Figures::coding_work`], on the machine of the
/// figures.
const READ_SECONDS: f64 = 25e-9;

/// The known or estimated figures of an endgame's table: its file size and its numbers of
/// positions.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// The size of the table's file at the default compression level, in bytes.
    pub file_bytes: u64,
    /// The number of drawn positions, exact or estimated. Symmetric positions count once.
    pub draws: u64,
    /// The number of won and lost positions, exact or estimated. Symmetric positions count once.
    pub decisive: u64,
    /// The number of sides to move that the counts of positions cover: one if both sides have the
    /// same men, otherwise two.
    sides: u64,
    /// The number of layers of cells in the table.
    layers: u64,
    /// The CPU time of solving the table in microseconds, comparable only with that of other
    /// endgames.
    solve_microseconds: u64,
}

impl Figures {
    /// Returns the approximate number of cells in the file, both sides to move.
    pub fn stored(&self) -> u64 {
        self.layers * 2 / self.sides * (self.draws + self.decisive)
    }

    /// Returns the work of coding all blocks of the file once: the number of positions, plus a
    /// weight for each bit of the file.
    pub fn coding_work(&self) -> f64 {
        self.stored() as f64 + BIT_WORK * 8.0 * self.file_bytes as f64
    }

    /// Returns the CPU seconds for reading the file, on the machine on which the figures were
    /// measured.
    pub fn read_seconds(&self) -> f64 {
        self.coding_work() * READ_SECONDS
    }

    /// Returns the CPU seconds for solving the endgame, on the machine on which the figures were
    /// measured.
    pub fn solve_seconds(&self) -> f64 {
        self.solve_microseconds as f64 / 1e6
    }
}

/// Returns the figures of an endgame by a metric; for some endgames of five men they are estimates.
/// Panics if the endgame is not solvable.
pub fn figures_of(metric: Metric, material: NormalMaterial) -> Figures {
    let figures = figures(material);
    let Some(other) = metric_figures(metric, material) else { return figures };
    let layers = Width::Two.code().into();
    Figures {
        file_bytes: (figures.file_bytes as f64 * f64::from(other.bytes)) as u64,
        layers: if has_second_layer(metric, material) { layers } else { 1 },
        solve_microseconds: (figures.solve_microseconds as f64 * f64::from(other.solving)) as u64,
        ..figures
    }
}

/// Returns whether the table of an endgame by a metric may have a second layer of cells. All tables
/// of helpmates may, and so may a table whose longest win has a number that does not fit into one
/// byte.
pub fn has_second_layer(metric: Metric, material: NormalMaterial) -> bool {
    if metric == Metric::Helpmate {
        return true;
    }
    metric_figures(metric, material).is_some_and(|figures| {
        metric.decisive(true, figures.plies).number() > Some(Width::One.number_max())
    })
}

/// Returns the figures of an endgame by distance to mate; for endgames of six men they are
/// estimates.
pub fn figures(material: NormalMaterial) -> Figures {
    if material.is_large() {
        return large_figures(material);
    }
    let name = material.to_string();
    let [file_bytes, draws, decisive, solve_microseconds] = ROWS[&*name].by_mate;
    let (first, second) = name.split_at(name.len() / 2);
    let sides = if first == second { 1 } else { 2 };
    Figures { file_bytes, draws, decisive, sides, layers: 1, solve_microseconds }
}

/// Returns estimates for an endgame of six men: the means of the endgames after a capture, in
/// proportion to the numbers of positions.
fn large_figures(material: NormalMaterial) -> Figures {
    let after = material.small_conversions();
    let positions = positions(material);
    let mean = |of: fn(&Figures) -> u64| {
        let shares = after.iter().map(|&it| of(&figures(it)) as f64 / self::positions(it));
        shares.sum::<f64>() / after.len() as f64 * positions
    };
    let name = material.to_string();
    let known = LARGE_BYTES.iter().find(|(known, _)| *known == name);
    Figures {
        file_bytes: known.map_or((positions * LARGE_BITS / 8.0) as u64, |&(_, bytes)| bytes),
        draws: mean(|it| it.draws) as u64,
        decisive: mean(|it| it.decisive) as u64,
        sides: 2,
        layers: 1,
        solve_microseconds: (mean(|it| it.solve_microseconds) * LARGE_SOLVE_TIMES) as u64,
    }
}

/// Returns the number of placements of the men, for both sides to move together. Kings are not
/// adjacent and pawns are on legal ranks; orders of like men and symmetric placements count once.
/// Some of the positions are illegal.
fn positions(material: NormalMaterial) -> f64 {
    let kings = if material.get().has_pawns() { 1806.0 } else { 462.0 };
    let groups = Color::ALL.into_iter().flat_map(|color| Piece::ALL.map(|piece| (color, piece)));
    groups.filter(|(_, piece)| *piece != Piece::King).fold(2.0 * kings, |positions, group| {
        let squares = if group.1 == Piece::Pawn { 48 } else { 64 };
        let count = material.get().count(group.0, group.1);
        (0..count)
            .fold(positions, |it, number| it * (squares - number) as f64 / (number + 1) as f64)
    })
}

/// The approximate number of bits per position in a file of six men. In existing files it is 0.39
/// (KQQRKR) to 1.22 (KQRKQR).
const LARGE_BITS: f64 = 0.93;

/// The CPU time of solving a position of six men, relative to a position of five men. Of the
/// endgames solved so far it is 1.7 (KQRBKR) to 4 (KRPPKR).
const LARGE_SOLVE_TIMES: f64 = 3.1;

/// The sizes in bytes of existing files of six men, at the default compression level.
const LARGE_BYTES: [(&str, u64); 18] = [
    ("KNNNKQ", 361_529_231),
    ("KQQRKR", 370_917_510),
    ("KQRBKR", 1_244_720_365),
    ("KQRKQR", 2_367_947_900),
    ("KQRNKR", 1_346_060_749),
    ("KQRPKR", 3_713_697_808),
    ("KQRRKR", 550_569_255),
    ("KRBBKR", 1_031_379_101),
    ("KRBKRN", 1_130_592_163),
    ("KRBNKR", 2_091_817_567),
    ("KRBPKR", 5_260_870_095),
    ("KRNKNN", 1_099_909_885),
    ("KRNNKR", 948_522_786),
    ("KRNPKR", 5_255_945_373),
    ("KRPPKR", 2_045_219_864),
    ("KRRBKR", 829_213_237),
    ("KRRNKR", 819_610_641),
    ("KRRPKR", 2_351_947_362),
];

/// The figures of an endgame by DTZ or DTC.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MetricFigures {
    /// The longest distance in plies, or an upper bound of that distance.
    pub plies: u16,
    /// The CPU time of solving the table, relative to that by distance to mate.
    solving: f32,
    /// The size of the table's file, relative to that by distance to mate.
    bytes: f32,
}

/// Returns the figures of an endgame by a metric; `None` for distances to mate, and for helpmates,
/// which have no files and are solved about as fast.
fn metric_figures(metric: Metric, material: NormalMaterial) -> Option<MetricFigures> {
    let column = match metric {
        Metric::Dtm | Metric::Helpmate => return None,
        Metric::Dtz => 0,
        Metric::Dtc => 1,
    };
    let known = ROWS.get(&*material.to_string()).and_then(|row| row.by_others);
    Some(known.unwrap_or(UNKNOWN[usize::from(material.get().has_pawns())])[column])
}

/// The figures by DTZ and by DTC, `[has pawns][DTZ, DTC]`, for an endgame of five men without
/// measured figures. The distance is the longest mate of five men, because no distance to zeroing
/// or conversion is longer than the distance to mate. The other figures are medians over the
/// measured endgames of five men.
const UNKNOWN: [[MetricFigures; 2]; 2] = [
    [
        MetricFigures { plies: 254, solving: 0.62, bytes: 0.56 },
        MetricFigures { plies: 254, solving: 0.60, bytes: 0.61 },
    ],
    [
        MetricFigures { plies: 254, solving: 0.50, bytes: 0.34 },
        MetricFigures { plies: 254, solving: 1.34, bytes: 0.66 },
    ],
];

/// The figures on one endgame's line of `figures.txt`.
#[doc(hidden)]
pub struct Row {
    /// The figures by distance to mate: file size in bytes, drawn positions, decisive positions,
    /// CPU microseconds for solving.
    pub by_mate: [u64; 4],
    /// The figures by DTZ and by DTC; `None` if they were not measured.
    pub by_others: Option<[MetricFigures; 2]>,
}

/// The lines of `figures.txt` by endgame name. The static is public for tests only.
#[doc(hidden)]
pub static ROWS: LazyLock<HashMap<&str, Row>> = LazyLock::new(|| {
    let lines = include_str!("figures.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(row).collect()
});

fn row(line: &'static str) -> (&'static str, Row) {
    fn next<T: FromStr>(columns: &mut dyn Iterator<Item = &str>) -> Option<T> {
        columns.next()?.parse().ok()
    }
    let columns = &mut line.split_whitespace();
    let name = columns.next().expect("no line is empty");
    let by_mate = [(); 4].map(|()| next(columns).expect("four numbers by distance to mate"));
    let mut metric = || {
        let (plies, solving, bytes) = (next(columns)?, next(columns)?, next(columns)?);
        Some(MetricFigures { plies, solving, bytes })
    };
    let by_others = metric().map(|dtz| [dtz, metric().expect("DTZ and DTC")]);
    (name, Row { by_mate, by_others })
}
