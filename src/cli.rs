//! The command line: the settings that commands share and the list of commands. The arguments of each
//! command stand beside it in `commands`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use drawproof_generator::Vectors;

use crate::{
    arguments::{ColorChoice, parse_bytes},
    commands::{
        bench::BenchArgs, book::BookArgs, certify::CertifyArgs, check::CheckArgs,
        compare::CompareArgs, completions::CompletionsArgs, diff::DiffArgs, export::ExportArgs,
        find::FindArgs, games::GamesArgs, generate::GenerateArgs, header::HeaderArgs,
        jobs::JobsArgs, judge::JudgeArgs, man::ManArgs, merge::MergeArgs, mine::MineArgs,
        new::NewArgs, probe::ProbeArgs, repair::RepairArgs, rule_child::RuleChildArgs,
        rule_guard::RuleGuardArgs, rule_scores::RuleScoresArgs, rules::RulesArgs, serve::ServeArgs,
        stats::StatsArgs, tune::TuneArgs, verify::VerifyArgs,
    },
    help,
};

/// Proves the draw rules of chess engines against perfect endgame tables.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Settings that commands share.
    #[command(flatten)]
    pub global: Global,
}

/// Settings that commands share. They may stand before or after any command, even if the command
/// does not use them.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = help::SETTINGS)]
pub struct Global {
    /// Folder of the table files [default: $DRAWPROOF_TABLES, else 'drawproof' in the user's cache
    /// folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub tables: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), global = true)]
    pub threads: Option<u16>,
    /// Memory for tables, such as 8G or 900M; tables that do not fit go to scratch files [default: half of
    /// what the system allows]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, global = true)]
    pub memory: Option<u64>,
    /// Folder of the scratch files, which are deleted at the end [default: the system's temporary folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub scratch: Option<PathBuf>,
    /// Hide the progress display
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// When to colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    pub color: ColorChoice,
}

/// Settings of commands that solve tables.
const SOLVING: [&str; 5] = ["tables", "threads", "memory", "scratch", "quiet"];

/// Settings of commands that solve tables and report in colours.
const REPORTING: [&str; 6] = ["tables", "threads", "memory", "scratch", "quiet", "color"];

/// Returns the names of the settings that a command uses.
fn used(command: &str) -> &'static [&'static str] {
    match command {
        "verify" | "judge" | "merge" => &REPORTING,
        "jobs" => &["tables", "threads", "memory"],
        "serve" => &["tables", "threads", "memory", "scratch"],
        "diff" => &["threads"],
        "book" => &["memory"],
        "uci" => &["tables"],
        "new" | "header" | "rules" | "rule-scores" | "rule-guard" | "bench" | "completions"
        | "man" => &[],
        _ => &SOLVING,
    }
}

/// Returns the definition of the command line. Every command accepts all settings, so that scripts
/// can pass the same ones to each, but its help shows only those that it uses.
pub fn command() -> clap::Command {
    let program = Cli::command();
    let settings: Vec<clap::Arg> = program
        .get_arguments()
        .filter(|arg| arg.get_help_heading() == Some(help::SETTINGS))
        .cloned()
        .collect();
    help::lay_out(program.mut_subcommands(|command| {
        let used = match command.get_name() {
            // It has a `--scratch` of its own, and what follows belongs to the program that it runs.
            "rule-guard" => return command,
            name => used(name),
        };
        let of_command = |command: clap::Command| {
            let shown = |setting: &clap::Arg| used.contains(&setting.get_id().as_str());
            command.args(settings.iter().map(|setting| setting.clone().hide(!shown(setting))))
        };
        of_command(command).mut_subcommands(of_command)
    }))
}

/// Parses the arguments of the process, which begin with the program's name.
pub fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let program = command().long_version(long_version());
    Cli::from_arg_matches(&program.try_get_matches_from(arguments)?)
}

/// Returns the version, what the program is built for, and which vector instructions it uses here.
fn long_version() -> &'static str {
    let (version, target) = (env!("CARGO_PKG_VERSION"), env!("TARGET"));
    // clap keeps texts to the end of the process.
    format!("{version}\ntarget {target}\nvectors {}", Vectors::best()).leak()
}

