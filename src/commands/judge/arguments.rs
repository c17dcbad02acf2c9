//! The arguments of `judge`, and what they name: the endgames, and how the engine is started.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use clap::{ArgGroup, Args};
use drawproof_judge::{
    engine::{GoLimit, Launch},
    play::{Clock, Defence},
    record::RunSettings,
    sample::Size,
};
use drawproof_report::Format;
use drawproof_tables::{NormalMaterial, SOLVABLE_MEN_MAX};
use drawproof_verifier::subject::visible;

use crate::{
    arguments::{Endgames, MEN, parse_examples, parse_sampled_endgames, parse_share},
    environment::Environment,
    reports::{ReportFiles, format},
    rule::{
        arguments::RuleChoice,
        guard,
        plan::{Plan, men_of_families},
        selection::applies,
    },
    shard::ShardArgs,
};

/// Arguments of `judge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof judge KRKP KQKR --engine stockfish
  drawproof judge --men 4 --engine './engine uci' --go 'depth 8' --html x.html
  drawproof judge KBP+K --men 5 --engine ./engine --option Hash=16 --sample 500
  drawproof judge KPK --plugin ./rule.so --sample all
  drawproof judge --men 4 --engine ./old --save old.run
  drawproof judge --men 4 --engine ./new --baseline old.run --max-regression .01
  drawproof judge --men 4 --engine stockfish --shard 1/8 --output 1.shard
  drawproof judge KBNK KQKR --engine ./engine --play --clock 10+0.1 --pgn x.pgn

Exit status: 0 done, 1 a limit exceeded, 2 an error, 130 interrupted by Ctrl-C after a partial
report.",
override_usage = "drawproof judge [OPTIONS] --engine 'PROG ARGS' [ENDGAME]...
       drawproof judge [OPTIONS] --plugin LIB [ENDGAME]...",
