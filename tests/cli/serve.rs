//! `serve`: every path, clients that misbehave, limits, and the end of the server.

use std::{
    io::{Read, Write},
    process::Command,
    time::Duration,
};

use serde_json::Value;

use crate::serving::{Answer, Server, read_answer};

const PROGRAM: &str = env!("CARGO_BIN_EXE_drawproof");
const KPK: &str = "8/8/8/8/8/6k1/4P3/2K5_w_-_-_0_1";
const KRKB: &str = "8/8/8/8/8/2R5/8/3K1bk1_w_-_-_0_1";

#[test]
fn every_path_has_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    // One table is a file, the others are solved.
    let mut generate = assert_cmd::Command::cargo_bin("drawproof").unwrap();
    generate
        .args(["generate", "KRKB", "--quiet", "--tables"])
        .arg(folder.path())
        .assert()
        .success();
    let server = Server::start(folder.path(), &[]);
    let position = server.json(&format!("/standard?fen={KPK}"));
    assert_eq!((&position["dtm"], &position["dtz"]), (&45.into(), &13.into()));
    assert_eq!(position["moves"][0]["san"], "Kc2");
    let keys = "checkmate stalemate variant_win variant_loss insufficient_material dtz precise_dtz \
                dtm dtw dtc category";
    for key in keys.split_whitespace() {
        assert!(position.get(key).is_some() && position["moves"][0].get(key).is_some(), "{key}");
    }
    let escaped = KRKB.replace('_', "%20").replace('/', "%2F");
    let position = server.json(&format!("/standard?dtc=always&x=1&fen={escaped}"));
    assert_eq!((&position["dtm"], &position["moves"][0]["uci"]), (&57.into(), &"d1e1".into()));
    let line = server.json(&format!("/standard/mainline?fen={}", KRKB.replace('_', "+")));
    assert_eq!((&line["winner"], &line["mainline"][0]["san"]), (&"w".into(), &"Ke1".into()));
    let drawn = server.json("/standard/mainline?fen=8/8/8/4k3/8/4K3/4P3/8_w");
    assert_eq!(drawn["mainline"], Value::Array(vec![]));
    assert!(drawn["draw_line"].as_array().unwrap().len() > 8);
    let only_white = "/standard?fen=k7/P7/K7/8/8/8/8/8_w";
    assert_eq!(server.json(only_white)["can_mate"], Value::Null);
    let asked = server.json(&format!("{only_white}&can_mate=1"));
    assert_eq!((&asked["can_mate"]["white"], &asked["dead"]), (&5.into(), &false.into()));
    assert_eq!(asked["helpmates"]["white"]["length"], "h#2.5");
    // Its other tables are there, those of helpmates are not.
    let late = server.get(&format!("/standard?fen={KRKB}&can_mate=1&wait=0"));
    assert_eq!(late.status, 503);
    assert!(late.text().starts_with("KRKB is being solved, "), "{}", late.text());
    let seven = "4k3/8/8/8/8/8/PPPPP3/4K3_w_-_-_0_1";
    assert_eq!(server.json(&format!("/standard?fen={seven}&can_mate=1"))["category"], "unknown");
    assert_eq!(server.get(&format!("/standard/mainline?fen={seven}")).status, 404);
    let stats = server.json("/stats/KRKN");
    assert_eq!(stats["mutual_zugzwangs"], 136);
    assert_eq!(stats["zugzwangs"].as_array().unwrap().len(), 136);
    let found = server.json("/find/KRKN?kind=zugzwang&seed=3");
    assert_eq!((&found["found"], found["fens"].as_array().unwrap().len()), (&18.into(), 18));
    let found = server.json("/find/KRKN?kind=mate&plies=79&side=w");
    let fen = found["fens"][0].as_str().unwrap().replace(' ', "_");
    assert_eq!(server.json(&format!("/standard?fen={fen}"))["dtm"], 79);
    let rules = server.json(&format!("/rules?fen={KRKB}"));
    let reasons = rules["rules"][0]["reasons"].as_array().unwrap();
    let holding = reasons.iter().find(|reason| reason["holds"] == true).expect("a win");
    let man = holding["men"][0].as_str().unwrap();
    assert!(holding["squares"][man].as_array().unwrap().contains(&man.into()));
    assert_eq!(rules["rules"][0]["right"], true);
    assert!(server.get("/monitor").text().starts_with("tablebase "));
    let metrics = server.get("/metrics").text();
    assert!(metrics.contains("drawproof_answers_total{class=\"2xx\"}"), "{metrics}");
    let kept = metrics.lines().find_map(|it| it.strip_prefix("drawproof_decoded_blocks_bytes "));
    assert!(kept.unwrap().parse::<u64>().unwrap() > 0, "{metrics}");
    let described = server.json("/openapi.json");
    assert!(described["paths"].get("/standard/batch").is_some());
    for (path, kind) in [
        ("/", "text/html"),
        ("/?fen=8/2R5/8/8/7k/3K4/8/4n3_w_-_-_0_1&lang=en", "text/html"),
        ("/main.js", "javascript"),
        ("/cm-chessboard/src/Chessboard.js", "javascript"),
    ] {
        let file = server.get(path);
        let is_page = file.status == 200 && file.head.contains(kind) && !file.body.is_empty();
        assert!(is_page, "the explorer is part of every program: {path} {}", file.head);
    }
    assert_eq!(server.end("TERM"), Some(0));
}

