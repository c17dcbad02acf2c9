//! `verify --sample`: random positions instead of all.

use std::{path::Path, process::Command, sync::LazyLock};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn drawproof(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(arguments).env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command.env_remove("SYZYGY_PATH").arg("--quiet").output().unwrap()
}

fn json(arguments: &[&str], status: i32) -> Value {
    let output = drawproof(&[arguments, &["--format", "json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    let mut rule =
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["recognizers"][0].take();
    for time in ["nanoseconds_per_call", "seconds", "name"] {
        rule.as_object_mut().unwrap().remove(time);
    }
    rule
}

fn failure(arguments: &[&str]) -> String {
    let output = drawproof(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Whether a share found in `size` positions is within four standard deviations of the true one.
fn is_near(found: f64, share: f64, size: f64) -> bool {
    (found - share).abs() <= 4.0 * (share * (1.0 - share) / size).sqrt() + 1e-9
}

#[test]
fn a_sample_shows_what_all_positions_do() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let source = std::fs::read_to_string(sources.join("king_and_pawn.c")).unwrap();
    let plugin = compiled(FOLDER.path(), "king_and_pawn", &source);
    for domain in
        [None, Some("quiet"), Some("not-mate-in-1,white-to-move"), Some("not-over,not-tactical")]
    {
        let mut call = vec!["verify", "KPK", "--plugin", &plugin];
        call.extend(domain.iter().flat_map(|domain| ["--domain", domain]));
        let exact = json(&call, 1);
        let size = 200_000.0;
        let sampled = json(&[&call[..], &["--sample", "2e5", "--seed", "7"]].concat(), 1);
        let asked = number(&exact["positions"]) + number(&exact["not_asked"]);
        assert!((number(&sampled["sampled"]["of"]) / asked - 1.0).abs() < 0.01);
        for key in ["not_asked", "draws", "spotted", "incorrect"] {
            let [share, found] =
                [(&exact, asked), (&sampled, size)].map(|(it, of)| number(&it[key]) / of);
            assert!(is_near(found, share, size), "{domain:?} {key}: {found} {share}");
        }
        for class in ["quiet", "tactical", "in-check", "over"] {
            let of = |it: &Value, of: f64| number(&it["incorrect_by_class"][class]) / of;
            assert!(is_near(of(&sampled, size), of(&exact, asked), size), "{domain:?} {class}");
        }
        let wrong = &sampled["patterns"][2]["wrong"];
        assert_eq!(
            (&sampled["patterns"][2]["id"], wrong),
            (&"king-in-square".into(), &sampled["incorrect"])
        );
        for example in sampled["counterexamples"].as_array().unwrap() {
            assert!(
                example["line"].as_array().unwrap().len() as f64 == number(&example["dtm"]).abs()
            );
        }
        let [low, high] = [0, 1].map(|it| number(&sampled["sampled"]["spotted_interval"][it]));
        let share = number(&sampled["spotted_share"]);
        assert!(low < share && share < high && high - low < 0.02);
    }
}

#[test]
fn a_sample_is_the_same_for_all_threads_and_ways_to_ask() {
    let rule = "#include \"drawproof.h\"\nuint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *r) {
            (void)r; return p->side_to_move ? DRAWPROOF_NO_CLAIM : DRAWPROOF_DRAWN; }";
    let plugin = compiled(FOLDER.path(), "white", rule);
    let program = r#"awk '{ print ($2 == "w") ? "draw" : "-" }'"#;
    let call = |more: &[&str], seed: &str| {
        let fixed = ["verify", "KPKP", "--sample", "20000", "--seed", seed];
        json(&[&fixed[..], more].concat(), 1)
    };
    let one = call(&["--plugin", &plugin, "-j", "1"], "1");
    assert_eq!(one, call(&["--plugin", &plugin, "-j", "4"], "1"));
    assert_eq!(one, call(&["--command", program, "--workers", "3"], "1"));
    assert_ne!(one["draws"], call(&["--plugin", &plugin], "2")["draws"]);
    assert!(
        number(&one["asymmetric"]) == 20_000.0 && number(&one["en_passant"]["positions"]) > 0.0
    );
    let domain = ["--domain", "quiet"];
    let by_program = call(&[&["--command", program][..], &domain].concat(), "1");
    assert_eq!(by_program, call(&[&["--plugin", &plugin][..], &domain].concat(), "1"));
}

/// Where there are files, a small sample is looked up in them: what is damaged elsewhere is not read.
#[test]
fn a_small_sample_reads_the_blocks_of_its_positions_alone() {
    let rule = "#include \"drawproof.h\"\nuint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *r) { (void)p; (void)r; return DRAWPROOF_DRAWN; }";
    let plugin = compiled(FOLDER.path(), "files", rule);
    let tables = FOLDER.path().join("of_files");
    let folder = tables.to_str().unwrap();
    let call = |more: &[&str]| {
        let fixed = ["verify", "KRKP", "--plugin", &plugin, "--sample"];
        json(&[&fixed[..], more].concat(), 1)
    };
    let alone = [&["2000"][..], &["2000", "--domain", "quiet"]].map(&call);
    assert!(drawproof(&["generate", "KRKP", "--tables", folder]).status.success());
    let by_files =
        [&["2000", "--tables", folder][..], &["2000", "--domain", "quiet", "--tables", folder]];
    assert_eq!(by_files.map(&call), alone);
    let file = tables.join("KRKP.dpt");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(number(&call(&["3", "--tables", folder])["positions"]), 3.0);
    let dump = FOLDER.path().join("sample.epd");
    let sampled = call(&["3000", "--dump", dump.to_str().unwrap()]);
    let lines = std::fs::read_to_string(dump).unwrap().lines().count();
    assert_eq!(lines as f64, number(&sampled["incorrect"]));
}

#[test]
fn a_rule_without_a_fault_has_a_bound() {
    let call = ["verify", "KRKR", "--sample", "1e5"];
    let rule = json(&call, 0);
    let bound = number(&rule["sampled"]["incorrect_share_at_most"]);
    let claims = number(&rule["claims"]["draw"]["made"]);
    assert!((bound * claims - 2.9957).abs() < 0.001, "{bound} {claims}");
    let [low, high] = [0, 1].map(|it| number(&rule["sampled"]["spotted_interval"][it]));
    assert!(low < 0.91999 && 0.91999 < high);
    let text = String::from_utf8(drawproof(&call).stdout).unwrap();
    assert!(
        text.contains("no incorrect claim in the sample") && !text.contains("sound: no"),
        "{text}"
    );
    assert!(text.contains("% of all claims are incorrect (95 %"), "{text}");
    for format in ["markdown", "github", "junit"] {
        let text = drawproof(&[&call[..], &["--format", format]].concat()).stdout;
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("a random sample of 100,000 positions of about 21,"), "{text}");
    }
}

#[test]
fn endgames_without_tables_are_judged_by_syzygy_or_refused() {
    let program = ["--command", "sed -u s/.*/-/"];
    let own = ["verify", "KPPPKB", program[0], program[1]];
    fn joined<'a>(own: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        [own, more].concat()
    }
    let call = |more: &[&'static str]| joined(&own, more);
    let error = failure(&call(&[]));
    assert!(error.contains("KPPPKB has 6 men") && error.contains("--sample N"), "{error}");
    let error = failure(&call(&["--sample", "10"]));
    assert!(error.contains("--syzygy DIR or in $SYZYGY_PATH"), "{error}");
    let empty = FOLDER.path().join("empty");
    std::fs::create_dir_all(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    let error = failure(&joined(&own, &["--sample", "10", "--syzygy", empty]));
    assert!(error.contains("no Syzygy file KPPPvKB.rtbw in ") && error.contains(empty), "{error}");
    let error = failure(&call(&["--sample", "10", "--syzygy", "/nowhere/at/all"]));
    assert!(error.contains("/nowhere/at/all"), "{error}");
    for (arguments, why) in [
        (&["--sample", "0"][..], "a number of positions"),
        (&["--sample", "1.5"], "a number of positions"),
        (&["--seed", "3"], "--sample"),
        (&["--sample", "10", "--counting", "unique"], "cannot be used with"),
        (&["--sample", "10", "--save", "x.run"], "cannot be used with"),
        (&["--sample", "10", "--baseline", "known.txt"], "cannot be used with"),
        (
            &["--sample", "10", "--baseline", "known.txt", "--update-baseline"],
            "cannot be used with",
        ),
    ] {
        let error = failure(&[&["verify", "KRKR"], arguments].concat());
        assert!(error.contains(why), "{arguments:?}: {error}");
    }
}

/// "The bare king cannot win", and "the side with the pawn cannot win where its king stands on the pawn's file".
fn king_and_pawn_lines() -> String {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let source = std::fs::read_to_string(sources.join("king_and_pawn_lines.c")).unwrap();
    compiled(FOLDER.path(), "king_and_pawn_lines", &source)
}

fn document(arguments: &[&str], status: i32) -> Value {
    let output = drawproof(&[arguments, &["--format", "json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn tune_finds_conditions_in_a_sample() {
    let plugin = king_and_pawn_lines();
    let sampled = |size| ["tune", "KPK", "--plugin", &plugin, "--sample", size];
    let call = sampled("2e4");
    let tuning = document(&call, 1);
    assert_eq!(tuning["sampled"]["seed"], 1);
    let branch = &tuning["branches"][0];
    let [claims, wrong] = ["claims", "wrong"].map(|key| number(&branch[key]));
    assert!(is_near(claims / 20_000.0, 37_078.0 / 331_352.0, 20_000.0), "{branch}");
    assert!(is_near(wrong / claims, 28_398.0 / 37_078.0, claims), "{branch}");
    let fix = &branch["fix"];
    assert_eq!(fix["wrong_left"], 0, "{fix}");
    assert_eq!(number(&fix["right_lost"]) + number(&fix["right_left"]), claims - wrong);
    assert!(!fix["exceptions"].as_array().unwrap().is_empty());
    // Features of missed draws, and the same answer with one thread.
    assert!(!tuning["by_feature"].as_array().unwrap().is_empty());
    let alone = document(&[&call[..], &["--threads", "1"]].concat(), 1);
    assert_eq!(alone["branches"], tuning["branches"]);
    let text = String::from_utf8(drawproof(&sampled("1e3")).stdout).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("a random sample of 1,000 positions of about 33"), "{text}");
}

#[test]
fn repair_checks_what_it_learned_from_a_sample_by_another_one() {
    let plugin = king_and_pawn_lines();
    let draws = "#include \"drawproof.h\"
        uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
            (void)p; (void)reasons;
            return DRAWPROOF_DRAWN; }";
    let always = compiled(FOLDER.path(), "always", draws);
    // Both sides have the same men in the second endgame.
    for (endgame, plugin) in [("KPK", &plugin), ("KRKR", &always)] {
        let call = ["repair", endgame, "--plugin", plugin, "--seed", "5", "--sample"];
        let [call, small] = ["1e4", "2e3"].map(|size| [&call[..], &[size]].concat());
        let output = drawproof(&[&call[..], &["--format", "json"]].concat());
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["sampled"]["seed"], 5, "{found}");
        let proof = &found["proof"];
        assert_eq!((&proof["sampled"]["seed"], &proof["positions"]), (&6.into(), &10_000.into()));
        let sound = proof["incorrect"] == 0 && proof["asymmetric"] == 0;
        assert_eq!(output.status.code(), Some(i32::from(!sound)), "{found}");
        // Counted by the verifier, position by position, and by the search.
        let [left, right, price] =
            [&found["right_left"], &found["before"]["right"], &found["price"]].map(number);
        assert_eq!(left, right - price, "{found}");
        assert!(price > 0.0 || number(&found["before"]["incorrect"]) == 0.0, "{found}");
        let output = drawproof(&small);
        let text = String::from_utf8(output.stdout).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("check with the exceptions, over 2,000 random positions (seed 6)"));
        let sound = output.status.success();
        assert!(text.contains(if sound { ": not refuted" } else { ": NOT SOUND" }), "{text}");
        assert!(failure(&[&call[..], &["--emit", "c"]].concat()).contains("--emit"));
    }
    for command in ["tune", "repair"] {
        let unsolvable = [command, "KPPPKP", "--plugin", &plugin];
        assert!(failure(&unsolvable).contains("--sample N asks about a sample"));
        let sampled = [&unsolvable[..], &["--sample", "100"]].concat();
        assert!(failure(&sampled).contains("Syzygy"), "{command}");
    }
}
