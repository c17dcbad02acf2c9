//! Tests the score of a rule library as an engine.

use std::{fs, path::Path, process::Command};

use drawproof_judge::engine::serve_scores;
use drawproof_verifier::subject::{Plugin, Slots};

/// A library whose score is the index of White's king square, for the side to move.
const RULE: &str = r#"
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_name(void) { return "King's square"; }
int drawproof_claim(const drawproof_position *p, uint64_t *r) { (void)p; (void)r; return 7; }
int drawproof_score(const drawproof_position *p) {
    int square = 0;
    while (!((p->kind[5] & p->colour[0]) >> square & 1)) square++;
    return p->side_to_move ? -square : square;
}
"#;

/// Returns the answers of the library `text` to `input`.
fn served(text: &str, input: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("rule.c"), folder.path().join("rule.so"));
    fs::write(&source, text).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/c/include");
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-shared", "-fPIC", "-I"]).arg(include).arg("-o").arg(&library).arg(source);
    assert!(cc.status().unwrap().success());
    let plugin = Plugin::load(&library, Slots::private().unwrap()).unwrap();
    let mut output = Vec::new();
    serve_scores(&plugin, input.as_bytes(), &mut output).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn a_library_answers_with_its_scores() {
    let input = "uci\nucinewgame\nisready\nposition fen 8/8/8/8/8/2k5/7P/7K w - - 0 1\ngo depth 9\n\
                 position fen 8/8/8/8/8/2k5/7P/7K b - - 0 1\n\ngo nodes 1\nquit\ngo nodes 1\n";
    let expected = "id name King's square\nuciok\nreadyok\ninfo depth 0 score cp 7\n\
                    bestmove (none)\ninfo depth 0 score cp -7\nbestmove (none)\n";
    assert_eq!(served(RULE, input).as_deref(), Ok(expected));
}

#[test]
fn a_library_without_scores_and_illegal_positions_are_errors() {
    let without = RULE.replace("drawproof_score(", "another_function(");
    assert!(served(&without, "uci\n").unwrap_err().contains("has no function drawproof_score"));
    assert!(served(RULE, "go nodes 1\n").is_err());
    assert!(served(RULE, "position startpos\ngo nodes 1\n").is_err());
    assert!(served(RULE, "position fen 8/8/8/8/8/8/8/K1k4k w - - 0 1\n").is_err());
}
