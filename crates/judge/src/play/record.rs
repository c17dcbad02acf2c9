//! Saved games.
//!
//! A file has these sections: the JSON of the settings, then for each endgame the JSON of its games.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
};

use drawproof_board::{fen, notation::parse_uci_move};
use drawproof_tables::{
    Value,
    probe::{ProbeError, Values},
};
use drawproof_verifier::saved_file::FileKind;
use serde::{Deserialize, Serialize};

use super::{
    defence::Defence,
    figures::{EndgamePlay, PlayJudgement},
    game::{End, Game},
    measure::measured,
    start::Start,
};
use crate::{
    judgement::{NotJudged, Sample},
    record::{RunError, RunSettings},
    sample::{EndgameSample, Size},
};

static SAVED_GAMES: FileKind = FileKind {
    magic: "drawproof games 1\n",
    // All games of an endgame are in one section.
    part_bytes_max: u32::MAX,
    noun: "file of saved games",
    made_by: "drawproof judge --play --save",
};

/// The settings of a run. Only games with the same settings can be combined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaySettings {
    /// The engine, its limit or clock, and the choice of the starts.
    #[serde(flatten)]
    pub run: RunSettings,
    /// The opponent's choice of moves in lost positions.
    pub defence: Defence,
}

impl PlaySettings {
    /// Returns the number of games of each endgame.
    fn games(&self) -> u64 {
        match self.run.size {
            Size::Games(games) | Size::Positions(games) => games,
            Size::All => 0,
        }
    }
}

/// The settings and the games of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// The settings of the run.
    pub settings: PlaySettings,
    /// The games of each endgame, in the order played.
    pub endgames: Vec<GamesOf>,
}

/// The games of one endgame, and the sample that their starts are from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GamesOf {
    /// The canonical name of the endgame.
    pub endgame: String,
    /// The [`EndgameSample::fingerprint`] of the sample that the starts are from.
    fingerprint: u64,
    /// The [`EndgameSample::truth`] of that sample.
    truth: u64,
    /// The number of positions to choose the starts from, one of each class of symmetric positions.
    of: u64,
    /// The games by the index of their start in the sample.
    pub games: BTreeMap<u64, Game>,
}

impl Games {
    /// Creates a run without games.
    pub fn new(settings: PlaySettings) -> Games {
        Games { settings, endgames: Vec::new() }
    }

    /// Checks that games played with `settings` can be added to this run.
    ///
    /// # Errors
    ///
    /// Fails if a setting differs. The error names both values.
    pub fn accepts(&self, settings: &PlaySettings) -> Result<(), RunError> {
        self.settings.run.accepts(&settings.run)?;
        let (saved, now) = (self.settings.defence, settings.defence);
        if saved != now {
            let [saved, now] = [saved, now].map(|it| it.to_string());
            return Err(RunError::Settings { setting: "defence", saved, now });
        }
        Ok(())
    }

    /// Returns the games of an endgame, to which games from the starts of `sample` can be added.
    /// They are empty if the endgame is new to the run.
    ///
    /// # Errors
    ///
    /// Fails if the endgame's games are from another sample.
    pub fn endgame_mut(&mut self, sample: &EndgameSample) -> Result<&mut GamesOf, RunError> {
        let new = GamesOf {
            endgame: sample.endgame(),
            fingerprint: sample.fingerprint(),
            truth: sample.truth(),
            of: sample.of(),
            games: BTreeMap::new(),
        };
        let found = self.endgames.iter().position(|it| it.endgame == new.endgame);
        if let Some(number) = found {
            self.endgames[number].check(&new)?;
            return Ok(&mut self.endgames[number]);
        }
        self.endgames.push(new);
        Ok(self.endgames.last_mut().expect("it was just added"))
    }

    /// Returns the games of an endgame. Panics unless the run has the endgame.
    pub(super) fn of_mut(&mut self, endgame: &str) -> &mut GamesOf {
        let mut all = self.endgames.iter_mut();
        all.find(|it| it.endgame == endgame).expect("the endgame is begun")
    }