#[test]
fn a_batch_is_answered_line_by_line_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let fens = [KPK, "nonsense", KRKB, "8/8/8/8/8/8/5Q2/5K1k b - - 7 9", "8/8/8/8/8/k7/8/K7"];
    let lines = |answer: &Answer| -> Vec<Value> {
        let text = answer.text();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let many: Vec<&str> = (0..10_000).map(|n| fens[n * 7 % 5]).collect();
    let answer = server.request("POST", "/standard/batch", &many.join("\r\n\n"));
    let whole = lines(&answer);
    assert_eq!((answer.status, whole.len()), (200, 10_000));
    for (fen, line) in many.iter().zip(&whole) {
        assert_eq!(line["fen"], *fen);
        assert_eq!(line.get("error").is_some(), *fen == "nonsense");
        assert!(line.get("moves").is_none());
    }
    let array = serde_json::to_string(&fens).unwrap();
    let answer = server.request("POST", "/standard/batch?moves=1", &array);
    for (fen, line) in fens.iter().zip(lines(&answer)).filter(|(fen, _)| **fen != "nonsense") {
        let single = server.json(&format!("/standard?fen={}", fen.replace(' ', "_")));
        for key in ["category", "dtm", "dtz", "moves"] {
            assert_eq!(line[key], single[key], "{fen} {key}");
        }
        let brief = whole.iter().find(|line| line["fen"] == **fen).unwrap();
        for key in ["category", "dtm", "dtz"] {
            assert_eq!(brief[key], single[key], "{fen} {key}");
        }
    }
    let too_many = format!("{KPK}\n").repeat(10_001);
    assert_eq!(server.request("POST", "/standard/batch", &too_many).status, 413);
    assert_eq!(server.request("POST", "/standard/batch", &" ".repeat(3 << 20)).status, 413);
    assert_eq!(server.request("POST", "/standard/batch", "[1, 2]").status, 400);
    assert!(server.request("POST", "/standard/batch", "").body.is_empty());
    // A client that goes away in the middle of its answer is no loss.
    let mut stream = server.connect();
    let body = format!("{KRKB}\n").repeat(9_000);
    let head = format!(
        "POST /standard/batch?moves=1 HTTP/1.1\r\nHost: x\r\nContent-Length: {}",
        body.len()
    );
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).unwrap();
    stream.read_exact(&mut [0; 1000]).unwrap();
    drop(stream);
    assert_eq!(server.get("/monitor").status, 200);
}

