//! How help is laid out: the first screen, with the commands in groups; `-h`, which fits a terminal of 80 x
//! 24; and `--help`, which has all options, the settings and examples.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command};

/// The commands by what they are for. Commands of no group are named in the last line.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Prove rules", &["verify", "tune", "repair", "mine", "new"]),
    ("Tables", &["generate", "probe", "stats", "find", "check", "export"]),
    ("Engines", &["judge", "diff", "bench", "uci", "book"]),
    ("Server", &["serve"]),
    ("Many machines", &["jobs", "merge"]),
];

const EXAMPLES: &str = "Examples:
  drawproof verify                  # prove the built-in rules of up to four men
  drawproof verify KRKB --plugin ./rule.so
  drawproof probe '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'
  drawproof stats KBBKR
  drawproof generate --men 4        # write all tables of three and four men
  drawproof mine KRKR --emit c      # learn a rule, prove it, write it in C
  drawproof judge KRKP --engine stockfish

Exit status: 0 done and sound, 1 a claim or value proved wrong, 2 an error.";

/// The heading of the settings that commands share.
pub const SETTINGS: &str = "Settings";

/// The headings of the options of commands that have many.
const HEADINGS: [(&str, &[&str]); 4] = [
    ("Rule", &["learned", "plugin", "program", "timeout", "workers", "score", "win", "draw"]),
    ("Engine", &["engine", "go", "options", "engines", "keep_hash"]),
    (
        "Positions and measures",
        &[
            "men",
            "domain",
            "condition",
            "counting",
            "truth",
            "fifty_move",
            "sample",
            "seed",
            "syzygy",
            "moves",
            "no_moves",
            "draw_band",
            "logistic",
            "price",
            "patterns",
        ],
    ),
    (
        "Output, saved runs, limits",
        &[
            "examples",
            "format",
            "html",
            "junit",
            "markdown",
            "dump",
            "emit",
            "board",
            "output",
            "save",
            "resume",
            "baseline",
            "update_baseline",
            "max_regression",
            "max_error",
        ],
    ),
];

/// Commands with many options, and those that `-h` shows. Of other commands it shows all.
const BRIEF: [(&str, &[&str]); 6] = [
    (
        "verify",
        &["plugin", "program", "domain", "counting", "examples", "format", "html", "baseline"],
    ),
    ("find", &["condition", "count", "by", "order", "limit", "sample", "format"]),
    ("tune", &["plugin", "program", "domain", "price", "examples", "format", "html"]),
    ("repair", &["plugin", "program", "price", "patterns", "emit", "output", "format"]),
    ("judge", &["engine", "go", "men", "sample", "save", "baseline", "format", "html"]),
    ("serve", &["listen", "log", "log_requests", "connections", "queue", "request_time"]),
];

/// Lays out the help of the program, whose settings have a heading, and of its commands.
pub fn lay_out(program: Command) -> Command {
    let screen = first_screen(&program);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    program
        .disable_version_flag(true)
        .disable_help_flag(true)
        .args([help(), version.help("Print the version")])
        .mut_args(|arg| arg.hide_short_help(true))
        .before_long_help(format!("{screen}\n\nSettings of the commands that use them:"))
        .before_help(screen)
        .help_template("{before-help}{options}{after-help}")
        .after_long_help(EXAMPLES)
        .mut_subcommands(|command| lay_out_command(command, "drawproof"))
}

/// The option that prints help.
fn help() -> Arg {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    help.help("Print help: -h a screen, --help all").help_heading(SETTINGS)
}

/// The commands in groups, with what each does.
fn first_screen(program: &Command) -> String {
    let mut screen =
        "Usage: drawproof COMMAND [ARGUMENTS]     drawproof COMMAND -h: its options\n".to_owned();
    for (group, names) in GROUPS {
        let mut group = group;
        for name in names {
            let Some(about) = program.find_subcommand(name).and_then(Command::get_about) else {
                continue;
            };
            let _ = write!(screen, "\n{group:<15}{name:<10}{about}");
            group = "";
        }
    }
    let is_grouped = |name: &&str| GROUPS.iter().any(|(_, names)| names.contains(name));
    let others = program.get_subcommands().filter(|command| !command.is_hide_set());
    let others: Vec<&str> =
        others.map(Command::get_name).filter(|name| !is_grouped(name)).collect();
    let others = others.join(", ");
    screen + &format!("\n{:<15}{others}; drawproof --help: settings, examples", "Also")
}

/// Lays out the help of a command and of its own commands.
fn lay_out_command(command: Command, above: &str) -> Command {
    if command.is_hide_set() {
        return command;
    }
    let name = format!("{above} {}", command.get_name());
    let brief = BRIEF.iter().find(|(name, _)| *name == command.get_name()).map(|(_, ids)| *ids);
    let command = command.disable_help_flag(true).arg(help()).mut_args(|arg| {
        let id = arg.get_id().as_str();
        let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id)).map(|(it, _)| *it);
        let is_setting = arg.get_help_heading() == Some(SETTINGS);
        let is_brief = brief.is_none_or(|ids| ids.contains(&id));
        let is_shown = arg.is_positional() || (is_brief && !is_setting);
        let arg = if is_shown { arg } else { arg.hide_short_help(true) };
        match heading.filter(|_| brief.is_some() && arg.get_help_heading().is_none()) {
            Some(heading) => arg.help_heading(heading),
            None => arg,
        }
    });
    let all = command.get_after_help().cloned().unwrap_or_default();
    command
        .help_template("{about-with-newline}{usage-heading} {usage}\n\n{all-args}{after-help}")
        .after_help(format!("All options, settings and examples: {name} --help"))
        .after_long_help(all)
        .mut_subcommands(|command| lay_out_command(command, &name))
}
