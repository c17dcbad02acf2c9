//! `judge`: reports, limits, saved runs, interrupts, and engines that fail.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{hostile::Run, plugin::compiled};

/// The command line of the engine: drawproof's own, changed by the environment.
fn engine() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/judge_engine.py");
    format!("python3 '{}' '{}'", script.display(), env!("CARGO_BIN_EXE_drawproof"))
}

/// The positions asked of an endgame.
const SAMPLE: u64 = 80;

/// A run of `judge` with the engine and a few positions.
pub fn judging(args: &[&str], variables: &[(&str, &str)]) -> Run {
    let engine = engine();
    let sample = SAMPLE.to_string();
    let common = ["judge", "--engine", &engine, "--engines", "1", "--sample", &sample];
    let common = if args.contains(&"--sample") { &common[..5] } else { &common };
    let mut run = Run::new("", &[common, args].concat());
    run.command.envs(variables.iter().copied());
    run
}

pub fn judge(args: &[&str], variables: &[(&str, &str)]) -> Output {
    judging(args, variables).output()
}

/// The status and the JSON of `judge`.
pub fn judge_json(args: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, Value) {
    let output = judge(&[args, &["--format", "json"]].concat(), variables);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|_| panic!("no JSON: {errors}")))
}

pub fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_json_has_the_keys_of_the_contract() {
    let (status, report) = judge_json(&["KRKN", "KNK"], &[]);
    assert_eq!(status, Some(0));
    assert_eq!(report["limit"], "nodes 1");
    assert_eq!(report["complete"], true);
    assert_eq!(report["sample"]["seed"], 1);
    assert_eq!(number(&report["sample"]["positions"]), 2 * SAMPLE);
    assert!(number(&report["sample"]["of"]) > 2 * SAMPLE);
    let names: Vec<&Value> = report["endgames"].as_array().unwrap().iter().collect();
    assert_eq!([&names[0]["endgame"], &names[1]["endgame"]], ["KRKN", "KNK"]);
    let krkn = names[0];
    let results =
        krkn["results"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
    // Engines are not asked about finished positions.
    let over = krkn["classes"].as_array().unwrap().iter().find(|it| it["class"] == "over");
    let silent = number(&over.unwrap()["asked"]) + number(&krkn["no_score"]);
    assert_eq!(results.map(number).sum::<u64>() + silent, SAMPLE);
    let accuracy = krkn["accuracy"].as_f64().unwrap();
    let interval = &krkn["accuracy_interval"];
    assert!(interval[0].as_f64().unwrap() <= accuracy && accuracy <= interval[1].as_f64().unwrap());
    assert!(krkn["mean_squared_error"].is_f64());
    for key in ["asked", "win_to_draw", "win_to_loss", "draw_to_loss"] {
        assert!(krkn["moves"][key].is_number(), "{key}");
    }
    let worst = &krkn["worst"][0];
    for key in ["fen", "truth", "score", "best", "played", "line"] {
        assert!(worst.get(key).is_some(), "{key}: {worst}");
    }
    // Knight and king against king: every position is a draw, and the engine knows it.
    assert_eq!(names[1]["accuracy"], 1.0);
    let (_, without) = judge_json(&["KRKN", "--no-moves"], &[]);
    assert_eq!(without["endgames"][0]["moves"]["asked"], 0);
    assert_eq!(without["endgames"][0]["results"], krkn["results"]);
}

#[test]
fn every_format_is_well_formed_and_names_an_exceeded_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [html, junit, markdown] = ["page.html", "report.xml", "report.md"].map(file);
    let files = ["--html", &html, "--junit", &junit, "--markdown", &markdown];
    let args = [&["KRKN", "KQK", "--max-error", "0.01", "--format", "github"][..], &files].concat();
    let output = judge(&args, &[("FLIP", "1")]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let github = text(&output.stdout);
    let annotations = github.lines().filter(|line| line.starts_with("::")).count();
    assert!((2..=10).contains(&annotations), "{github}");
    assert!(github.contains("::error title=KQK%3A limit exceeded::"), "{github}");
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let junit = read(&junit);
    let document = roxmltree::Document::parse(&junit).unwrap();
    let suite = document.descendants().find(|it| it.has_tag_name("testsuite")).unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("2"), Some("2")));
    assert_eq!(document.descendants().filter(|it| it.has_tag_name("failure")).count(), 2);
    let markdown = read(&markdown);
    assert!(markdown.contains("- ❌ KQK: ") && markdown.contains("| ❌ KQK |"), "{markdown}");
    let html = read(&html);
    for part in ["<h2>KRKN</h2>", "limits exceeded", "true score", "Black's king", "Play through"] {
        assert!(html.contains(part), "{part}");
    }
    let outside =
        html.matches("http").count() - html.matches("https://lichess.org/analysis").count();
    assert_eq!(outside, 0, "the page loads nothing");
}

