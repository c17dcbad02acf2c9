//! `judge --play`: games against perfect play.

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    hostile::Run,
    judge::{judge, judge_json, judging, number, text},
};

/// The games of `judge --play` of KQK by the engine, a share of which it wastes.
fn playing(share: &str, args: &[&str]) -> (Option<i32>, Value) {
    let args = [&["KQK", "--play", "--sample", "24", "--seed", "3"], args].concat();
    judge_json(&args, &[("SHUFFLE", share)])
}

#[test]
fn games_that_are_wasted_are_found_with_the_right_share_and_interval() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [good, wasted, again, pgn, some] =
        ["good", "wasted", "again", "games.pgn", "some"].map(file);
    let (status, best) = playing("0", &["--save", &good, "--pgn", &pgn, "--max-loss", "0"]);
    let play = &best["endgames"][0]["play"];
    let number = |play: &Value, key: &str| number(&play[key]);
    let keys = ["games", "won", "drawn", "lost", "held", "held_lost", "thrown_moves"];
    assert_eq!(keys.map(|key| number(play, key)), [24, 12, 0, 0, 12, 0, 0], "{play}");
    assert_eq!((status, &best["complete"]), (Some(0), &Value::Bool(true)));
    assert_eq!(play["moves_over_mate"]["worst"], 0, "three men: the engine has the table");
    assert_eq!(play["announced_mates"]["made"], play["announced_mates"]["right"]);
    assert_eq!([&play["mates"]["asked"], &play["mates"]["best"]], [12, 12]);
    let book = ["book", "make", &pgn, "--out", &some, "--min-games", "1", "--format", "json"];
    let made: Value = serde_json::from_slice(&Run::new("", &book).output().stdout).unwrap();
    assert_eq!([&made["games"]["games"], &made["games"]["used"]], [24, 24], "{made}");
    let pgn = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 24);
    let mates = pgn.matches("[Termination \"checkmate\"]").count();
    assert_eq!((mates, pgn.matches('#').count()), (12, 12), "{pgn}");

    // Forfeits of a saved run are played again: here one by an engine that dies at the start of a game that it won.
    let won = pgn.split("[Event ").filter(|game| game.contains("\"checkmate\""));
    let start =
        won.filter_map(|game| game.split("[FEN \"").nth(1)?.split(' ').next()).next().unwrap();
    let dies = format!("position fen {start} ");
    let sample = ["KQK", "--play", "--sample", "24", "--seed", "3"];
    let args = [&sample[..], &["--save", &again]].concat();
    let (_, lost) = judge_json(&args, &[("DIE_AT", &dies)]);
    let play = &lost["endgames"][0]["play"];
    assert_eq!(["won", "lost"].map(|key| number(play, key)), [11, 1], "{lost}");
    let (_, replayed) = playing("0", &["--resume", &again]);
    assert_eq!(replayed["endgames"], best["endgames"]);

    // Half of all games are wasted, chosen at random.
    let (status, report) = playing("0.5", &["--save", &wasted, "--max-loss", "0.1"]);
    let play = &report["endgames"][0]["play"];
    assert_eq!(status, Some(1));
    let [won, drawn] = ["won", "drawn"].map(|key| number(play, key));
    assert_eq!((won + drawn, number(play, "lost")), (12, 0));
    let share = won as f64 / 12.0;
    assert_eq!(play["converted"], share);
    let interval = [0, 1].map(|end: usize| play["converted_interval"][end].as_f64().unwrap());
    assert!(interval[0] < 0.5 && 0.5 < interval[1] && drawn > 0, "{play}");
    let ends = &play["ends"];
    assert_eq!(number(ends, "repetition") + number(ends, "fifty_moves"), drawn, "{ends}");
    // A rule ended them: no move threw the win away.
    assert_eq!(number(play, "thrown_moves"), 0, "{play}");
    let thrown = &play["thrown"][0];
    assert_eq!([&thrown["from"], &thrown["to"], &thrown["class"]], ["win", "draw", "repetition"]);

    // A run that is complete is not asked again; other games do not belong to it.
    let (_, same) = judge_json(
        &[&sample[..], &["--resume", &wasted]].concat(),
        &[("SHUFFLE", "0.5"), ("DIE_AT", "position")],
    );
    assert_eq!(same["endgames"], report["endgames"]);
    let other = judge(&["KQK", "--play", "--sample", "24", "--resume", &wasted], &[]);
    assert!(
        text(&other.stderr).contains("has another seed ('3', now '1')"),
        "{}",
        text(&other.stderr)
    );
    let other = judge(&["KQK", "--play", "--save", &again, "--baseline", &good], &[]);
    assert_eq!(other.status.code(), Some(2));

    let output = Run::new("", &["diff", &good, &wasted, "--format", "json"]).output();
    let change: Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = &change["endgames"][0];
    assert_eq!(
        ["games", "kept_old", "newly_lost", "newly_kept"].map(|key| number(of, key)),
        [24, 24, drawn, 0]
    );
    let is_worse = change["verdict"] == "worse";
    assert_eq!(
        (is_worse, output.status.code()),
        (drawn >= 6, Some(i32::from(drawn >= 6))),
        "{change}"
    );
    for format in ["text", "markdown"] {
        let output = Run::new("", &["diff", &good, &wasted, "--format", format]).output();
        assert!(text(&output.stdout).contains("now a draw"), "{}", text(&output.stdout));
    }
    // Starts that meet a condition.
    let condition = ["--where", "dtm >= 17 and bk = e5", "--save", &some, "--sample", "3"];
    let (status, report) = judge_json(&[&["KQK", "--play"], &condition[..]].concat(), &[]);
    let of = &report["endgames"][0]["play"];
    assert_eq!((status, &report["where"], &of["won"]), (Some(0), &condition[1].into(), &3.into()));
    let found = Run::new("", &["find", "KQK", "--where", condition[1], "--count"]).output();
    let found = text(&found.stdout);
    let of = format!("KQK: {} of", number(&report["sample"], "of"));
    assert!(found.starts_with(&of), "{found}");
    let other = Run::new("", &["diff", &good, &some]).output();
    assert!(
        text(&other.stderr).contains("compare two with one --where"),
        "{}",
        text(&other.stderr)
    );
    let mixed = Run::new("", &["diff", &good, "/dev/null"]).output();
    assert!(text(&mixed.stderr).contains("of 'judge --play --save'"), "{}", text(&mixed.stderr));
}

