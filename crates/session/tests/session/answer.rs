//! What `probe` answers about a position.

use drawproof_board::fen;
use drawproof_session::answer::{Parts, PositionAnswer};
use drawproof_tables::NormalMaterial;

#[test]
fn the_keys_of_an_answer_are_those_of_the_command() {
    let text = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let board = fen::parse(text).unwrap();
    let kpk = "KPK".parse::<NormalMaterial>().unwrap();
    let tables = drawproof_generator::solve_closure(&[kpk], &()).unwrap();
    let answer = PositionAnswer::new(text.into(), &board, &tables, Parts::ALL).unwrap();
    let json = serde_json::to_value(&answer).unwrap();
    let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "category",
            "checkmate",
            "dtc",
            "dtm",
            "dtz",
            "fen",
            "fifty",
            "insufficient_material",
            "line",
            "line_san",
            "moves",
            "recognizers",
            "stalemate"
        ]
    );
    assert_eq!(json["category"], "win");
    assert_eq!(json["line"].as_array().unwrap().len() as i64, json["dtm"].as_i64().unwrap());
    assert_eq!(answer.line.as_ref().map(Vec::len), answer.line_san.as_ref().map(Vec::len));
    let value_alone = Parts { line: false, moves: false, draw_line: false };
    let answer = PositionAnswer::new(text.into(), &board, &tables, value_alone).unwrap();
    let json = serde_json::to_value(&answer).unwrap();
    assert!(json.get("line").is_none() && json.get("moves").is_none() && json["dtm"] == 45);
}
