//! The fifty-move rule: against a probe of every position, on tables in which many wins are cursed.
//!
//! No endgame of up to four men has a cursed win, and five men take long to probe one by one. So mates
//! of small tables are put off by 100 plies, and some of them become cursed; the values of en-passant
//! captures follow from these tables.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use drawproof_board::{BitBoard, Board, Color, Piece, Square};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    Cell, FiftyMoves, Metric, NormalMaterial, Placement, PlainTable, TableSet, TableSource, Value,
    probe::{ProbeError, Values, probe, probe_as, with_en_passant_rights},
};
use drawproof_verifier::{
    Asker, Counting, FiftyMoveRule, Options, Predicate, Tally, Verdict, Verification, chunks_of,
    diff,
};

use crate::shared::{TABLES, material};

/// Tables of distances to mate, and those of distances to zeroing beside them.
struct Source {
    mates: TableSet,
    zeroing: Option<TableSet>,
    /// How often the latter were asked for: a store may solve them each time.
    asked: AtomicUsize,
}

impl Source {
    fn new(mates: TableSet, zeroing: Option<TableSet>) -> Source {
        Source { mates, zeroing, asked: AtomicUsize::new(0) }
    }
}

impl Values for Source {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.mates.value(material, placement)
    }
}

impl TableSource for Source {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>> {
        TableSource::table(&self.mates, material)
    }

    fn zeroing(
        &self,
        _: NormalMaterial,
    ) -> Result<Box<dyn TableSource + '_>, Box<dyn Error + Send + Sync>> {
        self.asked.fetch_add(1, Relaxed);
        match &self.zeroing {
            Some(tables) => Ok(Box::new(tables.clone())),
            None => Err("no memory for them".into()),
        }
    }
}

/// The tables of up to four men; in those of `endgames`, mates of at least 12 plies are 100 plies farther; two in three of these wins and
/// losses are cursed.
fn put_off(endgames: &[&str]) -> Source {
    // Other tables classify the incorrect claims.
    let (mut mates, mut zeroing) = (TABLES.clone(), TableSet::new());
    for name in endgames {
        let table = TABLES.get(material(name)).expect("it is one of four men");
        let cells = |metric: Metric| {
            Color::ALL.map(|side| -> Vec<u8> {
                let cell = |index: usize| {
                    let value = table.value(side, index);
                    let Some(plies) = Metric::Dtm.plies(value) else { return Cell::DRAW };
                    let is_far = plies >= 12;
                    let plies = match metric {
                        Metric::Dtm => plies + if is_far { 100 } else { 0 },
                        _ if is_far && !index.is_multiple_of(3) => 101,
                        _ => plies.min(100),
                    };
                    let value = metric.decisive(matches!(value, Value::Win(_)), plies);
                    Cell::try_from(value).expect("a cell holds it")
                };
                (0..table.layout().count()).map(|index| cell(index).byte()).collect()
            })
        };
        let legal = || Color::ALL.map(|side| table.legal(side).to_vec());
        let of = |metric| {
            let table = PlainTable::new(table.layout().clone(), cells(metric), legal());
            Arc::new(table.with_metric(metric, None))
        };
        mates.insert(of(Metric::Dtm));
        zeroing.insert(of(Metric::Dtz));
    }
    Source::new(mates, Some(zeroing))
}

/// A claim of any kind, or none, the same for a position and its mirror image.
fn mixed_claim(position: &Position) -> Claim {
    let ranks = Color::ALL.map(|color| {
        let king = position.men(color, Piece::King).next_square().expect("it has a king");
        king.rank() as usize
    });
    let claims = [
        Claim::DRAW,
        Claim::WIN,
        Claim::NO_WIN,
        Claim::LOSS,
        Claim::NO_LOSS,
        Claim::NONE,
        Claim::NO_DRAW,
    ];
    claims[(ranks[0] + 3 * ranks[1]) % claims.len()]
}

/// The counts that the fifty-move rule changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    draws: u64,
    incorrect: u64,
    incorrect_but_cursed: u64,
}

impl From<Tally> for Counts {
    fn from(tally: Tally) -> Counts {
        let Tally { draws, incorrect, incorrect_but_cursed, .. } = tally;
        Counts { draws, incorrect, incorrect_but_cursed }
    }
}

/// The counts without the rule, and those within it, from a probe of each position.
#[derive(Debug, Default)]
struct Naive([Counts; 2]);

