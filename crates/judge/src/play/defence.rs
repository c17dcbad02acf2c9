//! The engine's opponent.

use std::{cmp::Reverse, fmt, str::FromStr};

use drawproof_board::{Board, Move};
use drawproof_tables::{
    MoveKinds, Value,
    mixing::mixed,
    probe::{self, MoveValue, ProbeError, Values},
};
use serde::{Deserialize, Serialize};

/// The opponent's choice among its moves in lost positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defence {
    /// Delays mate as long as possible.
    #[default]
    Dtm,
    /// Delays the next capture or pawn move as long as possible.
    Dtz,
    /// Delays mate as long as possible, with a random choice among equal moves.
    RandomOptimal,
}

impl Defence {
    /// All defences with their names on the command line.
    pub const ALL: [(&'static str, Defence); 3] =
        [("dtm", Defence::Dtm), ("dtz", Defence::Dtz), ("random-optimal", Defence::RandomOptimal)];
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Defence::ALL[*self as usize].0)
    }
}

impl FromStr for Defence {
    type Err = String;

    fn from_str(text: &str) -> Result<Defence, String> {
        let found = Defence::ALL.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, defence)| defence).ok_or_else(|| {
            let names = Defence::ALL.map(|(name, _)| name);
            format!("the opponent defends by {}", names.join(", "))
        })
    }
}

/// The opponent in one game.
pub(super) struct Opponent<'a> {
    /// The distances to mate in the game's endgame and in all endgames that it leads to.
    pub values: &'a dyn Values,
    /// The distances to zeroing, for [`Defence::Dtz`].
    pub dtz: Option<&'a dyn Values>,
    pub defence: Defence,
    /// The seed of random choices.
    pub seed: u64,
}

