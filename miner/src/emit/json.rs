//! JSON: the tree as data, for other programs.

use serde_json::json;

use super::Recognizer;
use crate::{
    compact::Compact,
    tree::{Branch, Child},
};

pub(super) fn source(recognizer: &Recognizer) -> String {
    let compact = Compact::new(recognizer.tree);
    let counted = recognizer.counted;
    let features: Vec<_> = compact
        .features
        .iter()
        .map(|&feature| {
            let feature = &recognizer.library.features()[feature];
            json!({ "name": feature.name, "says": feature.says })
        })
        .collect();
    let child = |child: Child| match child {
        Child::Branch(number) => json!(number),
        Child::Draw => json!("draw"),
        Child::Unknown => json!("-"),
    };
    let branch = |branch: &Branch| {
        let feature = compact.features.binary_search(&branch.feature).expect("it is used");
        json!([feature, branch.threshold, child(branch.children[0]), child(branch.children[1])])
    };
    let branches: Vec<_> = recognizer.tree.branches.iter().map(branch).collect();
    let document = json!({
        "endgame": recognizer.endgame,
        "positions": counted.draws + counted.decisive,
        "draws": counted.draws,
        "decisive": counted.decisive,
        "spotted": counted.spotted,
        "spotted_share": counted.share(),
        "incorrect": 0,
        "leaves": recognizer.tree.leaves(),
        "table_bytes": compact.bytes(),
        "table_checksum": format!("xxh3 {:016x}", recognizer.checksum),
        "command": recognizer.command,
        "features": features,
        "branches": branches,
    });
    serde_json::to_string_pretty(&document).expect("it is plain data") + "\n"
}
