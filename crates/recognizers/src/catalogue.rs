//! All rules, and the lookup of a position's rule by its material.

use crate::{
    bare_king::{kpk, pawn_and_man, pieces},
    claim::Claim,
    minors::{kbbkb, kbbkr, kbnkr, knnkn, knnkr, one_each},
    pawns::{kpkp, minor_against_pawn},
    position::Position,
    queens,
    rooks::{krbkr, krkp, krkr, krnkr, krpkr, rook_against_minor},
    rule::Rule,
};

macro_rules! catalogue {
    ($($endgame:literal $rule:expr;)+) => {
        /// Every rule of this crate, those for fewer men first.
        static CATALOGUE: &[&dyn Rule] = &[$(&$rule),+];

        /// The material of each rule of the catalogue, as [`Position::material_key`] counts it.
        static MATERIAL: &[(u32, u32)] = &[$(Position::material_of($endgame)),+];
    };
}

catalogue! {
    "KQK" *pieces::KQK;
    "KRK" *pieces::KRK;
    "KBK" *pieces::KBK;
    "KNK" *pieces::KNK;
    "KPK" kpk::Kpk;
    "KBBK" *pieces::KBBK;
    "KBNK" *pieces::KBNK;
    "KNNK" *pieces::KNNK;
    "KQQK" *pieces::KQQK;
    "KQRK" *pieces::KQRK;
    "KQBK" *pieces::KQBK;
    "KQNK" *pieces::KQNK;
    "KRRK" *pieces::KRRK;
    "KRBK" *pieces::KRBK;
    "KRNK" *pieces::KRNK;
    "KBKB" one_each::Kbkb;
    "KBKN" one_each::Kbkn;
    "KNKN" one_each::Knkn;
    "KQKQ" queens::Kqkq;
    "KQKR" queens::Kqkr;
    "KQKB" queens::Kqkb;
    "KQKN" queens::Kqkn;
    "KRKR" krkr::Krkr;
    "KRKB" rook_against_minor::Krkb;
    "KRKN" rook_against_minor::Krkn;
    "KPKP" kpkp::Kpkp;
    "KPPK" pawn_and_man::Kppk;
    "KQKP" queens::Kqkp;
    "KRKP" krkp::Krkp;
    "KBPK" pawn_and_man::Kbpk;
    "KNPK" pawn_and_man::Knpk;
    "KRPK" pawn_and_man::Krpk;
    "KQPK" pawn_and_man::Kqpk;
    "KBKP" minor_against_pawn::Kbkp;
    "KNKP" minor_against_pawn::Knkp;
    "KNNKN" knnkn::Knnkn;
    "KBBKB" kbbkb::Kbbkb;
    "KBBKR" kbbkr::Kbbkr;
    "KBNKR" kbnkr::Kbnkr;
    "KNNKR" knnkr::Knnkr;
    "KRBKR" krbkr::Krbkr;
    "KRNKR" krnkr::Krnkr;
    "KRPKR" krpkr::Krpkr;
}

/// Returns every rule of this crate.
pub fn catalogue() -> &'static [&'static dyn Rule] {
    CATALOGUE
}

/// Returns the rule for the endgame with this canonical name, such as `KRKR`.
pub fn for_endgame(name: &str) -> Option<&'static dyn Rule> {
    CATALOGUE.iter().copied().find(|rule| rule.endgame() == name)
}

/// Returns the rule for the men of a position. Either colour may be the stronger side.
pub fn for_position(position: &Position) -> Option<&'static dyn Rule> {
    let (white, black) = position.material_key();
    let found = MATERIAL.iter().position(|&key| key == (white, black) || key == (black, white));
    found.map(|rule| CATALOGUE[rule])
}

/// Returns the claim of the rule for the position's endgame; [`Claim::NONE`] if there is no rule.
///
/// The position must be legal: each side has one king, and the side not to move is not in check.
pub fn recognize(position: &Position) -> Claim {
    for_position(position).map_or(Claim::NONE, |rule| rule.claim(position))
}
