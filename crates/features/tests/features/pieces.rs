//! The functions that a piece of source code needs.

use drawproof_features::emit::pieces::{calls, needed};

#[test]
fn a_function_needs_the_functions_it_calls() {
    let file = "fn a() { b() }\n\nfn b() { x.c() }\n\nfn c() {}\n\nfn bb() { d() }\n\nfn d() {}\n";
    let found = needed(file, "let x = a();", |part| {
        Some(part.trim_start().strip_prefix("fn ")?.split('(').next()?.to_owned())
    });
    assert_eq!(found, ["fn a() { b() }", "fn b() { x.c() }"]);
    assert!(!calls("aa()", "a") && calls("(a())", "a"));
}
