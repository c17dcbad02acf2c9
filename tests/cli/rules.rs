//! Commands about rules: reports in every format, users' rules, the differences between runs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command as Process,
    sync::LazyLock,
};

use assert_cmd::Command;
use serde_json::Value;

/// The folder of the libraries and tables of all tests here.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn drawproof(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables")).args(args).arg("--quiet");
    command
}

/// Standard output of a call that ends with `status`.
fn output(args: &[&str], status: i32) -> String {
    let done = drawproof(args).assert().code(status);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

fn json(args: &[&str], status: i32) -> Value {
    let text = output(&[args, &["--format", "json"]].concat(), status);
    serde_json::from_str(&text).expect("one JSON document")
}

/// Standard error of a call that fails.
fn failure(args: &[&str]) -> String {
    let done = drawproof(args).assert().code(2);
    assert!(done.get_output().stdout.is_empty(), "nothing but results on standard output");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// Builds a C source as a library.
fn library(name: &str, source: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library: PathBuf = FOLDER.path().join(name).with_extension("so");
    let built = Process::new("cc")
        .args(["-O2", "-shared", "-fPIC", "-I"])
        .arg(root.join("bindings/c/include"))
        .arg("-o")
        .args([&library, source])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library.to_str().unwrap().into()
}

fn example(name: &str) -> String {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    library(name, &rules.join(name).with_extension("c"))
}

/// Builds the body of a `drawproof_claim` of version 1 (0 no claim, 1 draw) as a library.
fn claiming(name: &str, body: &str) -> String {
    let source = FOLDER.path().join(name).with_extension("c");
    let text = format!(
        "#include <stdlib.h>\n#include <stdio.h>\n#include \"drawproof.h\"\n\
         uint32_t drawproof_abi(void) {{ return 1; }}\n\
         int drawproof_claim(const drawproof_position *p, uint64_t *s) {{ (void)p; (void)s; {body} }}"
    );
    fs::write(&source, text).unwrap();
    library(name, &source)
}

#[test]
fn the_built_in_krkr_rule_is_proved_in_every_format() {
    let document = &crate::usage::KRKR;
    let rule = &document["recognizers"][0];
    assert_eq!(document["sound"], true);
    assert_eq!(rule["positions"], 21_561_456);
    assert_eq!(rule["draws"], 15_138_064);
    assert_eq!(rule["decisive"], 6_423_392);
    assert_eq!((&rule["incorrect"], &rule["asymmetric"]), (&0.into(), &0.into()));
    let text = output(&["verify", "KRKR"], 0);
    assert!(text.contains("sound: no incorrect claim") && text.contains("21,561,456"));
    let core = ["verify", "KRKR", "--counting", "core10"];
    let markdown = output(&[&core[..], &["--format", "markdown"]].concat(), 0);
    assert!(markdown.contains("| KRKR |") && markdown.contains("✅ sound"));
    let github = output(&[&core[..], &["--format", "github"]].concat(), 0);
    assert!(!github.contains("::error") && github.contains("KRKR"));
}

#[test]
fn a_wrong_rule_is_refuted_in_every_format() {
    let plugin = example("right_corner");
    let html = FOLDER.path().join("corner.html");
    let args = ["verify", "KRKB", "--plugin", &plugin, "--examples", "3"];
    let with_page = [&args[..], &["--html", html.to_str().unwrap()]].concat();
    let document = json(&with_page, 1);
    let rule = &document["recognizers"][0];
    assert_eq!(document["sound"], false);
    assert_eq!(rule["counterexamples"].as_array().unwrap().len(), 3);
    let incorrect = rule["incorrect"].as_u64().unwrap();
    assert!(incorrect > 100_000);

    let core = [&args[..], &["--counting", "core10"]].concat();
    let junit = output(&[&core[..], &["--format", "junit"]].concat(), 1);
    let junit = roxmltree::Document::parse(&junit).unwrap();
    let named = |name: &'static str| junit.descendants().filter(move |n| n.has_tag_name(name));
    assert_eq!(named("testcase").count(), 2);
    assert_eq!(named("failure").count(), 1);
    let suite = named("testsuite").next().unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("2"), Some("1")));

    let github = output(&[&core[..], &["--format", "github"]].concat(), 1);
    assert_eq!(github.lines().filter(|line| line.starts_with("::error title=")).count(), 3);
    let markdown = output(&[&core[..], &["--format", "markdown"]].concat(), 1);
    assert!(markdown.contains("❌") && markdown.contains("### KRKB: counterexamples"));

    let page = fs::read_to_string(html).unwrap();
    // A page that closes what it opens, and asks for nothing from elsewhere.
    let body = page.split_once("<body>").unwrap().1.split_once("</body>").unwrap().0;
    let body = format!("<body>{body}</body>");
    let parsed = roxmltree::Document::parse(&body).unwrap();
    let boards = parsed.descendants().filter(|n| n.attribute("class") == Some("board"));
    assert!(boards.count() >= 3);
    let links = page.matches("href=\"https://lichess.org/analysis/standard/").count();
    assert!(links >= 3 && page.matches("http").count() == links && !page.contains("<script"));
    // The page begins with what is wrong.
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("no '{text}'"));
    assert!(place("of the claims are wrong") < place("of the draws spotted"));
    assert!(place("Wrong claims by class") < place("Wrong claims by moves to mate"));
}

