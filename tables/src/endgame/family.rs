//! Families of endgames: names with wildcards.

use std::{fmt, str::FromStr};

use drawproof_board::{Color, Piece};

use super::material::{MEN_MIN, Material, NormalMaterial};

/// The kinds of men other than kings, in the order of a name.
const MEN: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// A family of endgames: an endgame's name with wildcards. `?` stands for any one man other than a
/// king, and `+` after a man for one or more of that man; `?+` stands for one or more men of any
/// kinds. Either side may be the stronger one. A family prints as it was written, in capitals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    name: String,
    /// The wildcards of White and of Black.
    sides: [Vec<Wildcard>; 2],
}

/// One man of a family's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wildcard {
    /// The kind; `None` for any kind other than a king.
    kind: Option<Piece>,
    /// Whether the man may occur more than once.
    is_repeated: bool,
}

/// The reason why a text is not a family, or why a family has no endgames.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// The text is not of the form of a family.
    #[error(
        "'{0}' is not a family of endgames: write the name of an endgame with '?' for any one man \
         but a king, and '+' after a man for one or more of it, such as KBP+K or K?KP"
    )]
    Name(String),
    /// All endgames of the family have more than `men_max` men.
    #[error(
        "no endgame of up to {men_max} men is of the family '{name}': it has {men} men or more \
         (in KBP+K, 'P+' is one or more pawns; in K?KP, '?' is one man)"
    )]
    TooMany {
        /// The name of the family.
        name: String,
        /// The minimum number of men of the family's endgames.
        men: usize,
        /// The maximum number of men that the caller asked for.
        men_max: usize,
    },
}

impl Family {
    /// Returns whether a text contains wildcards, and so must be parsed as a family. A text without
    /// wildcards must be the name of an endgame.
    pub fn is_meant(text: &str) -> bool {
        text.contains(['?', '+'])
    }

    /// Returns the minimum number of men of the family's endgames, kings included.
    pub fn men_min(&self) -> usize {
        2 + self.sides.iter().map(Vec::len).sum::<usize>()
    }

    /// Returns the endgames of the family with up to `men_max` men, each once, sorted by number of
    /// men and name.
    ///
    /// # Errors
    ///
    /// Fails if there are no such endgames.
    pub fn endgames(&self, men_max: usize) -> Result<Vec<NormalMaterial>, FamilyError> {
        let mut found = vec![(Material::KINGS, self.men_min())];
        for (color, side) in Color::ALL.into_iter().zip(&self.sides) {
            for wildcard in side {
                found = found
                    .into_iter()
                    .flat_map(|(material, men)| wildcard.added(material, color, men, men_max))
                    .collect();
                // Equal wildcards lead to the same men in several orders.
                found.sort_unstable();
                found.dedup();
            }
        }
        let mut endgames: Vec<NormalMaterial> = found
            .into_iter()
            .filter(|&(_, men)| men <= men_max)
            .map(|(material, _)| material.normalise().0)
            .collect();
        endgames.sort_by_key(|material| (material.get().men(), material.to_string()));
        endgames.dedup();
        if endgames.is_empty() {
            let (name, men) = (self.name.clone(), self.men_min());
            return Err(FamilyError::TooMany { name, men, men_max });
        }
        Ok(endgames)
    }
}

