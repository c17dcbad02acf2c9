//! The `drawproof` command: parse, run one command, return the exit status.
//!
//! A library of its own, so that cargo compiles it beside the crates that it calls; a program is
//! compiled after them. The program, `main.rs`, calls [`main`] and nothing else; the example
//! `packaging` writes man pages from [`manual`].
//!
//! This library is not public: it may change in any version. Programs use the crates
//! `drawproof-tablebase` and `drawproof-recognizers`.

#![doc(hidden)]

mod allocation;
mod arguments;
mod baseline;
mod cli;
mod commands;
mod embedded;
mod environment;
mod frequencies;
mod help;
mod memory_limit;
mod output;
mod process;
mod progress;
mod reports;
mod rule;
mod run;
mod scratch;
mod shard;
mod source_code;
mod truths;
mod usage;

use std::{
    io::{BufRead, IsTerminal, Read, Write},
    process::ExitCode,
};

use crate::{
    cli::{Cli, Command, Global},
    environment::{Environment, named_tables_folder, tables_folder},
    output::{print_error, stdout},
    process::ERROR,
};

/// Returns the definition of the command line for manual pages.
pub fn manual() -> clap::Command {
    commands::man::for_pages(cli::command())
}

/// Returns the script with which a shell completes the command line.
pub fn completion_script(shell: clap_complete::Shell) -> String {
    commands::completions::script(shell, cli::command())
}

/// Runs the command in the arguments of the process, and returns its exit status.
pub fn main() -> ExitCode {
    allocation::explain_panics();
    allocation::save_address_space();
    let arguments: Vec<_> = std::env::args_os().collect();
    let cli = match cli::parse(&arguments) {
        Ok(cli) => cli,
        Err(error) => return usage::explain(&error, &arguments),
    };
    let status = run(cli).and_then(|status| {
        stdout().flush()?;
        Ok(status)
    });
    process::wait_if_interrupted();
    progress::erase();
    status.unwrap_or_else(|error| {
        print_error(&format!("drawproof: {error:#}"));
        ExitCode::from(ERROR)
    })
}

/// Returns the first line of standard input, if it is short.
fn first_line_of_input() -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    std::io::stdin().lock().take(16).read_until(b'\n', &mut line)?;
    Ok(line)
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    if let Some(Command::RuleGuard(args)) = &cli.command {
        return commands::rule_guard::run(args);
    }
    // Threads started later inherit it.
    process::keep_ignored_hangup();
    process::set_threads(cli.global.threads)?;
    process::set_color(cli.global.color);
    process::exit_on_interrupt()?;
    process::report_files_too_large();
    process::report_crashes_by_status();
    let Some(command) = cli.command else {
        if std::io::stdin().is_terminal() {
            return Ok(usage::status_of_help(cli::command().print_help()));
        }
        let first = first_line_of_input()?;
        if first.trim_ascii() != b"uci" {
            anyhow::bail!(
                "name a command, such as 'drawproof verify'; 'drawproof -h' lists them (the engine starts on \
                 'drawproof uci', or if standard input begins with the line 'uci')"
            );
        }
        return commands::uci::run(&tables_folder(named_tables_folder(cli.global.tables))?, first);
    };
    let named = named_tables_folder(cli.global.tables);
    if let Some(folder) = &named
        && command.reads_tables()
        && !cli.global.quiet
        && !folder.exists()
        && !matches!(command, Command::Generate(_))
    {
        let shown = folder.display();
        print_error(&format!(
            "drawproof: the tables folder '{shown}' does not exist; tables are solved in memory"
        ));
    }
    let folder = tables_folder(named)?;
    let Global { memory, scratch, quiet, .. } = cli.global;
    let mut environment = Environment::new(folder, memory, scratch, quiet);
    if command.reads_tables() {
        // A file in place of the folder, or a folder that may not be read, never counts as empty.
        environment.store.folder().list()?;
    }
    let syzygy = match &command {
        Command::Verify(args) => &args.sampling.syzygy,
        Command::Tune(args) => &args.fix.sampling.syzygy,
        Command::Repair(args) => &args.fix.sampling.syzygy,
        Command::Probe(args) => &args.syzygy,
        Command::Games(args) => &args.syzygy,
        Command::Judge(args) => &args.syzygy,
        Command::Serve(args) => &args.syzygy,
        _ => &None,
    };
    if syzygy.is_some() {
        environment.syzygy.clone_from(syzygy);
    }
    match command {
        Command::Generate(args) => commands::generate::run(&args, &environment),
        Command::Probe(args) => commands::probe::run(&args, &environment),
        Command::Verify(args) => commands::verify::run(&args, &environment),
        Command::Jobs(args) => commands::jobs::run(&args, &environment),
        Command::Judge(args) => commands::judge::run(&args, &environment),
        Command::RuleScores(args) => commands::rule_scores::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Header(args) => commands::header::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Tune(args) => commands::tune::run(&args, &environment),
        Command::Diff(args) => commands::diff::run(&args, &environment),
        Command::RuleGuard(args) => commands::rule_guard::run(&args),
        Command::RuleChild(args) => {
            commands::rule_child::run(&args, &environment, &|arguments, rule, output| {
                let Some(Command::Find(args)) = cli::parse(arguments)?.command else {
                    anyhow::bail!("the command line is not that of find");
                };
                commands::find::find(&args, Some(rule), Some(output), &environment)
            })
        }
        Command::Stats(args) => commands::stats::run(&args, &environment),
        Command::Find(args) => commands::find::run(&args, &environment),
        Command::Games(args) => commands::games::run(&args, &environment),
        Command::Serve(args) => commands::serve::run(&args, &environment),
        Command::Certify(args) => commands::certify::run(&args, &environment),
        Command::Export(args) => commands::export::run(&args, &environment),
        Command::Merge(args) => commands::merge::run(&args, &environment),
        Command::Mine(args) => commands::mine::run(&args, &environment),
        Command::Repair(args) => commands::repair::run(&args, &environment),
        Command::Book(args) => commands::book::run(&args, &environment),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Uci => commands::uci::run(environment.store.folder().path(), Vec::new()),
        Command::Check(args) => commands::check::run(&args, &environment),
        Command::Compare(args) => commands::compare::run(&args, &environment),
        Command::Man(args) => commands::man::run(&args, cli::command()),
        Command::Completions(args) => commands::completions::run(&args, cli::command()),
    }
}
