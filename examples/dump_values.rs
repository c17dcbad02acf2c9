//! Writes every legal position of endgames and its value to standard output, for programs that
//! compare them with third-party tables (`tests/outside/compare-gaviota`, `tests/outside/compare-syzygy`).
//!
//! For each endgame a line with its name, then one record a position, all of the same length:
//!
//! - the square of each man (a1 = 0, b1 = 1, h8 = 63), in the order of the name, White's first;
//! - the side to move (0 = White, 1 = Black; 255 = end of the endgame);
//! - the en-passant target square (64 = none);
//! - the number of the value as two bytes, lower first: odd = the side to move wins, even = it loses,
//!   65535 = draw. For DTM it is the distance in plies, for DTZ and DTC twice that and one for a win.
//!
//! Positions that differ by a symmetry of the board are written once. A position with a legal
//! en-passant right has a record besides the one of the position without.
//!
//! Usage: `dump_values [dtm|dtz|dtc] KRKN KPKP` or `dump_values 4` (all endgames of four men).

use std::{
    error::Error,
    io::{self, BufWriter, ErrorKind, Write},
};

use drawproof_board::{Color, Piece, Square};
use drawproof_generator::{Options, Request, solve};
use drawproof_tables::{NormalMaterial, Placement, PlainTable, TableSet, Value, probe};

/// The en-passant square of a position without an en-passant right.
const NO_SQUARE: u8 = 64;

/// The side to move of the record that ends an endgame.
const END: u8 = 255;

fn main() -> Result<(), Box<dyn Error>> {
    let result = write_endgames(&mut BufWriter::with_capacity(1 << 20, io::stdout().lock()));
    // The reading program explains why it ended.
    let closed = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    result.or_else(|error| {
        if error.downcast_ref::<io::Error>().is_some_and(closed) { Ok(()) } else { Err(error) }
    })
}

fn write_endgames(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (mut endgames, mut options) = (Vec::new(), Options::default());
    for text in std::env::args().skip(1) {
        match text.as_str() {
            "3" | "4" | "5" => endgames.extend(NormalMaterial::all_with_men(text.parse()?)),
            "dtm" | "dtz" | "dtc" => options.metric = text.parse()?,
            name => endgames.push(name.parse::<NormalMaterial>()?),
        }
    }
    let mut tables = TableSet::new();
    for endgame in endgames {
        for material in endgame.closure() {
            if tables.get(material).is_none() {
                let solution = solve(Request::new(&options, material, &tables))?;
                tables.insert(std::sync::Arc::new(solution.table));
            }
        }
        let table = tables.get(endgame).expect("it was just solved");
        writeln!(out, "{endgame}")?;
        dump(table, &tables, out)?;
        record(out, &vec![Square::A1; endgame.get().men()], END, None, Value::Draw)?;
    }
    out.flush()?;
    Ok(())
}

fn dump(table: &PlainTable, tables: &TableSet, out: &mut impl Write) -> io::Result<()> {
    let layout = table.layout();
    let pawns_meet =
        Color::ALL.into_iter().all(|color| table.material().get().count(color, Piece::Pawn) > 0);
    for side in Color::ALL {
        for index in (0..layout.count()).filter(|&index| table.is_legal(side, index)) {
            let squares = layout.squares(index);
            record(out, &squares, side as u8, None, table.value(side, index))?;
            if !pawns_meet {
                continue;
            }
            let board = Placement::new(layout, &squares, side).to_board();
            for board in probe::with_en_passant_rights(&board.expect("the position is legal")) {
                let target = probe::en_passant_target(&board);
                let value = probe::probe(&board, tables).map_err(io::Error::other)?;
                record(out, &squares, side as u8, target, value)?;
            }
        }
    }
    Ok(())
}

fn record(
    out: &mut impl Write,
    squares: &[Square],
    side_to_move: u8,
    en_passant: Option<Square>,
    value: Value,
) -> io::Result<()> {
    let mut bytes = [0; 10];
    let men = squares.len();
    for (byte, &square) in bytes.iter_mut().zip(squares) {
        *byte = square as u8;
    }
    bytes[men] = side_to_move;
    bytes[men + 1] = en_passant.map_or(NO_SQUARE, |square| square as u8);
    let plies = value.number().unwrap_or(u16::MAX);
    bytes[men + 2..men + 4].copy_from_slice(&plies.to_le_bytes());
    out.write_all(&bytes[..men + 4])
}
