//! Compares samples with those of simple code that visits every placement of the men.

use std::collections::{HashMap, HashSet};

use drawproof_board::{BitBoard, Board, Color, File, Piece, Rank, Square};
use drawproof_find::{Condition, Sources, Where};
use drawproof_judge::sample::{EndgameSample, Size, Stratum};
use drawproof_tables::{
    Layout, Placement, Transform, Wdl,
    census::{Counting, stats},
};

use super::shared::{TABLES, board, sample, table};

/// Returns a key that is equal only for symmetric placements.
fn class_of(placement: &Placement, images: &[Transform]) -> Vec<u64> {
    let image = |image: &Transform| -> Vec<u64> {
        placement.men.iter().flatten().map(|set| image.set(set.0)).collect()
    };
    let mut class = images.iter().map(image).min().unwrap();
    class.push(placement.side_to_move as u64);
    class
}

/// Returns the classes of all legal placements of three men.
fn classes_by_brute_force(layout: &Layout, images: &[Transform]) -> HashSet<Vec<u64>> {
    let mut classes = HashSet::new();
    for place in 0..64usize.pow(3) {
        let squares = [12, 6, 0].map(|shift| Square::index(place >> shift & 63));
        for side in Color::ALL {
            let placement = Placement::new(layout, &squares, side);
            let occupied = squares.iter().fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
            if occupied.len() == 3 && placement.to_board().is_some() {
                classes.insert(class_of(&placement, images));
            }
        }
    }
    classes
}

#[test]
fn all_is_one_position_of_each_class_of_symmetric_ones() {
    for (endgame, images) in [("KRK", &Transform::ALL[..]), ("KPK", &Transform::ALL[..2])] {
        let sample = sample(endgame, Size::All, 1);
        let layout = table(endgame).layout().clone();
        let classes: HashSet<Vec<u64>> =
            (0..sample.len()).map(|n| class_of(&sample.placement(n), images)).collect();
        assert_eq!(classes.len(), sample.len(), "{endgame}: no two are symmetric");
        assert_eq!(sample.of(), sample.len() as u64);
        assert!(classes == classes_by_brute_force(&layout, images), "{endgame}");
        assert!((0..sample.len()).all(|number| sample.question(number).weight == 1.0));
    }
    assert_eq!(sample("KRK", Size::All, 1).of(), 50_015);
}

#[test]
fn strata_are_the_counts_of_stats_and_weights_sum_to_them() {
    for endgame in ["KRK", "KPK", "KRKN", "KNNK"] {
        let counted = stats(&table(endgame), Counting::Unique);
        let sides = [&counted.white_to_move, &counted.black_to_move];
        let counts = sides.map(|side| [side.losses, side.draws, side.wins]).concat();
        for size in [1, 100, 2_000] {
            let sample = sample(endgame, Size::Positions(size), 5);
            assert_eq!(sample.strata().map(|stratum| stratum.of).to_vec(), counts, "{endgame}");
            let mut weights = [0.0; Stratum::COUNT];
            let mut asked = [0; Stratum::COUNT];
            for number in 0..sample.len() {
                let question = sample.question(number);
                let board = board(&question);
                let value = drawproof_tables::probe::probe_as(&board, &*TABLES).unwrap();
                assert_eq!(Some(value), question.truth, "{}", question.fen);
                let stratum = sample.stratum(number);
                assert_eq!((board.side_to_move(), value.wdl()), {
                    (stratum.side_to_move, stratum.result)
                });
                weights[stratum.number()] += question.weight;
                asked[stratum.number()] += 1;
            }
            assert_eq!(sample.strata().map(|stratum| stratum.sampled), asked);
            for (weight, &count) in weights.into_iter().zip(&counts) {
                assert!((weight - count as f64).abs() < 1e-6 * count as f64 + 1e-9, "{endgame}");
            }
            let floor = if size < 24 { 1 } else { size / 24 };
            assert!(asked.iter().zip(&counts).all(|(&n, &of)| n >= of.min(floor)), "{endgame}");
        }
    }
}

/// Returns the sample of the positions that meet a condition.
fn sample_where(endgame: &str, condition: &str, size: Size, seed: u64) -> EndgameSample {
    let table = table(endgame);
    let condition = Condition::new(condition, None, table.layout()).unwrap();
    let sources = Sources {
        dtm: &*TABLES,
        dtz: None,
        dtc: None,
        helpmates: None,
        conversions: Some(&TABLES),
        others: &[],
        rule: None,
    };
    let filter = Where::new(&condition, sources, None);
    EndgameSample::draw_with(table, size, seed, Some(&filter), &|| {}).unwrap()
}

/// A condition, and whether a board meets it.
type Case = (&'static str, &'static str, fn(&Board) -> bool);

