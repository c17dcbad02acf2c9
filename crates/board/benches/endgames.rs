//! Moves, played moves and attacks in positions of endgames, beside those of the crate cozy-chess.
//!
//! `cargo bench -p drawproof-board`. Each figure is for all positions of a sample, whose men are spread
//! at random, as in tables: what is near in memory is not near on the board.

#![allow(missing_docs, reason = "a program")]

use divan::{Bencher, black_box};
use drawproof_board::{Board, BoardBuilder, Color, Move, Piece, Square};

fn main() {
    divan::main();
}

/// Positions of a sample.
const POSITIONS: usize = 4096;

/// The men besides the kings.
const ENDGAMES: [&str; 4] = ["Rn", "QRr", "Pp", "RPrb"];

/// Legal positions with the men of a text, a capital for White.
fn sample(men: &str) -> Vec<Board> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |count: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) as usize % count
    };
    let mut boards = Vec::with_capacity(POSITIONS);
    while boards.len() < POSITIONS {
        let mut builder = BoardBuilder::empty();
        for letter in "Kk".chars().chain(men.chars()) {
            let piece = Piece::try_from(letter.to_ascii_lowercase()).expect("the letter of a man");
            let white = letter.is_ascii_uppercase();
            let man = (piece, if white { Color::White } else { Color::Black });
            *builder.square_mut(Square::index(random(Square::NUM))) = Some(man);
        }
        builder.side_to_move = Color::ALL[random(2)];
        let all_stand = builder.board.iter().flatten().count() == 2 + men.len();
        boards.extend(builder.build().ok().filter(|board| all_stand && board.checkers().len() < 3));
    }
    boards
}

/// The same positions for cozy-chess.
fn other_sample(men: &str) -> Vec<cozy_chess::Board> {
    let same = |board: &Board| board.to_string().parse().expect("both read the same FENs");
    sample(men).iter().map(same).collect()
}

/// Sums up over a sample.
fn each<B: Sync>(bencher: Bencher, boards: &[B], count: impl Fn(&B) -> usize) {
    let bencher = bencher.counter(divan::counter::ItemsCount::new(boards.len()));
    bencher.bench_local(|| black_box(boards).iter().map(&count).sum::<usize>());
}

#[divan::bench(args = ENDGAMES)]
fn moves(bencher: Bencher, men: &str) {
    each(bencher, &sample(men), |board| {
        let mut moves = 0;
        board.generate_moves(|set| {
            moves += set.len();
            false
        });
        moves
    });
}

#[divan::bench(args = ENDGAMES)]
fn moves_of_cozy_chess(bencher: Bencher, men: &str) {
    each(bencher, &other_sample(men), |board| {
        let mut moves = 0;
        board.generate_moves(|set| {
            moves += set.len();
            false
        });
        moves
    });
}

#[divan::bench(args = ENDGAMES)]
fn successors(bencher: Bencher, men: &str) {
    each(bencher, &sample(men), |board| {
        let mut checks = 0;
        board.generate_moves(|set| {
            for mv in set {
                let mut after = board.clone();
                after.play_unchecked(mv);
                checks += after.checkers().len() as usize;
            }
            false
        });
        checks
    });
}

#[divan::bench(args = ENDGAMES)]
fn successors_of_cozy_chess(bencher: Bencher, men: &str) {
    each(bencher, &other_sample(men), |board| {
        let mut checks = 0;
        board.generate_moves(|set| {
            for mv in set {
                let mut after = board.clone();
                after.play_unchecked(mv);
                checks += after.checkers().len() as usize;
            }
            false
        });
        checks
    });
}

/// Every move between two squares, one square after the other.
fn any_moves() -> impl Iterator<Item = Move> {
    Square::ALL.into_iter().map(|to| Move { from: Square::A1, to, promotion: None })
}

#[divan::bench(args = ENDGAMES)]
fn legality(bencher: Bencher, men: &str) {
    each(bencher, &sample(men), |board| {
        let from = board.king(board.side_to_move());
        any_moves().filter(|&mv| board.is_legal(Move { from, ..mv })).count()
    });
}

#[divan::bench(args = ENDGAMES)]
fn legality_of_cozy_chess(bencher: Bencher, men: &str) {
    each(bencher, &other_sample(men), |board| {
        let from = board.king(board.side_to_move());
        any_moves().filter(|&mv| board.is_legal(Move { from, ..mv })).count()
    });
}

/// The attacks of a rook and of a bishop on every square of each board.
#[divan::bench(args = ENDGAMES)]
fn attacks(bencher: Bencher, men: &str) {
    each(bencher, &sample(men), |board| {
        let all = board.occupied();
        let count = |square| {
            let rook = drawproof_board::get_rook_moves(square, all);
            (rook ^ drawproof_board::get_bishop_moves(square, all)).len() as usize
        };
        Square::ALL.into_iter().map(count).sum()
    });
}

#[divan::bench(args = ENDGAMES)]
fn attacks_of_cozy_chess(bencher: Bencher, men: &str) {
    each(bencher, &other_sample(men), |board| {
        let all = board.occupied();
        let count = |square| {
            let rook = cozy_chess::get_rook_moves(square, all);
            (rook ^ cozy_chess::get_bishop_moves(square, all)).len() as usize
        };
        Square::ALL.into_iter().map(count).sum()
    });
}
