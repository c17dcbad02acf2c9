//! Every counterexample as an EPD line: none is missing, none is there twice.

use std::{collections::BTreeSet, sync::Mutex};

use drawproof_board::{Color, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Dtm, Placement, Value, probe};
use drawproof_verifier::{
    Asker, Counting, Options, Predicate, Subject, Verdict, Verification, board_of, fen_of,
    write_dumps,
};

use super::shared::{TABLES, material, mixed};

/// Verifies with some threads and returns the verdict and the lines.
fn dumped(
    subject: &dyn Subject,
    endgame: &str,
    counting: Counting,
    threads: usize,
) -> (Verdict, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dump");
    let options = Options { counting, ..Options::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let verify = || {
        let dump = Some(path.as_path());
        Verification::new(material(endgame), &*TABLES, &options)
            .dumped_to(dump)
            .run(Asker::Function(subject))
    };
    let verdict = pool.install(verify).unwrap().verdict;
    let mut out = Vec::new();
    write_dumps([(endgame, path.as_path())], u64::MAX, &mut out).unwrap();
    (verdict, String::from_utf8(out).unwrap())
}

/// The position and `dm` of the line of an incorrect claim; `None` for a right one.
fn expected_line(position: &Position, claim: Claim) -> Option<String> {
    let men = Color::ALL.map(|color| Piece::ALL.map(|piece| position.men(color, piece)));
    let with_three_checkers = || Placement { men, side_to_move: position.stm() }.to_board();
    let board = board_of(position).or_else(with_three_checkers).unwrap();
    let value = probe::probe_as::<Dtm>(&board, &*TABLES).unwrap();
    let (bit, dm) = match value {
        Value::Draw => (Claim::DRAW, String::new()),
        Value::Win(dtm) => (Claim::WIN, format!(" dm {};", dtm.plies().div_ceil(2))),
        Value::Loss(dtm) if dtm.plies() == 0 => (Claim::LOSS, " dm 0;".into()),
        Value::Loss(dtm) => (Claim::LOSS, format!(" dm -{};", dtm.plies() / 2)),
    };
    let is_right = claim.bits() & bit.bits() != 0;
    let fen = fen_of(position);
    let fields = fen.strip_suffix(" 0 1").unwrap();
    let word = claim.word(position.stm());
    (!is_right).then(|| format!("{fields}{dm} claim \"{word}\";"))
}

#[test]
fn the_dump_has_every_counterexample_once() {
    // En passant, like men, a king as the low man, and claims of every kind.
    for (endgame, claim, among) in [
        ("KPK", Claim::DRAW, 5),
        ("KPKP", Claim::NO_LOSS, 997),
        ("KNNK", Claim::NO_DRAW, 997),
        ("KPPK", Claim::LOSS, 997),
    ] {
        let asked = Mutex::new(BTreeSet::new());
        let subject = Predicate::new("sample", &[], |position: &Position| {
            if !mixed(position).is_multiple_of(among) {
                return (Claim::NONE, 0);
            }
            let normal = material(endgame).get();
            let is_upright = |piece| {
                position.men(Color::White, piece).len() as usize
                    == normal.count(Color::White, piece)
            };
            if Piece::ALL.iter().all(|&piece| is_upright(piece)) {
                asked.lock().unwrap().extend(expected_line(position, claim));
            }
            (claim, 0)
        });
        let (verdict, text) = dumped(&subject, endgame, Counting::Full, 3);
        let lines: Vec<&str> = text.lines().collect();
        let found: BTreeSet<String> =
            lines.iter().map(|line| line.split(" class ").next().unwrap().to_owned()).collect();
        let expected = asked.lock().unwrap();
        assert!(found == *expected && expected.len() > 100, "{endgame}");
        assert_eq!(found.len(), lines.len(), "{endgame}: a position is there twice");
        for (number, line) in lines.iter().enumerate() {
            assert!(line.ends_with(&format!("; id \"{endgame}.{}\";", number + 1)), "{line}");
        }
        // Like men are told apart in the counts only.
        let incorrect = verdict.total().incorrect + verdict.en_passant.incorrect;
        let of_like_men = if ["KNNK", "KPPK"].contains(&endgame) { 2 } else { 1 };
        assert_eq!(incorrect, lines.len() as u64 * of_like_men, "{endgame}");
        for class in drawproof_verifier::Class::ALL {
            let part = format!(" class \"{}\";", class.name());
            let found = lines.iter().filter(|line| line.contains(&part)).count() as u64;
            let counted = verdict.total().incorrect_by_class.of(class)
                + verdict.en_passant.incorrect_by_class.of(class);
            assert_eq!(counted, found * of_like_men, "{endgame} {class:?}");
        }
        drop(expected);
        assert!(dumped(&subject, endgame, Counting::Full, 1).1 == text, "{endgame}: one thread");
        for counting in [Counting::Distinct, Counting::Unique] {
            let (verdict, text) = dumped(&subject, endgame, counting, 3);
            let incorrect = verdict.total().incorrect + verdict.en_passant.incorrect;
            assert_eq!(text.lines().count() as u64, incorrect, "{endgame} {counting}");
        }
    }
}
