//! `games`: what games lose in positions that tables know, and the statistics of matches.

mod arguments;

use std::{
    fs::File,
    io::{self, Read, Write, stdin},
    path::Path,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::{Context, Result, ensure};
use drawproof_games::{
    Ask, Findings, GamesError, Options, PositionFilter, Report, Sprt, Study, Truths, Verdict,
    write_findings,
};
use drawproof_pgn::Problem;
use drawproof_recognizers::{Claim, Position, learned};
use drawproof_tables::Material;

pub use self::arguments::GamesArgs;
use self::arguments::GamesFormat;
use crate::{
    environment::Environment,
    frequencies::GAMES,
    output::{counted, grouped, print_error, print_or_write, style_of, write_file},
    process::ERROR,
    rule::selection::ask_users_rule,
    run::LongRun,
};

/// Problems that are printed one by one.
const PROBLEMS_MAX: u64 = 20;

/// The exit status of a sequential test that is not over.
const UNDECIDED: u8 = 3;

/// Runs `games`. An interrupt ends the run with the findings so far.
pub fn run(args: &GamesArgs, environment: &Environment) -> Result<ExitCode> {
    let mut run = LongRun::begin(environment);
    let stop = run.stops_on_interrupt();
    run.keeps("the report is about the games studied before", "the same command begins anew");
    run.saves(args.save.as_deref());
    let findings = with_file(args.epd.as_deref(), |epd| {
        with_file(args.annotate.as_deref(), |annotated| {
            study(args, environment, stop, epd, annotated)
        })
    })?;
    environment.progress.finish();
    let sprt = args.sprt.map(|sprt| Sprt { model: args.model, ..sprt });
    let report = Report::new(&findings, sprt.as_ref(), args.examples as usize);
    write(args, &findings, &report)?;
    run.totals(|| {
        let account = report.document.games;
        let (read, reached) =
            (counted(account.read, "game", "games"), grouped(account.with_endgame));
        format!("{read}, {reached} of them with an endgame")
    });
    if run.is_interrupted() {
        return run.end(true);
    }
    run.end(true)?;
    if args.strict && report.document.games.skipped > 0 {
        return Ok(ExitCode::from(ERROR));
    }
    let Some(_) = sprt else { return Ok(ExitCode::SUCCESS) };
    let tested = report.document.of_match.as_ref().and_then(|it| it.sprt);
    let tested = tested.context(
        "there is no match to test: the games have no result, or are of more than two players (--player NAME \
         selects the games of one)",
    )?;
    Ok(ExitCode::from(match tested.verdict {
        Verdict::H1 => 0,
        Verdict::H0 => 1,
        Verdict::Continue => UNDECIDED,
    }))
}

/// Calls `run` with a file to write, which is kept if `run` succeeds.
fn with_file<T>(
    path: Option<&Path>,
    run: impl FnOnce(Option<Box<dyn Write + '_>>) -> Result<T>,
) -> Result<T> {
    let Some(path) = path else { return run(None) };
    let mut result = None;
    let written = write_file(path, |file| {
        let done = result.insert(run(Some(Box::new(file))));
        done.as_ref().map(drop).map_err(|error| io::Error::other(error.to_string()))
    });
    match result {
        Some(Err(error)) => Err(error),
        Some(Ok(found)) => written.map(|()| found),
        None => Err(written.err().context("the file was not written")?),
    }
}

/// Studies all files.
fn study<'e>(
    args: &'e GamesArgs,
    environment: &'e Environment,
    stop: &'e AtomicBool,
    epd: Option<Box<dyn Write + 'e>>,
    annotated: Option<Box<dyn Write + 'e>>,
) -> Result<Findings> {
    let men = usize::from(args.men);
    let filter =
        args.condition.as_deref().map(|text| PositionFilter::new(text, men)).transpose()?;
    let (examples, by_position) = (args.examples as usize, args.by.is_some());
    let ask = ask(args, environment);
    let options = Options { filter, ask, examples, by_position, epd, annotated };
    let truths =
        Truths::new(&environment.store, environment.open_syzygy()?.map(Arc::new), men, stop);
    let mut study = Study::new(truths, args.player.clone(), options, stop);
    let mut problems = 0;
    for path in &args.files {
        let (name, input): (&str, Box<dyn Read>) = match path.as_str() {
            "-" => ("standard input", Box::new(stdin())),
            path => (path, Box::new(File::open(path).with_context(|| path.to_owned())?)),
        };
        let mut report = |problem: &Problem| {
            problems += 1;
            if problems <= PROBLEMS_MAX {
                environment.progress.line(&format!("drawproof: {name}, {problem}"));
            }
        };
        if !study.read(input, &mut report).with_context(|| name.to_owned())? {
            break;
        }
    }
    if problems > PROBLEMS_MAX {
        let more = grouped(problems - PROBLEMS_MAX);
        print_error(&format!("drawproof: and {more} more games that cannot be read"));
    }
    let mut findings = study.end()?;
    findings.condition.clone_from(&args.condition);
    findings.rule = rule_name(args);
    if let Some(player) = &args.player {
        let account = findings.account;
        let known = account.read - account.skipped - account.variants;
        ensure!(
            known == 0 || account.other_players < known,
            "no game has a player named '{player}'"
        );
    }
    Ok(findings)
}

/// Returns the user's name of the rule; `None` for the built-in rules.
fn rule_name(args: &GamesArgs) -> Option<String> {
    let plugin = args.rule.plugin.as_ref().map(|it| it.display().to_string());
    plugin.or(args.rule.program.clone()).or(args.rule.learned.then(|| "learned".into()))
}

/// Returns the function that asks the user's rule; `None` for the built-in rules.
fn ask<'e>(args: &'e GamesArgs, environment: &'e Environment) -> Option<Box<Ask<'e>>> {
    if args.rule.is_users() {
        return Some(Box::new(|positions| {
            let answered = ask_users_rule(&args.rule, positions, environment)
                .map_err(|error| GamesError::Rule(format!("{error:#}")))?;
            let answers = answered.expect("the arguments name a rule").answers;
            let claim = |((word, _), position): (&(Option<String>, _), &Position)| {
                let word = word.as_ref().map_or(&b"-"[..], String::as_bytes);
                Claim::from_word(word, position.stm()).unwrap_or(Claim::NONE)
            };
            Ok(answers.iter().zip(positions).map(claim).collect())
        }));
    }
    let claim = |position: &Position| {
        let men = Material::from_counts(|color, piece| position.men(color, piece).len() as u8);
        learned::for_endgame(&men.normalise().0.to_string())
            .map_or(Claim::NOT_ASKED, |rule| rule.claim(position))
    };
    let ask = move |positions: &[Position]| Ok(positions.iter().map(claim).collect());
    args.rule.learned.then(|| Box::new(ask) as Box<Ask<'e>>)
}

/// Writes the report and the other files.
fn write(args: &GamesArgs, findings: &Findings, report: &Report) -> Result<()> {
    if let Some(path) = &args.save {
        write_file(path, |mut file| write_findings(findings, &mut file))?;
    }
    if let Some(path) = &args.frequencies {
        write_file(path, |file| {
            writeln!(file, "{GAMES} {}", findings.account.with_moves())?;
            for (endgame, it) in findings.endgames.iter().filter(|(_, it)| it.both.games > 0) {
                writeln!(file, "{endgame} {}", it.both.games)?;
            }
            let positions = findings.positions.iter().flat_map(|it| it.reached());
            positions.into_iter().try_for_each(|(fen, times)| writeln!(file, "{fen} {times}"))
        })?;
    }
    let output = args.output.as_deref();
    let text = match args.format {
        GamesFormat::Text => report.text(style_of(output)),
        GamesFormat::Json => report.json(),
        GamesFormat::Markdown => report.markdown(),
        GamesFormat::Html => report.html(),
        GamesFormat::Csv => report.csv(),
    };
    print_or_write(&text, output)
}
