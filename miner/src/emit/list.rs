//! Lists of patterns as source code: one `if` for each pattern, features as named variables.

use std::fmt::Write;

use drawproof_features::{
    Library, VALUE_MAX,
    emit::{
        c,
        expressions::{self, Spelling},
        pieces, rust,
    },
};
use serde_json::json;

use super::language::Language;
use crate::patterns::{Pattern, Patterns, Range, describe, report::Figures};

/// The purpose of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A recognizer: drawn unless a pattern matches.
    Recognizer,
    /// Exceptions of another rule: it claims nothing where a pattern matches.
    Exceptions,
}

/// A list of patterns and the facts in the header of its source code.
pub struct List<'a> {
    /// The endgame in canonical notation.
    pub endgame: &'a str,
    /// Its purpose.
    pub purpose: Purpose,
    /// Its features.
    pub library: &'a Library,
    /// The patterns.
    pub patterns: &'a Patterns,
    /// The counts of the patterns and of the remaining claims.
    pub figures: &'a Figures,
    /// The checksum of the table it was learned from and proved against.
    pub checksum: u64,
    /// The command that writes the same bytes again.
    pub command: &'a str,
}

/// A condition of the function, with the declarations before it and its comment.
struct Step {
    declared: Vec<String>,
    condition: String,
    says: String,
}