#[test]
fn games_go_from_pgn_to_json_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let game = server.request("POST", "/game", "1. e4 e5 (1... c5) 2. Nf3 *");
    assert_eq!(game.status, 200, "{}", game.text());
    let document: Value = serde_json::from_slice(&game.body).unwrap();
    assert_eq!(document["moves"].as_array().unwrap().len(), 4);
    assert_eq!(document["moves"][2], serde_json::json!([1, "c7c5", "c5"]));
    let pgn = server.request("POST", "/game", &game.text()).text();
    assert!(pgn.contains("1. e4 e5 (1... c5) 2. Nf3 *"), "{pgn}");
    let comment = server.request("POST", "/game", "{a comment} [Event \"a\"]\n\n1. e4 *");
    assert_eq!(comment.status, 200, "{}", comment.text());
    for (wrong, says) in [("1. e5 *", "e5"), ("{}", "no moves"), ("", "no moves")] {
        let refused = server.request("POST", "/game", wrong);
        assert!(refused.status == 400 && refused.text().contains(says), "{}", refused.text());
    }
    assert_eq!(server.get("/game").status, 405);
}

#[test]
fn wrong_requests_are_refused_and_the_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--client-time", "1"]);
    for (target, status) in [
        ("/standard", 400),
        ("/standard?fen=", 400),
        ("/standard?fen=x", 400),
        ("/standard?fen=%ff%fe", 400),
        ("/standard?fen=%", 400),
        ("/standard?fen=8/8/8/8/8/8/8/Kk6", 400),
        ("/standard?dtc=sometimes&fen=8/8/8/8/8/8/8/K2k4", 400),
        ("/standard/", 404),
        ("/standard/batch", 405),
        ("/nothing", 404),
        ("/stats/KK", 404),
        ("/stats/KRKNKP", 400),
        ("/stats/KRRKRR", 404),
        ("/stats/KRK?counting=half", 400),
        ("/find/KRK?kind=luck", 400),
        ("/find/KRK?kind=mate&plies=-1", 400),
        ("/find/KRK?side=x", 400),
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, status, "{target}: {}", answer.text());
        assert!(answer.head.contains("access-control-allow-origin: *"), "{}", answer.head);
    }
    for method in ["POST", "DELETE", "BREW"] {
        let answer = server.request(method, "/standard", "");
        assert_eq!(answer.status, 405);
        assert!(answer.head.contains("allow: get, head, options"), "{}", answer.head);
    }
    let answer = server.request("OPTIONS", "/standard/batch", "");
    assert_eq!(answer.status, 204);
    assert!(answer.head.contains("access-control-allow-methods"), "{}", answer.head);
    let answer = server.request("HEAD", &format!("/standard?fen={KPK}"), "");
    assert!(answer.status == 200 && answer.body.is_empty());
    assert!(answer.head.contains("content-length: 1"), "{}", answer.head);
    let long = format!("GET /standard?fen={} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    assert!(matches!(server.send(long.as_bytes()).status, 414 | 431 | 0));
    for raw in
        [&b"\xff\xfe\x00\r\n\r\n"[..], b"GET /\xff HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
    {
        assert!(matches!(server.send(raw).status, 400 | 505 | 0), "{raw:?}");
    }
    // A client that never ends its headers is cut off.
    let mut slow = server.connect();
    slow.write_all(b"GET /monitor HTTP/1.1\r\nHost").unwrap();
    assert!(matches!(read_answer(&mut slow).status, 0 | 408));
    // Several requests at once on a connection are answered in their order.
    let mut stream = server.connect();
    let [first, second] =
        ["/monitor", "/nothing"].map(|path| format!("GET {path} HTTP/1.1\r\nHost: x\r\n"));
    stream.write_all(format!("{first}\r\n{second}Connection: close\r\n\r\n").as_bytes()).unwrap();
    let both = read_answer(&mut stream);
    assert!(both.status == 200 && both.text().contains("HTTP/1.1 404"));
    assert!(server.get("/metrics").text().contains("drawproof_panics_total 0"));
}

#[test]
fn requests_as_the_standard_has_them_are_answered_and_others_are_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    // A client may close its side once its request is sent, as netcat does.
    for request in [
        format!("GET /standard?fen={KPK} HTTP/1.1\r\nHost: x\r\n\r\n"),
        "GET /stats/KPK HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(),
        "GET /find/KRK?where=win HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(),
        format!(
            "POST /standard/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 27\r\n\r\n{:27}",
            "8/8/8/8/8/8/5Q2/5K1k b - -"
        ),
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let answer = read_answer(&mut stream);
        assert_eq!(answer.status, 200, "{request}: {}", answer.text());
        assert!(!answer.body.is_empty(), "{request}");
    }
    for (request, status) in [
        ("GET /monitor HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        ("GET /monitor HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n", 400),
        ("GET /monitor HTTP/1.0\r\n\r\n", 200),
        ("HEAD /monitor HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        ("HEAD /standard/batch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
    ] {
        let answer = server.send(request.as_bytes());
        assert_eq!(answer.status, status, "{request}: {}", answer.text());
        assert!(status != 400 || answer.text().contains("'Host'"), "{}", answer.text());
    }
    for condition in ["dtm>3", "dtm<3", "win and loss", "\"win\""] {
        let raw = format!("GET /find/KRK?where={condition} HTTP/1.1\r\nHost: x\r\n\r\n");
        let answer = server.send(raw.as_bytes());
        assert_eq!(answer.status, 400);
        assert!(answer.text().contains("encode"), "{condition}: {}", answer.text());
        assert!(answer.head.contains("access-control-allow-origin: *"), "{}", answer.head);
    }
    let long = format!("GET /monitor HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(90_000));
    let answer = server.send(long.as_bytes());
    assert!(answer.status == 431 && answer.text().contains("longer than"), "{}", answer.text());
    for (target, name) in [
        (&*format!("/standard?fen={KPK}&can_mat=1"), "can_mat"),
        (&*format!("/standard?fen={KPK}&moves=1"), "moves"),
        (&*format!("/rules?fen={KPK}&x=1"), "x"),
        ("/find/KRK?kind=mate&limit=3", "limit"),
        ("/find/KRK?kind=mate&pies=3", "pies"),
        ("/find/KRK?plies=3", "plies"),
        ("/find/KRK?where=win&plies=3", "plies"),
        ("/find/KRK?where=win&seed=3", "seed"),
        ("/stats/KRK?count=unique", "count"),
        ("/metrics?x", "x"),
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, 400, "{target}: {}", answer.text());
        assert!(answer.text().contains(&format!("'{name}'")), "{target}: {}", answer.text());
    }
    let answer = server.request("POST", "/standard/batch?move=1", KPK);
    assert!(answer.status == 400 && answer.text().contains("'move'"), "{}", answer.text());
}

#[test]
fn a_folder_of_scratch_files_that_is_missing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("scratch");
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--listen", "127.0.0.1:0", "--scratch"]).arg(&missing);
    let output = command.arg("--tables").arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("scratch', is missing"), "{error}");
}

