//! Missed draws sorted by features of the position that an author thinks in.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use drawproof_recognizers::Position;
use serde::{Deserialize, Serialize};

use crate::{
    examples::Smallest,
    fen_of,
    judge::{Place, splitmix},
};

/// A feature: what it is about, and what it can be. White is the strong side.
struct Feature {
    about: &'static str,
    values: &'static [&'static str],
    /// The number of the value.
    of: fn(&Position) -> usize,
}

/// The features; a position's key is their values' numbers in mixed radix.
const FEATURES: [Feature; 6] = [
    Feature {
        about: "to move",
        values: &["strong side", "weak side"],
        of: |p| usize::from(p.side_to_move),
    },
    Feature {
        about: "in check",
        values: &["no", "yes"],
        of: |p| usize::from(attacked(p, !p.stm()).has(p.king(p.stm()))),
    },
    Feature { about: "weak king", values: &["inside", "on the edge", "in a corner"], of: standing },
    Feature {
        about: "kings apart",
        values: &["2", "3", "4 or more"],
        of: |p| usize::from(distance(p.king(Color::White), p.king(Color::Black)).clamp(2, 4) - 2),
    },
    Feature { about: "weak men", values: SAFETY, of: |p| safety(p, Color::Black) },
    Feature { about: "strong men", values: SAFETY, of: |p| safety(p, Color::White) },
];

const SAFETY: &[&str] = &["not attacked", "attacked, defended", "attacked, undefended"];

/// Number of keys.
const KEYS: usize = {
    let mut keys = 1;
    let mut feature = 0;
    while feature < FEATURES.len() {
        keys *= FEATURES[feature].values.len();
        feature += 1;
    }
    keys
};

/// Examples of each group.
const EXAMPLES: usize = 3;

/// Draws and missed draws by key.
#[derive(Clone)]
pub struct FeatureCounts {
    draws: Vec<u64>,
    missed: Vec<u64>,
    examples: Vec<Smallest<u64, Place>>,
}

impl Default for FeatureCounts {
    fn default() -> FeatureCounts {
        let examples = vec![Smallest::new(EXAMPLES); KEYS];
        FeatureCounts { draws: vec![0; KEYS], missed: vec![0; KEYS], examples }
    }
}

/// Missed draws that have the same features.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureGroup {
    /// What the positions have in common: `(about, value)`.
    pub features: Vec<(String, String)>,
    /// Draws with these features.
    pub draws: u64,
    /// Those of them that were missed.
    pub missed: u64,
    /// Some of the missed ones, as FENs.
    pub examples: Vec<String>,
}

impl FeatureCounts {
    /// Counts a draw that stands for `weight` positions; `number` tells it from others.
    pub(crate) fn count(&mut self, position: &Position, weight: u64, missed: bool, number: u64) {
        let add = |key, feature: &Feature| key * feature.values.len() + (feature.of)(position);
        let key = FEATURES.iter().fold(0, add);
        self.draws[key] += weight;
        if missed {
            self.missed[key] += weight;
            let order = splitmix(number);
            if self.examples[key].wants(&order) {
                self.examples[key].insert(order, Place::from(position));
            }
        }
    }

    /// Adds other counts.
    pub(crate) fn add(&mut self, other: FeatureCounts) {
        for (key, examples) in other.examples.into_iter().enumerate() {
            self.draws[key] += other.draws[key];
            self.missed[key] += other.missed[key];
            self.examples[key].add(examples);
        }
    }

    /// The groups with missed draws, largest first.
    pub(crate) fn groups(self) -> Vec<FeatureGroup> {
        let FeatureCounts { draws, missed, examples } = self;
        let group = |(key, examples): (usize, Smallest<u64, Place>)| FeatureGroup {
            features: features_of(key),
            draws: draws[key],
            missed: missed[key],
            examples: examples.into_entries().map(|(_, p)| fen_of(&Position::from(p))).collect(),
        };
        let mut groups: Vec<_> = examples.into_iter().enumerate().map(group).collect();
        groups.retain(|group| group.missed > 0);
        groups.sort_by_key(|group| std::cmp::Reverse(group.missed));
        groups
    }
}

/// What a key stands for.
fn features_of(mut key: usize) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for feature in FEATURES.iter().rev() {
        let value = feature.values[key % feature.values.len()];
        key /= feature.values.len();
        found.push((feature.about.to_owned(), value.to_owned()));
    }
    found.reverse();
    found
}

/// Where the weak king stands: inside, edge, corner.
fn standing(position: &Position) -> usize {
    let king = position.king(Color::Black);
    let on_end = |n: usize| usize::from(n == 0 || n == 7);
    on_end(king.file() as usize) + on_end(king.rank() as usize)
}

/// King moves from one square to another.
fn distance(a: Square, b: Square) -> u8 {
    let files = (a.file() as u8).abs_diff(b.file() as u8);
    files.max((a.rank() as u8).abs_diff(b.rank() as u8))
}

/// How a side's men beside the king stand: not attacked, attacked and defended, or one of them
/// attacked and undefended.
fn safety(position: &Position, color: Color) -> usize {
    let men = BitBoard(position.colour[color as usize] & !position.kind[Piece::King as usize]);
    let hit = men & attacked(position, !color);
    if hit.is_empty() {
        0
    } else if (hit - attacked(position, color)).is_empty() {
        1
    } else {
        2
    }
}

/// The squares that a side attacks or defends.
fn attacked(position: &Position, by: Color) -> BitBoard {
    let blockers = BitBoard(position.colour[0] | position.colour[1]);
    let mut all = BitBoard::EMPTY;
    for piece in Piece::ALL {
        for square in position.men(by, piece) {
            all |= match piece {
                Piece::Pawn => get_pawn_attacks(square, by),
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, blockers),
                Piece::Rook => get_rook_moves(square, blockers),
                Piece::Queen => {
                    get_bishop_moves(square, blockers) | get_rook_moves(square, blockers)
                }
                Piece::King => get_king_moves(square),
            };
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(fen: &str) -> Vec<String> {
        let mut counts = FeatureCounts::default();
        let board: cozy_chess::Board = fen.parse().unwrap();
        counts.count(&Position::from(&board), 8, true, 0);
        let groups = counts.groups();
        assert_eq!((groups.len(), groups[0].draws, groups[0].missed), (1, 8, 8));
        assert_eq!(groups[0].examples, [fen]);
        groups[0].features.iter().map(|(_, value)| value.clone()).collect()
    }

    #[test]
    fn positions_have_the_features_one_sees() {
        assert_eq!(
            features("k7/8/1K6/8/8/8/r7/R7 b - - 0 1"),
            ["weak side", "no", "in a corner", "2", "attacked, undefended", "attacked, undefended"]
        );
        assert_eq!(
            features("4k3/4r3/8/8/4R3/4K3/8/8 w - - 0 1"),
            [
                "strong side",
                "no",
                "on the edge",
                "4 or more",
                "attacked, defended",
                "attacked, defended"
            ]
        );
    }
}
