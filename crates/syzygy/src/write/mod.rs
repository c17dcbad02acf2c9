//! Writes the files of an endgame of three to five men: results and distances to zeroing.
//!
//! A part numbers its men in the order that compresses best on a sample. Its numbers come piece by piece from
//! the places of drawproof's table; free ones, which no probe asks for, become like their neighbours. Then pairs
//! become symbols and symbols code words. The same table gives the same bytes with any number of threads.

mod blocks;
mod fill;
mod huffman;
mod orders;
mod pairs;
mod part;
mod places;
mod values;

use drawproof_board::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use drawproof_tables::{Cell, Layout, Metric, NormalMaterial, PlainTable, Value};

use self::{
    fill::bound,
    orders::Order,
    part::{Packed, Packer},
    places::Ground,
    values::{Distances, Maps, ZEROES, by_file, reaches_rule},
};
use crate::{
    checksum,
    file::{BLACK_STORED, Kind, LOSSES_IN_PLIES, WINS_IN_PLIES, numbering},
};

/// The input of [`pack`]: the values of an endgame.
#[derive(Debug)]
pub struct Packing<'t> {
    /// The table of distances to zeroing.
    pub table: &'t PlainTable,
    /// The results, `[side to move][index]`: 0 to 4 is the result as
    /// [`FiftyMoves`](drawproof_tables::FiftyMoves) numbers it; 4 plus that number if a capture
    /// attains the result; 8 for illegal positions.
    pub results: [Vec<u8>; 2],
    /// Whether to store all distances in plies. Otherwise the wins of a side that has no win in 100
    /// plies, and the other side's losses, are rounded to moves, as the format prescribes.
    pub unrounded: bool,
}

/// The contents of an endgame's two Syzygy files.
#[derive(Debug)]
pub struct Files {
    /// The bytes of the `.rtbw` file, which holds results.
    pub results: Vec<u8>,
    /// The bytes of the `.rtbz` file, which holds distances to zeroing.
    pub distances: Vec<u8>,
}

/// The base-2 logarithms of the maximum block sizes in bytes: for results, which engines read at
/// every node, and for distances.
const BLOCK_LOGS: [u32; 2] = [6, 10];

/// Packs the two Syzygy files of an endgame. Runs on the current rayon pool. Calls `shown` with the
/// fraction of the work that is done, 0 to 1.
pub fn pack(mut packing: Packing, shown: &(dyn Fn(f64) + Sync)) -> Files {
    let layout = &packing.table.layout().clone();
    assert_eq!(packing.table.metric(), Metric::Dtz, "files of results within the fifty-move rule");
    let material = layout.material().get();
    assert!(material.men() <= 5, "files of up to five men");
    let men = Color::ALL.map(|color| Piece::ALL.map(|piece| material.count(color, piece)));
    let numbering = numbering(men);
    let leads = if men[0][0] == numbering.leading_pawns { Color::White } else { Color::Black };
    let ground = Ground::new(layout, numbering);
    let orders = Order::all(men, &numbering);
    let packer = Packer { ground: &ground, orders: &orders, men };
    let sides: &[Color] = if men[0] == men[1] { &Color::ALL[..1] } else { &Color::ALL };
    let files = if material.has_pawns() { 4 } else { 1 };
    let mut parts: Vec<Packed> = Vec::new();
    let mut known = [Vec::new(), Vec::new()];
    let steps = 2.0 * (files * sides.len()) as f64;
    for file in 0..files {
        for &side in sides {
            let results = &packing.results[side as usize];
            let present = &by_file::<9>(layout, leads, |it| Some(results[it].into()))[file];
            let value = |it: Option<usize>| {
                it.map_or(bound(4), |it| match results[it] {
                    result @ 0..=4 => result.into(),
                    free => bound(u16::from(free) - 4),
                })
            };
            let part = match only_result(present) {
                Some(result) => packer.constant(result),
                None => {
                    let known = &mut known[side as usize];
                    let (_, order) = packer.best_order(file, &value, 5, known);
                    packer.pack_as(file, &order, &value, &[0, 1, 2, 3, 4], BLOCK_LOGS[0])
                }
            };
            parts.push(part);
            shown(parts.len() as f64 / steps);
        }
    }
    let results = assemble(Kind::Results, sides.len(), files, &parts);
    drop(parts);
    if material.has_pawns() {
        mark_zeroing(&packing.table.layout().clone(), packing.table, &mut packing.results);
    }
    let distances =
        distances(&packing, &packer, (sides, files), leads, &|done| shown(0.5 + done / 2.0));
    Files { results, distances }
}

