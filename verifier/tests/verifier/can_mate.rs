//! Whether a colour can still mate, by the code of the recognizers crate and by tables of helpmates.

use drawproof_board::{BoardBuilder, Color, Piece, Square};
use drawproof_recognizers::{Claim, Position, can_mate, is_dead, possible_results};
use drawproof_tables::{
    Layout, Placement, PlainTable,
    helpmate::{Helpmates, helpmates},
    parallel,
};

use crate::shared::{HELPMATES, material};

fn position(layout: &Layout, index: usize, side_to_move: Color) -> Position {
    let stm = side_to_move as u8;
    let mut found = Position { colour: [0; 2], kind: [0; 6], side_to_move: stm, en_passant: 64 };
    for (man, square) in layout.men().iter().zip(&*layout.squares(index)) {
        found.colour[man.color as usize] |= 1 << *square as u64;
        found.kind[man.piece as usize] |= 1 << *square as u64;
    }
    found
}

fn assert_exact(position: &Position, truth: Helpmates) {
    let truth = truth.map(|plies| plies.is_some());
    let found = Color::ALL.map(|mating| can_mate(position, mating));
    assert_eq!(found, truth, "{position:?}");
}

/// Of the positions that are stored those with an even number, and the others with colours reversed.
fn assert_table(table: &PlainTable) {
    let layout = table.layout();
    const CHUNK: usize = 1 << 16;
    parallel::each(layout.count().div_ceil(CHUNK), &|chunk| {
        for index in chunk * CHUNK..layout.count().min((chunk + 1) * CHUNK) {
            for side in Color::ALL.into_iter().filter(|&side| table.is_legal(side, index)) {
                let (position, [white, black]) =
                    (position(layout, index, side), table.helpmates(side, index));
                match index % 2 {
                    0 => assert_exact(&position, [white, black]),
                    _ => assert_exact(&position.reversed(), [black, white]),
                }
            }
        }
    });
}

#[test]
fn every_position_of_three_and_four_men() {
    for table in HELPMATES.iter() {
        assert_table(table);
    }
    every_en_passant_right();
}

/// In KPKP, which alone has them.
fn every_en_passant_right() {
    let table = HELPMATES.get(material("KPKP")).unwrap();
    let layout = table.layout();
    let mut rights = 0;
    for (side, index) in
        Color::ALL.into_iter().flat_map(|side| (0..layout.count()).map(move |i| (side, i)))
    {
        if !table.is_legal(side, index) {
            continue;
        }
        let plain = position(layout, index, side);
        let pushed = plain.men(!side, Piece::Pawn).next_square().unwrap();
        let own = plain.men(side, Piece::Pawn).next_square().unwrap();
        let files = (pushed.file() as i8 - own.file() as i8).abs();
        let passed = Square::try_index(if side == Color::White {
            pushed as usize + 8
        } else {
            pushed as usize - 8
        });
        if own.rank() != pushed.rank() || files != 1 {
            continue;
        }
        let squares = layout.squares(index);
        let mut builder =
            BoardBuilder::from_board(&Placement::new(layout, &squares, side).to_board().unwrap());
        builder.en_passant = passed;
        let Ok(board) = builder.build() else { continue };
        let asked = Position::from(&board);
        if asked.en_passant < 64 {
            assert_exact(&asked, helpmates(&board, &*HELPMATES).unwrap());
            rights += 1;
        }
    }
    assert!(rights > 40_000, "{rights}");
}

#[test]
fn claims_are_the_possible_results_of_the_side_to_move() {
    let claim = |fen: &str| {
        let position = Position::from(&fen.parse().unwrap());
        assert_eq!(is_dead(&position), possible_results(&position) == Claim::DRAW);
        possible_results(&position)
    };
    assert_eq!(claim("8/8/8/8/8/8/k7/2K5 w - - 0 1"), Claim::DRAW);
    assert_eq!(claim("8/8/8/8/8/7R/k7/2K5 w - - 0 1"), Claim::NO_LOSS);
    assert_eq!(claim("8/8/8/8/8/7R/k7/2K5 b - - 0 1"), Claim::NO_WIN);
    assert_eq!(claim("8/8/8/3n4/8/7R/k7/2K5 b - - 0 1"), Claim::NONE);
}

/// More men than a search of every line has time for, and what only an impossible double check mates.
#[test]
fn what_is_not_proved_is_possible() {
    let can =
        |fen: &str| Color::ALL.map(|color| can_mate(&Position::from(&fen.parse().unwrap()), color));
    assert_eq!(can("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"), [true; 2]);
    assert_eq!(can("8/8/8/8/B5B1/3K4/8/2rkr3 b - - 0 1"), [true, false]);
    assert_eq!(can("8/8/8/8/B7/3K4/8/2rkr3 b - - 0 1"), [false, true]);
    assert_eq!(can("8/8/8/8/8/2k5/1n6/K1Q1Q3 b - - 0 1"), [true, false]);
}
