//! Random boards, valid and invalid: both builders accept the same ones.

use cozy_chess as oracle;
use drawproof_board::{BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

use crate::{
    random::Random,
    same::{assert_same, same_moves},
};

fn random_builder(random: &mut Random) -> BoardBuilder {
    let mut builder = BoardBuilder::empty();
    for _ in 0..random.below(12) + random.below(2) * random.below(40) {
        let man = (Piece::ALL[random.below(5)], Color::ALL[random.below(2)]);
        *builder.square_mut(random.square()) = Some(man);
    }
    for color in Color::ALL {
        // A king is missing once in 16 boards; half of the kings stand on their first rank.
        if random.below(32) > 0 {
            let home = Square::new(File::index(random.below(8)), Rank::First.relative_to(color));
            let square = if random.below(2) == 0 { home } else { random.square() };
            *builder.square_mut(square) = Some((Piece::King, color));
        }
        let mut right = || (random.below(8) == 0).then(|| File::index(random.below(8)));
        builder.castle_rights[color as usize] = CastleRights { short: right(), long: right() };
    }
    builder.side_to_move = Color::ALL[random.below(2)];
    if random.below(4) == 0 {
        add_double_push(&mut builder, random);
    }
    builder.halfmove_clock = random.below(103) as u8;
    builder.fullmove_number = random.below(40) as u16;
    builder
}

/// Sets an en-passant square, usually with a pawn and empty squares that explain it.
fn add_double_push(builder: &mut BoardBuilder, random: &mut Random) {
    let us = builder.side_to_move;
    let file = File::index(random.below(8));
    let square = |rank: Rank| Square::new(file, rank.relative_to(us));
    builder.en_passant = Some(square(Rank::Sixth));
    if random.below(8) == 0 {
        builder.en_passant = Some(random.square());
    } else {
        *builder.square_mut(square(Rank::Fifth)) = Some((Piece::Pawn, !us));
        *builder.square_mut(square(Rank::Sixth)) = None;
        *builder.square_mut(square(Rank::Seventh)) = None;
    }
}

#[test]
fn the_same_boards_are_valid() {
    let mut random = Random(6);
    let mut valid = 0;
    let mut errors = std::collections::BTreeMap::new();
    for _ in 0..200_000 {
        let ours = random_builder(&mut random);
        let theirs = oracle::BoardBuilder {
            board: ours.board,
            side_to_move: ours.side_to_move,
            castle_rights: ours.castle_rights,
            en_passant: ours.en_passant,
            halfmove_clock: ours.halfmove_clock,
            fullmove_number: ours.fullmove_number,
        };
        match (ours.build(), theirs.build()) {
            (Ok(board), Ok(same)) => {
                valid += 1;
                assert_same(&board, &same);
                same_moves(&board, &same);
                assert_eq!(BoardBuilder::from_board(&board), ours);
            }
            (Err(error), Err(same)) => {
                assert_eq!(format!("{error:?} {error}"), format!("{same:?} {same}"), "{ours:?}");
                *errors.entry(error.to_string()).or_insert(0) += 1;
            }
            (result, same) => panic!("{ours:?}: {result:?} but the oracle has {same:?}"),
        }
    }
    assert!(valid > 5_000, "{valid} valid boards");
    assert!(errors.len() == 5 && errors.values().all(|&boards| boards > 100), "{errors:?}");
}
