//! Every position reaches the rule of its material, and every special word of the rules is defined.

use drawproof_board::{Board, BoardBuilder, Color, Piece, Square};
use drawproof_recognizers::{Claim, Position, catalogue, learned, recognize};

/// Returns a board with the men of an endgame on random squares; `None` if it is not legal.
fn placed(endgame: &str, first: Color, random: &mut impl FnMut() -> usize) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    let mut color = !first;
    for letter in endgame.chars() {
        let man = Piece::ALL["PNBRQK".find(letter).expect("the letter of a man")];
        if man == Piece::King {
            color = !color;
        }
        *builder.square_mut(Square::index(random() % 64)) = Some((man, color));
    }
    builder.side_to_move = Color::ALL[random() % 2];
    let board = builder.build().ok()?;
    (board.occupied().len() as usize == endgame.len()).then_some(board)
}

#[test]
fn every_position_reaches_the_rule_of_its_material() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as usize
    };
    for rule in catalogue() {
        let mut claims = 0;
        for number in 0..4000 {
            let first = Color::ALL[number % 2];
            let Some(board) = placed(rule.endgame(), first, &mut random) else { continue };
            let position = Position::from(&board);
            let claim = rule.claim(&position);
            assert_eq!(recognize(&position), claim, "{board}");
            claims += usize::from(claim.is_made());
        }
        assert!(claims > 0, "{}: no position with a claim was met", rule.endgame());
    }
}

/// The pattern words of docs/glossary.md are in order, and each occurs in a pattern's sentence.
#[test]
fn words_are_in_order_and_used() {
    let document = include_str!("../../../../docs/glossary.md");
    let section = document.split("## Words of patterns").nth(1).expect("a section of the glossary");
    let rows = section.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| "));
    let words: Vec<_> = rows.skip(1).map(|row| row.split('|').nth(1).unwrap().trim()).collect();
    assert!(words.len() > 10 && words.is_sorted(), "{words:?}");
    for word in words {
        let is_used = |says: &str| word.split(", ").any(|form| says.contains(form));
        let mut patterns = catalogue().iter().flat_map(|rule| rule.patterns());
        assert!(patterns.any(|pattern| is_used(pattern.says)), "{word}");
    }
}

#[test]
fn a_learned_rule_claims_what_it_knows() {
    let claim = |fen: &str| learned::recognize(&Position::from(&fen.parse().expect("a position")));
    assert_eq!(claim("8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1"), Claim::DRAW);
    assert_eq!(claim("8/8/8/3rR3/8/1k6/8/K7 w - - 0 1"), Claim::NONE);
    assert_eq!(claim("8/8/8/8/8/1k6/8/K7 w - - 0 1"), Claim::NONE);
}