/// The built library of a rule that calls everything drawn.
fn always_drawn() -> String {
    // Built once: a library that is being written cannot be loaded.
    static BUILT: LazyLock<String> = LazyLock::new(|| claiming("always_drawn", "return 1;"));
    BUILT.clone()
}

#[test]
fn every_format_shows_the_same_counterexamples_of_all_classes() {
    let plugin = always_drawn();
    let args = ["verify", "KQK", "--plugin", &plugin];
    let document = json(&args, 1);
    let rule = &document["recognizers"][0];
    let examples = rule["counterexamples"].as_array().unwrap();
    let classes: Vec<&str> = examples.iter().map(|e| e["class"].as_str().unwrap()).collect();
    for class in ["quiet", "tactical", "in-check", "over"] {
        let is_possible = rule["incorrect_by_class"][class].as_u64() > Some(0);
        assert_eq!(classes.contains(&class), is_possible, "{class}");
    }
    assert_eq!(classes[0], "quiet");
    let by_class = rule["incorrect_by_class"].as_object().unwrap();
    let sum: u64 = by_class.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(Some(sum), rule["incorrect"].as_u64());
    let lines = examples.iter().filter(|e| !e["line"].as_array().unwrap().is_empty()).count();
    assert_eq!(lines, examples.iter().filter(|e| e["dtm"] != 0).count());

    for (format, name) in
        [("text", "quiet"), ("markdown", "| quiet |"), ("junit", "quiet:"), ("github", "(quiet)")]
    {
        let text = output(&[&args[..], &["--format", format]].concat(), 1);
        assert!(text.contains(name), "{format} names no class:\n{text}");
        for example in examples {
            assert!(text.contains(example["fen"].as_str().unwrap()), "{format}:\n{text}");
        }
    }
    let github = output(&[&args[..], &["--format", "github", "--examples", "30"]].concat(), 1);
    assert_eq!(github.lines().filter(|line| line.starts_with("::error ")).count(), 10);
}

#[test]
fn the_examples_are_the_same_for_any_number_of_threads() {
    let plugin = always_drawn();
    let by = |threads: &str| {
        let args = ["verify", "KBNK", "--plugin", &plugin, "--threads", threads];
        json(&args, 1)["recognizers"][0]["counterexamples"].clone()
    };
    assert_eq!(by("1"), by("3"));
}

#[test]
fn text_fits_the_width_of_the_terminal() {
    let long_name = "A rule whose name is as long as a sentence of a manual ".repeat(4);
    let plugin = claiming(
        "long_names",
        &format!(
            "if (s) *s = p->kind[5] & 1; return !(p->kind[5] & 1); }}\n\
             const char *drawproof_name(void) {{ return \"{long_name}\"; }}\n\
             const char *drawproof_reason_name(unsigned bit) {{ return bit ? 0 : \"{}\";",
            "a-pattern-with-".repeat(4)
        ),
    );
    let runs = ["wide.run", "other.run"].map(|name| FOLDER.path().join(name));
    let [old, new] = runs.each_ref().map(|path| path.to_str().unwrap());
    let core10 = ["--counting", "core10"];
    for (plugin, run) in [(&plugin, old), (&always_drawn(), new)] {
        let args = ["verify", "KRKR", "--plugin", plugin, "--save", run];
        drawproof(&[&args[..], &core10].concat()).assert().code(1);
    }
    for (args, status) in [
        (&["verify", "KRKN", "KRKR", "--counting", "core10"][..], 0),
        (&["verify", "KPKP", "--counting", "core10"], 0),
        (&["verify", "KRKR", "--plugin", &plugin, "--counting", "core10"], 1),
        (&["tune", "KRKR", "--counting", "core10"], 0),
        (&["tune", "KRKR", "--plugin", &plugin, "--counting", "core10"], 1),
        (&["diff", old, new], 1),
        (&["rules"], 0),
        (&["rules", "KRPKR", "KBNKR", "KPKP"], 0),
    ] {
        let mut widest = Vec::new();
        for width in [80, 200] {
            let mut command = drawproof(args);
            command.env("COLUMNS", width.to_string());
            let done = command.assert().code(status);
            let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
            let long = |line: &&str| line.chars().count() > width && line.contains("  ");
            let too_long: Vec<&str> = text.lines().filter(long).collect();
            assert!(too_long.is_empty(), "{args:?} at {width}: {too_long:#?}");
            widest.push(text.lines().map(|line| line.chars().count()).max().unwrap());
        }
        assert!(widest[0] <= widest[1], "{args:?}");
    }
}

