//! Endings that the engine must win: in the shortest number of moves if tables cover them,
//! otherwise by evaluation and search.

use std::time::Duration;

use crate::solved::Solved;
use drawproof_board::{Board, BoardBuilder, Color, GameStatus, Piece};
use drawproof_engine::{
    endgames::{Endgames, NoEndgames},
    game::Game,
    knowledge::Knowledge,
    search::{self, Resources},
    time::{Limits, Signals},
    tt::Table,
};
use drawproof_session::three_men;
use drawproof_tables::Value;

/// A reproducible sequence of numbers (Marsaglia's xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound) as usize
    }
}

/// Returns a legal position with the men on random squares, White to move.
pub fn random(numbers: &mut Numbers, men: &[(Piece, Color)]) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        for &man in men {
            builder.board[numbers.below(64)] = Some(man);
        }
        if let Ok(board) = builder.build()
            && board.occupied().len() as usize == men.len()
        {
            return board;
        }
    }
}

/// Plays a game out, with both sides searching. Returns its length in plies and its end.
pub fn play(
    board: &Board,
    limits: &Limits,
    strong: &dyn Endgames,
    weak: &dyn Endgames,
) -> (u32, GameStatus) {
    // Each side has its own table, so that neither uses the other's knowledge.
    let tables = [Table::new(8).unwrap(), Table::new(8).unwrap()];
    let mut game = Game::new(board.clone());
    let mut plies = 0;
    while game.board().status() == GameStatus::Ongoing {
        let white = game.board().side_to_move() == Color::White;
        let resources = Resources {
            table: &tables[usize::from(white)],
            endgames: if white { strong } else { weak },
            use_recognizers: false,
            fifty_move_rule: true,
            threads: 1,
            lines: 1,
            overhead: Duration::ZERO,
            signals: &Signals::new(false),
        };
        let report = search::run(&game, limits, resources, &mut |_| {});
        game.play(report.line[0]);
        plies += 1;
    }
    (plies, game.board().status())
}

/// Plays `count` won positions to mate, and compares the lengths with the table.
fn wins_in_the_shortest_way(men: &[(Piece, Color)], endgames: &dyn Endgames, count: usize) {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut played = 0;
    while played < count {
        let board = random(&mut numbers, men);
        let Some(Value::Win(dtm)) = endgames.exact(&board) else { continue };
        assert_eq!(
            play(&board, &limits, endgames, endgames),
            (dtm.plies().into(), GameStatus::Won),
            "{board}"
        );
        played += 1;
    }
}

use {Color::Black as B, Color::White as W, Piece::*};

#[test]
fn three_men_are_won_without_tables_on_disk() {
    for strong in [Pawn, Rook, Queen] {
        let men = [(King, W), (King, B), (strong, W)];
        wins_in_the_shortest_way(&men, &Knowledge::new(three_men()), 200);
    }
}

#[test]
fn four_men_are_won_in_the_shortest_way_with_tables() {
    let bishop_and_knight = [(King, W), (King, B), (Bishop, W), (Knight, W)];
    wins_in_the_shortest_way(&bishop_and_knight, &Solved::new("KBNK"), 30);
    let queen_against_rook = [(King, W), (King, B), (Queen, W), (Rook, B)];
    wins_in_the_shortest_way(&queen_against_rook, &Solved::new("KQKR"), 30);
}

#[test]
fn bishop_and_knight_mate_without_tables() {
    let start: Board = "8/8/8/4k3/8/8/1K6/2BN4 w - - 0 1".parse().unwrap();
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    // The defender has the table, the attacker has no knowledge.
    let (plies, end) = play(&start, &limits, &NoEndgames, &Solved::new("KBNK"));
    assert_eq!(end, GameStatus::Won, "after {plies} plies");
}

#[test]
fn castling_rights_keep_tables_out() {
    // Positions with castling rights are not in tables, and must not be looked up without their
    // rights.
    let board: Board = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let knowledge = Knowledge::new(three_men());
    assert_eq!(play(&board, &limits, &knowledge, &knowledge).1, GameStatus::Won);
}