/// Waits until a gauge of the server has a value.
fn wait_for(server: &Server, gauge: &str, value: u64) {
    for _ in 0..6_000 {
        let metrics = server.get("/metrics").text();
        let line = format!("drawproof_{gauge} ");
        let seen = metrics.lines().find_map(|it| it.strip_prefix(&line)).expect(gauge).to_owned();
        if seen.parse() == Ok(value) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{gauge} has never been {value}: {}", server.get("/metrics").text());
}

#[test]
fn a_search_ends_with_its_request_and_keeps_no_batch_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--request-time", "20"]);
    let costly = "/find/KQQK?where=after(any,after(any,after(any,mate+and+draw)))&limit=0";
    let refused = server.get(costly);
    assert_eq!(refused.status, 400, "{}", refused.text());
    let part = "'after(any,after(any,after(any,mate and draw)))'";
    assert!(refused.text().contains(part), "{}", refused.text());
    drop(server);
    let options = ["--batches", "1", "--request-time", "600", "--client-time", "5"];
    let server = Server::start(folder.path(), &options);
    assert_eq!(server.get("/find/KRK?where=helpmate.white+%3D+3&limit=0").status, 200);
    let mut stream = server.connect();
    // A minute of work, which is not too much for ten.
    stream
        .write_all(b"GET /find/KRK?where=helpmate.white.solutions=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        .unwrap();
    wait_for(&server, "searches_running", 1);
    // The one place for batches is free, the one for searches is not.
    let batch = server.request("POST", "/standard/batch", KPK);
    assert!(batch.status == 200 && batch.text().contains("\"dtm\":45"), "{}", batch.text());
    let other = std::thread::scope(|scope| {
        let other = scope.spawn(|| server.get("/stats/KRK"));
        wait_for(&server, "searches_waiting", 1);
        drop(stream);
        other.join().unwrap()
    });
    assert_eq!(other.status, 200, "the search of a client that has gone ends");
    wait_for(&server, "searches_running", 0);
}

#[test]
fn positions_that_meet_a_condition_are_those_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--memory", "300M"]);
    let get = |endgame: &str, condition: &str, more: &str| {
        let condition = condition.replace(' ', "+").replace('>', "%3E");
        server.get(&format!("/find/{endgame}?where={condition}{more}"))
    };
    for (endgame, condition, order) in [
        ("KRKN", "zugzwang", "table"),
        ("KRKN", "win and dtm > 70 and only_move", "-dtm"),
        ("KPK", "draw and after(any, win and dtz > 3)", "square"),
        ("KRK", "not can_mate.white or helpmate.white > 20 and check", "dtm"),
    ] {
        let answer = get(endgame, condition, &format!("&limit=7&order={order}"));
        assert_eq!(answer.status, 200, "{condition}: {}", answer.text());
        let found: Value = serde_json::from_slice(&answer.body).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(["find", endgame, "--where", condition, "--limit", "7", "-q"]);
        if order != "table" {
            command.arg(format!("--order={order}"));
        }
        let output = command.args(["--format", "json"]).env("DRAWPROOF_TABLES", folder.path());
        let mut expected: Value = serde_json::from_slice(&output.output().unwrap().stdout).unwrap();
        for position in expected["positions"].as_array_mut().unwrap() {
            position.as_object_mut().unwrap().retain(|key, _| key != "best" && key != "line");
        }
        assert_eq!(found, expected, "{condition}");
    }
    let random = |seed: u32| get("KRKN", "win", &format!("&order=random&seed={seed}")).text();
    assert!(random(1) == random(1) && random(1) != random(2));
    for (condition, more, says) in [
        ("win and nothing", "", "column 9\n  win and nothing\n          ^"),
        ("", "", "column 1"),
        ("dtc > 3", "", "not served"),
        ("win", "&limit=101", "at most 100"),
        ("win", "&limit=-1", "'limit'"),
        ("win", "&order=up", "'order'"),
        (&"(".repeat(3000), "", "nested 50 times"),
        (&"x".repeat(4001), "", "at most 4000"),
        ("%00%01%ff", "", "UTF-8"),
        ("wk+in+(%F0%9F%92%A9)", "", "column 8"),
    ] {
        let answer = get("KRK", condition, more);
        assert_eq!(answer.status, 400, "{condition}: {}", answer.text());
        assert!(answer.text().contains(says), "{}", answer.text());
    }
    let deep = format!("{}check", "not ".repeat(990));
    assert_eq!(get("KRK", &deep, "&limit=0").status, 200);
    // Tables of many endgames at once.
    let refused = get("KRPKR", "only_move", "");
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("MB are for searches"), "{}", refused.text());
    assert_eq!(get("KQKP", "win", "&wait=0").status, 503);
    assert!(server.get("/metrics").text().contains("drawproof_panics_total 0"));
}

