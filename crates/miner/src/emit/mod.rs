//! Writes learned trees and lists of patterns as source code or JSON.

mod inputs;
mod list;

use drawproof_features::{
    Library,
    emit::{c, rust},
    learned::LearnedRule,
    packed::PackedTree,
    tree::{Branch, Child},
};
use serde_json::json;

pub use inputs::{Board, Language};
pub use list::{List, Purpose, source_of};

/// Returns a learned rule as source code. `library` has the features of the rule's endgame.
pub fn source(rule: &LearnedRule, library: &Library, language: Language) -> String {
    match language {
        Language::C => c::source(rule, library, false),
        Language::Cpp => c::source(rule, library, true),
        Language::Rust => rust::source(rule, library),
        Language::Json => json(rule, library),
    }
}

/// Returns the tree as JSON, for other programs.
fn json(rule: &LearnedRule, library: &Library) -> String {
    let packed = PackedTree::new(&rule.tree);
    let features: Vec<_> = packed
        .features
        .iter()
        .map(|&feature| {
            let feature = &library.features()[feature];
            json!({ "name": feature.name, "says": feature.says })
        })
        .collect();
    let child = |child: Child| match child {
        Child::Branch(number) => json!(number),
        Child::Draw => json!("draw"),
        Child::Unknown => json!("-"),
    };
    let branch = |branch: &Branch| {
        let feature = packed.features.binary_search(&branch.feature).expect("it is used");
        json!([feature, branch.threshold, child(branch.children[0]), child(branch.children[1])])
    };
    let branches: Vec<_> = rule.tree.branches.iter().map(branch).collect();
    let document = json!({
        "endgame": rule.endgame,
        "positions": rule.draws + rule.decisive,
        "draws": rule.draws,
        "decisive": rule.decisive,
        "spotted": rule.spotted,
        "spotted_share": rule.share(),
        "incorrect": 0,
        "leaves": rule.tree.leaves(),
        "table_bytes": packed.bytes(),
        "table_checksum": format!("xxh3 {:016x}", rule.table_checksum),
        "command": rule.command,
        "features": features,
        "branches": branches,
    });
    serde_json::to_string_pretty(&document).expect("it is plain data") + "\n"
}
