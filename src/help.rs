//! How help is laid out: the first screen, with the commands in groups; `-h`, which fits a terminal of 80 x
//! 24; and `--help`, which has all options, the settings and examples.

use std::fmt::Write;

use clap::{Arg, ArgAction, Command};

/// The commands by what they are for. Commands of no group are named in the last line.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Prove rules", &["verify", "tune", "repair", "mine", "new"]),
    ("Tables", &["generate", "probe", "stats", "find", "check", "compare", "export"]),
    ("Engines", &["judge", "games", "diff", "bench", "book"]),
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

/// Options by what they are about. Of commands with a few options all are under one heading.
const HEADINGS: [(&str, &[&str]); 4] = [
    (
        "Rule",
        &[
            "learned",
            "plugin",
            "program",
            "timeout",
            "workers",
            "score",
            "win",
            "draw",
            "draw_factor",
        ],
    ),
    ("Engine", &["engine", "go", "options", "engines", "keep_hash"]),
    (
        SUBJECT,
        &[
            "balance",
            "blocks",
            "bundle",
            "bytes",
            "check",
            "clock",
            "condition",
            "counting",
            "defence",
            "depth",
            "distances",
            "domain",
            "draw_band",
            "exact",
            "fifty_move",
            "file",
            "files_as",
            "frequencies",
            "full",
            "leaves",
            "level",
            "listen",
            "log",
            "log_requests",
            "logistic",
            "men",
            "metric",
            "model",
            "min_games",
            "moves",
            "patterns",
            "places",
            "play",
            "player",
            "price",
            "proof",
            "sample",
            "seed",
            "sides",
            "spotted",
            "sprt",
            "syzygy",
            "trust_proxy",
            "truth",
            "time_limit",
            "unrounded",
            "weights",
            "zugzwangs",
        ],
    ),
    (
        OUTPUT,
        &[
            "annotate",
            "baseline",
            "batch_positions",
            "batches",
            "beyond",
            "board",
            "brief",
            "body",
            "by",
            "client_time",
            "connections",
            "content",
            "count",
            "dump",
            "dump_limit",
            "emit",
            "epd",
            "equal",
            "estimate",
            "examples",
            "format",
            "graph",
            "html",
            "junit",
            "limit",
            "markdown",
            "max_error",
            "max_loss",
            "max_regression",
            "no_line",
            "no_moves",
            "order",
            "out",
            "output",
            "pgn",
            "prefix",
            "queue",
            "request_time",
            "resume",
            "save",
            "strict",
            "svg",
            "update_baseline",
            "waiting",
        ],
    ),
];

const SUBJECT: &str = "Positions and measures";
const OUTPUT: &str = "Output";

/// The names of the last two headings in the help of some commands.
const TITLES: [(&str, &str, &str); 10] = [
    ("verify", SUBJECT, "Output, saved runs, limits"),
    ("judge", SUBJECT, "Output, saved runs, limits"),
    ("merge", SUBJECT, "Output and known claims"),
    ("mine", "Rule to learn", OUTPUT),
    ("generate", "Tables", OUTPUT),
    ("check", "Tables", OUTPUT),
    ("jobs", "Tables", OUTPUT),
    ("export", "Tables", OUTPUT),
    ("make", "Games", OUTPUT),
    ("serve", "Address and log", "Limits"),
];

/// Commands with more options than fit on a screen, and the options that their `-h` shows.
const BRIEF: [(&str, &[&str]); 11] = [
    (
        "games",
        &["men", "player", "plugin", "by", "examples", "epd", "annotate", "save", "sprt", "format"],
    ),
    (
        "verify",
        &["plugin", "program", "domain", "counting", "examples", "format", "html", "baseline"],
    ),
    ("generate", &["men", "metric", "level", "sides", "files_as", "estimate", "graph", "format"]),
    ("find", &["condition", "count", "by", "order", "limit", "sample", "format"]),
    ("tune", &["plugin", "program", "domain", "price", "examples", "format", "html"]),
    ("repair", &["plugin", "program", "price", "patterns", "emit", "output", "format"]),
    ("judge", &["engine", "go", "men", "sample", "play", "save", "format", "html"]),
    ("serve", &["listen", "log", "log_requests", "connections", "queue", "request_time"]),
    (
        "mine",
        &["truth", "leaves", "bytes", "spotted", "patterns", "exact", "emit", "output", "format"],
    ),
    ("probe", &["plugin", "program", "metric", "truth", "check", "no_line", "no_moves", "format"]),
    ("export", &["bundle", "exact", "men", "metric", "content", "emit", "output"]),
];

/// Lays out the help of the program and of its commands, with options grouped under headings.
pub fn lay_out(program: Command) -> Command {
    let screen = first_screen(&program);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    program
        .disable_version_flag(true)
        .disable_help_flag(true)
        .args([help(), version.help("Print the version")])
        .mut_args(|arg| arg.hide_short_help(true))
        .before_long_help(format!("{screen}\n\nSettings that commands share:"))
        .before_help(screen)
        .help_template("{before-help}{options}{after-help}")
        .after_long_help(EXAMPLES)
        .mut_subcommands(|command| lay_out_command(command, "drawproof"))
}

/// Returns the option that prints help.
fn help() -> Arg {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    help.help("Print help: -h a screen, --help all").help_heading(SETTINGS)
}

/// Returns the commands in groups, with what each does.
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
    screen + &format!("\n{:<15}{others}; --help: examples", "Also")
}

/// Lays out the help of a command and of its own commands.
fn lay_out_command(command: Command, above: &str) -> Command {
    if command.is_hide_set() {
        return command;
    }
    let name = format!("{above} {}", command.get_name());
    let brief = BRIEF.iter().find(|(name, _)| *name == command.get_name()).map(|(_, ids)| *ids);
    let titles = TITLES.iter().find(|(name, ..)| *name == command.get_name());
    let is_option = |arg: &&Arg| !arg.is_positional() && arg.get_help_heading() != Some(SETTINGS);
    let has_headings = command.get_arguments().filter(is_option).count() > 4;
    let command = command.disable_help_flag(true).arg(help()).mut_args(|arg| {
        let id = arg.get_id().as_str();
        let is_setting = arg.get_help_heading() == Some(SETTINGS);
        let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id)).map(|(it, _)| *it);
        let heading = match (heading, titles) {
            (Some(SUBJECT), Some((_, title, _))) | (Some(OUTPUT), Some((_, _, title))) => {
                Some(*title)
            }
            _ => heading,
        };
        let is_brief = brief.is_none_or(|ids| ids.contains(&id));
        let is_shown = arg.is_positional() || (is_brief && !is_setting);
        let arg = if is_shown { arg } else { arg.hide_short_help(true) };
        match heading.filter(|_| has_headings && arg.get_help_heading().is_none()) {
            Some(heading) if !arg.is_positional() => arg.help_heading(heading),
            _ => arg,
        }
    });
    let has_arguments = command.get_arguments().any(|arg| !arg.is_hide_short_help_set())
        || command.has_subcommands();
    // Without any argument the usage would have no end of a line before the settings.
    let command = command.mut_arg("help", |it| it.hide_short_help(has_arguments));
    let all = command.get_after_help().cloned().unwrap_or_default();
    command
        .help_template("{about-with-newline}{usage-heading} {usage}\n\n{all-args}{after-help}")
        .after_help(format!("All options, settings and examples: {name} --help"))
        .after_long_help(all)
        .mut_subcommands(|command| lay_out_command(command, &name))
}
