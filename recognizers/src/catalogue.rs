//! All rules, and the way from a position's material to its rule.

use crate::{
    Claim, Position, Rule, bare, escort, kbbkb, kbbkr, kbkp, kbnkr, knkp, knnkr, kpk, kpkp, kppk,
    kqkp, kqkq, kqkr, krbkr, krkb, krkn, krkp, krkr, krnkr, krpkr, minors, queen, trio,
};

macro_rules! catalogue {
    ($($endgame:literal $rule:expr;)+) => {
        /// Every rule of this crate, fewer men first.
        static CATALOGUE: &[&dyn Rule] = &[$(&$rule),+];

        /// The material of each rule of the catalogue, as [`Position::material_key`] counts it.
        static MATERIAL: &[(u32, u32)] = &[$(name_key($endgame)),+];
    };
}

catalogue! {
    "KQK" bare::KQK;
    "KRK" bare::KRK;
    "KBK" bare::MinorPiece("KBK");
    "KNK" bare::MinorPiece("KNK");
    "KPK" kpk::Kpk;
    "KBBK" bare::KBBK;
    "KBNK" bare::KBNK;
    "KNNK" bare::TwoKnights;
    "KQQK" bare::KQQK;
    "KQRK" bare::KQRK;
    "KQBK" bare::KQBK;
    "KQNK" bare::KQNK;
    "KRRK" bare::KRRK;
    "KRBK" bare::KRBK;
    "KRNK" bare::KRNK;
    "KBKB" minors::Kbkb;
    "KBKN" minors::Kbkn;
    "KNKN" minors::Knkn;
    "KQKQ" kqkq::Kqkq;
    "KQKR" kqkr::Kqkr;
    "KQKB" queen::Kqkb;
    "KQKN" queen::Kqkn;
    "KRKR" krkr::Krkr;
    "KRKB" krkb::Krkb;
    "KRKN" krkn::Krkn;
    "KPKP" kpkp::Kpkp;
    "KPPK" kppk::Kppk;
    "KQKP" kqkp::Kqkp;
    "KRKP" krkp::Krkp;
    "KBPK" escort::Kbpk;
    "KNPK" escort::Knpk;
    "KRPK" escort::Krpk;
    "KQPK" escort::Kqpk;
    "KBKP" kbkp::Kbkp;
    "KNKP" knkp::Knkp;
    "KNNKN" trio::Knnkn;
    "KBBKB" kbbkb::Kbbkb;
    "KBBKR" kbbkr::Kbbkr;
    "KBNKR" kbnkr::Kbnkr;
    "KNNKR" knnkr::Knnkr;
    "KRBKR" krbkr::Krbkr;
    "KRNKR" krnkr::Krnkr;
    "KRPKR" krpkr::Krpkr;
}

/// Every rule of this crate.
pub fn catalogue() -> &'static [&'static dyn Rule] {
    CATALOGUE
}

/// The rule for an endgame by its canonical name, such as `KRKR`.
pub fn for_endgame(name: &str) -> Option<&'static dyn Rule> {
    CATALOGUE.iter().copied().find(|rule| rule.endgame() == name)
}

/// The claim of the rule for the position's endgame, if there is a rule and it makes a claim.
///
/// The position must be legal: one king a side, the side not to move not in check.
pub fn recognize(position: &Position) -> Option<Claim> {
    let (white, black) = position.material_key();
    let found = MATERIAL.iter().position(|&key| key == (white, black) || key == (black, white))?;
    CATALOGUE[found].claim(position)
}

/// The men of each side as a number, four bits a kind: what [`Position::material_key`] counts.
pub(crate) const fn name_key(endgame: &str) -> (u32, u32) {
    let bytes = endgame.as_bytes();
    let (mut sides, mut kings, mut i) = ([0, 0], 0, 0);
    while i < bytes.len() {
        let kind = match bytes[i] {
            b'P' => 0,
            b'N' => 1,
            b'B' => 2,
            b'R' => 3,
            b'Q' => 4,
            _ => {
                kings += 1;
                5
            }
        };
        sides[kings - 1] += 1 << (4 * kind);
        i += 1;
    }
    (sides[0], sides[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_that_of_the_rule() {
        assert_eq!(MATERIAL.len(), CATALOGUE.len());
        for (rule, &key) in CATALOGUE.iter().zip(MATERIAL) {
            assert_eq!(name_key(rule.endgame()), key, "{}", rule.endgame());
        }
    }
}
