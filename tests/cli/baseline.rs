//! `--baseline`: known wrong claims pass, new ones fail.

use std::{fs, path::Path, process::Command, sync::LazyLock};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// The rule of examples/rules that has one wrong branch, with a line of it replaced.
fn rule(name: &str, (from, to): (&str, &str)) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/king_and_pawn.c");
    let source = fs::read_to_string(path).unwrap();
    assert!(source.contains(from));
    compiled(FOLDER.path(), name, &source.replace(from, to))
}

/// What a call prints, which ends with `status`, and its standard error.
fn run(arguments: &[&str], status: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(arguments).env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    let output = command.arg("--quiet").output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    (String::from_utf8(output.stdout).unwrap(), errors)
}

/// The lines of a baseline, without its head.
fn lines(file: &str) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.starts_with("# drawproof baseline"), "{text}");
    text.lines().skip(1).map(String::from).collect()
}

#[test]
fn what_is_known_passes_and_what_grows_does_not() {
    let file = &*FOLDER.path().join("known.txt").to_str().unwrap().to_owned();
    let [known, worse, right] = [
        ("known", ("7 - rank;", "7 - rank;")),
        ("worse", ("queening_square) <= 1", "queening_square) <= 2")),
        ("right", ("7 - rank;", "7 - rank - (rank == 1);")),
    ]
    .map(|(name, change)| rule(name, change));
    let verify = |plugin: &str, more: &[&str], status: i32| {
        let rule = ["verify", "KPK", "--plugin", plugin, "--baseline", file];
        run(&[&rule, more].concat(), status)
    };
    let json = |plugin: &str, status: i32| -> Value {
        serde_json::from_str(&verify(plugin, &["--format", "json"], status).0).unwrap()
    };

    let (_, errors) = verify(&known, &[], 2);
    assert!(errors.contains("known.txt: --update-baseline writes it"), "{errors}");
    fs::write(file, "KRK full quiet 3 mine\nKPK full over 9 gone\nKPK unique over 1 here\n")
        .unwrap();
    let (report, _) = verify(&known, &["--update-baseline"], 0);
    assert!(report.contains("no wrong claim is new; all 142 are known (by branch"), "{report}");
    let written = lines(file);
    let own: Vec<&String> = written.iter().filter(|it| it.starts_with("KPK full")).collect();
    assert!(own.iter().all(|it| it.ends_with(" king-in-square")), "{own:?}");
    let count = |line: &&String| line.split(' ').nth(3).unwrap().parse::<u64>().unwrap();
    assert_eq!(own.iter().map(count).sum::<u64>(), 142);
    // Other endgames and conventions are left alone, and so is a file of what is known.
    assert!(
        ["KRK full quiet 3 mine", "KPK unique over 1 here"]
            .iter()
            .all(|it| written.iter().any(|own| own == it))
    );
    verify(&known, &["--update-baseline"], 0);
    assert_eq!(lines(file), written);

    let report = json(&known, 0);
    assert_eq!((&report["sound"], &report["baseline"]["found"]), (&false.into(), &142.into()));
    assert_eq!(report["baseline"]["grown"], Value::Array(Vec::new()));
    assert!(!verify(&known, &["--format", "github"], 0).0.contains("::error"));
    assert!(verify(&known, &["--format", "junit"], 0).0.contains("failures=\"0\""));
    assert!(verify(&known, &["--format", "markdown"], 0).0.contains("no wrong claim is new"));

    // Another branch becomes wrong.
    let report = json(&worse, 1);
    let grown = report["baseline"]["grown"].as_array().unwrap();
    assert!(grown.iter().all(|it| it["branch"] == "rook-pawn" && it["known"] == 0), "{report}");
    let (text, _) = verify(&worse, &[], 1);
    assert!(text.contains("wrong claims now, 142 before (by branch"), "{text}");
    assert!(text.contains("more: KPK (full), rook-pawn, ") && text.contains(" instead of 0"));
    let (text, _) = verify(&worse, &["--format", "github"], 1);
    assert!(
        text.contains("::error title=KPK%3A more wrong claims than the baseline knows::"),
        "{text}"
    );
    assert!(verify(&worse, &["--format", "junit"], 1).0.contains("failures=\"1\""));
    assert!(verify(&worse, &["--format", "markdown"], 1).0.contains("not sound"));
    // A count that is known too low.
    let text = fs::read_to_string(file).unwrap();
    let line = own[0];
    let less = line.replace(&format!(" {} ", count(&line)), &format!(" {} ", count(&line) - 1));
    fs::write(file, text.replace(line.as_str(), &less)).unwrap();
    assert_eq!(json(&known, 1)["baseline"]["grown"][0]["found"], count(&line));
    fs::write(file, &text).unwrap();

    // The rule is repaired.
    let (text, _) = verify(&right, &[], 0);
    assert!(text.contains("--update-baseline writes the lower numbers"), "{text}");
    assert!(text.contains("fewer: KPK (full), king-in-square, "), "{text}");
    verify(&right, &["--update-baseline"], 0);
    assert_eq!(lines(file), ["KPK unique over 1 here", "KRK full quiet 3 mine"]);
    fs::write(file, "KPK full quiet many king-in-square\n").unwrap();
    let (_, errors) = verify(&right, &[], 2);
    assert!(errors.contains("line 1 of the baseline has no number of claims"), "{errors}");
}

