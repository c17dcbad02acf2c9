//! Random games, played on a board of this crate and on one of cozy-chess.

use cozy_chess as oracle;
use drawproof_board::{Board, BoardBuilder, Move, Piece, Square};

use crate::{
    random::Random,
    same::{assert_same, assert_same_texts, same_moves},
};

/// Positions from which games soon reach castling, en passant, promotions, checks and few men.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/pppp4/4k3/8/3r4/4K3/4PPPP/8 w - - 90 60",
    "8/2k5/8/8/8/1K1Q4/8/6r1 w - - 0 65534",
    // Chess960 in Shredder FEN.
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
];

/// Calls `visit` on the positions of random games from each start.
fn positions(games: usize, plies: usize, mut visit: impl FnMut(&Board, &oracle::Board, &[Move])) {
    let mut random = Random(2);
    for start in STARTS {
        for _ in 0..games {
            let mut ours: Board = start.parse().unwrap();
            let mut theirs: oracle::Board = start.parse().unwrap();
            for _ in 0..plies {
                assert_same(&ours, &theirs);
                let moves = same_moves(&ours, &theirs);
                visit(&ours, &theirs, &moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                ours.play(mv);
                theirs.play(mv);
            }
        }
    }
}

#[test]
fn positions_moves_and_texts_are_the_same() {
    let mut random = Random(3);
    let (mut count, mut castlings, mut promotions, mut en_passant) = (0, 0, 0, 0);
    positions(40, 120, |ours, theirs, moves| {
        count += 1;
        for &mv in moves {
            castlings += u32::from(ours.colors(ours.side_to_move()).has(mv.to));
            promotions += u32::from(mv.promotion.is_some());
            en_passant += u32::from(
                ours.pieces(Piece::Pawn).has(mv.from)
                    && mv.from.file() != mv.to.file()
                    && !ours.occupied().has(mv.to),
            );
        }
        if !moves.is_empty() {
            assert_same_texts(ours, theirs, moves[random.below(moves.len())]);
        }
    });
    assert!(count > 30_000, "{count} positions");
    for kind in [castlings, promotions, en_passant] {
        assert!(kind > 100, "{castlings} castlings, {promotions} promotions, {en_passant} e.p.");
    }
}

#[test]
fn legal_moves_are_those_generated() {
    const PROMOTIONS: [Option<Piece>; 3] = [None, Some(Piece::Queen), Some(Piece::King)];
    let mut random = Random(4);
    positions(10, 60, |ours, theirs, moves| {
        for &mv in moves {
            assert!(ours.is_legal(mv), "{theirs} {mv}");
        }
        let men: Vec<Square> = ours.colors(ours.side_to_move()).into_iter().collect();
        for _ in 0..50 {
            let from = men[random.below(men.len())];
            let (to, promotion) = (random.square(), PROMOTIONS[random.below(3)]);
            let mv = Move { from, to, promotion };
            assert_eq!(ours.is_legal(mv), theirs.is_legal(mv), "{theirs} {mv}");
            assert_eq!(ours.is_legal(mv), moves.contains(&mv), "{theirs} {mv}");
        }
        let squares = random.squares();
        let mut chosen = Vec::new();
        ours.generate_moves_for(squares, |set| {
            chosen.extend(set);
            false
        });
        let of_squares = |mv: &Move| squares.has(mv.from);
        assert_eq!(chosen, moves.iter().copied().filter(of_squares).collect::<Vec<_>>());
    });
}

#[test]
fn a_listener_stops_generation() {
    let mut calls = 0;
    assert!(Board::default().generate_moves(|_| {
        calls += 1;
        calls == 3
    }));
    assert_eq!(calls, 3);
}

#[test]
#[should_panic(expected = "the move e1e8 is illegal in rnbqkbnr")]
fn playing_an_illegal_move_panics() {
    Board::default().play("e1e8".parse().unwrap());
}

#[test]
fn three_men_may_give_check_on_a_built_board() {
    let mut builder = BoardBuilder::empty();
    for (square, man) in [
        (Square::A1, (Piece::King, oracle::Color::Black)),
        (Square::H1, (Piece::King, oracle::Color::White)),
        (Square::A5, (Piece::Rook, oracle::Color::White)),
        (Square::D4, (Piece::Bishop, oracle::Color::White)),
        (Square::C2, (Piece::Knight, oracle::Color::White)),
    ] {
        *builder.square_mut(square) = Some(man);
    }
    builder.side_to_move = oracle::Color::Black;
    let board = builder.build().unwrap();
    assert_eq!(board.checkers().len(), 3);
    assert!(board.to_string().parse::<Board>().is_err());
}
