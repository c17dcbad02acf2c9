//! The misbehaving engine, compiled once, and the positions it is asked about.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{LazyLock, Mutex, atomic::AtomicBool},
};

use drawproof_board::fen;
use drawproof_judge::{
    answer::{Answer, Failure, Question},
    engine::{EngineGone, Engines, Launch},
};

/// The program, in cargo's folder for temporary files of tests.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/odd_engine.rs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (own, program) =
        (folder.join(format!("odd-{}", std::process::id())), folder.join("odd engine"));
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    rustc.args(["--edition=2024", "-Cdebuginfo=0", "-Cpanic=abort", "-o"]).arg(&own).arg(source);
    let output = rustc.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Another run of the tests may be using the existing program.
    fs::rename(own, &program).unwrap();
    program
});

/// Returns a launch of the engine in a mode. `mark` follows the mode in the arguments, and
/// identifies the processes of one test.
pub fn launch(mode: &str, mark: &str) -> Launch {
    let command = format!("'{}' {mode} {mark}", PROGRAM.display());
    let mut launch = Launch::new(&command, "nodes 1".parse().unwrap()).unwrap();
    launch.output_bytes_max = 1 << 20;
    launch
}

/// Returns positions in which `a1a2` is legal.
pub fn questions(count: usize) -> Vec<Question> {
    let rows = (0..6).flat_map(|row| (1..8).map(move |file| (row, file)));
    let fens = rows.cycle().take(count).map(|(row, file)| {
        let mut rows = vec!["8".to_owned(); 7];
        let after = 7 - file;
        rows[row] =
            format!("{file}k{}", if after == 0 { String::new() } else { after.to_string() });
        format!("{}/RK6 w - - 0 1", rows.join("/"))
    });
    fens.map(|fen| {
        fen::parse(&fen).unwrap();
        Question { fen, truth: None, weight: 1.0 }
    })
    .collect()
}

/// All answers by index.
pub type Answers = Vec<Option<Result<Answer, Failure>>>;

/// Asks about all positions.
pub fn ask(engines: &Engines, questions: &[Question]) -> (Result<(), EngineGone>, Answers) {
    let answers = Mutex::new(vec![None; questions.len()]);
    let result = engines.ask(questions, &AtomicBool::new(false), &|number, answer| {
        let before = answers.lock().unwrap()[number].replace(answer);
        assert_eq!(before, None, "position {number} has two answers");
    });
    (result, answers.into_inner().unwrap())
}

/// Asks `count` positions of two processes and returns the failures. Checks that all other answers
/// have the engine's move and score, and that no process is left.
pub fn failures(launch: &Launch, mark: &str, count: usize) -> Vec<Failure> {
    let engines = Engines::start(launch, 2).unwrap();
    let (result, answers) = ask(&engines, &questions(count));
    result.unwrap();
    drop(engines);
    expect_no_process(mark);
    let answers: Vec<_> = answers.into_iter().map(|it| it.expect("each has an answer")).collect();
    for answer in answers.iter().flatten() {
        assert_eq!(answer.best.as_deref(), Some("a1a2"));
    }
    answers.into_iter().filter_map(Result::err).collect()
}

/// Checks that no process with `mark` among its arguments is left.
#[cfg(target_os = "linux")]
pub fn expect_no_process(mark: &str) {
    let is_left = || {
        fs::read_dir("/proc").unwrap().flatten().any(|entry| {
            let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            arguments.split(|&byte| byte == 0).any(|argument| argument == mark.as_bytes())
        })
    };
    // Killed processes may take a moment to end.
    for _ in 0..100 {
        if !is_left() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("a process of {mark} is left");
}

#[cfg(not(target_os = "linux"))]
pub fn expect_no_process(_: &str) {}