#[test]
fn limits_are_answered_503_and_too_little_memory_as_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--queue", "0", "--connections", "2"]);
    let busy = server.get(&format!("/standard?fen={KRKB}"));
    assert_eq!(busy.status, 503);
    assert!(busy.head.contains("retry-after"), "{}", busy.head);
    // The server notices in its own time that a connection has ended, or come.
    std::thread::sleep(Duration::from_millis(100));
    let open = [server.connect(), server.connect()];
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(read_answer(&mut server.connect()).status, 503);
    drop(open);
    assert_eq!(server.end("INT"), Some(130));
    let server = Server::start(folder.path(), &["--memory", "2M"]);
    assert_eq!(server.json(&format!("/standard?fen={KRKB}"))["category"], "unknown");
    assert_eq!(server.get(&format!("/standard/mainline?fen={KRKB}")).status, 404);
    assert_eq!(server.get("/stats/KRKB").status, 404);
    // Three men fit, one endgame after the other.
    for fen in [KPK, "8/8/8/8/8/6k1/4R3/2K5_w", "8/8/8/8/8/6k1/4Q3/2K5_w"] {
        assert_eq!(server.json(&format!("/standard?fen={fen}"))["category"], "win", "{fen}");
    }
}

#[test]
fn tables_that_do_not_fit_into_memory_are_in_scratch_files() {
    let folder = tempfile::tempdir().unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().to_str().unwrap();
    let server = |memory: &str| {
        let options = ["--memory", memory, "--scratch", path, "--request-time", "300"];
        Server::start(folder.path(), &options)
    };
    let (little, much) = (server("256M"), server("4G"));
    let number = |server: &Server, name: &str| -> u64 {
        let metrics = server.get("/metrics").text();
        let line =
            metrics.lines().find_map(|line| line.strip_prefix(&format!("drawproof_{name} ")));
        line.unwrap().parse().unwrap()
    };
    let paths = [
        "/standard?fen=8/7k/8/3r4/8/8/4R3/2KB4_w",
        "/standard/mainline?fen=8/7k/8/3r4/8/8/4R3/2KB4_b",
        "/standard?fen=8/8/8/8/8/1k6/4R3/3K2r1_w",
        "/find/KRBKR?kind=cursed",
    ];
    for path in paths {
        let answers = [&little, &much].map(|server| server.get(path));
        assert_eq!(answers[0].status, 200, "{path}: {}", answers[0].text());
        assert_eq!(answers[0].text(), answers[1].text(), "{path}");
    }
    assert!(number(&little, "tables_in_scratch_files") >= 2);
    assert!(number(&little, "tables_in_scratch_files_bytes") > 400 << 20);
    assert_eq!(number(&much, "tables_in_scratch_files"), 0);
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0, "the files have no names");
}