#[test]
fn text_fits_its_width() {
    for columns in ["40", "100"] {
        let output = judge(&["KRKN", "KQKR", "--examples", "2"], &[("COLUMNS", columns)]);
        let width: usize = columns.parse().unwrap();
        for line in text(&output.stdout).lines() {
            let is_long = line.chars().count() > width;
            assert!(!is_long || line.contains(" - - 0 1") || line.contains('/'), "{line}");
        }
    }
}

#[test]
fn a_broken_evaluation_is_caught_by_a_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [old, same, broken, rule] = ["old", "same", "broken", "rule"].map(file);
    let endgames = ["KRKN", "KQKR"];
    let saved = judge(&[&endgames[..], &["--save", &old]].concat(), &[]);
    assert_eq!(saved.status.code(), Some(0), "{}", text(&saved.stderr));
    let limits = ["--baseline", &old, "--max-regression", "0.02"];
    let args = |save| [&endgames[..], &["--save", save], &limits].concat();
    let (status, report) = judge_json(&args(&same), &[]);
    assert_eq!(status, Some(0), "{}", report["exceeded"]);
    assert_eq!(report["comparison"]["verdict"], "unchanged");
    let (status, report) = judge_json(&args(&broken), &[("FLIP", "1")]);
    assert_eq!(status, Some(1));
    let exceeded = report["exceeded"].as_array().unwrap();
    assert!(exceeded.iter().any(|it| it["endgame"] == "KRKN" && it["figure"] == "accuracy"));
    let diff = |new: &str, format: &str| {
        let output = Run::new("", &["diff", &old, new, "--format", format]).output();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, found, _) = diff(&broken, "text");
    assert_eq!(status, Some(1), "{found}");
    assert!(found.contains("newly wrong") && found.lines().last() == Some("worse"), "{found}");
    assert!(diff(&broken, "json").1.matches("\"worse\"").count() > 1);
    assert!(diff(&broken, "markdown").1.contains("| KRKN | ❌ worse |"));
    assert_eq!(Run::new("", &["diff", &old, &same, "--equal"]).output().status.code(), Some(0));
    assert_eq!(Run::new("", &["diff", &broken, &old]).output().status.code(), Some(0));
    assert_eq!(Run::new("", &["diff", &broken, &old, "--equal"]).output().status.code(), Some(1));
    let (status, found, _) = diff(&same, "text");
    assert_eq!((status, found.lines().last()), (Some(0), Some("unchanged")), "{found}");
    // A run of a rule is something else.
    assert!(Run::new("", &["verify", "KNK", "--save", &rule]).output().status.success());
    let (status, _, errors) = diff(&rule, "text");
    assert_eq!(status, Some(2));
    assert!(errors.contains("is a run of 'judge --save'"), "{errors}");
}