impl Naive {
    fn count(&mut self, board: &Board, claim: fn(&Position) -> Claim, source: &Source) {
        let claim = claim(&Position::from(board));
        let mate = probe(board, &source.mates).expect("there are tables");
        let zeroing = probe_as(board, source.zeroing.as_ref().unwrap()).expect("there are tables");
        let fifty = FiftyMoves::new(zeroing, 0);
        let without_the_rule = match mate {
            Value::Win(_) => Claim::WIN,
            Value::Draw => Claim::DRAW,
            Value::Loss(_) => Claim::LOSS,
        };
        let within_the_rule = match fifty {
            FiftyMoves::Win => Claim::WIN,
            FiftyMoves::CursedWin | FiftyMoves::Draw | FiftyMoves::BlessedLoss => Claim::DRAW,
            FiftyMoves::Loss => Claim::LOSS,
        };
        let incorrect = [without_the_rule, within_the_rule]
            .map(|result| u64::from(claim.bits() & result.bits() == 0));
        for (counts, (result, incorrect_here)) in
            self.0.iter_mut().zip([without_the_rule, within_the_rule].into_iter().zip(incorrect))
        {
            counts.draws += u64::from(result == Claim::DRAW);
            counts.incorrect += incorrect_here;
            counts.incorrect_but_cursed += incorrect[0] & (1 - incorrect[1]);
        }
    }
}

fn verified(
    claim: fn(&Position) -> Claim,
    endgame: &str,
    source: &Source,
    options: &Options,
) -> Verdict {
    let rule = Predicate::new("test", &[], move |position: &Position| (claim(position), 0));
    Verification::new(material(endgame), source, options)
        .run(Asker::Function(&rule))
        .unwrap()
        .verdict
}

/// Options under which no line is asked for: tables whose mates are put off have none.
fn without_lines(fifty_moves: FiftyMoveRule, counting: Counting) -> Options {
    Options { fifty_moves, counting, examples: 0, ..Options::default() }
}

#[test]
fn claims_are_checked_and_pardoned_as_a_probe_of_every_position_has_it() {
    let source = put_off(&["KPK"]);
    let claims: [fn(&Position) -> Claim; 4] = [
        |_| Claim::DRAW,
        |_| Claim::WIN,
        |position| if position.stm() == Color::White { Claim::NO_WIN } else { Claim::NO_LOSS },
        mixed_claim,
    ];
    for claim in claims {
        let mut naive = [Naive::default(), Naive::default()];
        for white in Square::ALL {
            for black in Square::ALL {
                for pawn in Square::ALL {
                    let mut men = [[BitBoard::EMPTY; 6]; 2];
                    men[0][Piece::King as usize] = white.bitboard();
                    men[1][Piece::King as usize] = black.bitboard();
                    men[0][Piece::Pawn as usize] = pawn.bitboard();
                    for side_to_move in Color::ALL {
                        if let Some(board) = (Placement { men, side_to_move }).to_board() {
                            naive[side_to_move as usize].count(&board, claim, &source);
                        }
                    }
                }
            }
        }
        let modes = [FiftyMoveRule::Counted, FiftyMoveRule::Applied];
        for (mode, fifty_moves) in modes.into_iter().enumerate() {
            let options = without_lines(fifty_moves, Counting::Full);
            let verdict = verified(claim, "KPK", &source, &options);
            for (side, naive) in verdict.sides.into_iter().zip(&naive) {
                assert_eq!(Counts::from(side), naive.0[mode], "{fifty_moves:?}");
                let by_distance = verdict.incorrect_by_distance.iter();
                let incorrect: u64 = by_distance.map(|it| it.incorrect.total()).sum();
                assert_eq!(incorrect, verdict.total().incorrect);
            }
        }
        assert!(naive.iter().any(|it| it.0[0].incorrect > 0));
    }
}

#[test]
fn en_passant_captures_are_looked_at_within_the_rule() {
    let source = put_off(&["KPKP", "KPK"]);
    let mut naive = Naive::default();
    for (pushed, taker) in (0..8).flat_map(|file| [(file, file + 1), (file + 1, file)]) {
        if pushed.max(taker) > 7 {
            continue;
        }
        for (side_to_move, rank) in [(Color::Black, 3), (Color::White, 4)] {
            let mut men = [[BitBoard::EMPTY; 6]; 2];
            let square = |file: usize| Square::index(rank * 8 + file).bitboard();
            men[!side_to_move as usize][Piece::Pawn as usize] = square(pushed);
            men[side_to_move as usize][Piece::Pawn as usize] = square(taker);
            for (white, black) in Square::ALL.into_iter().flat_map(|w| Square::ALL.map(|b| (w, b)))
            {
                men[0][Piece::King as usize] = white.bitboard();
                men[1][Piece::King as usize] = black.bitboard();
                if let Some(board) = (Placement { men, side_to_move }).to_board() {
                    let with_rights = with_en_passant_rights(&board);
                    with_rights.iter().for_each(|it| naive.count(it, mixed_claim, &source));
                }
            }
        }
    }
    for (mode, fifty_moves) in
        [FiftyMoveRule::Counted, FiftyMoveRule::Applied].into_iter().enumerate()
    {
        let options = without_lines(fifty_moves, Counting::Unique);
        let verdict = verified(mixed_claim, "KPKP", &source, &options);
        // Every position with an en-passant right has a mirror image, which is not counted here.
        let Counts { draws, incorrect, incorrect_but_cursed } = naive.0[mode];
        let [draws, incorrect, incorrect_but_cursed] =
            [draws, incorrect, incorrect_but_cursed].map(|count| count / 2);
        let expected = Counts { draws, incorrect, incorrect_but_cursed };
        assert_eq!(Counts::from(verdict.en_passant), expected);
        assert!(incorrect_but_cursed > 0);
    }
}

