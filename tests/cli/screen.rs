//! The display while the program works: the screen of a terminal emulator, at several
//! widths.

use std::{
    fs::File,
    io::Read,
    path::Path,
    process::{Child, Command, ExitStatus},
};

use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use crate::plugin::compiled;

const ROWS: u16 = 60;

/// A run of the program with standard output and standard error on a terminal.
struct Run {
    child: Child,
    controller: File,
    screen: vt100::Parser,
    /// All bytes that the terminal got.
    bytes: Vec<u8>,
    /// The different progress lines that the screen showed, in order.
    progress: Vec<String>,
}

impl Run {
    /// Starts the program at a terminal with that many columns, with one thread, so that the work
    /// takes a while.
    fn start(folder: &Path, columns: u16, args: &[&str], variables: &[(&str, &str)]) -> Run {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let controller = openpt(flags).expect("there is a terminal");
        grantpt(&controller).expect("it is ours");
        unlockpt(&controller).expect("it can be opened");
        let size = Winsize { ws_row: ROWS, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&controller, size).expect("it has a size");
        let peer = File::from(ioctl_tiocgptpeer(&controller, flags).expect("it can be opened"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(args).args(["--threads", "1"]);
        command.env("TERM", "xterm").env("DRAWPROOF_TABLES", folder).env_remove("NO_COLOR");
        command.envs(variables.iter().copied());
        command.stdin(peer.try_clone().unwrap()).stdout(peer.try_clone().unwrap()).stderr(peer);
        let child = command.spawn().expect("it starts");
        Run {
            child,
            controller: controller.into(),
            screen: vt100::Parser::new(ROWS, columns, 0),
            bytes: Vec::new(),
            progress: Vec::new(),
        }
    }

    /// Takes what the program has written. `false` at the end.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        // The terminal fails with EIO once no process has it any more.
        let count = self.controller.read(&mut bytes).unwrap_or(0);
        // A redraw begins with a carriage return: what stands before it is what a person saw.
        for part in bytes[..count].split_inclusive(|&byte| byte == b'\r') {
            self.screen.process(part);
            self.look();
        }
        self.bytes.extend_from_slice(&bytes[..count]);
        count > 0
    }

    /// Notes the progress line on the screen, which must be one line.
    fn look(&mut self) {
        let screen = self.screen.screen();
        let is_progress = |row: &String| {
            let parts =
                [" %  ", "solving", "packing", "judging", "verifying", "features of", "trees for"];
            !row.starts_with("drawproof:") && parts.iter().any(|part| row.contains(part))
        };
        let (_, columns) = screen.size();
        let rows: Vec<String> = screen.rows(0, columns).filter(is_progress).collect();
        let reports = screen.rows(0, columns).any(|row| row.contains("SOUND"));
        assert!(rows.len() <= 1 || reports, "more than one line: {rows:#?}");
        let (row, _) = screen.cursor_position();
        assert!(!screen.row_wrapped(row), "the progress line wraps");
        if let Some(row) = rows.into_iter().next()
            && self.progress.last() != Some(&row)
        {
            self.progress.push(row);
        }
    }

    /// Changes the width of the terminal; the emulator keeps its own, so that it shows what a shorter line
    /// leaves of a longer one.
    fn resize(&self, columns: u16) {
        let size = Winsize { ws_row: ROWS, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.controller, size).expect("it has a size");
    }

    /// Waits for the end. Returns the status and the rows of the screen that are not empty.
    fn end(&mut self) -> (ExitStatus, Vec<String>) {
        while self.read() {}
        let status = self.child.wait().expect("it ends");
        let (_, columns) = self.screen.screen().size();
        let rows = self.screen.screen().rows(0, columns);
        (status, rows.filter(|row| !row.is_empty()).collect())
    }

    /// The progress lines that contain `part`.
    fn lines(&self, part: &str) -> Vec<&String> {
        self.progress.iter().filter(|line| line.contains(part)).collect()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

#[test]
fn the_first_screen_is_usage_and_commands() {
    let folder = tempfile::tempdir().unwrap();
    for columns in [80, 200] {
        let mut run = Run::start(folder.path(), columns, &[], &[]);
        let (status, rows) = run.end();
        assert!(status.success());
        assert!(rows[0].starts_with("Usage: drawproof COMMAND"), "{rows:#?}");
        assert!(rows[1].contains("verify    Prove or refute a rule"), "{rows:#?}");
        assert!(rows.len() < 23 && !run.text().contains("--tables"), "{rows:#?}");
    }
}

#[test]
fn generate_shows_one_line_that_moves_and_leaves_the_totals() {
    for (columns, endgame, tables) in [(80, "KRKP", 10), (200, "KQKP", 10)] {
        let folder = tempfile::tempdir().unwrap();
        // Long enough for a guess at the time left.
        let args = ["generate", endgame, "--level", "small"];
        let mut run = Run::start(folder.path(), columns, &args, &[]);
        let (status, rows) = run.end();
        assert!(status.success());
        let lines = run.lines("packing");
        assert!(lines.len() > 2, "the bar moves while packing: {:#?}", run.progress);
        let parts = [format!(" of {tables} tables"), "[".into(), " %  ".into()];
        let has_parts = |line: &&String| parts.iter().all(|part| line.contains(part));
        assert!(lines.iter().all(has_parts), "{lines:#?}");
        if tables > 3 {
            assert!(!run.lines(" left").is_empty(), "the time left: {:#?}", run.progress);
        }
        let totals = format!("{tables} tables: {tables} written, 0 found, ");
        assert!(rows.last().is_some_and(|row| row.starts_with(&totals)), "{rows:#?}");
        assert!(!rows.iter().any(|row| row.contains(" % ") || row.contains('[')), "{rows:#?}");
        assert_eq!(rows.len(), 1 + tables + 1, "no row wraps: {rows:#?}");
    }
}

#[test]
fn a_line_fits_a_terminal_that_shrinks() {
    for (columns, narrower) in [(120, 60), (80, 40), (60, 22)] {
        let folder = tempfile::tempdir().unwrap();
        let args = ["generate", "KRKP"];
        let mut run = Run::start(folder.path(), columns, &args, &[]);
        while run.progress.is_empty() && run.read() {}
        run.resize(narrower);
        run.progress.clear();
        let (status, rows) = run.end();
        assert!(status.success());
        let last = run.progress.last().expect("the line is drawn again");
        assert!(last.len() <= narrower.into(), "{:#?}", run.progress);
        assert!(last.contains(" %  ") && !rows.iter().any(|row| row.contains(" % ")), "{rows:#?}");
    }
}

#[test]
fn verify_and_mine_leave_no_progress_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    for (columns, args, totals) in [
        (80, &["verify", "KPK", "KRKN", "--counting", "core10"][..], "2 rules: 2 sound, 0 not; "),
        (200, &["verify", "KRKN", "--counting", "core10"], "1 rule: 1 sound, 0 not; "),
        (80, &["mine", "KPK", "--leaves", "20"], "KPK: learned and proved, "),
        (200, &["mine", "KPK", "--leaves", "20"], "KPK: learned and proved, "),
    ] {
        let mut run = Run::start(folder.path(), columns, args, &[]);
        let (status, rows) = run.end();
        assert!(status.success(), "{}", run.text());
        assert!(!run.progress.is_empty(), "{args:?} at {columns}");
        let has_bar = run.progress.iter().any(|line| line.contains(" %  "));
        assert!(has_bar, "{:#?}", run.progress);
        let last = rows.last().expect("there are rows");
        assert!(last.starts_with(totals) && last.ends_with(" s"), "{rows:#?}");
        let is_stale = |row: &String| row.contains("verifying") || row.contains('[');
        assert!(!rows.iter().any(is_stale), "{rows:#?}");
    }
}

#[test]
fn quiet_dumb_and_tiny_terminals_get_no_progress() {
    let generate = |columns, args: &[&str], variables: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        let args = [&["generate", "KRKN"], args].concat();
        let mut run = Run::start(folder.path(), columns, &args, variables);
        assert!(run.end().0.success());
        run
    };
    for run in [generate(80, &["--quiet"], &[]), generate(80, &[], &[("TERM", "dumb")])] {
        assert_eq!(run.progress, [""; 0]);
        assert!(!run.text().contains('\x1b') && !run.text().contains(" tables"), "{}", run.text());
    }
    let text = generate(1, &[], &[("NO_COLOR", "1")]).text();
    assert!(!text.contains('\x1b'), "{text:?}");
}

#[test]
fn an_interrupt_leaves_an_empty_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::start(folder.path(), 80, &["generate", "KRPKR"], &[]);
    while run.progress.is_empty() && run.read() {}
    kill_process(Pid::from_child(&run.child), Signal::INT).expect("it runs");
    let (status, rows) = run.end();
    assert_eq!(status.code(), Some(130));
    let tables = rows[1..].iter().take_while(|row| row.starts_with('K')).count();
    let kept = format!("drawproof: interrupted: {tables} of 20 tables done, files that");
    assert!(rows[1 + tables].starts_with(&kept), "{rows:#?}");
}

