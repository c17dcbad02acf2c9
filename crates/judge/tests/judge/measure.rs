//! Compares figures with those of simple code over the same answers.

use std::{collections::BTreeMap, sync::Arc};

use drawproof_board::{Color, fen};
use drawproof_judge::{
    answer::{Answer, AtDepth, Failure, Score},
    judgement::{EndgameJudgement, Logistic},
    measure::{Measurer, Settings, told, wilson},
    sample::{EndgameSample, Size, Stratum},
};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Transform, Wdl, probe};
use drawproof_verifier::{Asker, Class, Counting, Options, Predicate, Verification};

use super::shared::{Engine, TABLES, material, sample};

const ERRS: Engine = Engine { wrong_score: 7, random_move: 5, no_score: 0, dies: 0, seed: 1 };

/// An answer without score and move.
const NOTHING: Answer =
    Answer { score: None, best: None, depth: None, nodes: None, by_depth: Vec::new() };

fn settings(draw_band: i32) -> Settings {
    Settings { draw_band, ..Settings::default() }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Returns the index of a result: loss, draw, win.
fn place(result: Wdl) -> usize {
    (result as i8 + 1) as usize
}

/// One answered position: truth, score, result after the move, and weight.
struct Seen {
    truth: Wdl,
    score: Option<Score>,
    after: Option<Wdl>,
    weight: f64,
    kings: [usize; 2],
}

fn seen(engine: &Engine, sample: &EndgameSample) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut answered = [0.0; Stratum::COUNT];
    for number in 0..sample.len() {
        let question = sample.question(number);
        let Ok(answer) = engine.answer(&question) else { continue };
        let stratum = sample.stratum(number).number();
        answered[stratum] += 1.0;
        let board = fen::parse(&question.fen).unwrap();
        let after = answer.best.map(|text| {
            let mut after = board.clone();
            after.play(text.parse().unwrap());
            match probe::probe(&after, &*TABLES).unwrap().wdl() {
                Wdl::Win => Wdl::Loss,
                Wdl::Draw => Wdl::Draw,
                Wdl::Loss => Wdl::Win,
            }
        });
        let kings = Color::ALL.map(|c| board.king(c) as usize);
        let truth = question.truth.unwrap().wdl();
        seen.push((stratum, Seen { truth, score: answer.score, after, weight: 0.0, kings }));
    }
    let of = sample.strata();
    let weighted =
        |(n, seen): (usize, Seen)| Seen { weight: of[n].of as f64 / answered[n], ..seen };
    seen.into_iter().map(weighted).collect()
}

fn judged(engine: &Engine, sample: &Arc<EndgameSample>, settings: Settings) -> EndgameJudgement {
    engine.measured(sample, settings).judgement().unwrap()
}

/// Returns the weighted share of hits among the answers of a domain.
fn share(seen: &[Seen], hit: impl Fn(&Seen) -> Option<bool>) -> f64 {
    let sum = |only_hits: bool| -> f64 {
        let counted = seen.iter().filter(|s| hit(s).is_some_and(|hit| hit || !only_hits));
        counted.map(|s| s.weight).sum()
    };
    sum(true) / sum(false)
}

