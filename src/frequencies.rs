//! How often endgames, and single positions, are met in games: what `games --frequencies` writes, and the counts
//! files of other projects.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result};
use drawproof_board::{Board, fen};
use drawproof_tables::{MEN_MAX, MEN_MIN, Material, NormalMaterial, Placement};

use crate::output::{counted, print_error, read_text};

/// The word that begins the line with the number of all games.
pub const GAMES: &str = "games";

/// How often games reach endgames and positions, as read from a file.
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    /// The file, as messages name it.
    shown: String,
    /// The number of games that reach each endgame, as given in the file.
    pub endgames: BTreeMap<NormalMaterial, f64>,
    /// The positions of each endgame, and how often each was met.
    positions: BTreeMap<NormalMaterial, Vec<(String, u64)>>,
    /// All games; without the number of games, the sum of the numbers of all endgames of any number of men.
    all: f64,
    /// Lines that say nothing about an endgame or position of the tables.
    skipped: u64,
}

impl Frequencies {
    /// Reads a file. Each line has an endgame, a FEN or the word `games`, then a number; other
    /// lines are skipped.
    pub fn read(path: &Path) -> Result<Frequencies> {
        let shown = path.display().to_string();
        let text = read_text(path).with_context(|| format!("{shown} cannot be read"))?;
        let mut found = Frequencies { shown, ..Frequencies::default() };
        let (mut games, mut sum) = (None, 0.0);
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line
                .split(|it: char| it.is_whitespace() || it == ',' || it == ';')
                .filter(|it| !it.is_empty())
                .collect();
            let number =
                |word: &&str| word.parse().ok().filter(|it: &f64| it.is_finite() && *it >= 0.0);
            let is_known = match words[..] {
                [] => true,
                [men, side, .., times] if men.contains('/') => {
                    found.add_position(men, side, times).is_some()
                }
                [name, count, ..] if let Some(count) = number(&count) => {
                    if name == GAMES {
                        games = Some(count);
                    } else {
                        sum += count;
                    }
                    name == GAMES || found.add_endgame(name, count).is_some()
                }
                _ => false,
            };
            found.skipped += u64::from(!is_known);
        }
        found.all = games.unwrap_or(sum);
        Ok(found)
    }

    fn add_endgame(&mut self, name: &str, count: f64) -> Option<()> {
        let material = name.parse::<Material>().ok().filter(|it| it.men() >= MEN_MIN)?;
        *self.endgames.entry(material.normalise().0).or_insert(0.0) += count;
        Some(())
    }

    fn add_position(&mut self, men: &str, side: &str, times: &str) -> Option<()> {
        let board: Board = fen::parse(&format!("{men} {side} - - 0 1")).ok()?;
        let times = times.parse().ok()?;
        let men = board.occupied().len() as usize;
        let placement = (MEN_MIN..=MEN_MAX).contains(&men).then(|| Placement::from(&board))?;
        let (endgame, placement) = placement.normalise();
        self.positions.entry(endgame).or_default().push((placement.to_fen(), times));
        Some(())
    }

    /// Prints on standard error how many lines were skipped, if any were.
    pub fn tell(&self) {
        if self.skipped > 0 {
            let lines = counted(self.skipped, "line is", "lines are");
            print_error(&format!(
                "drawproof: {}: {lines} skipped: each needs an endgame or a FEN of {MEN_MIN} to {MEN_MAX} men, and a number",
                self.shown
            ));
        }
    }

    /// Returns how many of 1,000 games reach an endgame.
    pub fn per_thousand(&self, endgame: NormalMaterial) -> f64 {
        let count = self.endgames.get(&endgame).copied().unwrap_or(0.0);
        if self.all > 0.0 { 1_000.0 * count / self.all } else { 0.0 }
    }

    /// Returns the positions of an endgame as FENs, each with the number of times that it was met;
    /// `None` if no position is known.
    pub fn positions(&self, endgame: NormalMaterial) -> Option<&[(String, u64)]> {
        self.positions.get(&endgame).map(Vec::as_slice)
    }
}