#[test]
fn an_interrupt_says_what_is_kept_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.run").display().to_string();
    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_drawproof"));
    let judge = ["judge", "KRKP", "--sample", "all", "--engine", &engine, "--engines", "1"];
    for (args, parts) in [
        (&["verify", "KRPKR"][..], ["nothing is saved", "--shard I/N"]),
        (&["verify", "--men", "5"], [" rules done, nothing is saved", "--shard I/N"]),
        (&["check", "KRPKR", "--full"], ["nothing is saved", "--shard I/N"]),
        (&["find", "KRPKR", "--where", "zugzwang"], ["nothing is saved", "starts over"]),
        (&["mine", "KRKN"], ["nothing is saved", "starts over"]),
        (&["repair", "KRPKR"], ["nothing is saved", "--patterns"]),
        (&["tune", "KRPKR"], ["nothing is saved", "starts over"]),
        (&["stats", "KRPKR"], ["nothing is saved", "starts over"]),
        (&judge, ["no answer is saved", "--save RUN"]),
        (&[&judge[..], &["--save", &saved]].concat(), ["saved.run", "--resume"]),
    ] {
        let mut run = Run::start(folder.path(), 200, args, &[]);
        while run.progress.is_empty() && run.read() {}
        kill_process(Pid::from_child(&run.child), Signal::INT).expect("it runs");
        let (status, rows) = run.end();
        assert_eq!(status.code(), Some(130), "{rows:#?}");
        let said = rows.join("");
        let said = said.split("drawproof: interrupted: ").nth(1);
        assert!(said.is_some_and(|it| parts.iter().all(|part| it.contains(part))), "{rows:#?}");
    }
}

