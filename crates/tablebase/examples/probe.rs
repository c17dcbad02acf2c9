//! Prints the answers about a position and about its moves.
//!
//!     cargo run --release -p drawproof-tablebase --example probe -- FEN [FOLDER]
//!
//! Without a folder, the endgame is solved in memory.

use drawproof_tablebase::{Options, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().ok_or("usage: probe FEN [FOLDER]")?;
    let options = Options::new().solve_within(1 << 30);
    let tablebase = match arguments.next() {
        Some(folder) => options.folder(folder).open()?,
        None => options.open()?,
    };
    let position: Position = fen.parse()?;
    println!("{:?}", tablebase.probe(position)?);
    for mv in tablebase.moves(position)? {
        println!("{:7} {:?}", mv.san, mv.answer);
    }
    Ok(())
}
