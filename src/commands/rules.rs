//! `rules`: the built-in rules as a reader wants them, with figures of a verification beside them.

use std::{
    collections::HashMap,
    fmt::Write,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_recognizers::{Rule, for_endgame};
use drawproof_report::{Format, counted, percent, wrapped};
use drawproof_tables::NormalMaterial;
use serde_json::{Value, json};

use crate::{
    arguments::parse_endgame,
    output::{grouped, read_text, stdout, text_style},
    reports::format,
    rule::selection::with_rule,
};

/// Arguments of `rules`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof rules       # all built-in rules
  drawproof rules KRKR  # the patterns of one
  drawproof verify --format json > run.json
  drawproof rules --format markdown --figures run.json")]
pub struct RulesArgs {
    /// Endgames, such as KRKR [default: all that have a built-in rule]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgames: Vec<NormalMaterial>,
    /// File of figures to show, from 'verify --format json'
    ///
    /// The file may also come from 'verify --fifty-move --format json' or 'stats --metric dtz
    /// --format json'. The option may be given several times
    #[arg(long, value_name = "FILE")]
    pub figures: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::WITHOUT_VERDICT))]
    pub format: Format,
}

/// Published results of rules by endgame, with their source.
const PUBLISHED: [(&str, &str); 6] = [
    ("KRKR", "76.28 % (iCE, full)"),
    ("KBBKB", "76.71 % (iCE, core10)"),
    ("KBBKR", "36.29 % (iCE, full)"),
    ("KBNKR", "38.61 % (iCE, full)"),
    ("KNNKR", "25.13 % (iCE, full)"),
    ("KQKB", "all positions, win, draw or loss (Hossa)"),
];

const HEAD: &str = "\
# The built-in rules

