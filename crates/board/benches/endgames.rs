//! Speed of move generation, played moves and attacks in endgame positions, compared with
//! cozy-chess.
//!
//! Run `cargo bench -p drawproof-board`. Each figure is for all positions of a sample. Their men
//! are spread at random, as in tables, where neighbours in memory are not neighbours on the board.

#![allow(missing_docs, reason = "a program")]

use divan::{Bencher, black_box};
use drawproof_board::{Board, BoardBuilder, Color, Move, Piece, Square, fen};

fn main() {
    divan::main();
}

/// The number of positions in a sample.
const POSITIONS: usize = 4096;

/// The men besides the kings.
const ENDGAMES: [&str; 4] = ["Rn", "QRr", "Pp", "RPrb"];

/// Draws legal positions with the men of a text; a capital stands for a white man.
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
        // The strict reader accepts neither kings that touch nor three men that give check.
        let is_legal = |board: &Board| fen::parse(&board.to_string()).is_ok();
        boards.extend(builder.build().ok().filter(|board| all_stand && is_legal(board)));
    }
    boards
}

/// Returns the positions of [`sample`] as boards of cozy-chess.
fn other_sample(men: &str) -> Vec<cozy_chess::Board> {
    let same = |board: &Board| board.to_string().parse().expect("both read the same FENs");
    sample(men).iter().map(same).collect()
}

/// Sums up `count` over a sample.
fn each<B: Sync>(bencher: Bencher, boards: &[B], count: impl Fn(&B) -> usize) {
    let bencher = bencher.counter(divan::counter::ItemsCount::new(boards.len()));
    bencher.bench_local(|| black_box(boards).iter().map(&count).sum::<usize>());
}

/// Returns every move between two squares, one square after the other.
fn any_moves() -> impl Iterator<Item = Move> {
    Square::ALL.into_iter().map(|to| Move { from: Square::A1, to, promotion: None })
}

/// Counts something in each position of a sample, once with the board of this crate and once with
/// that of cozy-chess; `library` is the crate.
macro_rules! compared {
    ($($name:ident, $name_of_cozy_chess:ident: $library:ident, $board:ident => $count:expr;)+) => { $(
        #[divan::bench(args = ENDGAMES)]
        fn $name(bencher: Bencher, men: &str) {
            #[allow(unused_imports, reason = "only some counts name the crate")]
            use drawproof_board as $library;
            each(bencher, &sample(men), |$board| $count);
        }

        #[divan::bench(args = ENDGAMES)]
        fn $name_of_cozy_chess(bencher: Bencher, men: &str) {
            #[allow(unused_imports, reason = "only some counts name the crate")]
            use cozy_chess as $library;
            each(bencher, &other_sample(men), |$board| $count);
        }
    )+ };
}

compared! {
    moves, moves_of_cozy_chess: library, board => {
        let mut moves = 0;
        board.generate_moves(|set| {
            moves += set.len();
            false
        });
        moves
    };
    successors, successors_of_cozy_chess: library, board => {
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
    };
    legality, legality_of_cozy_chess: library, board => {
        let from = board.king(board.side_to_move());
        any_moves().filter(|&mv| board.is_legal(Move { from, ..mv })).count()
    };
    // A rook and a bishop on every square of each board.
    attacks, attacks_of_cozy_chess: library, board => {
        let all = board.occupied();
        let count = |square| {
            let rook = library::get_rook_moves(square, all);
            (rook ^ library::get_bishop_moves(square, all)).len() as usize
        };
        Square::ALL.into_iter().map(count).sum()
    };
}
