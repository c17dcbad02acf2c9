//! The men of an endgame, and its name.

use std::{fmt, str::FromStr};

use drawproof_board::{Color, Piece};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::symmetry::Transform;

/// The men of both sides, kings included. Prints as `KRPKR`, White first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The number of men, `[color][piece]`, without kings.
    counts: [[u8; 5]; 2],
}

/// The kinds of men in the order of an endgame's name, without the king.
const NAME_ORDER: [Piece; 5] =
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// The minimum number of men of a table, kings included. Bare kings are a draw and need no table.
pub const MEN_MIN: usize = 3;

/// The maximum number of men of an endgame's name, a layout and a file, kings included.
pub const MEN_MAX: usize = 6;

/// The maximum number of men, kings included, of endgames whose tables are solved on demand.
pub const SOLVABLE_MEN_MAX: usize = 5;

/// The most men of endgames whose tables are made at all.
const LARGE_MEN_MAX: usize = 6;

/// The most pawns of endgames with that many men. With three pawns there would be too many slices,
/// each too small for a separate file.
const LARGE_PAWNS_MAX: usize = 2;

/// A clause for error messages that states for which endgames tables can be made.
pub const MEN_OF_TABLES: &str = "tables are for 3 to 5 men, and for 6 with two pawns at most";

const _: () = assert!(SOLVABLE_MEN_MAX < LARGE_MEN_MAX && LARGE_MEN_MAX <= MEN_MAX);

impl Material {
    /// The two kings alone.
    pub const KINGS: Material = Material { counts: [[0; 5]; 2] };

    /// Makes material from the number of men of each colour and kind, which `count` returns. Each
    /// side also gets a king.
    pub fn from_counts(count: impl Fn(Color, Piece) -> u8) -> Material {
        use Piece::{Bishop, Knight, Pawn, Queen, Rook};
        let side = |color| [Pawn, Knight, Bishop, Rook, Queen].map(|piece| count(color, piece));
        Material { counts: Color::ALL.map(side) }
    }

    /// Returns the number of men of `color` and kind `piece`.
    pub fn count(&self, color: Color, piece: Piece) -> usize {
        if piece == Piece::King {
            return 1;
        }
        self.counts[color as usize][piece as usize].into()
    }

    /// Returns the number of men of both sides, kings included.
    pub fn men(&self) -> usize {
        2 + self.counts.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// Returns whether either side has a pawn.
    pub fn has_pawns(&self) -> bool {
        Color::ALL.iter().any(|&color| self.count(color, Piece::Pawn) > 0)
    }

    /// Returns the kinds of the men of `color` in the order of the endgame's name, king first.
    pub fn side(&self, color: Color) -> impl Iterator<Item = Piece> + use<'_> {
        let others = NAME_ORDER
            .into_iter()
            .flat_map(move |piece| std::iter::repeat_n(piece, self.count(color, piece)));
        std::iter::once(Piece::King).chain(others)
    }

    /// Returns this material with one more man. Panics for a king.
    #[must_use]
    pub fn with(mut self, color: Color, piece: Piece) -> Material {
        assert!(piece != Piece::King, "a side has one king");
        self.counts[color as usize][piece as usize] += 1;
        self
    }

    /// Returns this material without one man. Panics if there is no such man.
    #[must_use]
    pub fn without(mut self, color: Color, piece: Piece) -> Material {
        let count = &mut self.counts[color as usize][piece as usize];
        *count = count.checked_sub(1).expect("the man is on the board");
        self
    }

