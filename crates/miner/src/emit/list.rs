//! Writes lists of patterns as source code: one `if` for each pattern, features as named variables.

use std::{collections::HashMap, fmt::Write, iter::once};

use drawproof_features::{
    Library, VALUE_MAX,
    emit::{
        c,
        expressions::{self, Spelling},
        pieces, rust,
    },
};
use drawproof_report::wrapped;
use drawproof_verifier::{Counting, Scope};
use serde_json::json;

use super::inputs::{Board, Inputs, Language};
use crate::patterns::{Pattern, Patterns, Range, report::Figures};

/// The width at which comments are wrapped.
const COMMENT_WIDTH: usize = 90;

/// Whether a list of patterns is a recognizer or the exceptions to another rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The list is a recognizer: the position is drawn unless a pattern matches.
    Recognizer,
    /// The list is the exceptions to another rule: where a pattern matches, the rule makes none of
    /// these claims.
    Exceptions(Scope),
}

/// A list of patterns with the facts for the header of its source code.
pub struct List<'a> {
    /// The endgame in canonical notation.
    pub endgame: &'a str,
    /// Whether the list is a recognizer or the exceptions to another rule.
    pub purpose: Purpose,
    /// The features of the endgame.
    pub library: &'a Library,
    /// The patterns to write.
    pub patterns: &'a Patterns,
    /// The counts of the patterns and of the remaining claims.
    pub figures: &'a Figures,
    /// The checksum of the table that the list was learned from and proved against.
    pub checksum: u64,
    /// The command that reproduces the source code byte for byte.
    pub command: &'a str,
    /// The name of the branch that the exceptions belong to; `None` for the whole rule.
    pub branch: Option<&'a str>,
}

/// A condition of the function, with the declarations before it and its comment.
struct Step {
    declared: Vec<String>,
    condition: String,
    says: String,
}

/// Returns the source code of one or several fixes of a rule, in one endgame or several.
pub fn source_of(lists: &[List], language: Language, board: Board) -> String {
    let is_one = lists.len() == 1;
    let is_one_endgame = lists.windows(2).all(|two| two[0].endgame == two[1].endgame);
    let keys = lists.iter().zip(keys(lists));
    let sources = keys.map(|(list, key)| {
        let among = key.filter(|_| !is_one);
        let key = among.as_ref().map_or(String::new(), |key| format!("{key}_"));
        let source = list.source_for(language, board, &key);
        if language != Language::Rust || is_one {
            return source;
        }
        // Functions with the same name, each in its own module.
        let endgame = list.endgame.to_lowercase();
        let name = match (among, is_one_endgame) {
            (Some(key), true) => key,
            (Some(key), false) => format!("{endgame}_{key}"),
            (None, _) => endgame,
        };
        let lines = source.lines().map(|line| format!("    {line}").trim_end().to_owned());
        format!("pub mod {name} {{\n{}\n}}\n", lines.collect::<Vec<_>>().join("\n"))
    });
    match language {
        Language::Json if !is_one => {
            let documents: Vec<serde_json::Value> =
                sources.filter_map(|source| serde_json::from_str(&source).ok()).collect();
            serde_json::to_string_pretty(&documents).expect("it is plain data") + "\n"
        }
        _ => sources.collect::<Vec<_>>().join("\n"),
    }
}

/// Returns a part of a name for each list that distinguishes it from other lists of its endgame.
fn keys<'a>(lists: &[List<'a>]) -> Vec<Option<String>> {
    let mut known: HashMap<String, &str> = HashMap::new();
    let letter = |it: char| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '_' };
    let key = |list: &List<'a>| match (list.branch, list.purpose) {
        (Some(branch), _) => {
            let name = format!("branch_{}", branch.chars().map(letter).collect::<String>());
            // Branches whose names differ only in other characters are numbered.
            let mut names =
                once(name.clone()).chain((2..).map(|number| format!("{name}_{number}")));
            names.find(|it| *known.entry(it.clone()).or_insert(branch) == branch)
        }
        (None, Purpose::Exceptions(scope)) => scope.key().map(String::from),
        (None, Purpose::Recognizer) => None,
    };
    lists.iter().map(key).collect()
}

