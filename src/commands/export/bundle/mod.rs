//! The tables of one or several small endgames in one file of source code, for engines that compile
//! them in.
//!
//! With `--bundle` one probe function for all of them takes a position with either colour the stronger
//! one; that of a single table takes the squares of its men. Where a bare king is to move, its value is
//! that of its best move; other values are stored.

mod codes;
mod distances;
mod emit;
mod outcomes;
mod shape;

use std::sync::Arc;

use anyhow::{Result, bail};
use drawproof_board::{Color, Piece};
use drawproof_miner::code::MEN_MAX;
use drawproof_tables::{NormalMaterial, PlainTable};

use self::{
    emit::{Bundle, Calls, Values},
    shape::Blocks,
};
use super::code::{Content, Language, Source};
use crate::{environment::Environment, output::grouped};

/// Returns the source code of a single table. Its probe function takes the square of each man.
pub fn table_source(
    endgame: NormalMaterial,
    content: Content,
    language: Language,
    environment: &Environment,
) -> Result<String> {
    check_men(
        &[endgame],
        &format!(
            "source code is for tables of at most {MEN_MAX}: read larger tables from their files, or \
             export a file with --emit parquet"
        ),
    )?;
    let (blocks, values) = stored(&[endgame], content, environment)?;
    let suffix = if content == Content::Dtm { "dtm" } else { "wdl" };
    let prefix = format!("{endgame}_{suffix}").to_ascii_lowercase();
    let calls = Calls::Squares;
    Ok(Bundle { blocks, values, content, language, prefix: &prefix, calls }.source())
}

/// Returns the source code of a bundle of endgames, with a report on its size.
pub fn source(
    endgames: &[NormalMaterial],
    content: Content,
    language: Language,
    prefix: &str,
    environment: &Environment,
) -> Result<Source> {
    let mut endgames = endgames.to_vec();
    endgames.sort_by_key(|endgame| (endgame.get().men(), endgame.to_string()));
    endgames.dedup();
    check_men(&endgames, &format!("bundles are of endgames of at most {MEN_MAX}"))?;
    check_prefix(prefix)?;
    let both_pawns = |endgame: &NormalMaterial| {
        Color::ALL.iter().all(|&color| endgame.get().count(color, Piece::Pawn) > 0)
    };
    let en_passant = endgames.iter().any(both_pawns);
    let lacks = |needed: &NormalMaterial| !endgames.contains(needed) && !needed.is_lone_minor();
    if en_passant && endgames.iter().all(|endgame| endgame.to_string() != "KPK") {
        bail!("an en-passant capture of KPKP leads to KPK: name both in the bundle");
    }
    let mut missing: Vec<NormalMaterial> =
        endgames.iter().flat_map(|endgame| endgame.conversions()).filter(lacks).collect();
    missing.sort_by_key(ToString::to_string);
    missing.dedup();
    let (blocks, values) = stored(&endgames, content, environment)?;
    let best_move = content == Content::Dtm && missing.is_empty();
    let each: Vec<String> = endgames
        .iter()
        .zip(&values.bytes)
        .map(|(endgame, &bytes)| format!("{endgame} {}", grouped(bytes as u64)))
        .collect();
    let calls = Calls::Positions { best_move, en_passant };
    let bundle = Bundle { blocks, values, content, language, prefix, calls };
    let total = bundle.size_bytes();
    let mut report = format!(
        "{} bytes of constants: {}, the rest shared",
        grouped(total as u64),
        each.join(", ")
    );
    if content == Content::Dtm && !best_move {
        let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
        report += &format!(
            "\nno function for the best move: moves lead to {}, which the bundle lacks",
            names.join(", ")
        );
    }
    Ok(Source { text: bundle.source(), report })
}

/// Returns the blocks of endgames, and their values.
fn stored(
    endgames: &[NormalMaterial],
    content: Content,
    environment: &Environment,
) -> Result<(Vec<Blocks>, Values)> {
    let table = |&endgame: &NormalMaterial| environment.store.table(endgame);
    let tables: Vec<Arc<PlainTable>> = endgames.iter().map(table).collect::<Result<_, _>>()?;
    environment.progress.finish();
    let blocks: Vec<Blocks> = tables.into_iter().map(Blocks::new).collect();
    let values = match content {
        Content::Dtm => distances::values(&blocks),
        Content::Wdl => outcomes::values(&blocks),
    };
    Ok((blocks, values))
}

/// Refuses endgames of more than [`MEN_MAX`] men. `limit` is the end of the error message.
pub fn check_men(endgames: &[NormalMaterial], limit: &str) -> Result<()> {
    match endgames.iter().find(|endgame| endgame.get().men() > MEN_MAX) {
        Some(large) => bail!("{large} has {} men; {limit}", large.get().men()),
        None => Ok(()),
    }
}

/// Checks that names can begin with `prefix`: it begins with a small letter, and has only small
/// letters, digits and `_`.
pub fn check_prefix(prefix: &str) -> Result<()> {
    let starts = prefix.starts_with(|c: char| c.is_ascii_lowercase());
    if !starts || !prefix.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    {
        bail!(
            "'{prefix}' is not a prefix of names: write small letters, digits and _, such as endgames"
        );
    }
    Ok(())
}
