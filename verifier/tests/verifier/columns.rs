//! Rules over columns of positions: the same verdict as by one position at a time.

use drawproof_board::{Color, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_verifier::{
    Asker, ColumnRule, Counting, Fault, Options, PositionColumns, Predicate, Sample, Verdict,
    Verification, VerifyError, write_dumps,
};

use super::shared::{OfTables, TABLES, material, verified};

/// A rule over the columns of an endgame whose first man is White's king.
struct Rule<F>(F);

impl<F: FnMut(&PositionColumns, usize) -> u8> ColumnRule for Rule<F> {
    fn name(&self) -> String {
        "columns".into()
    }

    fn claims(&mut self, positions: PositionColumns) -> Result<Vec<u8>, Fault> {
        Ok((0..positions.len()).map(|row| (self.0)(&positions, row)).collect())
    }
}

fn verdict(
    claim: impl FnMut(&PositionColumns, usize) -> u8,
    endgame: &str,
    counting: Counting,
) -> Result<Verdict, VerifyError> {
    let options = Options { counting, ..Options::default() };
    let mut rule = Rule(claim);
    Verification::new(material(endgame), &*TABLES, &options)
        .run(Asker::Columns(&mut rule))
        .map(|outcome| outcome.verdict)
}

/// Claims of all kinds by the file of the first side's king and by who moves, so that mirror images
/// differ. From the point of view of the colours.
fn claim_of(file: usize, first_moves: bool) -> u8 {
    [2, 7, 4, 3, 0, 6, 1, 5][(file + 3 * usize::from(first_moves)) % 8]
}

/// The same rule about one position; the first side has the rook or the pawn.
fn about_one(position: &Position) -> (Claim, u64) {
    let men = |color, piece| position.men(color, piece);
    let is_first = |&color: &Color| !(men(color, Piece::Rook) | men(color, Piece::Pawn)).is_empty();
    let first = Color::ALL.into_iter().find(is_first).expect("the first side has a man");
    let king = men(first, Piece::King).next_square().expect("a side has a king");
    let bits = claim_of(king.file() as usize, position.stm() == first);
    let (weak_wins, draw, strong_wins) = (bits & 1, bits & 2, bits >> 2);
    let own = if position.stm() == first { bits } else { strong_wins | draw | weak_wins << 2 };
    (Claim::from_bits(own).expect("three bits are a claim"), 0)
}

#[test]
fn a_sample_is_asked_about_in_columns_too_and_dumped() {
    for endgame in ["KRK", "KPK"] {
        let options = Options { domain: "not-in-check".parse().unwrap(), ..Options::default() };
        let folder = tempfile::tempdir().unwrap();
        let sampled = |asker: Asker, name: &str| {
            let dump = folder.path().join(name);
            let verification = Verification::new(material(endgame), &*TABLES, &options);
            let verification = verification.dumped_to(Some(&dump));
            let sample = Sample { size: 20_000, seed: 4 };
            let verdict = verification.sample(asker, sample, &OfTables).unwrap().verdict;
            let mut lines = Vec::new();
            write_dumps([(endgame, dump.as_path())], u64::MAX, &mut lines).unwrap();
            (verdict, String::from_utf8(lines).unwrap())
        };
        let mut columns = Rule(|it: &PositionColumns, row: usize| {
            claim_of(usize::from(it.squares[0][row] % 8), it.side[row] == 0)
        });
        let (by_columns, lines) = sampled(Asker::Columns(&mut columns), "columns");
        let one = Predicate::new("columns", &[], about_one);
        let (by_one, lines_of_one) = sampled(Asker::Function(&one), "one");
        assert_eq!(by_columns.sides, by_one.sides, "{endgame}");
        let total = by_columns.total();
        assert!(total.incorrect > 0 && total.not_asked > 0);
        assert_eq!(total.positions + total.not_asked, 20_000, "{endgame}");
        assert_eq!(lines, lines_of_one, "{endgame}");
        assert_eq!(lines.lines().count() as u64, total.incorrect, "{endgame}");
    }
}

#[test]
fn a_rule_over_columns_has_the_verdict_of_the_rule_over_positions() {
    for (endgame, counting) in [
        ("KRK", Counting::Full),
        ("KRK", Counting::Unique),
        ("KPK", Counting::Distinct),
        ("KPPK", Counting::Core10),
    ] {
        let by_columns = verdict(
            |it, row| claim_of(usize::from(it.squares[0][row] % 8), it.side[row] == 0),
            endgame,
            counting,
        );
        let by_columns = by_columns.unwrap();
        let by_one = verified(&Predicate::new("columns", &[], about_one), endgame, counting);
        assert_eq!(by_columns.sides, by_one.sides, "{endgame} {counting}");
        assert_eq!(by_columns.en_passant, by_one.en_passant, "{endgame} {counting}");
        let fens = |verdict: &Verdict| -> Vec<String> {
            verdict.counterexamples.iter().map(|example| example.fen.clone()).collect()
        };
        assert_eq!(fens(&by_columns), fens(&by_one), "{endgame} {counting}");
        assert!(by_columns.total().incorrect > 0 && by_columns.total().not_asked > 0);
    }
}

#[test]
fn claims_that_are_none_name_the_position() {
    let error =
        verdict(|it, row| if it.squares[0][row] == 9 { 8 } else { 7 }, "KRK", Counting::Full);
    let text = error.expect_err("8 is no claim").to_string();
    assert!(text.contains("answered 8") && text.contains("K"), "{text}");
}
