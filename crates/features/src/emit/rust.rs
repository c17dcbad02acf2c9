//! Learned rules in Rust.

use std::fmt::Write;

use super::{
    expressions::{Spelling, parameters},
    pieces::{self, arrays, lines},
    plan::{Plan, Walk, write_steps},
};
use crate::{learned::LearnedRule, library::Library, men::Men, packed::PackedTree};

/// The source code of all primitives in Rust.
pub const PRIMITIVES: &str = include_str!("../primitives.rs");

/// Returns a learned rule as the text of a self-contained Rust source file.
pub fn source(rule: &LearnedRule, library: &Library) -> String {
    let packed = PackedTree::new(&rule.tree);
    let mut out = String::new();
    for line in rule.header().iter().chain(&usage()) {
        let _ = writeln!(out, "{}", format!("//! {line}").trim_end());
    }
    out.push_str("#![allow(unexpected_cfgs, dead_code, clippy::all)]\n\n");
    constants(&mut out, rule, &packed);
    let body = body(rule, library);
    out.push_str(&body);
    primitives(&mut out, &body);
    plugin(&mut out, &rule.endgame);
    out
}

/// Writes the tables of a learned rule and its function `is_draw`, without the primitives that they
/// call.
pub fn body(rule: &LearnedRule, library: &Library) -> String {
    let packed = PackedTree::new(&rule.tree);
    let spelling = Spelling::rust();
    let plan = Plan::new(library, &rule.tree, &packed, &rule.visits, &spelling);
    let mut body = String::new();
    if let Some(walk) = &plan.walk {
        tables(&mut body, &packed);
        walk_function(&mut body, library, &packed, walk);
    }
    function(&mut body, library.men(), &plan, &spelling);
    body
}

/// Writes the primitives that `body` calls.
pub fn primitives(out: &mut String, body: &str) {
    for piece in pieces::needed(PRIMITIVES, body, declared) {
        out.push('\n');
        let piece = piece.lines().filter(|line| !line.starts_with("//!"));
        for line in piece.skip_while(|line| line.is_empty()) {
            let _ = writeln!(out, "{}", line.strip_prefix("pub ").unwrap_or(line));
        }
    }
}

/// Returns the name of the function that a part of [`PRIMITIVES`] declares.
fn declared(part: &str) -> Option<String> {
    let line = part.lines().find(|line| line.starts_with("pub fn "))?;
    Some(line.strip_prefix("pub fn ")?.split('(').next()?.to_owned())
}

