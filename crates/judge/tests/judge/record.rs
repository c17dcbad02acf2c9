//! Tests saved runs: written, read, truncated, changed and resumed.

use drawproof_judge::{
    answer::{Answer, AtDepth, Failure, Score},
    measure::{Measurer, Settings},
    record::{Run, RunError, RunSettings, is_run, read_run, write_run},
    sample::{EndgameSample, Size},
};
use drawproof_verifier::saved_file::FileError;
use twox_hash::XxHash3_64;

use super::shared::{Engine, TABLES, sample};

const ENGINE: Engine = Engine { wrong_score: 7, random_move: 5, no_score: 9, dies: 11, seed: 1 };

pub fn settings(size: Size) -> RunSettings {
    RunSettings {
        engine: "Engine 1.0".into(),
        command: "engine --fast".into(),
        limit: "nodes 1".into(),
        size,
        seed: 5,
        condition: None,
        draw_band: 50,
    }
}

/// Returns a run with answers about the positions of a sample whose index meets `asked`.
fn run(samples: &[&EndgameSample], asked: impl Fn(usize) -> bool) -> Run {
    let mut run = Run::new(settings(samples[0].size()));
    for sample in samples {
        let answers = run.endgame_mut(sample).unwrap();
        for number in (0..sample.len()).filter(|&number| asked(number)) {
            answers.add(number, ENGINE.answer(&sample.question(number)));
        }
    }
    run
}

fn written(run: &Run) -> Vec<u8> {
    let mut file = Vec::new();
    write_run(run, &mut file).unwrap();
    file
}

#[test]
fn a_run_reads_as_it_was_written_and_its_bytes_do_not_depend_on_the_order_of_answers() {
    // The answers fill more than one block for each endgame.
    let samples = ["KRK", "KPK"].map(|name| sample(name, Size::Positions(6_000), 5));
    let whole = run(&samples.each_ref().map(|sample| &**sample), |_| true);
    let file = written(&whole);
    assert!(is_run(&file) && !is_run(b"drawproof run 2\n"));
    let read = read_run(&mut &file[..]).unwrap();
    assert!(read == whole);
    let mut backwards = Run::new(settings(Size::Positions(6_000)));
    for sample in &samples {
        let answers = backwards.endgame_mut(sample).unwrap();
        for number in (0..sample.len()).rev() {
            answers.add(number, ENGINE.answer(&sample.question(number)));
        }
    }
    assert!(written(&backwards) == file);
    let mut answered = Vec::new();
    read.endgame("KPK")
        .unwrap()
        .for_each(|number, answer| {
            assert_eq!(*answer, ENGINE.answer(&samples[1].question(number)));
            answered.push(number);
            Ok::<(), ()>(())
        })
        .unwrap();
    assert!(answered.into_iter().eq(0..6_000));
}

#[test]
fn an_interrupted_run_is_resumed_without_asking_again() {
    let sample = sample("KPK", Size::Positions(5_000), 5);
    let whole = run(&[&sample], |_| true);
    let part = run(&[&sample], |number| number < 4_096 || number % 3 == 0);
    let mut resumed = read_run(&mut &written(&part)[..]).unwrap();
    resumed.settings().accepts(&settings(Size::Positions(5_000))).unwrap();
    let answers = resumed.endgame_mut(&sample).unwrap();
    assert_eq!(answers.answered(), 4_096 + (4_096..5_000).filter(|n| n % 3 == 0).count() as u64);
    let left: Vec<usize> = answers.unanswered().collect();
    assert!(left.iter().all(|number| *number >= 4_096 && number % 3 != 0));
    for number in left {
        answers.add(number, ENGINE.answer(&sample.question(number)));
    }
    assert!(resumed == whole);
    let mut measurer = Measurer::new(sample.clone(), &*TABLES, Settings::default());
    resumed.endgames()[0].for_each(|number, answer| measurer.add(number, answer)).unwrap();
    let measured = ENGINE.measured(&sample, Settings::default()).judgement().unwrap();
    assert_eq!(measurer.judgement().unwrap(), measured);
    let judgement = resumed.judgement(vec![measured]);
    assert!(judgement.complete && judgement.sample.positions == 5_000);
}

