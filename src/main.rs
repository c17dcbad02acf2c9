//! The `drawproof` command line: parse, run, exit status.

use std::{io::IsTerminal, process::ExitCode};

use clap::{CommandFactory, Parser};
use drawproof::{
    cli::{Cli, Command},
    commands,
    store::{self, Store},
};

/// The exit status of an error.
const ERROR: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return commands::explain_usage(&error),
    };
    match run(cli) {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("drawproof: {error:#}");
            ExitCode::from(ERROR)
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    commands::set_threads(cli.global.threads)?;
    commands::set_color(cli.global.color);
    commands::exit_on_interrupt()?;
    let Some(command) = cli.command else {
        if std::io::stdin().is_terminal() {
            Cli::command().print_help()?;
            return Ok(ExitCode::SUCCESS);
        }
        return commands::uci::run(&store::tables_folder(cli.global.tables)?);
    };
    let folder = store::tables_folder(cli.global.tables)?;
    let memory_bytes = commands::memory_bytes(cli.global.memory);
    let store = Store::new(folder, memory_bytes, cli.global.quiet);
    match command {
        Command::Generate(args) => commands::generate::run(&args, &store),
        Command::Probe(args) => commands::probe::run(&args, &store),
        Command::Verify(args) => commands::verify::run(&args, &store),
        Command::Rules(args) => commands::handbook::run(&args),
        Command::Tune(args) => commands::tune::run(&args, &store),
        Command::Diff(args) => commands::diff::run(&args),
        Command::RuleChild { folder } => commands::foreign::child(&folder, &store),
        Command::Stats(args) => commands::stats::run(&args, &store),
        Command::Export(args) => commands::export::run(&args, &store),
        Command::Mine(args) => commands::mine::run(&args, &store),
        Command::Repair(args) => commands::repair::run(&args, &store),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Uci => commands::uci::run(store.folder().path()),
        Command::Check(args) => commands::check::run(&args, &store),
        Command::Completions { shell } => commands::completions(shell),
    }
}

/// Whether standard output was closed by its reader, which is no error of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.into_iter().any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}
