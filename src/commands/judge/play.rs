//! `judge --play`: games of the engine against perfect play.

use std::{
    io::Write,
    path::Path,
    process::ExitCode,
    sync::{Mutex, atomic::Ordering},
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use drawproof_board::Board;
use drawproof_judge::{
    play::{
        Defence, End, EndgamePlay, Game, Games, PlayReport, PlaySettings, Playing, read_games,
        starts, write_games,
    },
    record::RunSettings,
    sample::Size,
};
use drawproof_pgn::{Heading, Outcome, PgnGame, line};
use drawproof_session::store::Store;
use drawproof_tables::{
    Metric, Wdl,
    parallel::locked,
    probe::Values,
    progress::{Progress, Stage},
};

use super::{
    arguments::JudgeArgs,
    asking::{Asking, Found, Save, resumed},
    preparation::{Preparation, Prepared},
};
use crate::{
    output::{counted, write_file},
    process,
    reports::Outputs,
    run::LongRun,
};

/// The time between two saves of games while an endgame is played.
const SAVING: Duration = Duration::from_secs(2);

/// Plays the games of all endgames, until an interrupt or until the engine has failed for good.
/// Reports the findings.
pub(super) fn run(mut run: LongRun, asking: Asking, settings: RunSettings) -> Result<ExitCode> {
    let Asking { args, environment, ref endgames, ref engines } = asking;
    let Size::Games(count) = settings.size else { bail!("--play is about games") };
    let settings = PlaySettings { run: settings, defence: args.defence };
    let resumed = resumed(args, read_games, |it| it.accepts(&settings))?;
    let mut games = resumed.unwrap_or_else(|| Games::new(settings));
    games.drop_forfeits();
    let cancelled = process::cancelled();
    let JudgeArgs { defence, seed, clock, examples, .. } = *args;
    let playing = Playing { engines, defence, seed, clock, cancelled };
    let progress = &*environment.progress;
    progress.expect_answers(&vec![count as f64; endgames.len()]);
    let preparation = Preparation::start(&games.settings.run, environment);
    let dtz = environment.store.of_metric(Metric::Dtz);
    let play = |prepared: &Prepared, games: &mut Games, save: Save<Games>| {
        let of = Endgame { playing: &playing, count, dtz: &dtz, examples, save };
        let (figures, ended) = of.play(prepared, games, progress)?;
        let is_begun = figures.play.games > 0 || !cancelled.load(Ordering::Relaxed);
        Ok((is_begun.then_some(figures), ended))
    };
    let write = |games: &Games, mut out: &mut dyn Write| write_games(games, &mut out);
    let Found { endgames: figures, not_judged } =
        asking.all(&mut run, &preparation, &mut games, write, play)?;
    drop(asking);
    if let Some(path) = &args.pgn {
        write_pgn(path, &games)?;
    }
    let judgement = games.judgement(figures, !run.is_interrupted(), not_judged);
    let report = PlayReport { judgement: &judgement, max_loss: args.max_loss };
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| report.document(format, style))?;
    run.totals(|| {
        counted(judgement.endgames.iter().map(|it| it.play.games).sum(), "game", "games")
    });
    run.end(!report.fails())
}

/// The settings and parts for playing the games of an endgame.
struct Endgame<'a> {
    playing: &'a Playing<'a>,
    count: u64,
    dtz: &'a Store,
    examples: usize,
    save: Save<'a, Games>,
}

impl Endgame<'_> {
    /// Plays the missing games, and saves the games from time to time. Returns the figures, and the
    /// reason if the engine failed for good.
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
    write_file(path, |file| {
        for of in &games.endgames {
            for (number, game) in of.games.values().enumerate() {
                let text = pgn(engine, &of.endgame, number + 1, game);
                file.write_all(text.as_bytes())?;
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