impl List<'_> {
    /// The source code.
    pub fn source(&self, language: Language) -> String {
        match language {
            Language::C | Language::Cpp => self.c(language == Language::Cpp),
            Language::Rust => self.rust(),
            Language::Json => self.json(),
        }
    }

    fn header(&self) -> Vec<String> {
        let (endgame, figures) = (self.endgame, self.figures);
        let mut lines = match self.purpose {
            Purpose::Recognizer => vec![
                format!("{endgame}: drawn, unless one of these patterns matches. Learned from the"),
                "perfect table and proved over every legal position, both sides to move.".into(),
            ],
            Purpose::Exceptions => vec![
                format!("{endgame}: where the rule '{}' must claim nothing. Learned", figures.rule),
                "from the perfect table; the rule with it is proved over every legal position."
                    .into(),
            ],
        };
        lines.extend([
            String::new(),
            format!("positions  {}", figures.positions),
            format!("draws      {}", figures.draws),
            format!("spotted    {} ({:.3} %)", figures.spotted, {
                (figures.spotted_share.unwrap_or(0.0) * 100_000.0).floor() / 1000.0
            }),
            "incorrect  0".into(),
            format!("size       {} patterns, {} bounds", figures.patterns.len(), figures.bounds),
            format!("table      xxh3 {:016x}", self.checksum),
            format!("command    {}", self.command),
        ]);
        lines
    }

    /// The name of the function and its result for no match and for a match.
    fn function(&self) -> (&'static str, [bool; 2]) {
        match self.purpose {
            Purpose::Recognizer => ("is_draw", [true, false]),
            Purpose::Exceptions => ("is_vetoed", [false, true]),
        }
    }

    /// The patterns in order, features declared where they are first used.
    fn steps(&self, spelling: &Spelling) -> Vec<Step> {
        let mut order: Vec<usize> = Vec::new();
        for range in self.patterns.list.iter().flat_map(|pattern| &pattern.ranges) {
            if !order.contains(&range.feature) {
                order.push(range.feature);
            }
        }
        let mut written = expressions::in_order(self.library, &order, spelling).into_iter();
        let mut known = 0;
        let step = |(number, pattern): (usize, &Pattern)| {
            let mut declared = Vec::new();
            for range in &pattern.ranges {
                if order.get(known) == Some(&range.feature) {
                    let (before, value) = written.next().expect("every feature is written");
                    declared.extend(before);
                    let name = variable(&self.library.features()[range.feature].name);
                    declared.push(format!("{} {name} = {value};", spelling.declare));
                    known += 1;
                }
            }
            let conditions: Vec<String> =
                pattern.ranges.iter().flat_map(|range| self.conditions(range)).collect();
            Step {
                declared,
                condition: conditions.join(" && "),
                says: format!("{}. {}", number + 1, describe::pattern(self.library, pattern)),
            }
        };
        self.patterns.list.iter().enumerate().map(step).collect()
    }

    fn conditions(&self, range: &Range) -> Vec<String> {
        let name = variable(&self.library.features()[range.feature].name);
        if range.least == range.most {
            return vec![format!("{name} == {}", range.least)];
        }
        let lower = (range.least > 0).then(|| format!("{name} >= {}", range.least));
        let upper =
            (u64::from(range.most) < VALUE_MAX).then(|| format!("{name} <= {}", range.most));
        lower.into_iter().chain(upper).collect()
    }

    fn c(&self, cpp: bool) -> String {
        let prefix = format!("{}_", self.endgame.to_lowercase());
        let (name, [without, with]) = self.function();
        let mut out = String::from("/*\n");
        let usage = match self.purpose {
            Purpose::Recognizer => c::usage(&prefix, cpp),
            Purpose::Exceptions => vec![
                format!("{prefix}is_vetoed(colour, kind, side_to_move) is 1 where the rule must"),
                "claim nothing. colour: the men of White and of Black; kind: all pawns, knights,"
                    .into(),
                "bishops, rooks, queens, kings; a1 = bit 0, h8 = bit 63; side_to_move: 0 = White."
                    .into(),
            ],
        };
        for line in self.header().iter().chain([&String::new()]).chain(&usage) {
            let _ = writeln!(out, "{}", format!(" * {line}").trim_end());
        }
        out.push_str(" */\n");
        out.push_str(if cpp { "#include <cstdint>\n\n" } else { "#include <stdint.h>\n\n" });
        if cpp {
            out.push_str("using std::uint8_t;\nusing std::uint32_t;\nusing std::uint64_t;\n\n");
        }
        let spelling =
            Spelling { prefix: prefix.clone(), not: "~", suffix: "u", declare: "const uint64_t" };
        let signature = format!(
            "int {prefix}{name}(const uint64_t colour[2], const uint64_t kind[6], int side_to_move)"
        );
        let mut body = format!("{signature};\n\n{signature} {{\n");
        c::men(&mut body, self.library.men(), &prefix);
        for step in self.steps(&spelling) {
            let _ = writeln!(body, "    /* {} */", step.says);
            for line in &step.declared {
                let _ = writeln!(body, "    {line}");
            }
            let condition = if step.condition.is_empty() { "1" } else { &step.condition };
            let _ = writeln!(body, "    if ({condition}) {{\n        return {};\n    }}", {
                u8::from(with)
            });
        }
        let _ = writeln!(body, "    return {};\n}}\n", u8::from(without));
        let called = body.replace(&prefix, "dp_");
        for piece in pieces::needed(c::PRIMITIVES, &called, c::declared) {
            out.push_str(&piece.replace("dp_", &prefix));
            out.push_str("\n\n");
        }
        out.push_str(&body);
        if self.purpose == Purpose::Recognizer {
            c::plugin(&mut out, self.endgame, &prefix, cpp);
        }
        out
    }

    fn rust(&self) -> String {
        let (name, [without, with]) = self.function();
        let mut out = String::new();
        let usage = match self.purpose {
            Purpose::Recognizer => rust::usage(),
            Purpose::Exceptions => vec![
                String::new(),
                "[`is_vetoed`] is true where the rule must claim nothing. `colour`: the men of White"
                    .into(),
                "and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0,"
                    .into(),
                "h8 = bit 63; `side_to_move`: 0 = White.".into(),
            ],
        };
        for line in self.header().iter().chain(&usage) {
            let _ = writeln!(out, "{}", format!("//! {line}").trim_end());
        }
        out.push_str("#![allow(unexpected_cfgs, dead_code, clippy::all)]\n\n");
        let spelling = Spelling { prefix: String::new(), not: "!", suffix: "", declare: "let" };
        let says = match self.purpose {
            Purpose::Recognizer => "Whether the position is proved drawn.",
            Purpose::Exceptions => "Whether the rule must claim nothing.",
        };
        let mut body = format!(
            "/// {says}\n#[allow(unused_variables, unused_mut, unused_parens)]\n\
             pub fn {name}(colour: &[u64; 2], kind: &[u64; 6], side_to_move: u8) -> bool {{\n"
        );
        rust::men(&mut body, self.library.men());
        for step in self.steps(&spelling) {
            let _ = writeln!(body, "    // {}", step.says);
            for line in &step.declared {
                let _ = writeln!(body, "    {line}");
            }
            let condition = if step.condition.is_empty() { "true" } else { &step.condition };
            let _ = writeln!(body, "    if {condition} {{\n        return {with};\n    }}");
        }
        let _ = writeln!(body, "    {without}\n}}");
        out.push_str(&body);
        rust::primitives(&mut out, &body);
        if self.purpose == Purpose::Recognizer {
            rust::plugin(&mut out, self.endgame);
        }
        out
    }

    fn json(&self) -> String {
        let figures = self.figures;
        let document = json!({
            "endgame": self.endgame,
            "positions": figures.positions,
            "draws": figures.draws,
            "decisive": figures.decisive,
            "spotted": figures.spotted,
            "spotted_share": figures.spotted_share,
            "incorrect": 0,
            "matching": match self.purpose {
                Purpose::Recognizer => "a position is drawn unless a pattern matches",
                Purpose::Exceptions => "the rule claims nothing where a pattern matches",
            },
            "table_checksum": format!("xxh3 {:016x}", self.checksum),
            "command": self.command,
            "patterns": figures.patterns,
            "features": figures.features,
        });
        serde_json::to_string_pretty(&document).expect("it is plain data") + "\n"
    }
}

/// The name of a feature's variable.
fn variable(feature: &str) -> String {
    feature.replace('-', "_")
}