#[test]
fn positions_are_those_that_meet_a_condition() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [all, some, one, two, merged] = ["all", "some", "1", "2", "merged"].map(file);
    let condition = "not loss and only_move and wk = d4";
    let there =
        Run::new("", &["find", "KRKN", "--where", condition, "--count", "--format", "json"]);
    let there: Value = serde_json::from_slice(&there.output().stdout).unwrap();
    let args = ["KRKN", "--where", condition];
    let (status, report) = judge_json(&[&args[..], &["--save", &some]].concat(), &[]);
    assert_eq!((status, &report["where"]), (Some(0), &Value::from(condition)));
    assert_eq!(
        (number(&report["sample"]["positions"]), &report["sample"]["of"]),
        (SAMPLE, &there["found"])
    );
    assert_ne!(report["endgames"][0]["worst"], Value::Array(Vec::new()));
    for it in report["endgames"][0]["worst"].as_array().unwrap() {
        let fen = it["fen"].as_str().unwrap();
        assert!(it["truth"] != "loss" && fen.split('/').nth(4).unwrap().contains('K'), "{fen}");
    }
    let map = report["endgames"][0]["maps"][0].as_array().unwrap();
    let asked = |square: &Value| number(&square["asked"]) > 0;
    assert_eq!(map.iter().position(asked), map.iter().rposition(asked), "d4 alone");
    // The same condition goes on, is compared and merged.
    assert_eq!(
        judge_json(&[&args[..], &["--resume", &some]].concat(), &[]),
        (Some(0), report.clone())
    );
    let (status, compared) = judge_json(&[&args[..], &["--baseline", &some]].concat(), &[]);
    assert_eq!((status, &compared["comparison"]["verdict"]), (Some(0), &"unchanged".into()));
    for (shard, path) in [("1/2", &one), ("2/2", &two)] {
        let output = judge(&[&args[..], &["--shard", shard, "--output", path]].concat(), &[]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let sum =
        Run::new("", &["merge", &one, &two, "--format", "json", "--output", &merged]).output();
    assert!(sum.status.success(), "{}", text(&sum.stderr));
    let sum: Value = serde_json::from_slice(&std::fs::read(&merged).unwrap()).unwrap();
    assert_eq!(sum, report);
    // Another one does not.
    assert!(judge(&["KRKN", "--save", &all], &[]).status.success());
    let other = judge(&["KRKN", "--where", "win", "--resume", &some], &[]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("another condition"), "{}", text(&other.stderr));
    let other = Run::new("", &["diff", &all, &some]).output();
    assert_eq!(other.status.code(), Some(2));
    let expected = format!("(all positions, and --where '{condition}')");
    assert!(text(&other.stderr).contains(&expected), "{}", text(&other.stderr));
    // Errors come before the engine; where nothing is found, nothing is asked.
    let wrong = judge(&["KRKN", "--where", "win and onlymove"], &[("DIE_AT", "")]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("wrong at column 9"), "{}", text(&wrong.stderr));
    let (status, none) = judge_json(&["KNK", "KRKN", "--where", "win"], &[]);
    assert_eq!(status, Some(0));
    assert_eq!((&none["complete"], none["endgames"].as_array().unwrap().len()), (&true.into(), 2));
}

#[test]
fn an_interrupt_leaves_a_partial_report_and_a_run_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let file = path.to_str().unwrap();
    let endgames = ["KNK", "KRKN", "KQKR"];
    let (_, whole) = judge_json(&endgames, &[]);
    let args = [&endgames[..], &["--save", file, "--format", "json"]].concat();
    let mut run = judging(&args, &[("DELAY", "0.01")]);
    let command = run.command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // The run is saved at the start, and after the first endgame.
    let start = Instant::now();
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    let mut empty = 0;
    while empty == 0 || length() == empty {
        empty = if empty == 0 { length() } else { empty };
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    run.expect_nothing_left();
    let partial: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(partial["complete"], false);
    let asked = number(&partial["sample"]["positions"]);
    assert!(asked > SAMPLE && asked < 3 * SAMPLE, "{asked}");
    // Other settings do not go on with the run.
    let other = judge(&["KRKN", "--resume", file, "--seed", "2"], &[]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("another seed"), "{}", text(&other.stderr));
    let (status, resumed) = judge_json(&[&endgames[..], &["--resume", file]].concat(), &[]);
    assert_eq!((status, resumed), (Some(0), whole));
}

#[test]
fn an_engine_that_ends_on_one_position_is_restarted_and_reported() {
    let (_, sound) = judge_json(&["KRKN"], &[]);
    let fen = sound["endgames"][0]["worst"][0]["fen"].as_str().unwrap();
    let (status, report) = judge_json(&["KRKN"], &[("DIE_AT", fen)]);
    assert_eq!(status, Some(0));
    let krkn = &report["endgames"][0];
    let asked = number(&krkn["asked"]) + number(&krkn["not_asked"]);
    assert_eq!((asked, number(&krkn["failures"]["died"])), (SAMPLE, 1));
    assert_eq!(krkn["failures"]["examples"][0][0], fen);
    let output = judge(&["KRKN"], &[("DIE_AT", fen)]);
    let report = text(&output.stdout);
    assert!(report.contains("1 crash") && report.contains("no such position"), "{report}");
    // One that always ends is given up; the report lists the failures.
    let output = judge(&["KRKN", "--max-error", "0.5"], &[("DIE_AT", "position")]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(
        errors.contains("KRKN was not judged") && errors.contains("times in a row"),
        "{errors}"
    );
    assert!(text(&output.stdout).contains("no such position"), "{}", text(&output.stdout));
}

#[test]
fn errors_name_the_way_out_and_closed_output_changes_no_status() {
    let failed = |args: &[&str]| {
        let output = Run::new("", args).output();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        text(&output.stderr)
    };
    assert!(failed(&["judge", "KRK"]).contains("--engine"));
    let engine = engine();
    for (args, part) in [
        (&["KRK", "--engine", "no-such-program"][..], "cannot be started"),
        (&["KRK", "--engine", "true"], "UCI"),
        (&["KRK", "--engine", &engine, "--go", "infinite"], "does not end"),
        (&["KRK", "--engine", &engine, "--option", "Hsh=1"], "no option"),
        (&["KRK", "--engine", &engine, "--men", "4"], "--men"),
        (&["KRPKR", "--engine", &engine, "--sample", "all"], "up to 4 men"),
        (&["--engine", &engine], "ENDGAME"),
        (&["KRK", "--engine", &engine, "--baseline", "/no/such/run"], "/no/such/run"),
    ] {
        let errors = failed(&[&["judge"], args].concat());
        assert!(errors.contains(part), "{args:?}: {errors}");
    }
    let folder = tempfile::tempdir().unwrap();
    let no_scores =
        compiled(folder.path(), "no_scores", include_str!("../../examples/rules/lone_knight.c"));
    let errors = failed(&["judge", "KRK", "--plugin", &no_scores]);
    assert!(errors.contains("no function drawproof_score") && !errors.contains("UCI"), "{errors}");
    let mut run = judging(&["KQK", "--max-error", "0"], &[("FLIP", "1")]);
    let closed = std::io::pipe().unwrap().1;
    let status = run.command.stdout(closed).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(1));
    run.expect_nothing_left();
}

#[test]
fn the_scores_of_a_library_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let source = "#include \"drawproof_board.h\"
        #include <stdio.h>
        uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *r) {
            (void)p; (void)r; return DRAWPROOF_NO_CLAIM; }
        int drawproof_score(const drawproof_position *p) {
            printf(\"info score cp 7\\n\");
            return p->colour[p->side_to_move] & p->kind[3] ? 500 : 0; }\n";
    let library = compiled(folder.path(), "scores", source);
    let args = ["judge", "KRK", "--plugin", &library, "--sample", "all", "--format", "json"];
    let output = Run::new("", &args).output();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    let krk = &report["endgames"][0];
    assert_eq!(krk["asked"], krk["of"]);
    // Every position with the rook to move is won and has the score of a win; no other has.
    assert_eq!(krk["results"][2][2].as_u64().map(|wins| wins > 0), Some(true));
    assert_eq!(krk["results"][1][2], 0);
    assert_eq!(krk["results"][2][1], 0);
    assert_eq!(krk["moves"]["asked"], 0);
}

