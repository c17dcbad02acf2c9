//! All rules, and the way from a position's material to its rule.

use crate::{
    Claim, Position, Rule, bare, escort, kbkp, knkp, kpk, kppk, kqkp, kqkq, kqkr, krbkr, krkb,
    krkn, krkp, krkr, krnkr, minors, queen,
};

/// Every rule of this crate, fewer men first.
static CATALOGUE: &[&dyn Rule] = &[
    &bare::KQK,
    &bare::KRK,
    &bare::MinorPiece("KBK"),
    &bare::MinorPiece("KNK"),
    &kpk::Kpk,
    &bare::KBBK,
    &bare::KBNK,
    &bare::TwoKnights,
    &bare::KQQK,
    &bare::KQRK,
    &bare::KQBK,
    &bare::KQNK,
    &bare::KRRK,
    &bare::KRBK,
    &bare::KRNK,
    &minors::Kbkb,
    &minors::Kbkn,
    &minors::Knkn,
    &kqkq::Kqkq,
    &kqkr::Kqkr,
    &queen::Kqkb,
    &queen::Kqkn,
    &krkr::Krkr,
    &kppk::Kppk,
    &kqkp::Kqkp,
    &krkp::Krkp,
    &escort::Kbpk,
    &escort::Knpk,
    &escort::Krpk,
    &escort::Kqpk,
    &kbkp::Kbkp,
    &knkp::Knkp,
    &krkb::Krkb,
    &krkn::Krkn,
    &krbkr::Krbkr,
    &krnkr::Krnkr,
];

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
    let key = position.material_key();
    let rule = CATALOGUE.iter().find(|rule| {
        let (white, black) = name_key(rule.endgame());
        key == (white, black) || key == (black, white)
    })?;
    rule.claim(position)
}

/// The men of each side as a number, four bits a kind: what [`Position::material_key`] counts.
const fn name_key(endgame: &str) -> (u32, u32) {
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
