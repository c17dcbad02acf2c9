//! Compares both exports of `--as can-mate`, can_mate.rs and the library of can_mate.h, at every position of
//! the endgames that are named, en-passant rights and both colours included; prints nanoseconds of a call.
//! Of symmetric positions one or two are asked about.

#![allow(dead_code)]

use std::{hint::black_box, time::Instant};

include!("can_mate.rs");

extern "C" {
    fn c_can_mate(colour: *const u64, kind: *const u64, side: u32, en_passant: u32, of: u32) -> i32;
}

fn by_c(position: &Position, colour: usize) -> bool {
    let Position { colour: men, kind, side_to_move, en_passant } = position;
    let [side, en_passant] = [*side_to_move, *en_passant].map(u32::from);
    (unsafe { c_can_mate(men.as_ptr(), kind.as_ptr(), side, en_passant, colour as u32) }) != 0
}

const LETTERS: &str = "PNBRQK";

/// Calls `ask` with every way to put the men on the board, kind and colour of each given.
fn place(men: &[(usize, usize)], position: Position, ask: &mut dyn FnMut(Position)) {
    let Some((&(kind, side), rest)) = men.split_first() else { return ask(position) };
    let taken = position.colour[0] | position.colour[1];
    for square in (0..64).filter(|square| taken >> square & 1 == 0) {
        // The first man is a king: on the files a to d.
        if taken == 0 && square % 8 > 3 || kind == 0 && !(8..56).contains(&square) {
            continue;
        }
        let mut next = position;
        next.colour[side] |= 1 << square;
        next.kind[kind] |= 1 << square;
        place(rest, next, ask);
    }
}

/// The squares behind pawns that can be captured en passant, and none.
fn rights(position: &Position) -> Vec<u8> {
    let mover = usize::from(position.side_to_move);
    let [own, other] = [mover, 1 - mover].map(|side| position.kind[0] & position.colour[side]);
    let taken = position.colour[0] | position.colour[1];
    let (rank, ahead): (u32, i32) = if mover == 0 { (4, 8) } else { (3, -8) };
    let mut found = vec![64];
    for square in (rank * 8..rank * 8 + 8).filter(|square| other >> square & 1 != 0) {
        let (passed, home) = (square as i32 + ahead, square as i32 + 2 * ahead);
        let beside = (square % 8 > 0 && own >> (square - 1) & 1 != 0)
            || (square % 8 < 7 && own >> (square + 1) & 1 != 0);
        if beside && taken >> passed & 1 == 0 && taken >> home & 1 == 0 {
            found.push(passed as u8);
        }
    }
    found
}

fn main() {
    let mut total = 0_u64;
    for endgame in std::env::args().skip(1) {
        let mut men = Vec::new();
        let mut kings = 0;
        for letter in endgame.chars() {
            let kind = LETTERS.find(letter).expect("an endgame such as KRKN");
            if kind == 5 {
                kings += 1;
            }
            men.push((kind, kings - 1));
        }
        let mut spent = [0.0; 2];
        let mut batch = Vec::new();
        let mut count = 0_u64;
        let mut compare = |batch: &mut Vec<Position>| {
            let colours = || batch.iter().flat_map(|position| [0, 1].map(|colour| (position, colour)));
            let start = Instant::now();
            let rust: Vec<bool> = colours().map(|(p, c)| can_mate(black_box(p), c)).collect();
            spent[0] += start.elapsed().as_secs_f64();
            let start = Instant::now();
            let c: Vec<bool> = colours().map(|(p, c)| by_c(black_box(p), c)).collect();
            spent[1] += start.elapsed().as_secs_f64();
            for (((position, colour), rust), c) in colours().zip(rust).zip(c) {
                assert_eq!(rust, c, "{colour} in {position:?}");
            }
            count += batch.len() as u64;
            batch.clear();
        };
        for side_to_move in 0..2 {
            let empty = Position { colour: [0; 2], kind: [0; 6], side_to_move, en_passant: 64 };
            place(&men, empty, &mut |position| {
                if is_illegal(&position) {
                    return;
                }
                for en_passant in rights(&position) {
                    batch.push(Position { en_passant, ..position });
                }
                if batch.len() > 1 << 16 {
                    compare(&mut batch);
                }
            });
        }
        compare(&mut batch);
        let [rust, c] = spent.map(|seconds| seconds * 1e9 / (2 * count) as f64);
        println!("{endgame:6} {count:>10} positions, Rust {rust:.0} ns, C {c:.0} ns a call");
        total += count;
    }
    println!("{total} positions, no difference");
}