/// The commands of the section about engines in docs/ci.md: the words after `drawproof`, by block. A step
/// with the action names the command and its arguments apart.
fn commands_of_document() -> Vec<Vec<String>> {
    let document = include_str!("../../docs/ci.md");
    let start = document.find("## Engines").expect("there is the section");
    let section = &document[start..];
    let section = section[2..].split("\n## ").next().expect("it has a part");
    let blocks = section.split("```").skip(1).step_by(2);
    let command = |block: &str| {
        let arguments = "arguments: >";
        let command = match block.find(arguments) {
            Some(start) => format!("drawproof judge {}", &block[start + arguments.len()..]),
            None => block[block.find("drawproof judge")?..].to_owned(),
        };
        // A command ends where the next key of the YAML begins.
        let lines = command.lines().take_while(|line| !line.trim_start().ends_with(':'));
        let lines = lines.take_while(|line| !line.trim().is_empty());
        let words = lines.flat_map(str::split_whitespace).skip(1);
        Some(words.map(str::to_owned).collect())
    };
    blocks.filter_map(command).collect()
}

#[cfg(unix)]
#[test]
fn the_jobs_of_the_document_catch_a_broken_evaluation() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    std::fs::write(&script, format!("#!/bin/sh\nexec {}\n", engine())).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, executable).unwrap();
    let commands = commands_of_document();
    let [baseline, github, gitlab] = &commands[..] else { panic!("{commands:?}") };
    let run = |words: &[String], variables: &[(&str, &str)]| {
        // Fewer positions are as good for a test.
        let words = words.iter().map(|word| if word == "2000" { "60" } else { word });
        let mut run = Run::new("", &words.collect::<Vec<_>>());
        run.command.current_dir(folder.path()).envs(variables.iter().copied());
        run.output()
    };
    let saved = run(baseline, &[]);
    assert_eq!(saved.status.code(), Some(0), "{}", text(&saved.stderr));
    let same = run(github, &[]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stdout));
    let broken = run(gitlab, &[("FLIP", "1")]);
    assert_eq!(broken.status.code(), Some(1), "{}", text(&broken.stdout));
    let junit = std::fs::read_to_string(folder.path().join("judge.xml")).unwrap();
    assert!(junit.contains("<failure type=\"limit\""), "{junit}");
}