/// Returns the memory that packing an endgame takes, in bytes, its table included.
pub fn packing_bytes(material: NormalMaterial) -> u64 {
    /// The bytes of the counts of pairs.
    const COUNTS_BYTES: u64 = 4 * 4096 * 4096;
    let count = Layout::new(material).count() as u64;
    let files = if material.get().has_pawns() { 4 } else { 1 };
    // Cells and results, legal positions, the numbers of a part, and the counts of pairs.
    2 * (2 * count + count / 8) + 2 * count / files + COUNTS_BYTES.min(4 * count)
}

/// Returns a result that all positions of a part may have; `None` if there is no such result.
fn only_result(present: &[u64; 9]) -> Option<u16> {
    let mut exact = (0..5).filter(|&result| present[result] > 0);
    let least_bound = (5..9).find(|&code| present[code] > 0).map_or(4, |code| code - 4);
    let result = exact.next().unwrap_or(least_bound.min(2));
    (exact.next().is_none() && result <= least_bound).then_some(result as u16)
}

/// Returns the bytes of the file of distances. For each file of the leading pawn, it holds the side
/// to move that takes fewer bytes.
fn distances(
    packing: &Packing,
    packer: &Packer,
    (sides, files): (&[Color], usize),
    leads: Color,
    shown: &dyn Fn(f64),
) -> Vec<u8> {
    let layout = packing.table.layout();
    let stored: Vec<Distances> = sides
        .iter()
        .map(|&side| Distances::new(packing.table, side, &packing.results[side as usize]))
        .collect();
    let counts: Vec<_> =
        stored.iter().map(|stored| values::counts(stored, layout, leads)).collect();
    let reached: Vec<[bool; 2]> = counts.iter().map(|counts| reaches_rule(counts)).collect();
    // The wins of a side, and the losses of the other that they lead to.
    let in_plies = |side: usize| {
        let other = reached[(side + 1) % sides.len()];
        packing.unrounded || reached[side][0] || other[1]
    };
    let mut known = [Vec::new(), Vec::new()];
    let mut parts = Vec::new();
    for file in 0..files {
        let mut candidates = Vec::new();
        for (side, distances) in stored.iter().enumerate() {
            let other = (side + 1) % sides.len();
            let counts = &counts[side][file];
            let maps = Maps::new(counts, [in_plies(side), in_plies(other)]);
            let value = move |it: Option<usize>, maps: &Maps| match it
                .map(|it| maps.stored(distances.raw(it)))
            {
                None | Some(values::FREE) => bound(u16::MAX >> 1),
                Some(stored) => stored,
            };
            let best = if maps.is_constant() {
                (0, packer.constant_order())
            } else {
                packer.best_order(file, &|it| value(it, &maps), maps.count(), &mut known[side])
            };
            candidates.push((best, side, maps, value));
        }
        let ((_, order), side, maps, value) =
            candidates.into_iter().min_by_key(|it| it.0.0).expect("a side");
        let mut part = if maps.is_constant() {
            packer.constant(0)
        } else {
            let values: Vec<u16> = (0..maps.count()).map(|it| maps.value(it)).collect();
            packer.pack_as(file, &order, &|it| value(it, &maps), &values, BLOCK_LOGS[1])
        };
        let kept = if maps.is_constant() { WINS_IN_PLIES | LOSSES_IN_PLIES } else { u8::MAX };
        part.flags |= maps.flags & kept | if side == 1 { BLACK_STORED } else { 0 };
        part.maps = maps.maps;
        parts.push(part);
        shown((file + 1) as f64 / files as f64);
    }
    assemble(Kind::Distances, sides.len(), files, &parts)
}