    /// Returns this material with colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// Returns the canonical form of the material, and whether the colours had to be exchanged.
    pub fn normalise(self) -> (NormalMaterial, bool) {
        let rank = |color: Color| {
            let of = |piece| self.count(color, piece);
            (NAME_ORDER.iter().map(|&p| of(p)).sum::<usize>(), NAME_ORDER.map(of))
        };
        let swap = rank(Color::Black) > rank(Color::White);
        (NormalMaterial(if swap { self.swapped() } else { self }), swap)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for color in Color::ALL {
            for piece in self.side(color) {
                write!(f, "{}", char::from(piece).to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a text is not the name of an endgame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// The text is not of the form `K...K...`.
    #[error(
        "'{0}' is not an endgame name: write the men of both sides from K, Q, R, B, N, P, \
         each side starting with its K, such as KRPKR or KRPvKR"
    )]
    Name(String),
    /// The name has more than [`MEN_MAX`] men.
    #[error("'{name}' has {men} men; tables have at most {MEN_MAX}")]
    TooMany {
        /// The text with too many men.
        name: String,
        /// The number of men in the text.
        men: usize,
    },
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Parses `KRPKR`, `KRPvKR` or `krpkr`. Either side may be the stronger.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let bad = || MaterialError::Name(text.chars().take(40).collect());
        let upper = text.to_ascii_uppercase();
        let (white, black) = match upper.split_once('V') {
            Some(sides) => sides,
            None => upper.split_at(upper.rfind('K').ok_or_else(bad)?),
        };
        let mut material = Material::KINGS;
        let mut men = 2;
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            for letter in side.strip_prefix('K').ok_or_else(bad)?.chars() {
                let piece = match letter {
                    'Q' => Piece::Queen,
                    'R' => Piece::Rook,
                    'B' => Piece::Bishop,
                    'N' => Piece::Knight,
                    'P' => Piece::Pawn,
                    _ => return Err(bad()),
                };
                men += 1;
                if men <= MEN_MAX {
                    material = material.with(color, piece);
                }
            }
        }
        if men > MEN_MAX {
            return Err(MaterialError::TooMany { name: text.chars().take(40).collect(), men });
        }
        Ok(material)
    }
}

/// Material in canonical form, the key of tables: White has more men or, with equal numbers, the
/// higher men (compared in the order Q R B N P).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NormalMaterial(Material);

impl NormalMaterial {
    /// Returns the same material as a plain [`Material`].
    pub fn get(self) -> Material {
        self.0
    }

    /// Returns whether tables of the endgame can be made, at least by distance to mate.
    pub fn is_solvable(self) -> bool {
        let pawns: usize =
            Color::ALL.into_iter().map(|color| self.0.count(color, Piece::Pawn)).sum();
        let most = if pawns > LARGE_PAWNS_MAX { SOLVABLE_MEN_MAX } else { LARGE_MEN_MAX };
        (MEN_MIN..=most).contains(&self.0.men())
    }

    /// Returns whether the endgame has so many men that its table is made only on explicit request,
    /// as a file: solving takes minutes and many gigabytes of disk space.
    pub fn is_large(self) -> bool {
        self.0.men() > SOLVABLE_MEN_MAX
    }

    /// Returns whether the endgame is a large one with pawns, whose table is solved, packed and
    /// read slice by slice.
    pub fn is_sliced(self) -> bool {
        self.is_large() && self.0.has_pawns()
    }

