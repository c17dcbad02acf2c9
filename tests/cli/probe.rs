//! `probe -`: lines of standard input, answered one by one.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const KPK: &str = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
const KRKB: &str = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
const DRAW: &str = "3k4/3r4/8/8/8/8/1R6/1K6 b - - 0 1";

fn probe(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.arg("probe").args(args).arg("--tables").arg(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The output of a run that reads `input`.
fn answers(args: &[&str], input: &[u8]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut child = probe(folder.path(), args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that ends early leaves input unread.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn records(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn an_answer_comes_before_the_next_line_goes_in() {
    let folder = tempfile::tempdir().unwrap();
    for args in [&["-", "--format", "jsonl"][..], &["-", "--no-moves", "--no-line"]] {
        let mut child = probe(folder.path(), args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        for fen in [KPK, KRKB, DRAW, KPK] {
            writeln!(stdin, "{fen}").unwrap();
            // In text, the value and the rule follow.
            while !line.contains(fen) {
                line.clear();
                assert!(stdout.read_line(&mut line).unwrap() > 0);
            }
        }
        writeln!(stdin, "nonsense").unwrap();
        line.clear();
        stderr.read_line(&mut line).unwrap();
        assert!(line.starts_with("drawproof: line 5: 'nonsense' is not a FEN"), "{line}");
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(2));
    }
}

#[test]
fn bad_lines_are_named_and_the_others_answered() {
    let mut input = format!("\u{feff}{KPK}\r\n\n# a comment\n  nonsense\n{DRAW}\n").into_bytes();
    input.extend(b"\xff\xfe\n");
    input.extend(vec![b'8'; 100_000]);
    input.extend(b"\nk7/8/8/8/8/1NNNN3/8/K7 w - - 0 1\n");
    input.extend(b"8/8/8/8/8/6k1/4P3/R3K2R w KQ - 0 1\n");
    input.extend(KRKB.as_bytes());
    for format in ["jsonl", "text", "json"] {
        let output = answers(&["-", "--format", format, "--no-moves"], &input);
        assert_eq!(output.status.code(), Some(2));
        let text = errors(&output);
        let lines: Vec<&str> = text.lines().collect();
        let expected = [
            "line 4: 'nonsense' is not a FEN",
            "line 6: the line is not UTF-8",
            "line 7: the line is longer",
            "line 8: ",
            "line 9: castling rights",
            "5 lines were not answered",
        ];
        assert_eq!(lines.len(), expected.len(), "{text}");
        for (line, expected) in lines.iter().zip(expected) {
            assert!(line.starts_with(&format!("drawproof: {expected}")), "{line}");
        }
        let stdout = String::from_utf8(output.stdout.clone()).unwrap();
        let places = [KPK, DRAW, KRKB].map(|fen| stdout.find(fen).expect(fen));
        assert!(places.is_sorted(), "{stdout}");
        if format == "json" {
            let array: Value = serde_json::from_str(&stdout).unwrap();
            assert_eq!(array.as_array().unwrap().len(), 3);
        }
    }
}

#[test]
fn a_fen_without_quotes_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let output =
        probe(folder.path(), &["8/8/8/8/8/2R5/8/3K1bk1", "w", "-", "-", "0", "1"]).output();
    assert!(errors(&output.unwrap()).contains("quote a FEN"));
}

#[test]
fn a_record_a_line_has_the_keys_of_the_array() {
    let input = [KPK, KRKB, DRAW].join("\n");
    let array = answers(&["-", "--format", "json"], input.as_bytes());
    let array: Value = serde_json::from_slice(&array.stdout).unwrap();
    let lines = records(&answers(&["-", "--format", "jsonl"], input.as_bytes()));
    assert_eq!(array.as_array(), Some(&lines));
    let of_arguments = answers(&[KPK, KRKB, DRAW, "--format", "json"], b"");
    let mut of_arguments: Value = serde_json::from_slice(&of_arguments.stdout).unwrap();
    let keys = of_arguments[2].as_object_mut().unwrap();
    assert!(["draw_line", "draw_line_san"].iter().all(|key| keys.remove(*key).is_some()));
    assert_eq!(array, of_arguments);
    let short =
        records(&answers(&["-", "--format", "jsonl", "--no-line", "--no-moves"], input.as_bytes()));
    for (mut long, short) in lines.into_iter().zip(short) {
        let keys = long.as_object_mut().unwrap();
        assert!(["line", "line_san", "moves"].iter().all(|key| keys.remove(*key).is_some()));
        assert_eq!(long, short);
    }
    let empty = answers(&["-", "--format", "json"], b"# nothing\n");
    assert_eq!(serde_json::from_slice::<Value>(&empty.stdout).unwrap(), Value::Array(vec![]));
}

#[test]
fn a_draw_on_the_command_line_has_a_line_that_keeps_the_material() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "8/2R5/8/8/3K3k/8/8/4n3 b - - 1 1";
    let answer = |args: &[&str]| probe(folder.path(), args).output().unwrap().stdout;
    let one = |args: &[&str]| -> Value {
        let json = answer(&[args, &["--format", "json"]].concat());
        serde_json::from_slice::<Vec<Value>>(&json).unwrap().remove(0)
    };
    let found = one(&[fen]);
    let line: Vec<&str> =
        found["draw_line_san"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(line.len() > 4 && line.iter().all(|san| !san.contains('x')), "{line:?}");
    assert_eq!(found["draw_line"].as_array().unwrap().len(), line.len());
    let text = String::from_utf8(answer(&[fen])).unwrap();
    let numbered = format!("keeps the draw: 1... {} 2. {} ", line[0], line[1]);
    assert!(text.contains(&numbered), "{text}");
    let won = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    for args in [&[won][..], &[fen, "--no-line"]] {
        assert!(one(args).get("draw_line").is_none(), "{args:?}");
    }
    let many = answers(&["-", "--format", "jsonl"], fen.as_bytes());
    assert!(records(&many)[0].get("draw_line").is_none());
}

#[test]
fn the_rules_answer_about_any_number_of_men() {
    let mated = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    let stalemate = "7k/5K2/6Q1/8/8/8/PPPPPPPP/8 b - - 0 1";
    let kings = "8/8/8/8/8/1k6/8/K7 w - - 0 1";
    let bishops = "k1b1b1b1/1b1b1b2/8/8/8/8/8/K7 w - - 0 1";
    // A mate of five men solves nothing: there is no memory for it.
    let five = "k7/1Q6/1K6/8/8/8/8/2RN4 b - - 0 1";
    let fens = [mated, stalemate, kings, bishops, five];
    let args = ["--format", "jsonl", "--metric", "dtz", "--memory", "1M"];
    let output = answers(&[&args[..], &fens].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let found = records(&output);
    let keys = ["category", "dtm", "dtz", "checkmate", "stalemate", "insufficient_material"];
    let found: Vec<Vec<String>> =
        found.iter().map(|it| keys.iter().map(|key| it[*key].to_string()).collect()).collect();
    let lost = ["\"loss\"", "0", "0", "true", "false", "false"];
    let drawn = |stalemate, material| ["\"draw\"", "null", "null", "false", stalemate, material];
    let expected =
        [lost, drawn("true", "false"), drawn("false", "true"), drawn("false", "true"), lost];
    assert_eq!(found, expected.map(|it| it.map(str::to_owned).to_vec()));
    let helpmates = answers(&["--truth", "can-mate", mated, stalemate], b"");
    let text = String::from_utf8(helpmates.stdout).unwrap();
    assert!(text.contains("only White can mate") && text.contains("dead: neither"), "{text}");
}

#[test]
fn lines_have_move_numbers_moves_distances_and_draws_one_line() {
    let text = |args: &[&str]| String::from_utf8(answers(args, b"").stdout).unwrap();
    let late = text(&["8/8/8/8/8/6k1/4P3/2K5 w - - 7 40", "--metric", "dtz"]);
    assert!(late.contains("  line:  1. Kc2 Kf4 2. Kd3 ") && late.contains("DTZ: 1. Kc2"), "{late}");
    assert!(late.contains("\n  Kc2     wins, mate in 23 (45 plies)    after it loss"), "{late}");
    assert!(late.ends_with("\n  draws: Kb1 Kd1 Kb2 e3 e4\n"), "{late}");
    let draw = text(&["8/8/8/8/8/2R5/8/3K1bk1 b - - 0 1"]);
    let moves = "\n  draws: Bb5 Ba6 Kf2 Kg2\n  Kh1     loses, mated in 29 (58 plies)\n";
    assert!(draw.contains(moves), "{draw}");
    let lost = text(&["8/8/8/8/4k3/8/8/KQ6 b - - 0 1"]);
    assert!(lost.contains("  line:  1... K") && lost.contains(" 2. "), "{lost}");
}

#[test]
fn dm_is_checked() {
    let right = "\
        8/8/8/8/8/6k1/4P3/2K5 w - - id \"pawn; e2\"; dm 23;\n\
        8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1 dm 29; bm Ke1;\n\
        8/8/8/8/1N6/1N6/2K5/k7 b - - dm 0;\n\
        8/8/8/8/8/6k1/4P3/2K5 w - - bm #23; PV: c1c2;\n\
        8/8/8/8/8/6k1/4P3/2K5 w - - dm 23\n\
        3k4/3r4/8/8/8/8/1R6/1K6 b - -\n";
    let check = ["-", "--check", "--no-moves", "--format", "jsonl"];
    let output = answers(&check, right.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(errors(&output), "drawproof: dm: 5 right, 0 wrong; 1 position without\n");
    let records = records(&output);
    assert_eq!(records[0]["id"], "pawn; e2");
    assert_eq!(records[0]["fen"], "8/8/8/8/8/6k1/4P3/2K5 w - -");

    let wrong = "8/8/8/8/8/6k1/4P3/2K5 w - - dm 22;\n3k4/3r4/8/8/8/8/1R6/1K6 b - - dm 3;\n";
    let output = answers(&check, wrong.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = errors(&output);
    assert!(text.contains("line 1: dm 22 is wrong: won, mate in 23 (45 plies)"), "{text}");
    assert!(text.contains("line 2: dm 3 is wrong: drawn"), "{text}");

    let no_number = answers(&check, b"8/8/8/8/8/6k1/4P3/2K5 w - - dm soon;\n");
    assert_eq!(no_number.status.code(), Some(2));
    let without = answers(&check, format!("{KPK}\n").as_bytes());
    assert_eq!(without.status.code(), Some(2));
    assert!(errors(&without).contains("no position has a dm"));
    let unchecked = answers(&["-"], wrong.as_bytes());
    assert_eq!(unchecked.status.code(), Some(0));
}

#[test]
fn counters_of_epd_lines_count() {
    let input = "\
        8/8/8/8/8/6k1/4P3/2K5 w - - hmvc 98;\n\
        8/8/8/8/8/6k1/4P3/2K5 w - - hmvc 98\n\
        8/8/8/8/8/6k1/4P3/2K5 w - - 98 7 id \"both\"; fmvn 60;\n\
        8/8/8/8/8/6k1/4P3/2K5 w - -\n";
    let args = ["-", "--metric", "dtz", "--no-line", "--no-moves", "--format", "jsonl"];
    let output = answers(&args, input.as_bytes());
    assert!(output.status.success(), "{}", errors(&output));
    let found = records(&output);
    let found: Vec<[&str; 2]> = found
        .iter()
        .map(|it| ["fen", "fifty"].map(|key| it[key].as_str().unwrap_or_default()))
        .collect();
    let fen = |counters: &str| format!("8/8/8/8/8/6k1/4P3/2K5 w - -{counters}");
    let expected = [
        [fen(" 98 1"), "cursed-win".into()],
        [fen(" 98 1"), "cursed-win".into()],
        [fen(" 98 60"), "cursed-win".into()],
        [fen(""), "win".into()],
    ];
    assert_eq!(found, expected);
    let wrong = answers(&["-"], b"8/8/8/8/8/6k1/4P3/2K5 w - - hmvc soon;\n");
    assert!(errors(&wrong).contains("line 1: 'soon' is not a move counter"), "{}", errors(&wrong));
}

#[test]
fn endgames_that_do_not_fit_into_memory_together_take_turns() {
    let lines = |count: usize| {
        let fens = ["8/8/8/8/8/2R5/8/3K1nk1 w - - 0 1", KRKB, DRAW];
        (0..count).map(|n| fens[n % 3].to_owned() + "\n").collect::<String>()
    };
    let args = ["-", "--format", "jsonl", "--no-line", "--no-moves"];
    let small = answers(&[&args[..], &["--memory", "30M"]].concat(), lines(300).as_bytes());
    assert_eq!(small.status.code(), Some(0), "{}", errors(&small));
    assert_eq!(small.stdout, answers(&args, lines(300).as_bytes()).stdout);
    let none = answers(&[&args[..], &["--memory", "1M"]].concat(), lines(3).as_bytes());
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(errors(&none).lines().filter(|line| line.contains("--memory")).count(), 3);
}

#[test]
#[cfg(unix)]
fn input_that_is_no_list_ends_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (path, error) in [
        (Path::new("/dev/zero"), "line 1 does not end"),
        (folder.path(), "standard input could not be read"),
    ] {
        let output =
            probe(folder.path(), &["-"]).stdin(std::fs::File::open(path).unwrap()).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains(error), "{}", errors(&output));
    }
}

/// Writes files in the format of Syzygy's tables in which White, with so many queens against the bare king,
/// has won: results alone, without a table of distances.
pub fn write_syzygy_of_queens(folder: &Path, queens: usize) {
    for queens in 1..=queens {
        // Results of either side to move; the men in one order for both, white queens as 5.
        let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0, 0x66, 0xee];
        bytes.extend(vec![0x55; queens]);
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        // One number for all positions: won with White to move, lost with Black.
        bytes.extend([0x80, 4, 0x80, 0]);
        bytes.resize(80, 0);
        write_syzygy(&folder.join(format!("K{}vK.rtbw", "Q".repeat(queens))), bytes);
    }
}

/// Writes a file of Syzygy with its checksum, the last 16 bytes.
pub fn write_syzygy(path: &Path, mut bytes: Vec<u8>) {
    let checksum = drawproof_syzygy::checksum(&bytes).unwrap();
    let place = bytes.len() - checksum.len();
    bytes[place..].copy_from_slice(&checksum);
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn syzygy_answers_where_drawproof_has_no_table_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    write_syzygy_of_queens(folder.path(), 5);
    let path = folder.path().to_str().unwrap();
    let seven = "8/8/8/8/7k/Q7/QQQQ4/K7 w - - 0 1";
    let six = "8/8/8/8/7k/8/QQQQ4/K7 b - - 7 1";
    let args = ["--syzygy", path, "--format", "jsonl", seven, six, KPK];
    let output = answers(&args, b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found = records(&output);
    let keys = ["category", "dtm", "dtz", "fifty", "source"];
    let of = |record: &Value| keys.map(|key| record[key].clone());
    let json = |value: &str| serde_json::from_str::<Value>(value).unwrap();
    assert_eq!(
        Value::from(of(&found[0]).to_vec()),
        json(r#"["win", null, null, "win", "syzygy"]"#)
    );
    // Within the rule or not, the distance is needed, of which there is no table.
    assert_eq!(
        Value::from(of(&found[1]).to_vec()),
        json(r#"["loss", null, null, null, "syzygy"]"#)
    );
    assert_eq!(
        Value::from(of(&found[2]).to_vec()),
        json(r#"["win", 45, null, null, "drawproof"]"#)
    );
    assert!(found[0]["moves"].as_array().unwrap().len() > 50);
    assert!(found[0]["moves"].as_array().unwrap().iter().all(|mv| mv["category"] != "win"));
    let text = answers(&["--syzygy", path, "--no-moves", seven], b"");
    assert!(String::from_utf8_lossy(&text.stdout).contains("value: won by Syzygy's tables"));
    // By the variable too; without a table both are named.
    let folder = tempfile::tempdir().unwrap();
    let named = probe(folder.path(), &[seven]).env("SYZYGY_PATH", path).output().unwrap();
    assert_eq!(named.status.code(), Some(0));
    let eight = "8/8/8/8/7k/QR6/QQQQ4/K7 w - - 0 1";
    let other = "8/8/8/8/7k/R7/QQQR4/K7 w - - 0 1";
    for (fen, why) in
        [(eight, "there are no Syzygy tables of"), (other, "no Syzygy file KQQQRRvK.rtbw")]
    {
        let output = answers(&["--syzygy", path, fen], b"");
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(why), "{errors}");
    }
    let none = answers(&["--syzygy", "/no/such/folder", seven], b"");
    assert!(String::from_utf8_lossy(&none.stderr).contains("/no/such/folder"));
}
