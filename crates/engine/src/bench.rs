//! The benchmark: ten positions searched to a fixed depth. With one thread the number of nodes is
//! the engine's signature: it changes only when the engine does.

use std::time::Duration;

use super::cutoffs::Cutoffs;
use super::endgames::Endgames;
use super::fen;
use super::game::Game;
use super::search::{self, Report, Resources};
use super::time::{Limits, Signals};
use super::tt::Table;

/// The depth in plies of the searches whose node count is the signature.
pub const DEPTH: u32 = 13;

/// The size of the benchmark's transposition table, on which the signature depends.
const MEBIBYTES: usize = 16;

/// The FENs of the positions to search: openings, middlegames and endings with and without pawns.
pub const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "1r6/1pb1k1p1/4p2p/1p1p4/3Pp2P/1R2P1PB/1P2P1K1/8 b - - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
    "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1",
    "8/8/4k3/2r2p2/5P2/4KR2/8/8 w - - 0 1",
    "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
];

/// The results of the benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The signature: the number of nodes searched in all positions.
    pub nodes: u64,
    /// The total time of the searches.
    pub elapsed: Duration,
    /// The number of nodes and the time of the search, for each of [`POSITIONS`].
    pub positions: Vec<(u64, Duration)>,
    /// The number of cut-offs in all positions, by the move's source and number.
    pub cutoffs: Cutoffs,
}

impl Measured {
    /// Returns the number of nodes searched per second.
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1)) as u64
    }
}

/// Searches all positions to `depth` plies, each with an empty transposition table. Returns `None`
/// if the transposition table cannot be allocated.
pub fn run(depth: u32, use_recognizers: bool, endgames: &dyn Endgames) -> Option<Measured> {
    let mut cutoffs = Cutoffs::default();
    let positions: Option<Vec<_>> = POSITIONS
        .iter()
        .map(|fen| {
            let table = Table::new(MEBIBYTES)?;
            let report = search_one(fen, depth, use_recognizers, endgames, &table);
            cutoffs.add(&report.cutoffs);
            Some((report.nodes, report.elapsed))
        })
        .collect();
    let positions = positions?;
    Some(Measured {
        nodes: positions.iter().map(|p| p.0).sum(),
        elapsed: positions.iter().map(|p| p.1).sum(),
        positions,
        cutoffs,
    })
}

fn search_one(
    fen: &str,
    depth: u32,
    use_recognizers: bool,
    endgames: &dyn Endgames,
    table: &Table,
) -> Report {
    let game = Game::new(fen::parse(fen).expect("the positions are legal"));
    let resources = Resources {
        table,
        endgames,
        use_recognizers,
        fifty_move_rule: true,
        threads: 1,
        lines: 1,
        overhead: Duration::ZERO,
        signals: &Signals::new(false),
    };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search::run(&game, &limits, resources, &mut |_| {})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgames::NoEndgames;

    #[test]
    fn the_node_count_repeats() {
        let nodes = |_| run(6, true, &NoEndgames).unwrap().nodes;
        assert_eq!(nodes(1), nodes(2));
    }
}
