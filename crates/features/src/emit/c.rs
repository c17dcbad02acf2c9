//! Learned rules in C and C++.

use std::fmt::Write;

use super::{
    expressions::{Spelling, parameters},
    pieces::{self, arrays, lines},
    plan::{Plan, Walk, write_steps},
};
use crate::{learned::LearnedRule, library::Library, men::Men, packed::PackedTree};

/// The source code of all primitives in C.
pub const PRIMITIVES: &str = include_str!("../primitives.h");

/// Writes a learned rule in C99, or in C++11 if `cpp`.
pub fn source(rule: &LearnedRule, library: &Library, cpp: bool) -> String {
    let prefix = format!("{}_", rule.endgame.to_lowercase());
    let packed = PackedTree::new(&rule.tree);
    let mut out = String::new();
    for (number, line) in rule.header().iter().enumerate() {
        let mark = if number == 0 { "/* " } else { " * " };
        let _ = writeln!(out, "{}", format!("{mark}{line}").trim_end());
    }
    let _ = writeln!(out, " *");
    for line in usage(&prefix, cpp) {
        let _ = writeln!(out, "{}", format!(" * {line}").trim_end());
    }
    out.push_str(" */\n");
    out.push_str(if cpp { "#include <cstdint>\n\n" } else { "#include <stdint.h>\n\n" });
    if cpp {
        out.push_str("using std::uint8_t;\nusing std::uint16_t;\nusing std::uint32_t;\n");
        out.push_str("using std::uint64_t;\n\n");
    }
    let spelling = Spelling::c(&prefix);
    let plan = Plan::new(library, &rule.tree, &packed, &rule.visits, &spelling);
    let mut body = String::new();
    if let Some(walk) = &plan.walk {
        tables(&mut body, &packed, &prefix);
        walk_function(&mut body, library, &packed, walk, &prefix);
    }
    function(&mut body, library.men(), &plan, &spelling);
    for piece in pieces::needed(PRIMITIVES, &body.replace(&prefix, "dp_"), declared) {
        out.push_str(&piece.replace("dp_", &prefix));
        out.push_str("\n\n");
    }
    out.push_str(&body);
    plugin(&mut out, &rule.endgame, &prefix, cpp);
    out
}

/// Returns the name of the function that `part`, a section of [`PRIMITIVES`], declares; for
/// [`pieces::needed`].
pub fn declared(part: &str) -> Option<String> {
    let line = part.lines().find(|line| line.starts_with("static inline"))?;
    Some(line.split('(').next()?.rsplit(' ').next()?.to_owned())
}

/// Returns the comment lines that explain the function and its arguments.
pub fn usage(prefix: &str, cpp: bool) -> Vec<String> {
    let language = if cpp { "c++ -std=c++11" } else { "cc" };
    vec![
        format!("{prefix}is_draw(colour, kind, side_to_move) is 1 where the position is proved"),
        "drawn and 0 where nothing is claimed. colour: the men of White and of Black; kind: all"
            .into(),
        "pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8 = bit 63; side_to_move:"
            .into(),
        "0 = White. The position must be legal and of this endgame, with either colour on".into(),
        "either side; where a pawn can be taken en passant nothing is proved.".into(),
        String::new(),
        format!("As a rule for drawproof: {language} -O2 -shared -fPIC -DDRAWPROOF_PLUGIN"),
    ]
}

fn tables(out: &mut String, packed: &PackedTree, prefix: &str) {
    for array in arrays(packed) {
        let (says, name, bits, lines) = (array.says, array.name, array.bits, lines(&array, "u"));
        let _ = writeln!(
            out,
            "/* {says} */\nstatic const uint{bits}_t {prefix}{name}[] = {{\n{lines}}};\n"
        );
    }
}

