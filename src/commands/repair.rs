//! `repair`: the smallest fix, a list of exceptions, that makes an unsound rule sound.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_features::{Library, Men};
use drawproof_miner::{
    checksum,
    emit::{List, Purpose, source_of},
    fixes::{Fix, fixes, lists},
    repair::Search,
    repair_text::text,
    repaired::{Before, Repaired},
    world::World,
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Options, Verdict};

use crate::{
    arguments::{Format, parse_endgame, parse_share},
    environment::Environment,
    output::{print_error, text_style},
    process::WRONG,
    rule::{arguments::RuleArgs, selection::verify},
    source_code::{BoardStyle, SourceLanguage, language_name, write_learned},
};

/// Arguments of `repair`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof repair KRKB --plugin ./rule.so
  drawproof repair KRKB --command 'python3 rule.py' --format json
  drawproof repair KRKR --plugin ./rule.so --patterns 1
  drawproof repair KRKR --plugin ./rule.so --price 0.01 --emit c --output fix.c
  drawproof repair KPK --plugin ./rule.so --emit cpp --board mailbox

Exit status: 0 the rule is sound with the fix, 1 it is not, 2 an error.")]
pub struct RepairArgs {
    /// The endgame, such as KRKB
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Share of right claims that the fix may cost
    ///
    /// 0 to 1, of the claims of each kind; the fix has as few patterns as that allows
    #[arg(long, value_name = "SHARE", value_parser = parse_share, default_value = "0.05")]
    pub price: f64,
    /// Most patterns of the fix
    #[arg(long, value_name = "N", default_value = "12",
        value_parser = clap::value_parser!(u8).range(1..=64))]
    pub patterns: u8,
    /// Incorrect claims to show
    #[arg(long, value_name = "N", default_value = "5",
        value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub examples: u16,
    /// Write the fix as source code
    #[arg(long, value_name = "LANGUAGE")]
    pub emit: Option<SourceLanguage>,
    /// The board of your engine: bitboards, or squares
    ///
    /// The arguments of the source code are bitboards, or the squares of the men
    #[arg(long, value_name = "BOARD", requires = "emit", default_value = "bitboards")]
    pub board: BoardStyle,
    /// File of the source code
    ///
    /// Without it, the source code goes to standard output, and the report to standard error
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
    let outcome = verify(args.endgame, &args.rule, None, &options, environment)?;
    let name = args.endgame.to_string();
    let library = Library::for_fixes(Men::of_endgame(&name).context("an endgame has a name")?);
    if outcome.verdict.is_sound() || Before::from(&outcome.verdict).is_hopeless() {
        return report_unchanged(args, &library, &outcome.verdict);
    }
    let start = Instant::now();
    let table = environment.store.table(args.endgame)?;
    let recording = outcome.recording.as_ref().context("the claims were recorded")?;
    let before = outcome.verdict;
    let fixes = {
        let keep = || environment.store.keep_within_bound();
        let world = World::new(&table).with_reading(&keep);
        let memory_bytes = environment.store.memory_bytes();
        let how = Search { allowed: args.price, most: args.patterns.into(), memory_bytes };
        let note = |what: &str| environment.progress.note(args.endgame, what);
        fixes(&world, &library, (recording, &before), how, &note)?
    };
    let learning_seconds = start.elapsed().as_secs_f64();
    environment.progress.finish();
    let options = Options { record: false, ..options };
    let exceptions = lists(&fixes);
    let after = verify(args.endgame, &args.rule, Some(&exceptions), &options, environment)?;
    let verdicts = [&before, &after.verdict];
    let repaired = Repaired::new(verdicts, &library, &fixes, learning_seconds);
    let command = command_line(args);
    let emitted = fixes.iter().zip(repaired.fixes()).map(|(fix, report)| List {
        endgame: &name,
        purpose: Purpose::Exceptions(fix.scope),
        library: &library,
        patterns: fix.patterns(),
        figures: &report.exceptions,
        checksum: checksum(&table),
        command: &command,
    });
    let source = language.filter(|_| repaired.proof.sound);
    let source = source
        .map(|language| source_of(emitted.collect(), language, args.board.into()).into_bytes());
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, args.format, &repaired, &text(&repaired, text_style().width))?;
    if repaired.proof.sound {
        return Ok(ExitCode::SUCCESS);
    }
    print_error(match repaired.proof.asymmetric {
        0 => "drawproof: no fix was found: allow more patterns (--patterns)",
        _ => "drawproof: the rule's answers depend on colour or mirroring: no fix changes that",
    });
    Ok(ExitCode::from(WRONG))
}

/// Reports that the rule needs no fix, or that no exceptions would leave a rule. Writes no source code: a fix
/// without patterns is none.
fn report_unchanged(args: &RepairArgs, library: &Library, verdict: &Verdict) -> Result<ExitCode> {
    let is_sound = verdict.is_sound();
    let repaired = Repaired::new([verdict; 2], library, &[Fix::none(is_sound)], 0.0);
    write_learned(None, None, args.format, &repaired, &text(&repaired, text_style().width))?;
    if !is_sound {
        print_error("drawproof: nearly all claims of the rule are wrong: no fix leaves a rule");
        return Ok(ExitCode::from(WRONG));
    }
    if args.emit.is_some() {
        print_error("drawproof: the rule needs no fix: no source code was written");
    }
    Ok(ExitCode::SUCCESS)
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
    text += &args.emit.map_or_else(String::new, |it| format!(" --emit {}", language_name(it)));
    text + if args.board == BoardStyle::Mailbox { " --board mailbox" } else { "" }
}