#[test]
fn table_files_are_read_and_a_damaged_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut generate = Command::new(PROGRAM);
    generate.args(["generate", "KRKB", "--metric", "dtm,dtz", "-q", "--tables"]).arg(folder.path());
    assert!(generate.output().unwrap().status.success());
    let server = Server::start(folder.path(), &["--queue", "0"]);
    let position = server.json(&format!("/standard?fen={KRKB}"));
    assert_eq!((&position["dtm"], &position["dtz"]), (&57.into(), &35.into()));
    assert!(!server.get("/monitor").text().contains("files=0u"));
    drop(server);
    let path = folder.path().join("KRKB.dpt");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let server = Server::start(folder.path(), &[]);
    let answer = server.get(&format!("/standard?fen={KRKB}"));
    assert!(answer.status == 500 && answer.text().contains("KRKB.dpt"), "{}", answer.text());
    assert_eq!(server.get(&format!("/standard?fen={KPK}")).status, 200);
}

#[test]
fn syzygy_answers_about_men_that_drawproof_has_no_table_of() {
    let folder = tempfile::tempdir().unwrap();
    crate::probe::write_syzygy_of_queens(folder.path(), 5);
    let server = Server::start(folder.path(), &["--syzygy", folder.path().to_str().unwrap()]);
    let document = |fen: &str| server.json(&format!("/standard?fen={fen}"));
    let six = document("8/8/8/8/7k/8/QQQQ4/K7_w_-_-_0_1");
    // After a move the clock is 1: whether there is time left, only distances could tell.
    assert_eq!([&six["category"], &six["source"]], ["maybe-win", "syzygy"]);
    assert_eq!([&six["dtm"], &six["dtz"], &six["precise_dtz"]], [&Value::Null; 3]);
    assert!(
        six["moves"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["category"] == "maybe-loss" || it["stalemate"] == true)
    );
    let late = document("8/8/8/8/7k/Q7/QQQQ4/K7_w_-_-_7_1");
    assert_eq!(late["category"], "maybe-win", "{late}");
    let own = document(KPK);
    assert_eq!([&own["source"], &own["moves"][0]["source"]], ["drawproof", "drawproof"]);
}