/// Returns the comment lines that explain the function and its arguments.
pub fn usage() -> Vec<String> {
    let text = "
[`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
= bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
colour on either side; where a pawn can be taken en passant nothing is proved.

As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin";
    text.lines().map(str::to_owned).collect()
}

fn constants(out: &mut String, rule: &LearnedRule, packed: &PackedTree) {
    let _ = writeln!(
        out,
        "/// The endgame.\npub const ENDGAME: &str = \"{}\";\n\
         /// Leaves of the tree.\npub const LEAVES: usize = {};\n\
         /// Bytes of its tables, all branches in them.\npub const BYTES: usize = {};\n\
         /// Draws on the whole board, and those claimed.\npub const DRAWS: u64 = {};\n\
         #[allow(missing_docs)]\npub const SPOTTED: u64 = {};\n",
        rule.endgame,
        rule.tree.leaves(),
        packed.bytes(),
        rule.draws,
        rule.spotted,
    );
}

fn tables(out: &mut String, packed: &PackedTree) {
    for array in arrays(packed) {
        let says = array.says.replace("How many do", "How many");
        let (name, count, bits) = (array.name.to_uppercase(), array.numbers.len(), array.bits);
        let lines = lines(&array, "");
        let _ = writeln!(out, "/// {says}\nstatic {name}: [u{bits}; {count}] = [\n{lines}];\n");
    }
}

fn walk_function(out: &mut String, library: &Library, packed: &PackedTree, walk: &Walk) {
    let names = parameters(library.men());
    let typed: Vec<String> = names.iter().map(|name| format!("{name}: u64")).collect();
    let (names, typed) = (names.join(", "), typed.join(", "));
    let _ = writeln!(
        out,
        "/// The value of a feature. Not inlined: as part of a loop all features would be worked \
         out before it.\n#[allow(unused_variables, unused_parens)]\n#[inline(never)]\n\
         fn value(feature: u64, {typed}) -> u64 {{\n    match feature {{"
    );
    let last = walk.iter().rposition(Option::is_some);
    for (number, feature) in walk.iter().enumerate() {
        let Some((declared, value)) = feature else { continue };
        let name = &library.features()[packed.features[number]].name;
        let case = if last == Some(number) { "_".into() } else { number.to_string() };
        let _ = writeln!(out, "        // {name}");
        if declared.is_empty() {
            let _ = writeln!(out, "        {case} => {value},");
            continue;
        }
        let _ = writeln!(out, "        {case} => {{");
        for line in declared {
            let _ = writeln!(out, "            {line}");
        }
        let _ = writeln!(out, "            {value}\n        }}");
    }
    let _ = writeln!(
        out,
        "    }}\n}}\n\n\
         /// Returns the answer from a branch on, by the tables.\n\
         fn further(mut at: usize, {typed}) -> bool {{\n    \
         loop {{\n        \
         let question = QUESTIONS[at] as usize;\n        \
         let opened = OPENS[question >> 6] & (2_u64 << (question & 63)).wrapping_sub(1);\n        \
         let feature = OPENS_BEFORE[question >> 6] as u64 + count(opened);\n        \
         let value = value(feature, {names});\n        \
         let way = 2 * at + (value > THRESHOLDS[question] as u64) as usize;\n        \
         let (word, here) = (SHAPE[way >> 6], way & 63);\n        \
         let below = count(word & ((1 << here) - 1)) as usize;\n        \
         let before = SHAPE_BEFORE[way >> 6] as usize + below;\n        \
         if word >> here & 1 == 0 {{\n            \
         let leaf = way - before;\n            \
         return CLAIMS[leaf >> 6] >> (leaf & 63) & 1 != 0;\n        \
         }}\n        \
         at = before + 1;\n    }}\n}}\n"
    );
}

fn function(out: &mut String, men_of: &Men, plan: &Plan, spelling: &Spelling) {
    out.push_str(
        "/// Whether the position is proved drawn.\n\
         #[allow(unused_variables, unused_mut, unused_parens)]\n\
         pub fn is_draw(colour: &[u64; 2], kind: &[u64; 6], side_to_move: u8) -> bool {\n",
    );
    men(out, men_of);
    let call = format!("further(#, {})", parameters(men_of).join(", "));
    write_steps(out, &plan.steps, spelling, &call, 1);
    out.push_str("}\n");
}

/// Writes declarations of the men's squares. The board is turned so that the first side is White.
pub fn men(out: &mut String, men: &Men) {
    if men.is_even() {
        out.push_str("    let first = side_to_move as usize;\n");
    } else {
        let (piece, count) = men.distinct_kind().expect("the sides differ");
        let kind = piece as usize;
        let _ = writeln!(
            out,
            "    let first = ((colour[0] & kind[{kind}]).count_ones() != {count}) as usize;\n    \
             let to_move = (side_to_move as usize == first) as u64;"
        );
    }
    out.push_str("    let turn = 56 * first as u64;\n");
    let mut place = 0;
    for side in 0..2 {
        let index = if side == 0 { "first" } else { "1 - first" };
        for like_men in men.side(side).chunk_by(|a, b| a == b) {
            let kind = like_men[0] as usize;
            let _ = writeln!(out, "    let mut set = colour[{index}] & kind[{kind}];");
            for number in 0..like_men.len() {
                if number > 0 {
                    out.push_str("    set &= set - 1;\n");
                }
                let _ = writeln!(out, "    let m{place} = set.trailing_zeros() as u64 ^ turn;");
                place += 1;
            }
        }
    }
}

/// Writes the functions of drawproof.h, which are compiled only for a plugin.
pub fn plugin(out: &mut String, endgame: &str) {
    let _ = write!(
        out,
        r#"
/// The functions of drawproof.h.
#[cfg(drawproof_plugin)]
mod plugin {{
    use std::ffi::{{c_char, c_int}};

    /// `drawproof_position` of drawproof.h.
    #[repr(C)]
    pub struct Position {{
        colour: [u64; 2],
        kind: [u64; 6],
        side_to_move: u8,
        en_passant: u8,
    }}

    #[no_mangle]
    pub extern "C" fn drawproof_abi() -> u32 {{
        2
    }}

    #[no_mangle]
    pub extern "C" fn drawproof_name() -> *const c_char {{
        b"{endgame} learned\0".as_ptr().cast()
    }}

    /// # Safety
    ///
    /// `position` is valid, as drawproof.h says.
    #[no_mangle]
    pub unsafe extern "C" fn drawproof_claim(position: *const Position, _: *mut u64) -> c_int {{
        // SAFETY: the caller passes a valid position.
        let position = unsafe {{ &*position }};
        let side = position.side_to_move;
        let known = position.en_passant == 64;
        let draw = known && super::is_draw(&position.colour, &position.kind, side);
        // A draw, or no claim.
        if draw {{ 2 }} else {{ 7 }}
    }}
}}
"#
    );
}
