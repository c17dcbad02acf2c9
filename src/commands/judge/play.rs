//! `judge --play`: games of the engine against perfect play.

use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use drawproof_board::Board;
use drawproof_judge::{
    engine::{Engines, Launch},
    judgement::NotJudged,
    play::{
        Defence, End, EndgamePlay, Game, Games, PlayReport, PlaySettings, Playing, read_games,
        starts, write_games,
    },
    sample::Size,
};
use drawproof_pgn::{Heading, Outcome, PgnGame, line};
use drawproof_session::store::Store;
use drawproof_tables::{
    Metric, NormalMaterial, Wdl,
    parallel::locked,
    probe::Values,
    progress::{Progress, Stage},
};

use super::{
    arguments::{self, JudgeArgs},
    asking::GONE_MAX,
    preparation::{Preparation, Prepared},
    report::{errors, explain_interrupt},
};
use crate::{
    environment::Environment,
    output::{counted, read_file, saved, write_file},
    process::{self, INTERRUPTED},
    reports::Outputs,
};

/// How often games are saved while an endgame is played.
const SAVING: Duration = Duration::from_secs(2);

/// Plays the games of all endgames, and reports what was found until an interrupt, or until the engine
/// failed for good.
pub(super) fn run(
    args: &JudgeArgs,
    environment: &Environment,
    endgames: &[NormalMaterial],
    (engines, launch): (Engines, &Launch),
    cancelled: &'static AtomicBool,
) -> Result<ExitCode> {
    let begin = Instant::now();
    let size = args.size()?;
    let Size::Games(count) = size else { bail!("--play is about games") };
    let run = arguments::settings(args, launch, engines.name())?;
    let settings = PlaySettings { run, defence: args.defence };
    let resumed = args.resume.as_deref().map(|path| read_file(path, read_games)).transpose()?;
    if let Some(resumed) = &resumed {
        let path = || args.resume.as_ref().map_or(String::new(), |path| path.display().to_string());
        resumed.accepts(&settings).with_context(path)?;
    }
    let mut games = resumed.unwrap_or_else(|| Games::new(settings));
    games.drop_forfeits();
    let file = args.save.as_deref().or(args.resume.as_deref());
    let save = |games: &Games| {
        file.map_or(Ok(()), |path| write_file(path, |mut file| write_games(games, &mut file)))
    };
    // A file that cannot be written is an error before the engine is asked.
    save(&games)?;
    explain_interrupt(file);
    let playing = Playing {
        engines: &engines,
        defence: args.defence,
        seed: args.seed,
        clock: args.clock,
        cancelled,
    };
    let progress = &environment.progress;
    progress.expect_answers(&vec![count as f64; endgames.len()]);
    let preparation = Preparation::start(&games.settings.run, environment);
    let dtz = environment.store.of_metric(Metric::Dtz);
    let (mut found, mut not_judged, mut gone) = (Vec::new(), Vec::new(), 0);
    for endgame in endgames {
        let name = endgame.to_string();
        let failed = |error| NotJudged { endgame: name.clone(), error };
        if gone >= GONE_MAX {
            not_judged.push(failed("the engine failed for good in other endgames".into()));
            continue;
        }
        preparation.request(*endgame);
        let Some(prepared) = preparation.next(cancelled) else { break };
        let of =
            Endgame { playing: &playing, count, dtz: &dtz, examples: args.examples, save: &save };
        match prepared.and_then(|prepared| of.play(&prepared, &mut games, &**progress)) {
            Ok((figures, ended)) => {
                let is_begun = figures.play.games > 0 || !cancelled.load(Ordering::Relaxed);
                found.extend(is_begun.then_some(figures));
                if let Some(error) = ended {
                    gone += 1;
                    not_judged.push(failed(error));
                }
            }
            Err(error) => not_judged.push(failed(format!("{error:#}"))),
        }
        save(&games)?;
        progress.next();
        if cancelled.load(Ordering::Relaxed) {
            break;
        }
    }
    drop(engines);
    progress.finish();
    if let Some(path) = &args.pgn {
        write_pgn(path, &games)?;
    }
    let is_cancelled = cancelled.load(Ordering::Relaxed);
    let errors = errors(not_judged.clone());
    let judgement = games.judgement(found, !is_cancelled, not_judged);
    let report = PlayReport { judgement: &judgement, max_loss: args.max_loss };
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| report.document(format, style))?;
    environment.progress.totals(|| {
        let played = judgement.endgames.iter().map(|it| it.play.games).sum();
        let played = counted(played, "game", "games");
        format!("{played}, {:.1} s", begin.elapsed().as_secs_f64()) + &saved(file)
    });
    if is_cancelled {
        process::report_interrupt();
        return Ok(ExitCode::from(INTERRUPTED));
    }
    match errors {
        Some(error) => Err(error),
        None => Ok(process::verdict(!report.fails())),
    }
}