#[test]
fn a_killed_run_has_the_games_that_were_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let args = ["KQK", "--play", "--sample", "24", "--seed", "3", "--save", path.to_str().unwrap()];
    let mut run = judging(&args, &[("DELAY", "0.05")]);
    let mut child = run.command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    while length() < 2000 {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    run.expect_nothing_left();
    let saved = length();
    let resume = ["--resume", path.to_str().unwrap()];
    let (status, resumed) = playing("0", &resume);
    assert!(status == Some(0) && length() > saved, "{resumed}");
    assert_eq!(resumed["endgames"], playing("0", &[]).1["endgames"]);
}

#[test]
fn games_of_an_engine_with_any_count_of_nodes_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["KQK", "--play", "--sample", "2", "--seed", "3"];
    for nodes in [1 << 62, i64::MAX as u64, 1 << 63, u64::MAX] {
        let path = folder.path().join(nodes.to_string());
        let path = path.to_str().unwrap();
        let (status, played) =
            judge_json(&[&args[..], &["--save", path]].concat(), &[("NODES", &nodes.to_string())]);
        let by_nodes = &played["endgames"][0]["play"]["mates"]["by_nodes"];
        let last = by_nodes.as_array().unwrap().last().unwrap();
        let powers = (status, last["nodes"].as_u64().unwrap());
        assert_eq!(powers, (Some(0), nodes.checked_next_power_of_two().unwrap_or(1 << 63)));
        assert_eq!([&last["found"], &last["best"]], [1, 1], "{played}");
        let (status, again) =
            judge_json(&[&args[..], &["--resume", path]].concat(), &[("DIE_AT", "position")]);
        assert_eq!((status, &again["endgames"]), (Some(0), &played["endgames"]));
    }
}

#[test]
fn games_have_every_format_and_forfeits_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [html, junit, markdown] = ["page.html", "report.xml", "report.md"].map(file);
    let files = ["--html", &html, "--junit", &junit, "--markdown", &markdown];
    let play = ["KQK", "--play", "--sample", "6", "--defence", "random-optimal"];
    let args = [&play[..], &["--max-loss", "0.01", "--format", "github"], &files].concat();
    // The engine ends at the first question.
    let output = judge(&args, &[("DIE_AT", "position")]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let github = text(&output.stdout);
    assert!(github.contains("::error title=KQK%3A games::100.00 %25 of the games"), "{github}");
    assert!(github.contains("0 of 3 won positions won (0.00 %), 3 ended by a failure"), "{github}");
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let junit = read(&junit);
    let document = roxmltree::Document::parse(&junit).unwrap();
    assert_eq!(document.descendants().filter(|it| it.has_tag_name("failure")).count(), 1);
    assert!(read(&markdown).contains("| ❌ KQK | 6 | 0.00 % |"), "{}", read(&markdown));
    assert!(read(&html).contains("<h2>Games by endgame</h2>"));
    // On the clock, and by distances to zeroing.
    let clock = ["KQKR", "--play", "--sample", "4", "--clock", "5+0.05", "--defence", "dtz"];
    let (status, report) = judge_json(&clock, &[]);
    assert_eq!((status, &report["limit"]), (Some(0), &Value::from("clock 5+0.05")));
    let (status, report) =
        judge_json(&[&clock[..4], &["--clock", "0.001"]].concat(), &[("DELAY", "0.1")]);
    assert_eq!(
        (status, &report["endgames"][0]["play"]["ends"]["time"]),
        (Some(0), &Value::from(2))
    );
    // Nothing is won, and nothing can be lost.
    let (status, report) = judge_json(&["KBK", "--play"], &[]);
    let play = &report["endgames"][0]["play"];
    assert_eq!(
        (status, &play["games"], &play["converted"]),
        (Some(0), &Value::from(0), &Value::Null)
    );
    for (args, error) in [
        (["--clock", "fast"], "a clock is seconds for the game"),
        (["--sample", "all"], "--sample with --play is a number of games"),
        (["--defence", "none"], "the opponent defends by dtm, dtz, random-optimal"),
    ] {
        let output = judge(&[&["KQK", "--play"][..], &args].concat(), &[]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    }
}
