//! Ranges of features as sentences.

use drawproof_features::{Library, Men, words::sentence};

fn library(endgame: &str) -> Library {
    Library::for_fixes(Men::of_endgame(endgame).unwrap())
}

#[test]
fn every_feature_has_a_sentence_of_its_own() {
    for endgame in ["KPK", "KRKP", "KRKR", "KBBKN", "KNKP", "KQKQ", "KPKP", "KNNKP"] {
        for feature in library(endgame).features() {
            for (least, most) in [(0, 0), (1, 1), (0, 1), (1, 31), (2, 3)] {
                let text = sentence(feature, least, most);
                assert!(!text.contains(['{', '}']), "{text}");
                // A feature without a row is described by its meaning and its name in brackets.
                assert!(!text.contains(&format!("({})", feature.name)), "{endgame} {text}");
            }
        }
    }
}

#[test]
fn ranges_read_as_chess() {
    let said = |endgame: &str, name: &str, least, most| {
        let library = library(endgame);
        let feature = library.features().iter().find(|it| it.name == name).unwrap();
        sentence(feature, least, most)
    };
    assert_eq!(
        said("KPK", "strong-pawn-double-step", 1, 1),
        "the strong pawn is on its second rank and can still step two squares"
    );
    assert_eq!(
        said("KPK", "strong-king-files-strong-pawn", 1, 1),
        "the strong king and the strong pawn are exactly 1 file apart"
    );
    let to_go = |least, most| said("KPK", "strong-pawn-to-go", least, most);
    assert_eq!(to_go(6, 255), "the strong pawn is on its second rank");
    assert_eq!(to_go(0, 1), "the strong pawn is on its seventh rank");
    assert_eq!(to_go(0, 3), "the strong pawn is on its fifth rank or further ahead");
    assert_eq!(to_go(4, 255), "the strong pawn is on its fourth rank or further back");
    assert_eq!(
        said("KPK", "weak-king-square-strong-pawn", 9, 255),
        "the weak king needs at least 1 more king moves to where the strong pawn promotes than \
         the strong pawn has ranks to go"
    );
    assert_eq!(said("KPK", "strong-to-move", 0, 0), "the weak side is to move");
    assert_eq!(said("KPK", "weak-stalemated", 1, 1), "the weak side is stalemated");
    assert_eq!(said("KPK", "strong-pawn-file", 0, 0), "the strong pawn is a rook pawn");
    assert_eq!(
        said("KRKR", "own-king-own-rook-distance", 2, 255),
        "the king of the side to move and the rook of the side to move are at least 2 king \
         moves apart"
    );
    assert_eq!(
        said("KBBKN", "strong-bishop-attacked-most", 1, 1),
        "the strong bishop is attacked, for at least one of the like men"
    );
    assert_eq!(
        said("KPK", "strong-king-behind-strong-pawn", 0, 7),
        "the ranks by which the strong pawn is ahead of the strong king: at most -1"
    );
}
