//! Engines that misbehave. Each question ends with an answer or a failure, and no process is left.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use drawproof_judge::{
    answer::{Answer, AtDepth, Failure, Question, Score},
    engine::{Engines, Launch, StartError},
};

use super::odd::{ask, expect_no_process, failures, launch, questions};

/// Returns the answer of the engine in its normal mode.
fn ordinary() -> Answer {
    let at = |depth, score, nodes, first: &str| AtDepth {
        depth,
        nodes: Some(nodes),
        score: Score::Cp(score),
        first: Some(first.into()),
    };
    Answer {
        score: Some(Score::Cp(20)),
        best: Some("a1a2".into()),
        depth: Some(2),
        nodes: Some(5),
        by_depth: vec![at(1, 10, 3, "a1a3"), at(2, 20, 5, "a1a2")],
    }
}

/// Asks two processes in a mode about 30 positions, and checks that all answers are `expected`.
fn expect_answers(mode: &str, expected: &Answer) {
    let mark = format!("answers-of-{mode}");
    let engines = Engines::start(&launch(mode, &mark), 2).unwrap();
    let (result, answers) = ask(&engines, &questions(30));
    result.unwrap();
    let restarts = engines.restarts();
    assert_eq!(restarts > 0, mode == "ends-after-answer", "{mode}: {restarts} restarts");
    for answer in answers {
        assert_eq!(answer.as_ref(), Some(&Ok(expected.clone())), "{mode}");
    }
    drop(engines);
    expect_no_process(&mark);
}

#[test]
fn strange_output_is_read() {
    for mode in ["ordinary", "crlf", "long-line", "garbage", "errors", "answers-twice", "slow"] {
        expect_answers(mode, &ordinary());
    }
    let best = Some("a1a2".to_owned());
    expect_answers("no-score", &Answer { best: best.clone(), ..Answer::default() });
    let (score, depth) = (Some(Score::Cp(9)), Some(2));
    let bounds = Answer { score, depth, best: best.clone(), ..Answer::default() };
    expect_answers("only-bounds", &bounds);
    let at = AtDepth { depth: 1, nodes: Some(5), score: Score::Cp(20), first: None };
    let (score, depth, nodes) = (Some(Score::Cp(20)), Some(1), Some(5));
    let cut = Answer { score, best, depth, nodes, by_depth: vec![at] };
    expect_answers("ends-after-answer", &cut);
}

/// Returns whether a failure is the one that a mode causes.
type IsExpected = fn(&Failure) -> bool;

#[test]
fn failures_are_counted_and_the_engine_is_restarted() {
    // One process fails at every third question. Of 12 questions to two processes, three or four
    // fail.
    let cases: [(&str, IsExpected); 6] = [
        ("dies-at-third", |it| matches!(it, Failure::Died(how) if how.contains("SIGABRT"))),
        ("grandchild", |it| matches!(it, Failure::Died(how) if how.contains("SIGABRT"))),
        ("illegal-at-third", |it| *it == Failure::IllegalMove("a1h8\\u{1b}[2J".into())),
        ("no-move-at-third", |it| *it == Failure::IllegalMove("(none)".into())),
        ("floods-lines", |it| *it == Failure::TooMuchOutput),
        ("floods-a-line", |it| *it == Failure::TooMuchOutput),
    ];
    for (mode, is_expected) in cases {
        let failures = failures(&launch(mode, mode), mode, 12);
        assert!((3..=4).contains(&failures.len()), "{mode}: {failures:?}");
        assert!(failures.iter().all(is_expected), "{mode}: {failures:?}");
    }
}

#[test]
fn engines_that_hang_end_at_the_limit() {
    for (mode, expected) in [
        ("hangs-at-third", Failure::Hung),
        ("closes-output", Failure::Died("closed its input or output".into())),
    ] {
        let mut launch = launch(mode, mode);
        launch.answer_timeout = Duration::from_millis(1500);
        let failures = failures(&launch, mode, 5);
        assert!(!failures.is_empty() && failures.iter().all(|it| *it == expected), "{failures:?}");
    }
}

