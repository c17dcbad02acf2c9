//! `repair`: the smallest fix, a list of exceptions, that makes an unsound rule sound.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_features::{Library, Men};
use drawproof_miner::{
    checksum,
    emit::{List, Purpose},
    patterns::{ListRule, Patterns, report::Figures},
    repair::{Before, Repair, Repaired, Tried, problem, repair, text, withdrawn},
    report::Proof,
    world::World,
};
use drawproof_tables::{NormalMaterial, PlainTable};
use drawproof_verifier::{Options, Outcome, Verdict};

use crate::{
    arguments::{Format, parse_endgame, parse_share},
    environment::Environment,
    output::{print_error, text_style},
    process::WRONG,
    progress,
    rule::{
        arguments::RuleArgs,
        selection::{judge, judge_with_exceptions},
    },
    source_code::{SourceLanguage, language_name, write_learned},
};

/// Arguments of `repair`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof repair KRKB --plugin ./rule.so
  drawproof repair KRKB --command 'python3 rule.py' --format json
  drawproof repair KRKR --plugin ./rule.so --patterns 1
  drawproof repair KRKR --plugin ./rule.so --price 0.01 --emit c --output fix.c

Exit status: 0 the rule is sound with the fix, 1 it is not, 2 an error.")]
pub struct RepairArgs {
    /// The endgame, such as KRKB
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Share of the rule's spotted draws that the fix may cost, 0 to 1; the fix has as few patterns
    /// as that allows
    #[arg(long, value_name = "SHARE", value_parser = parse_share, default_value = "0.05")]
    pub price: f64,
    /// Most patterns of the fix
    #[arg(long, value_name = "N", default_value = "12",
        value_parser = clap::value_parser!(u8).range(1..=64))]
    pub patterns: u8,
    /// Incorrect claims to show, quiet positions first
    #[arg(long, value_name = "N", default_value = "5",
        value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub examples: u16,
    /// Write the fix as source code
    #[arg(long, value_name = "LANGUAGE")]
    pub emit: Option<SourceLanguage>,
    /// File of the source code [default: standard output; the report then goes to standard error]
    #[arg(long, value_name = "FILE", requires = "emit")]
    pub output: Option<PathBuf>,
    /// Output format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Runs the command.
pub fn run(args: &RepairArgs, environment: &Environment) -> Result<ExitCode> {
    let language = args.emit.map(SourceLanguage::of_list).transpose()?;
    let options = Options {
        domain: args.rule.domain(),
        examples: args.examples.into(),
        record: true,
        ..Options::default()
    };
    let outcome = judge(args.endgame, &args.rule, &options, environment)?;
    if outcome.verdict.is_sound() {
        return report_sound(args, &outcome.verdict);
    }
    let start = Instant::now();
    let table = environment.store.table(args.endgame)?;
    let name = args.endgame.to_string();
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    let Repair { mut found, tried } = search(args, &outcome, &library, &table, environment)?;
    found.patterns.en_passant = outcome.verdict.en_passant.incorrect > 0;
    let learning_seconds = start.elapsed().as_secs_f64();
    environment.progress.finish();
    let before = outcome.verdict;
    let options = Options { record: false, ..options };
    let after = judge_with_exceptions(
        args.endgame,
        &args.rule,
        Some(&found.patterns),
        &options,
        environment,
    )?;
    let repaired = Verdicts { before: &before, after: &after.verdict, library: &library }.repaired(
        &found.patterns,
        tried,
        learning_seconds,
    );
    let list = List {
        endgame: &name,
        purpose: Purpose::Exceptions,
        library: &library,
        patterns: &found.patterns,
        figures: &repaired.exceptions,
        checksum: checksum(&table),
        command: &command_line(args),
    };
    let language = language.filter(|_| repaired.proof.sound);
    let source = language.map(|language| list.source(language).into_bytes());
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, args.format, &repaired, &text(&repaired, text_style().width))?;
    if repaired.proof.sound {
        return Ok(ExitCode::SUCCESS);
    }
    let total = after.verdict.total();
    if total.claimed_wins + total.claimed_losses > 0 && total.incorrect > 0 {
        print_error(
            "drawproof: some of the rule's claimed wins or losses are wrong: no fix withdraws those",
        );
    } else if repaired.proof.asymmetric > 0 {
        print_error(
            "drawproof: the rule's answers depend on colour or mirroring: no fix changes that",
        );
    }
    Ok(ExitCode::from(WRONG))
}

/// Reports that the rule needs no fix. Writes no source code: a fix without patterns is none.
fn report_sound(args: &RepairArgs, verdict: &Verdict) -> Result<ExitCode> {
    let name = args.endgame.to_string();
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    let none = Patterns::default();
    let repaired = Verdicts { before: verdict, after: verdict, library: &library }.repaired(
        &none,
        Vec::new(),
        0.0,
    );
    write_learned(None, None, args.format, &repaired, &text(&repaired, text_style().width))?;
    if args.emit.is_some() {
        progress::line("drawproof: the rule needs no fix: no source code was written");
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches for a fix.
fn search(
    args: &RepairArgs,
    outcome: &Outcome,
    library: &Library,
    table: &PlainTable,
    environment: &Environment,
) -> Result<Repair> {
    let world = World::new(table);
    let recording = outcome.recording.as_ref().context("the claims were recorded")?;
    let claimed = recording.claimed(table.layout())?;
    let note = |what: &str| environment.progress.note(args.endgame, what);
    let problem = problem(&world, library, &claimed, &note);
    note("searching a fix for");
    Ok(repair(&problem, args.price, args.patterns.into()))
}

/// The verdicts that a report compares.
struct Verdicts<'a> {
    before: &'a Verdict,
    after: &'a Verdict,
    library: &'a Library,
}

impl Verdicts<'_> {
    fn repaired(&self, patterns: &Patterns, tried: Vec<Tried>, learning_seconds: f64) -> Repaired {
        let exceptions = Figures::new(self.library, patterns, self.after);
        let before = Before::from(self.before);
        let price = before.spotted - exceptions.spotted;
        let rule = ListRule::new("exceptions", self.library, patterns);
        let is_needed = !patterns.list.is_empty();
        Repaired {
            endgame: self.before.endgame.clone(),
            rule: self.before.name.clone(),
            domain: self.before.domain,
            tried: if is_needed { tried } else { Vec::new() },
            except_en_passant: patterns.en_passant,
            price,
            price_share: (before.spotted > 0).then(|| price as f64 / before.spotted as f64),
            examples: if is_needed { withdrawn(self.before, &rule) } else { Vec::new() },
            proof: Proof::from(self.after),
            before,
            exceptions,
            learning_seconds,
        }
    }
}

/// The command line that writes the same source code again.
fn command_line(args: &RepairArgs) -> String {
    let mut text = format!("drawproof repair {}", args.endgame);
    if let Some(plugin) = &args.rule.choice.plugin {
        text += &format!(" --plugin {}", plugin.display());
    }
    if let Some(program) = &args.rule.choice.program {
        text += &format!(" --command '{program}'");
    }
    if args.rule.choice.learned {
        text += " --learned";
    }
    if let Some(domain) = args.rule.domain {
        text += &format!(" --domain {domain}");
    }
    text += &format!(" --price {} --patterns {}", args.price, args.patterns);
    text + &args.emit.map_or_else(String::new, |it| format!(" --emit {}", language_name(it)))
}