#[test]
fn figures_are_those_of_ordinary_code() {
    let curve = Logistic { scale: 120.0, offset: 10.0, fitted: false };
    let engine = Engine { no_score: 11, dies: 13, ..ERRS };
    for (endgame, size) in [("KPK", Size::Positions(5_000)), ("KRKN", Size::Positions(2_000))] {
        let sample = sample(endgame, size, 4);
        let seen = seen(&engine, &sample);
        let band = 40;
        let settings = Settings { logistic: Some(curve), ..settings(band) };
        let found = judged(&engine, &sample, settings);

        let mut results = [[0; 3]; 3];
        let scored: Vec<&Seen> = seen.iter().filter(|s| s.score.is_some()).collect();
        for s in &scored {
            results[place(s.truth)][place(told(s.score.unwrap(), band))] += 1;
        }
        assert_eq!(found.results, results);
        assert!(close(found.shares.iter().flatten().sum(), 1.0));
        let right = |s: &Seen| Some(told(s.score?, band) == s.truth);
        assert!(close(found.accuracy.share.unwrap(), share(&seen, right)));
        for (truth, row) in found.shares.iter().enumerate() {
            let is_row = |s: &Seen| s.score.map(|_| place(s.truth) == truth);
            assert!(close(row.iter().sum(), share(&seen, is_row)));
        }

        let error = |s: &&&Seen| {
            let expected = match s.score.unwrap() {
                Score::Mate(moves) => f64::from(u8::from(moves > 0)),
                Score::Cp(cp) => 1.0 / (1.0 + (-(f64::from(cp) - 10.0) / 120.0).exp()),
            };
            s.weight * (expected - place(s.truth) as f64 / 2.0).powi(2)
        };
        let total: f64 = scored.iter().map(|s| s.weight).sum();
        let mean = scored.iter().map(|s| error(&s)).sum::<f64>() / total;
        assert!(close(found.mean_squared_error.unwrap(), mean));

        let moved = seen.iter().filter(|s| s.after.is_some()).count() as u64;
        assert_eq!(found.moves.asked, moved);
        for (figure, from, to) in [
            (found.moves.win_to_draw, Wdl::Win, Wdl::Draw),
            (found.moves.win_to_loss, Wdl::Win, Wdl::Loss),
            (found.moves.draw_to_loss, Wdl::Draw, Wdl::Loss),
        ] {
            let hit = |s: &Seen| (s.truth == from).then_some(s.after? == to);
            assert!(close(figure.share.unwrap(), share(&seen, hit)), "{endgame} {from:?} {to:?}");
            let [low, high] = figure.interval.unwrap();
            assert!(low <= figure.share.unwrap() && figure.share.unwrap() <= high);
        }

        let bands = (0..=600).map(|band| share(&seen, |s| Some(told(s.score?, band) == s.truth)));
        let best = found.best_band.unwrap();
        assert!(close(best.accuracy, bands.clone().fold(0.0, f64::max)));
        assert!(close(best.accuracy, bands.clone().nth(best.centipawns as usize).unwrap()));

        let failed = found.failures.died;
        assert_eq!(found.asked + found.not_asked, sample.len() as u64);
        assert_eq!(failed, (sample.len() - seen.len()) as u64);
        assert!(failed > 0 && found.failures.examples.len() == 3);
        let over = found.classes.iter().find(|class| class.class == "over").unwrap();
        assert_eq!(found.no_score + over.asked + scored.len() as u64, seen.len() as u64);
        // Engines are not asked about mate and stalemate.
        assert_eq!(found.not_asked, over.asked);
        assert!(found.no_score > 0);
    }
}

#[test]
fn maps_are_the_average_over_the_symmetric_images() {
    for (endgame, images) in [("KRK", &Transform::ALL[..]), ("KPK", &Transform::ALL[..2])] {
        let sample = sample(endgame, Size::Positions(3_000), 4);
        let found = judged(&ERRS, &sample, settings(50));
        let seen = seen(&ERRS, &sample);
        for side in [0, 1] {
            let mut sums = [[0.0; 2]; 64];
            for s in seen.iter().filter(|s| s.score.is_some()) {
                for image in images {
                    let [weight, wrong] = &mut sums[image.squares()[s.kings[side]] as usize];
                    let is_wrong = told(s.score.unwrap(), 50) != s.truth;
                    *weight += s.weight;
                    *wrong += f64::from(u8::from(is_wrong)) * s.weight;
                }
            }
            for (square, [weight, wrong]) in sums.into_iter().enumerate() {
                let here = found.maps[side][square];
                assert!(here.wrong <= here.asked);
                match here.error {
                    Some(error) => assert!(close(error, wrong / weight), "{endgame} {square}"),
                    None => assert_eq!((here.asked, weight), (0, 0.0)),
                }
                let mirrored = images[1].squares()[square] as usize;
                assert_eq!(here.asked, found.maps[side][mirrored].asked);
            }
        }
    }
}