#[test]
fn an_engine_that_writes_without_reading_is_found() {
    // Its answers fit every question, until the pipe to it is full or its output exceeds the limit.
    let mut launch = launch("stops-reading", "stops-reading");
    launch.answer_timeout = Duration::from_millis(1500);
    let engines = Engines::start(&launch, 1).unwrap();
    let (result, answers) = ask(&engines, &questions(1000));
    result.unwrap();
    let failures = answers.iter().flatten().filter(|answer| answer.is_err()).count();
    assert!((1..100).contains(&failures), "{failures}");
    drop(engines);
    expect_no_process("stops-reading");
}

#[test]
fn an_engine_that_always_fails_ends_the_questions() {
    for mode in ["dies-always", "dies-at-ucinewgame"] {
        let mut launch = launch(mode, mode);
        launch.failures_max = 4;
        let engines = Engines::start(&launch, 2).unwrap();
        let (result, answers) = ask(&engines, &questions(1000));
        let gone = result.unwrap_err().to_string();
        assert!(gone.contains("failed 4 times in a row, the last time on '"), "{gone}");
        assert!(
            gone.ends_with("it has answered no question: does it know 'go nodes 1'?"),
            "{gone}"
        );
        assert!((4..=8).contains(&answers.iter().flatten().count()));
        if mode == "dies-always" {
            let how = "ended (exit status: 7); its standard error ends with 'assertion failed: depth \
                       > 0\\nat search.c:17'";
            assert!(gone.contains(how), "{gone}");
        }
        drop(engines);
        expect_no_process(mode);
    }
    // Fewer hangs are tested, because each takes long.
    let mut hanging = launch("very-slow", "hangs");
    hanging.answer_timeout = Duration::from_millis(150);
    let engines = Engines::start(&hanging, 1).unwrap();
    let (result, answers) = ask(&engines, &questions(1000));
    assert_eq!((result.unwrap_err().failures, answers.iter().flatten().count()), (3, 3));
    drop(engines);
    expect_no_process("hangs");
    // An engine that dies at `ucinewgame` answers without it.
    let mut launch = launch("dies-at-ucinewgame", "keeps");
    launch.keep_hash = true;
    assert_eq!(failures(&launch, "keeps", 20), []);
}

#[test]
fn an_engine_that_loses_lines_is_sent_them_in_two_writes() {
    let mut launch = launch("loses-lines", "loses-lines");
    (launch.keep_hash, launch.answer_timeout) = (true, Duration::from_millis(1500));
    assert_eq!(failures(&launch, "loses-lines", 20), []);
}

#[test]
fn questions_are_cancelled_at_once_and_the_engines_answer_later_ones() {
    let mut launch = launch("very-slow", "cancelled");
    launch.answer_timeout = Duration::from_secs(60);
    let engines = Engines::start(&launch, 2).unwrap();
    let (cancelled, start) = (AtomicBool::new(false), Instant::now());
    for _ in 0..2 {
        cancelled.store(false, Ordering::Relaxed);
        let answers = AtomicUsize::new(0);
        let count = |_, _| _ = answers.fetch_add(1, Ordering::Relaxed);
        thread::scope(|scope| {
            let asked = scope.spawn(|| engines.ask(&questions(100), &cancelled, &count));
            thread::sleep(Duration::from_millis(200));
            cancelled.store(true, Ordering::Relaxed);
            asked.join().unwrap().unwrap();
        });
        assert_eq!(answers.into_inner(), 0);
    }
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(engines.restarts(), 2);
    drop(engines);
    expect_no_process("cancelled");
}

#[test]
fn an_engine_that_ignores_quit_is_ended() {
    let engines = Engines::start(&launch("ignores-quit", "ignores-quit"), 3).unwrap();
    assert_eq!((engines.count(), engines.name()), (3, "Odd \\u{1b}[31mengine"));
    let start = Instant::now();
    drop(engines);
    assert!(start.elapsed() < Duration::from_secs(20));
    expect_no_process("ignores-quit");
}

