//! `drawproof mine`, driven as a user drives it.

use assert_cmd::Command;
use drawproof_features::rule_file;
use drawproof_miner::checksum;
use drawproof_recognizers::learned;
use drawproof_report::percent;
use drawproof_tables::NormalMaterial;
use serde_json::Value;

fn drawproof(arguments: &[&str], tables: &std::path::Path) -> std::process::Output {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(tables).arg("--quiet").args(arguments);
    command.output().expect("it runs")
}

#[test]
fn a_recognizer_is_proved_before_it_is_written_and_always_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = |threads: &str, name: &str| {
        let file = folder.path().join(name);
        let path = file.to_str().expect("a name");
        let (page, picture) = (folder.path().join("curve.html"), folder.path().join("curve.svg"));
        let output = drawproof(
            &[
                "mine",
                "KPK",
                "--leaves",
                "4",
                "--leaves",
                "30",
                "--emit",
                "rule",
                "--output",
                path,
                "--format",
                "json",
                "--threads",
                threads,
                "--html",
                page.to_str().expect("a name"),
                "--svg",
                picture.to_str().expect("a name"),
            ],
            folder.path(),
        );
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).expect("one document");
        assert_eq!(report["proof"]["incorrect"], 0);
        assert_eq!(report["proof"]["sound"], true);
        let curve = report["curve"].as_array().expect("a curve");
        let last = curve.last().expect("a step");
        assert_eq!(last["spotted"], report["proof"]["spotted"]);
        assert!(last["spotted_share"].as_f64() > Some(0.5));
        let shown = std::fs::read_to_string(page).expect("a page");
        assert_eq!(shown.matches("<circle").count(), curve.len());
        let shown = std::fs::read_to_string(picture).expect("a picture");
        let drawn = roxmltree::Document::parse(&shown).expect("well-formed");
        assert_eq!(drawn.root_element().tag_name().name(), "svg");
        assert_eq!(shown.matches("<circle").count(), curve.len());
        let bytes = std::fs::read(file).expect("the rule");
        let rule = rule_file::read(&bytes).expect("a rule");
        assert_eq!(report["proof"]["spotted"], rule.spotted);
        assert_eq!(
            (&report["draws"], &report["decisive"]),
            (&rule.draws.into(), &rule.decisive.into())
        );
        (bytes, rule)
    };
    let (bytes, rule) = mine("1", "one.rule");
    assert_eq!(bytes, mine("2", "two.rule").0);
    assert_eq!(rule.endgame, "KPK");
    assert_eq!(rule.command, "drawproof mine KPK --leaves 4 --leaves 30 --emit rule");
    // The rules of the program name their tables in the same way.
    let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("crates/recognizers/src/learned/krkb.rule");
    let shipped = rule_file::read(&std::fs::read(shipped).expect("its file")).expect("a rule");
    for (name, rule) in [("KPK", rule), ("KRKB", shipped)] {
        let material = name.parse::<NormalMaterial>().expect("an endgame");
        let solved = drawproof_generator::solve_closure(&[material], &()).expect("it is solved");
        assert_eq!(rule.table_checksum, checksum(solved.get(material).expect("its table")));
    }
}

#[test]
fn a_drawn_endgame_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = drawproof(&["mine", "KNK"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to learn"));
}

#[test]
fn patterns_are_learned_and_proved_in_little_memory() {
    // Twice as many positions as are learned from at once. A second pattern takes ten times as long.
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["mine", "KPK", "--patterns", "1", "--memory", "20M", "--format", "json", "-q"];
    let output = drawproof(&arguments, folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["proof"]["sound"], true, "{report}");
}

#[test]
fn lists_of_patterns_are_readable_proved_and_always_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = |threads: &str| {
        let file = folder.path().join(threads);
        let path = file.to_str().expect("a name");
        let sizes = ["--patterns", "1", "--patterns", "2"];
        let rest = ["--emit", "c", "--output", path, "--format", "json", "--threads", threads];
        let output = drawproof(&[&["mine", "KRK"], &sizes[..], &rest].concat(), folder.path());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).expect("one document");
        assert_eq!(
            (&report["proof"]["incorrect"], &report["proof"]["sound"]),
            (&0.into(), &true.into())
        );
        let patterns = report["patterns"].as_array().expect("a list");
        assert!(!patterns.is_empty() && patterns.len() <= 2);
        assert!(patterns.iter().all(|pattern| pattern["only_decisive"].as_u64() > Some(0)));
        assert_eq!(report["spotted"], report["proof"]["spotted"]);
        let source = std::fs::read_to_string(&file).expect("the source code");
        assert!(patterns.iter().all(|p| source.contains(p["says"].as_str().expect("words"))));
        source
    };
    assert_eq!(mine("1"), mine("2"));
}

#[test]
fn exact_outcomes_are_counted_beside_a_bitbase() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kbkn.exact");
    let path = file.to_str().expect("a name");
    let args = ["mine", "KBKN", "--exact", "--format", "json", "--output", path];
    let output = drawproof(&args, folder.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(report["wrong"], 0);
    let bytes = std::fs::read(file).expect("it was written").len() as u64;
    assert_eq!(report["bytes"], bytes);
    let share = report["share"].as_f64().expect("a share");
    let bitbase = report["bitbase_bytes"].as_u64().expect("a number");
    assert!((share - bytes as f64 / bitbase as f64).abs() < 1e-9);
}

#[test]
fn a_list_of_patterns_has_no_rule_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = drawproof(&["mine", "KBKN", "--patterns", "2", "--emit", "rule"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("trees only"));
}

#[test]
fn source_code_needs_a_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = drawproof(&["mine", "KNNK", "--output", "file"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--emit"));
}

/// Every learned rule of up to four men claims as many draws as its file and docs/rules.md
/// state, and nothing false.
#[test]
fn learned_rules_are_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = drawproof(&["verify", "--learned", "--format", "json"], folder.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let run: Value = serde_json::from_slice(&output.stdout).expect("one document");
    let verdicts = run["recognizers"].as_array().expect("a list");
    let sources =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/recognizers/src/learned");
    let document = include_str!("../../docs/rules.md").replace(',', "");
    for verdict in verdicts {
        let name = verdict["endgame"].as_str().expect("a name");
        let source = sources.join(format!("{}.rule", name.to_lowercase()));
        let rule = rule_file::read(&std::fs::read(source).expect("its file")).expect("a rule");
        assert_eq!(verdict["spotted"], rule.spotted, "{name}");
        assert_eq!(verdict["draws"], rule.draws, "{name}");
        assert_eq!(verdict["decisive"], rule.decisive, "{name}");
        // `--emit rule` writes these files; each names the command that made it.
        assert_eq!(rule.command, format!("drawproof mine {name} --bytes 2048 --emit rule"));
        let draws = verdict["draws"].as_u64().expect("a number");
        let share = percent(rule.spotted, draws);
        let row = format!("| {name} | {draws} | {share} |");
        assert!(document.lines().any(|line| line == row), "docs/rules.md: {row}");
    }
    let rules = learned::catalogue();
    let of_four = rules.iter().filter(|rule| rule.endgame().len() <= 4).count();
    assert_eq!(verdicts.len(), of_four, "`.ci/run` proves those of five men");
    let mut files = std::fs::read_dir(&sources).expect("a folder").collect::<Vec<_>>();
    files.retain(|file| file.as_ref().expect("a file").file_name() != "mod.rs");
    assert_eq!(files.len(), rules.len(), "every file is a rule");
}