impl Wildcard {
    /// Returns each `material` with the men added that the wildcard may stand for, and the fewest
    /// men of the endgame then. Before, the endgame had at least `men` men; it may have at most
    /// `men_max`.
    fn added(
        self,
        material: Material,
        color: Color,
        men: usize,
        men_max: usize,
    ) -> Vec<(Material, usize)> {
        let one_more = |material: Material| {
            let kinds = MEN.into_iter().filter(|&kind| self.kind.is_none_or(|it| it == kind));
            kinds.map(|kind| material.with(color, kind)).collect::<Vec<_>>()
        };
        let mut last: Vec<Material> = one_more(material);
        let mut all: Vec<(Material, usize)> = last.iter().map(|&it| (it, men)).collect();
        for men in men + 1..=men_max {
            if !self.is_repeated {
                break;
            }
            last = last.into_iter().flat_map(one_more).collect();
            last.sort_unstable();
            last.dedup();
            all.extend(last.iter().map(|&it| (it, men)));
        }
        all
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for Family {
    type Err = FamilyError;

    /// Parses `KBP+K`, `KBP+vK`, `k?kp`.
    fn from_str(text: &str) -> Result<Family, FamilyError> {
        let bad = || FamilyError::Name(text.chars().take(40).collect());
        let name = text.to_ascii_uppercase();
        let sides = match name.split_once('V') {
            Some(sides) => sides,
            None => name.split_at(name.rfind('K').ok_or_else(bad)?),
        };
        let side = |text: &str| -> Option<Vec<Wildcard>> {
            let mut men: Vec<Wildcard> = Vec::new();
            for letter in text.strip_prefix('K')?.chars() {
                let kind = match letter {
                    '+' => {
                        let last = men.last_mut().filter(|man| !man.is_repeated)?;
                        last.is_repeated = true;
                        continue;
                    }
                    '?' => None,
                    _ => Some(
                        MEN.into_iter()
                            .find(|&man| char::from(man).to_ascii_uppercase() == letter)?,
                    ),
                };
                men.push(Wildcard { kind, is_repeated: false });
            }
            Some(men)
        };
        let sides = [side(sides.0).ok_or_else(bad)?, side(sides.1).ok_or_else(bad)?];
        let has_wildcards = sides.iter().flatten().any(|it| it.is_repeated || it.kind.is_none());
        let family = Family { name, sides };
        if !has_wildcards || family.men_min() < MEN_MIN || text.len() > 40 {
            return Err(bad());
        }
        Ok(family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::MEN_MAX;

    fn names(family: &str, men_max: usize) -> String {
        let endgames = family.parse::<Family>().unwrap().endgames(men_max).unwrap();
        endgames.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn families_are_sorted_and_canonical() {
        assert_eq!(names("KBP+K", 5), "KBPK KBPPK");
        assert_eq!(names("KBP+K", 4), "KBPK");
        assert_eq!(names("kkp+", 6), "KPK KPPK KPPPK KPPPPK");
        assert_eq!(names("KK?", 3), "KBK KNK KPK KQK KRK");
        assert_eq!(names("K?KP", 5), "KBKP KNKP KPKP KQKP KRKP");
        assert_eq!(names("K?vKN", 5), "KBKN KNKN KNKP KQKN KRKN");
        assert_eq!(names("KR+KP+", 5), "KRKP KPPKR KRRKP");
        assert_eq!(names("K??K", 4).split(' ').count(), 15);
        assert_eq!(names("K?+K", 4).split(' ').count(), 5 + 15);
        assert_eq!(names("K?+K?+", 6).split(' ').count(), 15 + 5 * 15 + 5 * 35 + 15 * 16 / 2);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "?", "+", "K+K", "KBPK", "KK", "KK+", "KP++K", "K?", "?KP", "KP+", "K*K", "KXP+K",
            "KvK+", "KP+vKvK", "KP+KvK", "Ké?K", "KBP+KK+",
        ] {
            assert!(text.parse::<Family>().is_err(), "{text}");
        }
        assert!(format!("K{}K", "?".repeat(10_000)).parse::<Family>().is_err());
        let error = "KRPP+KR".parse::<Family>().unwrap().endgames(5).unwrap_err();
        let name = "KRPP+KR".into();
        assert_eq!(error, FamilyError::TooMany { name, men: 6, men_max: 5 });
    }

    /// Returns whether the wildcards can stand for the men of a side, each for at least one.
    fn matches(wildcards: &[Wildcard], men: &[Piece]) -> bool {
        let Some((first, rest)) = wildcards.split_first() else { return men.is_empty() };
        // Tries all subsets of the men.
        (1..1u32 << men.len()).any(|set| {
            let (taken, left): (Vec<_>, Vec<_>) =
                (0..men.len()).partition(|&number| set >> number & 1 != 0);
            let left: Vec<Piece> = left.into_iter().map(|number| men[number]).collect();
            (first.is_repeated || taken.len() == 1)
                && taken.iter().all(|&number| first.kind.is_none_or(|kind| kind == men[number]))
                && matches(rest, &left)
        })
    }

    #[test]
    fn a_family_holds_exactly_the_endgames_that_match() {
        let words = ["", "P", "R+", "?", "?+", "BP+", "P+?", "??", "Q+?+"];
        let endgames: Vec<NormalMaterial> =
            (MEN_MIN..=MEN_MAX).flat_map(NormalMaterial::all_with_men).collect();
        let men =
            |material: Material, color| -> Vec<Piece> { material.side(color).skip(1).collect() };
        for first in words {
            for second in words {
                let name = format!("K{first}K{second}");
                let Ok(family) = name.parse::<Family>() else { continue };
                let is_member = |material: &Material| {
                    let sides = Color::ALL.map(|color| men(*material, color));
                    (0..2).all(|side| matches(&family.sides[side], &sides[side]))
                };
                for men_max in MEN_MIN..=MEN_MAX {
                    let mut expected: Vec<NormalMaterial> = endgames
                        .iter()
                        .copied()
                        .filter(|it| it.get().men() <= men_max)
                        .filter(|it| is_member(&it.get()) || is_member(&it.get().swapped()))
                        .collect();
                    expected.sort_by_key(|it| (it.get().men(), it.to_string()));
                    let found = family.endgames(men_max).unwrap_or_default();
                    assert_eq!(found, expected, "{name} of up to {men_max} men");
                }
            }
        }
    }
}
