//! Compares the statistics of runs with published values and brute force, and measures how often
//! noise counts as a change.

use std::sync::Arc;

use drawproof_judge::{
    answer::{Answer, Failure},
    measure::{Settings, told},
    record::{
        ChangeVerdict, CompareOptions, Comparison, Discordant, Run, RunError, RunSettings, compare,
        exceeds_error, exceeds_regression, holm, mcnemar_p, normal_p,
    },
    sample::{EndgameSample, Size},
};
use drawproof_tables::NormalMaterial;

use super::{
    record::settings,
    shared::{Engine, TABLES, sample},
};

const OLD: Engine = Engine { wrong_score: 10, random_move: 10, no_score: 0, dies: 0, seed: 1 };

fn run(engine: Engine, samples: &[Arc<EndgameSample>]) -> Run {
    let seed = samples[0].seed();
    let mut settings = settings(samples[0].size());
    settings.seed = seed;
    let mut run = Run::new(settings);
    for sample in samples {
        let answers = run.endgame_mut(sample).unwrap();
        for number in 0..sample.len() {
            answers.add(number, engine.answer(&sample.question(number)));
        }
    }
    run
}

fn compared(old: &Run, new: &Run) -> Comparison {
    try_compared(old, new).unwrap()
}

fn try_compared(old: &Run, new: &Run) -> Result<Comparison, RunError> {
    let draw = |endgame: NormalMaterial, settings: &RunSettings| {
        let table = TABLES.get(endgame).expect("the tests have its table").clone();
        Ok(EndgameSample::draw(table, settings.size, settings.seed))
    };
    compare(old, new, &draw, &|_| Ok(&*TABLES), &CompareOptions::default())
}

fn samples(size: u64, seed: u64) -> Vec<Arc<EndgameSample>> {
    ["KRK", "KPK"].map(|name| sample(name, Size::Positions(size), seed)).to_vec()
}

#[test]
fn mcnemar_and_the_normal_distribution_have_the_published_values() {
    let pairs = |old_only, new_only| [Discordant { weight: 2.5, old_only, new_only }];
    // Two-sided binomial tests: 2 (1 + 10) / 2^10; 2 (1 + 8) / 2^8; 2 / 2^6.
    for (old_only, new_only, p) in [(1, 9, 22.0 / 1024.0), (7, 1, 18.0 / 256.0), (0, 6, 1.0 / 32.0)]
    {
        assert!((mcnemar_p(&pairs(old_only, new_only)).unwrap() - p).abs() < 1e-12);
    }
    assert_eq!(mcnemar_p(&pairs(5, 5)), Some(1.0));
    assert_eq!(mcnemar_p(&[]), Some(1.0));
    // Agresti, Categorical Data Analysis, section 10.1: 150 and 86 of 1600 pairs, z = -4.17 (p =
    // 3.1e-5); the exact test is close.
    let exact = mcnemar_p(&pairs(150, 86)).unwrap();
    assert!((exact / normal_p(-4.166)).ln().abs() < 0.35, "{exact}");
    for (z, p) in [
        (0.0, 1.0),
        (0.5, 0.617_075_077),
        (1.0, 0.317_310_508),
        (1.959_963_984_540_054, 0.05),
        (-2.575_829_303_548_901, 0.01),
        (3.5, 4.652_581_581e-4),
        (4.0, 6.334_248_366e-5),
        (6.0, 1.973_175_290e-9),
    ] {
        assert!((normal_p(z) / p - 1.0).abs() < 1e-8, "{z}: {}", normal_p(z));
    }
}

#[test]
fn weighted_pairs_are_tested_by_all_ways_to_exchange_them() {
    let strata = [
        Discordant { weight: 1.0, old_only: 2, new_only: 3 },
        Discordant { weight: 3.7, old_only: 0, new_only: 2 },
        Discordant { weight: 1.0, old_only: 1, new_only: 0 },
    ];
    let weights = [1.0, 1.0, 1.0, 1.0, 1.0, 3.7, 3.7, 1.0];
    let found: f64 = 3.0 - 2.0 + 2.0 * 3.7 - 1.0;
    let extreme = (0..256).filter(|&signs: &u32| {
        let sign = |(n, weight): (usize, &f64)| if signs >> n & 1 == 1 { *weight } else { -weight };
        weights.iter().enumerate().map(sign).sum::<f64>().abs() >= found - 1e-9
    });
    let expected = extreme.count() as f64 / 256.0;
    assert!((mcnemar_p(&strata).unwrap() - expected).abs() < 1e-12);
    let many = [1.0, 2.0, 3.0].map(|weight| Discordant { weight, old_only: 50, new_only: 50 });
    assert_eq!(mcnemar_p(&many), None);
}