/// Returns the name of the command in the arguments, even if the arguments are wrong.
pub fn command_named(arguments: &[OsString]) -> Option<String> {
    let matches = command().ignore_errors(true).try_get_matches_from(arguments).ok()?;
    matches.subcommand_name().map(str::to_owned)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve endgames and write their tables
    Generate(GenerateArgs),
    /// Show a position's value, moves and mating line
    Probe(ProbeArgs),
    /// Prove or refute a rule: ask it about every position
    Verify(VerifyArgs),
    /// Judge a UCI engine: its scores and moves
    Judge(JudgeArgs),
    /// List the built-in rules, their patterns and sources
    Rules(RulesArgs),
    /// Suggest changes to a rule: what each condition is worth
    Tune(TuneArgs),
    /// Write a rule to start from, in C, C++, Rust, Python...
    New(NewArgs),
    /// Print the C headers for rules
    Header(HeaderArgs),
    /// Compare two saved runs of a rule or an engine
    Diff(DiffArgs),
    /// Run a rule in a child process
    #[command(hide = true)]
    RuleChild(RuleChildArgs),
    /// Serve the scores of a rule library as a UCI engine
    #[command(hide = true)]
    RuleScores(RuleScoresArgs),
    /// Run a process with foreign code, and at its end stop all processes that it started
    #[command(hide = true)]
    RuleGuard(RuleGuardArgs),
    /// Count results and find the longest mates of endgames
    Stats(StatsArgs),
    /// List, count or sample positions that meet a condition
    Find(FindArgs),
    /// Count points lost in endgames; match statistics
    Games(GamesArgs),
    /// Serve the explorer and the Lichess tablebase API
    Serve(ServeArgs),
    /// Make, show, merge and correct Polyglot opening books
    Book(BookArgs),
    /// Print the engine's node-count signature and speed
    Bench(BenchArgs),
    /// Run the chess engine on standard input and output
    Uci,
    /// Audit tables against the rules of chess
    Check(CheckArgs),
    /// Compare Syzygy or Gaviota tables with drawproof's
    Compare(CompareArgs),
    /// Write tables and claims for an independent checker
    Certify(CertifyArgs),
    /// Write a table as source code, or as Parquet or Arrow
    Export(ExportArgs),
    /// Print a graph of jobs: JSON, Snakemake, Slurm
    Jobs(JobsArgs),
    /// Add up the shards of verify, judge or check
    Merge(MergeArgs),
    /// Learn a sound rule and write it as source code
    Mine(MineArgs),
    /// Find the exceptions that make a wrong rule right
    Repair(RepairArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page of a command
    Man(ManArgs),
}

impl Command {
    /// Returns whether the command needs the tables folder from its start. The engine, and commands
    /// that read saved runs or run rules, work without the folder; other commands use no tables.
    pub fn reads_tables(&self) -> bool {
        use Command::{
            Bench, Book, Completions, Diff, Header, Man, New, RuleChild, RuleScores, Rules, Uci,
        };
        !matches!(
            self,
            Bench(_)
                | Book(_)
                | Completions(_)
                | Diff(_)
                | Header(_)
                | Man(_)
                | New(_)
                | RuleChild(_)
                | RuleScores(_)
                | Rules(_)
                | Uci
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every setting with a value that it accepts.
    const SETTINGS: [(&str, &[&str]); 6] = [
        ("tables", &["--tables", "folder"]),
        ("threads", &["--threads", "2"]),
        ("memory", &["--memory", "1G"]),
        ("scratch", &["--scratch", "folder"]),
        ("quiet", &["--quiet"]),
        ("color", &["--color", "never"]),
    ];

    /// Arguments that a command cannot do without.
    fn needed(command: &str) -> &'static [&'static str] {
        match command {
            "generate" | "jobs" | "tune" | "stats" | "check" | "export" | "mine" | "repair" => {
                &["KRK"]
            }
            "certify" => &["KRK", "--out", "folder"],
            "find" => &["KRK", "--where", "check"],
            "probe" => &["8/8/8/8/8/6k1/8/2K5 w - - 0 1"],
            "diff" => &["old.run", "new.run"],
            "judge" => &["KRK", "--engine", "program"],
            "rule-child" | "compare" => &["folder"],
            "rule-scores" => &["rule.so"],
            "completions" => &["bash"],
            "book" => &["show"],
            "merge" => &["one.shard"],
            "games" => &["games.pgn"],
            "new" => &["rule.c"],
            _ => &[],
        }
    }

    fn parsed(arguments: &[&[&str]]) -> Result<Cli, clap::Error> {
        let arguments: Vec<OsString> = arguments.concat().iter().map(OsString::from).collect();
        parse(&arguments)
    }

    #[test]
    fn the_definition_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn a_command_accepts_all_settings_and_shows_those_that_it_uses() {
        for mut command in command().get_subcommands().cloned() {
            let name = &*command.get_name().to_owned();
            if name == "rule-guard" {
                continue;
            }
            let help = command.render_long_help().to_string();
            for (setting, arguments) in SETTINGS {
                let is_used = used(name).contains(&setting);
                assert_eq!(help.contains(arguments[0]), is_used, "{name} {setting}: {help}");
                let after = parsed(&[&["drawproof", name], needed(name), arguments]);
                assert!(after.is_ok(), "{name} {setting}");
                let before = parsed(&[&["drawproof"], arguments, &[name], needed(name)]);
                assert!(before.is_ok(), "{setting} {name}");
            }
        }
    }

    #[test]
    fn a_setting_after_the_command_replaces_one_before_it() {
        let [before, after] = [&["drawproof", "-j", "3"][..], &["stats", "KRK", "-j", "2", "-q"]];
        let cli = parsed(&[before, after]).unwrap();
        assert_eq!((cli.global.threads, cli.global.quiet), (Some(2), true));
        let cli = parsed(&[before, &["--color", "never", "stats", "KRK"]]).unwrap();
        assert_eq!((cli.global.threads, cli.global.color), (Some(3), ColorChoice::Never));
    }
}
