//! `export --exact`: outcomes of endgames of at most four men as trees, in one file of source code.

use anyhow::{Result, bail};
use drawproof_features::emit::rust;
use drawproof_miner::code::{
    Endgames, MEN_MAX, Trees, VIEW_SOURCE, learn, learning_bytes, reached,
};
use drawproof_session::budget::size;
use drawproof_tables::NormalMaterial;

use super::{
    bundle::{check_men, check_prefix},
    code::{Array, Language, Source},
};
use crate::{environment::Environment, output::grouped};

/// Numbers a line.
const LINE: usize = 24;

/// Returns source code with the exact results of `endgames`, and of all endgames that captures and
/// promotions to a queen lead to.
pub fn source(
    endgames: &[NormalMaterial],
    language: Language,
    prefix: &str,
    environment: &Environment,
) -> Result<Source> {
    check_men(endgames, &format!("exact outcomes are only for endgames of at most {MEN_MAX}"))?;
    check_prefix(prefix)?;
    let reached = reached(endgames);
    if reached.is_empty() {
        bail!("every position of these endgames is drawn: there is nothing to write");
    }
    let tables = reached.iter().map(|&endgame| environment.store.table(endgame));
    let endgames = Endgames::new(tables.collect::<Result<Vec<_>, _>>()?);
    let (needed, allowed) = (learning_bytes(&endgames), environment.store.memory_bytes());
    if needed > allowed {
        bail!(
            "learning takes up to {} of memory beside the tables; --memory allows {}",
            size(needed),
            size(allowed)
        );
    }
    let trees = learn(&endgames, &*environment.progress).map_err(anyhow::Error::msg)?;
    environment.progress.finish();
    let each: Vec<String> = trees.iter().map(row).collect();
    let text = written(&trees, language, prefix);
    let report = format!(
        "endgame      asked   leaves    bytes\n{}\n{} bytes of constants",
        each.join("\n"),
        grouped(size_bytes(&trees) as u64)
    );
    Ok(Source { text, report })
}

/// Returns an endgame in the report: positions that its trees answer, their leaves, and their
/// bytes.
fn row(trees: &Trees) -> String {
    let sum = |numbers: [usize; 2]| (numbers[0] + numbers[1]) as u64;
    let figures = [sum(trees.asked), sum(trees.leaves), trees.size_bytes() as u64];
    let ([asked, leaves, bytes], name) = (figures.map(grouped), trees.material.to_string());
    format!("{name:7} {asked:>10} {leaves:>8} {bytes:>8}")
}

/// Returns three arrays: for the codes of two men, first man plus 16 times second, the number of
/// the endgame plus 1, or 0; for each endgame, where its trees for White and for Black to move
/// begin; and all trees.
fn arrays(trees: &[Trees]) -> [Array; 3] {
    let (mut numbers, mut first, mut words) = (vec![0; 256], Vec::new(), Vec::new());
    for (number, trees) in trees.iter().enumerate() {
        let [a, b] = trees.men.map(usize::from);
        numbers[a + 16 * b] = number as u64 + 1;
        for side in &trees.words {
            first.push(words.len() as u64);
            words.extend(side.iter().map(|&word| u64::from(word)));
        }
    }
    [
        Array::new("NUMBERS", 8, numbers),
        Array::new("FIRST", 32, first).in_rows(2),
        Array::new("TREES", 16, words),
    ]
}

/// Returns the bytes of all constants.
fn size_bytes(trees: &[Trees]) -> usize {
    arrays(trees).iter().map(Array::size_bytes).sum()
}

/// Returns the source code of trees.
fn written(trees: &[Trees], language: Language, prefix: &str) -> String {
    let mut lines =
        vec![String::from("Win, draw or loss of every legal position without castling rights of")];
    let names: Vec<String> = trees.iter().map(|trees| trees.material.to_string()).collect();
    lines.extend(names.chunks(12).map(|names| names.join(" ")));
    lines.push(format!("{} bytes of constants. Written by 'drawproof export'.", size_bytes(trees)));
    let mut text = language.head(lines, prefix) + language.position();
    for array in arrays(trees) {
        text += &language.array(&array, LINE);
    }
    if language == Language::Rust {
        // The first comment of the file is about the whole project.
        let (_, view) = VIEW_SOURCE.split_once("\n\n").expect("a comment is first");
        text += &format!("\n{view}").replace("\npub ", "\n").replace("    pub ", "    ");
        text += include_str!("exact.rs.txt");
        rust::primitives(&mut text, view);
        return text;
    }
    (text + include_str!("exact.c.txt") + language.end()).replace('@', prefix)
}