#[test]
fn a_condition_leaves_those_of_which_an_image_meets_it() {
    fn wins(board: &Board) -> usize {
        let moves = drawproof_tables::probe::moves(board, &*TABLES).unwrap();
        moves.iter().filter(|it| it.value.wdl() == Wdl::Loss).count()
    }
    let cases: [Case; 5] = [
        ("KRK", "moves.winning = 1 and not check", |board| {
            wins(board) == 1 && board.checkers().is_empty()
        }),
        ("KRK", "black and wk in (e4, c2)", |board| {
            board.side_to_move() == Color::Black
                && [Square::E4, Square::C2].contains(&board.king(Color::White))
        }),
        ("KPK", "file(wp) = b and rank(bk) = 7", |board| {
            let pawn = board.pieces(Piece::Pawn).next_square().unwrap();
            pawn.file() == File::B && board.king(Color::Black).rank() == Rank::Seventh
        }),
        ("KNNK", "wn2 = d5 and loss", |board| {
            let value = || drawproof_tables::probe::probe(board, &*TABLES).unwrap();
            board.pieces(Piece::Knight).has(Square::D5) && value().wdl() == Wdl::Loss
        }),
        ("KRK", "mate and stalemate", |_| false),
    ];
    for (endgame, condition, meets) in cases {
        let all = sample_where(endgame, condition, Size::All, 1);
        let boards: HashSet<String> = (0..all.len()).map(|n| all.question(n).fen).collect();
        assert!(boards.iter().all(|fen| meets(&fen.parse().unwrap())), "{condition}");
        // The images of every position.
        let images = if endgame == "KPK" { &Transform::ALL[..2] } else { &Transform::ALL[..] };
        let everything = sample(endgame, Size::All, 1);
        let is_met = |placement: &Placement| {
            images.iter().any(|image| {
                let men = placement.men.map(|side| side.map(|set| BitBoard(image.set(set.0))));
                meets(&Placement { men, ..*placement }.to_board().unwrap())
            })
        };
        let met = (0..everything.len()).filter(|&n| is_met(&everything.placement(n))).count();
        assert_eq!((all.len(), all.of()), (met, met as u64), "{endgame}: {condition}");
        // A subset of the images.
        let some = sample_where(endgame, condition, Size::Positions(60), 2);
        assert_eq!((some.len(), some.of()), (met.min(60), met as u64));
        assert!((0..some.len()).all(|n| boards.contains(&some.question(n).fen)));
        let starts = sample_where(endgame, condition, Size::Games(10), 2);
        assert!((0..starts.len()).all(|n| boards.contains(&starts.question(n).fen)));
    }
}

#[test]
fn every_position_of_a_stratum_is_equally_probable() {
    let black_loses = Stratum { side_to_move: Color::Black, result: Wdl::Loss };
    let mut found: HashMap<String, f64> = HashMap::new();
    let (mut drawn, mut of) = (0.0, 0.0);
    for seed in 0..400 {
        let sample = sample("KRK", Size::Positions(1_000), seed);
        of = sample.strata()[black_loses.number()].of as f64;
        for number in (0..sample.len()).filter(|&n| sample.stratum(n) == black_loses) {
            *found.entry(sample.question(number).fen).or_default() += 1.0;
            drawn += 1.0;
        }
    }
    let expected = drawn / of;
    // A sample contains a position at most once, so its count varies less than a Poisson variable.
    let variance = expected * (1.0 - expected / 400.0);
    let seen: f64 = found.values().map(|n| (n - expected) * (n - expected)).sum();
    let unseen = (of - found.len() as f64) * expected * expected;
    let chi_squared = (seen + unseen) / variance;
    let deviations = (chi_squared - of) / (2.0 * of).sqrt();
    assert!(deviations.abs() < 4.0, "{deviations} standard deviations of chi squared");
}

#[test]
fn a_sample_is_the_same_for_every_number_of_threads_and_differs_by_seed() {
    let draw = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let draw = || EndgameSample::draw(table("KRKN"), Size::Positions(3_000), seed);
        pool.install(draw).fingerprint()
    };
    assert_eq!(draw(1, 9), draw(3, 9));
    assert_ne!(draw(1, 9), draw(1, 10));
    let sample = sample("KRKN", Size::Positions(3_000), 9);
    let fens: HashSet<String> = (0..sample.len()).map(|n| sample.question(n).fen).collect();
    assert_eq!(fens.len(), 3_000);
}

#[test]
fn the_first_positions_of_a_sample_are_a_sample() {
    let sample = sample("KRKN", Size::Positions(4_000), 3);
    let mut first = [0.0; Stratum::COUNT];
    (0..1_000).for_each(|number| first[sample.stratum(number).number()] += 4.0);
    for (first, stratum) in first.into_iter().zip(sample.strata()) {
        let sampled = stratum.sampled as f64;
        assert!((first - sampled).abs() < 4.0 * 4.0 * (sampled / 4.0).sqrt() + 4.0, "{first}");
    }
}

#[test]
fn a_choice_is_the_same_on_every_machine() {
    let sample = sample("KRK", Size::Positions(1_000), 2026);
    let first: Vec<String> = (0..3).map(|number| sample.question(number).fen).collect();
    assert_eq!(
        first,
        [
            "8/2R5/8/8/6k1/3K4/8/8 b - - 0 1",
            "8/6k1/8/8/5R2/8/3K4/8 w - - 0 1",
            "8/8/8/k4R2/8/3K4/8/8 b - - 0 1",
        ]
    );
    assert_eq!(sample.fingerprint(), 0xfeff_e625_28be_d773);
}
