//! Games that are written, and read again.

use drawproof_board::{Board, Move};
use drawproof_pgn::{Games, Heading, Outcome, PgnGame, Played, line};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    moves
}

/// Returns a game of `count` moves at most, each played in the last position or in one before it.
fn random_game(start: &Board, count: usize, random: &mut Random) -> Vec<Played> {
    let (mut moves, mut boards) = (Vec::new(), vec![start.clone()]);
    for _ in 0..count {
        let last = boards.len() - 1;
        let after = if random.below(3) == 0 { random.below(last + 1) } else { last };
        let mut legal = legal_moves(&boards[after]);
        let known = |mv: &Move| moves.iter().any(|it: &Played| it.after == after && it.mv == *mv);
        legal.retain(|mv| !known(mv));
        if legal.is_empty() {
            continue;
        }
        let mv = legal[random.below(legal.len())];
        moves.push(Played { after, mv });
        let mut board = boards[after].clone();
        board.play(mv);
        boards.push(board);
    }
    moves
}

#[test]
fn games_with_variations_are_read_as_they_were_written() {
    let mut random = Random(7);
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2r5/1P1P4/8/2pP4/8/8/5k1K/8 w - c6 0 1",
        "8/8/8/8/8/6k1/4p3/2K5 b - - 98 6543",
        "6k1/8/8/8/Q2Q4/8/8/Q2Q3K w - - 0 65535",
    ] {
        let start: Board = fen.parse().unwrap();
        for count in [0, 1, 2, 30, 200] {
            let moves = random_game(&start, count, &mut random);
            let result =
                [Outcome::White, Outcome::Draw, Outcome::Black, Outcome::Unknown][count % 4];
            let heading = Some(Heading {
                event: "\"quoted\" \\ and {braced} [a]",
                number: usize::MAX,
                players: ["?", "an engine"],
                termination: Some("the engine answered the illegal move '\"]'"),
            });
            let text = PgnGame { heading, start: &start, moves: &moves, result }.to_string();
            assert!(text.lines().all(|line| line.starts_with('[') || line.len() <= 79), "{text}");
            // Two games: the first one ends where it should.
            let mut games = [text.as_str(), &text].concat();
            games.push_str("1. e4 *");
            let mut games = Games::new(games.as_bytes(), usize::MAX).with_variations();
            for _ in 0..2 {
                let read = games.next_game().unwrap().expect("there is a game");
                assert_eq!((read.problem, read.outcome), (None, result), "{text}");
                assert_eq!(read.start, start);
                let again = PgnGame { heading, start: &start, moves: &read.moves, result };
                assert_eq!(again.to_string(), text);
                assert_eq!(read.moves.len(), moves.len(), "{text}");
            }
            assert!(games.next_game().unwrap().is_some());
        }
    }
}

#[test]
fn lines_are_short_and_the_start_is_stated_once() {
    let start: Board = "8/8/8/8/8/6k1/4P3/2K5 b - - 0 1".parse().unwrap();
    let moves = line(["g3f4", "e2e3", "f4e3"].map(|mv| mv.parse().unwrap()));
    let heading = Heading { event: "KPK 1", number: 1, players: ["?"; 2], termination: None };
    let game =
        PgnGame { heading: Some(heading), start: &start, moves: &moves, result: Outcome::Draw };
    let expected = "[Event \"KPK 1\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"?\"]\n\
                    [Black \"?\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/6k1/4P3/2K5 b - - 0 1\"]\n\
                    \n1... Kf4 2. e3+ Kxe3 1/2-1/2\n\n";
    assert_eq!(game.to_string(), expected);
    let initial = PgnGame { heading: None, start: &Board::default(), moves: &[], ..game };
    assert_eq!(initial.to_string(), "1/2-1/2\n\n");
}