#[test]
fn holm_corrects_as_published() {
    // Holm (1979): the lowest of n probabilities is multiplied by n, the next by n - 1.
    let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
    let expected = [0.03, 0.06, 0.06, 0.02];
    assert!(corrected.iter().zip(expected).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-12));
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    assert!(holm(&[]).is_empty());
}

#[test]
fn equal_runs_are_unchanged() {
    let run = run(OLD, &samples(500, 1));
    let found = compared(&run, &run);
    assert_eq!(found.verdict, ChangeVerdict::Unchanged);
    assert!(found.endgames.iter().all(|e| e.paired && e.newly_wrong + e.newly_right == 0));
    assert_eq!(found.total.accuracy.difference, Some(0.0));
    assert!(exceeds_regression(&found, 0.0).is_empty());
    // The interval allows for changes in positions that were not asked.
    let [low, high] = found.total.accuracy.interval.unwrap();
    assert!(low < 0.0 && high > 0.0 && high < 0.02, "{low} {high}");
}

#[test]
fn a_deliberately_worse_engine_is_worse_and_the_reverse_better() {
    let samples = samples(1_000, 1);
    let old = run(OLD, &samples);
    let new = run(Engine { wrong_score: 4, ..OLD }, &samples);
    let found = compared(&old, &new);
    assert_eq!(found.verdict, ChangeVerdict::Worse);
    assert_eq!(found.total.accuracy.verdict, ChangeVerdict::Worse);
    assert_eq!(found.total.win_to_draw.verdict, ChangeVerdict::Unchanged);
    for endgame in &found.endgames {
        let accuracy = endgame.differences.accuracy;
        assert_eq!(accuracy.verdict, ChangeVerdict::Worse);
        let [low, high] = accuracy.interval.unwrap();
        assert!(low < accuracy.difference.unwrap() && accuracy.difference.unwrap() < high);
        assert!(high < 0.0 && accuracy.corrected_p >= accuracy.p);
        assert!(endgame.newly_wrong > endgame.newly_right);
        assert_eq!(endgame.examples_wrong.len(), 5);
        let fields = endgame.examples_wrong.iter();
        assert!(fields.clone().all(|e| e.old_score != e.new_score && e.old_move == e.new_move));
        assert!(fields.clone().all(|e| e.truth == "draw" || !e.line.is_empty()));
    }
    let backwards = compared(&new, &old);
    assert_eq!(backwards.verdict, ChangeVerdict::Better);
    assert!(exceeds_regression(&backwards, 0.0).is_empty());
    let exceeded = exceeds_regression(&found, 0.0);
    assert!(exceeded.iter().any(|e| e.endgame.is_none() && e.figure == "accuracy"));
    let fall = -found.total.accuracy.difference.unwrap();
    assert!(exceeds_regression(&found, fall + 0.2).is_empty());
}

#[test]
fn differences_of_all_positions_are_those_of_ordinary_code_and_exact() {
    let samples = [sample("KRK", Size::All, 1)];
    let new_engine = Engine { seed: 2, ..OLD };
    let [old, new] = [OLD, new_engine].map(|engine| run(engine, &samples));
    let found = compared(&old, &new);
    let right = |run: &Run| {
        let mut right: Vec<Option<bool>> = Vec::new();
        let each = |number: usize, answer: &Result<Answer, Failure>| {
            let score = answer.as_ref().unwrap().score;
            let truth = samples[0].result(number);
            right.push(score.map(|score| told(score, 50) == truth));
            Ok::<(), ()>(())
        };
        run.endgames()[0].for_each(each).unwrap();
        right
    };
    let [old, new] = [&old, &new].map(right);
    let changed = |from: bool, to: bool| {
        let pairs = old.iter().zip(&new);
        pairs.filter(|pair| *pair == (&Some(from), &Some(to))).count() as u64
    };
    let endgame = &found.endgames[0];
    assert_eq!(endgame.newly_wrong, changed(true, false));
    assert_eq!(endgame.newly_right, changed(false, true));
    let scored = old.iter().flatten().count() as f64;
    let expected = (changed(false, true) as f64 - changed(true, false) as f64) / scored;
    let accuracy = endgame.differences.accuracy;
    let difference = accuracy.difference.unwrap();
    assert!((difference - expected).abs() < 1e-12);
    // No other sample is possible, so the smallest difference is one position.
    assert_eq!(accuracy.interval, Some([difference; 2]));
    assert_eq!(accuracy.p, Some(0.0));
}

