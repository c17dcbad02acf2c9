//! Asks the recognizers about a position: `cargo run --example ask -- '<FEN>'`.

use drawproof_recognizers::{Position, recognize};

fn main() {
    let fen = std::env::args().nth(1).unwrap_or("8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1".into());
    let board: drawproof_board::Board = fen.parse().expect("a legal position as a FEN");
    println!("{:?}", recognize(&Position::from(&board)));
}