#[test]
fn figures_do_not_depend_on_the_order_of_answers_nor_on_repeated_ones() {
    let engine = Engine { no_score: 9, dies: 17, ..ERRS };
    let sample = sample("KRKN", Size::Positions(500), 2);
    let forwards = judged(&engine, &sample, settings(50));
    let mut measurer = Measurer::new(sample.clone(), &*TABLES, settings(50));
    for number in (0..sample.len()).rev() {
        measurer.add(number, &Err(Failure::Hung)).unwrap();
        measurer.add(number, &engine.answer(&sample.question(number))).unwrap();
    }
    assert_eq!(measurer.judgement().unwrap(), forwards);
}

#[test]
fn a_perfect_engine_of_which_all_was_asked_is_right_for_certain() {
    let found = judged(&Engine::default(), &sample("KRK", Size::All, 0), settings(50));
    assert_eq!((found.accuracy.share, found.accuracy.interval), (Some(1.0), Some([1.0; 2])));
    assert_eq!(found.moves.win_to_draw.interval, Some([0.0; 2]));
    assert_eq!(found.worst, []);
    assert_eq!(found.moves.points_lost, Some(0.0));
    // From a sample, the same answers leave an interval.
    let found = judged(&Engine::default(), &sample("KRK", Size::Positions(1_000), 0), settings(50));
    let [low, high] = found.accuracy.interval.unwrap();
    assert!((0.985..0.999).contains(&low) && high == 1.0, "{low}");
}

#[test]
fn no_answers_are_no_figures() {
    let sample = sample("KRK", Size::Positions(100), 0);
    let found = Measurer::new(sample.clone(), &*TABLES, settings(50)).judgement().unwrap();
    assert_eq!((found.asked, found.sampled), (0, 100));
    assert_eq!((found.accuracy.share, found.mean_squared_error), (None, None));
    let mut measurer = Measurer::new(sample.clone(), &*TABLES, settings(50));
    for number in 0..sample.len() {
        measurer.add(number, &Err(Failure::TooMuchOutput)).unwrap();
    }
    let found = measurer.judgement().unwrap();
    assert_eq!((found.asked, found.failures.total()), (100, 100));
    assert_eq!(found.accuracy.share, None);
}

#[test]
fn an_illegal_move_is_a_failure() {
    let sample = sample("KRK", Size::Positions(10), 0);
    let mut measurer = Measurer::new(sample, &*TABLES, settings(50));
    let answer = |best: &str| Answer {
        score: Some(Score::Cp(0)),
        best: Some(best.into()),
        depth: None,
        nodes: None,
        by_depth: vec![],
    };
    measurer.add(0, &Ok(answer("a1a1"))).unwrap();
    measurer.add(1, &Ok(answer("\u{1b}[2J"))).unwrap();
    let found = measurer.judgement().unwrap();
    assert_eq!((found.asked, found.failures.illegal_moves), (2, 2));
    let sent = found.failures.examples.iter().map(|(_, failure)| failure);
    assert!(
        sent.eq(&[Failure::IllegalMove("a1a1".into()), Failure::IllegalMove("\\u{1b}[2J".into())])
    );
}

#[test]
fn wilson_intervals_are_the_published_ones() {
    // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
    for (hits, size, expected) in [
        (81.0, 263.0, [0.2553, 0.3662]),
        (15.0, 148.0, [0.0624, 0.1605]),
        (0.0, 20.0, [0.0, 0.1611]),
        (1.0, 29.0, [0.0061, 0.1718]),
    ] {
        let found = wilson(hits / size, size);
        let rounded = found.map(|end| (end * 1e4).round() / 1e4);
        assert_eq!(rounded, expected, "{hits} of {size}");
    }
}