#[test]
fn paired_answers_decide_what_unpaired_ones_do_not() {
    let here = [sample("KPK", Size::Positions(600), 1)];
    let there = [sample("KPK", Size::Positions(600), 2)];
    let worse = Engine { wrong_score: 8, ..OLD };
    let old = run(Engine { wrong_score: 16, ..OLD }, &here);
    let paired = compared(&old, &run(worse, &here));
    let unpaired = compared(&old, &run(worse, &there));
    assert!(paired.endgames[0].paired && !unpaired.endgames[0].paired);
    assert_eq!(unpaired.warnings.len(), 1);
    assert_eq!(unpaired.endgames[0].asked_both, 0);
    let width = |found: &Comparison| {
        let [low, high] = found.total.accuracy.interval.unwrap();
        high - low
    };
    assert!(width(&paired) < 0.8 * width(&unpaired));
    assert!(paired.total.accuracy.p < unpaired.total.accuracy.p);
}

#[test]
fn noise_is_rarely_called_a_change() {
    // Engines that err equally often, but in other positions.
    let (mut called, mut covered, runs) = (0, 0, 120);
    for seed in 0..runs {
        let samples = [sample("KPK", Size::Positions(150), seed)];
        let engine = |seed| Engine { wrong_score: 4, random_move: 8, seed, ..OLD };
        let found = compared(&run(engine(10), &samples), &run(engine(11), &samples));
        called += u64::from(matches!(found.verdict, ChangeVerdict::Better | ChangeVerdict::Worse));
        let [low, high] = found.total.accuracy.interval.unwrap();
        covered += u64::from(low <= 0.0 && 0.0 <= high);
    }
    // Of the endgames and totals, at most 5 % are expected: 12, with a standard deviation of 3.
    assert!(called <= 18, "{called} of {runs}");
    assert!(covered >= 105, "{covered} of {runs}");
}

#[test]
fn limits_name_the_endgame_and_the_figure() {
    let samples = samples(400, 1);
    let run = run(Engine { wrong_score: 3, ..OLD }, &samples);
    let figures = samples.iter().map(|sample| {
        let engine = Engine { wrong_score: 3, ..OLD };
        engine.measured(sample, Settings::default()).judgement().unwrap()
    });
    let judgement = run.judgement(figures.collect());
    let errors: Vec<f64> =
        judgement.endgames.iter().map(|e| 1.0 - e.accuracy.share.unwrap()).collect();
    let most = errors.iter().copied().fold(0.0, f64::max);
    assert!(exceeds_error(&judgement, most).is_empty());
    let exceeded = exceeds_error(&judgement, most - 1e-9);
    assert_eq!(exceeded.len(), 1);
    assert_eq!((exceeded[0].found, exceeded[0].limit), (Some(most), most - 1e-9));
    assert_eq!(exceeds_error(&judgement, 0.0).len(), 2);
}

#[test]
fn runs_of_different_endgames_are_compared_where_they_meet() {
    let both = samples(200, 1);
    let old = run(OLD, &both);
    let new = run(OLD, &both[1..]);
    let found = compared(&old, &new);
    assert_eq!(found.endgames.len(), 1);
    assert_eq!((found.only_old, found.only_new), (vec!["KRK".to_string()], vec![]));
    let neither = try_compared(&run(OLD, &both[..1]), &new);
    assert!(matches!(neither, Err(RunError::NothingInCommon)));
}
