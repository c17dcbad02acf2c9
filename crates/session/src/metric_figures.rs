//! Known figures of endgames of three to five men by distance to zeroing and to conversion.
//!
//! What they share with those by distance to mate is in [`super::figures`].

use drawproof_tables::{Metric, NormalMaterial};

/// Figures of an endgame by a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricFigures {
    /// The longest distance in plies, or an upper bound.
    pub plies: u16,
    /// CPU time of solving it, relative to that by distance to mate.
    pub solving: f64,
    /// Bytes of its file, relative to that by distance to mate.
    pub bytes: f64,
}

/// The figures of an endgame by a metric; `None` for distances to mate.
pub fn metric_figures(metric: Metric, material: NormalMaterial) -> Option<MetricFigures> {
    let column = match metric {
        Metric::Dtm => return None,
        Metric::Dtz => 0,
        Metric::Dtc => 1,
    };
    let name = material.to_string();
    let (plies, solving, bytes) = match ROWS.iter().find(|row| row.0 == name) {
        Some(row) => [row.1, row.2][column],
        None => UNKNOWN[usize::from(material.get().has_pawns())][column],
    };
    Some(MetricFigures { plies, solving: solving.into(), bytes: bytes.into() })
}

/// Longest distance in plies, CPU time and bytes relative to those by distance to mate.
type Row = (u16, f32, f32);

/// By DTZ and by DTC, without and with pawns: for an endgame of five men that is not in the rows. The
/// greatest distance is that of mates of five men: no distance to zeroing or conversion is longer than
/// that to mate. The rest are medians of the rows of five men.
const UNKNOWN: [[Row; 2]; 2] =
    [[(254, 0.62, 0.56), (254, 0.60, 0.61)], [(254, 0.50, 0.34), (254, 1.34, 0.66)]];

