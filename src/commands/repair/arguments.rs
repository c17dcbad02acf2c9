//! The arguments of `repair`.

use std::path::PathBuf;

use clap::Args;
use drawproof_verifier::{Counting, Options};

use crate::{
    arguments::{Endgames, Format, MEN, counting, parse_endgames, parse_share},
    rule::arguments::RuleArgs,
    source_code::{BoardStyle, SourceLanguage, language_name},
};

/// Arguments of `repair`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof repair KRKB --plugin ./rule.so
  drawproof repair KRKB --command 'python3 rule.py' --format json
  drawproof repair KRKR --plugin ./rule.so --patterns 1
  drawproof repair KRKR --plugin ./rule.so --price 0.01 --emit c --output fix.c
  drawproof repair KPK --plugin ./rule.so --emit cpp --board mailbox
  drawproof repair KBP+K --men 5 --plugin ./rule.so

Exit status: 0 the rule is sound with the fix, 1 it is not, 2 an error.")]
pub struct RepairArgs {
    /// Endgames such as KRKB, or a family such as KBP+K
    #[arg(value_name = "ENDGAME", value_parser = parse_endgames, required = true)]
    pub endgames: Vec<Endgames>,
    /// The most men of families
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions count
    ///
    /// The rule is asked about the positions counted and their colour-reversed positions
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = counting())]
    pub counting: Counting,
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

/// How the rule is asked.
pub fn options(args: &RepairArgs) -> Options {
    Options {
        counting: args.counting,
        domain: args.rule.domain(),
        examples: args.examples.into(),
        ..Options::default()
    }
}

/// The command line that writes the same source code again.
pub fn command_line(args: &RepairArgs) -> String {
    let names = args.endgames.iter().map(|it| format!(" {}", it.name()));
    let mut text = format!("drawproof repair{}", names.collect::<String>());
    text += &args.men.map_or_else(String::new, |men| format!(" --men {men}"));
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
    if args.counting != Counting::Full {
        text += &format!(" --counting {}", args.counting);
    }
    text += &format!(" --price {} --patterns {}", args.price, args.patterns);
    text += &args.emit.map_or_else(String::new, |it| format!(" --emit {}", language_name(it)));
    text + if args.board == BoardStyle::Mailbox { " --board mailbox" } else { "" }
}