impl List<'_> {
    /// Returns the source code for an engine with bitboards.
    pub fn source(&self, language: Language) -> String {
        self.source_for(language, Board::Bitboards, "")
    }

    /// Returns the source code. Only exceptions can be written for a mailbox; a recognizer needs
    /// bitboards. `among` distinguishes functions in C from those of other lists.
    fn source_for(&self, language: Language, board: Board, among: &str) -> String {
        match language {
            Language::C | Language::Cpp => self.c(language == Language::Cpp, board, among),
            Language::Rust => self.rust(board),
            Language::Json => self.json(),
        }
    }

    fn header(&self) -> Vec<String> {
        let (endgame, figures) = (self.endgame, self.figures);
        let is_whole = figures.counting == Counting::Full && figures.domain.is_everything();
        let asked = if is_whole { "legal position" } else { "position that counts" };
        let mut lines = match self.purpose {
            Purpose::Recognizer => vec![
                format!("{endgame}: drawn, unless one of these patterns matches. Learned from the"),
                "perfect table and proved over every legal position, both sides to move.".into(),
            ],
            Purpose::Exceptions(_) => match self.branch {
                Some(branch) => vec![
                    format!(
                        "{endgame}: where the branch '{branch}' of '{}' must claim nothing. Learned",
                        figures.rule
                    ),
                    "from the perfect table; it matches every wrong claim of the branch. Not proved:"
                        .into(),
                    "verify the rule with it.".into(),
                ],
                None => vec![
                    format!(
                        "{endgame}: where the rule '{}' must {}. Learned from the perfect table;",
                        figures.rule,
                        self.must_not()
                    ),
                    format!("the rule with its fix is proved over every {asked}."),
                ],
            },
        };
        lines.extend([String::new(), format!("positions  {}", figures.positions)]);
        if figures.counting != Counting::Full {
            lines.push(format!("counting   {}", figures.counting));
        }
        if !figures.domain.is_everything() {
            lines.push(format!("domain     {}", figures.domain));
        }
        lines.extend(match figures.withdrawn {
            Some([all, withdrawn]) => [
                format!("costs      {} of {} right claims", withdrawn.right, all.right),
                format!("removes    {} wrong claims", withdrawn.wrong),
            ],
            None => [
                format!("draws      {}", figures.draws),
                format!("spotted    {} ({:.3} %)", figures.spotted, {
                    (figures.spotted_share.unwrap_or(0.0) * 100_000.0).floor() / 1000.0
                }),
            ],
        });
        if self.is_proved() {
            lines.push("incorrect  0".into());
        }
        lines.extend([
            format!("size       {} patterns, {} bounds", figures.patterns.len(), figures.bounds),
            format!("table      xxh3 {:016x}", self.checksum),
            format!("command    {}", self.command),
        ]);
        lines
    }

    /// Returns whether the verifier has proved the rule with this list. Conditions of branches are
    /// verified separately.
    fn is_proved(&self) -> bool {
        self.branch.is_none()
    }

    /// Describes the claim that the rule must not make where a pattern matches.
    fn must_not(&self) -> String {
        let is_even = self.library.men().is_even();
        let claim = match self.purpose {
            Purpose::Exceptions(scope) => scope.in_words(is_even),
            Purpose::Recognizer => None,
        };
        claim.map_or("claim nothing".into(), |claim| format!("not claim {claim}"))
    }

    /// Returns the function's name, and its results without and with a match.
    fn function(&self) -> (&'static str, [bool; 2]) {
        match self.purpose {
            Purpose::Recognizer => ("is_draw", [true, false]),
            Purpose::Exceptions(_) => ("is_vetoed", [false, true]),
        }
    }

    /// Returns the patterns in order, with each feature declared before its first use.
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
                says: format!("{}. {}", number + 1, self.in_words(pattern)),
            }
        };
        self.patterns.list.iter().enumerate().map(step).collect()
    }

    /// Returns a pattern as the comment of its condition.
    fn in_words(&self, pattern: &Pattern) -> String {
        match self.purpose {
            Purpose::Recognizer => pattern.says(self.library),
            Purpose::Exceptions(_) if pattern.ranges.is_empty() => "always".into(),
            Purpose::Exceptions(_) => pattern.in_words(self.library).join(", and "),
        }
    }

    /// Describes the parameters and the result of the function of a fix, in lines.
    fn fix_usage(&self, name: &str, inputs: &Inputs, result: &str) -> Vec<String> {
        let usage = &inputs.usage;
        let must_not = self.must_not();
        let who = if self.branch.is_some() { "branch" } else { "rule" };
        // A caller may have the endgame with colours reversed.
        let colours = if must_not.contains("White") || must_not.contains("Black") {
            " Here White is the first side of the endgame's name, whatever its colour."
        } else {
            ""
        };
        let text = format!("{name} is {result} where the {who} must {must_not}.{colours} {usage}");
        let mut lines = wrapped("", &text, COMMENT_WIDTH);
        if self.patterns.en_passant {
            let besides =
                format!("Besides, the rule must {must_not} where a pawn can be taken en passant.");
            lines += &wrapped("", &besides, COMMENT_WIDTH);
        }
        lines.lines().map(str::to_owned).collect()
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

    /// Returns the statements: declarations of features, and an `if` for each pattern.
    fn statements(&self, spelling: &Spelling) -> String {
        let mut out = String::new();
        let [start, end] = spelling.comment;
        let [open, close] = spelling.brackets;
        let (_, [_, with]) = self.function();
        let answer = spelling.answers[usize::from(with)];
        for step in self.steps(spelling) {
            comment(&mut out, &format!("    {start}"), &step.says, end);
            for line in &step.declared {
                let _ = writeln!(out, "    {line}");
            }
            let always = step.condition.is_empty();
            let condition = if always { spelling.answers[1] } else { &step.condition };
            let _ = writeln!(
                out,
                "    if {open}{condition}{close} {{\n        return {answer};\n    }}"
            );
        }
        out
    }

    fn c(&self, cpp: bool, board: Board, among: &str) -> String {
        let prefix = format!("{}_{among}", self.endgame.to_lowercase());
        let (name, [without, _]) = self.function();
        let conditions = self.statements(&Spelling::c(&prefix));
        let language = if cpp { Language::Cpp } else { Language::C };
        let inputs = Inputs::new(self.library.men(), &conditions, (board, language), &prefix);
        let usage = match self.purpose {
            Purpose::Recognizer => c::usage(&prefix, cpp),
            Purpose::Exceptions(_) => self.fix_usage(&format!("{prefix}{name}"), &inputs, "1"),
        };
        let mut out = String::from("/*\n");
        for line in self.header().iter().chain([&String::new()]).chain(&usage) {
            // A path or a rule's name may contain the end of a comment.
            let line = line.replace("*/", "* /");
            let _ = writeln!(out, "{}", format!(" * {line}").trim_end());
        }
        out.push_str(" */\n");
        out.push_str(if cpp { "#include <cstdint>\n\n" } else { "#include <stdint.h>\n\n" });
        let signature = format!("int {prefix}{name}({})", inputs.parameters);
        let mut body = format!("{signature};\n\n{signature} {{\n");
        match self.purpose {
            Purpose::Recognizer => c::men(&mut body, self.library.men(), &prefix),
            Purpose::Exceptions(_) => {
                for line in &inputs.declared {
                    let _ = writeln!(body, "    {line}");
                }
            }
        }
        body.push_str(&conditions);
        let _ = writeln!(body, "    return {};\n}}\n", u8::from(without));
        let called = body.replace(&prefix, "dp_");
        let primitives = pieces::needed(c::PRIMITIVES, &called, c::declared);
        let code = primitives.join("\n") + &body;
        if cpp {
            let used = ["uint8_t", "uint32_t", "uint64_t"].into_iter();
            let is_plugin = self.purpose == Purpose::Recognizer;
            let used = used.filter(|name| is_plugin || code.contains(name));
            used.for_each(|name| out += &format!("using std::{name};\n"));
            out.push('\n');
        }
        for piece in primitives {
            out.push_str(&piece.replace("dp_", &prefix));
            out.push_str("\n\n");
        }
        out.push_str(&body);
        if self.purpose == Purpose::Recognizer {
            c::plugin(&mut out, self.endgame, &prefix, cpp);
        }
        out
    }

    fn rust(&self, board: Board) -> String {
        let (name, [without, _]) = self.function();
        let conditions = self.statements(&Spelling::rust());
        let inputs = Inputs::new(self.library.men(), &conditions, (board, Language::Rust), "");
        let mut out = String::new();
        let usage = match self.purpose {
            Purpose::Recognizer => rust::usage(),
            Purpose::Exceptions(_) => {
                [vec![String::new()], self.fix_usage("[`is_vetoed`]", &inputs, "true")].concat()
            }
        };
        // Code to be pasted into a file has no inner doc comments.
        let mark = if self.purpose == Purpose::Recognizer { "//!" } else { "//" };
        for line in self.header().iter().chain(&usage) {
            let _ = writeln!(out, "{}", format!("{mark} {line}").trim_end());
        }
        let mut body = String::new();
        match self.purpose {
            Purpose::Recognizer => {
                out.push_str("#![allow(unexpected_cfgs, dead_code, clippy::all)]\n");
                let _ = writeln!(
                    body,
                    "/// Whether the position is proved drawn.\n\
                     #[allow(unused_variables, unused_mut, unused_parens)]\n\
                     pub fn {name}(colour: &[u64; 2], kind: &[u64; 6], side_to_move: u8) -> bool {{"
                );
                rust::men(&mut body, self.library.men());
            }
            Purpose::Exceptions(_) => {
                let _ = writeln!(
                    body,
                    "/// Whether the rule must {}.\n#[allow(unused_parens)]\n\
                     pub fn {name}({}) -> bool {{",
                    self.must_not(),
                    inputs.parameters
                );
                for line in &inputs.declared {
                    let _ = writeln!(body, "    {line}");
                }
            }
        }
        out.push('\n');
        body.push_str(&conditions);
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
            "incorrect": self.is_proved().then_some(0),
            "counting": figures.counting.name(),
            "domain": figures.domain,
            "matching": match self.purpose {
                Purpose::Recognizer => "a position is drawn unless a pattern matches".into(),
                Purpose::Exceptions(_) => {
                    format!("the rule must {} where a pattern matches", self.must_not())
                }
            },
            "table_checksum": format!("xxh3 {:016x}", self.checksum),
            "command": self.command,
            "branch": self.branch,
            "patterns": figures.patterns,
            "features": figures.features,
        });
        serde_json::to_string_pretty(&document).expect("it is plain data") + "\n"
    }
}

/// Returns the variable name of a feature.
fn variable(feature: &str) -> String {
    feature.replace('-', "_")
}

/// Writes a wrapped comment; `start` and `end` are its delimiters.
fn comment(out: &mut String, start: &str, text: &str, end: &str) {
    let marks_lines = end.is_empty();
    let lines = wrapped("", &format!("{text}{end}"), COMMENT_WIDTH);
    for (number, line) in lines.lines().enumerate() {
        let indent =
            if number == 0 || marks_lines { start.to_owned() } else { " ".repeat(start.len()) };
        let _ = writeln!(out, "{indent}{line}");
    }
}