#[test]
fn an_interrupt_of_a_search_prints_the_best_fix_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/rook_hangs.c");
    let source = std::fs::read_to_string(example).unwrap();
    let plugin = compiled(folder.path(), "rook_hangs.so", &source);
    let args = ["repair", "KRKR", "--plugin", &plugin, "--price", "0", "--patterns", "64"];
    let mut run = Run::start(folder.path(), 120, &args, &[]);
    // From this step on there is a fix.
    while run.lines("growing trees for KRKR").is_empty() && run.read() {}
    kill_process(Pid::from_child(&run.child), Signal::INT).expect("it runs");
    let (status, _) = run.end();
    assert_eq!(status.code(), Some(130));
    let has_share =
        |line: &&String| line.trim_start_matches(['[', ' ', '=', '>', ']']).starts_with("0 %");
    assert!(run.lines("growing trees for").iter().any(has_share), "{:#?}", run.progress);
    for said in [
        "drawproof: verifying the best fix so far",
        "The search was stopped: this is the best fix that it found.",
        "drawproof: interrupted: the search for a better fix was not finished",
    ] {
        assert!(run.text().contains(said), "{said}: {}", run.text());
    }
}

#[test]
fn a_terminal_gets_no_source_code_and_the_size_of_what_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::start(folder.path(), 80, &["export", "KPK"], &[]);
    let (status, rows) = run.end();
    assert_eq!(status.code(), Some(2));
    assert!(rows.len() <= 2 && rows[0].contains("standard output is a terminal"), "{rows:#?}");
    let saved = folder.path().join("krk.run").display().to_string();
    let mut run = Run::start(folder.path(), 200, &["verify", "KRK", "--save", &saved], &[]);
    let (_, rows) = run.end();
    let totals = rows.last().expect("there are totals");
    assert!(totals.contains(" KB saved in ") && totals.ends_with("krk.run"), "{rows:#?}");
}

#[test]
fn a_slow_program_gets_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let program = "sh -c 'sleep 2; exec sed s/.*/-/'";
    let args = ["verify", "KRK", "--counting", "unique", "--command", program];
    let mut run = Run::start(folder.path(), 200, &args, &[]);
    let (status, rows) = run.end();
    assert!(status.success());
    assert!(rows.last().is_some_and(|row| row.ends_with("template_batch.py")), "{rows:#?}");
}
