//! Missed draws by the features of positions that rule authors use, and where the men stand in them. The
//! key of the features also groups incorrect claims.

use drawproof_board::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, Man, Transform, mixing::mixed};
use serde::{Deserialize, Serialize};

use crate::{
    enumerate::{Question, for_each_lane},
    position::{OrderedPosition, fen_of},
    sample::Smallest,
};

/// A feature of a position, in which White is the strong side.
struct Feature {
    about: &'static str,
    /// The names of its values.
    values: &'static [&'static str],
    /// The number of a position's value.
    of: fn(&View) -> usize,
}

/// A position and the sets of squares that White and Black attack or defend.
struct View<'a> {
    position: &'a Position,
    attacked: [BitBoard; 2],
}

/// All features. The numbers of a position's values in mixed radix are its key.
const FEATURES: [Feature; 6] = [
    Feature {
        about: "to move",
        values: &["strong side", "weak side"],
        of: |view| usize::from(view.position.side_to_move),
    },
    Feature {
        about: "in check",
        values: &["no", "yes"],
        of: |view| {
            let us = view.position.stm();
            usize::from(view.attacked[!us as usize].has(view.position.king(us)))
        },
    },
    Feature { about: "weak king", values: &["inside", "on the edge", "in a corner"], of: region },
    Feature {
        about: "kings apart",
        values: &["2", "3", "4 or more"],
        of: |view| {
            let [white, black] = Color::ALL.map(|color| view.position.king(color));
            usize::from(distance(white, black).clamp(2, 4) - 2)
        },
    },
    Feature { about: "weak men", values: SAFETY, of: |view| safety(view, Color::Black) },
    Feature { about: "strong men", values: SAFETY, of: |view| safety(view, Color::White) },
];

const SAFETY: &[&str] = &["not attacked", "attacked, defended", "attacked, undefended"];

/// The number of keys.
pub(super) const KEYS: usize = {
    let mut keys = 1;
    let mut feature = 0;
    while feature < FEATURES.len() {
        keys *= FEATURES[feature].values.len();
        feature += 1;
    }
    keys
};

/// Examples kept of each group.
const EXAMPLES: usize = 3;

/// Draws and missed draws by key.
#[derive(Clone)]
pub(crate) struct FeatureCounts {
    draws: Vec<u64>,
    missed: Vec<u64>,
    examples: Vec<Smallest<u64, OrderedPosition>>,
}

impl Default for FeatureCounts {
    fn default() -> FeatureCounts {
        let examples = vec![Smallest::new(EXAMPLES); KEYS];
        FeatureCounts { draws: vec![0; KEYS], missed: vec![0; KEYS], examples }
    }
}

/// The draws, missed or spotted, that have the same features.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureGroup {
    /// The common features, each as its name and its value.
    pub features: Vec<(String, String)>,
    /// The number of draws with these features.
    pub draws: u64,
    /// The number of missed draws with these features.
    pub missed: u64,
    /// The FENs of some of the missed draws.
    pub examples: Vec<String>,
}

impl FeatureCounts {
    /// Counts a drawn stored position that stands for `weight` positions. `number` identifies it.
    pub(crate) fn count(&mut self, position: &Position, weight: u64, missed: bool, number: u64) {
        let key = key_of(position);
        self.draws[key] += weight;
        if missed {
            self.missed[key] += weight;
            let order = mixed(number);
            if self.examples[key].accepts(&order) {
                self.examples[key].insert(order, OrderedPosition::from(position));
            }
        }
    }

    /// Adds counts that were made of other positions.
    pub(crate) fn add(&mut self, other: FeatureCounts) {
        for (key, examples) in other.examples.into_iter().enumerate() {
            self.draws[key] += other.draws[key];
            self.missed[key] += other.missed[key];
            self.examples[key].add(examples);
        }
    }