fn walk_function(
    out: &mut String,
    library: &Library,
    packed: &PackedTree,
    walk: &Walk,
    prefix: &str,
) {
    let names = parameters(library.men());
    let typed: Vec<String> = names.iter().map(|name| format!("uint64_t {name}")).collect();
    let (names_listed, typed) = (names.join(", "), typed.join(", "));
    let unused: Vec<String> = names.iter().map(|name| format!("(void){name};")).collect();
    let _ = writeln!(
        out,
        "/* The value of a feature. Not inlined: as part of a loop all features would be computed \
         before it. */\n\
         #if defined(__GNUC__) || defined(__clang__)\n__attribute__((noinline))\n#endif\n\
         static uint64_t {prefix}value(uint64_t feature, {typed}) {{\n    {}\n    \
         switch (feature) {{",
        unused.join(" ")
    );
    for (number, feature) in walk.iter().enumerate() {
        let Some((declared, value)) = feature else { continue };
        let name = &library.features()[packed.features[number]].name;
        let _ = writeln!(out, "    case {number}: {{ /* {name} */");
        for line in declared {
            let _ = writeln!(out, "        {line}");
        }
        let _ = writeln!(out, "        return {value};\n    }}");
    }
    let _ = writeln!(
        out,
        "    }}\n    return 0;\n}}\n\n\
         /* The answer from a branch on, by the tables. */\n\
         static int {prefix}further(uint64_t at, {typed}) {{\n    \
         for (;;) {{\n        \
         const uint64_t question = {prefix}questions[at];\n        \
         const uint64_t opened = {prefix}opens[question >> 6] & (((uint64_t)2 << (question & 63)) - 1);\n        \
         const uint64_t feature = {prefix}opens_before[question >> 6] + {prefix}count(opened);\n        \
         const uint64_t value = {prefix}value(feature, {names_listed});\n        \
         const uint64_t way = 2 * at + (value > {prefix}thresholds[question]);\n        \
         const uint64_t word = {prefix}shape[way >> 6], here = way & 63;\n        \
         const uint64_t before = {prefix}shape_before[way >> 6]\n            \
         + {prefix}count(word & (((uint64_t)1 << here) - 1));\n        \
         if (!(word >> here & 1)) {{\n            \
         const uint64_t leaf = way - before;\n            \
         return (int)({prefix}claims[leaf >> 6] >> (leaf & 63) & 1);\n        \
         }}\n        \
         at = before + 1;\n    }}\n}}\n"
    );
}

fn function(out: &mut String, men_of: &Men, plan: &Plan, spelling: &Spelling) {
    let prefix = &spelling.prefix;
    let _ = writeln!(
        out,
        "/* 1: proved drawn, 0: no claim. */\n\
         int {prefix}is_draw(const uint64_t colour[2], const uint64_t kind[6], int side_to_move);\n\n\
         int {prefix}is_draw(const uint64_t colour[2], const uint64_t kind[6], int side_to_move) {{"
    );
    men(out, men_of, prefix);
    let call = format!("{prefix}further(#, {})", parameters(men_of).join(", "));
    write_steps(out, &plan.steps, spelling, &call, 1);
    out.push_str("}\n\n");
}

/// Writes declarations of the men's squares. The board is turned so that the first side is White.
pub fn men(out: &mut String, men: &Men, prefix: &str) {
    if men.is_even() {
        let _ = writeln!(out, "    const int first = side_to_move;");
    } else {
        let (piece, count) = men.distinct_kind().expect("the sides differ");
        let kind = piece as usize;
        let _ = writeln!(
            out,
            "    const int first = {prefix}count(colour[0] & kind[{kind}]) != {count};"
        );
        let _ = writeln!(out, "    const uint64_t to_move = side_to_move == first;");
    }
    let _ = writeln!(out, "    const uint64_t turn = first ? 56 : 0;");
    let mut place = 0;
    for side in 0..2 {
        let index = if side == 0 { "first" } else { "1 - first" };
        for like_men in men.side(side).chunk_by(|a, b| a == b) {
            let set = format!("colour[{index}] & kind[{}]", like_men[0] as usize);
            let name = match like_men {
                [_] => format!("({set})"),
                _ => format!("s{place}"),
            };
            if like_men.len() > 1 {
                let _ = writeln!(out, "    uint64_t {name} = {set};");
            }
            for number in 0..like_men.len() {
                if number > 0 {
                    let _ = writeln!(out, "    {name} &= {name} - 1;");
                }
                let _ =
                    writeln!(out, "    const uint64_t m{place} = {prefix}lowest({name}) ^ turn;");
                place += 1;
            }
        }
    }
    for place in 0..men.seats().len() {
        let _ = writeln!(out, "    (void)m{place};");
    }
    if !men.is_even() {
        let _ = writeln!(out, "    (void)to_move;");
    }
}

/// Writes the functions of drawproof.h, which are compiled only for a plugin.
pub fn plugin(out: &mut String, endgame: &str, prefix: &str, cpp: bool) {
    let (open, close) = if cpp { ("extern \"C\" {\n", "}\n") } else { ("", "") };
    let _ = writeln!(
        out,
        "#ifdef DRAWPROOF_PLUGIN\n\
         {open}typedef struct {{\n    uint64_t colour[2], kind[6];\n    \
         uint8_t side_to_move, en_passant;\n}} drawproof_position;\n\n\
         uint32_t drawproof_abi(void);\n\
         const char *drawproof_name(void);\n\
         int drawproof_claim(const drawproof_position *position, uint64_t *reasons);\n\n\
         uint32_t drawproof_abi(void) {{\n    return 2;\n}}\n\n\
         const char *drawproof_name(void) {{\n    return \"{endgame} learned\";\n}}\n\n\
         int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {{\n    \
         int draw = position->en_passant == 64\n               \
         && {prefix}is_draw(position->colour, position->kind, position->side_to_move);\n    \
         (void)reasons;\n    \
         return draw ? 2 : 7; /* a draw, or no claim */\n}}\n\
         {close}#endif"
    );
}