#[test]
fn finished_positions_are_asked_only_on_request() {
    let fens = ["8/8/8/8/8/1q6/2k5/K7 w - - 0 1", "8/8/8/8/8/1k6/1q6/K7 w - - 0 1"];
    let finished = fens.map(|fen| Question { fen: fen.into(), truth: None, weight: 1.0 });
    let mut launch = launch("no-move-at-third", "finished");
    let engines = Engines::start(&launch, 1).unwrap();
    let (result, answers) = ask(&engines, &finished);
    result.unwrap();
    assert_eq!(answers, vec![Some(Ok(Answer::default())); 2]);
    // When asked, the engine plays a1a2, which is illegal, and then answers that there is no move.
    launch.ask_finished = true;
    let engines = Engines::start(&launch, 1).unwrap();
    let (_, answers) = ask(&engines, &[questions(2), vec![finished[0].clone()]].concat());
    assert_eq!(answers[2], Some(Ok(Answer::default())));
    let (_, answers) = ask(&engines, &finished);
    let illegal = Failure::IllegalMove("a1a2".into());
    assert_eq!(answers, vec![Some(Err(illegal)); 2]);
    // A program that has only scores needs no move.
    launch.scores_only = true;
    let engines = Engines::start(&launch, 1).unwrap();
    let (_, answers) = ask(&engines, &finished);
    assert_eq!(answers[0], Some(Ok(Answer { best: None, ..ordinary() })));
}

#[test]
fn an_engine_that_does_not_start_is_an_error_that_says_why() {
    let error = |mode: &str| {
        let mut launch = launch(mode, "starts");
        launch.start_timeout = Duration::from_millis(500);
        let error = Engines::start(&launch, 2).unwrap_err();
        expect_no_process("starts");
        error.to_string()
    };
    let text = error("dies-at-start");
    let how = "ended (exit status: 3); its standard error ends with 'the network file is missing' \
               before it answered 'uci'";
    assert!(text.contains(how), "{text}");
    assert!(error("dies-at-uci").contains("SIGABRT"));
    let text = error("lacks-a-net");
    let how = "it wrote 'info string ERROR: The network file nn.nnue was not loaded.' before it";
    assert!(text.contains(how), "{text}");
    let text = error("silent");
    assert!(text.contains("did not answer 'uci' within 0.5 s: is it an engine"), "{text}");
    let text = error("speaks-xboard");
    assert!(text.contains("it is an xboard engine, and drawproof speaks UCI"), "{text}");
    assert!(error("floods-at-start").contains("wrote more than 1048576 bytes"));
    let limit = "nodes 1".parse().unwrap();
    let missing = Launch::of_program("./no-such-engine".into(), Vec::new(), limit);
    assert!(matches!(Engines::start(&missing, 1), Err(StartError::NotStarted { .. })));
    for command in ["", "  ", "engine 'open"] {
        let error = Launch::new(command, "depth 1".parse().unwrap()).unwrap_err();
        assert!(matches!(error, StartError::NoCommand(_)), "{command}");
    }
}

#[test]
fn options_are_checked_before_they_are_set() {
    let start = |name: &str, value: &str| {
        let mut launch = launch("ordinary", "options");
        launch.options.push((name.into(), value.into()));
        Engines::start(&launch, 1).map(|_| ()).map_err(|error| error.to_string())
    };
    let good = [
        ("hash", "1"),
        ("PONDER", "true"),
        ("Style", "very wild"),
        ("Book File", "a b"),
        ("clear hash", ""),
    ];
    for (name, value) in good {
        assert_eq!(start(name, value), Ok(()), "{name}");
    }
    let bad = [
        ("Hahs", "1", "has no option 'Hahs': the closest names are 'Hash', "),
        ("Hash", "0", "does not take '0' for option 'Hash': a whole number from 1 to 1024"),
        ("Hash", "many", "a whole number from 1 to 1024"),
        ("ponder", "yes", "true or false"),
        ("Style", "Tame", "one of Calm, Very Wild"),
        ("Book File", "a\nquit", "a value is one line"),
    ];
    for (name, value, expected) in bad {
        let error = start(name, value).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}