impl Opponent<'_> {
    /// Returns the opponent's move in a position with legal moves: the quickest mate if the
    /// opponent wins, the longest resistance if it loses, otherwise the move after which the fewest
    /// replies hold the draw. `seen` returns the number of earlier occurrences of a position.
    pub fn reply(&self, board: &Board, seen: &dyn Fn(&Board) -> u32) -> Result<Move, ProbeError> {
        let moves = probe::moves(board, self.values)?;
        let best = moves.first().expect("there is a legal move").value;
        let chance = |mv: &Move| {
            let number = (mv.from as u64) << 12
                | (mv.to as u64) << 6
                | mv.promotion.map_or(0, |it| it as u64 + 1);
            mixed(mixed(self.seed ^ board.hash()) ^ number)
        };
        if best == Value::Draw {
            let draws = moves.iter().take_while(|it| it.value == Value::Draw);
            let mut tries = draws
                .map(|it| Ok((self.trap(it, seen)?, chance(&it.mv), it.mv)))
                .collect::<Result<Vec<_>, ProbeError>>()?;
            tries.sort_by_key(|(trap, chance, _)| (*trap, *chance));
            return Ok(tries[0].2);
        }
        let is_lost = matches!(best, Value::Win(_));
        let chosen = match (self.defence, self.dtz) {
            (Defence::Dtz, Some(dtz)) if is_lost => {
                let until_zeroing = |it: &MoveValue| {
                    let kind = MoveKinds::new(board, it.mv).of_metric();
                    dtz.metric().before(kind, it.value).number()
                };
                // The first of equal moves, as for distances to mate.
                let moves = probe::moves(board, dtz)?;
                moves.iter().rev().max_by_key(|it| until_zeroing(it)).map(|it| it.mv)
            }
            (Defence::RandomOptimal, _) => {
                let equal = moves.iter().take_while(|it| it.value == best);
                equal.map(|it| it.mv).min_by_key(chance)
            }
            _ => None,
        };
        Ok(chosen.unwrap_or(moves[0].mv))
    }

    /// Returns a key for drawing moves; the lowest is the best trap. It compares: whether no reply
    /// loses, the number of replies that hold the draw, the occurrences of the position, the losing
    /// replies.
    fn trap(
        &self,
        MoveValue { after, .. }: &MoveValue,
        seen: &dyn Fn(&Board) -> u32,
    ) -> Result<(bool, usize, u32, Reverse<usize>), ProbeError> {
        let replies = probe::moves(after, self.values)?;
        // A value after a reply is for the opponent: a draw holds, a win for the opponent does not.
        let holding = replies.iter().filter(|it| it.value == Value::Draw).count();
        let losing = replies.len() - holding;
        Ok((losing == 0, holding, seen(after), Reverse(losing)))
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Metric, NormalMaterial, Placement, TableSet};

    use super::*;

    fn tables(endgame: &str, metric: Metric) -> TableSet {
        let endgame: NormalMaterial = endgame.parse().unwrap();
        let options = drawproof_generator::Options { metric, ..Default::default() };
        drawproof_generator::solve_closure_with(&options, &[endgame], &()).unwrap()
    }

    /// Returns one in `step` legal positions of an endgame that have a legal move, with either side
    /// to move.
    fn boards(endgame: &str, step: usize) -> impl Iterator<Item = Board> {
        let layout = Layout::new(endgame.parse().unwrap());
        let places = (0..layout.words() * 64).step_by(step);
        let both = places.flat_map(move |index| {
            let squares = layout.squares(index);
            let board = |side| {
                Placement::new(&layout, &squares, side)
                    .to_board()
                    .filter(|it| it.generate_moves(|_| true))
            };
            drawproof_board::Color::ALL.map(board)
        });
        both.flatten().collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn every_reply_is_optimal_by_a_second_look_at_the_tables() {
        let mut kinds = [0; 3];
        for endgame in ["KQKR", "KPKP"] {
            let (dtm, dtz) = (tables(endgame, Metric::Dtm), tables(endgame, Metric::Dtz));
            for board in boards(endgame, 4099) {
                let after = |mv: Move| {
                    let mut after = board.clone();
                    after.play(mv);
                    after
                };
                let legal = probe::legal_moves(&board);
                let number = |mv: Move| {
                    let value = probe::probe(&after(mv), &dtm).unwrap();
                    (value.wdl(), value.number())
                };
                // Returns whether every reply of the other side holds the draw, and the number of
                // those that do.
                let holding = |mv: Move| {
                    let replies = probe::legal_moves(&after(mv));
                    let values = replies.iter().map(|&reply| {
                        let mut end = after(mv);
                        end.play(reply);
                        probe::probe(&end, &dtm).unwrap()
                    });
                    let draws = values.filter(|value| *value == Value::Draw).count();
                    (draws == replies.len(), draws)
                };
                for defence in Defence::ALL.map(|(_, defence)| defence) {
                    let opponent = Opponent { values: &dtm, dtz: Some(&dtz), defence, seed: 7 };
                    let chosen = opponent.reply(&board, &|_| 0).unwrap();
                    let (result, distance) = number(chosen);
                    let best = legal.iter().map(|&mv| number(mv).0).min().unwrap();
                    assert_eq!(result, best, "{board}: {chosen}");
                    let equal = || legal.iter().copied().filter(|&mv| number(mv).0 == best);
                    match best {
                        // The win is for the other side, because the numbers are those after the
                        // move.
                        drawproof_tables::Wdl::Win if defence == Defence::Dtz => {
                            let dtz = |mv| probe::probe(&after(mv), &dtz).unwrap().number();
                            let zeroing = |mv| MoveKinds::new(&board, mv).zeroing;
                            let until = |mv| if zeroing(mv) { Some(0) } else { dtz(mv) };
                            assert_eq!(until(chosen), equal().map(until).max().unwrap(), "{board}");
                        }
                        drawproof_tables::Wdl::Win => {
                            kinds[0] += 1;
                            assert_eq!(distance, equal().map(|mv| number(mv).1).max().unwrap());
                        }
                        drawproof_tables::Wdl::Draw => {
                            kinds[1] += 1;
                            let fewest = equal().map(holding).min().unwrap();
                            assert_eq!(holding(chosen), fewest, "{board}: {chosen}");
                        }
                        drawproof_tables::Wdl::Loss => {
                            kinds[2] += 1;
                            assert_eq!(distance, equal().map(|mv| number(mv).1).min().unwrap());
                        }
                    }
                }
            }
        }
        assert!(kinds.iter().all(|&count| count > 1000), "{kinds:?}");
    }
}