    /// Removes the games that the engine forfeited, so that they are played again.
    pub fn drop_forfeits(&mut self) {
        for of in &mut self.endgames {
            of.games.retain(|_, game| !matches!(game.end, End::Time | End::Failed(_)));
        }
    }

    /// Returns the judgement of the run. `endgames` has the figures of each endgame; `complete` is
    /// whether every game was played.
    pub fn judgement(
        &self,
        endgames: Vec<EndgamePlay>,
        complete: bool,
        not_judged: Vec<NotJudged>,
    ) -> PlayJudgement {
        let RunSettings { engine, command, limit, seed, condition, .. } = self.settings.run.clone();
        let sample = Sample {
            positions: endgames.iter().map(|it| it.play.games).sum(),
            of: self.endgames.iter().map(|it| it.of).sum(),
            seed,
        };
        PlayJudgement {
            engine,
            command,
            limit,
            defence: self.settings.defence.to_string(),
            games: self.settings.games(),
            sample,
            condition,
            endgames,
            complete: complete && not_judged.is_empty(),
            not_judged,
        }
    }
}

impl GamesOf {
    /// Checks that both sets of games are from the same sample; fails if not.
    pub(super) fn check(&self, other: &GamesOf) -> Result<(), RunError> {
        if self.fingerprint != other.fingerprint {
            return Err(RunError::Sample(self.endgame.clone()));
        }
        if self.truth != other.truth {
            return Err(RunError::OtherTable(self.endgame.clone()));
        }
        Ok(())
    }

    /// Checks that the games begin in `starts`.
    ///
    /// # Errors
    ///
    /// Fails if a game began in another position.
    pub fn check_starts(&self, starts: &[Start]) -> Result<(), RunError> {
        let is_other = |start: &Start| {
            let game = self.games.get(&(start.place as u64));
            let is_won = matches!(start.value, Value::Win(_));
            game.is_some_and(|it| (&*it.fen, it.is_won) != (&*start.board.to_string(), is_won))
        };
        match starts.iter().any(is_other) {
            true => Err(RunError::Sample(self.endgame.clone())),
            false => Ok(()),
        }
    }

    /// Returns the figures of the games from `starts`, with at most `examples` results thrown away.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing.
    pub fn figures(
        &self,
        starts: &[Start],
        values: &dyn Values,
        examples: usize,
    ) -> Result<EndgamePlay, ProbeError> {
        let play = measured(starts, &self.games, values, examples)?;
        Ok(EndgamePlay { endgame: self.endgame.clone(), play })
    }
}

/// Returns whether the moves of a game are legal from its first position on.
fn is_a_game(game: &Game) -> bool {
    let Ok(mut board) = fen::parse(&game.fen) else { return false };
    game.moves.iter().all(|text| match parse_uci_move(&board, text) {
        Ok(mv) if board.is_legal(mv) => {
            board.play_unchecked(mv);
            true
        }
        _ => false,
    })
}

/// Returns whether a file that begins with `first_bytes` has saved games, of any version.
pub fn is_games(first_bytes: &[u8]) -> bool {
    SAVED_GAMES.is_begun_by(first_bytes)
}

/// Writes games. The bytes do not depend on the order in which games were added.
///
/// # Errors
///
/// Fails if `out` fails.
pub fn write_games(games: &Games, out: &mut impl Write) -> io::Result<()> {
    out.write_all(SAVED_GAMES.magic.as_bytes())?;
    let header = (&games.settings, games.endgames.len());
    SAVED_GAMES.write_part(&serde_json::to_vec(&header).expect("settings have text"), out)?;
    for endgame in &games.endgames {
        SAVED_GAMES.write_part(&serde_json::to_vec(endgame).expect("games have text"), out)?;
    }
    out.flush()
}

