//! Figures of games.

use drawproof_board::fen;
use drawproof_judge::{
    play::{Defence, End, Game, Games, PlaySettings, Start},
    sample::Size,
};
use drawproof_tables::{
    Dtm, Value,
    probe::{self, probe_as},
};

use super::{
    record::settings,
    shared::{TABLES, sample},
};

/// A capture en passant is a capture. If only that capture keeps the result, the position is
/// tactical.
#[test]
fn a_move_in_place_of_a_capture_en_passant_is_thrown_away_in_a_tactical_position() {
    let board = fen::parse("1k1K4/8/8/pP6/8/8/8/8 w - a6 0 1").unwrap();
    let value: Value<Dtm> = probe_as(&board, &*TABLES).unwrap();
    let moves = probe::moves(&board, &*TABLES).unwrap();
    let [best, worst] = [moves.first(), moves.last()].map(|it| it.unwrap());
    assert_eq!((best.mv.to_string().as_str(), value), ("b5a6", Value::Draw));

    let sample = sample("KPKP", Size::Games(1), 0);
    let run = settings(sample.size());
    let mut games = Games::new(PlaySettings { run, defence: Defence::Dtm });
    let game = Game {
        fen: board.to_string(),
        is_won: false,
        moves: vec![worst.mv.to_string()],
        scores: vec![None],
        by_depth: Vec::new(),
        end: End::Time,
    };
    let of_endgame = games.endgame_mut(&sample).unwrap();
    of_endgame.games.insert(0, game);
    let start = Start { place: 0, board, value };
    let thrown = of_endgame.figures(&[start], &*TABLES, 1).unwrap().play.thrown;
    assert_eq!((&*thrown[0].to, &*thrown[0].class), ("loss", "tactical"));
}
