//! Rules in libraries and programs: the examples, built and run, and those that misbehave.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use drawproof_recognizers::{Claim, Position, for_endgame};
use drawproof_verifier::{
    Answers, Asker, Batch, Builtin, Counting, Options, Predicate, Sample, Subject, Verdict,
    Verification,
    subject::{Plugin, PluginError, Program, Slots},
};

use super::shared::{self, OfTables, TABLES, material};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

fn example(name: &str) -> PathBuf {
    root().join("examples/rules").join(name)
}

/// Runs a compiler.
fn compile(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Builds a C or C++ source as a shared library in `folder`.
fn build_c(compiler: &str, source: &Path, folder: &Path) -> PathBuf {
    let library = folder.join(source.with_extension("so").file_name().unwrap());
    let flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"];
    let include = root().join("bindings/c/include");
    compile(
        Command::new(compiler)
            .args(flags)
            .arg("-I")
            .arg(include)
            .arg("-o")
            .args([&library, source].map(|p| p.as_os_str())),
    );
    library
}

/// Builds a C source given as text.
fn build_text(name: &str, text: &str, folder: &Path) -> PathBuf {
    let source = folder.join(name).with_extension("c");
    fs::write(&source, format!("#include \"drawproof.h\"\n{text}\n")).unwrap();
    build_c("cc", &source, folder)
}

fn load(library: &Path) -> Result<Plugin, PluginError> {
    Plugin::load(library, Slots::private().unwrap())
}

fn verified(subject: &dyn Subject, endgame: &str) -> Verdict {
    shared::verified(subject, endgame, Counting::Full)
}

fn verified_program(command: &str, endgame: &str, counting: Counting) -> Result<Verdict, String> {
    let program = Program::new(command, 2, Duration::from_secs(20)).unwrap();
    let options = Options { counting, ..Options::default() };
    Verification::new(material(endgame), &*TABLES, &options)
        .run(Asker::Program(&program))
        .map(|outcome| outcome.verdict)
        .map_err(|error| error.to_string())
}

#[test]
fn the_c_rule_about_the_right_corner_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let plugin = load(&build_c("cc", &example("right_corner.c"), folder.path())).unwrap();
    let verdict = verified(&plugin, "KRKB");
    assert_eq!(verdict.name, "king in the right corner");
    assert_eq!(verdict.patterns[0].name.id, "king-elsewhere");
    let total = verdict.total();
    assert!(total.incorrect > 0 && total.spotted > 0 && total.asymmetric == 0);
    assert!(
        verdict
            .counterexamples
            .iter()
            .all(|c| c.truth != "draw" && !c.line.uci.is_empty() || c.dtm == Some(0))
    );

    // The same rule as a function gets the same verdict.
    let same = Predicate::new("king in the right corner", &["king-elsewhere"], |p: &Position| {
        let light = 0x55aa_55aa_55aa_55aa;
        let bishop = p.kind[2];
        let weak = p.colour[usize::from(p.colour[1] & bishop != 0)];
        let king = weak & p.kind[5] & 0x8100_0000_0000_0081;
        let safe = king != 0 && (bishop & light != 0) != (king & light != 0);
        (Claim::draw_if(safe), u64::from(!safe))
    });
    let built_in = verified(&same, "KRKB");
    assert_eq!(built_in.sides, verdict.sides);
    assert_eq!(built_in.rows, verdict.rows);
    assert_eq!(built_in.calls, verdict.calls);
}

#[test]
fn the_cpp_rule_about_two_knights_is_refuted_by_a_mate() {
    let folder = tempfile::tempdir().unwrap();
    let plugin = load(&build_c("c++", &example("two_knights.cpp"), folder.path())).unwrap();
    let verdict = verified(&plugin, "KNNK");
    assert_eq!(verdict.total().incorrect, verdict.total().decisive);
    assert_eq!(verdict.counterexamples.last().unwrap().dtm, Some(0));
}

/// Python reads three hundred thousand lines a second at most: it is asked about a sample.
#[test]
fn the_rust_and_the_python_rule_are_right_and_agree() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("rule.so");
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    compile(
        Command::new(rustc)
            .args(["-O", "--edition", "2021", "--crate-type", "cdylib", "-o"])
            .args([library.as_os_str(), example("bishop_and_knight.rs").as_os_str()]),
    );
    let plugin = load(&library).unwrap();
    assert!(shared::verified(&plugin, "KBKN", Counting::Core10).is_sound());
    let command = format!("python3 '{}'", example("lone_minor.py").display());
    let program = Program::new(&command, 2, Duration::from_secs(20)).unwrap();
    let options = Options::default();
    let verification = Verification::new(material("KBKN"), &*TABLES, &options);
    let sample = Sample { size: 150_000, seed: 3 };
    let [by_library, by_lines] = [Asker::Function(&plugin), Asker::Program(&program)]
        .map(|asker| verification.sample(asker, sample, &OfTables).unwrap().verdict);
    assert_eq!(by_lines.sides, by_library.sides);
    assert_eq!(by_lines.calls, by_library.calls);
    assert!(by_lines.is_sound() && by_lines.total().decisive > 0);
}

#[test]
fn the_report_has_the_number_of_calls_of_a_plugin() {
    let folder = tempfile::tempdir().unwrap();
    let text = "static unsigned long calls;
        uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *s) {
            (void)p; (void)s; __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED); return DRAWPROOF_NO_CLAIM; }
        unsigned long long counted(void) { return calls; }";
    let library = build_text("counts", text, folder.path());
    let plugin = load(&library).unwrap();
    let verdict = verified(&plugin, "KBKN");
    let counted = counted(&library);
    assert_eq!(counted, verdict.calls);
    // Once for each position, once for the colour-reversed one.
    assert_eq!(counted, 2 * verdict.total().positions);
}