group(ArgGroup::new("subject").args(["engine", "plugin"]).required(true)),
mut_group("files", |it| it.conflicts_with("shard")))]
pub struct JudgeArgs {
    /// Endgames such as KRKP, or a family: KBP+K, 'K?KP'
    ///
    /// In a family, 'P+' stands for one or more pawns and '?' for any man but a king. Six-man
    /// endgames without a drawproof table are judged with Syzygy tables
    #[arg(value_name = "ENDGAME", value_parser = parse_sampled_endgames, required_unless_present = "men")]
    pub endgames: Vec<Endgames>,
    /// All endgames of up to N men
    ///
    /// With families, the maximum number of men in their endgames
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: Option<u8>,
    /// The UCI engine: program and arguments
    ///
    /// Quote the arguments as in a shell; no shell is started
    #[arg(long, value_name = "'PROG ARGS'")]
    pub engine: Option<String>,
    /// Judge drawproof_score of a shared library instead of an engine
    #[arg(long, value_name = "LIB")]
    pub plugin: Option<PathBuf>,
    /// Limit of a search
    #[arg(long, value_name = "LIMIT", default_value = "nodes 1")]
    pub go: GoLimit,
    /// A UCI option; may be repeated
    ///
    /// For a button, write the name alone
    #[arg(long = "option", value_name = "NAME=V", value_parser = parse_option)]
    pub options: Vec<(String, String)>,
    /// Number of engine processes [default: one per thread]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub engines: Option<u16>,
    /// Keep the hash from one position to the next
    ///
    /// Without it, each position is a new game
    #[arg(long)]
    pub keep_hash: bool,
    /// Seconds that the engine may take before it counts as failed
    ///
    /// Applies to the start [default: 60], and to each answer in addition to the time of --go
    /// [default: 10]. A failed engine is restarted
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,
    /// Positions or games of each endgame, or 'all'
    ///
    /// The default is 10000 positions or 200 games. 'all' works only for positions of up to four
    /// men
    #[arg(long, value_name = "N|all", value_parser = parse_size)]
    pub sample: Option<Size>,
    /// Folders of Syzygy tables [default: $SYZYGY_PATH]
    ///
    /// Used for endgames without a drawproof table
    #[arg(long, value_name = "DIR[:DIR]")]
    pub syzygy: Option<OsString>,
    /// Seed of the sample
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,
    /// Judge only positions that meet a condition, as in 'find'
    ///
    /// An example is 'win and only_move' (see docs/find.md). The sample, or the start positions of
    /// games, come from the positions that meet the condition. Squares in the condition are those
    /// of the symmetric image that the engine is asked about
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Greatest score that counts as a draw, in centipawns
    #[arg(long, value_name = "SCORE", default_value = "50", value_parser = clap::value_parser!(i32).range(0..=1_000_000))]
    pub draw_band: i32,
    /// Judge the moves too (the default)
    #[arg(long, overrides_with = "no_moves")]
    pub moves: bool,
    /// Judge the scores alone
    #[arg(long, overrides_with = "moves")]
    pub no_moves: bool,
    /// Scale of the logistic curve [default: fitted]
    ///
    /// The curve converts centipawns to an expected score: 1 / (1 + exp(-score / SCALE)). By default, the
    /// scale is fitted to each endgame
    #[arg(long, value_name = "SCALE", value_parser = parse_scale)]
    pub logistic: Option<f64>,
    /// Save every answer
    ///
    /// --baseline, --resume and 'drawproof diff' read the file
    #[arg(long, value_name = "RUN")]
    pub save: Option<PathBuf>,
    /// Continue a saved run that was interrupted
    ///
    /// Keeps its answers and adds the missing ones to the file. Repeat the other arguments of that run
    #[arg(long, value_name = "RUN", conflicts_with = "save")]
    pub resume: Option<PathBuf>,
    /// Compare with a saved run
    #[arg(long, value_name = "RUN", conflicts_with = "shard")]
    pub baseline: Option<PathBuf>,
    /// Exit with status 1 if a figure is worse than in --baseline by more than SHARE
    ///
    /// The limit applies to every figure of every endgame; changes within the noise do not count
    #[arg(long, value_name = "SHARE", value_parser = parse_share, requires = "baseline")]
    pub max_regression: Option<f64>,
    /// Exit with status 1 if more than SHARE of the results are wrong
    ///
    /// The limit applies to each endgame
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub max_error: Option<f64>,
    /// Play games against a perfect opponent
    ///
    /// Half of the games start from positions that are won for the engine, half from drawn positions that can
    /// still be lost. The fifty-move rule, repetition, and --go or --clock apply
    #[arg(long, conflicts_with_all = ["plugin", "shard", "baseline", "max_error", "moves", "no_moves", "logistic"])]
    pub play: bool,
    /// How the opponent of --play resists
    ///
    /// dtm: delays mate as long as possible; dtz: delays captures and pawn moves; random-optimal: chooses at
    /// random among the moves that delay mate longest
    #[arg(long, value_name = "dtm|dtz|random-optimal", default_value = "dtm", requires = "play")]
    pub defence: Defence,
    /// The engine's time for each game of --play
    ///
    /// Give the seconds for the game plus the seconds for each move, such as 10+0.1. This option
    /// replaces --go
    #[arg(long, value_name = "S+S", requires = "play", conflicts_with = "go")]
    pub clock: Option<Clock>,
    /// Write all games of --play as PGN
    #[arg(long, value_name = "FILE", requires = "play")]
    pub pgn: Option<PathBuf>,
    /// Exit with status 1 if more than SHARE of the games end worse
    ///
    /// The limit applies to each endgame. A game ends worse if its result is worse for the engine
    /// than the value of its start position
    #[arg(long, value_name = "SHARE", value_parser = parse_share, requires = "play")]
    pub max_loss: Option<f64>,
    /// File that says how often games reach each endgame
    ///
    /// 'games --frequencies' writes such a file; its lines look like 'KRPKR 37'. The report then
    /// says how many points the engine's moves lose in 1,000 games, assuming one position for each
    /// endgame that a game reaches
    #[arg(long, value_name = "FILE", conflicts_with_all = ["play", "shard", "no_moves"])]
    pub frequencies: Option<PathBuf>,
    /// Number of worst answers to show for each endgame
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::ALL), conflicts_with = "shard")]
    pub format: Format,
    /// Reports in files.
    #[command(flatten)]
    pub files: ReportFiles,
    /// One of several shards.
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// Parses an option `NAME=VALUE`; a name alone has the empty value.
fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let name = name.trim();
    if name.is_empty() {
        return Err("write NAME=VALUE, such as Hash=64".into());
    }
    Ok((name.to_owned(), value.trim().to_owned()))
}

/// Parses the size of a sample.
fn parse_size(text: &str) -> Result<Size, String> {
    /// More do not fit into memory.
    const POSITIONS_MAX: u64 = 20_000_000;
    match text.parse() {
        Ok(positions) if (1..=POSITIONS_MAX).contains(&positions) => Ok(Size::Positions(positions)),
        Err(_) if text == "all" => Ok(Size::All),
        _ => Err(format!("write a number from 1 to {POSITIONS_MAX}, or 'all'")),
    }
}

/// Parses the scale of a logistic curve.
fn parse_scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(scale) if (1.0..=1e6).contains(&scale) => Ok(scale),
        _ => Err("write a number of centipawns from 1 to 1000000, such as 180".into()),
    }
}

