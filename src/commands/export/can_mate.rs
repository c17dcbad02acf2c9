//! `export --as can-mate`: whether a colour can still mate, as one file of source code.

use anyhow::Result;
use drawproof_recognizers::source::CAN_MATE_SOURCE;

use super::{
    bundle::check_prefix,
    code::{Language, exported},
};

/// Returns the source code of the functions `can_mate` and `is_dead`, which work for every endgame.
pub fn source(language: Language, prefix: &str) -> Result<String> {
    check_prefix(prefix)?;
    let about = "\
Whether a colour can still mate by some legal moves of both sides, castling aside, and whether neither
can: a dead position (FIDE 5.2.2). Positions are legal. With up to four men the answers are exact. With
more, 'cannot mate' and 'dead' are proved, and the opposite is not.
Written by 'drawproof export'.";
    let mut text = language.head(about.lines().map(String::from).collect(), prefix);
    text += language.attacks().trim_start();
    text += &language.moves();
    Ok(match language {
        Language::Rust => text + &exported(CAN_MATE_SOURCE),
        Language::C | Language::Cpp => {
            (text + include_str!("can_mate.c.txt") + language.end()).replace('@', prefix)
        }
    })
}