#[test]
fn other_settings_are_refused_by_name() {
    let run = run(&[&sample("KRK", Size::Positions(100), 5)], |_| true);
    let base = settings(Size::Positions(100));
    run.settings().accepts(&RunSettings { draw_band: 3, ..base.clone() }).unwrap();
    for (other, word) in [
        (RunSettings { engine: "Engine 1.1".into(), ..base.clone() }, "engine"),
        (RunSettings { command: "engine --slow".into(), ..base.clone() }, "command"),
        (RunSettings { limit: "nodes 2".into(), ..base.clone() }, "limit"),
        (RunSettings { size: Size::All, ..base.clone() }, "sample"),
        (RunSettings { seed: 6, ..base.clone() }, "seed"),
        (RunSettings { condition: Some("win".into()), ..base.clone() }, "condition"),
    ] {
        let error = run.settings().accepts(&other).unwrap_err();
        assert!(matches!(error, RunError::Settings { setting, .. } if setting == word));
        assert!(error.to_string().contains(&format!("another {word}")), "{error}");
    }
    // The settings are the same, but not the positions.
    let mut run = run;
    assert!(run.endgame_mut(&sample("KRK", Size::Positions(100), 6)).is_err());
}

/// Returns a small file with every kind of answer, from two endgames.
fn small_file() -> Vec<u8> {
    let samples = ["KRK", "KPK"].map(|name| sample(name, Size::Positions(8), 5));
    let mut run = Run::new(settings(Size::Positions(8)));
    for sample in &samples {
        let answers = run.endgame_mut(sample).unwrap();
        let level = AtDepth { depth: 1, nodes: Some(9), score: Score::Mate(-3), first: None };
        answers.add(
            0,
            Ok(Answer {
                score: Some(Score::Cp(-77)),
                best: Some("a7a8q".into()),
                depth: Some(1),
                nodes: None,
                by_depth: vec![level],
            }),
        );
        answers.add(1, Err(Failure::Died("signal 11".into())));
        answers.add(2, Err(Failure::Hung));
        answers.add(4, Err(Failure::IllegalMove("e2e4".into())));
        answers.add(7, Err(Failure::TooMuchOutput));
    }
    written(&run)
}

#[test]
fn a_file_cut_or_changed_anywhere_is_refused() {
    let file = small_file();
    let run = read_run(&mut &file[..]).unwrap();
    assert_eq!(run.endgames().iter().map(|endgame| endgame.answered()).collect::<Vec<_>>(), [5; 2]);
    for length in 0..file.len() {
        assert!(read_run(&mut &file[..length]).is_err(), "cut at {length}");
    }
    assert!(read_run(&mut &[&file[..], &[0]].concat()[..]).is_err(), "a byte more");
    for place in 0..8 * file.len() {
        let mut changed = file.clone();
        changed[place / 8] ^= 1 << (place % 8);
        assert!(read_run(&mut &changed[..]).is_err(), "changed at bit {place}");
    }
    assert!(matches!(read_run(&mut &b"hello"[..]), Err(RunError::File(FileError::Foreign(_)))));
    let mut later = file.clone();
    let digit = later.iter().position(|&byte| byte == b'1').unwrap();
    later[digit] = b'2';
    assert!(matches!(read_run(&mut &later[..]), Err(RunError::File(FileError::Version(_)))));
}

#[test]
fn counts_that_a_file_cannot_hold_take_no_memory() {
    let part = |text: &str| {
        let mut part = (text.len() as u32).to_le_bytes().to_vec();
        part.extend(XxHash3_64::oneshot(text.as_bytes()).to_le_bytes());
        part.extend(text.as_bytes());
        part
    };
    let settings = serde_json::to_string(&settings(Size::All)).unwrap();
    let header =
        |endgames: u64| part(&format!(r#"{{"settings":{settings},"endgames":{endgames}}}"#));
    let sample = |positions: u64| {
        let most = u64::MAX;
        part(&format!(r#"{{"endgame":"KRK","positions":{positions},"of":{most},"fingerprint":1}}"#))
    };
    for (rest, expected) in [
        (header(u64::MAX), "too soon"),
        ([header(1), sample(u64::MAX)].concat(), "too soon"),
        ([header(1), sample(1 << 40), vec![0xff; 12]].concat(), "out of range"),
        ([header(1), sample(1), part("no zstd")].concat(), "does not unpack"),
        ([header(1), part("{}")].concat(), "sample"),
    ] {
        let file = [b"drawproof judgement 1\n", &rest[..]].concat();
        let error = read_run(&mut &file[..]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