#[expect(unsafe_code, reason = "a function of the library built above is called")]
fn counted(library: &Path) -> u64 {
    // SAFETY: the library is already loaded; the function takes no argument and returns a number.
    unsafe {
        let library = libloading::Library::new(library).unwrap();
        let counted = library.get::<unsafe extern "C" fn() -> u64>(b"counted\0");
        counted.unwrap()()
    }
}

#[test]
fn libraries_that_are_not_rules_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused = |library: &Path| load(library).err().unwrap().to_string();
    assert!(refused(&folder.join("nothing.so")).contains("nothing.so cannot be loaded"));
    let text = folder.join("text.so");
    fs::write(&text, "this is no library").unwrap();
    assert!(refused(&text).contains("cannot be loaded"));
    let source = folder.join("rule.c");
    fs::write(&source, "int x;").unwrap();
    assert!(refused(&source).contains("it is source code: compile it with 'cc "));
    // A library for another machine: its ELF header names 64-bit PowerPC.
    let own = build_text("own", "uint32_t drawproof_abi(void) { return 1; }", folder);
    let mut foreign = fs::read(&own).unwrap();
    foreign[18] = 21;
    let path = folder.join("foreign.so");
    fs::write(&path, foreign).unwrap();
    assert!(refused(&path).contains("cannot be loaded"));
    assert!(refused(&own).contains("no function drawproof_claim"));
    let version = "uint32_t drawproof_abi(void) { return 3; }
        int drawproof_claim(const drawproof_position *p, uint64_t *s) { (void)p; (void)s; return 0; }";
    let error = refused(&build_text("version", version, folder));
    assert!(
        error.contains("version 3") && error.contains("this drawproof knows 1 to 2"),
        "{error}"
    );
}

#[test]
fn an_answer_outside_the_range_is_reported_with_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let text = "uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *s) {
            (void)s; return p->colour[0] & 1 ? -7 : 0; }
        int drawproof_thread_safe(void) { return 0; }";
    let plugin = load(&build_text("nonsense", text, folder.path())).unwrap();
    assert!(!plugin.thread_safe());
    let options = Options::default();
    let error = Verification::new(material("KBKN"), &*TABLES, &options)
        .run(Asker::Function(&plugin))
        .err()
        .unwrap();
    let error = error.to_string();
    assert!(error.contains("answered -7 about '") && error.contains(" 0 1'"), "{error}");
}

#[test]
fn programs_that_fail_are_errors_with_the_line_and_never_a_hang() {
    let cases = [
        ("true", "ended (exit status: 0) before it answered line 1: '"),
        ("sh -c 'head -n 3 | sed s/.*/-/'", "ended (exit status: 0) before it answered line 4: '"),
        ("sh -c 'kill -9 $$'", "ended (signal: 9 (SIGKILL)) before it answered line 1: '"),
        ("sh -c 'echo -; echo maybe; cat >/dev/null'", "the answer in line 2 to '"),
        (
            "sed s/.*/maybe/",
            "is 'maybe': answers are -, draw, white, black, white-or-draw, draw-or-black, skip",
        ),
        ("sed 'p; s/.*/-/'", "the answer in line 1 to '"),
        ("sh -c 'sed s/.*/-/; echo -'", "there are more answers"),
        ("/nowhere/rule", "'/nowhere/rule' cannot be started"),
    ];
    for (command, expected) in cases {
        let error = verified_program(command, "KNK", Counting::Core10).unwrap_err();
        assert!(error.contains(expected), "{command}: {error}");
    }
    let start = Instant::now();
    let program = Program::new("sh -c 'sleep 1000; true'", 1, Duration::from_millis(300)).unwrap();
    let options = Options::default();
    let result =
        Verification::new(material("KNNK"), &*TABLES, &options).run(Asker::Program(&program));
    let error = result.err().unwrap().to_string();
    assert!(error.contains("did nothing for 0.3 s before it answered line 1"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_program_may_buffer_all_its_answers() {
    // It writes all answers at once, after the end of its input, which no pipe holds.
    let command = "python3 -c 'import sys; n = len(sys.stdin.readlines()); print(\"-\\n\" * n)'";
    let verdict = verified_program(command, "KNK", Counting::Core10).unwrap();
    assert!(verdict.is_sound() && verdict.calls > 100_000);
    assert_eq!(verdict.total().missed, verdict.total().draws);
}

#[test]
fn a_program_claims_wins_and_losses_too() {
    let verdict =
        verified_program("sed 's/.* w .*/win/; s/.* b .*/loss/'", "KRK", Counting::Core10);
    let verdict = verdict.unwrap();
    let total = verdict.total();
    assert_eq!(total.claimed_wins, verdict.sides[0].positions);
    assert_eq!(total.claimed_losses, verdict.sides[1].positions);
    assert_eq!(total.incorrect, total.draws);
    assert!(total.draws > 0 && total.decisive > total.draws);
    // A colour-reversed position gets the claim of the other side to move.
    assert_eq!(total.asymmetric, total.positions);
}

#[test]
fn a_built_in_rule_answers_a_batch_of_one_position() {
    let rule = for_endgame("KRKR").unwrap();
    let board: drawproof_board::Board = "8/8/8/8/6k1/5R2/3K2r1/8 w - - 0 1".parse().unwrap();
    let position = Position::from(&board);
    let batch = Batch::single(&position);
    assert_eq!(batch.position(0), position);
    let mut answers = Answers::default();
    Builtin(rule).ask(&batch, true, &mut answers).unwrap();
    let (claim, patterns) = rule.claim_and_patterns(&position);
    assert_eq!((answers.claims.get(0), answers.patterns[0]), (claim, patterns));
}