Each rule claims a draw unless one of its patterns is on the board: a pattern is an exception.
\"Strong\" is the side that plays to win, in the pieces' order of the endgame's name. `drawproof verify
ENDGAME` and `drawproof tune ENDGAME` count the wins that each pattern protects and the draws that it
costs.

The words of patterns, such as *besieged*, are defined in the glossary of drawproof, docs/glossary.md.

";

const COUNTS: &str = "\
## Figures

From `drawproof verify`, which asks the rule about every legal position. Published figures: shares of
draws spotted that the author of the engine iCE printed with the totals of positions, draws and
decisive positions, which `drawproof stats` reproduces to the unit; and the claim of the engine Hossa
about its KQKB evaluation. Every endgame of three and four men has a rule. In an endgame that is won
but for a few positions, the rule spots the stalemates and hanging pieces that it finds at one ply, or
nothing if no pattern was worth its cost.

";

const FIFTY_MOVES: &str = "\
## The fifty-move rule

The rules are sound without the fifty-move rule and within it. The two results differ only in
endgames that have cursed wins, which the fifty-move rule turns into draws.
`drawproof verify` calls a claim of a draw there incorrect, `drawproof verify --fifty-move` calls it
right. Cursed wins and blessed losses are those of `drawproof stats ENDGAME --metric dtz`, with White and
with Black to move; draws and the share that the rule spots are those of `drawproof verify ENDGAME
--fifty-move`. Other endgames have none, and both commands report the same counts.

| endgame | counting | cursed wins | blessed losses | draws by the rule | spotted | incorrect |
|---|---|---:|---:|---:|---:|---:|
";

/// Runs `rules`: prints the built-in rules, their patterns and sources.
pub fn run(args: &RulesArgs) -> Result<ExitCode> {
    let endgames = if args.endgames.is_empty() { with_rule() } else { args.endgames.clone() };
    let rules = endgames.iter().map(rule_for).collect::<Result<Vec<_>>>()?;
    let mut figures = AllFigures::default();
    for path in &args.figures {
        read_figures(path, &mut figures)
            .with_context(|| format!("{} cannot be used as figures", path.display()))?;
    }
    let document = match args.format {
        Format::Text => text(&rules, !args.endgames.is_empty(), text_style().width),
        Format::Json => serde_json::to_string_pretty(&as_json(&rules))? + "\n",
        _ => markdown(&rules, &figures),
    };
    stdout().write_all(document.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn rule_for(endgame: &NormalMaterial) -> Result<&'static dyn Rule> {
    for_endgame(&endgame.to_string())
        .with_context(|| format!("there is no built-in rule for {endgame}: see 'drawproof rules'"))
}

/// The counts of a verification, as the cells of a table's row.
struct Figures {
    counting: String,
    positions: u64,
    draws: u64,
    spotted: u64,
    incorrect: u64,
}

impl Figures {
    /// Returns the cells of draws, the share of them that is spotted, and incorrect claims.
    fn claims(&self) -> String {
        let [draws, incorrect] = [self.draws, self.incorrect].map(grouped);
        format!("{draws} | {} | {incorrect}", percent(self.spotted, self.draws))
    }
}

/// The figures read, by endgame.
#[derive(Default)]
struct AllFigures {
    /// The figures of verifications without the fifty-move rule.
    verified: HashMap<String, Figures>,
    /// The figures of verifications within the rule.
    within_the_rule: HashMap<String, Figures>,
    /// Cursed wins and blessed losses, each with White and with Black to move.
    cursed: HashMap<String, [[u64; 2]; 2]>,
}

/// Reads the JSON of a verification, or of counts with cursed wins; figures of an endgame replace
/// those read before.
fn read_figures(path: &Path, figures: &mut AllFigures) -> Result<()> {
    let run: Value = serde_json::from_str(&read_text(path)?)?;
    if run["metric"].is_string() {
        return read_cursed(&run, figures);
    }
    let counting = run["counting"].as_str().context("it has no \"counting\"")?;
    let figures = match run["fifty_move"].as_bool() {
        Some(true) => &mut figures.within_the_rule,
        _ => &mut figures.verified,
    };
    for rule in run["recognizers"].as_array().context("it has no \"recognizers\"")? {
        let endgame = rule["endgame"].as_str().context("a rule without \"endgame\"")?;
        let count = |key: &str| rule[key].as_u64().with_context(|| format!("no \"{key}\""));
        let found = Figures {
            counting: counting.into(),
            positions: count("positions")?,
            draws: count("draws")?,
            spotted: count("spotted")?,
            incorrect: count("incorrect")? + rule["en_passant"]["incorrect"].as_u64().unwrap_or(0),
        };
        figures.insert(endgame.into(), found);
    }
    Ok(())
}

/// Reads the counts of one endgame.
fn read_cursed(stats: &Value, figures: &mut AllFigures) -> Result<()> {
    let endgame = stats["endgame"].as_str().context("counts without \"endgame\"")?;
    let count = |side: &str, key: &str| {
        let count = stats[side][key].as_u64();
        count.with_context(|| format!("no \"{key}\": use 'stats --metric dtz'"))
    };
    let mut found = [[0; 2]; 2];
    for (counts, key) in found.iter_mut().zip(["cursed_wins", "blessed_losses"]) {
        *counts = [count("white_to_move", key)?, count("black_to_move", key)?];
    }
    figures.cursed.insert(endgame.into(), found);
    Ok(())
}

/// Returns the text for a terminal: one line per rule, or rules with all their patterns.
fn text(rules: &[&dyn Rule], with_patterns: bool, width: usize) -> String {
    let longest = rules.iter().map(|rule| rule.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for rule in rules {
        let patterns = rule.patterns();
        let count = counted(patterns.len() as u64, "pattern", "patterns");
        let (endgame, name) = (rule.endgame(), rule.name());
        let _ = writeln!(out, "{endgame:7} {name:longest$}  {count}");
        for pattern in patterns.iter().filter(|_| with_patterns) {
            out.push_str(&wrapped("  ", &format!("{}: {}", pattern.id, pattern.says), width));
            out.push_str(&wrapped("    source:  ", pattern.source, width));
            let _ = writeln!(out, "    matches: {}", pattern.matches);
            let _ = writeln!(out, "    differs: {}", pattern.differs);
        }
    }
    out
}

fn as_json(rules: &[&dyn Rule]) -> Value {
    let one = |rule: &&dyn Rule| {
        let patterns = rule.patterns().iter().map(|p| {
            json!({
                "id": p.id, "says": p.says, "source": p.source, "matches": p.matches,
                "differs": p.differs,
            })
        });
        json!({
            "endgame": rule.endgame(),
            "name": rule.name(),
            "published": published(rule.endgame()),
            "patterns": patterns.collect::<Value>(),
        })
    };
    rules.iter().map(one).collect()
}

fn markdown(rules: &[&dyn Rule], figures: &AllFigures) -> String {
    let mut out = format!("{HEAD}{COUNTS}");
    out.push_str(
        "| endgame | patterns | published | counting | positions | draws | spotted | incorrect |\n\
         |---|---:|---|---|---:|---:|---:|---:|\n",
    );
    for rule in rules {
        let endgame = rule.endgame();
        let known = figures.verified.get(endgame);
        let known = known.map_or("- | - | - | - | -".into(), |f| {
            format!("{} | {} | {}", f.counting, grouped(f.positions), f.claims())
        });
        let (patterns, results) = (rule.patterns().len(), published(endgame).unwrap_or("-"));
        let _ = writeln!(out, "| {endgame} | {patterns} | {results} | {known} |");
    }
    let _ = write!(out, "\n{FIFTY_MOVES}");
    for rule in rules {
        out.push_str(&within_fifty_moves(rule.endgame(), figures));
    }
    for rule in rules {
        let _ = writeln!(out, "\n## {}\n", rule.endgame());
        if rule.patterns().is_empty() {
            out.push_str("No patterns: what it claims follows from the men on the board.\n");
            continue;
        }
        out.push_str("| pattern | condition | source | matches |\n|---|---|---|---|\n");
        for p in rule.patterns() {
            let [says, source] = [p.says, p.source].map(|text| text.replace('|', "\\|"));
            let _ = writeln!(out, "| `{}` | {says} | {source} | `{}` |", p.id, p.matches);
        }
    }
    out
}

/// Returns the row about an endgame with cursed wins or blessed losses; empty for another.
fn within_fifty_moves(endgame: &str, figures: &AllFigures) -> String {
    let cursed = figures.cursed.get(endgame).filter(|counts| **counts != [[0; 2]; 2]);
    let Some((cursed, f)) = cursed.zip(figures.within_the_rule.get(endgame)) else {
        return String::new();
    };
    let [wins, losses] =
        cursed.map(|[white, black]| format!("{}, {}", grouped(white), grouped(black)));
    format!("| {endgame} | {} | {wins} | {losses} | {} |\n", f.counting, f.claims())
}

fn published(endgame: &str) -> Option<&'static str> {
    PUBLISHED.iter().find(|(name, _)| *name == endgame).map(|(_, results)| *results)
}