    /// Returns the symmetries of the board that preserve values: all eight, or two with pawns.
    pub fn symmetries(self) -> &'static [Transform] {
        if self.0.has_pawns() { &Transform::ALL[..2] } else { &Transform::ALL }
    }

    /// Returns whether the endgame is a lone bishop or knight against a bare king, always a draw.
    /// These endgames are answered without tables. They arise when a lone pawn promotes to a bishop
    /// or knight.
    pub fn is_lone_minor(self) -> bool {
        let has_one = |piece| self.0.count(Color::White, piece) == 1;
        self.0.men() == 3 && [Piece::Bishop, Piece::Knight].into_iter().any(has_one)
    }

    /// Returns all endgames with exactly `men` men, sorted by name.
    pub fn all_with_men(men: usize) -> Vec<NormalMaterial> {
        assert!((2..=MEN_MAX).contains(&men), "{men} men");
        let mut sets = vec![Material::KINGS];
        for _ in 2..men {
            sets = sets
                .iter()
                .flat_map(|m| Color::ALL.map(|color| NAME_ORDER.map(|piece| m.with(color, piece))))
                .flatten()
                .collect();
            sets.sort();
            sets.dedup();
        }
        let mut normal: Vec<_> = sets.into_iter().map(|m| m.normalise().0).collect();
        normal.sort_by_key(|m| m.to_string());
        normal.dedup();
        normal
    }

    /// Returns the endgames of [`NormalMaterial::conversions`] that are not large. Solving an
    /// endgame takes these tables from memory, and the large ones from their files.
    pub fn small_conversions(self) -> Vec<NormalMaterial> {
        self.conversions().into_iter().filter(|after| !after.is_large()).collect()
    }

    /// Returns the endgames that one conversion (a capture, a promotion, or both at once) leads to,
    /// sorted and without bare kings. This endgame is solved from their tables.
    pub fn conversions(self) -> Vec<NormalMaterial> {
        let material = self.0;
        let mut next = Vec::new();
        for color in Color::ALL {
            let captures = NAME_ORDER
                .into_iter()
                .filter(|&piece| material.count(!color, piece) > 0)
                .map(|piece| material.without(!color, piece));
            let after_capture: Vec<_> = captures.collect();
            next.extend(&after_capture);
            if material.count(color, Piece::Pawn) == 0 {
                continue;
            }
            for promoted in &NAME_ORDER[..4] {
                for before in std::iter::once(&material).chain(&after_capture) {
                    next.push(before.without(color, Piece::Pawn).with(color, *promoted));
                }
            }
        }
        let mut normal: Vec<_> =
            next.into_iter().filter(|m| m.men() > 2).map(|m| m.normalise().0).collect();
        normal.sort();
        normal.dedup();
        normal
    }

    /// Returns this endgame and all endgames that it depends on, each after its dependencies.
    pub fn closure(self) -> Vec<NormalMaterial> {
        fn visit(material: NormalMaterial, order: &mut Vec<NormalMaterial>) {
            if order.contains(&material) {
                return;
            }
            for next in material.conversions() {
                visit(next, order);
            }
            order.push(material);
        }
        let mut order = Vec::new();
        visit(self, &mut order);
        order
    }
}

/// Reads a name with either side first, such as `KRvKQ`. The canonical first side becomes White.
impl FromStr for NormalMaterial {
    type Err = MaterialError;

    fn from_str(name: &str) -> Result<NormalMaterial, MaterialError> {
        Ok(name.parse::<Material>()?.normalise().0)
    }
}

impl fmt::Display for NormalMaterial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Serializes the name.
impl Serialize for NormalMaterial {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for NormalMaterial {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NormalMaterial, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl fmt::Debug for NormalMaterial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_in_every_spelling() {
        for text in ["KRPKR", "KRPvKR", "krpkr", "KRKRP", "KPRvKR"] {
            let material = text.parse::<NormalMaterial>().unwrap();
            assert_eq!(material.to_string(), "KRPKR", "{text}");
        }
        for (text, canonical) in [("KQKRR", "KRRKQ"), ("KRKBB", "KBBKR"), ("KNKBP", "KBPKN")] {
            assert_eq!(text.parse::<NormalMaterial>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "K", "KXK", "RKK", "KRKNKP", "KKRKN", "KRvKvK", "KKKKKKK", "kvk v", "Kék"]
        {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
        assert_eq!(
            "KQQQKQQ".parse::<Material>(),
            Err(MaterialError::TooMany { name: "KQQQKQQ".into(), men: 7 })
        );
    }

    #[test]
    fn two_endgames_are_of_a_lone_minor() {
        let all = [2, 3, 4].into_iter().flat_map(NormalMaterial::all_with_men);
        let found: Vec<_> = all.filter(|it| it.is_lone_minor()).map(|it| it.to_string()).collect();
        assert_eq!(found, ["KBK", "KNK"]);
    }

    #[test]
    fn endgames_are_counted_as_published() {
        // There are 5, 30 and 110 endgames of three, four and five men, and 365 of six.
        let counts = [3, 4, 5, 6].map(|men| NormalMaterial::all_with_men(men).len());
        assert_eq!(counts, [5, 30, 110, 365]);
    }

    #[test]
    fn a_closure_lists_dependencies_first() {
        for material in NormalMaterial::all_with_men(5) {
            let order = material.closure();
            for (position, entry) in order.iter().enumerate() {
                assert!(entry.conversions().iter().all(|c| order[..position].contains(c)));
            }
            assert_eq!(order.last(), Some(&material));
        }
    }
}
