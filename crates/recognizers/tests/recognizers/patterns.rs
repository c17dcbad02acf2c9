//! Tests every pattern on its own examples, and every example in all its symmetric forms.

use drawproof_board::{Board, Color, get_king_moves};
use drawproof_recognizers::{
    Claim, PatternText, Position, Rule, catalogue, for_endgame, recognize,
};

fn position(fen: &str) -> Position {
    Position::from(&fen.parse::<Board>().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Returns whether the kings are adjacent. The board crate accepts such positions, but the rules
/// are about legal positions only.
fn kings_touch(p: &Position) -> bool {
    get_king_moves(p.king(Color::White)).has(p.king(Color::Black))
}

fn examples() -> impl Iterator<Item = (&'static dyn Rule, usize, &'static PatternText)> {
    catalogue().iter().flat_map(|&rule| {
        rule.patterns().iter().enumerate().map(move |(bit, pattern)| (rule, bit, pattern))
    })
}

/// Applies `square` to the square of every man.
fn mapped(p: &Position, square: impl Fn(u8) -> u8) -> Position {
    let map = |bits: u64| {
        (0..64).filter(|s| bits >> s & 1 == 1).fold(0, |set, s| set | 1u64 << square(s))
    };
    Position {
        colour: p.colour.map(map),
        kind: p.kind.map(map),
        side_to_move: p.side_to_move,
        en_passant: if p.en_passant < 64 { square(p.en_passant) } else { 64 },
    }
}

fn symmetric(p: &Position) -> Vec<Position> {
    let mut all = vec![*p, mapped(p, |s| s ^ 7)];
    if p.kind[0] == 0 {
        all.extend(all.clone().iter().map(|p| mapped(p, |s| s ^ 56)));
        all.extend(all.clone().iter().map(|p| mapped(p, |s| (s & 7) << 3 | s >> 3)));
    }
    all.extend(all.clone().iter().map(Position::reversed));
    all
}

#[test]
fn each_pattern_matches_its_example_and_not_the_other() {
    for (rule, bit, pattern) in examples() {
        let matching = |fen| rule.claim_and_patterns(&position(fen)).1 >> bit & 1 == 1;
        let name = format!("{} {}", rule.endgame(), pattern.id);
        for fen in [pattern.matches, pattern.differs] {
            assert!(!kings_touch(&position(fen)), "{name}: {fen}");
        }
        assert!(matching(pattern.matches), "{name}: {}", pattern.matches);
        assert!(!matching(pattern.differs), "{name}: {}", pattern.differs);
    }
}

#[test]
fn symmetric_positions_get_the_same_answer() {
    for (rule, _, pattern) in examples() {
        for fen in [pattern.matches, pattern.differs] {
            let answer = rule.claim_and_patterns(&position(fen));
            assert_eq!(answer.0, rule.claim(&position(fen)), "{fen}");
            for image in symmetric(&position(fen)) {
                assert_eq!(rule.claim_and_patterns(&image), answer, "{} {fen}", rule.endgame());
                assert_eq!(recognize(&image), answer.0, "{fen}");
            }
        }
    }
}

#[test]
fn identifiers_and_endgames_are_unique() {
    for (i, rule) in catalogue().iter().enumerate() {
        assert!(catalogue()[..i].iter().all(|other| other.endgame() != rule.endgame()));
        assert_eq!(for_endgame(rule.endgame()).map(|found| found.name()), Some(rule.name()));
        let patterns = rule.patterns();
        assert!(patterns.len() <= 64, "{}", rule.endgame());
        for (bit, pattern) in patterns.iter().enumerate() {
            assert!(!pattern.says.is_empty() && !pattern.source.is_empty(), "{}", pattern.id);
            assert!(patterns[..bit].iter().all(|other| other.id != pattern.id), "{}", pattern.id);
        }
    }
}

/// A limit without a source in a book was fitted to the table, and its source says so.
#[test]
fn limits_have_a_source() {
    for pattern in catalogue().iter().flat_map(|rule| rule.patterns()) {
        let has_limit =
            ["within ", "at most ", "at least "].iter().any(|w| pattern.says.contains(w));
        let named = ["fitted", "observ", "elementary", "theory of", "the mates", "the few mates"];
        let has_source = named.iter().any(|word| pattern.source.contains(word));
        assert!(has_source || !has_limit, "{}: {}", pattern.id, pattern.source);
    }
}

#[test]
fn unknown_material_gets_no_claim() {
    assert_eq!(recognize(&position("8/8/8/8/8/2k5/8/K3QQQ1 b - - 0 1")), Claim::NONE);
    assert_eq!(recognize(&Position::from(&Board::default())), Claim::NONE);
}

#[test]
fn a_rook_each_is_a_draw_in_the_middle_of_the_board() {
    let position = position("8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1");
    assert_eq!(recognize(&position), Claim::DRAW);
}