    /// Returns the groups with missed draws, most missed draws first.
    pub(crate) fn groups(self) -> Vec<FeatureGroup> {
        let FeatureCounts { draws, missed, examples } = self;
        let group = |(key, examples): (usize, Smallest<u64, OrderedPosition>)| FeatureGroup {
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

/// Returns the key of a position, in which White is the strong side. Symmetric positions have the
/// same key.
pub(crate) fn key_of(position: &Position) -> usize {
    let view = View { position, attacked: Color::ALL.map(|color| attacked(position, color)) };
    let add = |key, feature: &Feature| key * feature.values.len() + (feature.of)(&view);
    FEATURES.iter().fold(0, add)
}

/// Returns the features that a key encodes: pairs of a feature's name and its value.
pub(crate) fn features_of(mut key: usize) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for feature in FEATURES.iter().rev() {
        let value = feature.values[key % feature.values.len()];
        key /= feature.values.len();
        found.push((feature.about.to_owned(), value.to_owned()));
    }
    found.reverse();
    found
}

/// Returns the region of the weak king: 0 inside, 1 on the edge, 2 in a corner.
fn region(view: &View) -> usize {
    let king = view.position.king(Color::Black);
    let on_end = |n: usize| usize::from(n == 0 || n == 7);
    on_end(king.file() as usize) + on_end(king.rank() as usize)
}

/// Returns the number of king moves from one square to another on an empty board.
fn distance(a: Square, b: Square) -> u8 {
    let files = (a.file() as u8).abs_diff(b.file() as u8);
    files.max((a.rank() as u8).abs_diff(b.rank() as u8))
}

/// Returns the safety of a side's men other than the king: 0 none attacked, 1 all attacked men
/// defended, 2 an attacked man undefended.
fn safety(view: &View, color: Color) -> usize {
    let position = view.position;
    let men = BitBoard(position.colour[color as usize] & !position.kind[Piece::King as usize]);
    let hit = men & view.attacked[!color as usize];
    if hit.is_empty() {
        0
    } else if (hit - view.attacked[color as usize]).is_empty() {
        1
    } else {
        2
    }
}

/// Returns the set of squares that a side attacks or defends.
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

/// Counts of missed draws among stored positions by man and square, [`HeatCounts::place`]. Stored
/// positions with half of the images (both kings on the diagonal) are counted apart, and so are images
/// that are asked about alone, on their own squares.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct HeatCounts(Vec<u64>);

impl Default for HeatCounts {
    fn default() -> HeatCounts {
        HeatCounts(vec![0; HeatCounts::place(3, 0, 0)])
    }
}

impl HeatCounts {
    /// Returns the place of the count of a square: `[images: all, half, one][man][square]`.
    const fn place(images: usize, man: usize, square: usize) -> usize {
        (images * 6 + man) * 64 + square
    }

    /// Returns whether there is a count for each square; serialized data may have another number.
    pub fn is_whole(&self) -> bool {
        self.0.len() == HeatCounts::place(3, 0, 0)
    }

    /// Counts the missed draws among the lanes `missed` of a question.
    pub fn count(&mut self, layout: &Layout, question: &Question, missed: u64) {
        let squares = layout.squares(question.stored.place.word * 64);
        let low_man = layout.low_man();
        let (counted, on) = match question.alone {
            None => ([missed & !question.half, missed & question.half, 0], Transform::IDENTITY),
            Some(_) => ([0, 0, missed], question.image),
        };
        for (images, lanes) in counted.into_iter().enumerate() {
            let place =
                |man, square: Square| HeatCounts::place(images, man, on.square(square) as usize);
            let positions = u64::from(lanes.count_ones());
            for (man, &square) in squares.iter().enumerate().filter(|&(man, _)| man != low_man) {
                self.0[place(man, square)] += positions;
            }
            for_each_lane(lanes, |lane| self.0[place(low_man, Square::index(lane))] += 1);
        }
    }

    pub fn add(&mut self, other: &HeatCounts) {
        self.0.iter_mut().zip(&other.0).for_each(|(count, more)| *count += more);
    }

    /// Returns the counts by square of the whole board for each kind of man. The counts of like men
    /// are summed.
    pub fn on_the_board(&self, layout: &Layout) -> Vec<(Man, [u64; 64])> {
        let mut result: Vec<(Man, [u64; 64])> = Vec::new();
        let all = layout.material().symmetries();
        for (number, &man) in layout.men().iter().enumerate() {
            if result.last().is_none_or(|(last, _)| *last != man) {
                result.push((man, [0; 64]));
            }
            let counts = &mut result.last_mut().expect("just pushed").1;
            let counted = [all, &all[..all.len() / 2], &[Transform::IDENTITY]];
            for (some, images) in counted.into_iter().enumerate() {
                for image in images {
                    for (square, target) in image.squares().iter().enumerate() {
                        counts[*target as usize] += self.0[HeatCounts::place(some, number, square)];
                    }
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(fen: &str) -> Vec<String> {
        let mut counts = FeatureCounts::default();
        let board: drawproof_board::Board = fen.parse().unwrap();
        counts.count(&Position::from(&board), 8, true, 0);
        let groups = counts.groups();
        assert_eq!((groups.len(), groups[0].draws, groups[0].missed), (1, 8, 8));
        assert_eq!(groups[0].examples, [fen]);
        groups[0].features.iter().map(|(_, value)| value.clone()).collect()
    }

    #[test]
    fn positions_have_the_features_on_the_board() {
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