/// How the games of an endgame are played.
struct Endgame<'a> {
    playing: &'a Playing<'a>,
    count: u64,
    dtz: &'a Store,
    examples: usize,
    save: &'a (dyn Fn(&Games) -> Result<()> + Sync),
}

impl Endgame<'_> {
    /// Plays the games that are missing, and saves them now and then. Returns the figures, and why the engine failed for good if it
    /// did.
    fn play(
        &self,
        prepared: &Prepared,
        games: &mut Games,
        progress: &dyn Progress,
    ) -> Result<(EndgamePlay, Option<String>)> {
        let sample = &prepared.sample;
        let starts = starts(sample, self.count, &mut || Ok(self.dtz as &dyn Values))?;
        let of = games.endgame_mut(sample)?;
        of.check_starts(&starts)?;
        let known = starts.iter().filter(|it| of.games.contains_key(&(it.place as u64))).count();
        let stage = Stage::Judging(sample.material());
        progress.begin(stage, (starts.len() - known) as u64);
        let dtz: Option<&(dyn Values + Sync)> = match self.playing.defence {
            Defence::Dtz => Some(self.dtz),
            _ => None,
        };
        let saved = Mutex::new(Instant::now());
        let played = |games: &Games| {
            _ = progress.advance(stage, 1);
            let mut saved = locked(&saved);
            if saved.elapsed() >= SAVING {
                // What cannot be written is an error at the end of the endgame.
                let _ = (self.save)(games);
                *saved = Instant::now();
            }
        };
        let name = sample.endgame();
        let ended = self.playing.endgame(&name, &starts, prepared, dtz, games, &played)?;
        let ended = ended.err().map(|gone| gone.to_string());
        let of = games.endgame_mut(sample)?;
        Ok((of.figures(&starts, prepared, self.examples)?, ended))
    }
}

/// Writes all games.
fn write_pgn(path: &Path, games: &Games) -> Result<()> {
    let engine = &games.settings.run.engine;
    write_file(path, |mut file| {
        for of in &games.endgames {
            for (number, game) in of.games.values().enumerate() {
                let text = pgn(engine, &of.endgame, number + 1, game);
                std::io::Write::write_all(&mut file, text.as_bytes())?;
            }
        }
        Ok(())
    })
}

fn pgn(engine: &str, endgame: &str, number: usize, game: &Game) -> String {
    let board: Board = game.fen.parse().expect("a game begins in a position");
    let moves = line(game.moves.iter().map(|it| it.parse().expect("a game has legal moves")));
    let mut players = [engine, "perfect play"];
    let is_black = board.side_to_move() == drawproof_board::Color::Black;
    if is_black {
        players.reverse();
    }
    let result = match (game.result(), is_black) {
        (Wdl::Draw, _) => Outcome::Draw,
        (Wdl::Win, false) | (Wdl::Loss, true) => Outcome::White,
        _ => Outcome::Black,
    };
    let termination = match &game.end {
        End::Mate => "checkmate".into(),
        End::Stalemate => "stalemate".into(),
        End::InsufficientMaterial => "insufficient material".into(),
        End::FiftyMoves => "fifty-move rule".into(),
        End::Repetition => "repetition".into(),
        End::Time => "time forfeit".into(),
        End::Failed(failure) => format!("the engine {failure}"),
    };
    let kept = if game.is_kept() { "" } else { ", worse than it began" };
    let event = format!("{endgame}: a {}{kept}", if game.is_won { "win" } else { "draw" });
    let heading = Heading { event: &event, number, players, termination: Some(&termination) };
    PgnGame { heading: Some(heading), start: &board, moves: &moves, result }.to_string()
}