#[test]
fn intervals_cover_the_exact_figures() {
    let exact = judged(&ERRS, &sample("KPK", Size::All, 0), settings(50));
    let figures = |found: &EndgameJudgement| {
        [found.accuracy, found.moves.win_to_draw, found.moves.draw_to_loss]
    };
    let (runs, mut covered, mut width) = (120, [0; 3], 0.0);
    for seed in 0..runs {
        let found = judged(&ERRS, &sample("KPK", Size::Positions(400), seed), settings(50));
        for (n, (found, exact)) in figures(&found).into_iter().zip(figures(&exact)).enumerate() {
            let ([low, high], exact) = (found.interval.unwrap(), exact.share.unwrap());
            covered[n] += u64::from(low <= exact && exact <= high);
            width += if n == 0 { high - low } else { 0.0 };
        }
    }
    // 114 expected; the standard deviation is 2.4.
    assert!(covered.iter().all(|&n| (105..=120).contains(&n)), "{covered:?} of {runs}");
    let accuracy = exact.accuracy.share.unwrap();
    let plain = 2.0 * 1.96 * (accuracy * (1.0 - accuracy) / 400.0).sqrt();
    assert!(width / (runs as f64) < 1.3 * plain, "an interval is not much wider than plain ones");
}

#[test]
fn classes_are_those_of_the_verifier() {
    let options = Options { counting: Counting::Unique, examples: 0, ..Options::default() };
    for endgame in ["KRK", "KPK"] {
        let sample = sample(endgame, Size::All, 0);
        let mut measurer = Measurer::new(sample.clone(), &*TABLES, settings(50));
        for number in 0..sample.len() {
            measurer.add(number, &Ok(NOTHING)).unwrap();
        }
        let found = measurer.judgement().unwrap();
        // Each position refutes two of the three claims.
        let wrong = [Claim::DRAW, Claim::WIN, Claim::LOSS].map(|claim| {
            let rule = Predicate::new("claim", &[], move |_: &Position| (claim, 0));
            let verdict = Verification::new(material(endgame), &*TABLES, &options)
                .run(Asker::Function(&rule));
            verdict.unwrap().verdict.total().incorrect_by_class
        });
        for class in Class::ALL {
            let asked = found.classes.iter().find(|c| c.class == class.name()).unwrap().asked;
            let refutations: u64 = wrong.iter().map(|counts| counts.of(class)).sum();
            assert_eq!(2 * asked, refutations, "{endgame} {class:?}");
        }
        assert_eq!(found.classes.iter().map(|c| c.asked).sum::<u64>(), found.of);
        let over = &found.classes[Class::Over as usize];
        assert_eq!((found.asked, found.not_asked), (found.of - over.asked, over.asked));
    }
}

#[test]
fn calibration_bins_hold_all_scores_in_order() {
    let engine = Engine { wrong_score: 3, ..ERRS };
    let found = judged(&engine, &sample("KRK", Size::All, 0), settings(50));
    let bins = &found.calibration;
    assert!(bins[0].mate && bins[0].from < 1 && bins.last().unwrap().mate);
    let cp: Vec<_> = bins.iter().filter(|bin| !bin.mate).collect();
    assert_eq!(cp.len(), 10);
    assert!(cp.is_sorted_by(|a, b| a.to < b.from && a.expected < b.expected));
    assert!(close(bins.iter().map(|bin| bin.share).sum(), 1.0));
    assert_eq!(bins.iter().map(|bin| bin.asked).sum::<u64>(), {
        found.results.iter().flatten().sum::<u64>()
    });
    // A fitted curve expects as many points as there were.
    let points = |of: &dyn Fn(&&drawproof_judge::judgement::CalibrationBin) -> f64| {
        cp.iter().map(|bin| bin.share * of(bin)).sum::<f64>()
    };
    assert!((points(&|bin| bin.expected) - points(&|bin| bin.actual)).abs() < 1e-3);
}