impl JudgeArgs {
    /// Returns the file that answers are saved in.
    pub(super) fn saved(&self) -> Option<&Path> {
        self.save.as_deref().or(self.resume.as_deref())
    }

    /// Returns the size of the sample of each endgame.
    pub(super) fn size(&self) -> Result<Size> {
        match (self.play, self.sample) {
            (false, sample) => Ok(sample.unwrap_or(Size::Positions(10_000))),
            (true, None) => Ok(Size::Games(200)),
            (true, Some(Size::Positions(games))) if games <= 100_000 => Ok(Size::Games(games)),
            (true, Some(_)) => bail!("--sample with --play is a number of games, at most 100000"),
        }
    }
}

/// The limit of a library's function `drawproof_applies`, unless --timeout is given.
const APPLIES_SECONDS: u64 = 10;

/// The maximum number of men of an endgame whose positions can all be asked about.
const ALL_MEN_MAX: usize = 4;

/// Returns the endgames that the arguments name, without duplicates. If a library exports
/// `drawproof_applies`, endgames named only by a family or a number of men must be accepted by that
/// function.
pub(super) fn requested(
    args: &JudgeArgs,
    environment: &Environment,
) -> Result<Vec<NormalMaterial>> {
    // A library's function may be asked; an engine plays everything.
    let choice = args.plugin.as_ref().map(|plugin| RuleChoice {
        learned: false,
        plugin: Some(plugin.clone()),
        program: None,
        timeout: args.timeout.unwrap_or(APPLIES_SECONDS),
    });
    let applies = |all: &[NormalMaterial]| match &choice {
        Some(choice) => applies(all, choice, environment),
        None => Ok(None),
    };
    let plan = match args.endgames.is_empty() {
        true => Plan::all(args.men.map_or(SOLVABLE_MEN_MAX, usize::from), applies),
        false => Plan::named(&args.endgames, men_of_families(&args.endgames, args.men)?, applies),
    };
    let endgames = plan?.endgames;
    if let Some(large) = endgames.iter().find(|it| it.is_large()) {
        if args.play {
            bail!("--play is for up to {SOLVABLE_MEN_MAX} men: {large} has no distances to mate");
        }
        if args.condition.is_some() {
            bail!("--where is for up to {SOLVABLE_MEN_MAX} men: {large} has more");
        }
    }
    if let (Size::All, Some(large)) =
        (args.size()?, endgames.iter().find(|it| it.get().men() > ALL_MEN_MAX))
    {
        bail!("--sample all is for up to {ALL_MEN_MAX} men: {large} has too many positions");
    }
    Ok(endgames)
}

/// Returns the launch of the engine or, with `--plugin`, of the process that serves the library's
/// scores as an engine.
pub(super) fn launch(args: &JudgeArgs) -> Result<Launch> {
    let mut launch = match (&args.engine, &args.plugin) {
        (Some(command), _) => Launch::new(command, args.go.clone())?,
        (None, Some(library)) => {
            if !args.options.is_empty() {
                bail!("--option is for --engine: a library has no UCI options");
            }
            let program = std::env::current_exe()?;
            let path = library.to_str().context("the path of the library is not UTF-8")?;
            let arguments = vec!["rule-scores".to_owned(), path.to_owned()];
            let launch = Launch::of_program(program, arguments, args.go.clone());
            Launch { scores_only: true, ask_finished: true, ..launch }
        }
        (None, None) => bail!("name an engine with --engine, or a library with --plugin"),
    };
    launch.options = args.options.clone();
    launch.keep_hash = args.keep_hash;
    if let Some(seconds) = args.timeout {
        launch.start_timeout = Duration::from_secs(seconds);
        launch.answer_timeout = Duration::from_secs(seconds);
    }
    launch.guard = guard::words(None)?;
    Ok(launch)
}

/// Returns the settings of a run of the engine, with `name` as the engine's own name.
pub(super) fn settings(args: &JudgeArgs, launch: &Launch, name: &str) -> Result<RunSettings> {
    let mut command = match &args.plugin {
        Some(library) => visible(&format!("--plugin {}", library.display())),
        None => launch.command(),
    };
    for (name, value) in &args.options {
        command += &visible(&format!(" {name}={value}"));
    }
    if args.keep_hash {
        command += " --keep-hash";
    }
    let limit = match (&args.plugin, args.clock) {
        (Some(_), _) => "score".into(),
        (None, Some(clock)) => format!("clock {clock}"),
        (None, None) => launch.go.to_string(),
    };
    Ok(RunSettings {
        engine: name.to_owned(),
        command,
        limit,
        size: args.size()?,
        seed: args.seed,
        condition: args.condition.clone(),
        draw_band: args.draw_band,
    })
}