/// Reads games.
///
/// # Errors
///
/// Fails if the file has no saved games, is damaged, or cannot be read.
pub fn read_games(input: &mut impl Read) -> Result<Games, RunError> {
    let mut parts = SAVED_GAMES.open(input)?;
    let (settings, endgames): (PlaySettings, u64) = serde_json::from_slice(&parts.part()?)
        .map_err(|_| SAVED_GAMES.damaged("its settings cannot be read"))?;
    let mut games = Games::new(settings);
    for _ in 0..endgames {
        let endgame: GamesOf = serde_json::from_slice(&parts.part()?)
            .map_err(|_| SAVED_GAMES.damaged("its games cannot be read"))?;
        if !endgame.games.values().all(is_a_game) {
            return Err(SAVED_GAMES.damaged("a game has moves that are not legal").into());
        }
        games.endgames.push(endgame);
    }
    parts.end()?;
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{AtDepth, Failure, Score};

    const KPK: &str = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";

    fn game(fen: &str, moves: &[&str]) -> Game {
        Game {
            fen: fen.into(),
            is_won: true,
            moves: moves.iter().map(|it| it.to_string()).collect(),
            scores: Vec::new(),
            by_depth: Vec::new(),
            end: End::Repetition,
        }
    }

    #[test]
    fn damaged_games_are_no_games() {
        assert!(is_a_game(&game(KPK, &["e2e4", "g3f4"])));
        for moves in [&["e2e5"][..], &["e2e4", "e4e5"], &["e2e4", "nonsense"]] {
            assert!(!is_a_game(&game(KPK, moves)), "{moves:?}");
        }
        assert!(!is_a_game(&game("no position", &[])));
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let said = "\0 \u{1f600} \"quoted\" \\ \u{2028}\u{feff}";
        let ends = [
            End::Mate,
            End::Stalemate,
            End::InsufficientMaterial,
            End::FiftyMoves,
            End::Repetition,
            End::Time,
            End::Failed(Failure::Died(said.into())),
            End::Failed(Failure::Hung),
            End::Failed(Failure::IllegalMove(String::new())),
            End::Failed(Failure::TooMuchOutput),
        ];
        let nodes =
            [None, Some(0), Some((1 << 62) - 1), Some(1 << 62), Some(1 << 63), Some(u64::MAX)];
        let scores = [i32::MIN, -1, 0, i32::MAX].map(|it| [Score::Cp(it), Score::Mate(it)]);
        let scores = scores.as_flattened();
        let games = ends.into_iter().enumerate().map(|(number, end)| {
            let by_depth = scores.iter().zip(nodes.iter().cycle());
            let by_depth = by_depth.map(|(&score, &nodes)| AtDepth {
                depth: [0, u32::MAX][number % 2],
                nodes,
                score,
                first: nodes.map(|_| "e2e1n".into()),
            });
            let game = Game {
                is_won: number % 2 == 0,
                scores: scores.iter().map(|&it| Some(it)).chain([None]).collect(),
                by_depth: by_depth.collect(),
                end,
                ..game(KPK, &["e2e4", "g3f4"][..number % 3])
            };
            (u64::MAX - number as u64, game)
        });
        let games: BTreeMap<u64, Game> = games.collect();
        let sizes = [Size::Games(u64::MAX), Size::Positions(0), Size::All];
        for (size, seed) in sizes.into_iter().zip([0, u64::MAX, 1 << 63]) {
            let run = RunSettings {
                engine: said.into(),
                command: String::new(),
                limit: "nodes 18446744073709551615".into(),
                size,
                seed,
                condition: (seed > 0).then(|| said.into()),
                draw_band: i32::MIN,
            };
            let endgame = |endgame: &str| GamesOf {
                endgame: endgame.into(),
                fingerprint: u64::MAX,
                truth: 1 << 63,
                of: u64::MAX - 1,
                games: games.clone(),
            };
            for defence in [Defence::Dtm, Defence::Dtz, Defence::RandomOptimal] {
                let settings = PlaySettings { run: run.clone(), defence };
                let endgames = vec![endgame("KPK"), endgame("KQK")];
                let games = Games { settings, endgames };
                let mut bytes = Vec::new();
                write_games(&games, &mut bytes).unwrap();
                assert_eq!(read_games(&mut &bytes[..]).unwrap(), games);
            }
        }
    }
}