#[test]
fn needed_depth_is_that_from_which_on_the_score_is_right() {
    let sample = sample("KRK", Size::Positions(60), 0);
    let mut measurer = Measurer::new(sample.clone(), &*TABLES, settings(50));
    let mut expected: BTreeMap<u32, f64> = BTreeMap::new();
    let mut total = 0.0;
    for number in 0..sample.len() {
        let question = sample.question(number);
        let board = fen::parse(&question.fen).unwrap();
        let Some(mv) = probe::legal_moves(&board).first().copied() else {
            measurer.add(number, &Ok(NOTHING)).unwrap();
            continue;
        };
        let right = Score::Cp(question.truth.unwrap().wdl() as i32 * 300);
        let wrong = Score::Cp(if right == Score::Cp(0) { 300 } else { 0 });
        // Some answers are right at depth 1 and wrong at depth 2.
        let (first_right, flips) = (1 + number as u32 % 5, number % 5 > 1 && number % 2 == 0);
        let level = |depth: u32| AtDepth {
            depth,
            nodes: Some(10u64.pow(depth)),
            score: if depth >= first_right || (flips && depth == 1) { right } else { wrong },
            first: None,
        };
        let answer = Answer {
            score: Some(level(4).score),
            best: Some(mv.to_string()),
            depth: Some(4),
            nodes: Some(10_000),
            by_depth: (1..=4).map(level).collect(),
        };
        total += question.weight;
        *expected.entry(first_right).or_default() += question.weight;
        measurer.add(number, &Ok(answer)).unwrap();
    }
    let needed = measurer.judgement().unwrap().needed.unwrap();
    let mut sum = 0.0;
    assert_eq!(needed.by_depth.len(), 4);
    for (depth, share) in needed.by_depth {
        sum += expected[&depth];
        assert!(close(share, sum / total));
    }
    let at = |nodes: u64| needed.by_nodes.iter().find(|(n, _)| *n == nodes).unwrap().1;
    assert!(close(at(16), expected[&1] / total) && close(at(8), 0.0));
    assert!(close(at(64), at(16)) && close(at(16_384), sum / total));
}

#[test]
fn the_worst_answers_are_spread_over_classes_and_have_a_line() {
    let engine = Engine { wrong_score: 4, random_move: 3, ..ERRS };
    let found = judged(&engine, &sample("KPK", Size::Positions(5_000), 0), settings(50));
    assert_eq!(found.worst.len(), 10);
    for class in ["quiet", "tactical", "in-check"] {
        assert!(found.worst.iter().filter(|worst| worst.class == class).count() >= 3, "{class}");
    }
    for worst in &found.worst {
        assert!(
            worst.told.as_ref() != Some(&worst.truth) || worst.after != Some(worst.truth.clone())
        );
        let mut board = fen::parse(&worst.fen).unwrap();
        assert_eq!(worst.best.as_ref(), worst.line.first().or(worst.best.as_ref()));
        for mv in &worst.line {
            board.play(mv.parse().unwrap());
        }
        if let Some(dtm) = worst.dtm {
            assert_eq!(worst.line.len(), dtm.unsigned_abs() as usize);
            assert!(!board.checkers().is_empty() && probe::legal_moves(&board).is_empty());
        }
    }
}

#[test]
fn json_has_the_keys_that_scripts_rely_on() {
    let found = judged(&ERRS, &sample("KPK", Size::Positions(500), 0), settings(50));
    let json = serde_json::to_value(&found).unwrap();
    assert!(json["accuracy"].is_f64() && json["accuracy_interval"][1].is_f64());
    assert!(json["results"][2][0].is_u64() && json["mean_squared_error"].is_f64());
    for key in ["win_to_draw", "win_to_loss", "draw_to_loss"] {
        assert!(json["moves"][key].is_f64(), "{key}");
        assert!(json["moves"][format!("{key}_interval")][0].is_f64(), "{key}");
    }
    assert!(json["moves"]["asked"].is_u64());
    let worst = json["worst"].as_array().unwrap();
    for key in ["fen", "truth", "score", "best", "played", "line"] {
        assert!(worst.iter().all(|worst| !worst[key].is_null()), "{key}");
    }
    assert!(worst.iter().all(|w| w["score"].is_i64() || w["score"]["mate"].is_i64()));
    let back: EndgameJudgement = serde_json::from_value(json).unwrap();
    assert_eq!(back.moves.asked, found.moves.asked);
    assert_eq!(back.accuracy.interval.is_some(), found.accuracy.interval.is_some());
}