/// Marks the positions that win in one ply but not by a quiet move that mates: a capture or pawn
/// move wins at once.
fn mark_zeroing(layout: &Layout, table: &PlainTable, results: &mut [Vec<u8>; 2]) {
    let at_once = Cell::try_from(Metric::Dtz.decisive(true, 1)).expect("a number of a cell").byte();
    let mated = Cell::try_from(Value::MATED).expect("a number of a cell").byte();
    for side in Color::ALL {
        let results = &mut results[side as usize];
        let cells = table.cells(side).iter().zip(results.iter_mut());
        for (&cell, result) in cells {
            if cell == at_once {
                *result |= ZEROES;
            }
        }
        for (place, &cell) in table.cells(!side).iter().enumerate() {
            if cell == mated {
                each_quiet_origin(layout, place, side, |before| results[before] &= !ZEROES);
            }
        }
    }
}

/// Calls `visit` with the indices of the positions from which a quiet move of a piece of `side`
/// leads to index `place`.
fn each_quiet_origin(layout: &Layout, place: usize, side: Color, mut visit: impl FnMut(usize)) {
    let squares = layout.squares(place);
    let occupied = squares.iter().fold(BitBoard::EMPTY, |set, it| set | it.bitboard());
    for (number, man) in layout.men().iter().enumerate().filter(|it| it.1.color == side) {
        let square = squares[number];
        let rook = || get_rook_moves(square, occupied);
        let bishop = || get_bishop_moves(square, occupied);
        let origins = match man.piece {
            Piece::Pawn => continue,
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => bishop(),
            Piece::Rook => rook(),
            Piece::Queen => rook() | bishop(),
            Piece::King => get_king_moves(square),
        };
        for origin in origins & !occupied {
            let mut before: Vec<Square> = squares.to_vec();
            before[number] = origin;
            layout.index(&before).into_iter().for_each(&mut visit);
        }
    }
}

/// Returns the bytes of a file with the given parts, which are sorted by file of the leading pawn
/// and then by side to move.
fn assemble(kind: Kind, sides: usize, files: usize, parts: &[Packed]) -> Vec<u8> {
    let men = parts[0].order.codes.len();
    let mut bytes = kind.magic().to_vec();
    bytes.push((men as u8) << 4 | u8::from(sides == 2) | if files == 4 { 2 } else { 0 });
    for of_file in parts.chunks(parts.len() / files) {
        // A lone part stands in both halves of a byte.
        let nibbles = |of: &dyn Fn(&Order) -> u8| {
            let high = of(&of_file[of_file.len() - 1].order);
            let high = if kind == Kind::Results { high << 4 } else { 0 };
            of(&of_file[0].order) | high
        };
        for place in 0..of_file[0].order.places.len() {
            bytes.push(nibbles(&|order| order.places[place] as u8));
        }
        for man in 0..men {
            bytes.push(nibbles(&|order| order.codes[man]));
        }
    }
    align(&mut bytes, 2);
    for part in parts {
        part.write_head(kind, &mut bytes);
        align(&mut bytes, 2);
    }
    if kind == Kind::Distances {
        for part in parts.iter().filter(|part| part.flags & crate::file::MAPPED != 0) {
            for map in &part.maps {
                bytes.push(map.len() as u8);
                bytes.extend(map);
            }
        }
        align(&mut bytes, 2);
    }
    let coded = || parts.iter().filter_map(|part| part.coded.as_ref());
    coded().for_each(|it| bytes.extend(&it.blocks.entries));
    for it in coded() {
        bytes.extend(it.blocks.lengths.iter().flat_map(|length| length.to_le_bytes()));
    }
    for it in coded() {
        align(&mut bytes, 64);
        bytes.extend(&it.blocks.bytes);
    }
    align(&mut bytes, 64);
    bytes.extend([0; checksum::BYTES as usize]);
    let sum = checksum::checksum(&bytes).expect("memory is read without errors");
    let end = bytes.len() - sum.len();
    bytes[end..].copy_from_slice(&sum);
    bytes
}

fn align(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
}