#[test]
fn one_is_singular() {
    let plugin = always_drawn();
    let text = output(&["verify", "KQK", "--plugin", &plugin], 1);
    assert!(text.contains("(1 ply)") && !text.contains("(1 plies)"), "{text}");
    let rules = output(&["rules"], 0);
    assert!(!rules.contains(" 1 patterns"), "{rules}");
}

#[test]
fn a_plugin_and_a_program_count_the_same_as_each_other() {
    let plugin = example("bishop_and_knight");
    let rule = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/lone_minor.py");
    let command = format!("python3 '{}'", rule.display());
    let counting = ["--counting", "core10"];
    let counts = [["--plugin", &plugin], ["--command", &command]].map(|source| {
        let document = json(&[&["verify", "KBK"][..], &source, &counting].concat(), 0);
        let rule = &document["recognizers"][0];
        ["positions", "draws", "spotted", "missed", "incorrect", "calls"].map(|k| rule[k].clone())
    });
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn a_plugin_that_crashes_hangs_or_leaves_is_an_error_with_the_position() {
    // All three go wrong at the same sort of position only: White's king on a1.
    let crashes = claiming("crashes", "if (p->colour[0] & p->kind[5] & 1) abort(); return 0;");
    let text = failure(&["verify", "KBKN", "--plugin", &crashes]);
    assert!(text.contains("crashed (SIGABRT) in drawproof_claim; position '"), "{text}");
    let fen = text.rsplit("position '").next().unwrap().split('\'').next().unwrap();
    assert_eq!(
        fen.split(' ').next().unwrap().rsplit('/').next().unwrap().chars().next(),
        Some('K')
    );

    let hangs = claiming("hangs", "while (p->colour[0] & p->kind[5] & 1) {} return 0;");
    let text = failure(&["verify", "KBKN", "--plugin", &hangs, "--timeout", "1"]);
    assert!(text.contains("drawproof_claim did not return within 1 s; position '"), "{text}");

    let leaves = claiming("leaves", "if (p->colour[0] & p->kind[5] & 1) exit(0); return 0;");
    let text = failure(&["verify", "KBKN", "--plugin", &leaves]);
    assert!(text.contains("ended its process (exit status: 0)"), "{text}");

    let nonsense = claiming("nonsense", "return 42;");
    let text = failure(&["verify", "KBKN", "--plugin", &nonsense]);
    assert!(text.contains("the rule answered 42 about '"), "{text}");

    let text = failure(&["verify", "KBKN", "--plugin", "/nowhere/rule.so"]);
    assert!(text.contains("/nowhere/rule.so cannot be loaded"), "{text}");
}

#[test]
fn the_output_of_a_plugin_does_not_mix_with_the_report() {
    let noisy = claiming("noisy", "static int n; if (!n) { n = 1; puts(\"noise\"); } return 0;");
    let document = json(&["verify", "KBK", "--plugin", &noisy], 0);
    assert_eq!(document["sound"], true);
}

#[test]
fn probe_shows_the_claim_and_the_patterns_of_a_users_rule() {
    let plugin = example("bishop_and_knight");
    let fens = ["8/8/3k4/3n4/8/3K4/3B4/8 w - - 0 1", "k7/8/8/3n4/8/3K4/3B4/8 w - - 0 1"];
    let document = json(&["probe", fens[0], fens[1], "--plugin", &plugin], 0);
    let own = |number: usize| {
        let rules = document[number]["recognizers"].as_array().unwrap();
        rules.iter().find(|rule| rule["name"] == "bishop and knight").unwrap()
    };
    assert_eq!(own(0)["claim"], "draw");
    assert_eq!(own(1)["claim"], Value::Null);
    assert_eq!(own(1)["patterns"][0], "king-in-corner");
}

#[test]
fn tune_takes_a_rule_apart() {
    let document = json(&["tune", "KRKR"], 0);
    let best = &document["best"];
    assert_eq!(best["proved"], true);
    assert_eq!(best["incorrect"], 0);
    assert!(best["spotted"].as_u64() >= document["spotted"].as_u64());
    let missed: u64 = document["missed_groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["missed"].as_u64().unwrap())
        .sum();
    assert_eq!(Some(missed), document["missed"].as_u64());
    let text = output(&["tune", "KRKR", "--counting", "core10"], 0);
    assert!(text.contains("the best choice of patterns that makes no incorrect claim: it spots"));
    assert!(text.contains("(no other") && !text.contains("nodes"), "{text}");
    let groups = text.split("largest groups of missed draws, those without a check").nth(1);
    let groups: Vec<&str> = groups.expect("groups").split(" of all missed; ").skip(1).collect();
    let is_quiet =
        |it: &&str| !it.contains("attacked, undefended") && !it.contains("in check: yes");
    assert!(groups.is_sorted_by_key(|it| !is_quiet(it)) && is_quiet(&groups[0]), "{text}");
}

#[test]
fn tune_names_the_next_step_for_a_rule_that_its_patterns_cannot_save() {
    // The pattern excludes some incorrect claims, not all.
    let rule = claiming("unsaved", "if (s) *s = p->side_to_move; return !p->side_to_move;");
    for format in ["text", "markdown"] {
        let text = output(&["tune", "KRK", "--plugin", &rule, "--format", format], 1);
        assert!(text.contains("cannot be made sound by removing patterns"), "{text}");
        assert!(text.contains("'drawproof repair KRK'"), "{text}");
        assert!(!text.contains("that makes no incorrect claim"), "{text}");
    }
    let sound = output(&["tune", "KQKR", "--counting", "core10"], 0);
    assert!(!sound.contains("cannot be made sound"), "{sound}");
}

#[test]
fn diff_counts_the_draws_that_a_change_gains_and_loses() {
    let old = claiming("old", "if (s) *s = p->kind[5] & 1; return !(p->kind[5] & 1);");
    let new = claiming("new", "return !(p->kind[5] >> 63 & 1);");
    let runs = ["old.run", "new.run"].map(|name| FOLDER.path().join(name));
    let [before, after] = runs.each_ref().map(|path| path.to_str().unwrap());
    for (plugin, run) in [(&old, before), (&new, after)] {
        drawproof(&["verify", "KBKN", "--plugin", plugin, "--save", run]).assert().code(1);
    }
    let document = json(&["diff", before, after], 1);
    let diff = &document[0];
    assert_eq!(diff["endgame"], "KBKN");
    let number = |value: &Value| value.as_u64().unwrap();
    let spotted = number(&diff["new_spotted"]) + number(&diff["lost"]["draws"]);
    assert_eq!(spotted, number(&diff["old_spotted"]) + number(&diff["gained"]["draws"]));
    let markdown = output(&["diff", before, after, "--format", "markdown"], 1);
    assert!(markdown.contains("| KBKN |"));
    // Incorrect claims come first, each example with its label, an incorrect claim with its line.
    let examples = diff["examples"].as_array().unwrap();
    let labels: Vec<&str> = examples.iter().map(|e| e["label"].as_str().unwrap()).collect();
    let order = ["newly-incorrect", "corrected", "lost", "gained"];
    let place = |label: &&str| order.iter().position(|known| known == label).unwrap();
    assert!(labels.is_sorted_by_key(place), "{labels:?}");
    for (label, count) in [("lost", &diff["lost"]["draws"]), ("gained", &diff["gained"]["draws"])] {
        assert_eq!(labels.contains(&label), number(count) > 0, "{label}");
    }
    assert_eq!(labels[0], "newly-incorrect");
    let text = output(&["diff", before, after], 1);
    for example in examples {
        let fen = example["fen"].as_str().unwrap();
        assert!(text.contains(fen) && markdown.contains(fen), "{fen}");
        let is_incorrect = example["truth"] != "draw" && example["dtm"] != 0;
        assert_eq!(is_incorrect, !example["line"].as_array().unwrap().is_empty(), "{example}");
    }
    assert!(text.contains("newly incorrect") && text.contains("1. "), "{text}");
    // The same run twice: nothing has changed.
    let same = json(&["diff", before, before], 0);
    assert_eq!(same[0]["gained"]["draws"], 0);
    let text = failure(&["diff", before, env!("CARGO_MANIFEST_PATH")]);
    assert!(text.contains("no saved run"), "{text}");
}