#[test]
fn endgames_without_a_table_are_judged_by_syzygy_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    crate::probe::write_syzygy_of_queens(folder.path(), 4);
    let syzygy = folder.path().to_str().unwrap();
    let run = folder.path().join("run");
    let run = run.to_str().unwrap();
    let args = ["KQQQQK", "KRK", "--syzygy", syzygy, "--sample", "40"];
    let (status, report) = judge_json(&[&args[..], &["--save", run]].concat(), &[]);
    assert_eq!(status, Some(0), "{report}");
    let [queens, rook] = [0, 1].map(|it| &report["endgames"][it]);
    assert_eq!((&queens["source"], &rook["source"]), (&"syzygy".into(), &"drawproof".into()));
    let [asked, not_asked] = ["asked", "not_asked"].map(|key| number(&queens[key]));
    assert!(asked + not_asked == 40 && queens["accuracy"].as_f64() > Some(0.9), "{queens}");
    assert_eq!(queens["moves"]["win_to_loss"], 0.0, "{queens}");
    // Its scores the other way round: the best move is known, a mate is not.
    let (_, wrong) = judge_json(&args, &[("FLIP", "1")]);
    let worst = &wrong["endgames"][0]["worst"][0];
    assert_eq!([&worst["dtm"], &worst["line"]], [&Value::Null, &Value::Array(Vec::new())]);
    assert!(worst["best"].is_string(), "{worst}");
    let same = judge(&[&args[..], &["--baseline", run]].concat(), &[]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stderr));
    let shown = text(&same.stdout);
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Judged with Syzygy tables: KQQQQK."), "{shown}");
    let mut diff = Run::new("", &["diff", run, run]);
    diff.command.env("SYZYGY_PATH", syzygy);
    let diff = diff.output();
    assert!(text(&diff.stdout).contains("unchanged"), "{}", text(&diff.stderr));
    for (args, error) in [
        (&["KQQQQK"][..], "name folders of Syzygy tables with --syzygy DIR or in $SYZYGY_PATH"),
        (&["KRRRRK", "--syzygy", syzygy], "no Syzygy file KRRR"),
        (&["KQQQQK", "--syzygy", "/nowhere"], "'/nowhere' cannot be read"),
        (&["KQQQQK", "--syzygy", syzygy, "--play"], "--play is for up to 5 men"),
    ] {
        let mut run = judging(args, &[]);
        run.command.env_remove("SYZYGY_PATH");
        let output = run.output();
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    }
}