#[test]
#[cfg(unix)]
fn texts_are_read_with_a_bound_and_without_a_byte_order_mark() {
    let path = |name: &str| FOLDER.path().join(name).to_str().unwrap().to_owned();
    let verify = |file: &str, status| {
        run(&["verify", "KPK", "--counting", "unique", "--baseline", file], status).1
    };
    let marked = path("marked.txt");
    fs::write(&marked, "\u{feff}KPK unique over 9 gone\n").unwrap();
    verify(&marked, 0);
    fs::write(&marked, [0xff, 0xfe, b'K', 0]).unwrap();
    assert!(verify(&marked, 2).contains("marked.txt: it is not UTF-8 text"));
    // What a shell makes of '--baseline <(git show HEAD:known)'.
    let pipe = path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::thread::scope(|scope| {
        scope.spawn(|| fs::write(&pipe, "KPK unique over 9 gone\n").unwrap());
        verify(&pipe, 0);
    });
    let figures = ["rules", "--format", "markdown", "--figures", "/dev/zero"];
    let counts = ["find", "KRK", "--where", "win", "--sample", "9", "--frequencies", "/dev/zero"];
    let errors = [verify("/dev/zero", 2), run(&figures, 2).1, run(&counts, 2).1];
    for error in errors {
        assert!(error.contains("/dev/zero") && error.contains("more than 64 MiB"), "{error}");
    }
    let shard = ["--shard", "1/2", "--output", &path("none"), "--plugin", "/dev/zero"];
    let (_, error) = run(&[&["verify", "KPK"], &shard[..]].concat(), 2);
    assert!(error.contains("/dev/zero"), "{error}");
}

#[test]
fn a_baseline_counts_all_that_is_wrong() {
    let file = &*FOLDER.path().join("all.txt").to_str().unwrap().to_owned();
    let baseline = ["--baseline", file, "--update-baseline"];
    // A program has no branches. Positions with an en-passant right count, and asymmetric answers. It is asked about
    // those of one square of a king alone, which takes a sixth of the time.
    let program = r#"awk '{ print ($2 == "w") ? "draw" : "-" }'"#;
    let call = ["verify", "KP+KP", "--men", "4", "--command", program, "--counting", "unique"];
    let call = [&call[..], &["--where", "wk = a1"]].concat();
    let (report, _) = run(&[&call[..], &baseline, &["--format", "json"]].concat(), 0);
    let report: Value = serde_json::from_str(&report).unwrap();
    let found = &report["recognizers"][0];
    let number = |value: &Value| value.as_u64().unwrap();
    let mut expected = vec![];
    for class in ["asymmetric", "in-check", "over", "quiet", "tactical"] {
        let of = |tally: &Value| match class {
            "asymmetric" => number(&tally["asymmetric"]),
            class => number(&tally["incorrect_by_class"][class]),
        };
        let count = of(found) + of(&found["en_passant"]);
        expected
            .extend((count > 0).then(|| format!("KPKP unique,where=wk_=_a1 {class} {count} -")));
    }
    assert_eq!(lines(file), expected);
    assert!(number(&found["en_passant"]["incorrect"]) > 0 && number(&found["asymmetric"]) > 0);
    run(&[&call[..], &["--baseline", file]].concat(), 0);

    // Shards, and conditions that change the counts.
    let plugin = rule("shards", ("7 - rank;", "7 - rank;"));
    let call = ["verify", "KPK", "--plugin", &plugin, "--domain", "not-in-check,not-mate-in-1"];
    run(&[&call[..], &baseline].concat(), 0);
    let whole = lines(file);
    assert!(whole.iter().any(|it| it.starts_with("KPK full,not-in-check,not-mate-in-1 quiet ")));
    fs::remove_file(file).unwrap();
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = FOLDER.path().join(shard.replace('/', "."));
        let path = path.to_str().unwrap().to_owned();
        run(&[&call[..], &["--shard", shard, "--output", &path]].concat(), 0);
        path
    });
    run(&["merge", &shards[0], &shards[1]], 1);
    run(&[&["merge", &shards[0], &shards[1]], &baseline[..]].concat(), 0);
    let own: Vec<String> = whole.into_iter().filter(|it| it.starts_with("KPK ")).collect();
    assert_eq!(lines(file), own);
    run(&["merge", &shards[0], &shards[1], "--baseline", file], 0);

    // Claims from scores: other bounds are another convention. KRK is won if White is to move.
    let source = "#include \"drawproof.h\"\nuint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_score(const drawproof_position *p) { return p->side_to_move ? -700 : 500; }";
    let scored = compiled(FOLDER.path(), "scored", source);
    let verify = ["verify", "KRK", "--counting", "core10", "--plugin", &scored, "--score"];
    let bounds = |win: &'static str| [&verify[..], &["--win", win]].concat();
    run(&[&bounds("500")[..], &baseline].concat(), 0);
    run(&[&bounds("700")[..], &["--baseline", file]].concat(), 1);
    run(&[&bounds("700")[..], &baseline].concat(), 0);
    for win in ["500", "700"] {
        run(&[&bounds(win)[..], &["--baseline", file]].concat(), 0);
        let scope = format!("KRK core10,score={win}:0 ");
        assert!(lines(file).iter().any(|it| it.starts_with(&scope)), "{:?}", lines(file));
        let path = FOLDER.path().join(win).to_str().unwrap().to_owned();
        run(&[&bounds(win)[..], &["--shard", "1/1", "--output", &path]].concat(), 0);
        run(&["merge", &path, "--baseline", file], 0);
    }

    let (_, errors) = run(&[&call[..], &["--shard", "1/2", "--baseline", file]].concat(), 2);
    assert!(errors.contains("cannot be used with"), "{errors}");
    let (_, errors) = run(&[&call[..], &["--update-baseline"]].concat(), 2);
    assert!(errors.contains("--baseline"), "{errors}");
}