#[test]
fn without_tables_of_distances_to_zeroing_the_pardons_are_unknown() {
    let Source { mates, .. } = put_off(&["KPK"]);
    let source = Source::new(mates, None);
    let options = |fifty_moves| without_lines(fifty_moves, Counting::Unique);
    let drawn = |_: &Position| Claim::DRAW;
    let verdict = verified(drawn, "KPK", &source, &options(FiftyMoveRule::Counted));
    assert_eq!(verdict.why_not_pardoned.as_deref(), Some("no memory for them"));
    assert!(verdict.total().incorrect > 0 && !verdict.counts_cursed());
    // They are not needed where the rule is ignored, where nothing is incorrect, and where no mate
    // is far.
    let verdict = verified(drawn, "KPK", &source, &options(FiftyMoveRule::Ignored));
    assert!(verdict.why_not_pardoned.is_none());
    let verdict = verified(|_| Claim::NONE, "KPK", &source, &options(FiftyMoveRule::Counted));
    assert!(verdict.counts_cursed() && verdict.is_sound());
    let near = Source::new(TABLES.clone(), None);
    for fifty_moves in [FiftyMoveRule::Counted, FiftyMoveRule::Applied] {
        let verdict = verified(drawn, "KPK", &near, &options(fifty_moves));
        assert!(verdict.counts_cursed() && verdict.total().incorrect > 0);
    }
    let rule = Predicate::new("test", &[], |_: &Position| (Claim::NONE, 0));
    let options = options(FiftyMoveRule::Applied);
    assert!(
        Verification::new(material("KPK"), &source, &options).run(Asker::Function(&rule)).is_err()
    );
}

/// Whether saved or in parts, results name the tables that judged them without another look at these.
#[test]
fn tables_of_distances_to_zeroing_are_asked_for_once_and_where_a_mate_is_far() {
    let rule = Predicate::new("test", &[], |_: &Position| (Claim::DRAW, 0));
    let options = without_lines(FiftyMoveRule::Applied, Counting::Unique);
    let options = Options { record: true, ..options };
    let far = put_off(&["KPK"]);
    for (source, times) in [(far, 1), (Source::new(TABLES.clone(), None), 0)] {
        let verification = Verification::new(material("KPK"), &source, &options);
        let asked = || source.asked.swap(0, Relaxed);
        let outcome = verification.run(Asker::Function(&rule)).unwrap();
        assert_eq!(asked(), times);
        let hashes = outcome.recording.unwrap().header.tables;
        let metrics: Vec<&str> = hashes.keys().map(String::as_str).collect();
        assert_eq!(metrics, ["dtm", "dtz"][..1 + times]);
        let all = 0..chunks_of(material("KPK"), Counting::Unique);
        let part = verification.part(Asker::Function(&rule), all).unwrap();
        assert_eq!(asked(), times);
        let concluded = verification.conclude(vec![part]).unwrap().verdict;
        assert_eq!(asked(), times);
        assert_eq!(concluded.total(), outcome.verdict.total());
    }
}

#[test]
fn saved_runs_hold_the_results_by_which_they_were_verified() {
    let source = put_off(&["KPK"]);
    let recorded = |claim: Claim, fifty_moves| {
        let rule = Predicate::new("test", &[], move |_: &Position| (claim, 0));
        let options = Options { record: true, ..without_lines(fifty_moves, Counting::Unique) };
        let outcome = Verification::new(material("KPK"), &source, &options)
            .run(Asker::Function(&rule))
            .unwrap();
        (outcome.verdict, outcome.recording.unwrap())
    };
    let (_, without) = recorded(Claim::DRAW, FiftyMoveRule::Counted);
    let (all_drawn, old) = recorded(Claim::DRAW, FiftyMoveRule::Applied);
    let (none, new) = recorded(Claim::NONE, FiftyMoveRule::Applied);
    let error = diff(&without, &old, 0, &source).unwrap_err().to_string();
    assert!(error.contains("KPK (unique counting, within the fifty-move rule)"), "{error}");
    let changes = diff(&old, &new, 0, &source).unwrap();
    assert!(changes.fifty_move && none.is_sound());
    assert_eq!(changes.draws, all_drawn.total().draws);
    assert_eq!(changes.lost.draws, all_drawn.total().spotted);
    assert_eq!(changes.lost.incorrect, all_drawn.total().incorrect);
}
