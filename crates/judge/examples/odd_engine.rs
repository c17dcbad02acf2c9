//! A UCI engine that misbehaves in the way its first argument names, for tests of programs that ask
//! engines. Its move is always `a1a2`. It needs only the standard library, so tests can compile it
//! by itself.

use std::{
    env,
    io::{self, BufRead, Read, Write},
    process::{Command, abort, exit},
    thread,
    time::Duration,
};

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(120);

fn main() -> io::Result<()> {
    let mode = env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "silent" => thread::sleep(FOR_EVER),
        "dies-at-start" => {
            eprintln!("the network file is missing");
            exit(3);
        }
        "floods-at-start" => flood(b"what is this\n"),
        "loses-lines" => return lose_lines(),
        _ => {}
    }
    let (mut searches, mut line) = (0, Vec::new());
    let mut input = io::stdin().lock();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        match text.split(' ').next().unwrap_or_default() {
            "uci" if mode == "speaks-xboard" => write(b"Error (unknown command): uci\n"),
            "protover" => write(b"feature ping=1 setboard=1 done=1\n"),
            "uci" => greet(&mode),
            "isready" if mode == "lacks-a-net" => {
                write(b"info string ERROR: The network file nn.nnue was not loaded.\n");
                write(b"info string ERROR: The engine will be terminated now.\n");
                exit(1);
            }
            "isready" => write(line_of(&mode, "readyok").as_bytes()),
            "ucinewgame" if mode == "dies-at-ucinewgame" => exit(0),
            "go" => {
                searches += 1;
                search(&mode, searches);
            }
            "quit" if mode == "ignores-quit" => thread::sleep(FOR_EVER),
            "quit" => return Ok(()),
            _ => {}
        }
        line.clear();
    }
    if mode == "ignores-quit" {
        thread::sleep(FOR_EVER);
    }
    Ok(())
}

fn greet(mode: &str) {
    if mode == "dies-at-uci" {
        abort();
    }
    for text in [
        "id name Odd \x1b[31mengine",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name Style type combo default Calm var Calm var Very Wild",
        "option name Book File type string default <empty>",
        "option name type",
        "option",
        "uciok",
    ] {
        write(line_of(mode, text).as_bytes());
    }
}

/// Answers one `go`, the `searches`-th of this process.
fn search(mode: &str, searches: u32) {
    match mode {
        "dies-at-third" if searches == 3 => abort(),
        "dies-always" => {
            eprintln!("assertion failed: depth > 0\nat search.c:17");
            exit(7);
        }
        "hangs-at-third" if searches == 3 => thread::sleep(FOR_EVER),
        "illegal-at-third" if searches == 3 => return write(b"bestmove a1h8\x1b[2J\n"),
        "no-move-at-third" if searches == 3 => return write(b"bestmove (none)\n"),
        "floods-lines" if searches == 3 => flood(b"info depth 1 score cp 1\n"),
        "floods-a-line" if searches == 3 => flood(b"xxxxxxxxxxxxxxxx"),
        "stops-reading" if searches == 3 => flood(b"readyok\nbestmove a1a2\n"),
        "closes-output" if searches == 3 => close_output(),
        "grandchild" if searches == 3 => {
            let program = env::current_exe().expect("the program has a path");
            let grandchild = Command::new(program).arg("silent").spawn();
            grandchild.expect("the grandchild starts");
            abort();
        }
        "slow" => thread::sleep(Duration::from_millis(30)),
        "very-slow" => thread::sleep(FOR_EVER),
        "long-line" => {
            write(b"info string ");
            write(&vec![b'x'; 300_000]);
            write(b" bestmove a1h8\n");
        }
        "garbage" => {
            write(
                b"\0\0\xff\xfe\n\n\r\n   \ninfo\ninfo depth\ninfo score cp\ninfo score cp \xff\n",
            );
            write(b"bestmovea1h8\nreadyokbestmove\ninfo score mate many depth -1 nodes \0\n");
        }
        "errors" => {
            let _ = io::stderr().write_all(&vec![b'e'; 200_000]);
        }
        "no-score" => return write(b"bestmove a1a2\n"),
        "only-bounds" => {
            return write(b"info depth 2 score cp 9 lowerbound\nbestmove a1a2 ponder b1b2\n");
        }
        "ends-after-answer" => {
            write(b"info depth 1 score cp 20 nodes 5\nbestmove a1a2");
            exit(0);
        }
        _ => {}
    }
    for text in [
        "info depth 1 seldepth 1 score cp 10 nodes 3 pv a1a3 b7b6",
        "info depth 2 seldepth 4 multipv 1 score cp 20 nodes 5 nps 100 pv a1a2 b7b6 a2a3",
        "info depth 2 multipv 2 score cp -500 nodes 5 pv b1b2",
        "info string score cp 999",
        "bestmove a1a2 ponder b7b6",
    ] {
        write(line_of(mode, text).as_bytes());
    }
    if mode == "answers-twice" {
        write(b"info depth 9 score mate 1\nbestmove a1h8\n");
    }
}

/// Returns a line with the line ending of the mode.
fn line_of(mode: &str, text: &str) -> String {
    if mode == "crlf" { format!("  {text}\t\r\n") } else { format!("{text}\n") }
}

/// Writes immediately. A closed pipe ends the process.
fn write(bytes: &[u8]) {
    let mut output = io::stdout().lock();
    if output.write_all(bytes).and_then(|()| output.flush()).is_err() {
        exit(9);
    }
}

fn flood(bytes: &[u8]) -> ! {
    let block = bytes.repeat(1000);
    loop {
        write(&block);
    }
}

/// Continues as a process with a closed output.
#[cfg(unix)]
fn close_output() {
    use std::{os::unix::process::CommandExt, process::Stdio};
    let program = env::current_exe().expect("the program has a path");
    let error = Command::new(program).arg("silent").stdout(Stdio::null()).exec();
    panic!("{error}");
}

#[cfg(not(unix))]
fn close_output() {
    exit(0);
}

/// Reads all available input at once, and drops the lines after one that it answers.
fn lose_lines() -> io::Result<()> {
    let (mut input, mut bytes) = (io::stdin().lock(), [0; 4096]);
    loop {
        let length = input.read(&mut bytes)?;
        if length == 0 {
            return Ok(());
        }
        for line in String::from_utf8_lossy(&bytes[..length]).lines() {
            match line.split(' ').next().unwrap_or_default() {
                "uci" => greet(""),
                "isready" => write(b"readyok\n"),
                "go" => search("", 0),
                "quit" => return Ok(()),
                _ => continue,
            }
            break;
        }
    }
}
