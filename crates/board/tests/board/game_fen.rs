//! FEN of whole games: this crate and cozy-chess accept the same texts, and give the same errors.

use cozy_chess as oracle;
use drawproof_board::{Board, FenParseError};

use crate::{random::Random, same::assert_same};

fn assert_read_alike(text: &str) -> bool {
    match (text.parse::<Board>(), text.parse::<oracle::Board>()) {
        (Ok(ours), Ok(theirs)) => {
            assert_same(&ours, &theirs);
            true
        }
        (Err(ours), Err(theirs)) => {
            assert_eq!(format!("{ours:?} {ours}"), format!("{theirs:?} {theirs}"), "{text}");
            false
        }
        (ours, theirs) => panic!("{text}: {ours:?} but the oracle has {theirs:?}"),
    }
}

#[test]
fn damaged_texts_are_read_alike() {
    const FENS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "8/8/8/R7/3B4/8/2N5/k6K b - - 0 1",
        "8/8/8/8/3pP3/8/6b1/k3K3 b - e3 0 1",
        "k7/8/8/8/3pP2b/8/8/4K2R w K - 99 65535",
    ];
    const LETTERS: &[u8] = b"KQRBNPkqrbnpACFHacfh0123456789/- wb36x";
    let mut random = Random(5);
    let mut read = [0; 2];
    for fen in FENS {
        assert_read_alike(fen);
        for _ in 0..5_000 {
            let mut text = fen.as_bytes().to_vec();
            for _ in 0..=random.below(2) {
                let place = random.below(text.len());
                let letter = LETTERS[random.below(LETTERS.len())];
                match random.below(3) {
                    0 => text[place] = letter,
                    1 => text.insert(place, letter),
                    _ => drop(text.remove(place)),
                }
            }
            read[usize::from(assert_read_alike(std::str::from_utf8(&text).unwrap()))] += 1;
        }
    }
    assert!(read.iter().all(|&texts| texts > 1_000), "{read:?}");
}

#[test]
fn errors_name_the_field() {
    for (text, error) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", FenParseError::InvalidBoard),
        ("k7/8/8/8/8/8/8/7K x - - 0 1", FenParseError::InvalidSideToMove),
        ("k7/8/8/8/8/8/8/7K w K - 0 1", FenParseError::InvalidCastlingRights),
        ("k7/8/8/8/8/8/8/7K w - e6 0 1", FenParseError::InvalidEnPassant),
        ("k7/8/8/8/8/8/8/7K w - - 101 1", FenParseError::InvalidHalfMoveClock),
        ("k7/8/8/8/8/8/8/7K w - - 0 0", FenParseError::InvalidFullmoveNumber),
        ("k7/8/8/8/8/8/8/7K w - -", FenParseError::MissingField),
        ("k7/8/8/8/8/8/8/7K w - - 0 1 2", FenParseError::TooManyFields),
    ] {
        assert_eq!(text.parse::<Board>(), Err(error), "{text}");
        assert_read_alike(text);
    }
}