/// Endgame, then the figures by DTZ and by DTC.
///
/// `cargo run --release --example table_figures -- dtz 8 KRKR KRKN` prints distances, CPU times and bytes.
#[rustfmt::skip]
const ROWS: [(&str, Row, Row); 56] = [
    ("KBK", (0, 0.40, 0.866), (0, 0.40, 0.866)),
    ("KBBK", (38, 0.78, 0.98), (38, 1.05, 0.98)),
    ("KBKB", (1, 1.34, 1.09), (1, 0.94, 1.09)),
    ("KNK", (0, 0.65, 0.79), (0, 0.97, 0.79)),
    ("KBKN", (1, 1.12, 1.1), (1, 0.88, 1.1)),
    ("KQK", (20, 1.77, 1.04), (20, 1.34, 1.04)),
    ("KQKB", (24, 0.57, 0.946), (24, 0.43, 0.946)),
    ("KRK", (32, 1.42, 1.06), (32, 0.95, 1.06)),
    ("KRKB", (36, 0.45, 0.342), (36, 0.59, 0.342)),
    ("KPK", (20, 0.61, 0.393), (38, 0.69, 0.535)),
    ("KBKP", (7, 0.58, 0.274), (11, 0.64, 0.31)),
    ("KBNK", (66, 0.87, 1.12), (66, 0.82, 1.12)),
    ("KQBK", (13, 0.65, 1.36), (13, 0.65, 1.36)),
    ("KRBK", (24, 1.03, 1.1), (24, 1.12, 1.1)),
    ("KBPK", (26, 0.76, 0.194), (42, 0.99, 0.528)),
    ("KNKN", (1, 1.16, 1.08), (1, 0.95, 1.08)),
    ("KQKN", (38, 1.03, 0.769), (38, 0.64, 0.769)),
    ("KRKN", (54, 0.60, 0.672), (54, 0.85, 0.672)),
    ("KNKP", (16, 0.45, 0.229), (25, 0.50, 0.291)),
    ("KNNK", (1, 0.76, 0.983), (1, 0.88, 0.983)),
    ("KQNK", (15, 0.94, 1.38), (15, 1.04, 1.38)),
    ("KRNK", (24, 0.87, 1.27), (24, 0.77, 1.27)),
    ("KNPK", (26, 0.70, 0.225), (44, 0.77, 0.582)),
    ("KQKQ", (19, 0.47, 0.262), (19, 0.45, 0.262)),
    ("KQKR", (62, 0.94, 0.886), (62, 0.74, 0.886)),
    ("KQKP", (53, 0.80, 0.261), (53, 0.45, 0.376)),
    ("KRKR", (7, 0.49, 0.177), (7, 0.46, 0.177)),
    ("KRKP", (25, 0.67, 0.237), (32, 0.66, 0.325)),
    ("KPKP", (21, 0.51, 0.284), (28, 0.48, 0.369)),
    ("KQQK", (7, 0.71, 1.16), (7, 0.75, 1.16)),
    ("KQRK", (9, 0.59, 0.897), (9, 0.60, 0.897)),
    ("KQPK", (6, 0.91, 0.0855), (14, 0.64, 0.674)),
    ("KRRK", (11, 0.90, 0.779), (11, 0.64, 0.779)),
    ("KRPK", (6, 0.44, 0.0623), (16, 0.57, 0.407)),
    ("KPPK", (15, 0.54, 0.102), (32, 0.52, 0.286)),
    ("KBBBK", (21, 1.01, 1.06), (21, 1.07, 1.06)),
    ("KBBKB", (12, 0.78, 0.423), (12, 0.56, 0.423)),
    ("KBBKN", (132, 0.85, 0.979), (132, 0.81, 0.979)),
    ("KBBKR", (17, 0.92, 0.519), (17, 0.44, 0.519)),
    ("KBNKN", (153, 0.71, 0.474), (153, 0.56, 0.474)),
    ("KBNKR", (25, 0.38, 0.358), (25, 0.40, 0.358)),
    ("KQBKN", (14, 0.49, 0.679), (14, 0.69, 0.679)),
    ("KRBKN", (42, 0.70, 0.917), (42, 0.82, 0.917)),
    ("KBPKN", (108, 0.38, 0.347), (84, 0.47, 0.581)),
    ("KQBKQ", (60, 0.70, 0.355), (60, 0.64, 0.355)),
    ("KRBKR", (117, 1.07, 0.426), (117, 0.52, 0.426)),
    ("KQRBK", (9, 1.06, 1.0), (9, 1.04, 1.0)),
    ("KNNKB", (7, 0.51, 1.13), (7, 0.56, 1.13)),
    ("KNNKN", (13, 0.49, 1.21), (13, 0.66, 1.21)),
    ("KNNKQ", (126, 0.62, 0.564), (126, 0.72, 0.564)),
    ("KNNKR", (21, 0.84, 0.654), (21, 0.53, 0.654)),
    ("KNNKP", (164, 0.83, 0.855), (228, 1.71, 1.18)),
    ("KQNKQ", (70, 0.48, 0.311), (70, 0.47, 0.311)),
    ("KQQKQ", (50, 0.63, 0.675), (50, 0.67, 0.675)),
    ("KQRKQ", (120, 0.48, 0.565), (120, 0.55, 0.565)),
    ("KQPKQ", (141, 0.98, 0.472), (227, 1.34, 0.656)),
];

#[cfg(test)]
mod tests {
    use drawproof_tables::Material;

    use super::*;

    #[test]
    fn rows_are_of_endgames_and_in_no_order_twice() {
        for (place, row) in ROWS.iter().enumerate() {
            let material = row.0.parse::<Material>().unwrap().normalise().0;
            assert_eq!(material.to_string(), row.0);
            assert!(ROWS[..place].iter().all(|other| other.0 != row.0), "{}", row.0);
        }
        let of_up_to_four_men = (3..=4).flat_map(NormalMaterial::all_with_men);
        for material in of_up_to_four_men {
            let name = material.to_string();
            assert!(ROWS.iter().any(|row| row.0 == name), "{name}");
        }
    }
}
